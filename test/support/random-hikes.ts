// Random pairs of three kinds of walking country, and the figures of a hike that a walker weighs against each other.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '../../src/errors.ts'
import { distanceM } from '../../src/geo/lon-lat.ts'
import { buildNetwork } from '../../src/graph/build/graph-builder.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { WAY_KINDS } from '../../src/osm/edge-facts.ts'
import { openPbfFile } from '../../src/osm/pbf-blocks.ts'
import { buildHierarchy } from '../../src/routing/cch/hierarchy.ts'
import { isAlongRoad } from '../../src/routing/costs/foot-penalties.ts'
import type { PlanRouteInput, Position } from '../../src/routing/costs/request-types.ts'
import type { RouteLine } from '../../src/routing/details/route-line.ts'
import { type PlannedRoute, RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { type Columns, writeColumnFile } from '../../src/storage/column-file.ts'
import { openDem } from '../../src/terrain/open-dem.ts'
import { SURFACE_KINDS } from '../../src/travel/surfaces.ts'
import { seeded, TEST_ENGINE } from './line-network.ts'
import { ANDORRA } from './prepared-regions.ts'

const BAYREUTH_FOLDER = join(ANDORRA.map, '../../bayreuth')
export const BAYREUTH = {
  map: join(BAYREUTH_FOLDER, 'north-bayreuth-2014-11-05.osm.pbf'),
  heights: ['N49E011.hgt', 'N50E011.hgt'].map((file) => join(BAYREUTH_FOLDER, file)),
}
export const hasBayreuth = existsSync(BAYREUTH.map)
/** Pairs are at least 1.5 km apart, and at most this. */
export const MOST_APART_M = { demo: 12_000, andorra: 12_000, bayreuth: 6000 }

/** The network of a map, with its hierarchy. */
export async function readNetwork(map: string, heights: readonly string[]): Promise<RoutingGraph> {
  const dem = await openDem(heights)
  const source = await openPbfFile(map)
  const { meta, columns } = await buildNetwork([source], (lon, lat) => dem.heightM(lon, lat), {
    prepareHeights: (box) => dem.prepare(box),
  })
  await dem.close()
  await source.close?.()
  const withColumns = (more: object) =>
    RoutingGraph.from(writeColumnFile(meta, { ...columns, ...more } as unknown as Columns))
  return withColumns(buildHierarchy(withColumns({})))
}

export interface HikeFigures {
  lengthM: number
  minutes: number
  pavedM: number
  /** along roads with cars, tertiary and above */
  roadM: number
  signedM: number
  /** of these, metres on paths: not along roads and streets, nor paved */
  signedPathM: number
  /** 0..6, 7: via ferrata */
  grade: number
}

/** Finds the best hike of a request first, then its alternatives; none if it is refused. */
export function hikesOver(
  graph: RoutingGraph,
): (waypoints: Position[], input: Partial<PlanRouteInput>) => HikeFigures[] {
  const planner = new RoutePlanner(graph, { engine: TEST_ENGINE, metricCacheBytes: 256 << 20, maxSettled: 2_000_000 })
  return (waypoints, input) => {
    try {
      const { alternatives = [], ...best } = planner.planRoute({ waypoints, profile: 'hike', ...input })
      return [best, ...alternatives].map((route) => figuresOf(graph, route as PlannedRoute))
    } catch (thrown) {
      if (thrown instanceof ServiceError && ['no_path', 'no_snap', 'outside_region'].includes(thrown.code)) return []
      throw thrown
    }
  }
}

function figuresOf(graph: RoutingGraph, route: PlannedRoute): HikeFigures {
  const { distanceM: lengthM, time, surfaces, ways, difficulty } = route
  const hardest = difficulty?.hardest?.grade ?? 'T0'
  return {
    lengthM,
    minutes: time!.movingS / 60,
    pavedM: surfaces.pavedM,
    roadM: ways.sums.roadM,
    signedM: ways.sums.signedM,
    signedPathM: signedPathM(graph, route.line),
    grade: hardest === 'via_ferrata' ? 7 : Number(hardest[1]),
  }
}

function signedPathM(graph: RoutingGraph, { stepArc, stepAtMm, stepCount }: RouteLine): number {
  const { edgeClass, classSignedFoot, classWayKind, classSurface } = graph.columns
  let sumMm = 0
  for (let i = 0; i < stepCount; i++) {
    const k = edgeClass[stepArc[i] >>> 1]
    if (classSignedFoot[k] === 0 || isAlongRoad(WAY_KINDS[classWayKind[k]], SURFACE_KINDS[classSurface[k]])) continue
    sumMm += stepAtMm[i + 1] - stepAtMm[i]
  }
  return sumMm / 1000
}

export function* randomPairs(graph: RoutingGraph, mostM: number, seed: number): Generator<[Position, Position]> {
  const { nodeLonE7, nodeLatE7 } = graph.columns
  const random = seeded(seed)
  const place = (): Position => {
    const node = Math.floor(random() * graph.nodeCount)
    return [nodeLonE7[node] / 1e7, nodeLatE7[node] / 1e7]
  }
  for (;;) {
    const [from, to] = [place(), place()]
    const apartM = distanceM(...from, ...to)
    if (apartM > 1500 && apartM < mostM) yield [from, to]
  }
}

/** Other ways between two places, to compare with: as without signs, without asphalt, and the shortest. */
export const OTHER_WAYS: Partial<PlanRouteInput>[] = [
  { markedTrails: 'off' },
  { avoidPaved: true },
  { markedTrails: 'off', avoidPaved: true },
  { shortest: true },
]

const LESS_PAVED_M = 300
const MORE_ROAD_M = 100
const LESS_SIGNED_PATH_M = 300

/** Quicker and less paved, at no harder grade. */
export const isQuickerAndLessPaved = (other: HikeFigures, hike: HikeFigures): boolean =>
  other.minutes < hike.minutes && other.pavedM < hike.pavedM - LESS_PAVED_M && other.grade <= hike.grade

/** What a walker takes more asphalt for (decision: signed-trails): fewer cars. */
export const hasMoreRoad = (other: HikeFigures, hike: HikeFigures): boolean => other.roadM > hike.roadM + MORE_ROAD_M
/** Likewise, with `prefer`: a signed trail on paths. */
export const hasLessSignedPath = (other: HikeFigures, hike: HikeFigures): boolean =>
  other.signedPathM < hike.signedPathM - LESS_SIGNED_PATH_M
/** At most a tenth slower, with less than half the asphalt, at no harder grade. */
export const halvesAsphalt = (other: HikeFigures, hike: HikeFigures): boolean =>
  hike.pavedM > LESS_PAVED_M &&
  other.minutes <= hike.minutes * 1.1 &&
  other.pavedM < hike.pavedM / 2 &&
  other.grade <= hike.grade
