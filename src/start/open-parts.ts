// What is stateful behind the sockets, opened from the configuration: releases, threads, stores, sources.

import type { DatabaseSource } from '../../db/follow-database.ts'
import { toDatabaseReason } from '../../db/database-fault.ts'
import type { Config } from '../config/variables.ts'
import { Allowance } from '../metering/allowance.ts'
import { runIn } from '../jobs.ts'
import type { Logger } from '../log.ts'
import { MetricRegistry } from '../observe/metric-registry.ts'
import { watchWeather } from '../observe/service-metrics.ts'
import { type JointReleases, createJointReleases, type RegionSet, openRegionSet } from '../regions/region-set.ts'
import type { ReadStored } from '../releases/release-info.ts'
import type { Services } from '../services.ts'
import { BlockReader } from '../storage/objects/block-reader.ts'
import { readNothing } from '../releases/byte-source.ts'
import { openWeather } from '../weather/open-weather.ts'
import type { WeatherSource } from '../weather/weather-source.ts'
import { toSnowForecastSource } from '../weather/snow/snow-forecast-source.ts'
import { type SnowStore, openSnowStore } from '../weather/snow/snow-store.ts'
import { createFileThreads, type FileThreads } from '../workers/file-threads.ts'
import { createGlyphThreads, type GlyphThreads } from '../workers/glyph-threads.ts'
import { createPictureThreads, type PictureThreads } from '../workers/picture-threads.ts'
import { RouteThreads } from '../workers/route-threads.ts'
import { StartError } from '../config/start-error.ts'
import { PointAllowance, RateLimiter } from '../metering/rate-limiter.ts'
import { type BucketStore, SharedBuckets } from '../metering/shared-buckets.ts'
import { ServiceError } from '../errors.ts'
import { openStore as openObjectStore } from '../storage/objects/open-store.ts'
import { type FollowedAccounts, followAccounts } from './follow-accounts.ts'
import { type OpenedRegions, openRegions } from './open-regions.ts'
import { runChild } from './run-child.ts'

interface Pools {
  routes: RouteThreads
  files: FileThreads
  glyphs: GlyphThreads
  pictures: PictureThreads
}

export interface Parts extends Pools {
  set: RegionSet
  releases: JointReleases
  regions: OpenedRegions
  snow: SnowStore
  database: DatabaseSource | null
  clock: { nowMs(): number }
  accounts: FollowedAccounts
  rates: FollowedRates
  registry: MetricRegistry
  weather: WeatherSource
  /** of ARTIFACT_URL; null without one */
  artifacts: BlockReader | null
  readStored: ReadStored
  /** of losses */
  stopLogging: () => void
}

/** The regions of the data folder; where it is empty a first release is made or fetched. */
export async function openReleases(config: Config, log: Logger): Promise<RegionSet> {
  const set = openRegionSet(config.dataDir, {
    keep: config.keepReleases,
    mayBeStored: config.artifactUrl !== '',
    onProblem: (sentence) => log.warn(sentence),
  })
  if (set.isEmpty()) {
    await makeFirstRelease(config)
    set.refresh()
  }
  return set
}

/**
 * Warns of every part that cannot answer, now and later. Throws StartError where the server cannot start without one.
 */
export async function openParts(config: Config, version: string, set: RegionSet, log: Logger): Promise<Parts> {
  const artifacts = openArtifacts(config, process.env)
  const readStored: ReadStored = artifacts === null ? readNothing : (...range) => artifacts.read(...range)
  const pools = createPools(config, version, log, readStored)
  const releases = createJointReleases(set)
  const snow = openSnowStore(config.dataDir, (sentence) => log.warn(sentence))
  const database =
    config.databaseUrl === '' ? null : (await import('../../db/follow-database.ts')).followDatabase(config.databaseUrl)
  const regions = openRegions(set, pools.routes, database, log, readStored)
  const clock = { nowMs: () => Date.now() }
  const accounts = await followAccounts(config, clock, log)
  const rates = await followRates(config, accounts, clock, log)
  await database?.findLive().catch(() => {}) // its fault is among what is lost
  await artifacts?.watch(() => set.list().flatMap((region) => region.releases.listStored()))
  const stopLogging = logLosses(() => listLost({ database, accounts, rates, artifacts }), log)
  const registry = new MetricRegistry()
  const weather = watchWeather(registry, openWeather(config, releases, clock.nowMs), clock.nowMs)
  return {
    ...pools,
    set,
    releases,
    regions,
    snow,
    database,
    clock,
    accounts,
    rates,
    registry,
    weather,
    artifacts,
    readStored,
    stopLogging,
  }
}

