// Subscriptions of the real server: what is published reaches them, a key that is revoked ends them, and SIGTERM does.

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../src/durations.ts'
import { makeBuildingFolder, publishRelease } from '../../src/import/publish-release.ts'
import { publishSnow } from '../../src/import/import-snow.ts'
import { runKeysCommand } from '../../src/keys/keys-command.ts'
import { openReleaseStore } from '../../src/releases/release-store.ts'
import { openEvents } from '../support/event-stream.ts'
import { copyDemo } from '../support/prepared-regions.ts'
import { type RealServer, startRealServer } from '../support/real-server.ts'
import { DEGREES, writeSnow } from '../weather/make-snow.ts'

/** The demo region's example, and a corner north-west of it. */
const ROUTE = '{route: {waypoints: [{at: [-40.4288889, 33.4711111]}, {at: [-40.4488889, 33.4416667]}]}}'
const CORNER = [-40.6, 33.6]

let server: RealServer
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'waypost-subscriptions-'))
  await copyDemo(dataDir)
  server = await startRealServer({ WORKERS: '1', METERING: 'on', CPU_BUDGET: 'off' }, dataDir)
})
afterAll(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

/** Publishes the live release once more, with a network of another version in its manifest. */
function publishAgain(): string {
  const store = openReleaseStore(dataDir, { keep: 3 })
  const live = store.findLive()!
  store.close()
  const artifacts = live.artifacts.map((one) =>
    one.name === 'network' ? { ...one, version: `${one.version}-again` } : one,
  )
  const release = { ...live, id: `${live.id}-again`, promotedAt: null, artifacts }
  const folder = makeBuildingFolder(dataDir, 'again')
  for (const { file } of live.artifacts)
    if (file !== null) cpSync(join(dataDir, 'releases', live.id, file), join(folder, file))
  const { problems } = publishRelease(dataDir, folder, release, { keep: 2, nowMs: Date.now(), confirm: () => {} })
  expect(problems).toEqual([])
  return release.id
}

test('a snow raster, then a release that are published reach who is subscribed within seconds', async () => {
  const stream = await openEvents(
    server.api,
    `subscription { conditions(line: ${ROUTE}) { causes marks { release snowRaster } course { ... on Route { engine { networkRelease } } snow { sections { class } } } } }`,
  )
  const classesOf = ({ course }: any) => [...new Set(course.snow.sections.map((one: any) => one.class))]
  const first = (await stream.next())!.data.data.conditions
  expect([first.causes, classesOf(first)]).toEqual([['FIRST'], ['UNKNOWN']])
  const path = writeSnow(dataDir, 'snow.tif', 40, 40, () => 100, {
    ...DEGREES,
    ModelTiepoint: [0, 0, 0, CORNER[0], CORNER[1], 0],
  })
  await publishSnow(
    { path, product: 'fsc', observedMs: Date.now() - DAY_MS / 2, agesPath: null, attribution: null, dataDir },
    Date.now(),
  )
  const second = (await stream.next())!.data.data.conditions
  expect([second.causes, classesOf(second)]).toEqual([['SNOW'], ['SNOW']])
  expect(second.marks.snowRaster).toEqual(expect.any(String))
  const release = publishAgain()
  const third = (await stream.next())!.data.data.conditions
  expect([third.causes, third.marks.release]).toEqual([['RELEASE'], release])
  expect(third.course.engine.networkRelease).toBe(`${first.course.engine.networkRelease}-again`)
  stream.close()
})

test('a key that is revoked ends its stream within seconds', async () => {
  const { key } = JSON.parse(await runKeysCommand(['create', '--project', 'p', '--data', dataDir, '--json'], {})) as {
    key: string
  }
  const query = `subscription { conditions(line: ${ROUTE}) { course { lengthM } } }`
  const headers = { 'x-api-key': key }
  const open = () => openEvents(server.api, query, { headers })
  await expect.poll(async () => (await open()).status).toBe(200)
  const stream = await open()
  await stream.next()
  await runKeysCommand(['revoke', key.slice(0, 12), '--data', dataDir], {})
  expect((await stream.next())!.data.errors[0].extensions.code).toBe('INVALID_KEY')
  expect((await stream.next())!.event).toBe('complete')
})

test('SIGTERM ends the streams, and the process with status 0, long before it would be killed', async () => {
  const query = `subscription { conditions(line: ${ROUTE}) { course { lengthM } } }`
  const stream = await openEvents(server.api, query)
  await stream.next()
  const stopped = server.stop()
  expect(await stream.next()).toBeNull()
  expect(stream.text()).not.toContain('complete')
  expect(await stopped).toBe(0)
})
