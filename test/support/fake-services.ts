// Services of known behaviour for tests of the pipeline and the transports, and a server on free ports over them. The
// fake router answers with the real wire form; it computes nothing, so no test here says anything about routing.

import { lineTimes, type MovingTime } from '../../src/course/moving-time.ts'
import { PACE_MODELS } from '../../src/course/pace-models.ts'
import { checkListed } from './listed-status.ts'
import pino from 'pino'
import { type App, type AppParts, createApp } from '../../src/app.ts'
import { type CleanJob, type CourseJobs, type SimplifyJob, runCourseJob } from '../../src/course/course-jobs.ts'
import { parseRaw } from './parse-raw.ts'
import { ServiceError } from '../../src/errors.ts'
import { ASCENT_METHOD } from '../../src/geo/climb.ts'
import { Allowance } from '../../src/metering/allowance.ts'
import { withoutCatalogue } from './without-catalogue.ts'
import type { CatalogueStores } from '../../db/open-catalogue.ts'
import { MemoryKeyStore } from '../../src/metering/api-key.ts'
import { MemoryCounterStore } from '../../src/metering/memory-counter-store.ts'
import { PointAllowance } from '../../src/metering/rate-limiter.ts'
import { chooseSource } from '../../src/weather/open-weather.ts'
import { applyReachRequest, type Reach, type ReachInput } from '../../src/routing/isochrone/isochrone-types.ts'
import {
  applyMatrixSettings,
  type Matrix,
  type MatrixInput,
  type MatrixPoint,
} from '../../src/routing/matrix/matrix-types.ts'
import { DEFAULT_ANNOTATIONS, MATRIX_ANNOTATIONS, type MatrixReason } from '../../src/travel/matrix.ts'
import type { Arrivals } from '../../src/routing/isochrone/one-to-many.ts'
import { applyLoopRequest, type RoundTrips, type RoundTripsInput } from '../../src/routing/round-trips/loop-types.ts'
import type { RouteAnalysis } from '../../src/routing/matching/analyse-types.ts'
import type { LineReader } from '../../src/routing/matching/line-reader.ts'
import type { TraceAnswer } from '../../src/routing/matching/trace-types.ts'
import { applySettings } from '../../src/routing/costs/route-settings.ts'
import type { PlanRouteInput, Position } from '../../src/routing/costs/request-types.ts'
import type { WaypointRoute } from '../../src/routing/costs/route-types.ts'
import { type ListenLimits, type Listener, listen } from '../../src/server/http-server.ts'
import { createOpsHandler, readReadiness } from '../../src/server/ops-handler.ts'
import { MetricRegistry } from '../../src/observe/metric-registry.ts'
import type { ReleaseInfo } from '../../src/releases/release-info.ts'
import type { JobOptions } from '../../src/job-options.ts'
import { type JobRunner, type Jobs, runIn } from '../../src/jobs.ts'
import type { Services } from '../../src/services.ts'
import { EncodedAnswer } from '../../src/wire/encoded-answer.ts'
import { DEFAULT_LANGUAGE, rendererFor } from '../../src/language/catalogue-files.ts'
import { say } from '../../src/language/sentence.ts'
import { unknownOf, warningOf } from '../../src/unknowns.ts'
import { toWireText } from '../../src/wire/wire-json.ts'
import { fakeLineReader } from './line-network.ts'
import './freeze-schema.ts'

export const NOW_MS = Date.UTC(2026, 10, 21, 12, 0, 0)

export const FAKE_RELEASE: ReleaseInfo = {
  id: 'test-1',
  name: 'test',
  builtAt: '2026-11-20T00:00:00.000Z',
  promotedAt: '2026-11-20T01:00:00.000Z',
  bbox: [1.4, 42.4, 1.8, 42.7],
  synthetic: true,
  attributions: [],
  artifacts: [
    { name: 'network', version: 'n1', file: 'network.bin', sourceTs: '2026-11-19T00:00:00Z', bytes: 10, sha256: null },
    { name: 'terrain', version: 't1', file: 'terrain.pmtiles', sourceTs: null, bytes: 10, sha256: null },
  ],
  counts: {},
  example: {
    waypoints: [
      [1.5, 42.5],
      [1.55, 42.52],
    ],
  },
}

