import { describe, expect, test } from 'vitest'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import {
  TurnMemory,
  armsAt,
  bearingAlong,
  bearingFromTail,
  isOpenTo,
  placeAlong,
  turnOfAngle,
} from '../../../src/routing/directions/junction-turns.ts'
import fc from 'fast-check'
import { DEG_TO_RAD, M_PER_DEG_LAT, turnDeg } from '../../../src/geo/lon-lat.ts'
import { caseCount } from '../../support/case-count.ts'
import { type EdgeSpec, graphFromEdges, type TestPoint } from '../../support/graph-from-edges.ts'

describe('the memory of turns', () => {
  test('knows nothing of a turn onto another way from the same one, whichever falls on its place', () => {
    const memory = new TurnMemory()
    memory.keep(12, 14, 3)
    const others = Array.from({ length: 400_000 }, (_, arcOut) => arcOut).filter((arcOut) => arcOut !== 14)
    expect(others.filter((arcOut) => memory.find(12, arcOut) !== -1)).toEqual([])
    expect(others.filter((arcIn) => arcIn !== 12 && memory.find(arcIn, 14) !== -1)).toEqual([])
    expect(memory.find(12, 14)).toBe(3)
  })

  test('gives back what was kept of a turn and nothing of another, however many fall on one place', () => {
    const memory = new TurnMemory()
    const kept = new Map<string, number>()
    for (let i = 0; i < 200_000; i++) {
      const arcIn = Math.imul(i, 2654435761) >>> 4
      const arcOut = Math.imul(i, 40503) & 0xfffff
      memory.keep(arcIn, arcOut, i % 11)
      kept.set(`${arcIn} ${arcOut}`, i % 11)
      if (memory.find(arcIn, arcOut) !== i % 11) expect(memory.find(arcIn, arcOut), `turn ${i}`).toBe(i % 11)
    }
    let found = 0
    for (const [key, value] of kept) {
      const [arcIn, arcOut] = key.split(' ').map(Number)
      const known = memory.find(arcIn, arcOut)
      if (known < 0) continue
      found++
      if (known !== value) expect.fail(`${key} is ${known}, not ${value}`)
    }
    expect(found).toBeGreaterThan(10_000)
    expect(found).toBeLessThanOrEqual(65_536)
    expect(memory.find(0, 0x7ffffff)).toBe(-1)
  })

  test('is one for each network and kind of travel', () => {
    const a = {} as RoutingGraph
    const b = {} as RoutingGraph
    TurnMemory.of(a, 'hike').keep(1, 2, 3)
    expect(TurnMemory.of(a, 'hike').find(1, 2)).toBe(3)
    expect(TurnMemory.of(a, 'bike').find(1, 2)).toBe(-1)
    expect(TurnMemory.of(b, 'hike').find(1, 2)).toBe(-1)
  })
})

// Bearings of arcs from any place on them, at any latitude, against the tangent plane.
const SPAN_M = 20
const evenly = (min: number, max: number) =>
  fc.integer({ min: 0, max: 1_000_000 }).map((n) => min + ((max - min) * n) / 1_000_000)
type Plane = [eastM: number, northM: number]

/** The place so many metres along a line on the plane, or its end. */
function along(line: Plane[], atM: number): Plane {
  let restM = atM
  for (let i = 1; i < line.length; i++) {
    const [dx, dy] = [line[i][0] - line[i - 1][0], line[i][1] - line[i - 1][1]]
    const lengthM = Math.hypot(dx, dy)
    if (restM <= lengthM) return [line[i - 1][0] + (dx * restM) / lengthM, line[i - 1][1] + (dy * restM) / lengthM]
    restM -= lengthM
  }
  return line[line.length - 1]
}
const lengthOf = (line: Plane[]) =>
  line.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - line[i][0], y - line[i][1]), 0)

function graphOf(line: Plane[], [lon, lat]: [number, number]) {
  const perLon = M_PER_DEG_LAT * Math.cos(lat * DEG_TO_RAD)
  const ground = line.map(([x, y]): TestPoint => {
    const east = lon + x / perLon
    return [east > 180 ? east - 360 : east < -180 ? east + 360 : east, lat + y / M_PER_DEG_LAT]
  })
  const nodes = [ground[0], ground[ground.length - 1]]
  return graphFromEdges({ nodes, edges: [{ from: 0, to: 1, via: ground.slice(1, -1) }] })
}

const line = fc.array(fc.tuple(evenly(0, 360), evenly(5, 60)), { minLength: 1, maxLength: 6 }).map((steps) => {
  const points: Plane[] = [[0, 0]]
  for (const [deg, lengthM] of steps) {
    const [x, y] = points[points.length - 1]
    points.push([x + lengthM * Math.sin(deg * DEG_TO_RAD), y + lengthM * Math.cos(deg * DEG_TO_RAD)])
  }
  return points
})
// across the antimeridian as often as elsewhere
const origin = fc.tuple(fc.oneof(evenly(-180, 180), evenly(179.999, 180)), evenly(-80, 80))

