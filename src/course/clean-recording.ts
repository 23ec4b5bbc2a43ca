// A recording put in order before its pace is measured. Wrong times go: a single one is left out, and stretches of the
// file come in order of time, of those that overlap the one with more points. So do positions that nobody can reach: a
// step too far is left out as far as the recording comes back to where it was.

import { distanceM } from '../geo/lon-lat.ts'
import type { Profile } from '../travel/settings.ts'
import { GAP_S, isTooFar, type RecordedTrack } from './recorded-travel.ts'

/** Points closer in time than this add no information. */
const SAMPLING_S = 5
/** A recording that does not come back within this time is somewhere else. */
const AWAY_S = 300

/** Points at least SAMPLING_S apart, in order of time; those without a time are left out. */
export function cleanRecording(track: RecordedTrack, profile: Profile): RecordedTrack {
  const ordered = inOrder(track.timeS)
  const thinned: number[] = []
  for (const i of ordered)
    if (thinned.length === 0 || track.timeS[i] >= track.timeS[thinned[thinned.length - 1]] + SAMPLING_S) thinned.push(i)
  return take(
    track,
    reachable(take(track, thinned), profile).map((k) => thinned[k]),
  )
}

function take({ timeS, lon, lat, heightM }: RecordedTrack, indexes: readonly number[]): RecordedTrack {
  const of = (values: Float64Array) => Float64Array.from(indexes, (i) => values[i])
  return { timeS: of(timeS), lon: of(lon), lat: of(lat), heightM: of(heightM) }
}

/** Indexes of points by time. */
function inOrder(timeS: Float64Array): number[] {
  const right = withoutLoneTimes(timeS)
  const runs: number[][] = []
  right.forEach((i, k) => {
    const stepS = k === 0 ? NaN : timeS[i] - timeS[right[k - 1]]
    if (stepS >= 0 && stepS <= GAP_S) runs[runs.length - 1].push(i)
    else runs.push([i])
  })
  runs.sort((a, b) => timeS[a[0]] - timeS[b[0]])
  const kept: number[][] = []
  for (const run of runs) {
    const last = kept.at(-1)
    if (last === undefined || timeS[run[0]] >= timeS[last[last.length - 1]]) kept.push(run)
    else if (run.length > last.length) kept[kept.length - 1] = run
  }
  return kept.flat()
}

/** Without those that stand alone against the order of their neighbours. */
function withoutLoneTimes(timeS: Float64Array): number[] {
  const kept: number[] = []
  const known: number[] = []
  for (let i = 0; i < timeS.length; i++) if (!Number.isNaN(timeS[i])) known.push(i)
  const at = (k: number, none: number) => (k < 0 || k >= kept.length ? none : timeS[kept[k]])
  known.forEach((i, k) => {
    const last = at(kept.length - 1, -Infinity)
    if (timeS[i] >= last) kept.push(i)
    else if ((k + 1 < known.length ? timeS[known[k + 1]] : Infinity) >= last) return
    else {
      if (at(kept.length - 2, -Infinity) <= timeS[i]) kept.pop()
      kept.push(i)
    }
  })
  return kept
}

/** Indexes of points in order of time without those that nobody can reach and come back from. */
function reachable({ timeS, lon, lat }: RecordedTrack, profile: Profile): number[] {
  const kept: number[] = []
  const isFar = (a: number, b: number) =>
    isTooFar(distanceM(lon[a], lat[a], lon[b], lat[b]), timeS[b] - timeS[a], profile)
  for (let i = 0; i < timeS.length; i++) {
    const last = kept.at(-1)
    if (last !== undefined && isFar(last, i)) {
      let back = i + 1
      while (back < timeS.length && timeS[back] - timeS[last] <= AWAY_S && isFar(last, back)) back++
      if (back < timeS.length && timeS[back] - timeS[last] <= AWAY_S) i = back
    }
    kept.push(i)
  }
  return kept
}

/** Positions of two recordings at so many moments are compared. */
const MOMENTS = 50
/** Recorders side by side differ by less. */
const SAME_M = 50
const SAME_SHARE = 0.9

/** Whether both are of one outing: at the same times in the same places. Both must be clean. */
export function isSameRecording(a: RecordedTrack, b: RecordedTrack): boolean {
  const [endA, endB] = [a.timeS[a.timeS.length - 1], b.timeS[b.timeS.length - 1]]
  const fromS = Math.max(a.timeS[0], b.timeS[0])
  const toS = Math.min(endA, endB)
  const shorterS = Math.min(endA - a.timeS[0], endB - b.timeS[0])
  if (!(toS - fromS >= SAME_SHARE * shorterS) || !(shorterS > 0)) return false
  let near = 0
  for (let k = 0; k < MOMENTS; k++) {
    const atS = fromS + ((k + 0.5) / MOMENTS) * (toS - fromS)
    const [lonA, latA] = placeAt(a, atS)
    const [lonB, latB] = placeAt(b, atS)
    if (distanceM(lonA, latA, lonB, latB) <= SAME_M) near++
  }
  return near >= SAME_SHARE * MOMENTS
}

function placeAt({ timeS, lon, lat }: RecordedTrack, atS: number): [lon: number, lat: number] {
  let low = 0
  let high = timeS.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (timeS[middle] <= atS) low = middle
    else high = middle
  }
  const stepS = timeS[high] - timeS[low]
  const share = stepS > 0 ? Math.max(0, Math.min(1, (atS - timeS[low]) / stepS)) : 0
  return [lon[low] + (lon[high] - lon[low]) * share, lat[low] + (lat[high] - lat[low]) * share]
}
