// What the recordings of walks say about `service-hike/2`: one factor on the Swiss formula, and how far walkers spread around
// it. Ten recordings by few walkers carry one number, not more: a second one for climb or descent did worse on walks left out.
// `npm run bench -- hike-time` works these constants out again; test/course/hike-calibration.test.ts holds them to it.
// The factors for surfaces and SAC grades in hike-time.ts are from judgement and stand outside this measurement.

export const CALIBRATION = {
  /** recorded walks: one-second tracks of 8 to 30 km, cycling left out */
  recordings: 10,
  /** walked time is this times the formula's (geometric mean) */
  paceFactor: 0.8837,
  /** standard deviation of the logarithm of walked time over formula time */
  logSpread: 0.1308,
  /** median of the relative error on walks left out of their own calibration, per cent */
  medianErrorPct: 12.6,
} as const

/** Student's t with 9 degrees of freedom: half of the probability lies within the first, four fifths within the second. */
const T_50 = 0.7027
const T_80 = 1.383

/** Prediction intervals for one more walker: the spread of walkers, and that the factor itself comes from few of them. */
export function calibratedBand(movingS: number, share: 50 | 80): [number, number] {
  const width = (share === 50 ? T_50 : T_80) * CALIBRATION.logSpread * Math.sqrt(1 + 1 / CALIBRATION.recordings)
  return [Math.round(movingS * Math.exp(-width)), Math.round(movingS * Math.exp(width))]
}
