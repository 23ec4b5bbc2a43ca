// The route of the plan: asked anew whenever what it hangs on changes, and shown as a line. Holds no opinion on how it
// looks. With fewer than two waypoints, or after a failure, there is no line, and nothing replaces it.

import { effect, untracked } from '@preact/signals'
import { ask } from './ask.ts'
import { RouteOnMapDocument } from './documents/generated/graphql.ts'
import type { RouteInput, RouteOnMapQuery } from './documents/generated/graphql.ts'
import { createQuestion } from './loaded.ts'
import { withWalker } from './my-pace.ts'
import { toRouteInput } from './plan.ts'
import { km, m, t } from './say.ts'
import { announce, lines, plan } from './session.ts'
import { toShownLine } from './shown-line.ts'
import type { ShownLine } from './shown-line.ts'

export type RouteAnswer = NonNullable<RouteOnMapQuery['route']>
type Facts = Pick<RouteAnswer, 'difficulty' | 'surfaces'>

export const route = createQuestion<RouteAnswer>()

/** Surfaces and grades as pieces of a line; unknown stays null. */
export function toPieces({ surfaces, difficulty }: Facts): Pick<ShownLine, 'surfaces' | 'grades'> {
  return {
    surfaces:
      surfaces?.stretches?.map(({ fromM, toM, surface }) => ({
        fromM,
        toM,
        kind: surface === 'UNKNOWN' ? null : surface,
      })) ?? null,
    grades: difficulty?.stretches.map(({ fromM, toM, grade }) => ({ fromM, toM, kind: grade })) ?? null,
  }
}

/** With the visitor's own pace, if known. */
function withMyPace(input: RouteInput | null): RouteInput | null {
  return input === null ? null : { ...input, settings: withWalker(input.settings) }
}

let lastInput = ''

/** Follows the plan from now on. */
export function followRoute(): void {
  effect(() => {
    const { mode } = plan.value
    const input = withMyPace(toRouteInput(plan.value))
    if (mode !== 'route') return
    const key = JSON.stringify(input)
    if (key === lastInput) return
    lastInput = key
    if (input === null) return route.clear()
    void route.ask(async (stop) => (await ask(RouteOnMapDocument, { input }, stop)).data.route!)
  })
  effect(() => {
    const answer = route.answer.value
    if (answer.state === 'busy') return // the last line stays until the next is there
    if (answer.state === 'ok') {
      const { distanceM, ascentM, warnings, hazards, unknowns } = answer.value
      untracked(() =>
        announce(
          t('route.said', {
            length: km(distanceM),
            climb: m(ascentM),
            notes: (warnings ?? []).length + (hazards ?? []).length,
            unknowns: unknowns.length,
          }),
        ),
      )
    }
    lines.route.value =
      answer.state === 'ok'
        ? toShownLine([answer.value.line.coordinates!], answer.value.distanceM, toPieces(answer.value))
        : null
  })
}

/** Asks again, for instance after the connection came back. */
export function askRouteAgain(): void {
  const input = withMyPace(toRouteInput(plan.peek()))
  if (input !== null) void route.ask(async (stop) => (await ask(RouteOnMapDocument, { input }, stop)).data.route!)
}
