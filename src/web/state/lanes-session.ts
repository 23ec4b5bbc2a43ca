// What the lanes of the chart are requested: huts and the like beside the line, the weather at the hour of passing, and
// the sun. Asked again when the line, the departure or the pace changes, once these rest.

import { effect, untracked } from '@preact/signals'
import { sendQuery } from '../api/query.ts'
import { HutsAlongDocument, type HutsAlongQuery } from '../documents/generated/graphql.ts'
import { createQuery, valueOf } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'
import { plan, shown } from '../plan/session.ts'
import type { ShownLine } from '../line/shown-line.ts'
import { toLineInput } from '../line/to-polyline.ts'
import { clockAtPlace } from '../i18n/format.ts'
import { lightPieces, passedAtMs, sunEvents } from '../line/light-pieces.ts'
import { num, t, tCode } from '../i18n/t.ts'
import { skyOf } from '../line/sky.ts'
import { shownLanes, type Lane } from './lane-choice.ts'
import { askWeather, departureOfPlan, weatherOfLine, type Weather } from './weather-session.ts'

type Places = NonNullable<NonNullable<HutsAlongQuery['line']>['places']>
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
    const query = JSON.stringify([departureOfPlan(), speedKmh, settings.profile])
    if (isOf(line, valueOf(weatherOfLine.answer.peek())) && query === lastQuery) return
    timer = setTimeout(() => {
      lastQuery = query
      askWeather(line, settings.profile)
    }, REST_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

let lastQuery = ''

const isOf = (line: ShownLine, answer: { line: ShownLine } | null) => answer?.line === line

function askHuts(line: ShownLine): void {
  void hutsAlong.ask(async (stop) => {
    const { data } = await sendQuery(
      HutsAlongDocument,
      { line: toLineInput(line).line, language: language.peek() },
      stop,
    )
    return { line, places: data.line!.places }
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

/** A place is reported where it stands this near, as a share of the line. */
const NEAR_SHARE = 0.01

/**
 * What the lanes of the chart say of one place on the line: the hour of passing, light, weather, and a hut or the like
 * that stands there. Read out with the height there. Reads signals: to be called again when they change.
 */
export function readingAt(lanes: ReadonlySet<Lane>): (atM: number) => string[] {
  const line = shown.value
  const found = valueOf(weatherOfLine.answer.value)
  const weather = found !== null && found.line === line ? found.weather : null
  const events = sunEvents([found?.sun?.day ?? null, found?.sun?.dayAfter ?? null])
  const pieces = lightPieces(weather?.samples ?? [], events)
  const huts = valueOf(hutsAlong.answer.value)
  const edges = huts !== null && huts.line === line ? (huts.places?.edges ?? []) : []
  return (atM) => {
    const words: string[] = []
    if (lanes.has('weather') || lanes.has('light')) words.push(clockAt(weather, atM, found?.sun?.timezone ?? null))
    if (lanes.has('light')) {
      // distances of samples are rounded
      const piece = pieces.find(({ fromM, toM }) => atM >= fromM - 1 && atM <= toM + 1)
      words.push(piece === undefined ? t('lanes.lightUnknown') : tCode('daylight', piece.light))
    }
    if (lanes.has('weather')) words.push(weatherAt(weather, atM))
    const nearM = (line?.lengthM ?? 0) * NEAR_SHARE
    if (lanes.has('places'))
      for (const { node, atM: placeM } of edges)
        if (placeM !== null && Math.abs(placeM - atM) <= nearM) words.push(node.name ?? tCode('kind', node.kind))
    return words.filter((word) => word !== '')
  }
}

function clockAt(weather: Weather | null, atM: number, timezone: string | null): string {
  if (weather === null || timezone === null) return ''
  const ms = passedAtMs(weather.samples, Math.min(atM, weather.samples.at(-1)!.atM))
  return ms === null ? '' : clockAtPlace(language.value, ms, timezone)
}

/** Of the nearest sample, as its cell is drawn. */
function weatherAt(weather: Weather | null, atM: number): string {
  const nearest = weather?.samples.reduce((best, one) =>
    Math.abs(one.atM - atM) < Math.abs(best.atM - atM) ? one : best,
  )
  const hour = nearest?.weather ?? null
  if (hour === null) return t('lanes.weatherUnknown')
  const sky = hour.weatherCode === null ? null : skyOf(hour.weatherCode)
  return [
    hour.tempC === null ? `? °C` : `${num(hour.tempC)}\u00a0°C`,
    sky === null ? t('unknown') : tCode('sky', sky.group),
    hour.precipMm === null ? `? mm` : `${num(hour.precipMm, 1)}\u00a0mm`,
  ].join(', ')
}
