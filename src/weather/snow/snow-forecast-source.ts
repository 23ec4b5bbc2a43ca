// Snow forecasts from the cached series of a weather source: one request for all points, with each of their few shared
// places once. Points share places as finely as the limit of places allows; points for which no place is left have no
// forecast. Values are those of the model's cell, of one model per hour. No value is carried over from one hour or
// model to another.

import { type LonLat, distanceM } from '../../geo/lon-lat.ts'
import type { SnowForecastPoint, SnowForecastSource } from './snow-types.ts'
import { type PointSeries, nearestHour, orNull } from '../point-series.ts'
import type { WeatherSource } from '../weather-source.ts'

/** Places requested from the provider for one route. */
export const MAX_SNOW_PLACES = 50
/** Sides of the squares within which points share a place, degrees; the finest possible is used. */
const SHARED_DEG = [0.01, 0.05, 0.1]
/** A place farther from a point is reported. */
const FAR_M = 1500
/** Today and enough further days for 48 hours in any time zone. */
const DAYS = 4

const NOTHING: SnowForecastPoint = { model: null, snowDepthM: null, newSnowCm: null, freezingLevelM: null }

export function toSnowForecastSource(weather: WeatherSource): SnowForecastSource {
  return {
    over: toSnowForecastSource,
    async forecastSnow(points, validAtMs, asking) {
      const { places, placeOf, apartM } = sharePlaces(points.map(({ lon, lat }): LonLat => [lon, lat]))
      const { provider, points: answered } = await weather.getSeries(places, DAYS, asking, 'snow')
      const moments = validAtMs.map((atMs) => {
        const ofPlaces = places.map((_, place) => valuesAt(answered[place]?.series ?? null, atMs))
        return placeOf.map((place) => (place < 0 ? NOTHING : ofPlaces[place]))
      })
      return {
        attribution: { text: provider.attribution, licence: provider.licence, url: null },
        ...(apartM > FAR_M ? { apartM } : {}),
        moments,
      }
    },
  }
}

/**
 * The first point of each square represents it. `placeOf[i]` is -1 if no place was left; `apartM` is the largest
 * distance of a point from its place.
 */
export function sharePlaces(points: readonly LonLat[]): { places: LonLat[]; placeOf: number[]; apartM: number } {
  for (const sideDeg of SHARED_DEG) {
    const places: LonLat[] = []
    const byKey = new Map<string, number>()
    let apartM = 0
    const placeOf = points.map(([lon, lat]) => {
      const key = `${Math.round(lon / sideDeg)},${Math.round(lat / sideDeg)}`
      let place = byKey.get(key)
      if (place === undefined) {
        place = places.length < MAX_SNOW_PLACES ? places.push([lon, lat]) - 1 : -1
        byKey.set(key, place)
      }
      if (place >= 0) apartM = Math.max(apartM, distanceM(lon, lat, places[place][0], places[place][1]))
      return place
    })
    if (!placeOf.includes(-1) || sideDeg === SHARED_DEG.at(-1)) return { places, placeOf, apartM }
  }
  throw new Error('no side of a square')
}

function valuesAt(series: PointSeries | null, atMs: number): SnowForecastPoint {
  const hour = series === null ? -1 : nearestHour(series, atMs)
  if (series === null || hour < 0 || series.hourModel[hour] < 0) return NOTHING
  const { snowDepthM, newSnowCm, freezingLevelM } = series.columns
  return {
    model: series.models[series.hourModel[hour]].id,
    snowDepthM: orNull(snowDepthM[hour], 2),
    newSnowCm: orNull(newSnowCm[hour], 1),
    freezingLevelM: orNull(freezingLevelM[hour], 0),
  }
}
