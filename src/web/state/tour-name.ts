// What a tour is called after its ends; empty where they have no names.

import { toRouteInput, type Plan } from '../plan/plan.ts'
import { waypointName } from './waypoint-names.ts'

export function tourName(plan: Plan): string {
  const { mode, waypoints, loop } = plan
  if (mode === 'loop') return loop.start === null ? '' : (waypointName(loop.start) ?? '')
  const ends = [waypoints[0], waypoints.at(-1)].map((point) => (point === undefined ? null : waypointName(point)))
  return toRouteInput(plan) === null ? '' : [...new Set(ends)].filter((name) => name !== null).join(' – ')
}
