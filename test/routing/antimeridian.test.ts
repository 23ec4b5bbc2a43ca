// A region across the antimeridian is served on both sides of it and over it: graphhopper/graphhopper#2745,
// GIScience/openrouteservice#1278, valhalla/valhalla#3248. The same map drawn elsewhere tells what is right.

import { describe, expect, test } from 'vitest'
import { writePbf } from '../../src/demo/write-pbf.ts'
import { buildNetwork } from '../../src/graph/build/graph-builder.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { writeNetworkFile } from '../../src/graph/network-file.ts'
import { buildHierarchy } from '../../src/routing/cch/hierarchy.ts'
import type { Reach } from '../../src/routing/isochrone/isochrone-types.ts'
import { IsochronePlanner } from '../../src/routing/isochrone/isochrone-planner.ts'
import { writeIsochrone } from '../../src/routing/isochrone/write-isochrone.ts'
import { createLineReader } from '../../src/routing/matching/line-reader.ts'
import { MatrixPlanner } from '../../src/routing/matrix/matrix-planner.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import type { Columns } from '../../src/storage/column-file.ts'
import type { Avoid } from '../../src/travel/avoid.ts'
import { WireBytes } from '../../src/wire/wire-bytes.ts'
import { fromWire } from '../../src/wire/wire-json.ts'
import { TEST_ENGINE, walk } from '../support/line-network.ts'
import { pbfFromBytes } from '../support/pbf-from-bytes.ts'
import { faultsOf } from '../support/ring-checks.ts'
import { tinyOsm } from '../support/tiny-osm.ts'

type Position = [number, number]
const STEP_DEG = 0.0005
/** The antimeridian runs between d and e, over the loop; a closed way lies on the other side. */
const MAP = `
        n    o
a   b   c   de  f   g   h

        p    q
`
const WAYS: [string, Record<string, string>][] = [
  ['abcdefg', { highway: 'residential', name: 'Coast Street' }],
  ['cnof', { highway: 'path' }],
  ['cpqf', { highway: 'path' }],
  ['gh', { highway: 'path', access: 'private' }],
]
const LETTERS = [...'abcdefgnopq']

async function region(westLon: number) {
  const tiny = tinyOsm({ map: MAP, ways: WAYS, lon: westLon, lat: -16.8 })
  for (const node of tiny.file.nodes) if (node.lonE7 > 1_800_000_000) node.lonE7 -= 3_600_000_000
  const { meta, columns } = await buildNetwork([pbfFromBytes('tiny', writePbf(tiny.file))], () => 50)
  const built = RoutingGraph.of(meta, columns as unknown as Columns)
  const graph = RoutingGraph.from(writeNetworkFile(meta, { ...built.extra, ...buildHierarchy(built) }))
  const planner = new RoutePlanner(graph, { engine: TEST_ENGINE, metricCacheBytes: 1 << 20, maxSettled: 10_000 })
  const wrapped = (lon: number) => (lon > 180 ? lon - 360 : lon)
  const at = (letter: string): Position => {
    const [lon, lat] = tiny.at.get(letter)!
    return [wrapped(lon), lat]
  }
  return { graph, planner, at, wrapped, plainAt: (letter: string) => tiny.at.get(letter)! }
}

/** Longitudes as if the map were drawn from 0. */
const ACROSS = 180 - 12.5 * STEP_DEG
const HOME = 10

