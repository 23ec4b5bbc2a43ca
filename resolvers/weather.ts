// Weather operations: the forecast of places, and the weather along a line at the time of arrival. The
// provider is asked once for all points of a question. What it does not have is null or `missing` with the reason;
// made-up weather is given for the made-up demo region alone.

import { say } from '../src/language/sentence.ts'
import type { z } from 'zod'
import { refusalOf, ServiceError } from '../src/errors.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type { Services } from '../src/services.ts'
import { buildForecast } from '../src/weather/build-forecast.ts'
import type { ForecastPlace, ForecastOptions, WeatherForecast } from '../src/weather/forecast-types.ts'
import { type Asking, roundPlace } from '../src/weather/weather-source.ts'
import { MB, type RunContext, defineOperation } from './pipeline/operation.ts'
import { fields, flag, integerFrom, listOf, numberFrom, position } from './input/input-fields.ts'
import type { Loaders } from './loaders.ts'
import { tenths } from '../src/wire/numbers.ts'

export const MAX_FORECAST_POINTS = 12
export const MAX_FORECAST_DAYS = 16
/** Of points, metres. */
export const [LEAST_FORECAST_M, MOST_FORECAST_M] = [-500, 9000]
/** Of one GraphQL document: weather costs nothing, so it is counted apart (decision: keys-and-credits). */
export const MAX_DOCUMENT_FORECAST_POINTS = 50
const DEFAULT_FORECAST_DAYS = 7

const forecastPoint = fields({
  lon: numberFrom(-180, 180, 'longitude'),
  lat: numberFrom(-90, 90, 'latitude'),
  elevationM: numberFrom(LEAST_FORECAST_M, MOST_FORECAST_M, 'metres')
    .optional()
    .describe("Height of the point; the terrain model's where left out."),
})

const forecastInput = fields({
  points: listOf(forecastPoint, 1, MAX_FORECAST_POINTS, 'points').describe('1 to 12 places, rounded to 2 decimals.'),
  days: integerFrom(1, MAX_FORECAST_DAYS).default(DEFAULT_FORECAST_DAYS).describe('Forecast days, 1 to 16.'),
  hourly: flag().optional().describe('Adds every hour of these days.'),
  freezingLevel: flag().optional().describe('Adds the freezing level of every hour.'),
})
export type ForecastInput = z.infer<typeof forecastInput>

export const forecast = defineOperation<ForecastInput, WeatherForecast>({
  id: 'weather',
  summary:
    'Daily and hourly forecast for 1 to 12 places; every day and hour names the one model it comes from, missing values are null.',
  input: forecastInput,
  limits: { bodyBytes: MB, points: MAX_FORECAST_POINTS },
  credits: 0,
  takesKey: false,
  sources: ['heights'],
  raises: ['forecast_unavailable', 'rate_limited'],
  run: async (input, services, context) => {
    takeForecastPoints(services, context, input.points.length)
    const options = {
      days: input.days,
      hourly: input.hourly ?? false,
      freezingLevel: input.freezingLevel ?? false,
    }
    const places = await forecastPlaces(services, input.points)
    return buildForecast(await seriesOf(services, places, options, context), places, options, services.clock.nowMs())
  },
})

/**
 * An address asks at most 120 points a minute, a document 50 (decision: keys-and-credits). Throws ServiceError
 * `rate_limited`, `invalid_input`.
 */
function takeForecastPoints(
  services: Services,
  context: Pick<RunContext, 'caller' | 'requested'>,
  count: number,
): void {
  const { requested } = context
  if (requested.forecastPoints + count > MAX_DOCUMENT_FORECAST_POINTS)
    throw new ServiceError(say('error.invalid_input.forecast_points', { max: MAX_DOCUMENT_FORECAST_POINTS }))
  requested.forecastPoints += count
  const waitS = services.forecastPoints.take(context.caller.address, count, services.clock.nowMs())
  if (waitS > 0)
    throw new ServiceError(say('error.rate_limited.forecast', { waitS }), {
      retryAfterS: waitS,
    })
}

