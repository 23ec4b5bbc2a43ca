import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReusedBlocks, SharedMetric, SharedNetwork } from '../../src/workers/messages.ts'
import { IncomingNetwork } from '../../src/workers/next-network.ts'
import { type FakeThread, fakeThread } from '../support/fake-thread.ts'

const PIECE_BYTES = 8
const GENERATION = 7
const network = { buffer: new SharedArrayBuffer(1) } as SharedNetwork
const metric = { key: 'hike' } as SharedMetric
const lentOf = (bytes: number): ReusedBlocks => ({ key: 'hike', pieces: [new SharedArrayBuffer(bytes)] })

let threads: FakeThread[] = []
let ready = 0
let next: IncomingNetwork<FakeThread>

beforeEach(() => {
  vi.useFakeTimers()
  ready = 0
  threads = [fakeThread(), fakeThread(), fakeThread()]
})
afterEach(() => void vi.useRealTimers())

/** `lent`: null if there is no memory to lend; if left out, the returned function lends it later. */
function begin(lent?: ReusedBlocks | null): (later: ReusedBlocks) => void {
  let onLent: (later: ReusedBlocks) => void = () => expect.unreachable('nobody waits for memory')
  next = new IncomingNetwork({
    ...{ region: 'r', network, pieceBytes: PIECE_BYTES, generation: GENERATION, threads: () => threads },
    lend: (call) => {
      if (lent === undefined) onLent = call
      else if (lent !== null) call(lent)
      return lent !== null
    },
    onReady: () => ready++,
  })
  next.begin()
  return (later) => onLent(later)
}

/** What each thread was instructed to open: whether it is to read a metric. */
const told = () => threads.map(({ inbox }) => inbox.map((message) => message.type === 'open' && message.read !== null))
const openAll = () => {
  for (const thread of threads) next.opened(thread, GENERATION, null)
}

test('threads open it one after another, then the first reads the metric, and jobs wait only then', () => {
  begin(lentOf(PIECE_BYTES))
  expect(told()).toEqual([[false], [], []])
  expect(threads.map((thread) => next.isOpeningOn(thread))).toEqual([true, false, false])
  next.opened(threads[0], GENERATION, null)
  expect(told()).toEqual([[false], [false], []])
  next.opened(threads[1], GENERATION, null)
  expect([told(), next.holdsJobs]).toEqual([[[false], [false], [false]], false])
  next.opened(threads[2], GENERATION, null)
  expect([told(), next.holdsJobs, ready]).toEqual([[[false, true], [false], [false]], true, 0])
  next.opened(threads[0], GENERATION, metric)
  expect([next.metric, ready]).toEqual([metric, 1])
})

test('the metric is not read before the memory is free', () => {
  const lend = begin()
  openAll()
  expect([told(), ready]).toEqual([[[false], [false], [false]], 0])
  lend(lentOf(PIECE_BYTES))
  expect(told()).toEqual([[false, true], [false], [false]])
})

test('memory of another size is not used, and without any it serves all the same', () => {
  begin(lentOf(PIECE_BYTES + 4))
  openAll()
  expect([told(), ready]).toEqual([[[false], [false], [false]], 1])
  begin(null)
  openAll()
  expect(ready).toBe(2)
})

test('a thread that dies is not waited for, nor one that is dead', () => {
  threads[1].alive = false
  begin(lentOf(PIECE_BYTES))
  threads[0].alive = false
  next.ended(threads[0])
  expect([told(), ready]).toEqual([[[false], [], [false]], 0])
  next.opened(threads[2], GENERATION, null)
  expect([told(), ready]).toEqual([[[false], [], [false, true]], 0])
  next.ended(threads[2])
  expect([next.metric, ready]).toEqual([null, 1])
})

test('a network that another generation is about does not count', () => {
  begin(lentOf(PIECE_BYTES))
  next.opened(threads[0], GENERATION - 1, metric)
  expect([next.metric, told()]).toEqual([null, [[false], [], []]])
})

test('it serves after three seconds, however far threads have come, and no further one opens it then', () => {
  begin(null)
  vi.advanceTimersByTime(2999)
  expect(ready).toBe(0)
  vi.advanceTimersByTime(1)
  expect(ready).toBe(1)
  next.close()
  next.opened(threads[0], GENERATION, null)
  vi.advanceTimersByTime(3000)
  expect([told(), ready]).toEqual([[[false], [], []], 1])
})

test('jobs wait for the metric a tenth of a second at most, and what comes later is left out', () => {
  const lend = begin()
  openAll()
  vi.advanceTimersByTime(99)
  expect(ready).toBe(0)
  vi.advanceTimersByTime(1)
  expect(ready).toBe(1)
  next.close()
  lend(lentOf(PIECE_BYTES))
  expect(told()).toEqual([[false], [false], [false]])
})
