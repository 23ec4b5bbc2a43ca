// Decision `loops-through-places`: loops of 8 km through a hut or drinking water, from 100 starts of Andorra with one
// within reach. Where none is found, a search with fifteen times the effort, and all loops up to 20 million steps, is
// the judge.

import { join } from 'node:path'
import { openCatalogueFile } from '../../../db/open-catalogue.ts'
import type { RoundTripsInput } from '../../../src/routing/round-trips/loop-types.ts'
import type { PoiKind } from '../../../src/osm/poi-kinds.ts'
import { RoundTripPlanner } from '../../../src/routing/round-trips/round-trips.ts'
import { importRegion } from '../routing/region.ts'
import { seeded, spread } from '../routing/pairs.ts'
import type { PlannerFigure } from './figure.ts'

const STARTS = 100
const DISTANCE_KM = 8
const KINDS: PoiKind[] = ['hut', 'drinking_water']
const JUDGE = { directions: 24, probes: 12, rounds: 12, maxSettled: 6_000_000, maxSteps: 20_000_000 }

export const measureThrough: PlannerFigure = async ({ graph, planner }) => {
  const catalogue = await openCatalogueFile(join(importRegion().networkPath, '../catalogue.sqlite'), 'bench')
  const { engine } = planner.parts
  const everyday = new RoundTripPlanner(graph, { engine })
  const judge = new RoundTripPlanner(graph, { engine, effort: JUDGE })
  const random = seeded(22)
  const { nodeLonE7, nodeLatE7 } = graph.columns
  const ms: number[] = []
  let found = 0
  let possible = 0
  while (ms.length < STARTS) {
    const node = Math.floor(random() * graph.nodeCount)
    const start: [number, number] = [nodeLonE7[node] / 1e7, nodeLatE7[node] / 1e7]
    const query = { radiusM: DISTANCE_KM * 500, kinds: KINDS, limit: 300 }
    const [around] = await catalogue.pois.findNear([start], query)
    const choice = around.map(({ id, name, kind, lon, lat }) => ({
      ...{ id, name, kind },
      location: [lon, lat] as [number, number],
    }))
    const input: RoundTripsInput = {
      start,
      distanceKm: DISTANCE_KM,
      through: { kinds: KINDS },
      throughPlaces: { required: [], choice, atLeast: 1 },
    }
    if (choice.length === 0) continue
    const startedMs = performance.now()
    const passes = passesOne(everyday, input)
    if (passes === null) continue
    ms.push(performance.now() - startedMs)
    if (passes) found++
    if (passes || passesOne(judge, input) === true) possible++
  }
  await catalogue.close()
  console.log(`${STARTS} starts: ${found} of ${possible} loops that there are were found (goal: 90 %)`)
  console.log(`  ms ${spread(ms)} (goal: p95 at most 400)`)
}

/** Null where no loop of any kind starts. */
function passesOne(planner: RoundTripPlanner, input: RoundTripsInput): boolean | null {
  try {
    return planner.findRoundTrips(input).loops[0].through!.length > 0
  } catch {
    return null
  }
}
