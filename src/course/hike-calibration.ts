// What the recordings of walks say about `service-hike/2`: walked time is paceFactor * (formula time / middleS) ^
// longerSlope times the formula's. Who sets out on a walk of seven hours walks it faster than who goes for two: of ten
// recordings the logarithm of walked over formula time falls with that of formula time (slope -0.29, standard error
// 0.08), and on walks left out this halves the largest errors. Beyond the shortest and the longest recording the factor
// stays what it is there. `npm run bench -- hike-time` works these constants out again;
// test/course/hike-calibration.test.ts holds them to it.
// The factors for surfaces and SAC grades in hike-time.ts are from judgement and stand outside this measurement.

export const CALIBRATION = {
  /** recorded walks: one-second tracks of 8 to 30 km, cycling left out */
  recordings: 10,
  /** walked over formula time at middleS (geometric mean) */
  paceFactor: 0.8837,
  /** geometric mean of the formula's times, seconds */
  middleS: 14_402,
  /** change of the logarithm of the factor per unit of the logarithm of formula time */
  longerSlope: -0.2911,
  /** the formula's times of the shortest and the longest recording, seconds: 2.3 and 7.2 hours */
  shortestS: 8_141,
  longestS: 25_798,
  /** standard deviation of the logarithm of walked time around this, 8 degrees of freedom */
  logSpread: 0.0835,
  /** sum of the squares of the logarithms of formula time over middleS */
  logSquares: 1.1591,
  /** median of the relative error on walks left out of their own calibration, per cent */
  medianErrorPct: 8.1,
} as const

/**
 * Student's t with 8 degrees of freedom: half of the probability lies within the first, four fifths within the second.
 */
const T_50 = 0.7064
const T_80 = 1.3968

/** Walked over formula time for a whole walk that takes `formulaS` by the formula. */
export function calibratedFactor(formulaS: number): number {
  return CALIBRATION.paceFactor * Math.exp(CALIBRATION.longerSlope * logOverMiddle(formulaS))
}

/** Prediction intervals for one more walker: the spread of walkers, and that the line through them comes from few. */
export function calibratedBand(movingS: number, share: 50 | 80, formulaS: number): [number, number] {
  const leverage = 1 / CALIBRATION.recordings + logOverMiddle(formulaS) ** 2 / CALIBRATION.logSquares
  const width = (share === 50 ? T_50 : T_80) * CALIBRATION.logSpread * Math.sqrt(1 + leverage)
  return [Math.round(movingS * Math.exp(-width)), Math.round(movingS * Math.exp(width))]
}

function logOverMiddle(formulaS: number): number {
  const { shortestS, longestS, middleS } = CALIBRATION
  return Math.log(Math.min(longestS, Math.max(shortestS, formulaS)) / middleS)
}
