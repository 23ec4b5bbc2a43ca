// A real server whose heights and maps are in a store: it answers what one with the files answers; while the store is
// gone, what needs it is 503 and says when to come back, all else goes on, and nothing is made up; then it is taken up
// again. The oracle is a server with all files.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runReleasesCommand } from '../../src/import/releases-command.ts'
import { openReleaseStore } from '../../src/releases/release-store.ts'
import { S3_KEYS, startObjectServer, type ObjectServer } from '../support/object-server.ts'
import { copyRegion } from '../support/prepared-regions.ts'
import { startRealServer, type RealServer } from '../support/real-server.ts'

interface Answer {
  status: number
  retryAfter: string | null
  body: Buffer
}
type Ask = (api: string) => Promise<Answer>

/** pictures may take long on a busy machine */
const ENVIRONMENT = { WEATHER_URL: 'off', REQUEST_TIMEOUT_MS: '120000' }
const folder = mkdtempSync(join(tmpdir(), 'waypost-artifacts-'))
const [whole, part] = ['whole', 'part'].map((name) => join(folder, name))
let store: ObjectServer
let oracle: RealServer
let server: RealServer
/** by what they need: heights or maps of the store, or nothing of it */
let needing: Record<string, Ask>
let free: Record<string, Ask>
/** a point of the region */
let start: number[]

