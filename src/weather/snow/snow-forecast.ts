// The snow forecast beside the observation: values at 24 and at 48 hours, separate from it and from each other, and the
// reasons if there are none. If the provider fails or is slow, the values are null with the reason, and the observation
// is still answered. A missing value never becomes 0.

import { ServiceError } from '../../errors.ts'
import type { Asking } from '../weather-source.ts'
import type { Attribution } from '../../releases/attribution.ts'
import type { SnowForecastPoint, SnowForecastSource } from './snow-types.ts'
import { type Unknown, unknownOf, type UnknownSentence } from '../../unknowns.ts'
import { HOUR_MS } from '../../durations.ts'
import { say } from '../../language/sentence.ts'

/** The observation waits no longer than this for the provider. */
const FORECAST_WAIT_MS = 6000

export interface SnowHorizon {
  /** the full hour of the values */
  validAt: string
  /** the model of all values; null if there are none or the points have several (each point then names its own) */
  model: string | null
  points: ({ index: number } & SnowForecastPoint)[]
}

export interface SnowForecast {
  forecast: { h24: SnowHorizon; h48: SnowHorizon }
  attribution: Attribution | null
  unknowns: Unknown[]
}

const NOTHING: SnowForecastPoint = { model: null, snowDepthM: null, newSnowCm: null, freezingLevelM: null }

/** Asks `source` (null: there is no provider) once for both times. Never throws because of the provider. */
export async function snowForecast(
  source: SnowForecastSource | null,
  points: readonly { lon: number; lat: number; elevationM: number | null }[],
  nowMs: number,
  asking: Asking,
): Promise<SnowForecast> {
  const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  const validAtMs = [24, 48].map((hours) => hourMs + hours * HOUR_MS)
  let answer: Awaited<ReturnType<SnowForecastSource['forecastSnow']>> | null = null
  let missingAll: UnknownSentence = say('unknown.snow_forecast_missing.why', { why: say('reason.snow.no_provider') })
  if (source !== null) {
    try {
      answer = await withinTime(source.forecastSnow(points, validAtMs, asking))
    } catch (thrown) {
      missingAll =
        thrown instanceof ServiceError && thrown.sentence !== null
          ? say('unknown.snow_forecast_missing.refused', { refusal: thrown.sentence })
          : say('unknown.snow_forecast_missing.why', { why: say('reason.snow.failed') })
    }
  }
  const [h24, h48] = validAtMs.map((atMs, moment): SnowHorizon => {
    const rows = points.map((_, index) => toRow(index, answer?.moments[moment]?.[index] ?? NOTHING))
    const models = new Set(rows.map(({ model }) => model).filter((model) => model !== null))
    return { validAt: new Date(atMs).toISOString(), model: models.size === 1 ? [...models][0] : null, points: rows }
  })
  const all = [...h24.points, ...h48.points]
  const missing = all.filter(
    (row) => row.snowDepthM === null || row.newSnowCm === null || row.freezingLevelM === null,
  ).length
  const unknowns: Unknown[] = []
  if (answer === null) unknowns.push(unknownOf(missingAll))
  else if (missing > 0)
    unknowns.push(unknownOf(say('unknown.snow_forecast_missing.points', { missing, of: all.length })))
  const { apartM } = answer ?? {}
  if (apartM !== undefined) unknowns.push(unknownOf(say('unknown.snow_forecast_shared', { distanceM: apartM })))
  return { forecast: { h24, h48 }, attribution: answer?.attribution ?? null, unknowns }
}

/** Null unless it is a finite number. */
function toRow(
  index: number,
  { model, snowDepthM, newSnowCm, freezingLevelM }: SnowForecastPoint,
): { index: number } & SnowForecastPoint {
  return {
    index,
    model,
    snowDepthM: numberFrom(snowDepthM, 0),
    newSnowCm: numberFrom(newSnowCm, 0),
    freezingLevelM: numberFrom(freezingLevelM, -1000),
  }
}

function numberFrom(value: number | null, min: number): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= min ? value : null
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ServiceError(say('error.forecast_unavailable.slow_snow', { withinS: FORECAST_WAIT_MS / 1000 }))),
      FORECAST_WAIT_MS,
    )
  })
  work.catch(() => {}) // ignore a failure after the timeout
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
