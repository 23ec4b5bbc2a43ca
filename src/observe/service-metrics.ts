// Metrics of the process and of the service's parts, read at each scrape: threads and their queues, cached routing
// settings, the age of the release, the weather provider. Lines whose value is unknown are left out; nothing is made
// up.

import type { WeatherSource } from '../weather/weather-source.ts'
import type { ReleaseInfo, ReleaseService } from '../releases/release-info.ts'
import type { Allowance } from '../metering/allowance.ts'
import type { AccountFigures } from '../metering/batched-counters.ts'
import type { MetricRegistry, Reading } from './metric-registry.ts'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'

export interface RoutingState {
  queued: number
  running: number
  size: number
  ready: number
  crashes: number
  accepted: number
  refused: number
  overloaded: Record<string, boolean>
  blocks: { bytes: number; budgetBytes: number; requested: Record<string, number> }
  metrics: { count: number; bytes: number; misses: number; budgetBytes: number; bytesEach: number }
  /** memory that the threads share for each region's network; the name of the data folder's own is empty */
  regions: { region: string; networkBytes: number; metrics: { bytes: number } }[]
}

/** State of a pool whose threads run one job at a time. */
export interface SeatState {
  queued: number
  running: number
  threads: number
  refused: number
}

export interface ServiceParts {
  routing: () => RoutingState
  course: () => SeatState
  maps: () => SeatState
  releases: ReleaseService
  connections: () => Record<string, number>
  nowMs: () => number
}

export function addServiceMetrics(registry: MetricRegistry, parts: ServiceParts): void {
  addPoolMetrics(registry, parts)
  addRoutingMetrics(registry, parts)
  addBlockMetrics(registry, parts)
  addReleaseMetrics(registry, parts)
  registry.read('waypost_connections', 'Open connections.', () =>
    Object.entries(parts.connections()).map(([host, value]) => ({ labels: { host }, value })),
  )
}

function addPoolMetrics(registry: MetricRegistry, { routing, course, maps }: ServiceParts): void {
  const both = (ofRouting: (state: RoutingState) => number, ofSeats: (state: SeatState) => number) => (): Reading => [
    { labels: { pool: 'routing' }, value: ofRouting(routing()) },
    { labels: { pool: 'course' }, value: ofSeats(course()) },
    { labels: { pool: 'maps' }, value: ofSeats(maps()) },
  ]
  registry.read(
    'waypost_pool_queued',
    'Jobs waiting for a thread.',
    both(
      (s) => s.queued,
      (s) => s.queued,
    ),
  )
  registry.read(
    'waypost_pool_running',
    'Jobs running in threads.',
    both(
      (s) => s.running,
      (s) => s.running,
    ),
  )
  registry.read(
    'waypost_pool_threads',
    'Threads that can take jobs; those for files and maps start with their first job.',
    both(
      (s) => s.ready,
      (s) => s.threads,
    ),
  )
  registry.read(
    'waypost_pool_refused_total',
    'Jobs refused with 503 busy.',
    both(
      (s) => s.refused,
      (s) => s.refused,
    ),
    'counter',
  )
}

function addRoutingMetrics(registry: MetricRegistry, { routing }: ServiceParts): void {
  registry.read('waypost_routing_threads_wanted', 'Routing threads configured.', () => routing().size)
  registry.read(
    'waypost_routing_jobs_total',
    'Jobs accepted by the routing threads.',
    () => routing().accepted,
    'counter',
  )
  registry.read(
    'waypost_routing_crashes_total',
    'Routing threads that ended and were replaced.',
    () => routing().crashes,
    'counter',
  )
  registry.read(
    'waypost_routing_overloaded',
    '1 while jobs of a lane are refused because they would wait too long.',
    () => Object.entries(routing().overloaded).map(([lane, is]) => ({ labels: { lane }, value: Number(is) })),
  )
  registry.read(
    'waypost_metric_cache_entries',
    'Customised metrics of routing settings in the cache.',
    () => routing().metrics.count,
  )
  registry.read(
    'waypost_metric_cache_bytes',
    'Memory of the customised metrics in the cache.',
    () => routing().metrics.bytes,
  )
  registry.read(
    'waypost_metric_cache_budget_bytes',
    'Memory limit of the cache of customised metrics.',
    () => routing().metrics.budgetBytes,
  )
  registry.read('waypost_network_bytes', 'Memory of the networks that the threads share, by region.', () =>
    routing().regions.map(({ region, networkBytes }) => ({ labels: { region }, value: networkBytes })),
  )
  registry.read('waypost_region_metric_cache_bytes', 'Memory of the customised metrics in the cache, by region.', () =>
    routing().regions.map(({ region, metrics }) => ({ labels: { region }, value: metrics.bytes })),
  )
  registry.read(
    'waypost_metric_bytes',
    'Memory of one customised metric over the live network.',
    () => routing().metrics.bytesEach,
  )
  registry.read(
    'waypost_metric_cache_misses_total',
    'Searches whose customised metric was not cached; all other routing jobs are hits.',
    () => routing().metrics.misses,
    'counter',
  )
}

