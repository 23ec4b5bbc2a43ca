// Walking-time rules beside each other over the same walked lines: Swiss formula, DIN 33466, Naismith with Langmuir's
// corrections, Tobler, and Waypost's own, calibrated on all other walks than the one that it is asked about. Slopes are
// measured over the same windows for all; climb is that of src/geo/climb.ts.

import { hikeTime, SLOPE_WINDOW_M } from '../../../src/course/hike-time.ts'
import { climbOf } from '../../../src/geo/climb.ts'
import { CALIBRATION } from '../../../src/course/hike-calibration.ts'
import type { Walk, WalkedPiece } from './walked-lines.ts'

export const RULES = ['Swiss formula', 'DIN 33466', 'Naismith, Langmuir', 'Tobler'] as const

/** Seconds of the Swiss formula as hike-time.ts walks it, without its factor. */
export function swissS(walk: Walk): number {
  return walk.pieces.reduce((sum, piece) => sum + hikeTime(piece, []).movingS, 0) / CALIBRATION.paceFactor
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
    heights.push(stepM <= 0 ? heightM[i + 1] : heightM[i] + (heightM[i + 1] - heightM[i]) * Math.min(1, (lengthM * k - atM[i]) / stepM))
  }
  return Array.from({ length: count }, (_, k) => ({ lengthM, slope: (heights[k + 1] - heights[k]) / lengthM }))
}

export interface Calibrated {
  paceFactor: number
  logSpread: number
}

/** Geometric mean of walked over formula time, and the spread around it. */
export function calibrate(ratios: readonly number[]): Calibrated {
  const logs = ratios.map(Math.log)
  const mean = logs.reduce((a, b) => a + b, 0) / logs.length
  return { paceFactor: Math.exp(mean), logSpread: Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1)) }
}

/** Relative error of each walk timed by a calibration on all the others. */
export function leaveOneOut(walks: readonly Walk[]): { error: number; within50: boolean; within80: boolean }[] {
  const formula = walks.map(swissS)
  return walks.map((walk, i) => {
    const { paceFactor, logSpread } = calibrate(walks.flatMap((other, k) => (k === i ? [] : [other.movingS / formula[k]])))
    const predictedS = paceFactor * formula[i]
    const away = Math.abs(Math.log(walk.movingS / predictedS)) / (logSpread * Math.sqrt(1 + 1 / (walks.length - 1)))
    // Student's t with one walk less
    return { error: predictedS / walk.movingS - 1, within50: away <= 0.706, within80: away <= 1.397 }
  })
}

/** The `share` quantile of absolute values, interpolated. */
export function quantileOfAbs(values: readonly number[], share: number): number {
  const sorted = values.map(Math.abs).sort((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const low = Math.floor(at)
  return sorted[low] + (sorted[Math.min(low + 1, sorted.length - 1)] - sorted[low]) * (at - low)
}