const ask =
  (path: string, body?: object, headers: Record<string, string> = {}): Ask =>
  async (api) => {
    const response = await fetch(`${api}${path}`, {
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const { status, headers: got } = response
    return { status, retryAfter: got.get('retry-after'), body: Buffer.from(await response.arrayBuffer()) }
  }

beforeAll(async () => {
  await copyRegion('demo', whole)
  store = await startObjectServer({ signed: true })
  const address = `s3+${store.url}/maps`
  await runReleasesCommand(['push', '--data', whole], { ...S3_KEYS, RELEASE_STORE: address })
  ;[oracle, server] = await Promise.all([
    startRealServer(ENVIRONMENT, whole),
    startRealServer({ ...ENVIRONMENT, ...S3_KEYS, ARTIFACT_URL: address, ARTIFACT_CACHE_BYTES: '1048576' }, part),
  ])
  const releases = openReleaseStore(whole, { keep: 0 })
  const live = releases.findLive()!
  releases.close()
  const version = (name: string) => live.artifacts.find((one) => one.name === name)!.version
  const [west, south, east, north] = live.bbox
  const { waypoints } = live.example!
  start = [...waypoints[0]]
  const coordinates = waypoints.map(([lon, lat]) => [lon, lat])
  needing = {
    heights: ask(`/tiles/v1/elevation/current/sample?points=${coordinates[0].join(',')}`),
    profile: ask('/v1/elevation-profile', { geometry: { type: 'LineString', coordinates }, points: 20 }),
    picture: ask('/static-map/render', { bbox: [west, south, east, north], width: 160, height: 128, contours: true }),
    'part of the basemap': ask(`/pmtiles/${version('basemap')}/basemap.pmtiles`, undefined, { range: 'bytes=0-4095' }),
    'all of the heights': ask(`/pmtiles/${version('terrain')}/terrain.pmtiles`),
    'the end of the contours': ask(`/pmtiles/${version('contours')}/contours.pmtiles`, undefined, {
      range: 'bytes=-9',
    }),
  }
  free = {
    route: ask('/v1/route', { waypoints }),
    search: ask('/search/v1/forward?q=weg'),
    style: ask(`/styles/${version('styles')}/style.json`),
    glyphs: ask(`/styles/${version('styles')}/glyphs/Noto%20Sans%20Regular/0-255.pbf`),
    manifest: ask('/pmtiles/current/manifest.json'),
  }
}, 300_000)
afterAll(async () => {
  await Promise.all([oracle?.stop(), server?.stop(), store?.stop()])
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

const readyz = async () =>
  (await fetch(`${server.ops}/readyz`)).json() as Promise<{ status?: string; lost?: string[]; release: string }>
/** Waits until there is a routing thread. */
const becomes = (status: string) => expect.poll(async () => (await readyz()).status, { interval: 200 }).toBe(status)

/** What each answered, beside what the oracle answers. */
async function compare(questions: Record<string, Ask>): Promise<string[]> {
  const wrong: string[] = []
  for (const [name, question] of Object.entries(questions)) {
    const [expected, got] = [await question(oracle.api), await question(server.api)]
    const plain = (body: Buffer) => Buffer.from(body.toString('latin1').replaceAll(server.api, oracle.api), 'latin1')
    if (expected.status >= 300 || got.status !== expected.status || !plain(got.body).equals(plain(expected.body)))
      wrong.push(`${name}: ${expected.status} ${got.status} ${got.body.toString('latin1', 0, 200)}`)
  }
  return wrong
}

describe('a server with ARTIFACT_URL', () => {
  test('starts on an empty folder with the release that was pushed, and no heights or maps in it', async () => {
    await becomes('ready')
    const { release } = await readyz()
    const files = readdirSync(join(part, 'releases', release))
    expect(files.filter((file) => file.endsWith('.pmtiles'))).toEqual([])
    expect(files).toContain('network.bin')
  })

  test('answers byte for byte what a server with the files answers', async () => {
    expect(await compare({ ...needing, ...free })).toEqual([])
    const metrics = await (await fetch(`${server.ops}/metrics`)).text()
    expect(Number(/^waypost_artifact_fetched_bytes_total (\d+)$/m.exec(metrics)![1])).toBeGreaterThan(100_000)
    expect(Number(/^waypost_artifact_cache_bytes (\d+)$/m.exec(metrics)![1])).toBeLessThanOrEqual(1_048_576)
    expect(metrics).toMatch(/^waypost_lost 0$/m)
  })

  test('names a store that is gone; what needs it is 503 with a time, the rest goes on; it is taken up again', async () => {
    await expect
      .poll(
        async () => {
          store.interfere = (_, response) => Boolean(response.socket!.destroy())
          return (await readyz()).lost
        },
        { interval: 200 },
      )
      .toEqual([expect.stringMatching(/^Heights and maps: the store http:\/\/127\.0\.0\.1:\d+\/maps cannot be used/)])
    expect(JSON.parse(String((await ask('/readyz')(server.api)).body))).toMatchObject({
      status: 'degraded',
      lost: ['Heights and maps'],
    })
    // what is neither in memory nor in the store; what was decoded before may still be answered, as it was
    const said: string[] = []
    for (const [name, question] of Object.entries(needing)) {
      const { status, retryAfter, body } = await question(server.api)
      if (status === 503 && Number(retryAfter) > 0) {
        said.push(`${name} ${/"(?:error|code)":"([a-z_]+)"/.exec(String(body))?.[1]}`)
        expect(String(body)).not.toMatch(/127\.0\.0\.1|AKID|heightsM|"elevation/)
      } else if (!(await question(oracle.api)).body.equals(body)) said.push(`${name} ${status} ${String(body)}`)
    }
    expect(said).toContain('all of the heights busy')
    expect(said.filter((one) => !/ (busy|terrain_unavailable)$/.test(one))).toEqual([])
    expect(await compare(free)).toEqual([])

    store.interfere = () => false
    await becomes('ready')
    expect(await compare(needing)).toEqual([])
  })

  test('that starts while the store is gone serves what it keeps, and no height is made up', async () => {
    await server.stop()
    store.interfere = (_, response) => Boolean(response.socket!.destroy())
    const environment = { ...ENVIRONMENT, ...S3_KEYS, ARTIFACT_URL: `s3+${store.url}/maps` }
    server = await startRealServer(environment, part)
    await becomes('degraded')
    expect((await readyz()).lost).toHaveLength(1)
    expect(await compare(free)).toEqual([])
    const codes: [string, number, string | undefined][] = []
    for (const [name, question] of Object.entries(needing)) {
      const { status, retryAfter, body } = await question(server.api)
      codes.push([name, status, /"(?:error|code)":"([a-z_]+)"/.exec(String(body))?.[1]])
      expect(Number(retryAfter), name).toBeGreaterThan(0)
    }
    expect(codes).toEqual([
      ['heights', 503, 'terrain_unavailable'],
      ['profile', 503, 'terrain_unavailable'],
      ['picture', 503, 'busy'],
      ['part of the basemap', 503, 'busy'],
      ['all of the heights', 503, 'busy'],
      ['the end of the contours', 503, 'busy'],
    ])
    // in GraphQL the field is null beside the error
    const { body } = await ask('/graphql', {
      query: `{ point(at: [${start.join(',')}]) { elevation { __typename } } }`,
    })(server.api)
    expect(JSON.parse(String(body))).toMatchObject({
      data: { point: { elevation: null } },
      errors: [{ extensions: { code: 'TERRAIN_UNAVAILABLE' } }],
    })
    store.interfere = () => false
    await becomes('ready')
    expect(await compare(needing)).toEqual([])
  })

  test('does not start on an empty folder while the store is gone, and says why without a key', async () => {
    store.interfere = (_, response) => Boolean(response.socket!.destroy())
    const environment = { ...S3_KEYS, ARTIFACT_URL: `s3+${store.url}/maps` }
    const failure = await startRealServer(environment, join(folder, 'empty')).then(
      () => 'it started',
      (error: Error) => error.message,
    )
    store.interfere = () => false
    expect(failure).toMatch(/does not answer[\s\S]*no release could be fetched from ARTIFACT_URL/)
    expect(failure).not.toMatch(/AKID|wJalr/)
  })
})
