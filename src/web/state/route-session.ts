// The route of the plan: asked again whenever what it hangs on changes, and shown as a line. Holds no opinion on how it
// looks. With fewer than two waypoints, or after a failure, there is no line, and nothing replaces it.

import { computed, effect, signal, untracked } from '@preact/signals'
import { sendQuery } from '../api/query.ts'
import { type RouteInput, RouteOnMapDocument, type RouteOnMapQuery } from '../documents/generated/graphql.ts'
import { createQuery, valueOf } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'
import { otherRoutes } from './map-content.ts'
import { withWalker } from './pace-store.ts'
import { isTrail, takesAlternatives, toRouteInput } from '../plan/plan.ts'
import { aloud, km, m, t } from '../i18n/t.ts'
import { announce, lines, plan } from '../plan/session.ts'
import { toShownLine } from '../line/shown-line.ts'
import { toPieces } from '../line/to-pieces.ts'
import { nameTrailLocally } from './waypoint-names.ts'
import type { Language } from '../i18n/words.ts'

export type RouteAnswer = Omit<NonNullable<RouteOnMapQuery['route']>, 'alternatives'>
export type AlternativesAnswer = NonNullable<NonNullable<RouteOnMapQuery['route']>['alternatives']>
export type Alternative = AlternativesAnswer['nodes'][number]
export const route = createQuery<RouteAnswer>()
export const alternatives = createQuery<AlternativesAnswer>()

const chosenAlternative = computed<Alternative | null>(
  () => valueOf(alternatives.answer.value)?.nodes[plan.value.alternative - 1] ?? null,
)
/** The chosen alternative, or the best route; null without a route. */
export const shownRoute = computed<RouteAnswer | null>(() => {
  const best = valueOf(route.answer.value)
  return best === null ? null : (chosenAlternative.value ?? best)
})

/** With the visitor's own pace, if known. */
function withMyPace(input: RouteInput | null): RouteInput | null {
  return input === null ? null : { ...input, settings: withWalker(input.settings) }
}

/** The language that names of a route's trails came in. */
export const namesIn = signal<Language | null>(null)

async function askRoute(variables: { input: RouteInput; withAlternatives?: boolean }, stop: AbortSignal) {
  const requested = language.peek()
  const answer = await sendQuery(RouteOnMapDocument, { ...variables, language: requested }, stop)
  namesIn.value = requested
  return answer
}

let lastInput = ''

/** Has each route read out from now on. The words of the language have to be there. */
export function announceRoute(): void {
  effect(() => {
    const answer = route.answer.value
    if (answer.state !== 'ok') return
    const { lengthM, elevation, warnings, hazards, unknowns } = answer.value
    untracked(() =>
      announce(
        t('route.said', {
          length: aloud(km, lengthM),
          climb: elevation === null ? t('unknown') : aloud(m, elevation.ascentM),
          notes: warnings.length + hazards.length,
          unknowns: unknowns.length,
        }),
      ),
    )
  })
}

/** Follows the plan from now on. */
export function followRoute(): void {
  effect(() => {
    const { mode } = plan.value
    const input = withMyPace(toRouteInput(plan.value))
    if (mode !== 'route') return
    const key = JSON.stringify(input)
    if (key === lastInput) return
    lastInput = key
    alternatives.clear()
    if (input === null) return route.clear()
    void route.ask(async (stop) => (await askRoute({ input }, stop)).data.route!)
  })
  effect(() => {
    if (route.answer.value.state === 'busy') return
    const found = shownRoute.value
    lines.route.value = found === null ? null : toShownLine([found.line.coordinates!], found.lengthM, toPieces(found))
  })
  effect(nameTrails)
  effect(showOthers)
  // an address may name an alternative
  effect(() => {
    const isWanted = plan.value.alternative > 0 && takesAlternatives(plan.value)
    if (isWanted && route.answer.value.state === 'ok')
      untracked(() => alternatives.answer.value.state === 'idle' && askAlternatives())
  })
}

export function askAlternatives(): void {
  const input = withMyPace(toRouteInput(plan.peek()))
  if (input === null || !takesAlternatives(plan.peek())) return
  void alternatives.ask(async (stop) => {
    const { data, failures } = await askRoute({ input, withAlternatives: true }, stop)
    const found = data.route?.alternatives
    if (found == null) throw failures[0] ?? new Error('no alternatives')
    return found
  })
}

/** An answer names the trails that it follows. */
function nameTrails(): void {
  const answer = route.answer.value
  if (answer.state !== 'ok') return
  const { waypoints } = plan.peek()
  for (const { waypoint, name } of answer.value.snaps) {
    const stop = waypoints[waypoint]
    if (stop !== undefined && isTrail(stop)) nameTrailLocally(stop.trail, name)
  }
}

function showOthers(): void {
  const best = valueOf(route.answer.value)
  const found = valueOf(alternatives.answer.value)
  const chosen = chosenAlternative.value === null ? 0 : plan.value.alternative
  otherRoutes.value =
    best === null || found === null
      ? []
      : [best, ...found.nodes].flatMap(({ line }, index) =>
          index === chosen
            ? []
            : [{ index, coordinates: line.coordinates!.map(([lon, lat]): [number, number] => [lon, lat]) }],
        )
}

/** Asks again, for instance after the connection came back. */
export function askRouteAgain(): void {
  const input = withMyPace(toRouteInput(plan.peek()))
  if (input !== null) void route.ask(async (stop) => (await askRoute({ input }, stop)).data.route!)
}
