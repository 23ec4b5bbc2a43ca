// Forecasts from Open-Meteo as cached series: one forecast call and at most one ensemble call for all places not in the
// cache, however many; equal requests in flight share a call; a cached series is used while it is fresh, and not a
// second longer. The times of the models' runs come from the provider's metadata. Failures are never cached.

import { refusalOf, ServiceError } from '../errors.ts'
import type { LonLat } from '../geo/lon-lat.ts'
import { MINUTE_MS } from '../durations.ts'
import { type Sentence, say } from '../language/sentence.ts'
import { buildSeries, FREEZING_CORES, seriesInTurns, SNOW_CORES, WEATHER_CORES } from './build-series.ts'
import { OpenMeteo, type OpenMeteoOptions } from './open-meteo.ts'
import type { PointSeries, HourColumn } from './point-series.ts'
import {
  MAX_HOURS,
  type PlaceAnswer,
  ensembleProbabilities,
  forecastProbabilities,
  modelsOf,
  readPlaces,
  PRESSURE_COLUMNS,
  PROBABILITY_COLUMN,
  PROVIDER_COLUMNS,
  readRun,
} from './read-answer.ts'
import { ENSEMBLE_MODELS, FORECAST_MODELS, type WeatherModel, modelsAt } from './weather-models.ts'
import {
  type Asking,
  type SeriesAnswer,
  type SeriesKind,
  type SeriesPoint,
  type WeatherProvider,
  type WeatherSource,
  roundPlace,
} from './weather-source.ts'

/** Metadata is optional: a forecast does not wait long for it. */
const TIMEOUT_MS = 2000
const HELD_MIN_MS = 5 * MINUTE_MS
const HELD_MAX_MS = 30 * MINUTE_MS

interface Run {
  issuedAtMs: number | null
  nextMs: number | null
  heldUntilMs: number
}

/**
 * When each model's last run began, and when the next can be expected: from the provider's metadata, cached until then.
 * If the metadata of a model is unavailable, its run is unknown for a while; nothing replaces it, least of all the time
 * of fetching.
 */
class RunTimes {
  #client: OpenMeteo
  #nowMs: () => number
  #runs = new Map<string, Run>()
  #asking = new Map<string, Promise<void>>()

