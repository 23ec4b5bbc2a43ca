import { constants, PerformanceObserver } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { clearYoungAfter } from '../../src/server/clear-young.ts'

test('a large body is followed by one collection of young objects, a small one by none', async () => {
  let minor = 0
  const observer = new PerformanceObserver((list) => {
    // forced ones only: others come by themselves
    for (const entry of list.getEntries()) {
      const { kind, flags } = (entry as unknown as { detail: { kind: number; flags: number } }).detail
      if (kind === constants.NODE_PERFORMANCE_GC_MINOR && (flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0)
        minor++
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  const settle = () => new Promise((resolve) => setTimeout(resolve, 50))
  clearYoungAfter(100_000)
  await settle()
  clearYoungAfter(5_000_000)
  clearYoungAfter(5_000_000)
  // observers are told some time after a collection
  await expect.poll(() => minor).toBe(1)
  await settle()
  expect(minor).toBe(1)
  observer.disconnect()
})
