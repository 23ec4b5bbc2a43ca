// The maker under random requests, answers, deaths of threads and new networks: it makes one metric at a time, its
// queue stays bounded, and what is still wanted at the end is made.

import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { CostTable } from '../../src/routing/costs/arc-cost.ts'
import { metricPieces } from '../../src/routing/cch/customise.ts'
import { piecesOf } from '../../src/routing/cch/make-metric.ts'
import { SharedMetricCache } from '../../src/workers/metric-maker.ts'
import type { ReusedBlocks, SharedMetric } from '../../src/workers/messages.ts'
import { type FakeThread, fakeThread } from '../support/fake-thread.ts'

const PIECE = 1000
const EACH = metricPieces(PIECE) * PIECE

/** Every third is one that bounds others, and takes one piece. */
const tableOf = (key: string) =>
  ({ key, factor: new Float64Array(1), ...(Number(key) % 3 === 2 ? { isBound: true } : {}) }) as CostTable

function metricOf(key: string): SharedMetric {
  const pieces = Array.from({ length: piecesOf(tableOf(key), PIECE) }, () => new SharedArrayBuffer(PIECE))
  return { key, table: tableOf(key), pieces, arcCount: PIECE / 4, used: new Float64Array(1) }
}

/** A maker for a network, with room for so many metrics that answer. */
function makerFor(
  threads: readonly FakeThread[],
  room: number,
  idlest: () => FakeThread | null = () => threads.find(({ alive }) => alive) ?? null,
): SharedMetricCache<FakeThread> {
  const options = { region: '', metricCacheBytes: room * EACH, threads: () => threads, idlest }
  const maker = new SharedMetricCache<FakeThread>(options)
  maker.adopt(PIECE)
  return maker
}

/** Looks at the oldest message of a thread, as the thread would. */
function work(maker: SharedMetricCache<FakeThread>, thread: FakeThread): void {
  const message = thread.inbox.shift()
  if (message?.type === 'customise') maker.made(metricOf(message.table.key), message.generation, 0)
  if (message?.type === 'forget') maker.forgot(message.key, message.generation, thread)
  maker.makeNext()
}

/** Once is not enough. */
function wantTwice(maker: SharedMetricCache<FakeThread>, key: string, spend: () => void): void {
  maker.want(tableOf(key), spend)
  maker.want(tableOf(key), spend)
}

const stepArb = fc.oneof(
  { weight: 5, arbitrary: fc.record({ want: fc.integer({ min: 0, max: 30 }) }) },
  { weight: 6, arbitrary: fc.record({ work: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ die: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.constant({ adopt: true }) },
)

test('one metric is made at a time, and every wish that stays is made, whoever dies meanwhile', () => {
  fc.assert(
    fc.property(fc.array(stepArb, { maxLength: 120 }), fc.integer({ min: 1, max: 4 }), (steps, room) => {
      const threads = [fakeThread(), fakeThread(), fakeThread()]
      const maker = makerFor(threads, room)
      const spent: string[] = []
      for (const step of steps) {
        if ('want' in step) wantTwice(maker, `${step.want}`, () => spent.push(`${step.want}`))
        if ('work' in step) work(maker, threads[step.work])
        if ('adopt' in step) maker.adopt(PIECE)
        if ('die' in step) {
          const dead = threads[step.die]
          dead.alive = false
          maker.ended(dead)
          threads[step.die] = fakeThread()
          maker.makeNext()
        }
        const making = threads.flatMap(({ inbox }) => inbox.filter(({ type }) => type === 'customise'))
        expect(making.length).toBeLessThanOrEqual(1)
        expect(maker.state.bytes).toBeLessThanOrEqual(room * EACH)
      }
      wantTwice(maker, 'last', () => spent.push('last'))
      for (let turns = 0; turns < 200; turns++) for (const thread of threads) work(maker, thread)
      expect(maker.list().length).toBeGreaterThan(0)
      expect(spent).toContain('last')
    }),
  )
})

test('no more than 16 wishes wait, and a wish already made, waiting or in the making is not taken twice', () => {
  const thread = fakeThread()
  let idle: FakeThread | null = null
  const maker = makerFor([thread], 100, () => idle)
  for (let n = 0; n < 60; n++) maker.want(tableOf(`${n % 20}`), undefined)
  idle = thread
  const made: string[] = []
  maker.makeNext()
  for (let turns = 0; turns < 100; turns++) {
    const [message] = thread.inbox
    if (message?.type === 'customise') {
      made.push(message.table.key)
      maker.want(message.table, undefined)
    }
    work(maker, thread)
  }
  expect(made).toEqual(Array.from({ length: 16 }, (_, n) => `${n}`))
  maker.want(tableOf('3'), undefined)
  expect(thread.inbox).toEqual([])
})

test('of a thousand settings that are asked once each, none is made', () => {
  const thread = fakeThread()
  const maker = makerFor([thread], 100)
  for (let n = 0; n < 1000; n++) maker.want(tableOf(`${n}`), undefined)
  expect(thread.inbox).toEqual([])
  maker.want(tableOf('999'), undefined)
  expect(thread.inbox).toMatchObject([{ type: 'customise', table: { key: '999' } }])
})

test('a metric that displaces another waits nine times as long as the last one took', () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
  try {
    const thread = fakeThread()
    const maker = makerFor([thread], 1)
    wantTwice(maker, 'first', () => undefined)
    expect(thread.inbox.shift()).toMatchObject({ type: 'customise' })
    maker.made(metricOf('first'), maker.generation, 100)
    thread.inbox.length = 0
    wantTwice(maker, 'second', () => undefined)
    vi.setSystemTime(899)
    maker.makeNext()
    expect(thread.inbox).toEqual([])
    vi.setSystemTime(900)
    for (let turn = 0; turn < 2; turn++) work(maker, thread)
    expect(thread.inbox).toMatchObject([{ type: 'customise', table: { key: 'second' } }])
  } finally {
    vi.useRealTimers()
  }
})

test('one that has only to be read does not wait for what was made, and the next to be read waits for it', () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
  try {
    const thread = fakeThread()
    const maker = makerFor([thread], 1)
    const asked = () => thread.inbox.flatMap((message) => (message.type === 'customise' ? [message.table.key] : []))
    /** Drops what is to be forgotten, and is requested the next. */
    const next = () => {
      while (thread.inbox.length > 0 && thread.inbox[0].type !== 'customise') work(maker, thread)
      return asked()
    }
    wantTwice(maker, '1', () => undefined)
    thread.inbox.length = 0
    maker.made(metricOf('1'), maker.generation, 500)
    maker.want(tableOf('3'), undefined, true)
    expect(next()).toEqual(['3'])
    thread.inbox.length = 0
    maker.made(metricOf('3'), maker.generation, 20)
    maker.want(tableOf('4'), undefined, true)
    expect(next()).toEqual([])
    vi.setSystemTime(180)
    maker.makeNext()
    expect(next()).toEqual(['4'])
  } finally {
    vi.useRealTimers()
  }
})

