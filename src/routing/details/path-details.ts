// The facts that routes, trips and loops all report about their line.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { MovingTime } from '../../course/moving-time.ts'
import type { RouteSettings } from '../costs/request-types.ts'
import type { Difficulty, Hazard, Surfaces } from '../costs/way-types.ts'
import type { FerryDurations } from './noted-stretches.ts'
import { climbOfRoute, type RouteClimb } from './route-climb.ts'
import { difficultyOf } from './route-difficulty.ts'
import { hazardsOf } from './route-hazards.ts'
import type { RouteLine } from './route-line.ts'
import type { RouteNotes } from './notes.ts'
import { notesOf, type NotesInput } from './route-notes.ts'
import { surfacesOf } from './route-surfaces.ts'

/** Read once per network. */
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

/** How the line was found. */
type SearchFacts = Pick<
  NotesInput,
  'bestEffort' | 'snapsM' | 'closedSnaps' | 'words' | 'trails' | 'date' | 'asksLighting'
>

/** `time` null: no leg follows the network. */
export function readLineFacts(
  { graph, firstHazard, ferryDurations }: NetworkIndexes,
  { profile, bicycleType }: Pick<RouteSettings, 'profile' | 'bicycleType'>,
  search: SearchFacts,
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
    ...search,
  })
  return { climb, surfaces, difficulty, hazards, notes }
}
