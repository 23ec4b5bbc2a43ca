// What a route and a trip both say of their line.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { Difficulty, Hazard, MovingTime, RouteSettings, Surfaces } from '../costs/route-types.ts'
import type { FoundLegs } from '../legs/find-legs.ts'
import type { FerryDurations } from './noted-stretches.ts'
import { climbOfRoute, type RouteClimb } from './route-climb.ts'
import { difficultyOf } from './route-difficulty.ts'
import { hazardsOf } from './route-hazards.ts'
import type { RouteLine } from './route-line.ts'
import { notesOf, type RouteNotes } from './route-notes.ts'
import { surfacesOf } from './route-surfaces.ts'

/** What is read from a network once. */
export interface NetworkIndexes {
  graph: RoutingGraph
  firstHazard: ReadonlyMap<number, number>
  ferryDurations: FerryDurations
}

export interface LineFacts {
  climb: RouteClimb
  surfaces: Surfaces
  difficulty: Difficulty | null
  hazards: Hazard[]
  notes: RouteNotes
}

/** `time` null: no leg follows the network. */
export function readLineFacts(
  { graph, firstHazard, ferryDurations }: NetworkIndexes,
  { profile, bicycleType }: RouteSettings,
  { bestEffort, points }: FoundLegs,
  line: RouteLine,
  time: MovingTime | null,
): LineFacts {
  const climb = climbOfRoute(line)
  const surfaces = surfacesOf(graph, line)
  const difficulty = difficultyOf(graph, line, profile)
  const hazards = hazardsOf(graph, firstHazard, line)
  const notes = notesOf({
    graph,
    line,
    profile,
    bicycleType,
    surfaces,
    difficulty,
    hazards,
    climb,
    time,
    ferryDurations,
    bestEffort,
    snapsM: points.map((point) => point.distanceM),
  })
  return { climb, surfaces, difficulty, hazards, notes }
}
