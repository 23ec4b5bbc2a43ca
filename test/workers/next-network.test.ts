import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LentMetric, SharedMetric, SharedNetwork, ToWorker } from '../../src/workers/messages.ts'
import { NextNetwork } from '../../src/workers/next-network.ts'

const PIECE_BYTES = 8
const GENERATION = 7
const network = { buffer: new SharedArrayBuffer(1) } as SharedNetwork
const metric = { key: 'hike' } as SharedMetric
const lentOf = (bytes: number): LentMetric => ({ key: 'hike', pieces: [new SharedArrayBuffer(bytes)] })

interface FakeThread {
  alive: boolean
  inbox: ToWorker[]
  post(message: ToWorker): void
}
let threads: FakeThread[] = []
let opened = 0
let next: NextNetwork<FakeThread>

beforeEach(() => {
  vi.useFakeTimers()
  opened = 0
  threads = [1, 2, 3].map(() => {
    const inbox: ToWorker[] = []
    return { alive: true, inbox, post: (message) => void inbox.push(message) }
  })
})
afterEach(() => void vi.useRealTimers())

/** `lent`: null if there is no memory to lend; if left out, the returned function lends it later. */
function begin(lent?: LentMetric | null): (later: LentMetric) => void {
  let onLent: (later: LentMetric) => void = () => expect.unreachable('nobody waits for memory')
  next = new NextNetwork({
    ...{ region: 'r', network, pieceBytes: PIECE_BYTES, generation: GENERATION, threads: () => threads },
    lend: (call) => {
      if (lent === undefined) onLent = call
      else if (lent !== null) call(lent)
      return lent !== null
    },
    onOpened: () => opened++,
  })
  next.begin()
  return (later) => onLent(later)
}

/** What each thread was told to open: whether it is to read a metric. */
const told = () => threads.map(({ inbox }) => inbox.map((message) => message.type === 'open' && message.read !== null))

test('threads open it one after another, and the first reads the metric', () => {
  begin(lentOf(PIECE_BYTES))
  expect(told()).toEqual([[true], [], []])
  expect(threads.map((thread) => next.isOpeningOn(thread))).toEqual([true, false, false])
  next.opened(threads[0], GENERATION, metric)
  expect(told()).toEqual([[true], [false], []])
  next.opened(threads[1], GENERATION, null)
  expect([told(), opened]).toEqual([[[true], [false], [false]], 0])
  next.opened(threads[2], GENERATION, null)
  expect([next.metric, opened]).toEqual([metric, 1])
})

test('none opens it before the memory is free', () => {
  const lend = begin()
  expect(told()).toEqual([[], [], []])
  lend(lentOf(PIECE_BYTES))
  expect(told()).toEqual([[true], [], []])
})

test('memory of another size is not used, and without any it is opened all the same', () => {
  begin(lentOf(PIECE_BYTES + 4))
  expect(told()).toEqual([[false], [], []])
  begin(null)
  expect(told()[0]).toEqual([false, false])
})

test('a thread that dies is not waited for, nor one that is dead', () => {
  threads[1].alive = false
  begin(lentOf(PIECE_BYTES))
  next.ended(threads[0])
  expect([told(), opened]).toEqual([[[true], [], [false]], 0])
  next.ended(threads[2])
  expect([next.metric, opened]).toEqual([null, 1])
})

test('a network that another generation is about does not count', () => {
  begin(lentOf(PIECE_BYTES))
  next.opened(threads[0], GENERATION - 1, metric)
  expect([next.metric, told()]).toEqual([null, [[true], [], []]])
})

test('it serves after three seconds, however far threads have come, and no further one opens it then', () => {
  const lend = begin()
  vi.advanceTimersByTime(2999)
  expect(opened).toBe(0)
  vi.advanceTimersByTime(1)
  expect(opened).toBe(1)
  next.close()
  lend(lentOf(PIECE_BYTES))
  expect(told()).toEqual([[], [], []])
  begin(null)
  next.close()
  next.opened(threads[0], GENERATION, null)
  vi.advanceTimersByTime(3000)
  expect([told(), opened]).toEqual([[[false], [], []], 1])
})