test('one that is stored is read at its first wish, another made at its second', () => {
  const threads = [fakeThread()]
  const maker = makerFor(threads, 100)
  maker.want(tableOf('1'), undefined)
  maker.want(tableOf('2'), undefined, true)
  expect(threads[0].inbox.map((message) => message.type === 'customise' && message.table.key)).toEqual(['2'])
})

describe('memory for the next network', () => {
  /** A metric with this cost of climbing. One with a lower cost guides the searches of one with a higher cost. */
  const metricAt = (key: string, perAscentDm: number, usedMs: number): SharedMetric => ({
    ...metricOf(key),
    table: { key, factor: Float64Array.of(1), perAscentDm, perDescentDm: 0, flatPenalty: 0, minFactor: 1 },
    used: Float64Array.of(usedMs),
  })
  let lent: ReusedBlocks[] = []
  let threads: FakeThread[] = []
  const makerWith = (...metrics: SharedMetric[]) => {
    lent = []
    threads = [fakeThread(), fakeThread()]
    const maker = makerFor(threads, 10, () => null)
    for (const metric of metrics) maker.found(metric, maker.generation)
    for (const { inbox } of threads) inbox.length = 0
    return maker
  }
  const lend = (maker: SharedMetricCache<FakeThread>) => maker.lend((one) => void lent.push(one))
  const told = () => threads.map(({ inbox }) => inbox.map((message) => message.type === 'forget' && message.key))

  test('is that of the setting longest unused that another guides, once no thread reads it', () => {
    const [cheap, dear, dearest] = [metricAt('cheap', 1, 1), metricAt('dear', 2, 3), metricAt('dearest', 3, 2)]
    const maker = makerWith(cheap, dear, dearest)
    expect(lend(maker)).toBe(true)
    expect([told(), lent]).toEqual([[['dearest'], ['dearest']], []])
    maker.forgot('dearest', maker.generation, threads[0])
    expect(lent).toEqual([])
    maker.ended(threads[1])
    expect(lent).toEqual([{ key: 'cheap', pieces: dearest.pieces }])
    expect(maker.list()).toEqual([cheap, dear])
  })

  test('is none where no setting guides another, unless another network needs it soon: then of that longest unused', () => {
    const steep = { ...metricAt('steep', 2, 1).table, perDescentDm: 0 }
    const sloping = { ...steep, key: 'sloping', perAscentDm: 1, perDescentDm: 1 }
    const unused = { ...metricOf('1'), table: sloping, used: Float64Array.of(1) }
    const used = { ...metricOf('0'), table: steep, used: Float64Array.of(2) }
    const maker = makerWith(used, unused, metricOf('2'))
    expect([lend(maker), told()]).toEqual([false, [[], []]])
    expect([maker.lend((one) => void lent.push(one), true), told()]).toEqual([true, [['1'], ['1']]])
    for (const thread of threads) maker.forgot('1', maker.generation, thread)
    expect(lent).toEqual([{ key: '0', pieces: unused.pieces }])
    expect([lend(makerWith()), makerWith().lend(() => undefined, true)]).toEqual([false, false])
  })

  test('does not count for the cache any more, which makes nothing in it', () => {
    const maker = makerWith(metricAt('cheap', 1, 1), metricAt('dear', 2, 2))
    const { bytes } = maker.state
    expect(lend(maker)).toBe(true)
    for (const thread of threads) maker.forgot('dear', maker.generation, thread)
    expect(maker.state.bytes).toBe(bytes / 2)
  })

  test('is not lent any more once the next network serves', () => {
    const maker = makerWith(metricAt('cheap', 1, 1), metricAt('dear', 2, 2))
    const { generation } = maker
    expect(lend(maker)).toBe(true)
    maker.adopt(PIECE)
    for (const thread of threads) maker.forgot('dear', generation, thread)
    expect(lent).toEqual([])
  })

  test('a metric that was read before counts as made', () => {
    const maker = makerWith()
    const metric = metricAt('read', 1, 1)
    maker.adopt(PIECE, metric)
    expect(maker.list()).toEqual([metric])
    expect(maker.state.count).toBe(1)
  })
})
