import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { calibratedBand, calibratedFactor, CALIBRATION } from '../../src/course/hike-calibration.ts'
import {
  calibrate,
  leaveOneOut,
  leaveOneOutNested,
  quantileOfAbs,
  ruleS,
  RULES,
  swissS,
} from '../bench/course/hike-models.ts'
import { readWalks } from '../bench/course/walked-lines.ts'

const walks = readWalks(
  join(process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../shared/data'), 'hikes'),
)

test('the bands hold half and four fifths of the t distribution that ten walks give', () => {
  // t quantiles by numerical integration of the density with 8 degrees of freedom
  const density = (t: number) => (1 + (t * t) / 8) ** -4.5
  const area = (to: number) => {
    let sum = 0
    const n = 4000
    for (let i = 0; i < n; i++) sum += density(((i + 0.5) * to) / n) * (to / n)
    return sum
  }
  const whole = area(60)
  const width = (share: 50 | 80) =>
    Math.log(calibratedBand(1e9, share, CALIBRATION.middleS)[1] / 1e9) / (CALIBRATION.logSpread * Math.sqrt(1.1))
  expect(area(width(50)) / whole).toBeCloseTo(0.5, 3)
  expect(area(width(80)) / whole).toBeCloseTo(0.8, 3)
})

test('a longer walk never takes less time than a shorter one, and outside the recorded lengths the factor stays', () => {
  let before = 0
  for (let formulaS = 60; formulaS < 200_000; formulaS *= 1.01) {
    const walkedS = formulaS * calibratedFactor(formulaS)
    expect(walkedS).toBeGreaterThan(before)
    before = walkedS
  }
  expect(calibratedFactor(0)).toBe(calibratedFactor(CALIBRATION.shortestS))
  expect(calibratedFactor(1e6)).toBe(calibratedFactor(CALIBRATION.longestS))
  expect(calibratedFactor(CALIBRATION.middleS)).toBeCloseTo(CALIBRATION.paceFactor, 6)
})

describe.skipIf(walks.length === 0)('on the recorded walks (needs real data)', () => {
  test('the constants are what the recordings give', () => {
    const calibrated = calibrate(walks.map((walk) => ({ formulaS: swissS(walk), movingS: walk.movingS })))
    expect(walks.length).toBe(CALIBRATION.recordings)
    for (const [name, value] of Object.entries(calibrated))
      expect(Math.abs(value / CALIBRATION[name as keyof typeof calibrated] - 1), name).toBeLessThan(0.001)
    expect(
      quantileOfAbs(
        leaveOneOut(walks).map((one) => one.error),
        0.5,
      ) * 100,
    ).toBeCloseTo(CALIBRATION.medianErrorPct, 1)
  })

  test('on walks left out it errs less than each of the four published rules, at the median and at the 90th percentile', () => {
    const ours = leaveOneOut(walks).map((one) => one.error)
    for (const rule of RULES) {
      const theirs = walks.map((walk) => ruleS(rule, walk) / walk.movingS - 1)
      for (const share of [0.5, 0.9])
        expect(quantileOfAbs(ours, share), `${rule} ${share}`).toBeLessThan(quantileOfAbs(theirs, share))
    }
    // and the choice of the model stands when the walk left out has no say in it
    const { errors, lengthChosen } = leaveOneOutNested(walks)
    expect(lengthChosen).toBe(walks.length)
    expect(quantileOfAbs(errors, 0.5)).toBeCloseTo(quantileOfAbs(ours, 0.5), 6)
  })

  test('walks left out fall into the bands about as often as the bands say', () => {
    const held = leaveOneOut(walks)
    // of ten walks a band of 50 % holds 2 to 8 and one of 80 % at least 5 with more than 97 % probability
    const within50 = held.filter((one) => one.within50).length
    expect(within50).toBeGreaterThanOrEqual(2)
    expect(within50).toBeLessThanOrEqual(8)
    expect(held.filter((one) => one.within80).length).toBeGreaterThanOrEqual(5)
  })
})
