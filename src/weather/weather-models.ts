// The models in use, finest first: each hour and each day come from the first that has them. The list is explicit, so
// that every value can name its model; the provider's blends ("best match", "seamless") cannot. A model is requested
// only if its grid can contain one of the places: the provider counts every requested model, whether it has the place
// or not. Pure.
//
// Names, grids and metadata folders as in Open-Meteo's sources: Sources/App/Controllers/ForecastapiController.swift
// (enum
// MultiDomains; EnsembleController.swift before it), Sources/App/Helper/DomainRegistry.swift (folders of
// /data/<name>/static/meta.json, fields in Helper/File/ModelMetaJson.swift), */...Domain.swift (grids),
// MeteoFranceVariableDownloadable.swift, MeteoSwissVariable.swift (variables).

import { DEG_TO_RAD, type LonLat } from '../geo/lon-lat.ts'

type Box = readonly [minLon: number, minLat: number, maxLon: number, maxLat: number]

export interface WeatherModel {
  /** the provider's name */
  id: string
  /** folder of its metadata; null: unknown */
  metaName: string | null
  /** roughly what its grid covers, never less: a box in degrees, or a test; absent: the globe, or unknown */
  covers?: Box | ((lon: number, lat: number) => boolean)
}

/**
 * MeteoSwiss' grid: degrees on a globe rotated so that 10 E, 47 N is its zero (pole 43 N, 190 E); two pixels of margin.
 */
const SWISS_GRID = [-6.48, -4.08, 4.44, 3] as const

function isInSwissGrid(lon: number, lat: number): boolean {
  const centre = 47 * DEG_TO_RAD
  const [along, phi] = [(lon - 10) * DEG_TO_RAD, lat * DEG_TO_RAD]
  const x = Math.cos(phi) * Math.cos(along)
  const turnedLon =
    Math.atan2(Math.cos(phi) * Math.sin(along), x * Math.cos(centre) + Math.sin(phi) * Math.sin(centre)) / DEG_TO_RAD
  const turnedLat = Math.asin(Math.sin(phi) * Math.cos(centre) - x * Math.sin(centre)) / DEG_TO_RAD
  return (
    turnedLon >= SWISS_GRID[0] && turnedLat >= SWISS_GRID[1] && turnedLon <= SWISS_GRID[2] && turnedLat <= SWISS_GRID[3]
  )
}

/**
 * Finest grid first, global last; two global ones, so that the provider names every column by its model. AROME is used
 * on its 2.5 km grid: the 1.5 km grid ("HD") has neither cloud nor pressure, so no weather code and no cell height.
 */
export const FORECAST_MODELS: readonly WeatherModel[] = [
  // 1 km, Alps (rotated pole), 33 h, every 3 h
  { id: 'meteoswiss_icon_ch1', metaName: 'meteoswiss_icon_ch1', covers: isInSwissGrid },
  // 2 km, the same area, 5 days, every 6 h
  { id: 'meteoswiss_icon_ch2', metaName: 'meteoswiss_icon_ch2', covers: isInSwissGrid },
  { id: 'icon_d2', metaName: 'dwd_icon_d2', covers: [-4, 43.1, 20.4, 58.2] }, // 2 km, central Europe, 2 days
  // 2.5 km, 2 days; no freezing level, no snow depth
  { id: 'meteofrance_arome_france', metaName: 'meteofrance_arome_france0025', covers: [-12.1, 37.4, 16.1, 55.5] },
  { id: 'gfs_hrrr', metaName: 'ncep_hrrr_conus', covers: [-135, 21, -60, 53] }, // 3 km, United States (Lambert), 2 days
  { id: 'icon_eu', metaName: 'dwd_icon_eu', covers: [-23.6, 29.4, 62.6, 70.6] }, // 7 km, Europe, 5 days
  { id: 'icon_global', metaName: 'dwd_icon' }, // 11 km, 7.5 days
  { id: 'gfs_global', metaName: 'ncep_gfs013' }, // 13 km, 16 days
]

/** Requested from the ensemble server, which uses the same name in its answer (MultiDomains.remappedToEnsembleApi). */
export const ENSEMBLE_MODELS: readonly WeatherModel[] = [
  { id: 'ecmwf_ifs025_ensemble', metaName: 'ecmwf_ifs025_ensemble' },
]

/** The ensemble server accepts these older names and answers under its own (MultiDomains.remappedToEnsembleApi). */
const ENSEMBLE_NAMES: Readonly<Record<string, string>> = {
  icon_seamless: 'icon_seamless_eps',
  icon_global: 'icon_global_eps',
  icon_eu: 'icon_eu_eps',
  icon_d2: 'icon_d2_eps',
  ecmwf_ifs025: 'ecmwf_ifs025_ensemble',
  ecmwf_aifs025: 'ecmwf_aifs025_ensemble',
  gem_global: 'gem_global_ensemble',
  gfs_seamless: 'ncep_gefs_seamless',
  gfs025: 'ncep_gefs025',
  gfs05: 'ncep_gefs05',
  meteoswiss_icon_ch1: 'meteoswiss_icon_ch1_ensemble',
  meteoswiss_icon_ch2: 'meteoswiss_icon_ch2_ensemble',
}

/** Names of an ensemble in an answer: as requested, or the server's own. */
export function ensembleNames(id: string): string[] {
  const own = ENSEMBLE_NAMES[id]
  return own === undefined ? [id] : [id, own]
}

/** Models by name, for a configured list; an unknown name has no metadata and is requested everywhere. */
export function namedModels(names: readonly string[], known: readonly WeatherModel[]): WeatherModel[] {
  return names.map((id) => known.find((model) => model.id === id) ?? { id, metaName: null })
}

/** The models that can cover one of the places; all of them if none can (the provider then says so). */
export function modelsAt(models: readonly WeatherModel[], places: readonly LonLat[]): readonly WeatherModel[] {
  const able = models.filter(
    ({ covers }) =>
      covers === undefined ||
      places.some(([lon, lat]) =>
        typeof covers === 'function'
          ? covers(lon, lat)
          : lon >= covers[0] && lon <= covers[2] && lat >= covers[1] && lat <= covers[3],
      ),
  )
  return able.length > 0 ? able : models
}