function createPools(config: Config, version: string, log: Logger, readStored: ReadStored): Pools {
  const { maxQueued, targetWaitMs } = config
  const onFault = (event: string, details: object): void => log.error(details, event)
  return {
    routes: new RouteThreads({
      version,
      threads: config.workers,
      maxQueued,
      metricCacheBytes: config.metricCacheBytes,
      blockCacheBytes: config.blockCacheBytes,
      maxSettled: config.searchBudget,
      targetWaitMs,
      onFault,
    }),
    files: createFileThreads({ threads: 1, maxQueued, targetWaitMs, onFault }),
    glyphs: createGlyphThreads({ onFault }),
    pictures: createPictureThreads({
      threads: config.mapWorkers,
      maxQueued,
      targetWaitMs,
      tileCacheBytes: config.mapCacheBytes,
      readStored,
      onFault,
    }),
  }
}

/** Parts that do not answer, a sentence each. */
export function listLost({
  database,
  accounts,
  rates,
  artifacts,
}: Pick<Parts, 'database' | 'accounts' | 'rates' | 'artifacts'>): string[] {
  const lost = [database?.findLost() ?? null, ...accounts.listLost(), ...rates.listLost()]
  return [...lost, ...(artifacts?.listLost() ?? [])].filter((one) => one !== null)
}

export function toServices(
  parts: Parts,
  config: Config,
  identity: Pick<Services, 'version' | 'publicApiUrl' | 'publicSiteUrl'>,
): Services {
  const { regions, files, pictures, releases, clock, snow, weather, accounts, rates } = parts
  const { places, trails, pois, findCatalogueRevision, findNetworkRevision, terrain } = regions
  return {
    places,
    trails,
    pois,
    findCatalogueRevision,
    findNetworkRevision,
    run: runIn({
      route: regions,
      trip: regions,
      loops: regions,
      match: regions,
      analyse: regions,
      reach: regions,
      arrivals: regions,
      matrix: regions,
      clean: files,
      simplify: files,
      export: files,
      picture: pictures,
    }),
    releases,
    clock,
    ...identity,
    terrain,
    snow,
    weather,
    snowForecast: toSnowForecastSource(weather),
    forecastPoints: config.metering ? rates.forecastPoints : { take: () => 0 },
    allowance: new Allowance(accounts.counters, config.metering),
    statusMaxAgeDays: config.statusMaxAgeDays,
  }
}

export async function closeParts(parts: Parts): Promise<void> {
  parts.stopLogging()
  await parts.routes.close()
  await parts.files.close()
  await parts.pictures.close()
  await parts.glyphs.close()
  await parts.regions.close()
  await parts.database?.close()
  await parts.snow.close()
  await parts.rates.close()
  await parts.accounts.close()
  parts.artifacts?.close()
  parts.set.close()
}

/**
 * What an empty data folder gets before anything is served: from a store what was pushed there last, its network and
 * catalogue checked by their hashes, heights and maps staying there; without a store the demo region. Throws
 * StartError, or Error where the demo could not be made.
 */