const TIME: MovingTime = {
  model: 'service-hike/2',
  calibrated: '2026-11',
  movingS: 1500,
  band50S: [1400, 1600],
  band80S: null,
  totalS: [1600, 2100],
  basis: 'measured',
  scope: say('method.sun'),
  errorPct: null,
  outsideCalibrationM: 10,
  outsideCalibration: [{ fromM: 5, toM: 15, reason: say('reason.calibration.steep', { slope: 0.4 }) }],
}

export function fakeRoute(input: PlanRouteInput): WaypointRoute {
  const { settings } = applySettings(input)
  return {
    schema: 'route/1',
    engine: { name: 'waypost', version: '0.0.0', networkRelease: 'n1', terrainRelease: 't1' },
    status: 'complete',
    settings,
    settingsDefaulted: ['profile'],
    distanceM: 1234.5,
    ascentM: 100,
    descentM: null,
    ascentMethod: ASCENT_METHOD,
    ...lineTimes(settings.profile, TIME),
    surfaces: {
      pavedM: 1000,
      gravelM: 200,
      trailM: 34.5,
      unknownM: 0,
      mappedM: 1200,
      assumedM: 34.5,
      stretches: [{ fromM: 0, toM: 1000, surface: 'paved', tag: 'asphalt', source: 'mapped' }],
    },
    ways: {
      roadM: 0,
      streetM: 1000,
      trackM: 0,
      pathM: 234.5,
      footwayM: 0,
      stepsM: 0,
      cyclewayM: 0,
      ferryM: 0,
      straightM: 0,
      otherM: 0,
      signedM: 100,
      pushedM: 0,
      stretches: [
        {
          fromM: 0,
          toM: 1000,
          wayId: 9_007_199_254_740_991,
          highway: 'residential',
          name: 'Straße',
          ref: null,
          trails: [7],
        },
      ],
    },
    difficulty: {
      T1M: 100,
      T2M: 0,
      T3M: 0,
      T4M: 0,
      T5M: 0,
      T6M: 0,
      viaFerrataM: 0,
      untaggedPathM: 134.5,
      roadM: 1000,
      hardest: { grade: 'T1', fromM: 1000, toM: 1100 },
      stretches: [{ fromM: 1100, toM: 1234.5, grade: null }],
    },
    hazards: [{ kind: 'ford', fromM: 1100, toM: 1105, lengthM: 5, wayId: null }],
    warnings: [warningOf(say('warning.ford', { places: ['there'] }), [1.51, 42.51])],
    unknowns: [unknownOf(say('unknown.sac_untagged', { lengthM: 134.5 }))],
    geometry: {
      type: 'LineString',
      coordinates: [
        [input.waypoints[0][0], input.waypoints[0][1], 1200.5],
        [input.waypoints.at(-1)![0], input.waypoints.at(-1)![1], null],
      ],
    },
    legs: [{ leg: 0, distanceM: 1234.5, ascentM: 100, descentM: null, fromSnapM: 3, toSnapM: 4 }],
    snaps: [{ waypoint: 0, distanceM: 3, location: [1.5, 42.5], wayId: 5 }],
    maneuvers: [
      {
        ...{ instruction: say('maneuver.start.there'), type: 'start', location: [1.5, 42.5] },
        ...{ distanceM: 1234.5, movingS: 1000, leg: 0, modifier: null, exitNumber: null },
        ...{ bearingBeforeDeg: null, bearingAfterDeg: 90 },
        ...{ wayKind: 'path', name: null, ref: null, sign: 'GR 11', symbol: null },
      },
    ],
    capAlternative: null,
  }
}

export function fakeRoundTrips(input: RoundTripsInput): RoundTrips {
  const { request } = applyLoopRequest(input)
  const { engine, surfaces, ways, difficulty, hazards, warnings, unknowns } = fakeRoute({
    waypoints: [input.start],
  })
  const longer = say('part.loop.longer', { distanceM: 5600, offShare: 0.12 })
  const rough = { status: 'rough' as const, reason: say('reason.loop', { reason: longer }) }
  return {
    schema: 'roundtrips/1',
    engine,
    ...rough,
    request,
    snap: { distanceM: 3, location: input.start, wayId: 5 },
    loops: [
      {
        rank: 1,
        ...rough,
        distanceM: 5600,
        targetM: request.distanceM,
        targetErrorPct: 12,
        repeatedM: 56,
        repeatedShare: 0.01,
        bearingDeg: 90,
        ascentM: 100,
        descentM: 100,
        elevation: {
          source: 'terrain',
          method: ASCENT_METHOD,
          ascentM: 100,
          descentM: 100,
          minM: 1000,
          maxM: 1100,
          unknownM: 0,
        },
        ...lineTimes(request.profile, TIME),
        surfaces,
        ways,
        difficulty,
        hazards,
        warnings,
        unknowns,
        shape: '_y~`pA_upzA_af@_t`B',
      },
    ],
  }
}

