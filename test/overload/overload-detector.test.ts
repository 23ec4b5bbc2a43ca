import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CALM_MS,
  FEW,
  FIRST_TRIAL_MS,
  GRACE_MS,
  LAST_TRIAL_MS,
  OverloadDetector,
  REST_MS,
  STANDING,
} from '../../src/overload/overload-detector.ts'

/** Overloaded from time 0 on. */
function overloaded(): OverloadDetector {
  const detector = new OverloadDetector()
  detector.observe(STANDING, true, -GRACE_MS)
  expect(detector.observe(STANDING, true, 0)).toBe(true)
  return detector
}

describe('a queue is overloaded', () => {
  test('once more than a few have stood in it too long for the whole grace, not before', () => {
    const detector = new OverloadDetector()
    expect(detector.observe(STANDING, true, 0)).toBe(false)
    expect(detector.observe(STANDING, true, GRACE_MS - 1)).toBe(false)
    expect(detector.observe(STANDING, true, GRACE_MS)).toBe(true)
    expect(detector.isOverloaded).toBe(true)
  })

  test('also once fewer have stood in it who count as more', () => {
    const detector = new OverloadDetector()
    expect(detector.observe(FEW, true, 0, STANDING)).toBe(false)
    expect(detector.observe(FEW, true, GRACE_MS, STANDING)).toBe(true)
  })

  test('not where it was short or quick once within the grace', () => {
    for (const [before, isLate] of [
      [STANDING - 1, true],
      [STANDING, false],
    ] as const) {
      const detector = new OverloadDetector()
      detector.observe(1000, true, 0)
      detector.observe(before, isLate, GRACE_MS / 2)
      expect(detector.observe(1000, true, GRACE_MS)).toBe(false)
      expect(detector.observe(1000, true, 2 * GRACE_MS)).toBe(true)
    }
  })

  test('never with few in it, however late they are (any arrivals)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: STANDING - 1 }), fc.integer({ min: 0, max: 5000 }))),
        (arrivals) => {
          const detector = new OverloadDetector()
          let nowMs = 0
          const overloaded = arrivals.filter(([before, gapMs]) => detector.observe(before, true, (nowMs += gapMs)))
          expect(overloaded).toEqual([])
        },
      ),
    )
  })

  test('until no more than a few were late for a second', () => {
    const detector = overloaded()
    detector.observe(20, true, FIRST_TRIAL_MS)
    // the first trial failed, the next is due 4 s later
    expect(detector.observe(STANDING, true, FIRST_TRIAL_MS + 10)).toBe(true)
    const lateMs = FIRST_TRIAL_MS + 500
    expect(detector.observe(FEW, true, lateMs)).toBe(true)
    expect(detector.observe(FEW - 1, true, lateMs + CALM_MS)).toBe(true) // few are never late
    expect(detector.observe(0, false, lateMs + CALM_MS + 1)).toBe(false)
    // and then the next burst has the whole grace
    expect(detector.observe(1000, true, lateMs + CALM_MS + 2)).toBe(false)
    expect(detector.observe(1000, true, lateMs + CALM_MS + 2 + GRACE_MS)).toBe(true)
  })

  test('or until there is nothing to do a tenth of a second after the last was late; within a second it is back without grace', () => {
    const detector = overloaded()
    detector.rest(REST_MS - 1)
    expect(detector.isOverloaded).toBe(true)
    detector.rest(REST_MS)
    expect(detector.isOverloaded).toBe(false)
    expect(detector.observe(STANDING, true, REST_MS + CALM_MS - 1)).toBe(true)
    detector.rest(2 * REST_MS + CALM_MS)
    expect(detector.observe(STANDING, true, 2 * (REST_MS + CALM_MS))).toBe(false)
    expect(detector.observe(STANDING, true, 2 * (REST_MS + CALM_MS) + GRACE_MS)).toBe(true)
  })

  test('or until a trial shows that it does not stand any more, the next after 400 times the length of the last', () => {
    const detector = overloaded()
    let atMs = FIRST_TRIAL_MS
    for (const [lastsMs, nextMs] of [
      [0, FIRST_TRIAL_MS],
      [5, 2000],
      [20, 8000],
      [900, LAST_TRIAL_MS],
    ]) {
      expect(detector.observe(20, true, atMs - 1)).toBe(true)
      expect(detector.observe(20, true, atMs)).toBe(false) // the trial: all are let in
      expect(detector.observe(STANDING, true, (atMs += lastsMs))).toBe(true) // it stands again, without grace
      atMs += nextMs
    }
    for (let nowMs = atMs; nowMs < atMs + 5000; nowMs += 10) expect(detector.observe(20, true, nowMs)).toBe(false)
  })

  test('of which late ones are less than a hundredth, where it lasts', () => {
    const detector = overloaded()
    let [before, late, all] = [0, 0, 0]
    for (let nowMs = 0; nowMs < 300_000; nowMs++) {
      // one comes and half a one is done each millisecond
      const is = detector.observe(before, before > 8, nowMs)
      if (!is || before <= 8) before++
      before = Math.max(0, before - 0.5)
      all++
      if (before > 9) late++
    }
    expect(late / all).toBeLessThan(0.01)
  })
})
