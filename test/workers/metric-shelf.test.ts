// Random requests for settings against the cache: never more memory than the budget, never a buffer reused while a
// thread may still read it, and a setting in use stays.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { metricBudget, MetricShelf, type ShelvedMetric } from '../../src/workers/metric-shelf.ts'

const PIECE = 1000
const THREADS = ['a', 'b']

/** A metric in these pieces and, for the rest, new ones. */
function metricIn(key: string, count: number, lent: readonly SharedArrayBuffer[], usedMs: number): ShelvedMetric {
  const pieces = Array.from({ length: count }, (_, i) => lent[i] ?? new SharedArrayBuffer(PIECE))
  return { key, pieces, used: Float64Array.of(usedMs) }
}

test('the budget is what is asked, else 64 MB, and at least two settings and eight that bound others', () => {
  expect(metricBudget(5, PIECE)).toBe(5)
  expect(metricBudget(null, PIECE)).toBe(67_108_864)
  expect(metricBudget(null, 5.5e6)).toBe(14 * 5.5e6)
  expect(metricBudget(null, 100e6)).toBe(1.2e9)
})

test('memory stays within the budget, and no piece is lent before every thread forgot it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 12 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 3 })), { maxLength: 200 }),
      (room, wishes) => {
        const shelf = new MetricShelf<string>(room * PIECE, PIECE)
        /** by thread and key: the pieces that the thread can read */
        const held = new Map<string, readonly SharedArrayBuffer[]>()
        const told: [string, string][] = []
        let nowS = 1
        for (const [wish, acks] of wishes) {
          const key = `${wish}`
          if (!shelf.has(key) && !told.some(([forgotten]) => forgotten === key)) {
            const count = wish % 3 === 0 ? 3 : 1
            const answer = shelf.makeRoom(count, THREADS)
            if ('forget' in answer) {
              if (answer.forget !== null) for (const thread of THREADS) told.push([answer.forget, thread])
            } else {
              const read = new Set([...held.values()].flat())
              expect(
                answer.pieces.filter((piece) => read.has(piece)),
                'nobody reads it any more',
              ).toEqual([])
              const metric = metricIn(key, count, answer.pieces, nowS++)
              shelf.made(metric, answer.pieces)
              for (const thread of THREADS) held.set(`${thread} ${key}`, metric.pieces)
            }
          }
          for (let i = 0; i < acks && told.length > 0; i++) {
            const [forgotten, thread] = told.shift()!
            held.delete(`${thread} ${forgotten}`)
            shelf.forgot(forgotten, thread)
          }
          expect(shelf.bytes).toBeLessThanOrEqual(room * PIECE)
          expect(new Set([...held.values()].flat()).size).toBeLessThanOrEqual(room)
        }
      },
    ),
  )
})

test('the least lately used is given up; a thread that ends holds nothing back', () => {
  const shelf = new MetricShelf<string>(2 * PIECE, PIECE)
  const make = (key: string, usedMs: number) => {
    const room = shelf.makeRoom(1, THREADS)
    if ('forget' in room) return room.forget
    shelf.made(metricIn(key, 1, room.pieces, usedMs), room.pieces)
    return 'made'
  }
  expect([make('old', 1), make('new', 5)]).toEqual(['made', 'made'])
  shelf.list()[0].used[0] = 9 // a thread used it
  expect(make('third', 6)).toBe('new')
  expect(make('third', 6), 'told already').toBeNull()
  expect([shelf.forgot('new', 'a'), make('third', 6)]).toEqual([false, null])
  shelf.ended('b')
  expect(make('third', 6)).toBe('made')
  expect(shelf.list().map(({ key }) => key)).toEqual(['old', 'third'])
})

test('three small ones are given up for a large one, which is made in their memory', () => {
  const shelf = new MetricShelf<string>(4 * PIECE, PIECE)
  const small = ['a', 'b', 'c', 'd'].map((key, i) => metricIn(key, 1, [], i))
  for (const metric of small) {
    expect(shelf.makeRoom(1, THREADS)).toEqual({ pieces: [] })
    shelf.made(metric, [])
  }
  for (const key of ['a', 'b', 'c']) {
    expect(shelf.isFullFor(3)).toBe(true)
    expect(shelf.makeRoom(3, THREADS)).toEqual({ forget: key })
    for (const thread of THREADS) shelf.forgot(key, thread)
  }
  expect(shelf.isFullFor(3)).toBe(false)
  const room = shelf.makeRoom(3, THREADS)
  expect('pieces' in room && new Set(room.pieces)).toEqual(new Set(small.slice(0, 3).flatMap(({ pieces }) => pieces)))
  expect(shelf.bytes).toBe(4 * PIECE)
})

test('what a thread made for itself makes room too', () => {
  const shelf = new MetricShelf<string>(2 * PIECE, PIECE)
  for (const key of ['a', 'b']) {
    expect(shelf.makeRoom(1, THREADS)).toEqual({ pieces: [] })
    shelf.made(metricIn(key, 1, [], key === 'a' ? 1 : 2), [])
  }
  expect(shelf.add(metricIn('own', 1, [], 3), THREADS)).toEqual(['a'])
  expect(shelf.list().map(({ key }) => key)).toEqual(['b', 'own'])
})
