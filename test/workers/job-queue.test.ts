import { describe, expect, test } from 'vitest'
import { JobQueue, type Priority, type QueuedJob } from '../../src/workers/job-queue.ts'

interface Job extends QueuedJob {
  n: number
}
const GUESS_MS: Record<string, number> = { route: 3, trip: 3, match: 20, loops: 60 }
const priorityOf = (kind: string): Priority => (GUESS_MS[kind] < 10 ? 'short' : 'long')
const job = (kind: string, n = 0, caller = ''): Job => ({ kind, priority: priorityOf(kind), caller, n })
const queueOf = (targetWaitMs: number, threads = 2, maxQueued = 1000) =>
  new JobQueue<Job>({ threads, targetWaitMs, maxQueued, reservedForMs: 1000, guessMs: (kind) => GUESS_MS[kind] })

describe('the queue of jobs', () => {
  test('hand out each lane in its order, long jobs first while they may have a thread', () => {
    const queue = queueOf(20)
    for (const [i, kind] of (['route', 'loops', 'trip', 'match'] as const).entries()) queue.push(job(kind, i), 0)
    const order: number[] = []
    for (const longRunning of [0, 1, 1, 0]) {
      const next = queue.peek(longRunning, 0)!
      queue.shift(next)
      order.push(next.n)
    }
    expect(order).toEqual([1, 0, 2, 3])
    expect(queue.peek(0, 0)).toBeUndefined()
  })

  test('keep a thread from long jobs for a second after a request for a route, then give them all', () => {
    const queue = queueOf(20)
    const route = job('route')
    queue.push(route, 0)
    queue.shift(route)
    queue.push(job('loops'), 10)
    expect(queue.peek(1, 500)).toBeUndefined()
    expect(queue.peek(1, 1500)).toMatchObject({ kind: 'loops' })
    const one = queueOf(20, 1)
    for (const kind of ['loops', 'route']) one.push(job(kind), 0)
    expect(one.peek(0, 500)).toMatchObject({ kind: 'loops' })
  })

  test('learn how long a kind takes, and refuse by it once overloaded', () => {
    const queue = queueOf(20)
    for (let i = 0; i < 100; i++) {
      const done = job('route')
      queue.push(done, i)
      queue.shift(done)
      queue.ended(done, 15)
    }
    for (let i = 0; i < 40; i++) queue.push(job('route'), 100) // 300 ms for two threads
    expect(queue.admits('route', 'short', 0, 100)).toBe(true) // a burst
    expect(queue.admits('route', 'short', 0, 400)).toBe(false)
    expect(queue.isOverloaded('short')).toBe(true)
    expect(queue.admits('loops', 'long', 0, 400)).toBe(true) // the other lane is free
  })

  test('never refuse any of 32 connections that ask for loops without a pause', () => {
    const queue = queueOf(4)
    for (let i = 0; i < 31; i++) queue.push(job('loops'), 0)
    for (let nowMs = 0; nowMs < 10_000; nowMs += 50) expect(queue.admits('loops', 'long', 1, nowMs)).toBe(true)
    expect(queue.isOverloaded('long')).toBe(false)
  })

  test('forget the work of a job that ended before it ran', () => {
    const queue = queueOf(20)
    const jobs = Array.from({ length: 50 }, () => job('route'))
    for (const one of jobs) queue.push(one, 0)
    expect(queue.admits('route', 'short', 0, 0)).toBe(true)
    expect(queue.admits('route', 'short', 0, 300)).toBe(false)
    for (const one of jobs) queue.ended(one, undefined)
    expect(queue.admits('route', 'short', 0, 301)).toBe(true)
  })

  test('let callers take turns, and judge each by what is served before it', () => {
    const queue = queueOf(20)
    for (let n = 0; n < 100; n++) queue.push(job('loops', n, 'crowd'), 0)
    expect(queue.admits('loops', 'long', 1, 0, 'crowd')).toBe(false)
    expect(queue.admits('loops', 'long', 1, 300, 'single')).toBe(true)
    queue.push(job('loops', 100, 'single'), 300)
    const order = [0, 1, 2].map(() => {
      const next = queue.peek(0, 300)!
      queue.shift(next)
      return next.n
    })
    expect(order).toEqual([0, 100, 1])
  })

  test('make room for a caller with few by a job of the one with the most', () => {
    const queue = queueOf(20, 2, 3)
    for (const n of [0, 1]) queue.push(job('loops', n, 'crowd'), 0)
    expect(queue.makeRoom('long', 'single')).toBeNull()
    queue.push(job('loops', 2, 'crowd'), 0)
    expect(queue.makeRoom('long', 'crowd')).toBeUndefined()
    expect(queue.makeRoom('long', 'single')).toMatchObject({ caller: 'crowd', n: 2 })
  })

  test('lose a job that ended while it waited, without a turn of its caller', () => {
    const queue = queueOf(20)
    const [left, stays] = [job('route', 0, 'a'), job('route', 1, 'a')]
    for (const one of [left, stays, job('route', 2, 'b')]) queue.push(one, 0)
    queue.ended(left, undefined)
    expect([queue.size, queue.peek(0, 0)]).toEqual([2, stays])
  })
})
