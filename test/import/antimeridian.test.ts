// The same region twice, around 0 degrees and around 180: half a turn on, everything is answered alike, and the heights
// and contours of its tiles are the same bytes (graphhopper/graphhopper#2745, GIScience/openrouteservice#1278).

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FetchSource, PMTiles } from 'pmtiles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LonLat } from '../../src/geo/lon-lat.ts'
import { writePbf, type OsmNode, type OsmWay } from '../../src/demo/write-pbf.ts'
import { worldX, worldY } from '../../src/geo/web-mercator.ts'
import { hgtBytes } from '../support/hgt-bytes.ts'
import { startRealServer, type RealServer } from '../support/real-server.ts'
import { runImportHere } from './sample-input.ts'

const HALF_TURN_E7 = 1_800_000_000
const LAT = -16.8
const COLUMNS = 12
const ROWS = 5

/** Degrees east of the middle -> the longitude of the region around `middleE7`. */
const lonE7Of = (middleE7: number, eastDeg: number): number => {
  const lonE7 = middleE7 + Math.round(eastDeg * 1e7)
  return lonE7 >= HALF_TURN_E7 ? lonE7 - 2 * HALF_TURN_E7 : lonE7
}
const eastOf = (column: number) => (column - 5) * 0.004 - 0.0013

/** Streets in a net, a trail, a village on each side, a peak, a lake on both. */
function writeMap(folder: string, middleE7: number): string {
  const nodes: OsmNode[] = []
  const node = (eastDeg: number, lat: number, tags: Record<string, string> = {}): number => {
    nodes.push({ id: nodes.length + 1, lonE7: lonE7Of(middleE7, eastDeg), latE7: Math.round(lat * 1e7), tags })
    return nodes.length
  }
  const net = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS }, (_, column) => node(eastOf(column), LAT + row * 0.004)),
  )
  const lines: [number[], Record<string, string>][] = [
    ...net.map((row, i): [number[], Record<string, string>] => [row, { highway: 'path', name: `Row ${i}` }]),
    ...Array.from({ length: COLUMNS }, (_, column): [number[], Record<string, string>] => [
      net.map((row) => row[column]),
      { highway: 'track' },
    ]),
  ]
  node(-0.015, LAT + 0.01, { place: 'village', name: 'Eastville' })
  node(0.012, LAT + 0.01, { place: 'village', name: 'Westville' })
  node(0.0005, LAT + 0.015, { natural: 'peak', name: 'Mid Peak' })
  node(-0.01, LAT + 0.005, { amenity: 'drinking_water' })
  node(0.01, LAT + 0.005, { amenity: 'drinking_water' })
  const lake = [
    [-0.002, 0.008],
    [0.003, 0.008],
    [0.003, 0.01],
    [-0.002, 0.01],
  ].map(([eastDeg, up]) => node(eastDeg, LAT + up))
  lines.push([[...lake, lake[0]], { natural: 'water', name: 'Mid Lake' }])
  const ways: OsmWay[] = lines.map(([refs, tags], i) => ({ id: i + 1, refs, tags }))
  const trail = { type: 'route', route: 'hiking', name: 'Across', ref: 'A 1', network: 'rwn' }
  const relations = [{ id: 1, members: [{ type: 'way' as const, id: 2, role: '' }], tags: trail }]
  const path = join(folder, 'map.osm.pbf')
  writeFileSync(
    path,
    writePbf({
      ...{ writingProgram: 'test', source: 'test', replicationTimestampS: 1_750_000_000 },
      ...{ nodes, ways, relations },
    }),
  )
  return path
}

/** A ramp in the west, a hill in the east. */
function writeHeights(folder: string, [west, east]: readonly [string, string]): string[] {
  const tiles: [string, (row: number, col: number) => number][] = [
    [west, (_, col) => 100 + Math.max(0, 1200 - col) * 2],
    [east, (row, col) => 100 + Math.round(80 * Math.sin(col / 20) ** 2) + (row % 3)],
  ]
  return tiles.map(([name, heightAt]) => {
    const path = join(folder, `${name}.hgt`)
    writeFileSync(path, hgtBytes(1201, heightAt))
    return path
  })
}

