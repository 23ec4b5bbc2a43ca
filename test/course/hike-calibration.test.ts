import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { calibratedBand, CALIBRATION } from '../../src/course/hike-calibration.ts'
import { calibrate, leaveOneOut, quantileOfAbs, swissS } from '../bench/course/hike-models.ts'
import { readWalks } from '../bench/course/walked-lines.ts'

const walks = readWalks(join(process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../shared/data'), 'hikes'))

test('the bands hold half and four fifths of the t distribution that ten walks give', () => {
  // t quantiles by numerical integration of the density with 9 degrees of freedom
  const density = (t: number) => (1 + (t * t) / 9) ** -5
  const area = (to: number) => {
    let sum = 0
    const n = 4000
    for (let i = 0; i < n; i++) sum += density(((i + 0.5) * to) / n) * (to / n)
    return sum
  }
  const whole = area(60)
  const width = (share: 50 | 80) => Math.log(calibratedBand(1e9, share)[1] / 1e9) / (CALIBRATION.logSpread * Math.sqrt(1.1))
  expect(area(width(50)) / whole).toBeCloseTo(0.5, 3)
  expect(area(width(80)) / whole).toBeCloseTo(0.8, 3)
})

describe.skipIf(walks.length === 0)('on the recorded walks (needs real data)', () => {
  test('the constants are what the recordings give', () => {
    const { paceFactor, logSpread } = calibrate(walks.map((walk) => walk.movingS / swissS(walk)))
    expect(walks.length).toBe(CALIBRATION.recordings)
    expect(paceFactor).toBeCloseTo(CALIBRATION.paceFactor, 3)
    expect(logSpread).toBeCloseTo(CALIBRATION.logSpread, 3)
    expect(quantileOfAbs(leaveOneOut(walks).map((one) => one.error), 0.5) * 100).toBeCloseTo(CALIBRATION.medianErrorPct, 1)
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
