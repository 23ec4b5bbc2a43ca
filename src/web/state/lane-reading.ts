// What the lanes of the chart say of one place on the line: the hour of passing, light, weather, and a hut or the like
// that stands there. Read out with the height there.

import type { Lane } from './lane-choice.ts'
import { clockAtPlace } from '../i18n/format.ts'
import { hutsAlong } from './lanes-session.ts'
import { lightPieces, passedAtMs, sunEvents } from '../line/light-pieces.ts'
import { valueOf } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'
import { num, t, tCode } from '../i18n/t.ts'
import { shown } from '../plan/session.ts'
import { skyOf } from '../line/sky.ts'
import { weatherOfLine, type Weather } from './weather-session.ts'

/** A place is reported where it stands this near, as a share of the line. */
const NEAR_SHARE = 0.01

/** Reads signals: to be called again when they change. */
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
