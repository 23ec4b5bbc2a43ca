// Random wishes for settings against a shelf: never more memory than the budget, never a buffer lent while a thread may
// still read it, and a setting that is used stays.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { metricBudget, MetricShelf, type ShelvedMetric } from '../../src/workers/metric-shelf.ts'

const EACH = 1000
const THREADS = ['a', 'b']

function metricIn(key: string, buffer: SharedArrayBuffer, usedS: number): ShelvedMetric {
  const used = new Uint32Array(buffer, EACH - 4, 1)
  used[0] = usedS
  return { key, bytes: EACH, up: new Int32Array(buffer, 0, (EACH - 4) / 4), used }
}

test('the budget is what is asked, else at least four settings and 64 MB', () => {
  expect(metricBudget(5, EACH)).toBe(5)
  expect(metricBudget(null, EACH)).toBe(67_108_864)
  expect(metricBudget(null, 300e6)).toBe(1.2e9)
})

test('memory stays within the budget, and no buffer is lent before every thread forgot it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 3 })), { maxLength: 200 }),
      (room, wishes) => {
        const shelf = new MetricShelf<string>(room * EACH, EACH)
        /** by thread and key: the buffer that it can read */
        const held = new Map<string, SharedArrayBuffer>()
        const told: [string, string][] = []
        let nowS = 1
        for (const [wish, acks] of wishes) {
          const key = `${wish}`
          if (!shelf.has(key) && !told.some(([forgotten]) => forgotten === key)) {
            const answer = shelf.makeRoom(THREADS)
            if ('forget' in answer) {
              if (answer.forget !== null) for (const thread of THREADS) told.push([answer.forget, thread])
            } else {
              const buffer = answer.buffer ?? new SharedArrayBuffer(EACH)
              expect([...held.values()], 'nobody reads it any more').not.toContain(buffer)
              shelf.made(metricIn(key, buffer, nowS++), answer.buffer)
              for (const thread of THREADS) held.set(`${thread} ${key}`, buffer)
            }
          }
          for (let i = 0; i < acks && told.length > 0; i++) {
            const [forgotten, thread] = told.shift()!
            held.delete(`${thread} ${forgotten}`)
            shelf.forgot(forgotten, thread)
          }
          expect(shelf.bytes).toBeLessThanOrEqual(room * EACH)
          expect(new Set(held.values()).size).toBeLessThanOrEqual(room)
        }
      },
    ),
  )
})

test('the least lately used is given up; a thread that ends holds nothing back', () => {
  const shelf = new MetricShelf<string>(2 * EACH, EACH)
  const make = (key: string, usedS: number) => {
    const room = shelf.makeRoom(THREADS)
    if ('forget' in room) return room.forget
    shelf.made(metricIn(key, room.buffer ?? new SharedArrayBuffer(EACH), usedS), room.buffer)
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

test('what a thread made for itself makes room too', () => {
  const shelf = new MetricShelf<string>(2 * EACH, EACH)
  for (const key of ['a', 'b']) {
    expect(shelf.makeRoom(THREADS)).toEqual({ buffer: null })
    shelf.made(metricIn(key, new SharedArrayBuffer(EACH), key === 'a' ? 1 : 2), null)
  }
  expect(shelf.add(metricIn('own', new SharedArrayBuffer(EACH), 3), THREADS)).toEqual(['a'])
  expect(shelf.list().map(({ key }) => key)).toEqual(['b', 'own'])
})
