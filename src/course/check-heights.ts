// Whether the heights in a file are plausible, by a check that reports its figures: not too many missing, not too many
// spikes, not constant over a long line, not far off the terrain model. The reason is the first test that fails.
// What cannot be right counts as missing. Pure; never repairs a height.

import { type Sentence, say } from '../language/sentence.ts'
import { distanceM } from '../geo/lon-lat.ts'
import { roundTo, tenths } from '../wire/numbers.ts'
import type { Course } from './course.ts'

/** A step of height that nobody walks: this much, and steeper than SPIKE_SLOPE. */
const SPIKE_M = 20
const SPIKE_SLOPE = 1
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

/**
 * Which recorded heights cannot be right: zeros that stand for "none", and spikes, of one point or of several, anywhere
 * in a part. Of each part the most points are kept that can be walked in order: from one kept point to the next no more
 * than SPIKE_M up or down, or no steeper than SPIKE_SLOPE. A true cliff stays, since a break is allowed where it saves
 * more than BREAK_SHARE of the points. What is left out is NaN, as what is missing. Pure; never repairs a height.
 */
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

const MAX_MISSING_SHARE = 0.1
/** A spike: a point higher or lower than both neighbours by SPIKE_M and steeper than SPIKE_SLOPE to both. */
const MAX_SPIKE_SHARE = 0.01
/** Median difference from the terrain in either direction: ellipsoid heights are off by more. */
const MAX_OFFSET_M = 35
/** A line longer than this does not stay at one height to the centimetre. */
const MAX_CONSTANT_M = 1000
const MIN_COMPARED = 5

export const HEIGHT_CHECK = say('method.height_check', {
  missingShare: MAX_MISSING_SHARE,
  spikeShare: MAX_SPIKE_SHARE,
  spikeM: SPIKE_M,
  maxOffsetM: MAX_OFFSET_M,
  maxKm: MAX_CONSTANT_M / 1000,
})

export interface HeightCheck {
  passed: boolean
  /** why it failed, null if it passed */
  reason: Sentence | null
  missingShare: number
  spikeShare: number
  /** median of recorded minus terrain, metres; null if there was no terrain to compare with */
  offsetM: number | null
}

/**
 * `heightM`: those of the course that can be right. `terrain`: heights (null: void) of some points of the course, by
 * index; null if there is no terrain.
 */
export function checkHeights(
  course: Pick<Course, 'lon' | 'lat' | 'heightM' | 'partStart' | 'count' | 'lengthM'>,
  heightM: Float64Array,
  terrain: { indexes: number[]; heightsM: (number | null)[] } | null,
): HeightCheck {
  const { count } = course
  let known = 0
  let lowest = Infinity
  let highest = -Infinity
  for (const height of heightM) {
    if (Number.isNaN(height)) continue
    known++
    lowest = Math.min(lowest, height)
    highest = Math.max(highest, height)
  }
  const missingShare = count === 0 ? 1 : 1 - known / count
  const recorded = course.heightM.reduce((sum, height) => (Number.isNaN(height) ? sum : sum + 1), 0)
  const spikeShare = recorded === 0 ? 0 : countSpikes(course) / recorded
  const offsetM = terrain === null ? null : medianOffset(heightM, terrain)
  const reason =
    known === 0
      ? say('reason.heights.none')
      : missingShare > MAX_MISSING_SHARE
        ? say('reason.heights.missing', { share: missingShare, maxShare: MAX_MISSING_SHARE })
        : spikeShare > MAX_SPIKE_SHARE
          ? say('reason.heights.spikes', { share: spikeShare, spikeM: SPIKE_M, maxShare: MAX_SPIKE_SHARE })
          : highest - lowest < 0.01 && course.lengthM > MAX_CONSTANT_M
            ? say('reason.heights.constant', { heightM: lowest, overM: course.lengthM })
            : offsetM !== null && Math.abs(offsetM) > MAX_OFFSET_M
              ? say(offsetM > 0 ? 'reason.heights.above' : 'reason.heights.below', {
                  offsetM: Math.abs(offsetM),
                  maxOffsetM: MAX_OFFSET_M,
                })
              : null
  return {
    passed: reason === null,
    reason,
    missingShare: roundTo(missingShare, 1e4),
    spikeShare: roundTo(spikeShare, 1e4),
    offsetM: offsetM === null ? null : tenths(offsetM),
  }
}

function countSpikes({ lon, lat, heightM, partStart }: Pick<Course, 'lon' | 'lat' | 'heightM' | 'partStart'>): number {
  let spikes = 0
  for (let p = 0; p + 1 < partStart.length; p++) {
    for (let i = partStart[p] + 1; i + 1 < partStart[p + 1]; i++) {
      const before = heightM[i] - heightM[i - 1]
      const after = heightM[i] - heightM[i + 1]
      if (
        before * after > 0 &&
        Math.abs(before) >= SPIKE_M &&
        Math.abs(after) >= SPIKE_M &&
        Math.abs(before) > SPIKE_SLOPE * distanceM(lon[i - 1], lat[i - 1], lon[i], lat[i]) &&
        Math.abs(after) > SPIKE_SLOPE * distanceM(lon[i], lat[i], lon[i + 1], lat[i + 1])
      )
        spikes++
    }
  }
  return spikes
}

function medianOffset(
  heightM: Float64Array,
  { indexes, heightsM }: { indexes: number[]; heightsM: (number | null)[] },
): number | null {
  const offsets: number[] = []
  indexes.forEach((index, k) => {
    const ground = heightsM[k]
    if (ground !== null && !Number.isNaN(heightM[index])) offsets.push(heightM[index] - ground)
  })
  if (offsets.length < Math.min(MIN_COMPARED, indexes.length) || offsets.length === 0) return null
  offsets.sort((a, b) => a - b)
  const middle = offsets.length >> 1
  return offsets.length % 2 === 1 ? offsets[middle] : (offsets[middle - 1] + offsets[middle]) / 2
}
