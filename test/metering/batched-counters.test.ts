import { expect, test, vi } from 'vitest'
import { REPLICA_DEAD_AFTER_MS } from '../../db/migrations/apply-batch.ts'
import { BatchedCounterStore, type CounterBatch, type CounterEngine } from '../../src/metering/batched-counters.ts'

const one = (counter: string) => [{ counter, amount: 1, limit: 100, keepUntilMs: Date.UTC(2100, 0) }]

/** Grants everything and notes when it was asked. */
function noting(spacingMs?: number) {
  const batches: { atMs: number; batch: CounterBatch }[] = []
  const engine: CounterEngine = {
    spacingMs,
    apply: (_number, batch) => {
      batches.push({ atMs: performance.now(), batch })
      return {
        takes: batch.takes.map(() => ({ refused: null, sums: [1] })),
        slotTakes: batch.slotTakes.map(({ slots }) => slots > 0),
        reads: batch.reads.map(() => 0),
      }
    },
    listUsage: async () => [],
  }
  return { engine, batches }
}

/** Runs `test` by a clock that only the test moves: with a real one a busy machine may do anything in between. */
async function byFakeClock(test: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  try {
    await test()
  } finally {
    vi.useRealTimers()
  }
}

test('asks an engine that wants it no sooner than its spacing after the last batch, with all who came meanwhile', () =>
  byFakeClock(async () => {
    const { engine, batches } = noting(40)
    const store = new BatchedCounterStore(engine)
    await vi.advanceTimersByTimeAsync(1000)
    await store.take(one('a'))
    const later = Array.from({ length: 20 }, async (_, i) => {
      await new Promise((resolve) => setTimeout(resolve, i * 5))
      return store.take(one(`b${i}`))
    })
    await vi.advanceTimersByTimeAsync(200)
    await Promise.all(later)
    expect(batches.map(({ atMs, batch }) => [atMs - batches[0].atMs, batch.takes.length])).toEqual([
      [0, 1],
      [40, 9],
      [80, 8],
      [120, 3],
    ])
    await store.close()
  }))

test('asks one that wants none at the end of the turn', () =>
  byFakeClock(async () => {
    const { engine, batches } = noting()
    const store = new BatchedCounterStore(engine)
    for (let i = 0; i < 3; i++) await Promise.all([store.take(one('a')), store.take(one('b'))])
    expect(batches.map(({ batch }) => batch.takes.length)).toEqual([2, 2, 2])
    expect(batches[2].atMs).toBe(batches[0].atMs)
    await store.close()
  }))

test('sends pending counts with the next that a request waits for', async () => {
  const { engine, batches } = noting(20)
  const store = new BatchedCounterStore(engine)
  await store.take(one('a'))
  store.giveBack('a', 1)
  await store.take(one('b'))
  expect(batches.map(({ batch }) => [batch.takes.length, batch.gives.length])).toEqual([
    [1, 0],
    [1, 1],
  ])
  await store.close()
})

test('gives a sign of life in time while it holds a slot, and none for one that was refused or is free again', () =>
  byFakeClock(async () => {
    const { engine, batches } = noting()
    const store = new BatchedCounterStore(engine)
    const signs = async () => {
      const before = batches.length
      await vi.advanceTimersByTimeAsync(10 * REPLICA_DEAD_AFTER_MS)
      return batches.slice(before).map(({ atMs }) => atMs)
    }
    expect(await signs()).toEqual([])
    expect(await store.takeSlot('a', 0)).toBe(false)
    expect(await signs()).toEqual([])
    const fromMs = performance.now()
    expect(await Promise.all([store.takeSlot('a', 2), store.takeSlot('a', 2)])).toEqual([true, true])
    for (const free of [() => {}, () => store.releaseSlot('a')]) {
      free()
      const atMs = [fromMs, ...(await signs())].slice(-15)
      expect(atMs.length).toBe(15)
      for (let i = 1; i < atMs.length; i++) expect(atMs[i] - atMs[i - 1]).toBeLessThan(REPLICA_DEAD_AFTER_MS / 2)
    }
    store.releaseSlot('a')
    // the slot that is free again is still reported
    expect((await signs()).length).toBe(1)
    await store.close()
  }))

test('one batch has what was given back, called and freed meanwhile, each summed by what it belongs to', () =>
  byFakeClock(async () => {
    const { engine, batches } = noting()
    const store = new BatchedCounterStore(engine)
    const call = { account: 'p', keyPrefix: 'k', periodId: '2026-11', operation: 'route', credits: 2, keepUntilMs: 1 }
    for (const amount of [1, 2, 4]) store.giveBack('a', amount)
    store.giveBack('b', 8)
    for (const credits of [2, 3]) store.recordCall({ ...call, credits })
    store.recordCall({ ...call, operation: 'matrix' })
    for (const account of ['p', 'p', 'q', 'p']) store.releaseSlot(account)
    await store.flush()
    expect(batches.length).toBe(1)
    const [{ batch }] = batches
    expect(batch.gives).toEqual([
      { counter: 'a', amount: 7 },
      { counter: 'b', amount: 8 },
    ])
    expect(batch.calls).toEqual([
      { ...call, credits: 5, calls: 2 },
      { ...call, operation: 'matrix', calls: 1 },
    ])
    expect(batch.slotReleases).toEqual([
      { account: 'p', count: 3 },
      { account: 'q', count: 1 },
    ])
    await store.close()
    expect(batches.length).toBe(1)
  }))