/** Signed routes within every reach; a catalogue has some of them, or none. */
const FAKE_RELATIONS = Array.from({ length: 130 }, (_, i) => 1000 + i)

/** 100 m and 72 s from every source to every target but the last, to which no path leads. */
function fakeMatrix(input: MatrixInput): Matrix {
  const { applied, settingsDefaulted } = applyMatrixSettings(input)
  const point = (location: Position): MatrixPoint => ({ distanceM: 1.5, location, wayId: 77 })
  const each = <Value>(value: Value, last: Value): Value[][] =>
    input.sources.map(() => input.targets.map((_, t) => (t === input.targets.length - 1 ? last : value)))
  const values = { distance_m: 100, moving_s: 72, ascent_m: 3.5, cost: 7200 }
  const wanted = input.annotations ?? DEFAULT_ANNOTATIONS
  return {
    schema: 'matrix/1',
    engine: fakeRoute({ waypoints: input.sources }).engine,
    settings: applied,
    settingsDefaulted,
    timeModel: PACE_MODELS[applied.profile].model,
    sources: input.sources.map(point),
    targets: input.targets.map(point),
    ...Object.fromEntries(
      wanted.map((name) => [MATRIX_ANNOTATIONS[name].column, each<number | null>(values[name], null)]),
    ),
    reasons: each<MatrixReason | null>(null, 'no_path'),
    notes: [{ source: 0, target: 0, code: 'ferry', metres: 40, gapPct: null }],
  }
}

function fakeReach(input: ReachInput): Reach {
  const { request } = applyReachRequest(input)
  const [lon, lat] = input.from
  const ring: Position[] = [
    [lon, lat],
    [lon + 0.001, lat],
    [lon, lat + 0.001],
    [lon, lat],
  ]
  return {
    schema: 'reach/1',
    engine: fakeRoute({ waypoints: [input.from] }).engine,
    timeModel: 'service-time/1',
    request,
    snap: { distanceM: 3, location: input.from, wayId: 5 },
    contours: (request.minutes ?? request.metres!).map((limit) => ({
      minutes: request.minutes === null ? null : limit,
      metres: request.metres === null ? null : limit,
      areaKm2: request.output.polygons ? 0.0042 : null,
      networkM: 12.5,
      polygons: request.output.polygons ? { type: 'MultiPolygon', coordinates: [[ring]] } : null,
      lines: request.output.lines ? { type: 'MultiLineString', coordinates: [ring.slice(0, 2)] } : null,
    })),
    unknowns: [unknownOf(say('unknown.sac_untagged.reach', { lengthM: 34 }))],
  }
}

export interface FakeOptions {
  release?: ReleaseInfo | null
  /** thrown by both route operations instead of an answer */
  routeFailure?: unknown
  /** the route that is found; fakeRoute where left out */
  route?: (input: PlanRouteInput) => WaypointRoute
  /** settles when the fake router may answer */
  hold?: Promise<void>
  nowMs?: () => number
  metering?: boolean
  trustedProxies?: string[]
  files?: Record<string, string>
  findUnready?: AppParts['findUnready']
  /** further parts of the app: bounds under load, metrics, traces, pages */
  parts?: Partial<Pick<AppParts, 'requestTimeoutMs'>> &
    Pick<
      AppParts,
      'overload' | 'brand' | 'explorerPlan' | 'packs' | 'cpuBudget' | 'registry' | 'tracing' | 'pages' | 'graphql'
    >
  /** of the operator's listener */
  ops?: { metricsToken?: string; isLoopback?: boolean }
  /** of the listeners */
  limits?: ListenLimits
  glyphs?: AppParts['glyphs']
  /** draws nothing where left out */
  pictures?: FakeJobs['picture']
  /** absent: no raster is published */
  /** made-up weather in the box of the release where left out */
  weather?: Services['weather']
  snow?: Services['snow']
  /** absent: no provider */
  snowForecast?: Services['snowForecast']
  log?: AppParts['log']
  /** in memory where left out */
  counters?: AppParts['counters']
  keys?: AppParts['keys']
  /** none is published where left out */
  catalogue?: CatalogueStores
}

