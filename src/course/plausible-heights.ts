// Which recorded heights cannot be right: zeros that stand for "none", and spikes, of one point or of several, anywhere
// in a part. Of each part the most points are kept that can be walked in order: from one kept point to the next no more
// than SPIKE_M up or down, or no steeper than SPIKE_SLOPE. A true cliff stays, since a break is allowed where it saves
// more than BREAK_SHARE of the points. What is left out is NaN, as what is missing. Pure; never repairs a height.

import { distanceM } from '../geo/lon-lat.ts'
import type { Course } from './course.ts'

/** A step of height that nobody walks: this much, and steeper than SPIKE_SLOPE. */
export const SPIKE_M = 20
export const SPIKE_SLOPE = 1
/** A part with fewer heights does not say which of them are wrong. */
const FEWEST = 4
const BREAK_SHARE = 0.1
/** Bounds the work on a long recording: no longer run of points is left out. */
const LONGEST_RUN = 500
/** A height of exactly 0 stands for none where those around differ by so much, and by more than a slope. */
const ZERO_STEPS = [
  { stepM: 20, slope: 0.5 },
  { stepM: 300, slope: 0.2 },
]

/** Known heights of one part: their indexes, heights and metres along. */
interface Known {
  index: number[]
  heightM: number[]
  atM: number[]
}

/** The heights of a course, NaN where they are missing or cannot be right. */
export function plausibleHeights({
  lon,
  lat,
  heightM,
  partStart,
}: Pick<Course, 'lon' | 'lat' | 'heightM' | 'partStart'>): Float64Array {
  const plausible = heightM.slice()
  for (let p = 0; p + 1 < partStart.length; p++) {
    const known: Known = { index: [], heightM: [], atM: [] }
    let atM = 0
    for (let i = partStart[p]; i < partStart[p + 1]; i++) {
      if (i > partStart[p]) atM += distanceM(lon[i - 1], lat[i - 1], lon[i], lat[i])
      if (Number.isNaN(heightM[i])) continue
      known.index.push(i)
      known.heightM.push(heightM[i])
      known.atM.push(atM)
    }
    const without = withoutPlaceholders(known)
    const kept = new Set(mostWalkable(without))
    known.index.forEach((index) => {
      if (!kept.has(index)) plausible[index] = NaN
    })
  }
  return plausible
}

function withoutPlaceholders({ index, heightM, atM }: Known): Known {
  const kept: Known = { index: [], heightM: [], atM: [] }
  for (let from = 0, to = 1; from < index.length; from = to++) {
    while (to < index.length && heightM[to] === 0 && heightM[from] === 0) to++
    if (heightM[from] === 0 && isPlaceholder(heightM, atM, from, to)) continue
    for (let k = from; k < to; k++) {
      kept.index.push(index[k])
      kept.heightM.push(heightM[k])
      kept.atM.push(atM[k])
    }
  }
  return kept
}

/** Whether zeros [from, to) stand for none: all heights beside them say so, and there is one. */
function isPlaceholder(heightM: readonly number[], atM: readonly number[], from: number, to: number): boolean {
  const beside = [
    ...(from > 0 ? [{ stepM: Math.abs(heightM[from - 1]), lengthM: atM[from] - atM[from - 1] }] : []),
    ...(to < heightM.length ? [{ stepM: Math.abs(heightM[to]), lengthM: atM[to] - atM[to - 1] }] : []),
  ]
  const isFar = ({ stepM, lengthM }: (typeof beside)[number]) =>
    ZERO_STEPS.some((least) => stepM >= least.stepM && stepM > least.slope * lengthM)
  return beside.length > 0 && beside.every(isFar)
}

/** The indexes of the longest list of points that can be walked in order; each break costs as much as it must save. */
function mostWalkable({ index, heightM, atM }: Known): number[] {
  const count = index.length
  const isStep = (from: number, to: number) => {
    const stepM = Math.abs(heightM[to] - heightM[from])
    return stepM < SPIKE_M || stepM <= SPIKE_SLOPE * (atM[to] - atM[from])
  }
  if (count < FEWEST || heightM.every((_, k) => k === 0 || isStep(k - 1, k))) return index
  const breakCost = BREAK_SHARE * count + 1
  const longest = Math.min(LONGEST_RUN, Math.ceil(breakCost))
  const score = new Float64Array(count)
  const before = new Int32Array(count).fill(-1)
  let best = 0
  for (let k = 0; k < count; k++) {
    score[k] = 1
    if (k > 0 && score[best] - breakCost > 0) {
      score[k] += score[best] - breakCost
      before[k] = best
    }
    for (let j = k - 1; j >= 0 && k - j <= longest + 1; j--) {
      if (score[j] + 1 <= score[k] || !isStep(j, k)) continue
      score[k] = score[j] + 1
      before[k] = j
      if (j === best) break // none is longer
    }
    if (score[k] >= score[best]) best = k
  }
  const kept: number[] = []
  for (let k = best; k >= 0; k = before[k]) kept.push(index[k])
  return kept
}
