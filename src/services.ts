// The stateful parts as interfaces only. main.ts creates them; operations receive them; tests fake them.

import type { RunJob } from './jobs.ts'
import type { WeatherSource } from './weather/weather-source.ts'
import type { Allowance } from './metering/allowance.ts'
import type { PlaceStore, PoiStore, TrailStore } from './places/catalogue-stores.ts'
import type { ReleaseService } from './releases/release-info.ts'
import type { TerrainService } from './terrain/terrain-service.ts'
import type { SnowForecastSource, SnowService } from './weather/snow/snow-types.ts'

export interface Services {
  weather: WeatherSource
  /**
   * forecast points of an address (decision: keys-and-credits): takes `count`; returns the seconds to wait if too few
   * are left
   */
  forecastPoints: { take(address: string, count: number, nowMs: number): number }
  snow: SnowService
  /** null: no provider */
  snowForecast: SnowForecastSource | null
  places: PlaceStore
  trails: TrailStore
  pois: PoiStore
  /**
   * Identifies the catalogue that is queried next, so that its answers can be distinguished from another's; null until
   * one is open. Left out: the release alone identifies it.
   */
  findCatalogueRevision?(): Promise<string | null>
  /**
   * The release of the network in use, which lags behind the live one while that is being loaded; null until a network
   * is loaded. Left out: the release alone identifies it.
   */
  findNetworkRevision?(): string | null
  /** runs a job in a thread */
  run: RunJob
  terrain: TerrainService
  releases: ReleaseService
  allowance: Allowance
  clock: { nowMs(): number }
  /** of this build, e.g. `0.1.0` */
  version: string
  /** as clients see them, without a trailing slash */
  publicApiUrl: string
  publicSiteUrl: string
  /** artifact name -> days after which it is stale; artifacts not listed have no limit and stay unknown */
  statusMaxAgeDays: ReadonlyMap<string, number>
}
