// What the lanes of the chart are requested: huts and the like beside the line, the weather at the hour of passing, and
// the sun. Asked again when the line, the departure or the pace changes, once these rest.

import { effect, untracked } from '@preact/signals'
import { sendQuery } from '../api/query.ts'
import { shownLanes } from './lane-choice.ts'
import { HutsAlongDocument, type HutsAlongQuery } from '../documents/generated/graphql.ts'
import { createQuery, valueOf } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'
import { plan, shown } from '../plan/session.ts'
import type { ShownLine } from '../line/shown-line.ts'
import { toLineInput } from '../line/to-polyline.ts'
import { askWeather, departureOfPlan, weatherOfLine } from './weather-session.ts'

type Places = NonNullable<NonNullable<HutsAlongQuery['line']>['outdoorPlaces']>
export type PlaceAlong = Places['edges'][number]

export const hutsAlong = createQuery<{ line: ShownLine; places: Places | null }>()

/** Each forecast costs: the line is to rest first. */
const REST_MS = 900

/** Follows the line and the lanes from now on; gives what ends that. */
export function followLanes(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = effect(() => {
    const line = shown.value
    const lanes = shownLanes.value
    departureOfPlan()
    const { speedKmh, settings } = plan.value
    clearTimeout(timer)
    if (line === null || line.points.length < 2) return
    untracked(() => {
      if (lanes.has('places') && !isOf(line, valueOf(hutsAlong.answer.peek()))) askHuts(line)
    })
    if (!lanes.has('weather') && !lanes.has('light')) return
    const wished = JSON.stringify([departureOfPlan(), speedKmh, settings.profile])
    if (isOf(line, valueOf(weatherOfLine.answer.peek())) && wished === lastWish) return
    timer = setTimeout(() => {
      lastWish = wished
      askWeather(line, settings.profile)
    }, REST_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

let lastWish = ''

const isOf = (line: ShownLine, answer: { line: ShownLine } | null) => answer?.line === line

function askHuts(line: ShownLine): void {
  void hutsAlong.ask(async (stop) => {
    const { data } = await sendQuery(
      HutsAlongDocument,
      { line: toLineInput(line).line, language: language.peek() },
      stop,
    )
    return { line, places: data.line!.outdoorPlaces }
  })
}

/** Again after a failure. */
export function askLanesAgain(): void {
  const line = shown.peek()
  if (line === null) return
  const lanes = shownLanes.peek()
  if (lanes.has('places')) askHuts(line)
  if (lanes.has('weather') || lanes.has('light')) askWeather(line, plan.peek().settings.profile)
}
