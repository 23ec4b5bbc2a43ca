// Walking-time rules beside each other over the same walked lines: Swiss formula, DIN 33466, Naismith with Langmuir's
// corrections, Tobler, and Waypost's own, calibrated on all other walks than the one that it is asked about. Slopes are
// measured over the same windows for all; climb is that of src/geo/climb.ts.

import { hikeSecondsAlong, SLOPE_WINDOW_M } from '../../../src/course/hike-time.ts'
import { climbOf } from '../../../src/geo/climb.ts'
import { calibratedFactor, type CALIBRATION } from '../../../src/course/hike-calibration.ts'
import type { Walk, WalkedPiece } from './walked-lines.ts'

export const RULES = ['Swiss formula', 'DIN 33466', 'Naismith, Langmuir', 'Tobler'] as const

/** Seconds of the Swiss formula as hike-time.ts walks it, without its factor. */
export function swissS(walk: Walk): number {
  return walk.pieces.reduce((sum, piece) => {
    const modelS = hikeSecondsAlong(piece, []).at(-1) ?? 0
    // the factor hangs on the formula's time: found by halving, as model time grows with it
    let low = 0
    let high = 2 * modelS
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2
      if (middle * calibratedFactor(middle) < modelS) low = middle
      else high = middle
    }
    return sum + high
  }, 0)
}

export function ruleS(rule: (typeof RULES)[number], walk: Walk): number {
  if (rule === 'Swiss formula') return swissS(walk)
  let ascentM = 0
  let descentM = 0
  let langmuirS = 0
  let toblerS = 0
  for (const piece of walk.pieces) {
    const climb = climbOf(piece.heightM)
    ascentM += climb.ascentM
    descentM += climb.descentM
    for (const { lengthM, slope } of windowsOf(piece)) {
      toblerS += (lengthM * 3.6) / (6 * Math.exp(-3.5 * Math.abs(slope + 0.05)))
      const deg = (Math.atan(slope) * 180) / Math.PI
      // 10 minutes less per 300 m down at 5 to 12 degrees, 10 more where steeper
      if (deg <= -5) langmuirS += ((deg >= -12 ? -600 : 600) * -slope * lengthM) / 300
    }
  }
  if (rule === 'Tobler') return toblerS
  if (rule === 'Naismith, Langmuir') return (walk.lengthM / 5000) * 3600 + (ascentM / 600) * 3600 + langmuirS
  const level = (walk.lengthM / 4000) * 3600
  const climbing = (ascentM / 300 + descentM / 500) * 3600
  return Math.max(level, climbing) + Math.min(level, climbing) / 2
}

function windowsOf({ atM, heightM }: WalkedPiece): { lengthM: number; slope: number }[] {
  const totalM = atM[atM.length - 1]
  const count = Math.max(1, Math.round(totalM / SLOPE_WINDOW_M))
  const lengthM = totalM / count
  if (!(lengthM > 0)) return []
  const heights: number[] = []
  let i = 0
  for (let k = 0; k <= count; k++) {
    while (i < atM.length - 2 && atM[i + 1] < lengthM * k) i++
    const stepM = atM[i + 1] - atM[i]
    heights.push(
      stepM <= 0
        ? heightM[i + 1]
        : heightM[i] + (heightM[i + 1] - heightM[i]) * Math.min(1, (lengthM * k - atM[i]) / stepM),
    )
  }
  return Array.from({ length: count }, (_, k) => ({ lengthM, slope: (heights[k + 1] - heights[k]) / lengthM }))
}

export type Calibrated =
  Omit<typeof CALIBRATION, 'recordings' | 'medianErrorPct'> extends infer T
    ? { -readonly [K in keyof T]: number }
    : never

/** Straight line of the logarithm of walked over formula time against that of formula time. */
export function calibrate(walks: readonly { formulaS: number; movingS: number }[]): Calibrated {
  const count = walks.length
  const x = walks.map(({ formulaS }) => Math.log(formulaS))
  const y = walks.map(({ formulaS, movingS }) => Math.log(movingS / formulaS))
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / count
  const middleX = mean(x)
  const middleY = mean(y)
  const logSquares = x.reduce((sum, value) => sum + (value - middleX) ** 2, 0)
  const longerSlope = x.reduce((sum, value, i) => sum + (value - middleX) * (y[i] - middleY), 0) / logSquares
  const left = x.reduce((sum, value, i) => sum + (y[i] - middleY - longerSlope * (value - middleX)) ** 2, 0)
  return {
    paceFactor: Math.exp(middleY),
    middleS: Math.exp(middleX),
    longerSlope,
    logSquares,
    logSpread: Math.sqrt(left / (count - 2)),
    shortestS: Math.exp(Math.min(...x)),
    longestS: Math.exp(Math.max(...x)),
  }
}

/** Relative error of each walk timed by a calibration on all the others. */
export function leaveOneOut(walks: readonly Walk[]): { error: number; within50: boolean; within80: boolean }[] {
  const timed = walks.map((walk) => ({ formulaS: swissS(walk), movingS: walk.movingS }))
  return timed.map(({ formulaS, movingS }, i) => {
    const { paceFactor, middleS, longerSlope, logSpread, logSquares, shortestS, longestS } = calibrate(
      timed.filter((_, k) => k !== i),
    )
    const over = Math.log(Math.min(longestS, Math.max(shortestS, formulaS)) / middleS)
    const predictedS = paceFactor * Math.exp(longerSlope * over) * formulaS
    const away =
      Math.abs(Math.log(movingS / predictedS)) /
      (logSpread * Math.sqrt(1 + 1 / (walks.length - 1) + over ** 2 / logSquares))
    // Student's t with 7 degrees of freedom
    return { error: predictedS / movingS - 1, within50: away <= 0.7111, within80: away <= 1.4149 }
  })
}

/**
 * As leaveOneOut, but whether the length of a walk counts at all is decided anew without the walk left out, by the
 * errors that the other nine make on each other: the choice of the model may not look at the walk it is judged on
 * either.
 */
export function leaveOneOutNested(walks: readonly Walk[]): { errors: number[]; lengthChosen: number } {
  const timed = walks.map((walk) => ({ formulaS: swissS(walk), movingS: walk.movingS }))
  type Timed = (typeof timed)[number]
  const models: ((from: readonly Timed[]) => (formulaS: number) => number)[] = [
    (from) => {
      const { paceFactor } = calibrate(from)
      return (formulaS) => paceFactor * formulaS
    },
    (from) => {
      const { paceFactor, middleS, longerSlope, shortestS, longestS } = calibrate(from)
      return (formulaS) =>
        paceFactor * (Math.min(longestS, Math.max(shortestS, formulaS)) / middleS) ** longerSlope * formulaS
    },
  ]
  let lengthChosen = 0
  const errors = timed.map((walk, i) => {
    const others = timed.filter((_, k) => k !== i)
    const scores = models.map((fit) =>
      others.reduce(
        (sum, held, k) => sum + Math.log(fit(others.filter((_, m) => m !== k))(held.formulaS) / held.movingS) ** 2,
        0,
      ),
    )
    const chosen = scores[1] < scores[0] ? 1 : 0
    lengthChosen += chosen
    return models[chosen](others)(walk.formulaS) / walk.movingS - 1
  })
  return { errors, lengthChosen }
}

/** The `share` quantile of absolute values, interpolated. */
export function quantileOfAbs(values: readonly number[], share: number): number {
  const sorted = values.map(Math.abs).sort((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const low = Math.floor(at)
  return sorted[low] + (sorted[Math.min(low + 1, sorted.length - 1)] - sorted[low]) * (at - low)
}
