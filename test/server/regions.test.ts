// The real server over two regions in one data folder, made by the ordinary import, and a new release of one of them.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runImportHere, writeSampleHeights, writeSampleMap } from '../import/sample-input.ts'
import { startRealServer, type RealServer } from '../support/real-server.ts'

let folder: string
let server: RealServer
const dataDir = () => join(folder, 'data')

/** A net of paths about 3 km wide, as a region of its own. */
async function importNet(region: string, lon: number, firstId: number, tags: Record<string, string>): Promise<void> {
  const map = writeSampleMap(folder, `${region}-${firstId}.osm.pbf`, { lon, firstId, tags })
  const heights = join(folder, 'N42E001.hgt')
  const words = [map, '--dem', heights, '--name', region, '--region', region, '--accept-shrink', '--data', dataDir()]
  const { status, stderr } = await runImportHere(words)
  if (status !== 0) throw new Error(stderr)
}

async function ask(path: string, body?: object): Promise<{ status: number; body: any }> {
  const response = await fetch(`${server.api}${path}`, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}
const route = (...waypoints: [number, number][]) => ask('/v1/route', { waypoints })
const WEST: [number, number][] = [
  [1.114, 42.502],
  [1.136, 42.526],
]
const EAST = WEST.map(([lon, lat]): [number, number] => [lon + 0.6, lat])

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-two-'))
  writeSampleHeights(folder)
  await importNet('west', 1.11, 1, { highway: 'path', name: 'Westpfad' })
  await importNet('east', 1.71, 1001, { highway: 'path', name: 'Ostpfad' })
  server = await startRealServer({}, dataDir())
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a server of two regions', () => {
  test('routes in each, on the network of the region that holds the points', async () => {
    const [west, east] = [await route(...WEST), await route(...EAST)]
    expect([west.status, east.status]).toEqual([200, 200])
    expect(west.body.engine.network_release).not.toBe(east.body.engine.network_release)
    expect(west.body.distance_m).toBeGreaterThan(3000)
    const reach = await ask('/v1/reach', { from: EAST[0], minutes: [20] })
    expect(reach.body.engine.network_release).toBe(east.body.engine.network_release)
    const loop = await ask('/v1/roundtrips', { start: WEST[0], distance_km: 4 })
    expect(loop.body.engine.network_release).toBe(west.body.engine.network_release)
  })

  test('refuses waypoints of different regions, and those outside of all with the distance', async () => {
    const across = await route(WEST[0], EAST[1])
    expect(across).toMatchObject({ status: 422, body: { error: { code: 'outside_region' } } })
    expect(across.body.error.message).toContain('lies in the region east')
    const beyond = await route(WEST[0], [0.9, 42.51])
    expect(beyond.status).toBe(422)
    expect(beyond.body.error.message).toMatch(
      /Waypoint 2 of 2 at \[0.9, 42.51\] lies 17\.\d km outside the nearest .*, west\.$/,
    )
  })

  test('a recorded line is analysed by the region with most of it', async () => {
    const { status, body } = await ask('/v1/route-analysis', {
      geometry: { type: 'LineString', coordinates: EAST },
    })
    expect(status).toBe(200)
    expect(body.engine.network_release).toBe((await route(...EAST)).body.engine.network_release)
  })

  test('heights, manifest, status, capabilities and styles span both', async () => {
    const points = [WEST[0], EAST[0]].map(([lon, lat]) => `${lat},${lon}`).join('%7C')
    const heights = await ask(`/tiles/v1/elevation/current/sample?points=${points}`)
    expect(heights.body.points.every((one: { elevation_m: number | null }) => one.elevation_m !== null)).toBe(true)
    const { artifacts } = (await ask('/pmtiles/current/manifest.json')).body
    expect(Object.keys(artifacts)).toEqual(
      expect.arrayContaining(['basemap', 'styles', 'basemap@east', 'basemap@west']),
    )
    expect((await fetch(artifacts['basemap@east'].url, { headers: { range: 'bytes=0-6' } })).status).toBe(206)
    const status = (await ask('/tiles/v1/status')).body
    expect(Object.keys(status.artifacts)).toEqual(expect.arrayContaining(['network', 'network@east', 'network@west']))
    const style = (await (await fetch(artifacts.styles.url)).json()) as {
      sources: object
      layers: { source?: string }[]
    }
    expect(Object.keys(style.sources)).toEqual(expect.arrayContaining(['basemap', 'basemap@west']))
    expect(new Set(style.layers.map(({ source }) => source))).toContain('basemap@west')
    const capabilities = (await (await fetch(`${server.site}/api/route/capabilities`)).json()) as any
    expect(capabilities.regions.map(({ name }: { name: string }) => name)).toEqual(['east', 'west'])
    expect(capabilities.region_bbox[0]).toBeLessThan(1.2)
    expect(capabilities.region_bbox[2]).toBeGreaterThan(1.7)
    const picture = await fetch(`${server.api}/static-map/render?bbox=1.71,42.5,1.74,42.53&width=256&height=256`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test('a new release of one is taken up alone, and the memory of each is in the metrics', async () => {
    const [west, east] = [await route(...WEST), await route(...EAST)]
    await importNet('east', 1.71, 2001, { highway: 'track', name: 'Ostweg' })
    await expect
      .poll(async () => (await route(...EAST)).body.engine.network_release, { timeout: 30_000 })
      .not.toBe(east.body.engine.network_release)
    expect((await route(...WEST)).body).toEqual(west.body)
    const metrics = await (await fetch(`${server.ops}/metrics`)).text()
    expect(metrics).toMatch(/^waypost_network_bytes\{region="east"\} [1-9]\d+$/m)
    expect(metrics).toMatch(/^waypost_network_bytes\{region="west"\} [1-9]\d+$/m)
    expect(metrics).toMatch(/^waypost_release_age_seconds\{artifact="network",region="west"\} /m)
  })
})
