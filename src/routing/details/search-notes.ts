// Notes on how a line was found: legs not proven, points moved far to a way, signed routes not followed throughout.

import { WAYPOINT_WORDS, type RouteWords } from '../costs/point-subject.ts'
import type { TrailGap } from '../costs/route-types.ts'
import { toDistance } from '../legs/snap-waypoints.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { Notes } from './notes.ts'
import type { RouteLine } from './route-line.ts'
import { listPlaces } from './stretches.ts'

/** A snap farther than this gets a warning. */
const FAR_SNAP_M = 100

export interface SearchNotesInput {
  graph: RoutingGraph
  line: RouteLine
  snapsM: readonly number[]
  /** waypoints whose nearest way is closed at the time; absent: none */
  closedSnaps?: readonly number[]
  /** what waypoints and legs are called; by default their numbers */
  words?: Pick<RouteWords, 'subjectOf' | 'legOf'>
  /** signed routes that legs follow; absent: none */
  trails?: readonly NotedTrail[]
  /** unproven legs: leg number and gap in per cent, null if no bound is above 0 */
  bestEffort: readonly { leg: number; gapPct: number | null; isDated?: boolean }[]
}

/** A signed route that a leg follows, and what it is called. */
export interface NotedTrail {
  name: string
  gaps: readonly TrailGap[]
}

/** How the search found the line. */
export function noteSearch(
  notes: Notes,
  { graph, line, bestEffort, snapsM, closedSnaps = [], words = WAYPOINT_WORDS }: SearchNotesInput,
): void {
  for (const { leg, gapPct, isDated = false } of bestEffort) {
    const gap =
      gapPct === null
        ? 'how much better another way could be is not known'
        : `no way can be more than ${gapPct.toFixed(1)} % cheaper`
    notes.warn(
      'best_effort',
      `From ${words.legOf(leg, line.legFirstStep.length - 1)} ${isDated ? 'ways are closed at some hours' : 'the search reached its budget'}: this is the best way found, ${gap}.`,
      line.atMm[line.legFirstPoint[leg]] / 1000,
    )
  }
  if (graph.meta.synthetic) notes.warn('demo_region', 'This region is made up: no such place exists.', null)
  snapsM.forEach((distanceM, waypoint) => {
    const isClosed = closedSnaps.includes(waypoint)
    if (distanceM <= FAR_SNAP_M && !isClosed) return
    const leg = Math.min(waypoint, line.legFirstPoint.length - 1)
    notes.warn(
      'far_snap',
      `${words.subjectOf(waypoint, snapsM.length).words} lies ${toDistance(distanceM)} from the ${isClosed ? 'nearest way that is open at the time' : 'way it was moved to'}.`,
      line.atMm[line.legFirstPoint[leg]] / 1000,
    )
  })
}

const GAP_WORDS = {
  missing: 'no way on the map',
  closed: 'closed under these settings',
  unreachable: 'no open way leads there',
  turn: 'a turn restriction forbids to go on along it',
} as const

export function noteTrail(notes: Notes, { name, gaps }: NotedTrail): void {
  if (gaps.length === 0) return
  const places = listPlaces(gaps, ({ fromM, toM, leftOutM, reason }) => {
    const lengths = [
      ...(leftOutM > 0 ? [`${toDistance(leftOutM)} left out`] : []),
      ...(toM > fromM ? [`${toDistance(toM - fromM)} of other ways instead`] : []),
    ]
    return `at km ${(fromM / 1000).toFixed(1)} (${[...lengths, GAP_WORDS[reason]].join(', ')})`
  })
  notes.warn('trail_gap', `${name} is not followed ${places}.`, gaps[0].fromM)
}
