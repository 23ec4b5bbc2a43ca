// The models that are asked, finest first: for each hour and each day the first that has it answers. The list is explicit, so
// that every value can name the one model it came from; a blend of the provider ("best match", "seamless") cannot.
// `metaName` is where the provider keeps the times of a model's last run. Pure data.

export interface WeatherModel {
  /** the provider's name */
  id: string
  /** folder of its metadata; null: not known to us */
  metaName: string | null
}

/** Finest grid first, global last. Names of Open-Meteo's forecast API. */
export const FORECAST_MODELS: readonly WeatherModel[] = [
  { id: 'meteoswiss_icon_ch1', metaName: 'meteoswiss_icon_ch1' }, // 1 km, Alps, 33 h
  { id: 'meteofrance_arome_france_hd', metaName: 'meteofrance_arome_france_hd' }, // 1.5 km, 2 days
  { id: 'icon_d2', metaName: 'dwd_icon_d2' }, // 2 km, central Europe, 2 days
  { id: 'gfs_hrrr', metaName: 'ncep_hrrr_conus' }, // 3 km, United States, 2 days
  { id: 'icon_eu', metaName: 'dwd_icon_eu' }, // 7 km, Europe, 5 days
  { id: 'icon_global', metaName: 'dwd_icon' }, // 11 km, 7.5 days
  { id: 'gfs_global', metaName: 'ncep_gfs013' }, // 13 km, 16 days
]

/** Names of Open-Meteo's ensemble API. */
export const ENSEMBLE_MODELS: readonly WeatherModel[] = [{ id: 'ecmwf_ifs025_ensemble', metaName: 'ecmwf_ifs025_ensemble' }]

/** Models by name, for a configured list; a name that is not ours has no metadata. */
export function namedModels(names: readonly string[], known: readonly WeatherModel[]): WeatherModel[] {
  return names.map((id) => known.find((model) => model.id === id) ?? { id, metaName: null })
}
