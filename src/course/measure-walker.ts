// A person's pace from recordings with times: how long each took compared with the model's time for the same line, in
// the measure the model was fitted with. A recording that the model does not cover is left out with the reason. Nothing
// is stored.

import type { Profile } from '../travel/settings.ts'
import { type Sentence, say } from '../language/sentence.ts'
import { distanceM, lonBetween } from '../geo/lon-lat.ts'
import { movingTime } from './moving-time.ts'
import { PACE_MODELS } from './pace-models.ts'
import {
  GAP_S,
  type RecordedTrack,
  type RecordedTravel,
  recordedTravel,
  VEHICLE_M_S,
  isTooFar,
} from './recorded-travel.ts'
import { lastAtMost } from '../geo/last-at-most.ts'

/** Beyond this factor the recording must be of some other activity. */
const FARTHEST = Math.log(2.5)

/** A recording as it came; `isPlan`: its times are not recorded. */
export interface Recording extends RecordedTrack {
  isPlan: boolean
}
export type MeasuredPace = { log: number; track: RecordedTrack } | { reason: Sentence }

/** Logarithm of recorded moving time over the model's, and what was measured. */
export function measurePace(recorded: Recording, profile: Profile): MeasuredPace {
  const timed = recorded.timeS.reduce((count, s) => count + (Number.isNaN(s) ? 0 : 1), 0)
  if (timed === 0 && recorded.isPlan) return { reason: say('reason.recording.planned') }
  if (timed === 0) return { reason: say('reason.recording.no_times') }
  const track = cleanRecording(recorded, profile)
  if (track.timeS.length < 2) return { reason: say('reason.recording.few_times') }
  if (!track.heightM.some((height) => !Number.isNaN(height))) return { reason: say('reason.recording.no_heights') }
  const gapS = gapOf(track.timeS)
  const travel = recordedTravel(track, profile, { cutsSteps: true, gapS })
  let lengthM = 0
  let modelS = 0
  for (const piece of travel.pieces) {
    lengthM += piece.atM[piece.atM.length - 1]
    modelS += movingTime(piece, [], { profile, walker: null }).movingS
  }
  const reason = refuseTravel(travel, lengthM, gapS, profile)
  if (reason !== null) return { reason }
  const log = Math.log(travel.movingS / modelS)
  if (Math.abs(log) > FARTHEST)
    return { reason: say('reason.recording.other_activity', { timesModel: Math.exp(log), profile }) }
  return { log, track }
}

/** Of recorders that take a point only every minute or so, intervals up to this are no gaps. */
const LONGEST_STEP_S = 120

/** What is longer is a gap: twice the usual interval, where that is more than a minute. */
function gapOf(timeS: Float64Array): number {
  const stepsS = timeS.subarray(1).map((s, i) => s - timeS[i])
  const usualS = stepsS.sort()[stepsS.length >> 1]
  return usualS > GAP_S && usualS <= LONGEST_STEP_S ? 2 * usualS : GAP_S
}

/** Why the model does not cover it; null if it does. */
function refuseTravel(
  { movingS, sparseM, fastM }: RecordedTravel,
  lengthM: number,
  gapS: number,
  profile: Profile,
): Sentence | null {
  const { takes } = PACE_MODELS[profile]
  const wholeM = lengthM + sparseM + fastM
  if (lengthM < takes.fromM && wholeM >= takes.fromM)
    return sparseM > fastM
      ? say('reason.recording.sparse', { gapS: Math.round(gapS), sparseM, wholeM })
      : say('reason.recording.fast', { profile, fastestKmh: VEHICLE_M_S[profile] * 3.6, fastM, wholeM })
  if (lengthM < takes.fromM || lengthM > takes.toM)
    return say('reason.recording.length', { lineM: lengthM, fewestM: takes.fromM, mostM: takes.toM })
  if (movingS < takes.movingS) return say('reason.recording.short', { movingS, fewestMinutes: takes.movingS / 60 })
  if (lengthM / movingS > takes.kmh / 3.6)
    return say('reason.recording.pace', { kmh: (lengthM / movingS) * 3.6, profile, maxKmh: takes.kmh })
  return null
}

/** Points closer in time than this add no information. */
const SAMPLING_S = 5
/** A recording that does not come back within this time is somewhere else. */
const AWAY_S = 300

/**
 * A recording put in order before its pace is measured. Wrong times go: a single one is left out, and stretches of the
 * file come in order of time, of those that overlap the one with more points. So do positions that nobody can reach: a
 * step too far is left out as far as the recording comes back to where it was. Points at least SAMPLING_S apart, in
 * order of time; those without a time are left out.
 */
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
  const low = lastAtMost(timeS, atS, 0, timeS.length - 2)
  const high = Math.min(low + 1, timeS.length - 1)
  const stepS = timeS[high] - timeS[low]
  const share = stepS > 0 ? Math.max(0, Math.min(1, (atS - timeS[low]) / stepS)) : 0
  return [lonBetween(lon[low], lon[high], share), lat[low] + (lat[high] - lat[low]) * share]
}
