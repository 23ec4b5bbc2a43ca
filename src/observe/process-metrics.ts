// Metrics of the process itself: memory, processor time, event-loop delay, garbage collections. The runtime's own timer
// samples the delay every 20 ms, reported since the last scrape; collections come from the runtime's performance
// entries.

import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import type { MetricRegistry } from './metric-registry.ts'

const GC_KINDS: Record<number, string> = { 1: 'minor', 4: 'major', 8: 'incremental', 16: 'weak_callbacks' }
const GC_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5]

/** Starts the sampling; call the returned function to stop it. */
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