async function makeFirstRelease({ dataDir, artifactUrl }: Config): Promise<void> {
  if (artifactUrl === '') {
    const isQuiet = !process.argv.includes('--verbose')
    if (isQuiet) process.stderr.write('The first start makes a demo region; this takes some seconds ...\n')
    const exitCode = await runChild('import-demo.ts', ['--data', dataDir], {}, isQuiet)
    if (exitCode !== 0) throw new Error(`The demo region could not be made (${wordsOf(exitCode)}).`)
    return
  }
  const exitCode = await runChild('releases-command.ts', ['pull', '--live', '--data', dataDir], {
    RELEASE_STORE: artifactUrl,
  })
  if (exitCode !== 0)
    throw new StartError(`DATA_DIR is empty, and no release could be fetched from ARTIFACT_URL (${wordsOf(exitCode)}).`)
}

function wordsOf(exitCode: number | null): string {
  return `exit status ${exitCode ?? 'none: it was stopped'}`
}

interface FollowedRates {
  requests: RateLimiter
  forecastPoints: PointAllowance
  /** What is down now, a sentence with the remedy; empty if all is well. */
  listLost(): string[]
  close(): Promise<void>
}

/**
 * The rates of a running server: its own, or with RATE_STORE one for all replicas. Logs once when the store is gone and
 * once when it is back. Never logs an address or a password.
 */
async function followRates(
  config: Pick<Config, 'rateStore' | 'metering'>,
  accounts: Pick<FollowedAccounts, 'buckets'>,
  clock: { nowMs(): number },
  log: Logger,
): Promise<FollowedRates> {
  const store = config.metering ? await openStore(config.rateStore, accounts) : null
  if (store === null)
    return {
      requests: new RateLimiter(),
      forecastPoints: new PointAllowance(),
      listLost: () => [],
      close: async () => {},
    }
  const shared = new SharedBuckets(store, clock, (gone, cause) => {
    if (gone) log.error({ cause: toDatabaseReason(cause) }, 'the store of the rates cannot be reached')
    else log.info('the store of the rates can be reached again')
  })
  return {
    requests: new RateLimiter(shared.ofKind('requests')),
    forecastPoints: new PointAllowance(shared.ofKind('points')),
    listLost: () =>
      shared.isGone
        ? ['Rates: the store of RATE_STORE cannot be used; until it can, each server allows the whole rate.']
        : [],
    close: () => shared.close(),
  }
}

async function openStore(
  rateStore: string,
  { buckets }: Pick<FollowedAccounts, 'buckets'>,
): Promise<BucketStore | null> {
  if (rateStore === '') return null
  if (rateStore === 'postgres') return buckets
  // its client takes a while to load
  const { createRedisBuckets } = await import('../../db/redis-buckets.ts')
  return createRedisBuckets(rateStore)
}

const LOOK_EVERY_MS = 1000

/**
 * Parts that do not answer, logged once when they stop answering and once when they answer again. Looks at once and
 * then again and again, until what it returns is called.
 */
export function logLosses(listLost: () => readonly string[], log: Logger, everyMs = LOOK_EVERY_MS): () => void {
  let before: readonly string[] = []
  const look = (): void => {
    const now = listLost()
    for (const sentence of now) if (!before.includes(sentence)) log.warn(sentence)
    for (const sentence of before) if (!now.includes(sentence)) log.info(`No longer: ${sentence}`)
    before = now
  }
  look()
  const timer = setInterval(look, everyMs).unref()
  return () => clearInterval(timer)
}

/** A store that is silent this long, or takes this long for a range, is asked again; three times at most. */
const STALL_MS = 1500
const RANGE_MS = 4000

/**
 * The store of heights and maps that ARTIFACT_URL names, as the reader that terrain, pictures and map files share. Null
 * without ARTIFACT_URL. Throws StartError where the address or the keys cannot be used.
 */
function openArtifacts(
  { artifactUrl, artifactCacheBytes }: Config,
  environment: Record<string, string | undefined>,
): BlockReader | null {
  if (artifactUrl === '') return null
  try {
    const store = openObjectStore(artifactUrl, environment, { stallMs: STALL_MS, rangeMs: RANGE_MS })
    return new BlockReader(store, { cacheBytes: artifactCacheBytes })
  } catch (thrown) {
    throw thrown instanceof ServiceError ? new StartError(`ARTIFACT_URL: ${thrown.message}`) : thrown
  }
}