function addBlockMetrics(registry: MetricRegistry, { routing }: ServiceParts): void {
  registry.read('waypost_block_cache_bytes', 'Memory of the network blocks in the cache.', () => routing().blocks.bytes)
  registry.read(
    'waypost_block_cache_budget_bytes',
    'Memory limit of the cache of network blocks.',
    () => routing().blocks.budgetBytes,
  )
  registry.read(
    'waypost_block_cache_asked_total',
    'Network blocks that a routing thread requested, by result: hit, read from the file, or read for it alone.',
    () => Object.entries(routing().blocks.requested).map(([result, value]) => ({ labels: { result }, value })),
    'counter',
  )
}

function addReleaseMetrics(registry: MetricRegistry, { releases, nowMs }: ServiceParts): void {
  registry.read(
    'waypost_release_age_seconds',
    'Time since the source data of each live artifact; absent if its age is unknown.',
    () => {
      const readings: { labels: Record<string, string>; value: number }[] = []
      for (const { labels, release } of listLive(releases)) {
        for (const { name, sourceTs } of release.artifacts) {
          if (sourceTs !== null && !Number.isNaN(Date.parse(sourceTs)))
            readings.push({ labels: { artifact: name, ...labels }, value: (nowMs() - Date.parse(sourceTs)) / 1000 })
        }
      }
      return readings
    },
  )
  registry.read('waypost_release_live', '1 while a release is live.', () => Number(releases.findLive() !== null))
  registry.read('waypost_releases_kept', 'Readable releases, including the live one.', () => releases.listKept().length)
}

/** Labels only where there are several regions. */
function listLive(releases: ReleaseService): { labels: Record<string, string>; release: ReleaseInfo }[] {
  const regions = releases.listRegions?.() ?? []
  if (regions.length > 1)
    return regions.map(({ region, release }) => ({ labels: { region: region || release.name }, release }))
  const live = releases.findLive()
  return live === null ? [] : [{ labels: {}, release: live }]
}

/** Wraps the source to count its requests by outcome and whether the last one succeeded. */
export function watchWeather(registry: MetricRegistry, source: WeatherSource, nowMs: () => number): WeatherSource {
  const requested = registry.counter(
    'waypost_weather_questions_total',
    'Requests to the weather source by outcome, including those answered from its cache.',
    ['outcome'],
  )
  let lastAnswerMs: number | null = null
  let isUp: boolean | null = null
  registry.read(
    'waypost_weather_up',
    '1 if the last request succeeded, 0 if it failed; absent before the first.',
    () => (isUp === null ? null : Number(isUp)),
  )
  registry.read(
    'waypost_weather_last_answer_seconds',
    'Time of the last successful request, seconds since the epoch.',
    () => (lastAnswerMs === null ? null : lastAnswerMs / 1000),
  )
  return {
    getSeries: async (places, days, asking, kind) => {
      try {
        const answer = await source.getSeries(places, days, asking, kind)
        requested.add(1, 'answered')
        lastAnswerMs = nowMs()
        isUp = true
        return answer
      } catch (thrown) {
        const { aborted } = asking.signal
        if (!aborted) isUp = false
        requested.add(1, aborted ? 'given_up' : ((thrown as { code?: string }).code ?? 'internal'))
        throw thrown
      }
    },
  }
}

/**
 * Metrics of credits and their store, read at each scrape: reservations, returned credits, refusals, batches, faults,
 * leases, keys. Sums of this process; nothing names a key, a project or an address.
 */
