// The line of a file becomes a plan: waypoints are fitted to it with routes of the service, and it is said how far the
// route of these waypoints is off.

import { signal } from '@preact/signals'
import { sendQuery } from '../api/query.ts'
import { RouteLineDocument } from '../documents/generated/graphql.ts'
import { type FittedWaypoints, fitWaypoints } from '../line/fit-waypoints.ts'
import { createQuery } from '../api/resource.ts'
import { type Plan, roundPoint, toRouteInput } from '../plan/plan.ts'
import { changePlan, lines, mapCommand, plan } from '../plan/session.ts'

/** The query under way. */
export const fitting = createQuery<FittedWaypoints>()
/** Its result, and the waypoints it belongs to; null before the first. */
export const edited = signal<{ offM: number; waypoints: Plan['waypoints'] } | null>(null)

export async function editAsRoute(): Promise<void> {
  const line = lines.file.peek()
  if (line === null) return
  await fitting.ask((stop) =>
    fitWaypoints(line, async (waypoints) => {
      const input = toRouteInput({ ...plan.peek(), waypoints, straightLegs: [] })!
      const found = (await sendQuery(RouteLineDocument, { input }, stop)).data.route!
      return { ...found, coordinates: found.line.coordinates! }
    }),
  )
  const answer = fitting.answer.peek()
  if (answer.state !== 'ok') return
  const waypoints = answer.value.waypoints.map(roundPoint)
  edited.value = { offM: answer.value.offM, waypoints }
  changePlan((old) => ({ ...old, mode: 'route', waypoints, straightLegs: [] }))
  mapCommand.value = { kind: 'shown' }
}
