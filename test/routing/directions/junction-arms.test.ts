// Bearings of arcs from any place on them, at any latitude, against the tangent plane.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEG_TO_RAD, M_PER_DEG_LAT, turnDeg } from '../../../src/geo/lon-lat.ts'
import { bearingAlong, bearingFromTail, placeAlong } from '../../../src/routing/directions/junction-arms.ts'
import { caseCount } from '../../support/case-count.ts'
import { graphFromEdges, type TestPoint } from '../../support/graph-from-edges.ts'

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