test('a bearing is that from a place on the arc to 20 m further on, in both directions', () => {
  let tried = 0
  fc.assert(
    fc.property(line, origin, evenly(0, 0.95), (drawn, ground, share) => {
      const graph = graphOf(drawn, ground)
      for (const [arc, way] of [
        [0, drawn],
        [1, drawn.toReversed()],
      ] as const) {
        for (const atM of [0, share * lengthOf(way)]) {
          const [from, to] = [along(way, atM), along(way, atM + SPAN_M)]
          // a line that comes back to where it was has no direction
          if (Math.hypot(to[0] - from[0], to[1] - from[1]) < 4) continue
          tried++
          const expected = Math.atan2(to[0] - from[0], to[1] - from[1]) / DEG_TO_RAD
          const found = bearingAlong(graph, arc, atM * 1000)
          expect(found).toBeGreaterThanOrEqual(0)
          expect(found).toBeLessThan(360)
          // coordinates are rounded to centimetres
          expect(Math.abs(turnDeg(expected, found))).toBeLessThan(0.4)
          if (atM === 0) expect(Math.abs(turnDeg(found, bearingFromTail(graph, arc)))).toBeLessThanOrEqual(0.0501)
        }
      }
    }),
    { numRuns: caseCount(300, 10_000) },
  )
  expect(tried).toBeGreaterThan(800)
})

test('a place along an arc is counted from its tail and ends with it', () => {
  const graph = graphOf(
    [
      [0, 0],
      [100, 0],
    ],
    [1.5, 60],
  )
  const eastM = (arc: number, atM: number) =>
    (placeAlong(graph, arc, atM * 1000)[0] - 1.5) * M_PER_DEG_LAT * Math.cos(60 * DEG_TO_RAD)
  expect(eastM(0, 30)).toBeCloseTo(30, 1)
  expect(eastM(1, 30)).toBeCloseTo(70, 1)
  expect(eastM(0, 500)).toBeCloseTo(100, 1)
  expect(eastM(1, 500)).toBeCloseTo(0, 1)
})

test('an arm behind barriers is open where it and each barrier on the way to it is; walkers let a bicycle past', () => {
  const ACCESS = ['open', 'closed'] as const
  // each node hangs by a barrier on an earlier one, and has a way of its own
  const node = fc.record({ on: fc.nat(), barrier: fc.nat(3), way: fc.nat(3) })
  const seen = { open: 0, behindClosed: 0 }
  fc.assert(
    fc.property(fc.array(node, { minLength: 1, maxLength: 6 }), fc.constantFrom('hike', 'bike'), (tree, profile) => {
      const access = (bits: number) => ({ foot: ACCESS[bits & 1], bike: ACCESS[bits >> 1] })
      const isOpen = (bits: number) => access(bits)[profile === 'bike' ? 'bike' : 'foot'] === 'open'
      const ways = tree.map(({ way }, i): EdgeSpec => ({ from: i, to: tree.length, lengthMm: 9000, ...access(way) }))
      const barriers = tree
        .slice(1)
        .map(({ on, barrier }, i): EdgeSpec => ({ from: on % (i + 1), to: i + 1, lengthMm: 0, ...access(barrier) }))
      const nodes = [...tree.map((): TestPoint => [1, 42]), [1, 42.0001] as TestPoint]
      const graph = graphFromEdges({ nodes, edges: [...ways, ...barriers] })
      const isReached = (i: number): boolean => {
        if (i === 0) return true
        const { on, barrier } = tree[i]
        return isReached(on % i) && (isOpen(barrier) || access(barrier).foot === 'open')
      }
      const arms = armsAt(graph, 0, (arc) => isOpenTo(graph, arc, profile))
      const expected = tree.map(({ way }, i) => ({ arc: 2 * i, isOpen: isReached(i) && isOpen(way) }))
      for (const { isOpen } of expected) if (isOpen) seen.open++
      for (const [i, { way }] of tree.entries()) if (isOpen(way) && !isReached(i)) seen.behindClosed++
      expect(arms.toSorted((a, b) => a.arc - b.arc)).toEqual(expected)
    }),
    { numRuns: caseCount(200, 5000) },
  )
  expect(seen.open).toBeGreaterThan(100)
  expect(seen.behindClosed).toBeGreaterThan(50)
})

test('bearings are those of their own arcs in a network with more arcs than are kept', () => {
  // 65,536 edges apart, two arcs have one place in the memory
  const EDGES = 65_537
  const nodes: TestPoint[] = [
    [1, 42],
    [1.01, 42],
    [1, 42.01],
  ]
  const edges = Array.from({ length: EDGES }, (_, i): EdgeSpec => ({ from: 0, to: i === EDGES - 1 ? 2 : 1 }))
  const graph = graphFromEdges({ nodes, edges })
  for (const [arc, deg] of [
    [0, 90],
    [2 * (EDGES - 1), 0],
    [0, 90],
  ])
    expect(bearingFromTail(graph, arc)).toBeCloseTo(deg, 0)
})

test.each([
  [0, 19.9, 'continue'],
  [20, 44.9, 'slight'],
  [45, 119.9, 'turn'],
  [120, 180, 'sharp'],
])('a bend of %f to %f degrees is %s', (least, most, kind) => {
  const named = (side: string) => (kind === 'continue' ? kind : `${kind}_${side}`)
  for (const deg of [least, most])
    expect([turnOfAngle(deg), turnOfAngle(-deg)]).toEqual([named('right'), named('left')])
})