  constructor({ nowMs, maxConcurrent }: { nowMs: () => number; maxConcurrent?: number }) {
    this.#nowMs = nowMs
    this.#client = new OpenMeteo({
      nowMs,
      timeoutMs: TIMEOUT_MS,
      retries: 0,
      maxBytes: 65_536,
      maxConcurrent: maxConcurrent ?? 8,
    })
  }

  /** Asks the server of these models for what is not cached. Never throws. */
  async refresh(models: readonly WeatherModel[], url: string): Promise<void> {
    await Promise.all(
      models.map((model) => {
        if ((this.#runs.get(model.id)?.heldUntilMs ?? 0) > this.#nowMs()) return undefined
        let asking = this.#asking.get(model.id)
        if (asking === undefined)
          this.#asking.set(model.id, (asking = this.#ask(model, url).finally(() => this.#asking.delete(model.id))))
        return asking
      }),
    )
  }

  known(): ReadonlyMap<string, number | null> {
    return new Map([...this.#runs].map(([id, { issuedAtMs }]) => [id, issuedAtMs]))
  }

  nextMs(modelId: string): number | null {
    return this.#runs.get(modelId)?.nextMs ?? null
  }

  async #ask({ id, metaName }: WeatherModel, url: string): Promise<void> {
    let run: Pick<Run, 'issuedAtMs' | 'nextMs'> = { issuedAtMs: null, nextMs: null }
    if (metaName !== null) {
      try {
        run = readRun(await this.#client.getJson(`${url}/data/${metaName}/static/meta.json`))
      } catch {
        // unknown; try again later
      }
    }
    const nowMs = this.#nowMs()
    this.#runs.set(id, {
      ...run,
      heldUntilMs: Math.min(nowMs + HELD_MAX_MS, Math.max(nowMs + HELD_MIN_MS, run.nextMs ?? 0)),
    })
  }
}

const MAX_DAYS = 16
const WEATHER_COLUMNS: readonly HourColumn[] = ['tempC', 'precipMm', 'windKmh', 'gustKmh', 'windDirDeg', 'weatherCode']
/** The variables requested, and those a model must have to get an hour. */
const KINDS: Record<SeriesKind, { columns: readonly HourColumn[]; cores: readonly (readonly HourColumn[])[] }> = {
  weather: { columns: WEATHER_COLUMNS, cores: WEATHER_CORES },
  freezing: { columns: [...WEATHER_COLUMNS, 'freezingLevelM'], cores: FREEZING_CORES },
  snow: { columns: ['snowDepthM', 'newSnowCm', 'freezingLevelM'], cores: SNOW_CORES },
}

/** What is wanted of a forecast server. */
export interface ForecastRequest {
  /** of the server, without a trailing slash */
  server: string
  /** null: none */
  apiKey: string | null
  places: readonly LonLat[]
  days: number
  models: readonly WeatherModel[]
}

/**
 * The addresses asked of Open-Meteo. Only what is needed is requested: the provider counts variables times models times
 * places.
 */
function forecastUrl(request: ForecastRequest, kind: SeriesKind): string {
  const columns = KINDS[kind].columns.map((column) => PROVIDER_COLUMNS[column])
  if (kind !== 'snow') columns.push(PROBABILITY_COLUMN, ...PRESSURE_COLUMNS)
  return urlOf(request, '/v1/forecast', columns)
}

function ensembleUrl(request: ForecastRequest): string {
  return urlOf(request, '/v1/ensemble', [PROVIDER_COLUMNS.precipMm])
}

/**
 * One day before: for today in a place west of Greenwich, and snow of the last 24 hours. One after: for the end of a
 * day of 25 hours.
 */
function urlOf(
  { server, apiKey, places, days, models }: ForecastRequest,
  path: string,
  columns: readonly string[],
): string {
  const list = (values: readonly (string | number)[]) => values.join(',')
  const query = [
    `latitude=${list(places.map(([, lat]) => lat))}`,
    `longitude=${list(places.map(([lon]) => lon))}`,
    `elevation=${list(places.map(() => 'nan'))}`,
    `hourly=${list(columns)}`,
    `models=${list(models.map(({ id }) => encodeURIComponent(id)))}`,
    'timezone=auto',
    'timeformat=unixtime',
    'past_days=1',
    `forecast_days=${Math.min(MAX_DAYS, days + 1)}`,
  ]
  if (apiKey !== null) query.push(`apikey=${encodeURIComponent(apiKey)}`)
  return `${server}${path}?${query.join('&')}`
}

export interface ForecastSourceOptions extends OpenMeteoOptions {
  /** of the forecast server, without a trailing slash */
  url: string
  /** of the ensemble server; null: none, the probability is then the models' own */
  ensembleUrl: string | null
  /** null: none */
  apiKey: string | null
  models?: readonly WeatherModel[]
  ensembleModels?: readonly WeatherModel[]
  /** maximum number of cached places */
  maxHeld?: number
}

const OPEN_METEO: WeatherProvider = {
  id: 'open-meteo',
  attribution: say('source.named', { name: 'Weather data by Open-Meteo.com (https://open-meteo.com/)' }),
  licence: 'CC BY 4.0',
  synthetic: false,
}
/** A forecast is fresh until the next run can be available, within these bounds. */
const FRESH_MIN_MS = 10 * MINUTE_MS
const FRESH_MAX_MS = 60 * MINUTE_MS
const MAX_HELD = 2000
/** Columns of a model, and members of an ensemble, at most. */
const COLUMNS = 12
const MEMBERS = 64

const mostValues = (places: readonly LonLat[], models: readonly WeatherModel[], columns: number): number =>
  places.length * MAX_HOURS * (1 + models.length * columns)

interface Question {
  days: number
  kind: SeriesKind
  caller: string | undefined
}
interface Held {
  days: number
  point: Promise<SeriesPoint>
  /** 0 while in flight */
  freshUntilMs: number
}

export class ForecastSource implements WeatherSource {
  readonly client: OpenMeteo
  #options: ForecastSourceOptions
  #models: readonly WeatherModel[]
  #ensemble: readonly WeatherModel[]
  #runs: RunTimes
  /** by kind and place, oldest first */
  #held = new Map<string, Held>()

  constructor(options: ForecastSourceOptions) {
    this.#options = options
    this.#models = options.models ?? FORECAST_MODELS
    this.#ensemble = options.ensembleModels ?? ENSEMBLE_MODELS
    this.client = new OpenMeteo(options)
    this.#runs = new RunTimes(options)
  }

  async getSeries(
    places: readonly LonLat[],
    days: number,
    { signal, caller }: Asking,
    kind: SeriesKind = 'weather',
  ): Promise<SeriesAnswer> {
    const nowMs = this.#options.nowMs()
    const rounded = places.map(roundPlace)
    const keys = rounded.map(([lon, lat]) => `${kind}:${lat},${lon}`)
    const known = new Map<string, Promise<SeriesPoint>>()
    const wanted = new Map<string, LonLat>()
    keys.forEach((key, i) => {
      const held = this.#held.get(key)
      if (held !== undefined && held.days >= days && (held.freshUntilMs === 0 || held.freshUntilMs > nowMs))
        known.set(key, held.point)
      else wanted.set(key, rounded[i])
    })
    if (wanted.size > 0) {
      const question = { days, kind, caller: caller?.account }
      for (const [key, point] of this.#ask(wanted, question)) known.set(key, point)
    }
    const settled = await untilAborted(Promise.allSettled(keys.map((key) => known.get(key)!)), signal)
    const failures: ServiceError[] = []
    const points = settled.map((result): SeriesPoint => {
      if (result.status === 'fulfilled') return result.value
      const error = result.reason as ServiceError
      failures.push(error)
      return { series: null, missing: refusalOf(error), notes: [], fetchedAtMs: nowMs, freshUntilMs: nowMs }
    })
    if (failures.length === points.length && failures.length > 0) throw failures[0]
    return { provider: OPEN_METEO, points, runs: this.#runs.known() }
  }

  /** One call for all; each place's promise is cached at once, so that later requests wait for the same call. */
  #ask(wanted: ReadonlyMap<string, LonLat>, question: Question): Map<string, Promise<SeriesPoint>> {
    const requested = new Map<string, Promise<SeriesPoint>>()
    const answer = this.#load([...wanted.values()], question)
    let index = 0
    for (const key of wanted.keys()) {
      const own = index++
      const held: Held = { days: question.days, freshUntilMs: 0, point: answer.then((points) => points[own]) }
      this.#held.delete(key)
      this.#held.set(key, held)
      requested.set(key, held.point)
      held.point.then(
        ({ freshUntilMs }) => (held.freshUntilMs = freshUntilMs),
        () => {
          if (this.#held.get(key) === held) this.#held.delete(key)
        },
      )
    }
    // no lru-cache: the age of an answer counts from its request, however often it is read, and a request larger than
    // the limit keeps all of its own
    const maxHeld = Math.max(this.#options.maxHeld ?? MAX_HELD, wanted.size)
    for (const key of this.#held.keys()) {
      if (this.#held.size <= maxHeld) break
      this.#held.delete(key)
    }
    return requested
  }

  async #load(places: readonly LonLat[], { days, kind, caller }: Question): Promise<SeriesPoint[]> {
    const { url, ensembleUrl: ensembleServer, apiKey } = this.#options
    const isWeather = kind !== 'snow'
    const models = modelsAt(this.#models, places)
    const [forecast, ensemble] = await Promise.all([
      this.client
        .getJson(forecastUrl({ server: url, apiKey, places, days, models }, kind), {
          caller,
          mostValues: mostValues(places, models, COLUMNS),
        })
        .then((body) => readPlaces(body, places.length)),
      isWeather && ensembleServer !== null && this.#ensemble.length > 0
        ? this.client
            .getJson(ensembleUrl({ server: ensembleServer, apiKey, places, days, models: this.#ensemble }), {
              caller,
              mostValues: mostValues(places, this.#ensemble, MEMBERS),
            })
            .then((body) => readPlaces(body, places.length))
            .catch((error: ServiceError) => error)
        : Promise.resolve(null),
      this.#runs.refresh(models, url),
      isWeather && ensembleServer !== null ? this.#runs.refresh(this.#ensemble, ensembleServer) : Promise.resolve(),
    ])
    const fetchedAtMs = this.#options.nowMs()
    return seriesInTurns(forecast, (place, i) =>
      this.#toPoint(place, places[i], Array.isArray(ensemble) ? ensemble[i] : ensemble, fetchedAtMs, kind),
    )
  }

  #toPoint(
    place: PlaceAnswer,
    [lon, lat]: LonLat,
    ensemble: PlaceAnswer | ServiceError | null,
    fetchedAtMs: number,
    kind: SeriesKind,
  ): SeriesPoint {
    const ids = modelsAt(this.#models, [[lon, lat]]).map(({ id }) => id)
    const models = modelsOf(place, ids)
    const notes: Sentence[] = []
    let probabilities =
      ensemble === null || ensemble instanceof Error
        ? []
        : ensembleProbabilities(
            ensemble,
            this.#ensemble.map(({ id }) => id),
            place,
          )
    if (probabilities.length === 0 && kind !== 'snow') {
      probabilities = forecastProbabilities(place, ids)
      if (ensemble instanceof Error) notes.push(say('reason.forecast.ensemble', { refusal: refusalOf(ensemble) }))
    }
    const series: PointSeries | null =
      models.length === 0
        ? null
        : buildSeries(
            {
              lon,
              lat,
              timezone: place.timezone,
              startMs: place.startMs,
              hourCount: place.hourCount,
              models,
              probabilities,
            },
            KINDS[kind].cores,
          )
    const next = models
      .map(({ id }) => this.#runs.nextMs(id))
      .filter((ms) => ms !== null && ms > fetchedAtMs) as number[]
    const freshUntilMs = Math.min(
      fetchedAtMs + FRESH_MAX_MS,
      Math.max(fetchedAtMs + FRESH_MIN_MS, ...(next.length > 0 ? [Math.min(...next)] : [fetchedAtMs + FRESH_MAX_MS])),
    )
    return {
      series,
      missing: series === null ? say('reason.forecast.no_model') : null,
      notes,
      fetchedAtMs,
      freshUntilMs,
    }
  }
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw new ServiceError(say('error.forecast_unavailable.given_up'))
  let stop: () => void = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new ServiceError(say('error.forecast_unavailable.given_up')))
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