describe('a region across the antimeridian', () => {
  test('has routes and matrices on either side and over the line, as long as elsewhere', async () => {
    const [across, home] = [await region(ACROSS), await region(HOME)]
    const [west, , east] = across.graph.meta.bbox
    expect(west).toBeGreaterThan(east)
    const matrix = ({ planner, at }: typeof home) =>
      new MatrixPlanner(planner.parts).planMatrix({ sources: LETTERS.map(at), targets: LETTERS.map(at) })
    const [values, expected] = [matrix(across).distanceM!, matrix(home).distanceM!]
    LETTERS.forEach((from, s) =>
      LETTERS.forEach((to, t) => {
        expect(Math.abs(values[s][t]! - expected[s][t]!), `${from}${to}`).toBeLessThan(0.5)
        const route = across.planner.planRoute({ waypoints: [across.at(from), across.at(to)] })
        expect(route.distanceM).toBe(values[s][t])
      }),
    )
  })

  test('refuses what lies beyond either half', async () => {
    const { planner, at } = await region(ACROSS)
    for (const lon of [179.8, -179.8])
      expect(() => planner.planRoute({ waypoints: [at('a'), [lon, -16.8]] })).toThrow('outside the region')
  })

  test('goes around areas that are cut there', async () => {
    const { planner, at } = await region(ACROSS)
    const [[, lat]] = [at('d')]
    const box = (west: number, east: number): Position[] => [
      [west, lat - 2e-4],
      [east, lat - 2e-4],
      [east, lat + 2e-4],
      [west, lat + 2e-4],
      [west, lat - 2e-4],
    ]
    const areas = [
      { path: 'a', rings: [box(180 - 1e-4, 180)] },
      { path: 'b', rings: [box(-180, -180 + 1e-4)] },
    ]
    // along the street, not beside it
    const plan = (avoid?: Avoid) => planner.planRoute({ waypoints: [at('a'), at('g')], shortest: true, avoid })
    const direct = plan()
    expect(plan({ areas }).distanceM).toBeGreaterThan(direct.distanceM + 10)
    expect(plan({ areas: [{ path: 'a', rings: [box(0, 1)] }] }).distanceM).toBe(direct.distanceM)
  })

  test('matches lines on either side and over the line, and says where a way is closed', async () => {
    const { planner, plainAt, wrapped } = await region(ACROSS)
    const home = await region(HOME)
    const [reader, homeReader] = [planner, home.planner].map(({ parts }) => createLineReader(parts))
    for (const [from, to, isClosed] of [
      ['a', 'g', false],
      ['e', 'g', false],
      ['e', 'h', true],
    ] as const) {
      const trace = walk([plainAt(from), plainAt(to)], 10)
      trace.lon.forEach((lon, i) => (trace.lon[i] = wrapped(lon)))
      const matched = reader.match(trace, { mode: 'foot', searchRadiusM: 40, accuracyM: 5 })
      expect(matched.unmatched.map(({ reason }) => reason)).toEqual(isClosed ? ['not_allowed'] : [])
      const elsewhere = homeReader.match(walk([home.plainAt(from), home.plainAt(to)], 10), {
        ...{ mode: 'foot', searchRadiusM: 40, accuracyM: 5 },
      })
      const places = ({ lon, lat, placeMm }: typeof matched, eastDeg: number) =>
        Array.from(lon, (_, i) => [
          wrapped(lon[i] - eastDeg).toFixed(5),
          lat[i].toFixed(5),
          Math.round(placeMm[i] / 100),
        ])
      expect(places(matched, 0)).toEqual(places(elsewhere, HOME - ACROSS))
    }
  })

  test('has the same reach as elsewhere, cut at 180 degrees', async () => {
    const [across, home] = [await region(ACROSS), await region(HOME)]
    const reach = ({ graph, at }: typeof home, letter: string): Reach => {
      const planned = new IsochronePlanner(graph, { engine: TEST_ENGINE }).planReach({
        from: at(letter),
        metres: [120, 2000],
        output: { polygons: true, lines: true },
      })
      const out = new WireBytes(1 << 16)
      writeIsochrone(graph, planned, out)
      return fromWire(JSON.parse(out.toString())) as Reach
    }
    for (const letter of ['b', 'e', 'g']) {
      const expected = reach(home, letter)
      reach(across, letter).contours.forEach(({ areaKm2, networkM, polygons, lines }, c) => {
        expect(networkM).toBeCloseTo(expected.contours[c].networkM, 0)
        expect(faultsOf(polygons!.coordinates)).toEqual([])
        // the grid lies elsewhere on the ways
        expect(Math.abs(areaKm2! / expected.contours[c].areaKm2! - 1)).toBeLessThan(0.05)
        for (const line of [...polygons!.coordinates.flat(), ...lines!.coordinates])
          line.forEach(([lon], i) => {
            expect(Math.abs(lon)).toBeLessThanOrEqual(180)
            if (i > 0) expect(Math.abs(lon - line[i - 1][0])).toBeLessThan(1)
          })
        const sides = new Set(polygons!.coordinates.map(([[[lon]]]) => Math.sign(lon)))
        expect(sides.size).toBe(c === 1 || letter === 'e' ? 2 : 1)
      })
    }
  })
})
