// A person's pace from recordings with times: how long each took compared with the model's time for the same line, in
// the measure the model was fitted with. A recording that the model does not cover is left out with the reason. Nothing
// is stored.

import type { Profile } from '../travel/settings.ts'
import { movingTime } from './moving-time.ts'
import { PACE_MODELS } from './pace-models.ts'
import { recordedTravel, thinInTime, type RecordedTrack } from './recorded-travel.ts'

/** Beyond this factor the recording must be of some other activity. */
const FARTHEST = Math.log(2.5)

export type MeasuredPace = { log: number } | { reason: string }

/** Logarithm of recorded moving time over the model's. */
export function measurePace(recorded: RecordedTrack, profile: Profile): MeasuredPace {
  const { takes } = PACE_MODELS[profile]
  const track = thinInTime(recorded)
  if (track.timeS.length < 2) return { reason: 'it has no times' }
  if (!track.heightM.some((height) => !Number.isNaN(height))) return { reason: 'it has no heights' }
  const { movingS, pieces } = recordedTravel(track, profile)
  let lengthM = 0
  let toldS = 0
  for (const piece of pieces) {
    lengthM += piece.atM[piece.atM.length - 1]
    toldS += movingTime(piece, [], { profile, walker: null }).movingS
  }
  const km = (m: number) => `${(m / 1000).toFixed(1)} km`
  if (lengthM < takes.fromM || lengthM > takes.toM)
    return { reason: `it is ${km(lengthM)} long; ${km(takes.fromM)} to ${km(takes.toM)} are needed` }
  if (movingS < takes.movingS)
    return { reason: `it moves for ${Math.round(movingS / 60)} minutes; at least ${takes.movingS / 60} are needed` }
  if (lengthM / movingS > takes.kmh / 3.6)
    return {
      reason: `it moves at ${((lengthM / movingS) * 3.6).toFixed(1)} km/h; a ${profile} is at most ${takes.kmh} km/h`,
    }
  const log = Math.log(movingS / toldS)
  if (Math.abs(log) > FARTHEST)
    return { reason: `it took ${Math.exp(log).toFixed(2)} times the model's time, so it is not a ${profile}` }
  return { log }
}