interface Side {
  server: RealServer
  middleE7: number
}
const sides: Side[] = []
const folders: string[] = []
beforeAll(async () => {
  const places = [
    { middleE7: 0, tiles: ['S17W001', 'S17E000'] },
    { middleE7: HALF_TURN_E7, tiles: ['S17E179', 'S17W180'] },
  ] as const
  for (const { middleE7, tiles } of places) {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-turn-'))
    folders.push(folder)
    const dataDir = join(folder, 'data')
    const { status, stderr } = await runImportHere([
      ...[writeMap(folder, middleE7), '--dem', ...writeHeights(folder, tiles)],
      ...['--name', 'turn', '--data', dataDir],
    ])
    expect(status, stderr).toBe(0)
    sides.push({ middleE7, server: await startRealServer({ WEATHER_URL: 'off' }, dataDir) })
  }
}, 300_000)
afterAll(async () => {
  for (const { server } of sides) await server.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

type At = (eastDeg: number, up?: number) => LonLat
interface Ask {
  path: string
  body?: object
  host?: 'site'
}
const sidesOf = (at: At, from: number, to: number) =>
  `min_lat=${LAT - 0.1}&max_lat=${LAT + 0.1}&min_lon=${at(from)[0]}&max_lon=${at(to)[0]}`
const ASKS: Record<string, (at: At) => Ask> = {
  'a route over it': (at) => ({ path: '/v1/route', body: { waypoints: [at(-0.0193), at(0.0187, 0.016)] } }),
  'a route beyond it': (at) => ({ path: '/v1/route', body: { waypoints: [at(0.003), at(0.0187, 0.016)] } }),
  'an analysis': (at) => ({
    path: '/v1/route-analysis',
    body: { geometry: { type: 'LineString', coordinates: [at(-0.0193), at(0.0187)] } },
  }),
  'a matrix': (at) => ({ path: '/v1/matrix', body: { sources: [at(-0.0193)], targets: [at(0.0187), at(0.003)] } }),
  'heights on both sides': (at) => ({
    path: `/tiles/v1/elevation/current/sample?points=${[-0.0125, -0.0001, 0, 0.0001, 0.0125].map((east) => at(east).toReversed().join(',')).join('|')}`,
  }),
  'a village': () => ({ path: '/search/v1/forward?q=Eastville' }),
  'the other village': () => ({ path: '/search/v1/forward?q=Westville' }),
  'a street and its box': () => ({ path: '/search/v1/forward?q=Row+2' }),
  'a trail and its box': () => ({ path: '/trails/v1/search?q=Across' }),
  'the line of a trail': () => ({ path: '/trails/v1/relation/1' }),
  'trails of a box east of it': (at) => ({ path: `/trails/v1/bbox?${sidesOf(at, 0, 0.1)}` }),
  'water west of it': (at) => ({ path: `/pois/v1/bbox?${sidesOf(at, -0.1, -0.0000001)}` }),
  'water east of it': (at) => ({ path: `/pois/v1/bbox?${sidesOf(at, 0, 0.1)}` }),
  'the box of the region': () => ({ path: '/api/route/capabilities', host: 'site' }),
}

const OWN = new Set(['engine', 'artifact_version', 'release', 'id', 'osm_id'])
/** Half a turn back: longitudes of the other side of the earth, to the same digits; without what differs by release. */
function turnedBack(value: unknown, middleE7: number): unknown {
  const lon = (degrees: number) => {
    const e7 = Math.round(degrees * 1e7) - middleE7
    return (e7 < -HALF_TURN_E7 ? e7 + 2 * HALF_TURN_E7 : e7) / 1e7
  }
  const turn = (inner: unknown, name = ''): unknown => {
    if (Array.isArray(inner)) {
      const isBox = inner.length === 4 && /bbox/.test(name)
      const isPlace = inner.length >= 2 && inner.length <= 3 && Math.abs(inner[1] - LAT) < 0.1
      return inner.map((one, i) =>
        typeof one === 'number' && ((isBox && i % 2 === 0) || (isPlace && i === 0)) ? lon(one) : turn(one),
      )
    }
    if (inner === null || typeof inner !== 'object') return inner
    return Object.fromEntries(
      Object.entries(inner)
        .filter(([key]) => !OWN.has(key))
        .map(([key, one]) => [key, key === 'lon' && typeof one === 'number' ? lon(one) : turn(one, key)]),
    )
  }
  return turn(value)
}

test.each(Object.entries(ASKS))('%s is the same on either side of the earth', async (_, askOf) => {
  const answers = await Promise.all(
    sides.map(async ({ server, middleE7 }) => {
      const { path, body, host } = askOf((eastDeg, up = 0) => [lonE7Of(middleE7, eastDeg) / 1e7, LAT + up])
      const response = await fetch(`${host === 'site' ? server.site : server.api}${path}`, {
        ...(body === undefined
          ? {}
          : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      const answer = await response.json()
      expect(response.status, JSON.stringify(answer)).toBe(200)
      // the files of heights are named after their place
      const { attribution: _, ...own } = answer
      return turnedBack(own, middleE7)
    }),
  )
  expect(answers[1]).toEqual(answers[0])
})

test('a lake on both sides is one place, inside it, in a box of its size', async () => {
  for (const { server, middleE7 } of sides) {
    const { features } = await (await fetch(`${server.api}/search/v1/forward?q=Mid+Lake`)).json()
    expect(features).toHaveLength(1)
    const { center, bbox, elevation_m } = turnedBack(features[0], middleE7) as {
      center: number[]
      bbox: number[]
      elevation_m: number
    }
    expect(bbox).toEqual([-0.002, -16.792, 0.003, -16.79])
    expect(center[0]).toBeGreaterThan(-0.002)
    expect(center[0]).toBeLessThan(0.003)
    expect(elevation_m).not.toBe(null)
  }
})

test.each(['terrain', 'contours', 'basemap'])('the tiles of %s are there on both sides', async (name) => {
  const archives = await Promise.all(
    sides.map(async ({ server }) => {
      const { artifacts } = await (await fetch(`${server.api}/pmtiles/current/manifest.json`)).json()
      return new PMTiles(new FetchSource(artifacts[name].url))
    }),
  )
  const [home, there] = await Promise.all(archives.map((archive) => archive.getHeader()))
  expect(there.numAddressedTiles).toBe(home.numAddressedTiles)
  // as TileJSON has it, bounds do not cross the antimeridian
  expect(there.minLon).toBeLessThan(there.maxLon)
  expect(Math.abs(there.centerLon)).toBeGreaterThan(179)
  let compared = 0
  for (let z = Math.max(1, home.minZoom); z <= home.maxZoom; z++) {
    const across = 2 ** z
    const [fromX, toX] = [-0.0213, 0.0227].map((lon) => Math.floor(worldX(lon) * across))
    const [fromY, toY] = [LAT + 0.016, LAT].map((lat) => Math.floor(worldY(lat) * across))
    for (let x = fromX; x <= toX; x++)
      for (let y = fromY; y <= toY; y++) {
        const turned = (x + across / 2) % across
        const [a, b] = await Promise.all([archives[0].getZxy(z, x, y), archives[1].getZxy(z, turned, y)])
        expect(b === undefined, `${z}/${x}/${y}`).toBe(a === undefined)
        if (a === undefined) continue
        compared++
        // lines are cut where the world ends
        if (name !== 'basemap') expect(Buffer.from(b!.data).equals(Buffer.from(a.data)), `${z}/${x}/${y}`).toBe(true)
      }
  }
  expect(compared).toBeGreaterThan(3)
})
