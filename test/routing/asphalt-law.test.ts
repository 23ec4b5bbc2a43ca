// The default hike avoids asphalt as walkers do (decision: signed-trails): over random pairs of three regions no other
// way is quicker and less paved at no harder grade. `SHOW_COUNTS=1` shows what each setting of `marked_trails` takes.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { distanceM } from '../../src/geo/lon-lat.ts'
import { buildNetwork } from '../../src/graph/build/graph-builder.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { openPbfFile } from '../../src/osm/pbf-blocks.ts'
import { openDem } from '../../src/terrain/open-dem.ts'
import type { PlanRouteInput, Position } from '../../src/routing/costs/request-types.ts'
import { RoutePlanner, type PlannedRoute } from '../../src/routing/route/plan-route.ts'
import { writeColumnFile, type Columns } from '../../src/storage/column-file.ts'
import { caseCount } from '../support/case-count.ts'
import { seeded, TEST_ENGINE } from '../support/line-network.ts'
import { ANDORRA, hasAndorra, networkOf } from '../support/prepared-regions.ts'

const PAIRS = caseCount(60, 400)
/** Signed paths are worth a detour, so that the law holds for nearly all pairs. */
const MOST_EXCEPTIONS = Math.ceil(PAIRS / 100)
const LESS_PAVED_M = 300
/** A way that follows cars for farther than this is no better one. */
const MORE_ROAD_M = 100

const BAYREUTH = join(ANDORRA.map, '../../bayreuth')
const REGIONS = [
  { name: 'demo', isThere: true, mostM: 12_000, open: () => networkOf('demo') },
  { name: 'andorra', isThere: hasAndorra, mostM: 12_000, open: () => networkOf('andorra') },
  { name: 'bayreuth', isThere: existsSync(BAYREUTH), mostM: 6000, open: openBayreuth },
]

async function openBayreuth(): Promise<RoutingGraph> {
  const dem = await openDem(['N49E011.hgt', 'N50E011.hgt'].map((file) => join(BAYREUTH, file)))
  const source = await openPbfFile(join(BAYREUTH, 'north-bayreuth-2014-11-05.osm.pbf'))
  const { meta, columns } = await buildNetwork([source], (lon, lat) => dem.heightM(lon, lat), {
    prepareHeights: (box) => dem.prepare(box),
  })
  await dem.close()
  await source.close?.()
  return RoutingGraph.from(writeColumnFile(meta, columns as unknown as Columns))
}

interface Figures {
  lengthM: number
  minutes: number
  pavedM: number
  roadM: number
  signedM: number
  grade: number
}

function figuresOf({ distanceM: lengthM, time, surfaces, ways, difficulty }: PlannedRoute): Figures {
  const hardest = difficulty?.hardest?.grade ?? 'T0'
  return {
    lengthM,
    minutes: time!.movingS / 60,
    pavedM: surfaces.pavedM,
    roadM: ways.sums.roadM,
    signedM: ways.sums.signedM,
    grade: hardest === 'via_ferrata' ? 7 : Number(hardest[1]),
  }
}

const isBetter = (other: Figures, hike: Figures): boolean =>
  other.minutes < hike.minutes &&
  other.pavedM < hike.pavedM - LESS_PAVED_M &&
  other.grade <= hike.grade &&
  other.roadM <= hike.roadM + MORE_ROAD_M

const OTHERS: Partial<PlanRouteInput>[] = [
  { markedTrails: 'off' },
  { avoidPaved: true },
  { markedTrails: 'off', avoidPaved: true },
  { shortest: true },
]

function* randomPairs(graph: RoutingGraph, mostM: number): Generator<[Position, Position]> {
  const { nodeLonE7, nodeLatE7 } = graph.columns
  const random = seeded(45)
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

function printMode(mode: string, all: readonly Figures[]): void {
  const sum = (key: keyof Figures) => all.reduce((total, one) => total + one[key], 0)
  const mean = (key: keyof Figures) => sum(key) / all.length
  const share = (key: keyof Figures) => `${((100 * sum(key)) / sum('lengthM')).toFixed(1)} %`
  const figures = [`${(mean('lengthM') / 1000).toFixed(2)} km`, `${mean('minutes').toFixed(1)} min`]
  console.log(mode, all.length, ...figures, 'paved', share('pavedM'), 'signed', share('signedM'))
}

describe.each(REGIONS.filter(({ isThere }) => isThere))('$name', ({ name, mostM, open }) => {
  test('no other way is quicker and 300 m less paved, at no harder grade and with no more road', async () => {
    const graph = await open()
    const planner = new RoutePlanner(graph, { engine: TEST_ENGINE, metricCacheBytes: 256 << 20, maxSettled: 2_000_000 })
    const plan = (waypoints: Position[], input: Partial<PlanRouteInput>): Figures[] => {
      try {
        const { alternatives = [], ...best } = planner.planRoute({ waypoints, profile: 'hike', ...input })
        return [best, ...alternatives].map((route) => figuresOf(route as PlannedRoute))
      } catch (thrown) {
        if (thrown instanceof ServiceError && ['no_path', 'no_snap', 'outside_region'].includes(thrown.code)) return []
        throw thrown
      }
    }
    const byMode: Record<string, Figures[]> = { off: [], prefer: [], strict: [] }
    const exceptions: unknown[] = []
    for (const waypoints of randomPairs(graph, mostM)) {
      const [hike, ...alternatives] = plan(waypoints, { alternatives: 3 })
      if (hike === undefined) continue
      const others = OTHERS.map((input) => plan(waypoints, input))
      const better = [...alternatives, ...others.flat()].filter((other) => isBetter(other, hike))
      if (better.length > 0) exceptions.push({ waypoints, hike, better })
      byMode.prefer.push(hike)
      byMode.off.push(...others[0])
      if (process.env.SHOW_COUNTS !== undefined) byMode.strict.push(...plan(waypoints, { markedTrails: 'strict' }))
      if (byMode.prefer.length === PAIRS) break
    }
    if (process.env.SHOW_COUNTS !== undefined) {
      for (const [mode, all] of Object.entries(byMode)) if (all.length > 0) printMode(`${name} ${mode}`, all)
      console.log(name, 'exceptions', exceptions.length)
    }
    expect(exceptions.length > MOST_EXCEPTIONS ? exceptions : []).toEqual([])
  })
})
