// Polygons against an oracle that shares neither search nor grid: seconds from the paces of every arc by plain
// Dijkstra, distances to every reached stretch, and exact checks of the rings.

import { beforeAll, describe, expect, test } from 'vitest'
import { distanceM, nearestOnSegment } from '../../../src/geo/lon-lat.ts'
import { NO_CLIMB_DM, type RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { FORBIDDEN } from '../../../src/routing/costs/arc-cost.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { paceOfSlot } from '../../../src/routing/details/travel-time.ts'
import { IsochronePlanner } from '../../../src/routing/isochrone/isochrone-planner.ts'
import {
  applyReachRequest,
  reachTable,
  type MultiLineString,
  type Reach,
  type ReachInput,
} from '../../../src/routing/isochrone/isochrone-types.ts'
import { writeIsochrone } from '../../../src/routing/isochrone/write-isochrone.ts'
import { WireBytes } from '../../../src/wire/wire-bytes.ts'
import { fromWire } from '../../../src/wire/wire-json.ts'
import { caseCount } from '../../support/case-count.ts'
import { dijkstra } from '../../support/dijkstra.ts'
import { hasAndorra, networkOf } from '../../support/prepared-regions.ts'
import { seededRandom } from '../../support/random-graph.ts'
import { crossings, faultsOf, holdsPoint } from '../../support/ring-checks.ts'
import { tinyGraph } from '../../support/tiny-graph.ts'
import { plainColumns } from '../../support/plain-columns.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'tiny', terrainRelease: null }
const out = new WireBytes(1 << 16)

function answer(planner: IsochronePlanner, input: ReachInput): Reach {
  out.at = 0
  writeIsochrone(planner.graph, planner.planReach(input), out)
  return fromWire(JSON.parse(out.toString())) as Reach
}

const polygonsOf = (reach: Reach) => reach.contours.map(({ polygons }) => polygons!.coordinates)

/** Metres from a point to the nearest of some lines. */
function distanceToLines(lines: readonly (readonly (readonly number[])[])[], [lon, lat]: readonly number[]): number {
  let best = Infinity
  for (const line of lines)
    for (let i = 1; i < line.length; i++) {
      const [ax, ay] = line[i - 1]
      const [bx, by] = line[i]
      best = Math.min(best, nearestOnSegment(lon, lat, ax, ay, bx, by).distanceM)
    }
  return best
}

describe.skipIf(!hasAndorra)('over Andorra (needs real data)', () => {
  let graph: RoutingGraph
  let planner: IsochronePlanner
  beforeAll(async () => {
    graph = await networkOf('andorra')
    planner = new IsochronePlanner(graph, { engine })
  })

  /** Seconds of an arc by the facts of its class, as docs/time.md has them. */
  const secondsOf = (arc: number): number => {
    const { edgeLengthMm, edgeAscentDm, edgeDescentDm } = graph.columns
    const edge = arc >>> 1
    const { paceFactor, pace } = paceOfSlot(graph, graph.columns.edgeClass[arc >>> 1] * 2 + (arc & 1), {
      profile: 'hike',
    })
    const known = edgeAscentDm[edge] !== NO_CLIMB_DM
    const [up, down] = (arc & 1) === 0 ? [edgeAscentDm, edgeDescentDm] : [edgeDescentDm, edgeAscentDm]
    const climb = known ? (up[edge] / 10) * pace.upSPerM + (down[edge] / 10) * pace.downSPerM : 0
    return paceFactor * ((edgeLengthMm[edge] / 1000) * pace.levelSPerM + climb)
  }

  const STARTS: [string, [number, number], number][] = [
    ['a town', [1.5218, 42.5075], 60],
    ['a valley road', [1.6, 42.56], 90],
  ]
  test.each(STARTS)('from %s random places on ways are in or out as plain Dijkstra says', (_, from, minutes) => {
    const input: ReachInput = { from, minutes: [minutes / 2, minutes] }
    const reach = answer(planner, input)
    const { settings } = applyReachRequest(input)
    const table = reachTable(new CostModel(graph), settings)
    const costOf = (arc: number) =>
      table.factor[graph.columns.edgeClass[arc >>> 1] * 2 + (arc & 1)] === Infinity ? FORBIDDEN : secondsOf(arc)
    const { edgeFrom, edgeTo, edgeLengthMm, shapeStart, shapeLonE7, shapeLatE7, shapeAtMm } = plainColumns(graph)
    const { start } = planner.find(input).query
    const own = start.atMm / edgeLengthMm[start.edge]
    const ends = [edgeTo[start.edge], edgeFrom[start.edge]]
    const dist = dijkstra(
      graph,
      table,
      { nodes: ends, costs: [costOf(start.edge * 2) * (1 - own), costOf(start.edge * 2 + 1) * own], arcs: [-1, -1] },
      costOf,
    )
    const random = seededRandom(minutes)
    const untilM: number[] = []
    let networkM = 0
    for (const lengthMm of edgeLengthMm) untilM.push((networkM += lengthMm / 1000))
    let requested = 0
    let wrong = 0
    while (requested < 2 * caseCount(2000, 10_000)) {
      // any metre of the network is as likely as any other
      const atM = random() * networkM
      const edge = untilM.findIndex((end) => end > atM)
      const share = random()
      const forward = costOf(edge * 2)
      const backward = costOf(edge * 2 + 1)
      if (edge === start.edge || (forward === FORBIDDEN && backward === FORBIDDEN)) continue
      const seconds = Math.min(
        forward === FORBIDDEN ? Infinity : dist[edgeFrom[edge]] + forward * share,
        backward === FORBIDDEN ? Infinity : dist[edgeTo[edge]] + backward * (1 - share),
      )
      let p = shapeStart[edge]
      while (shapeAtMm[p + 1] < share * edgeLengthMm[edge]) p++
      const part = (share * edgeLengthMm[edge] - shapeAtMm[p]) / Math.max(1, shapeAtMm[p + 1] - shapeAtMm[p])
      const place = [shapeLonE7, shapeLatE7].map((e7) => (e7[p] + (e7[p + 1] - e7[p]) * part) / 1e7)
      polygonsOf(reach).forEach((polygons, i) => {
        const isIn = polygons.some((polygon) => holdsPoint(polygon, place))
        requested++
        if (isIn === seconds <= reach.contours[i].minutes! * 60) return
        if (distanceToLines(polygons.flat(), place) > reach.request.toleranceM) wrong++
      })
    }
    expect(wrong / requested).toBeLessThanOrEqual(0.005)
  })

  test.each<[string, Partial<ReachInput>]>([
    ['on foot', { minutes: [10, 30, 60, 120] }],
    ['towards the point, by bicycle', { minutes: [15, 40], profile: 'bike', direction: 'to' }],
    ['in metres, wide', { metres: [500, 4000], toleranceM: 120 }],
    ['in metres, narrow', { metres: [2000, 2100], toleranceM: 10, profile: 'run', maxSac: 6 }],
  ])('%s every polygon is valid and holds the one before', (_, fields) => {
    const reach = answer(planner, { from: [1.5218, 42.5075], ...fields } as ReachInput)
    const polygons = polygonsOf(reach)
    expect(polygons.flatMap((one) => faultsOf(one))).toEqual([])
    for (let i = 1; i < polygons.length; i++) {
      expect(crossings(polygons[i - 1], polygons[i])).toBe(0)
      expect(reach.contours[i].areaKm2).toBeGreaterThan(reach.contours[i - 1].areaKm2!)
      expect(reach.contours[i].networkM).toBeGreaterThan(reach.contours[i - 1].networkM)
    }
  })

  test('too much ground in too many contours is refused, naming what to change, and a part of it is answered', () => {
    const fields = { from: [1.5218, 42.5075], profile: 'run', maxSac: 6, toleranceM: 10 } as const
    const ask = (minutes: number[]) => planner.planReach({ ...fields, from: [...fields.from], minutes })
    expect(() => ask([450, 500, 550, 600])).toThrowError(
      expect.objectContaining({
        code: 'too_long',
        inputPath: 'minutes',
        message: expect.stringMatching(/`toleranceM` of 10\. Ask for fewer minutes, or a larger `toleranceM`/),
      }),
    )
    expect(ask([600]).contours[0].ground!.areaM2).toBeGreaterThan(6e7)
  })

  test('a polygon holds ground within the tolerance of a reached way, or small ground that ways enclose', () => {
    const reach = answer(planner, { from: [1.5218, 42.5075], minutes: [20], output: { polygons: true, lines: true } })
    const [{ polygons, lines, networkM }] = reach.contours
    const ways = (lines as MultiLineString).coordinates
    const lengthM = ways.reduce(
      (sum, line) => sum + line.slice(1).reduce((m, [lon, lat], i) => m + distanceM(...line[i], lon, lat), 0),
      0,
    )
    expect(Math.abs(lengthM / networkM - 1)).toBeLessThan(0.005)
    const all = polygons!.coordinates.flat(2)
    const west = Math.min(...all.map(([lon]) => lon))
    const east = Math.max(...all.map(([lon]) => lon))
    const south = Math.min(...all.map(([, lat]) => lat))
    const north = Math.max(...all.map(([, lat]) => lat))
    const random = seededRandom(1)
    const wrong: unknown[] = []
    for (let i = 0; i < caseCount(400, 4000); i++) {
      const place = [west + random() * (east - west), south + random() * (north - south)]
      const isIn = polygons!.coordinates.some((polygon) => holdsPoint(polygon, place))
      const toWaysM = distanceToLines(ways, place)
      if (toWaysM < 0.25 * 25 && !isIn) wrong.push({ place, toWaysM })
      // the farthest point of an enclosed square of 0.25 km2
      if (isIn && toWaysM > 280) wrong.push({ place, toWaysM })
    }
    expect(wrong).toEqual([])
  })

  test.each([10, 25, 100])(
    'an outline runs a quarter of the tolerance to all of it away from the ways (%i m)',
    (toleranceM) => {
      const fields = { from: [1.5218, 42.5075] as [number, number], metres: [900, 1800], toleranceM }
      const reach = answer(planner, { ...fields, output: { polygons: true, lines: true } })
      const wrong: unknown[] = []
      for (const { polygons, lines } of reach.contours)
        for (const ring of polygons!.coordinates.flat())
          for (let i = 1; i < ring.length; i += caseCount(5, 1)) {
            const middle = [0, 1].map((k) => (ring[i - 1][k] + ring[i][k]) / 2)
            for (const place of [ring[i], middle]) {
              const toWaysM = distanceToLines(lines!.coordinates, place)
              // lines have whole millionths of a degree
              if (toWaysM < 0.25 * toleranceM || toWaysM > toleranceM + 0.1) wrong.push({ place, toWaysM })
            }
          }
      expect(wrong).toEqual([])
    },
  )
})

test('ground is filled where ways enclose it, and only where it is small', () => {
  const around = (cellM: number, drawing = ['A-----B', '|     |', '|     |', 'D-----C'].join('\n')) => {
    const { graph, at } = tinyGraph(drawing, { cellM })
    const reach = answer(new IsochronePlanner(graph, { engine }), { from: at('A'), metres: [50_000] })
    const [a, c] = [at('A'), at('C')]
    const middle = [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2]
    const [polygons] = polygonsOf(reach)
    expect(faultsOf(polygons)).toEqual([])
    return polygons.some((polygon) => holdsPoint(polygon, middle))
  }
  expect(around(100)).toBe(true) // 600 by 300 m
  expect(around(150)).toBe(false) // 900 by 450 m
  // with a gap of 45 m the ground within 25 m still closes the ring, but the ways do not
  expect(around(45, ['A-------B', '|       |', '|       |', '|       |', 'D---EF--C'].join('\n'))).toBe(false)
})

test('nothing is filled across water: what a ferry crosses is no ground', () => {
  const { graph, at } = tinyGraph('A---B-----C---D', {
    cellM: 100,
    edges: { BC: { flags: ['ferry'], way: 'ferry', highway: 'ferry' } },
  })
  const planner = new IsochronePlanner(graph, { engine })
  const byLength = answer(planner, { from: at('A'), metres: [5000] })
  expect(byLength.contours[0].polygons!.coordinates).toHaveLength(2)
  expect(byLength.contours[0].networkM).toBeCloseTo(800, -1)
  const kmOf = ([lon, lat]: readonly number[]) => [(lon - at('A')[0]) * 81.98, (lat - at('A')[1]) * 111.195]
  const areaKm2 = polygonsOf(byLength)[0]
    .flat()
    .map((ring) => ring.map(kmOf))
    .flatMap((ring) => ring.slice(1).map(([x, y], i) => (ring[i][0] * y - x * ring[i][1]) / 2))
  expect(byLength.contours[0].areaKm2).toBeCloseTo(
    areaKm2.reduce((sum, part) => sum + part, 0),
    3,
  )
  // its duration is not mapped: what lies beyond is unknown, not near
  const byTime = answer(planner, { from: at('A'), minutes: [600] })
  expect(byTime.contours[0].polygons!.coordinates).toHaveLength(1)
  expect(byTime.unknowns.map(({ code }) => code)).toContain('ferry_time_unknown')
})

test('what is reached beside the edge of the map may go on beyond it, which the answer says', () => {
  const codesOf = (bbox: [number, number, number, number], metres: number) => {
    const { graph, at } = tinyGraph('A---B---C', { cellM: 1000, origin: [0, 45], meta: { bbox } })
    const planner = new IsochronePlanner(graph, { engine })
    return answer(planner, { from: at('A'), metres: [metres] }).unknowns.map(({ code }) => code)
  }
  // C lies 8 km east of A, which is 0.1017 degrees
  const ample = 0.2
  const tight = 0.103
  expect(codesOf([-0.1, 44.9, ample, 45.1], 20_000)).not.toContain('map_edge')
  expect(codesOf([-0.1, 44.9, tight, 45.1], 20_000)).toContain('map_edge')
  expect(codesOf([-0.1, 44.9, tight, 45.1], 2000)).not.toContain('map_edge')
  expect(codesOf([-0.1, 44.999, ample, 45.1], 2000)).toContain('map_edge')
  expect(codesOf([-180, 44.9, 180, 45.1], 20_000)).not.toContain('map_edge')
})

test('what is unknown is said in metres of the ways within the largest limit, of ways that it cuts too', () => {
  const { graph, at } = tinyGraph('A---B---C---D', {
    ...{ cellM: 1000, origin: [0, 45], heightM: null },
    defaults: { way: 'path', highway: 'path', sac: 0, surface: 'unknown' },
  })
  const planner = new IsochronePlanner(graph, { engine })
  for (const metres of [[300], [300, 1000], [500, 1000, 5000, 9500]]) {
    const { unknowns } = planner.planReach({ from: at('A'), metres, maxSac: 6 })
    const lengthOf = (code: string) => {
      const found = unknowns.find((unknown) => unknown.code === code)!
      return (found.message.values as { lengthM: number }).lengthM
    }
    for (const code of ['sac_untagged', 'surface_unknown', 'height_unknown'])
      expect(Math.abs(lengthOf(code) - metres.at(-1)!)).toBeLessThan(2)
  }
})

test('one-way ways count in the direction of travel', () => {
  const { graph, at } = tinyGraph('A--->B---C', { cellM: 100 })
  const planner = new IsochronePlanner(graph, { engine })
  const metres = (from: string, direction: 'from' | 'to') =>
    Math.round(answer(planner, { from: at(from), direction, metres: [5000] }).contours[0].networkM)
  expect([metres('A', 'from'), metres('B', 'from'), metres('B', 'to'), metres('A', 'to')]).toEqual([900, 400, 900, 0])
})

test('turn restrictions bind who rides, and not who walks', () => {
  const { graph, at } = tinyGraph('A---B---C\n    |\n    D', {
    ...{ cellM: 100, restrictions: ['ABC'] },
    defaults: { way: 'street', highway: 'residential', surface: 'paved' },
  })
  const planner = new IsochronePlanner(graph, { engine })
  const metres = (profile: 'hike' | 'run' | 'bike', from: string) =>
    Math.round(answer(planner, { from: at(from), profile, metres: [1000] }).contours[0].networkM / 100)
  expect([metres('hike', 'A'), metres('run', 'A'), metres('bike', 'A')]).toEqual([10, 10, 8])
  // from C no turn is forbidden
  expect(metres('bike', 'C')).toBe(10)
})

test('what is avoided is not used, and what is avoided elsewhere changes nothing', () => {
  const { graph, at } = tinyGraph('A---B---C---D', { cellM: 100 })
  const planner = new IsochronePlanner(graph, { engine })
  const box = ([lon, lat]: [number, number]) => {
    const ring = [-1, 1, 1, -1, -1].map((x, i): [number, number] => [
      lon + x * 1e-4,
      lat + (i < 2 || i > 3 ? -1 : 1) * 1e-4,
    ])
    return { areas: [{ path: 'avoid.areas', rings: [ring] }] }
  }
  const reach = (avoid?: ReachInput['avoid']) => answer(planner, { from: at('A'), metres: [5000], avoid })
  const [c, d] = [at('C'), at('D')]
  const cut = reach(box([(c[0] + d[0]) / 2, c[1]]))
  // up to the ring of the area, 8 m before its middle
  expect(cut.contours[0].networkM).toBeCloseTo(992, -1)
  const short = (avoid?: ReachInput['avoid']) => answer(planner, { from: at('A'), metres: [900], avoid })
  expect(short(box([(c[0] + d[0]) / 2, c[1]]))).toEqual(short())
  const between = (from: [number, number], to: [number, number], share: number): [number, number] => [
    from[0] + (to[0] - from[0]) * share,
    from[1],
  ]
  const inside = (avoid?: ReachInput['avoid']) => answer(planner, { from: between(c, d, 0.25), metres: [5000], avoid })
  const before = inside(box(between(c, d, 0.75)))
  expect(before.snap).toEqual(inside().snap)
  expect(before.contours[0].networkM).toBeCloseTo(1092, -1)
  expect(reach().contours[0].networkM).toBeCloseTo(1200, -1)
  expect(reach(box([c[0], c[1] + 0.01]))).toEqual(reach())
  expect(() => reach(box(at('A')))).toThrow('lies inside an area to avoid')
})
