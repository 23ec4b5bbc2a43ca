// Whether the heights in a file are plausible, by a check that reports its figures: not too many missing, not too many
// spikes, not constant over a long line, not far off the terrain model. The reason is the first test that fails.
// What cannot be right (plausible-heights.ts) counts as missing. Pure; never repairs a height.

import { distanceM } from '../geo/lon-lat.ts'
import type { Course } from './course.ts'
import { SPIKE_M, SPIKE_SLOPE } from './plausible-heights.ts'
import { roundTo, tenths } from '../wire/round-to.ts'

const MAX_MISSING_SHARE = 0.1
/** A spike: a point higher or lower than both neighbours by SPIKE_M and steeper than SPIKE_SLOPE to both. */
const MAX_SPIKE_SHARE = 0.01
/** Median difference from the terrain in either direction: ellipsoid heights are off by more. */
const MAX_OFFSET_M = 35
/** A line longer than this does not stay at one height to the centimetre. */
const MAX_CONSTANT_M = 1000
const MIN_COMPARED = 5

export const HEIGHT_CHECK = `at most ${MAX_MISSING_SHARE * 100} % missing, at most ${MAX_SPIKE_SHARE * 100} % spikes of ${SPIKE_M} m, median offset from the terrain at most ${MAX_OFFSET_M} m, not constant over ${MAX_CONSTANT_M / 1000} km`

export interface HeightCheck {
  passed: boolean
  /** why it failed, null if it passed */
  reason: string | null
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
      ? 'the file has no heights'
      : missingShare > MAX_MISSING_SHARE
        ? `${percent(missingShare)} of the points have no usable height (at most ${percent(MAX_MISSING_SHARE)} allowed)`
        : spikeShare > MAX_SPIKE_SHARE
          ? `${percent(spikeShare)} of the heights are spikes of ${SPIKE_M} m or more (at most ${percent(MAX_SPIKE_SHARE)} allowed)`
          : highest - lowest < 0.01 && course.lengthM > MAX_CONSTANT_M
            ? `all heights are ${lowest.toFixed(0)} m over ${(course.lengthM / 1000).toFixed(1)} km`
            : offsetM !== null && Math.abs(offsetM) > MAX_OFFSET_M
              ? `their median is ${Math.abs(offsetM).toFixed(0)} m ${offsetM > 0 ? 'above' : 'below'} the terrain (at most ${MAX_OFFSET_M} m allowed)`
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

const percent = (share: number): string => `${Number((share * 100).toFixed(1))} %`
