import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RetiredNetworks } from '../../src/workers/left-networks.ts'
import { type FakeThread, fakeThread } from '../support/fake-thread.ts'

const GENERATION = 3
let threads: FakeThread[] = []
let left: RetiredNetworks<FakeThread>
let descriptor: number

beforeEach(() => {
  vi.useFakeTimers()
  threads = [fakeThread(), fakeThread()]
  left = new RetiredNetworks(() => threads)
  descriptor = openSync(fileURLToPath(import.meta.url), 'r')
})
afterEach(() => {
  left.close()
  vi.useRealTimers()
})

/** Closing a file twice is an error. */
function isOpen(): boolean {
  try {
    closeSync(descriptor)
  } catch {
    return false
  }
  return true
}
const told = () => threads.map(({ inbox }) => inbox.map(({ type }) => type))

test('a file is closed, and every thread collects, once all have adopted a later network of its region', () => {
  left.add('r', descriptor, GENERATION)
  left.adopted(threads[0], 'r', GENERATION)
  left.adopted(threads[1], 'r', GENERATION - 1)
  left.adopted(threads[1], 'other', GENERATION)
  expect([told(), left.holdMemory]).toEqual([[[], []], true])
  left.adopted(threads[1], 'r', GENERATION + 1)
  expect(told()).toEqual([['collect'], ['collect']])
  expect(isOpen()).toBe(false)
})

test('memory is held until each thread has collected in its turn, and this one last', async () => {
  const collected = left.collect()
  vi.advanceTimersByTime(599)
  expect(left.holdMemory).toBe(true)
  vi.advanceTimersByTime(1)
  expect(left.holdMemory).toBe(false)
  await collected
})

test('a thread that is dead, or dies, is not waited for', () => {
  threads[0].alive = false
  left.add('r', descriptor, GENERATION)
  expect(told()).toEqual([[], []])
  threads[1].alive = false
  left.ended(threads[1])
  expect([told(), isOpen()]).toEqual([[[], []], false])
})

test('a thread at a long job does not hold up others for more than two seconds, and what is left is closed in the end', () => {
  left.add('r', descriptor, GENERATION)
  vi.advanceTimersByTime(1999)
  expect(left.holdMemory).toBe(true)
  vi.advanceTimersByTime(1)
  expect(left.holdMemory).toBe(false)
  left.close()
  expect(isOpen()).toBe(false)
})
