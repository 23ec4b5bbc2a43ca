// Climb up to any position of a course, so that the climb of its parts adds up to that of the whole.

import { turningPoints } from '../geo/climb.ts'
import type { HeightSeries } from './course-heights.ts'

export interface CumulativeClimb {
  at(m: number): { gainM: number; lossM: number }
}

/**
 * Gain and loss from the start to any position: between two turning points they grow with the highest (lowest) height
 * so far.
 */
export function cumulativeClimb({
  atM,
  climbM: heightM,
  partStart,
}: Pick<HeightSeries, 'atM' | 'climbM' | 'partStart'>): CumulativeClimb {
  const gain = new Float64Array(atM.length)
  const loss = new Float64Array(atM.length)
  let gainM = 0
  let lossM = 0
  const runTo = (from: number, to: number): void => {
    const pivots = turningPoints(heightM, from, to)
    gain[from] = gainM
    loss[from] = lossM
    for (let k = 1; k < pivots.length; k++) {
      const startM = heightM[pivots[k - 1]]
      const up = heightM[pivots[k]] >= startM
      let reachedM = startM
      for (let i = pivots[k - 1] + 1; i <= pivots[k]; i++) {
        const height = up ? Math.min(heightM[i], heightM[pivots[k]]) : Math.max(heightM[i], heightM[pivots[k]])
        reachedM = up ? Math.max(reachedM, height) : Math.min(reachedM, height)
        gain[i] = gainM + (up ? reachedM - startM : 0)
        loss[i] = lossM + (up ? 0 : startM - reachedM)
      }
      gainM = gain[pivots[k]]
      lossM = loss[pivots[k]]
    }
  }
  for (let p = 0; p + 1 < partStart.length; p++) {
    let from = partStart[p]
    for (let i = from; i <= partStart[p + 1]; i++) {
      if (i < partStart[p + 1] && !Number.isNaN(heightM[i])) continue
      if (i > from) runTo(from, i)
      if (i < partStart[p + 1]) {
        gain[i] = gainM
        loss[i] = lossM
      }
      from = i + 1
    }
  }
  return {
    at(m) {
      let sample = 0
      for (let end = atM.length - 1; end - sample > 1; ) {
        const middle = (sample + end) >> 1
        if (atM[middle] < m) sample = middle
        else end = middle
      }
      const next = Math.min(sample + 1, atM.length - 1)
      const stepM = atM[next] - atM[sample]
      const share = stepM <= 0 ? 1 : Math.max(0, Math.min(1, (m - atM[sample]) / stepM))
      return {
        gainM: gain[sample] + (gain[next] - gain[sample]) * share,
        lossM: loss[sample] + (loss[next] - loss[sample]) * share,
      }
    },
  }
}
