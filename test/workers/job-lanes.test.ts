import { describe, expect, test } from 'vitest'
import { JobLanes, laneKindOf, laneOf, type LaneJob } from '../../src/workers/job-lanes.ts'
import type { JobKind } from '../../src/workers/messages.ts'

interface Job extends LaneJob<Job> {
  kind: JobKind
  n: number
}
const job = (kind: JobKind, n = 0, caller = ''): Job => ({ kind, caller, n, place: null })

describe('lanes of jobs', () => {
  test('hand out each lane in its order, long jobs first while they may have a thread', () => {
    const lanes = new JobLanes<Job>(20)
    for (const [i, kind] of (['route', 'loops', 'trip', 'match'] as const).entries()) lanes.push(job(kind, i), 0)
    const order: number[] = []
    for (const longRunning of [0, 1, 1, 0]) {
      const next = lanes.peek(2, longRunning, 0)!
      lanes.shift(next)
      order.push(next.n)
    }
    expect(order).toEqual([1, 0, 2, 3])
    expect(lanes.peek(2, 0, 0)).toBeUndefined()
  })

  test('keep a thread from long jobs for a second after a route was asked for, then give them all', () => {
    const lanes = new JobLanes<Job>(20)
    const route = job('route')
    lanes.push(route, 0)
    lanes.shift(route)
    lanes.push(job('loops'), 10)
    expect(lanes.peek(2, 1, 500)).toBeUndefined()
    expect(lanes.peek(2, 1, 1500)).toMatchObject({ kind: 'loops' })
    expect(lanes.peek(1, 0, 500)).toMatchObject({ kind: 'loops' })
  })

  test('learn how long a kind takes, and refuse by it once overloaded', () => {
    const lanes = new JobLanes<Job>(20)
    for (let i = 0; i < 100; i++) {
      const done = job('route')
      lanes.push(done, i)
      lanes.shift(done)
      lanes.ended(done, 15)
    }
    expect(lanes.typicalMs('route')).toBeCloseTo(15, 1)
    for (let i = 0; i < 40; i++) lanes.push(job('route'), 100) // 300 ms for two threads
    expect(lanes.admits('route', 2, 0, 100)).toBe(true) // a burst
    expect(lanes.admits('route', 2, 0, 400)).toBe(false)
    expect(lanes.isOverloaded('short')).toBe(true)
    expect(lanes.admits('loops', 2, 0, 400)).toBe(true) // the other lane is free
  })

  test('never refuse any of 32 connections that ask for loops without a pause', () => {
    const lanes = new JobLanes<Job>(4)
    for (let i = 0; i < 31; i++) lanes.push(job('loops'), 0)
    for (let nowMs = 0; nowMs < 10_000; nowMs += 50) expect(lanes.admits('loops', 2, 1, nowMs)).toBe(true)
    expect(lanes.isOverloaded('long')).toBe(false)
  })

  test('forget the work of a job that ended before it ran', () => {
    const lanes = new JobLanes<Job>(20)
    const jobs = Array.from({ length: 50 }, () => job('route'))
    for (const one of jobs) lanes.push(one, 0)
    expect(lanes.admits('route', 2, 0, 0)).toBe(true)
    expect(lanes.admits('route', 2, 0, 300)).toBe(false)
    for (const one of jobs) lanes.ended(one, undefined)
    expect(lanes.admits('route', 2, 0, 301)).toBe(true)
  })

  test('take a route over many waypoints for a long job, so that it keeps no thread from others', () => {
    const over = (count: number) => ({ waypoints: Array.from({ length: count }, () => [7, 46] as [number, number]) })
    expect(laneOf(laneKindOf('route', over(10)))).toBe('short')
    expect(laneOf(laneKindOf('route', over(11)))).toBe('long')
    expect(laneOf(laneKindOf('trip', over(100)))).toBe('long')
  })

  test('let callers take turns, and judge each by what is served before it', () => {
    const lanes = new JobLanes<Job>(20)
    for (let n = 0; n < 100; n++) lanes.push(job('loops', n, 'crowd'), 0)
    expect(lanes.admits('loops', 2, 1, 0, 'crowd')).toBe(false)
    expect(lanes.admits('loops', 2, 1, 300, 'single')).toBe(true)
    lanes.push(job('loops', 100, 'single'), 300)
    const order = [0, 1, 2].map(() => {
      const next = lanes.peek(2, 0, 300)!
      lanes.shift(next)
      return next.n
    })
    expect(order).toEqual([0, 100, 1])
    expect(lanes.crowdOut('loops', 'single')).toMatchObject({ caller: 'crowd', n: 99 })
  })

  test('lose a job that ended while it waited, without a turn of its caller', () => {
    const lanes = new JobLanes<Job>(20)
    const [left, stays] = [job('route', 0, 'a'), job('route', 1, 'a')]
    for (const one of [left, stays, job('route', 2, 'b')]) lanes.push(one, 0)
    lanes.ended(left, undefined)
    expect([lanes.queued, lanes.peek(2, 0, 0)]).toEqual([2, stays])
  })
})
