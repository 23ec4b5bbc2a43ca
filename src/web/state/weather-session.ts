// The weather at the hour each part of a line is reached, and the sun there, for the departure of the plan: asked once,
// told in the panel and in the chart.

import { sendQuery, toFailure, type Failure } from '../api/query.ts'
import { nextDay, toIsoWithOffset, tomorrowMorning } from '../plan/departure.ts'
import { type TravelMode, WeatherAlongDocument, type WeatherAlongQuery } from '../documents/generated/graphql.ts'
import { createQuery } from '../api/resource.ts'
import { walkerInput } from './pace-store.ts'
import { plan } from '../plan/session.ts'
import type { ShownLine } from '../line/shown-line.ts'
import { toLineInput } from '../line/to-polyline.ts'

export type Weather = NonNullable<NonNullable<WeatherAlongQuery['line']>['weather']>
/** Dawn, sunrise, sunset and dusk at the start on the day of departure and the next. */
export type Sun = WeatherAlongQuery['point']

export interface WeatherOfLine {
  /** null: it failed */
  weather: Weather | null
  failure: Failure | null
  sun: Sun
  line: ShownLine
  thinned: boolean
}

export const DEFAULT_KMH: Record<TravelMode, number> = { HIKE: 4, RUN: 9, BIKE: 16 }

export const weatherOfLine = createQuery<WeatherOfLine>()

/** As the field for date and time has it. */
export const departureOfPlan = (): string => plan.value.departure ?? tomorrowMorning(new Date())

/** False where the departure is no time. */
export function askWeather(line: ShownLine, profile: TravelMode): boolean {
  const departure = departureOfPlan()
  const iso = toIsoWithOffset(departure)
  if (iso === null) return false
  const { line: sent, thinned } = toLineInput(line)
  const { walker } = walkerInput(profile)
  const own = walker === undefined ? null : { walker }
  const pace = profile === 'HIKE' ? own : { speedKmh: plan.peek().speedKmh ?? DEFAULT_KMH[profile] }
  const [lon, lat] = line.points[0]
  const day = departure.slice(0, 10)
  void weatherOfLine.ask(async (stop) => {
    const { data, failures } = await sendQuery(
      WeatherAlongDocument,
      { line: sent, departure: iso, mode: profile, pace, start: [lon, lat], day, dayAfter: nextDay(day) },
      stop,
    )
    return {
      weather: data.line?.weather ?? null,
      failure: failures.length === 0 ? null : toFailure(failures[0]),
      sun: data.point,
      line,
      thinned,
    }
  })
  return true
}