export function addAccountMetrics(
  registry: MetricRegistry,
  totals: Allowance['totals'],
  figures: () => AccountFigures | null,
): void {
  registry.read(
    'waypost_credits_reserved_total',
    'Credits reserved before operations ran.',
    () => totals.reserved,
    'counter',
  )
  registry.read(
    'waypost_credits_given_back_total',
    'Credits returned after operations that failed or did not run.',
    () => totals.givenBack,
    'counter',
  )
  registry.read(
    'waypost_credits_refused_total',
    'Requests refused because credits ran out or the ceiling for area lookups was reached.',
    () => [
      { labels: { code: 'credits_exhausted' }, value: totals.refusedCredits },
      { labels: { code: 'bbox_daily_ceiling' }, value: totals.refusedAreas },
    ],
    'counter',
  )
  registry.read(
    'waypost_counter_store_batches_total',
    'Transactions that count credits.',
    () => figures()?.batches ?? null,
    'counter',
  )
  registry.read(
    'waypost_counter_store_faults_total',
    'Transactions that count credits and failed.',
    () => figures()?.faults ?? null,
    'counter',
  )
  registry.read('waypost_counter_store_gone', '1 while credits cannot be counted.', () => {
    const known = figures()
    return known === null ? null : Number(known.gone)
  })
  registry.read(
    'waypost_credits_leased',
    'Credits leased from the store and not spent yet.',
    () => figures()?.leasedCredits ?? null,
  )
  registry.read('waypost_keys_known', 'Keys in memory, including revoked ones.', () => figures()?.keys ?? null)
}

export interface ArtifactFigures {
  bytes: number
  budgetBytes: number
  requested: Record<string, number>
  requests: Record<string, number>
  fetchedBytes: number
}

/** Metrics of heights and maps that are read from a store by ranges. */
export function addArtifactMetrics(registry: MetricRegistry, artifacts: { figures(): ArtifactFigures }): void {
  const labelled = (label: string, counts: Record<string, number>) =>
    Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }))
  registry.read(
    'waypost_artifact_cache_bytes',
    'Memory of what was read from ARTIFACT_URL, in the cache.',
    () => artifacts.figures().bytes,
  )
  registry.read(
    'waypost_artifact_cache_budget_bytes',
    'Memory limit of that cache.',
    () => artifacts.figures().budgetBytes,
  )
  registry.read(
    'waypost_artifact_blocks_total',
    'Requested blocks of heights and maps, by result: hit, fetched, or shared with a fetch in progress.',
    () => labelled('result', artifacts.figures().requested),
    'counter',
  )
  registry.read(
    'waypost_artifact_requests_total',
    'Ranges asked of ARTIFACT_URL, by outcome: fetched, failed, or refused because it does not answer or too many wait.',
    () => labelled('outcome', artifacts.figures().requests),
    'counter',
  )
  registry.read(
    'waypost_artifact_fetched_bytes_total',
    'Bytes read from ARTIFACT_URL.',
    () => artifacts.figures().fetchedBytes,
    'counter',
  )
}

const GC_KINDS: Record<number, string> = { 1: 'minor', 4: 'major', 8: 'incremental', 16: 'weak_callbacks' }
const GC_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5]

/**
 * Metrics of the process itself: memory, processor time, event-loop delay, garbage collections. The runtime's own
 * timer samples the delay every 20 ms, reported since the last scrape; collections come from the runtime's performance
 * entries. Starts the sampling; call the returned function to stop it.
 */
export function addProcessMetrics(registry: MetricRegistry): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  registry.read(
    'waypost_event_loop_delay_seconds',
    'Lateness of timers in the event loop since the last scrape (20 ms sampling interval subtracted).',
    () => {
      const readings = [
        ['0.5', delay.percentile(50)],
        ['0.99', delay.percentile(99)],
        ['1', delay.max],
      ] as const
      const values = readings.map(([quantile, ns]) => ({
        labels: { quantile },
        value: delay.count === 0 ? 0 : Math.max(0, ns / 1e9 - 0.02),
      }))
      delay.reset()
      return values
    },
  )
  registry.read('process_resident_memory_bytes', 'Resident memory of the process, including its threads.', () =>
    process.memoryUsage.rss(),
  )
  registry.read('waypost_heap_bytes', 'Memory of the main thread by kind.', () => {
    const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
    return Object.entries({ used: heapUsed, total: heapTotal, external, array_buffers: arrayBuffers }).map(
      ([kind, value]) => ({ labels: { kind }, value }),
    )
  })
  registry.read(
    'process_cpu_seconds_total',
    'Processor time of the process, including its threads.',
    () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
    'counter',
  )
  const startedS = Math.round(Date.now() / 1000 - process.uptime())
  registry.read('process_start_time_seconds', 'Start of the process, seconds since the epoch.', () => startedS)
  const collections = registry.histogram(
    'waypost_gc_seconds',
    'Garbage collections of the main thread.',
    ['kind'],
    GC_SECONDS,
  )
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      collections.observe(
        entry.duration / 1000,
        GC_KINDS[(entry as unknown as { detail: { kind: number } }).detail.kind] ?? 'other',
      )
  })
  observer.observe({ entryTypes: ['gc'] })
  return () => {
    delay.disable()
    observer.disconnect()
  }
}
