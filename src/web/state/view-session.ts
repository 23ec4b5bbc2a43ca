// What is in view: outdoor places of the chosen kinds and signed trails within the box of the map, queried with a
// button because it costs credits; and details of the one that was picked. If the box has more than one page, the list
// says so.

import { effect, signal, untracked } from '@preact/signals'
import { decodePolyline6 } from '../../geo/polyline.ts'
import { sendQuery } from '../api/query.ts'
import {
  PlacesInViewDocument,
  type PlacesInViewQuery,
  TrailDetailsDocument,
  type TrailDetailsQuery,
  TrailsInViewDocument,
  type TrailsInViewQuery,
} from '../documents/generated/graphql.ts'
import { createQuery, valueOf } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'
import { loadSpeech } from '../i18n/speech.ts'
import { picked, placesShown, trailsShown } from './map-content.ts'
import { PLACE_GROUPS } from '../line/place-groups.ts'
import { placeDots } from './place-dots.ts'
import { config, lines, mapCommand, plan, viewBox } from '../plan/session.ts'
import { groupSameTrails } from './same-trail.ts'
import { boxesInView, joinLists } from './view-boxes.ts'
import { profileParts, toShownLine } from '../line/shown-line.ts'

export type PlacesAnswer = NonNullable<PlacesInViewQuery['places']>
export type TrailsAnswer = NonNullable<TrailsInViewQuery['trails']>
export type TrailDetails = NonNullable<TrailDetailsQuery['trail']>

/** Lines are drawn within this share of the height of the view: a quarter of a pixel, four after zooming in by four. */
const LINE_SHARE = 1 / 4000
const FINEST_M = 0.5
const COARSEST_M = 10
const METRES_A_DEGREE = 111_320
const TRAIL_COLOUR = '#8e24aa'
export const groups = signal<ReadonlySet<string>>(new Set(['shelter', 'water', 'top']))
export const withTrails = signal(true)
export const places = createQuery<PlacesAnswer>()
export const trails = createQuery<TrailsAnswer>()
export const trail = createQuery<TrailDetails>()
/** Whether the view is too wide to be requested. */
export const tooWide = signal(false)

/** `keepsPicked`: what was picked before, on the map, stays; `keepsTrails`: so do the trails that were found. */
export function lookHere({ keepsPicked = false, keepsTrails = false } = {}): void {
  const view = viewBox.peek() ?? config.region?.bbox ?? null // without a map, all of the region
  if (view === null) return
  const boxes = boxesInView(view)
  tooWide.value = boxes === null
  if (boxes === null) return
  if (!keepsPicked) picked.value = null
  findPlaces(boxes)
  if (!keepsTrails) findTrails(boxes, view[3] - view[1])
}

type Boxes = NonNullable<ReturnType<typeof boxesInView>>

function findPlaces(boxes: Boxes): void {
  const kinds = PLACE_GROUPS.flatMap((group) => (groups.peek().has(group.name) ? group.kinds : []))
  const own = language.peek()
  if (kinds.length === 0) return places.clear()
  void places.ask(async (stop) => {
    const found = await Promise.all(
      boxes.map((inBox) => sendQuery(PlacesInViewDocument, { inBox, kinds, language: own }, stop)),
    )
    return joinLists(
      found.map(({ data }) => data.places!),
      ({ node }) => node.id,
    )
  })
}

function findTrails(boxes: Boxes, heightDeg: number): void {
  const own = language.peek()
  if (!withTrails.peek()) return trails.clear()
  const toleranceM = Math.min(COARSEST_M, Math.max(FINEST_M, heightDeg * METRES_A_DEGREE * LINE_SHARE))
  void trails.ask(async (stop) => {
    const found = await Promise.all(
      boxes.map((inBox) => sendQuery(TrailsInViewDocument, { inBox, toleranceM, language: own }, stop)),
    )
    return joinLists(
      found.map(({ data }) => data.trails!),
      ({ node }) => node.osmRelation,
    )
  })
}

/** What lies in the view that a trail was fitted into. The list that the trail was chosen from stays. */
function lookAround(trailId: number): void {
  const isListed = valueOf(trails.answer.peek())?.edges.some(({ node }) => node.osmRelation === trailId) ?? false
  // what was found in another view is not what lies in one that is too wide
  if (viewBox.peek() !== null && boxesInView(viewBox.peek()!) === null) places.clear()
  lookHere({ keepsPicked: true, keepsTrails: isListed })
}

/** Follows what was found and picked from now on. */
export function followView(): () => void {
  /** the trail that the map is moved to */
  let fitted: number | null = null
  const stops = [
    effect(() => {
      placesShown.value = plan.value.mode !== 'view' ? [] : placeDots(valueOf(places.answer.value), picked.value)
    }),
    effect(() => {
      const found = valueOf(trails.answer.value)
      const chosen = picked.value?.kind === 'trail' ? picked.value.id : null
      trailsShown.value =
        plan.value.mode !== 'view' || found === null
          ? []
          : groupSameTrails(found.edges.map(({ node }) => node)).map(([node]) => ({
              id: node.osmRelation,
              colour: TRAIL_COLOUR,
              isFaded: chosen !== null,
              lines: node.line.parts.map(({ polyline6 }) => decodePolyline6(polyline6)),
            }))
    }),
    effect(() => {
      const id = picked.value?.kind === 'trail' ? picked.value.id : null
      if (id === null) trail.clear()
      else {
        // its sign is said as sentences are
        void loadSpeech(language.peek()).catch(() => undefined)
        void trail.ask(
          async (stop) =>
            (await sendQuery(TrailDetailsDocument, { osmRelation: id, language: language.peek() }, stop)).data.trail!,
        )
      }
    }),
    effect(() => {
      const answer = trail.answer.value
      if (answer.state === 'busy') return
      lines.view.value = answer.state !== 'ok' ? null : trailLine(answer.value)
      fitted = answer.state === 'ok' ? answer.value.osmRelation : null
      if (answer.state === 'ok') mapCommand.value = { kind: 'fit', box: answer.value.bbox }
    }),
    effect(() => {
      const id = fitted
      if (viewBox.value === null || id === null) return
      fitted = null
      untracked(() => lookAround(id))
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** With the heights of its profile where there is one. Its surfaces along the way were not requested. */
function trailLine(found: TrailDetails) {
  const series = found.elevationProfile?.series
  const parts =
    series === undefined ? found.line.parts.map(({ polyline6 }) => decodePolyline6(polyline6)) : profileParts(series)
  return toShownLine(parts, found.lengthM, { plainColour: TRAIL_COLOUR })
}
