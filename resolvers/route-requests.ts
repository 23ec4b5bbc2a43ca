// What a route was requested with, as long as the route is in use: its alternatives are requested in the same words.

import type { PlanRouteInput } from '../src/routing/costs/request-types.ts'
import type { WaypointRoute } from '../src/routing/costs/route-types.ts'
import type { EncodedAnswer } from '../src/wire/encoded-answer.ts'

const ofAnswers = new WeakMap<EncodedAnswer<WaypointRoute>, object>()
const ofRoutes = new WeakMap<WaypointRoute, object>()

export function rememberRequest<Answer extends EncodedAnswer<WaypointRoute>>(answer: Answer, request: object): Answer {
  ofAnswers.set(answer, request)
  return answer
}

/** The route of an answer, which keeps its request. */
export function routeOfAnswer(answer: EncodedAnswer<WaypointRoute>): WaypointRoute {
  const request = ofAnswers.get(answer)
  if (request !== undefined) ofRoutes.set(answer.value, request)
  return answer.value
}

/** Null for a route that nobody requested, such as an alternative. */
export const requestOfRoute = (route: WaypointRoute): Pick<PlanRouteInput, 'waypoints'> | null =>
  (ofRoutes.get(route) as Pick<PlanRouteInput, 'waypoints'> | undefined) ?? null