/** Rounded places with the height they were given, or that of the terrain. */
async function forecastPlaces(services: Services, points: ForecastInput['points']): Promise<ForecastPlace[]> {
  const rounded = points.map(({ lon, lat }) => roundPlace([lon, lat]))
  const needed = rounded.filter((_, i) => points[i].elevationM === undefined)
  const heights = needed.length === 0 ? [] : await terrainHeights(services, needed)
  let next = 0
  return points.map(({ elevationM }, i): ForecastPlace => {
    const height = elevationM ?? heights[next++]
    return {
      lon: rounded[i][0],
      lat: rounded[i][1],
      elevationM: height === null ? null : tenths(height),
      elevationSource: elevationM !== undefined ? 'request' : height === null ? null : 'terrain',
    }
  })
}

/** Null where the terrain has none, or there is no terrain. */
async function terrainHeights(services: Services, points: readonly LonLat[]): Promise<(number | null)[]> {
  try {
    return (await services.terrain.sample('current', points, null)).heightsM
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === 'terrain_unavailable') return points.map(() => null)
    throw thrown
  }
}

/** The interface has no 502 for this operation: a provider that answers nonsense has no forecast to give either. */
async function seriesOf(
  services: Services,
  places: readonly ForecastPlace[],
  options: ForecastOptions,
  asking: Asking,
) {
  try {
    return await services.weather.getSeries(
      places.map(({ lon, lat }) => [lon, lat] as const),
      options.days,
      asking,
      options.freezingLevel ? 'freezing' : 'weather',
    )
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === 'forecast_failed')
      throw new ServiceError(say('error.forecast_unavailable.failed', { refusal: refusalOf(thrown) }), {
        cause: thrown,
        retryAfterS: 60,
      })
    throw thrown
  }
}

/** What a forecast of a point is asked with. */
export const linkedForecastArgs = forecastInput.pick({ days: true }).extend({
  elevationM: forecastPoint.shape.elevationM.describe(
    `Height of the point in metres, ${LEAST_FORECAST_M} to ${MOST_FORECAST_M.toLocaleString('en')}; the terrain model's where left out.`,
  ),
})

/** A forecast asked of a place or trail. */
export const linkedForecastInput = fields({
  at: position(),
  ...linkedForecastArgs.shape,
  hourly: flag().optional(),
  freezingLevel: flag().optional(),
})
type LinkedForecastInput = z.infer<typeof linkedForecastInput>

/** The operation `weather` over the loaders of a document: places asked beside each other are one question. */
export function placeForecast(loaders: Pick<Loaders, 'height' | 'weatherSeries'>) {
  return {
    ...forecast,
    run: async (
      { at, days, elevationM, hourly = false, freezingLevel = false }: LinkedForecastInput,
      services: Services,
      context: RunContext,
    ): Promise<WeatherForecast> => {
      takeForecastPoints(services, context, 1)
      const [lon, lat] = roundPlace(at)
      const [answer, height] = await Promise.all([
        loaders.weatherSeries([lon, lat], days, freezingLevel ? 'freezing' : 'weather'),
        elevationM ?? loaders.height([lon, lat]).catch(nullWithoutTerrain),
      ])
      const place: ForecastPlace = {
        lon,
        lat,
        elevationM: height === null ? null : tenths(height),
        elevationSource: elevationM !== undefined ? 'request' : height === null ? null : 'terrain',
      }
      return buildForecast(answer, [place], { days, hourly, freezingLevel }, services.clock.nowMs())
    },
  } as unknown as typeof forecast
}

function nullWithoutTerrain(thrown: unknown): null {
  if (thrown instanceof ServiceError && thrown.code === 'terrain_unavailable') return null
  throw thrown
}
