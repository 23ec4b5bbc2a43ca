import { describe, expect, test } from 'vitest'
import { FEW, FEW_LEFT, INTERVAL_MS } from '../../src/overload/fair-queue.ts'
import { JobQueue, type Priority, type QueuedJob } from '../../src/workers/job-queue.ts'

interface Job extends QueuedJob {
  n: number
}
const job = (priority: Priority, n = 0, caller = ''): Job => ({ priority, caller, n })
const queueOf = (targetWaitMs: number, threads = 2, maxQueued = 1000) =>
  new JobQueue<Job>({ threads, targetWaitMs, maxQueued, reservedForMs: 1000 })

describe('the queue of jobs', () => {
  test('hands out each priority in its order, long jobs first while they may have a thread', () => {
    const queue = queueOf(20)
    for (const [i, priority] of (['short', 'long', 'short', 'long'] as const).entries()) queue.push(job(priority, i), 0)
    expect([0, 1, 1, 0].map((longRunning) => queue.shift(longRunning, 0)!.n)).toEqual([1, 0, 2, 3])
    expect([queue.shift(0, 0), queue.size]).toEqual([undefined, 0])
  })

  test('keeps a thread from long jobs for a second after a short one, then gives them all', () => {
    const queue = queueOf(20)
    queue.push(job('short'), 0)
    queue.shift(0, 0)
    queue.push(job('long', 7), 10)
    expect(queue.shift(1, 500)).toBeUndefined()
    expect(queue.shift(1, 1500)).toMatchObject({ n: 7 })
    const one = queueOf(20, 1)
    for (const priority of ['long', 'short'] as const) one.push(job(priority), 0)
    expect(one.shift(0, 500)).toMatchObject({ priority: 'long' })
  })

  test('rejects the late of an overloaded priority, and of no other', () => {
    const queue = queueOf(20)
    for (let n = 0; n < 2 * FEW; n++) queue.push(job('short', n), 0)
    for (let n = 0; n < FEW; n++) queue.push(job('long', n), 0)
    expect(queue.takeLate(21)).toEqual([])
    const late = queue.takeLate(21 + INTERVAL_MS)
    expect(late.map(({ priority }) => priority)).toEqual(Array.from({ length: 32 }, () => 'short'))
    expect([queue.isOverloaded('short'), queue.isOverloaded('long')]).toEqual([true, false])
    expect(queue.takeLate(21 + INTERVAL_MS)).toHaveLength(2 * FEW - 32 - FEW_LEFT)
    expect(queue.size).toBe(FEW + FEW_LEFT)
    expect(queue.remove(late[0])).toBe(false)
  })

  test('lets callers take turns', () => {
    const queue = queueOf(20)
    for (let n = 0; n < 20; n++) queue.push(job('long', n, 'crowd'), 0)
    queue.push(job('long', 100, 'single'), 300)
    expect([0, 1, 2].map(() => queue.shift(0, 300)!.n)).toEqual([0, 100, 1])
  })

  test('makes room for a caller with few by a job of the one with the most', () => {
    const queue = queueOf(20, 2, 3)
    for (const n of [0, 1]) queue.push(job('long', n, 'crowd'), 0)
    expect(queue.makeRoom('long', 'single')).toBeNull()
    queue.push(job('long', 2, 'crowd'), 0)
    expect(queue.makeRoom('long', 'crowd')).toBeUndefined()
    expect(queue.makeRoom('long', 'single')).toMatchObject({ caller: 'crowd', n: 2 })
    expect([queue.size, queue.makeRoom('long', 'single')]).toEqual([2, null])
  })

  test('loses a job that is removed while it waits, without a turn of its caller', () => {
    const queue = queueOf(20)
    const [left, stays] = [job('short', 0, 'a'), job('short', 1, 'a')]
    for (const one of [left, stays, job('short', 2, 'b')]) queue.push(one, 0)
    expect([queue.remove(left), queue.remove(left), queue.size]).toEqual([true, false, 2])
    expect(queue.shift(0, 0)).toBe(stays)
    expect(queue.clear().map(({ n }) => n)).toEqual([2])
    expect([queue.size, queue.shift(0, 0)]).toEqual([0, undefined])
  })
})
