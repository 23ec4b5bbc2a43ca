// A person's pace from recordings with times: how long each took compared with the model's time for the same line, in
// the measure the model was fitted with. A recording that the model does not cover is left out with the reason. Nothing
// is stored.

import type { Profile } from '../travel/settings.ts'
import { movingTime } from './moving-time.ts'
import { PACE_MODELS } from './pace-models.ts'
import { cleanRecording } from './clean-recording.ts'
import { GAP_S, type RecordedTrack, type RecordedTravel, recordedTravel, VEHICLE_M_S } from './recorded-travel.ts'

/** Beyond this factor the recording must be of some other activity. */
const FARTHEST = Math.log(2.5)

/** A recording as it came; `isPlan`: its times are not recorded. */
export interface Recording extends RecordedTrack {
  isPlan: boolean
}
export type MeasuredPace = { log: number; track: RecordedTrack } | { reason: string }

const km = (m: number) => `${(m / 1000).toFixed(1)} km`
const kmh = (metresPerSecond: number) => `${(metresPerSecond * 3.6).toFixed(1)} km/h`

/** Logarithm of recorded moving time over the model's, and what was measured. */
export function measurePace(recorded: Recording, profile: Profile): MeasuredPace {
  const timed = recorded.timeS.reduce((count, s) => count + (Number.isNaN(s) ? 0 : 1), 0)
  if (timed === 0 && recorded.isPlan) return { reason: 'it is a planned course, which has no recorded times' }
  if (timed === 0) return { reason: 'it has no times' }
  const track = cleanRecording(recorded, profile)
  if (track.timeS.length < 2) return { reason: 'it has fewer than 2 points with times of their own' }
  if (!track.heightM.some((height) => !Number.isNaN(height))) return { reason: 'it has no heights' }
  const gapS = gapOf(track.timeS)
  const travel = recordedTravel(track, profile, { cutsSteps: true, gapS })
  let lengthM = 0
  let toldS = 0
  for (const piece of travel.pieces) {
    lengthM += piece.atM[piece.atM.length - 1]
    toldS += movingTime(piece, [], { profile, walker: null }).movingS
  }
  const reason = refuseTravel(travel, lengthM, gapS, profile)
  if (reason !== null) return { reason }
  const log = Math.log(travel.movingS / toldS)
  if (Math.abs(log) > FARTHEST)
    return { reason: `it took ${Math.exp(log).toFixed(2)} times the model's time, so it is not a ${profile}` }
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
): string | null {
  const { takes } = PACE_MODELS[profile]
  const needed = `${km(takes.fromM)} to ${km(takes.toM)} are needed`
  const wholeM = lengthM + sparseM + fastM
  if (lengthM < takes.fromM && wholeM >= takes.fromM)
    return sparseM > fastM
      ? `its points are more than ${Math.round(gapS)} s apart on ${km(sparseM)} of ${km(wholeM)}, which says nothing of the pace`
      : `it is faster than a ${profile}, which is at most ${kmh(VEHICLE_M_S[profile])}, on ${km(fastM)} of ${km(wholeM)}`
  if (lengthM < takes.fromM || lengthM > takes.toM) return `it is ${km(lengthM)} long; ${needed}`
  if (movingS < takes.movingS)
    return `it moves for ${Math.round(movingS / 60)} minutes; at least ${takes.movingS / 60} are needed`
  if (lengthM / movingS > takes.kmh / 3.6)
    return `it moves at ${kmh(lengthM / movingS)}; a ${profile} is at most ${takes.kmh} km/h`
  return null
}