export interface FakeApp {
  app: App
  /** what runs each kind of job; tests put others in */
  jobs: FakeJobs
  keys: MemoryKeyStore
  services: Services
  /** inputs that reached the router */
  planned: PlanRouteInput[]
  /** those of loops, whole */
  looped: RoundTripsInput[]
  /** reasons for which a router's signal was aborted */
  aborted: string[]
  api: string
  site: string
  /** probes and metrics */
  ops: string
  close(): Promise<void>
}

/** Lines are read by the real reader, over a drawn network. */
let reader: LineReader | null = null
const lines = () => (reader ??= fakeLineReader())

export type FakeJobs = { [Kind in keyof Jobs]: JobRunner<Kind> }

export function runner<Kind extends keyof Jobs>(
  run: (input: Jobs[Kind]['input'], options: JobOptions) => Promise<Jobs[Kind]['answer']>,
): JobRunner<Kind> {
  return { run: (_kind, input, options) => run(input, options) }
}

/** What a thread says the sentences of a job with. */
const rendererOf = ({ language = DEFAULT_LANGUAGE }: Pick<JobOptions, 'language'>) =>
  language === null ? null : rendererFor(language)

/** A server on free ports over fakes. */
export async function startFakeApp(options: FakeOptions = {}): Promise<FakeApp> {
  const planned: PlanRouteInput[] = []
  const looped: RoundTripsInput[] = []
  const aborted: string[] = []
  const clock = { nowMs: options.nowMs ?? (() => NOW_MS) }
  const release = options.release === undefined ? FAKE_RELEASE : options.release
  const listeners: Listener[] = []
  let handle: App['handle'] | undefined
  const open = async (host: 'api' | 'site'): Promise<string> => {
    const listener = await listen(
      '127.0.0.1',
      0,
      (request, response) => handle!(request, response, host),
      options.limits,
    )
    listeners.push(listener)
    return `http://127.0.0.1:${listener.port}`
  }
  const api = await open('api')
  const site = await open('site')
  const plan = async (input: PlanRouteInput, signal: AbortSignal): Promise<void> => {
    planned.push(input)
    signal.addEventListener('abort', () => aborted.push('client'))
    await options.hold
    if (options.routeFailure !== undefined) throw options.routeFailure
  }
  const counters = options.counters ?? new MemoryCounterStore(clock)
  const jobs: FakeJobs = {
    route: runner(async (input, { signal, ...of }) => {
      await plan(input, signal)
      const route: WaypointRoute = (options.route ?? fakeRoute)(input)
      return new EncodedAnswer<WaypointRoute>(toWireText(route, rendererOf(of)), null, route.alternatives?.length ?? 0)
    }),
    trip: runner(async (input, { signal }) => {
      await plan(input, signal)
      return new EncodedAnswer('{"trip":{"status":0,"units":"kilometers"},"distance_m":1}')
    }),
    loops: runner(async (input, { signal, ...of }) => {
      looped.push(input)
      await plan({ waypoints: [input.start] }, signal)
      return new EncodedAnswer<RoundTrips>(toWireText(fakeRoundTrips(input), rendererOf(of)))
    }),
    reach: runner(async (input, { signal, ...of }) => {
      await plan({ waypoints: [input.from] }, signal)
      return new EncodedAnswer<Reach>(toWireText(fakeReach(input), rendererOf(of)))
    }),
    matrix: runner(async (input, { signal, ...of }) => {
      await plan({ waypoints: [...input.sources, ...input.targets] }, signal)
      return new EncodedAnswer<Matrix>(toWireText(fakeMatrix(input), rendererOf(of)))
    }),
    arrivals: runner(async ({ points }, { signal }) => {
      await plan({ waypoints: [] }, signal)
      const arrival = { minutes: 12.5, metres: 900 }
      return new EncodedAnswer<Arrivals>(
        toWireText({
          box: [1, 42, 2, 43],
          points: points.map(() => arrival),
          trails: FAKE_RELATIONS.map((relationId) => ({ relationId, ...arrival })),
        } satisfies Arrivals),
      )
    }),
    match: runner(async (job, { signal, ...of }) => {
      await plan({ waypoints: [] }, signal)
      return new EncodedAnswer<TraceAnswer>(toWireText(lines().matchTrace(job), rendererOf(of)))
    }),
    analyse: runner(async (job, { signal, ...of }) => {
      await plan({ waypoints: [] }, signal)
      return new EncodedAnswer<RouteAnalysis>(toWireText(lines().analyseRoute(job), rendererOf(of)))
    }),
    clean: runner(async (job, of) => new EncodedAnswer(runCourseJob('clean', parseRaw<CleanJob>(job), rendererOf(of)))),
    simplify: runner(
      async (job, of) => new EncodedAnswer(runCourseJob('simplify', parseRaw<SimplifyJob>(job), rendererOf(of))),
    ),
    export: runner(
      async (job, of) => new EncodedAnswer(runCourseJob('export', parseRaw<CourseJobs['export']>(job), rendererOf(of))),
    ),
    picture:
      options.pictures ?? runner(async () => Promise.reject(new ServiceError('busy', 'This fake draws nothing.'))),
  }
  const services: Services = {
    ...(options.catalogue ?? withoutCatalogue()),
    run: runIn(jobs),
    snow: options.snow ?? { findLive: async () => null, observe: async () => null },
    snowForecast: options.snowForecast ?? null,
    weather: options.weather ?? chooseSource({ findLive: () => release }, null, clock.nowMs),
    forecastPoints: options.metering === false ? { take: () => 0 } : new PointAllowance(),
    terrain: {
      sample: async (name, points, z) => {
        if (release === null) throw new ServiceError('terrain_unavailable', 'No terrain is published.')
        if (name !== 'current' && name !== 't1')
          throw new ServiceError('not_found', `There is no terrain release "${name}".`)
        return {
          release: 't1',
          z: Math.min(z ?? 13, 12),
          heightsM: points.map(([lon]) => (lon < 0 ? null : 100 + lon)),
        }
      },
    },
    releases: {
      findLive: () => release,
      listKept: () => (release === null ? [] : [release]),
      findArtifactFile: (artifact, version) => options.files?.[`${version}/${artifact}`] ?? null,
      findArtifactPlace: (artifact, version) => options.files?.[`${version}/${artifact}`] ?? null,
    },
    allowance: new Allowance(counters, options.metering ?? true),
    clock,
    version: '0.0.0',
    publicApiUrl: api,
    publicSiteUrl: site,
    statusMaxAgeDays: new Map([['network', 35]]),
  }
  const keys = new MemoryKeyStore()
  const registry = options.parts?.registry ?? new MetricRegistry()
  const findUnready = options.findUnready ?? (() => null)
  const opsListener = await listen(
    '127.0.0.1',
    0,
    createOpsHandler({
      findReadiness: () => readReadiness(services.releases, findUnready),
      registry,
      metricsToken: '',
      isLoopback: true,
      ...options.ops,
    }),
  )
  listeners.push(opsListener)
  const app = createApp({
    services,
    keys: options.keys ?? keys,
    counters,
    log: options.log ?? pino({ level: 'silent' }),
    metering: options.metering ?? true,
    trustedProxies: options.trustedProxies ?? [],
    requestTimeoutMs: 20_000,
    changelogFile: new URL('../../CHANGELOG.md', import.meta.url),
    findUnready,
    ...options.parts,
    registry,
    glyphs: options.glyphs ?? { getRange: () => Promise.reject(new Error('this fake makes no glyphs')) },
  })
  handle = app.handle
  return {
    app,
    jobs,
    keys,
    services,
    planned,
    looped,
    aborted,
    api,
    site,
    ops: `http://127.0.0.1:${opsListener.port}`,
    close: async () => {
      // its clients have their answers: open connections end at once
      await Promise.all(listeners.map((listener) => listener.stop(0)))
    },
  }
}

/** POST of a JSON value; the answer with its parsed body. */
export async function postJson(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: any }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  checkListed('POST', url, response.status)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

export async function getJson(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: any }> {
  const response = await fetch(url, { headers })
  checkListed('GET', url, response.status)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}
