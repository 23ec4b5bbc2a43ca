// What is stateful behind the sockets, opened from the configuration: releases, threads, stores, sources.

import type { Config } from '../config.ts'
import { catalogueFilesOf, followCatalogue, type FollowedCatalogue } from '../../db/open-catalogue.ts'
import type { DatabaseSource } from '../../db/follow-database.ts'
import { followAccounts, type FollowedAccounts } from '../follow-accounts.ts'
import { Allowance } from '../gateway/allowance.ts'
import { PointAllowance } from '../gateway/point-allowance.ts'
import type { Logger } from '../log.ts'
import { openReleaseStore, type ReleaseStore } from '../maps/release-store.ts'
import { MetricRegistry } from '../observe/metric-registry.ts'
import { watchWeather } from '../observe/service-metrics.ts'
import type { Services } from '../services.ts'
import { openTerrainService, type TerrainFiles } from '../terrain/terrain-service.ts'
import { openWeather } from '../weather/open-weather.ts'
import type { WeatherSource } from '../weather/weather-source.ts'
import { toSnowForecastSource } from '../weather/snow/snow-forecast-source.ts'
import { openSnowStore, type SnowStore } from '../weather/snow/snow-store.ts'
import { createCoursePool, type CoursePool } from '../workers/course-pool.ts'
import { createGlyphPool, type GlyphPool } from '../workers/glyph-pool.ts'
import { createMapPool, type MapPool } from '../workers/map-pool.ts'
import { createRoutingPool, type RoutingPool } from '../workers/routing-pool.ts'
import { followNetwork, type FollowedNetwork } from './follow-network.ts'
import { makeDemo } from './make-demo.ts'

export interface Pools {
  routing: RoutingPool
  course: CoursePool
  glyphs: GlyphPool
  maps: MapPool
}

export interface Parts extends Pools {
  releases: ReleaseStore
  terrain: TerrainFiles
  snow: SnowStore
  network: FollowedNetwork
  database: DatabaseSource | null
  catalogue: FollowedCatalogue
  clock: { nowMs(): number }
  accounts: FollowedAccounts
  registry: MetricRegistry
  weather: WeatherSource
}

/** The releases of the data folder; where it is empty the demo region is made first. */
export async function openReleases({ dataDir, keepReleases }: Config, log: Logger): Promise<ReleaseStore> {
  const releases = openReleaseStore(dataDir, { keep: keepReleases, onProblem: (sentence) => log.warn(sentence) })
  if (releases.isEmpty()) {
    await makeDemo(dataDir)
    releases.refresh()
  }
  return releases
}

/** Warns of every part that cannot answer. Throws StartError where the server cannot start without one. */
export async function openParts(config: Config, version: string, releases: ReleaseStore, log: Logger): Promise<Parts> {
  const pools = createPools(config, version, log)
  const terrain = openTerrainService(releases)
  const snow = openSnowStore(config.dataDir, (sentence) => log.warn(sentence))
  const network = followNetwork(releases, pools.routing, log)
  const database =
    config.databaseUrl === '' ? null : (await import('../../db/follow-database.ts')).followDatabase(config.databaseUrl)
  const catalogue = followCatalogue(database ?? catalogueFilesOf(releases), (sentence) => log.error(sentence))
  const clock = { nowMs: () => Date.now() }
  const accounts = await followAccounts(config, clock, log)
  await database?.findLive().catch(() => {}) // its fault is among what is lost
  for (const sentence of listLost({ database, accounts })) log.warn(sentence)
  const registry = new MetricRegistry()
  const weather = watchWeather(registry, openWeather(config, releases, clock.nowMs), clock.nowMs)
  return { ...pools, releases, terrain, snow, network, database, catalogue, clock, accounts, registry, weather }
}

function createPools(config: Config, version: string, log: Logger): Pools {
  const { maxQueued, targetWaitMs } = config
  const onFault = (event: string, details: object): void => log.error(details, event)
  return {
    routing: createRoutingPool({
      version,
      workers: config.workers,
      maxQueued,
      metricCacheBytes: config.metricCacheBytes,
      maxSettled: config.searchBudget,
      targetWaitMs,
      onFault,
    }),
    course: createCoursePool({ workers: 1, maxQueued, targetWaitMs, onFault }),
    glyphs: createGlyphPool({ onFault }),
    maps: createMapPool({
      workers: config.mapWorkers,
      maxQueued,
      targetWaitMs,
      tileCacheBytes: config.mapCacheBytes,
      onFault,
    }),
  }
}

/** Parts that do not answer, a sentence each. */
export function listLost({ database, accounts }: Pick<Parts, 'database' | 'accounts'>): string[] {
  return [database?.findLost() ?? null, ...accounts.listLost()].filter((one) => one !== null)
}

export function toServices(
  parts: Parts,
  config: Config,
  told: Pick<Services, 'version' | 'publicApiUrl' | 'publicSiteUrl'>,
): Services {
  const { catalogue, routing, course, maps, releases, clock, terrain, snow, weather, accounts, network } = parts
  return {
    places: catalogue.places,
    trails: catalogue.trails,
    pois: catalogue.pois,
    findCatalogueMark: catalogue.findCatalogueMark,
    findNetworkMark: network.findAdopted,
    routing,
    course,
    maps,
    releases,
    clock,
    ...told,
    terrain,
    snow,
    weather,
    snowForecast: toSnowForecastSource(weather),
    forecastPoints: config.metering ? new PointAllowance() : { take: () => 0 },
    allowance: new Allowance(accounts.counters, config.metering),
    statusMaxAgeDays: config.statusMaxAgeDays,
  }
}

export async function closeParts(parts: Parts): Promise<void> {
  await parts.routing.close()
  await parts.course.close()
  await parts.maps.close()
  await parts.glyphs.close()
  await parts.terrain.close()
  await parts.catalogue.close()
  await parts.database?.close()
  await parts.snow.close()
  await parts.accounts.close()
  parts.releases.close()
}
