import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXAMPLE_REQUESTS } from '../../rest-compat/examples.ts'
import { findSample, requestsOf } from '../../rest-compat/region-examples.ts'
import { FAKE_RELEASE, NOW_MS } from '../support/fake-services.ts'
import { copyRegion, hasAndorra } from '../support/prepared-regions.ts'
import { startRealServer, type RealServer } from '../support/real-server.ts'
import { sharedServer } from '../support/shared-server.ts'

interface Call {
  id: string
  line: string
  method: string
  address: string
  body: string | undefined
}

/** The calls that a page shows. */
function callsIn(html: string): Call[] {
  const text = (escaped: string) =>
    escaped.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return [...html.matchAll(/<div class="call"((?: data-\w+="[^"]*")*)><pre[^>]*><code>([^<]*)/g)].map(
    ([, facts, line]) => {
      const data = Object.fromEntries(
        [...facts.matchAll(/data-(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, text(value)]),
      )
      return { id: data.label, line: text(line), method: data.method, address: data.address, body: data.body }
    },
  )
}

/** Statuses of all that say nothing about what is to be replaced, but for those that need a key. */
async function refusedOf(api: string): Promise<string[]> {
  const calls = callsIn(await (await fetch(`${api}/rest`)).text())
  expect(calls.length).toBeGreaterThan(25)
  const refused: string[] = []
  for (const { id, line, method, address, body } of calls) {
    if (line.startsWith('# Replace') || line.includes('X-Api-Key: KEY')) continue
    const response = await fetch(address, {
      method,
      body: body ?? null,
      headers: { 'content-type': 'application/json' },
    })
    const answer = await response.text()
    if (!response.ok) refused.push(`${id}: ${response.status} ${answer.slice(0, 300)}`)
  }
  return refused
}

describe('the calls of the REST page', () => {
  test('are answered by the demo region, the forecast being that of tomorrow', async () => {
    expect(await refusedOf((await sharedServer()).api)).toEqual([])
  })

  test('ask the region that is served nothing of the demo region', () => {
    const sample = {
      from: [1.5, 42.5] as const,
      to: [1.6, 42.6] as const,
      line: [[1.5, 42.5] as const, [1.501, 42.5] as const],
      place: 'Ordino',
      trail: null,
    }
    const requests = requestsOf({ ...FAKE_RELEASE, synthetic: false }, sample, NOW_MS)
    expect(Object.keys(requests).sort()).toEqual(Object.keys(EXAMPLE_REQUESTS).sort())
    expect(JSON.stringify(requests)).not.toMatch(/-40\.|33\.|Sturmwoerde|Velmarra/)
    expect(requests['route-weather'].body).toHaveProperty('departure', '2026-11-22T08:00:00Z')
    expect(
      Object.entries(requests).flatMap(([id, { replace }]) => (replace === undefined ? [] : [[id, replace]])),
    ).toEqual([
      ['walker', EXAMPLE_REQUESTS.walker.replace],
      ['trails', 'the name of a trail'],
      ['trail-relation', 'the relation id of a trail'],
    ])
  })

  test('say what is to be replaced where nothing of a region is known', async () => {
    const live = { ...FAKE_RELEASE, synthetic: false, example: undefined }
    const never = () => Promise.reject(new Error('not to be asked'))
    expect(await findSample(live as never, { run: never, places: {}, trails: {} } as never)).toBeNull()
    const requests = requestsOf(live as never, null, NOW_MS)
    expect(requests.health.replace).toBeUndefined()
    expect(requests['waypoint-route'].replace).toBe('coordinates, names and ids, which are of the demo region')
  })
})

describe.skipIf(!hasAndorra)('the calls of the REST page over Andorra', () => {
  let folder: string
  let server: RealServer
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-rest-'))
    await copyRegion('andorra', folder)
    server = await startRealServer({}, folder, [], true)
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  })

  test('are answered, but for the weather, which is not of the region', async () => {
    const refused = await refusedOf(server.api)
    expect(refused.filter((one) => !/^(weather|route-weather): 50[23] /.test(one))).toEqual([])
    const lines = callsIn(await (await fetch(`${server.api}/rest`)).text()).map(({ line }) => line)
    expect(lines.filter((line) => line.startsWith('# Replace'))).toHaveLength(1)
    expect(lines.join()).not.toMatch(/-40\.4|Velmarra/)
  })
})
