// Lines through the tunnels and over the bridges of Andorra, to their far end, to their middle or beyond, are given
// the heights that the network has there, at every sample (GIScience/openrouteservice#685,
// graphhopper/graphhopper#1363).

import { describe, expect, test } from 'vitest'
import { jobOver } from '../../resolvers/analyse-route.ts'
import { sampleGround } from '../../src/course/course-heights.ts'
import { readCourse } from '../../src/course/read-course.ts'
import { FLAG_BRIDGE, FLAG_TUNNEL } from '../../src/osm/edge-facts.ts'
import type { Position } from '../../src/routing/costs/request-types.ts'
import { createLineReader } from '../../src/routing/matching/line-reader.ts'
import { type PlannedRoute, RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { caseCount } from '../support/case-count.ts'
import { seeded, TEST_ENGINE } from '../support/line-network.ts'
import { hasAndorra, networkOf } from '../support/prepared-regions.ts'

const LINES = caseCount(25, 250)
const LEAST_M = 40
/** What no ground near it has: a sample that shows it was not given the height of the network. */
const ELSEWHERE_M = 4000

describe('bridges and tunnels of Andorra (needs real data)', () => {
  test.skipIf(!hasAndorra)('samples on structures have the heights of the network', async () => {
    const graph = await networkOf('andorra')
    const { edgeClass, classFlags, edgeLengthMm, edgeFrom, edgeTo, nodeLonE7, nodeLatE7 } = graph.columns
    const isStructure = (edge: number) => (classFlags[edgeClass[edge]] & (FLAG_BRIDGE | FLAG_TUNNEL)) !== 0
    const structures = Array.from(edgeClass, (_, edge) => edge).filter(
      (edge) => isStructure(edge) && edgeLengthMm[edge] > LEAST_M * 1000,
    )
    const planner = new RoutePlanner(graph, {
      engine: TEST_ENGINE,
      metricCacheBytes: 64 << 20,
      maxSettled: 1_000_000,
    })
    const reader = createLineReader(planner.parts)
    const random = seeded(4)
    const placeOf = (node: number): Position => [nodeLonE7[node] / 1e7, nodeLatE7[node] / 1e7]
    let compared = 0
    for (let line = 0; line < LINES; line++) {
      const edge = structures[Math.floor(random() * structures.length)]
      const [from, to] = random() < 0.5 ? [edgeFrom[edge], edgeTo[edge]] : [edgeTo[edge], edgeFrom[edge]]
      const [a, b] = [placeOf(from), placeOf(to)]
      const middle: Position = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
      const beyond: Position = [b[0] + (b[0] - a[0]) * 2, b[1] + (b[1] - a[1]) * 2]
      const profile = random() < 0.7 ? 'hike' : 'bike'
      let route: PlannedRoute
      try {
        route = planner.planRoute({ waypoints: [a, [b, middle, beyond][line % 3]], profile })
      } catch {
        continue // closed to this profile
      }
      const { lonE6, latE6, atMm, heightM, stepArc, stepAtMm, stepCount } = route.line
      if (lonE6.length < 2 || route.distanceM < LEAST_M / 4) continue
      const coordinates = Array.from(lonE6, (e6, i) => [e6 / 1e6, latE6[i] / 1e6])
      const course = readCourse({ geometry: { type: 'LineString', coordinates } }, { points: 5000 })
      const ground = await sampleGround(course, async (points) => points.map(() => ELSEWHERE_M))
      const { match, groundM } = reader.analyseRoute({
        ...jobOver(course, profile, 'auto', ground),
        wantsGround: true,
      })
      if (match.status !== 'matched') continue
      for (let step = 0; step < stepCount; step++) {
        if (!isStructure(stepArc[step] >>> 1) || stepAtMm[step + 1] - stepAtMm[step] < LEAST_M * 500) continue
        ground.atM.forEach((atM, i) => {
          const mm = ((atM * 1000) / (course.lengthM * 1000)) * stepAtMm[stepCount]
          if (mm < stepAtMm[step] + 5000 || mm > stepAtMm[step + 1] - 5000) return
          const p = Math.max(
            1,
            atMm.findIndex((at) => at >= mm),
          )
          const share = (mm - atMm[p - 1]) / Math.max(1, atMm[p] - atMm[p - 1])
          const networkM = heightM[p - 1] + (heightM[p] - heightM[p - 1]) * share
          compared++
          if (Number.isNaN(networkM)) expect(groundM![i]).toBeNull()
          else expect(Math.abs(groundM![i]! - networkM), `${JSON.stringify(coordinates)} at ${atM} m`).toBeLessThan(2)
        })
      }
    }
    expect(compared).toBeGreaterThan(LINES)
  })
})
