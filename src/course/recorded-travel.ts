// A recording with times as a travelled line: moving time, and the line travelled while moving. An interval counts as
// moving if it lasts at most a minute and the straight line over the 30 s around its middle gives 0.3 m/s or more. Gaps
// of more than a minute and, on foot, stretches at vehicle speed are cut out of line and time; heights that jump faster
// than anybody climbs are treated as a change of datum and removed; lengths are steady.
// The models of moving time were measured this way, and so is a person's own pace.

import { distanceM, wrapLon } from '../geo/lon-lat.ts'
import type { Profile } from '../travel/settings.ts'
import { simplifyToTolerance } from './simplify/simplify-line.ts'
import { toUnitVectors } from './simplify/sphere-arc.ts'

export const GAP_S = 60
/** m/s along the ground over 30 s. */
const MOVING_M_S = 0.3
/** m/s up or down over 30 s, for counting slow climbing as moving. */
const CLIMBING_M_S = 0.1
/** Above this speed over a minute's straight line, m/s, nobody is on foot. */
export const VEHICLE_M_S = { hike: 3.5, run: 8, bike: Infinity }
/** A step of height that cannot be a climb: more than 10 m and more than 1.5 m/s. */
const JUMP_M = 10
const JUMP_M_S = 1.5

export interface RecordedTrack {
  /** seconds, ascending */
  timeS: Float64Array
  lon: Float64Array
  lat: Float64Array
  /** metres, NaN: none */
  heightM: Float64Array
}

export interface TravelledPiece {
  /** metres along the piece, ascending */
  atM: Float64Array
  heightM: Float64Array
}

export interface RecordedTravel {
  movingS: number
  /** the same with slow climbing counted as moving */
  movingWithClimbS: number
  pieces: TravelledPiece[]
  /** number of false height steps removed */
  jumps: number
  /** straight metres that were cut out: in intervals longer than a gap, and at vehicle speed */
  sparseM: number
  fastM: number
}

/** Beyond the speed of vehicles, what receivers err from one point to the next, metres. */
const NOISE_M = 20
/** For which there is no such speed: nobody rides faster, m/s. */
const FASTEST_RIDE_M_S = 30

/** Whether nobody gets so far in that time. */
export const isTooFar = (metres: number, seconds: number, profile: Profile): boolean =>
  metres > Math.min(VEHICLE_M_S[profile], FASTEST_RIDE_M_S) * seconds + NOISE_M

/**
 * The models were measured with the defaults. `cutsSteps`: steps farther than anybody gets are cut out, too; `gapS`:
 * longer intervals are gaps.
 */
export function recordedTravel(
  track: RecordedTrack,
  profile: Profile,
  { cutsSteps = false, gapS = GAP_S } = {},
): RecordedTravel {
  const { timeS, lon, lat } = track
  const { heightM, jumps } = withoutJumps(track)
  const ground = speedOver(track, lon, lat)
  const last = timeS.length - 1
  const pieces: TravelledPiece[] = []
  let movingS = 0
  let movingWithClimbS = 0
  let [sparseM, fastM] = [0, 0]
  let from = 0
  const endPiece = (to: number) => {
    if (to > from) {
      const atM = steadyLengths(lon, lat, from, to)
      if (atM[atM.length - 1] > 0) pieces.push({ atM, heightM: heightM.slice(from, to + 1) })
    }
    from = to + 1
  }
  const climb = climbOver(timeS, heightM)
  const minute = speedOver(track, lon, lat)
  for (let i = 1; i <= last; i++) {
    const stepS = timeS[i] - timeS[i - 1]
    const stepM = distanceM(lon[i - 1], lat[i - 1], lon[i], lat[i])
    if (stepS > gapS) {
      sparseM += stepM
      endPiece(i - 1)
      continue
    }
    if (!(stepS > 0)) continue
    const middleS = (timeS[i] + timeS[i - 1]) / 2
    const speed = ground(middleS, 15)
    const isRide = speed > VEHICLE_M_S[profile] && minute(middleS, 30) > VEHICLE_M_S[profile]
    if (isRide || (cutsSteps && isTooFar(stepM, stepS, profile))) {
      fastM += stepM
      endPiece(i - 1)
      continue
    }
    if (speed >= MOVING_M_S) movingS += stepS
    if (speed >= MOVING_M_S || climb(middleS, 15) >= CLIMBING_M_S) movingWithClimbS += stepS
  }
  endPiece(last)
  return { movingS, movingWithClimbS, pieces, jumps, sparseM, fastM }
}

function withoutJumps({ timeS, heightM }: RecordedTrack): { heightM: Float64Array; jumps: number } {
  const level = heightM.slice()
  let jumps = 0
  let offsetM = 0
  for (let i = 1; i < level.length; i++) {
    const stepM = heightM[i] - heightM[i - 1]
    if (Math.abs(stepM) > Math.max(JUMP_M, JUMP_M_S * (timeS[i] - timeS[i - 1]))) {
      offsetM += stepM
      jumps++
    }
    level[i] -= offsetM
  }
  return { heightM: level, jumps }
}

/** Interpolates values at a time, efficient for mostly ascending times. */
function valueAt(timeS: Float64Array, values: Float64Array): (atS: number) => number {
  const last = timeS.length - 1
  let i = 0
  return (atS) => {
    while (i > 0 && timeS[i] > atS) i--
    while (i < last && timeS[i + 1] <= atS) i++
    const next = Math.min(last, i + 1)
    const stepS = timeS[next] - timeS[i]
    const share = stepS > 0 ? Math.min(1, Math.max(0, (atS - timeS[i]) / stepS)) : 0
    return values[i] + (values[next] - values[i]) * share
  }
}

type Over = (middleS: number, halfS: number) => number

/** Straight-line speed over the time around a moment, m/s. */
function speedOver({ timeS }: RecordedTrack, lon: Float64Array, lat: Float64Array): Over {
  const whole = unwrapped(lon)
  const [lonA, lonB] = [valueAt(timeS, whole), valueAt(timeS, whole)]
  const [latA, latB] = [valueAt(timeS, lat), valueAt(timeS, lat)]
  return (middleS, halfS) => {
    const fromS = Math.max(timeS[0], middleS - halfS)
    const toS = Math.min(timeS[timeS.length - 1], middleS + halfS)
    return distanceM(lonA(fromS), latA(fromS), lonB(toS), latB(toS)) / (toS - fromS)
  }
}

/** Longitudes that go on beyond 180 degrees where a line crosses the antimeridian. */
function unwrapped(lon: Float64Array): Float64Array {
  const whole = lon.slice()
  for (let i = 1; i < lon.length; i++) whole[i] = whole[i - 1] + wrapLon(lon[i] - lon[i - 1])
  return whole
}

/** Change of height over the time around a moment, m/s; 0 if unknown. */
function climbOver(timeS: Float64Array, heightM: Float64Array): Over {
  const [a, b] = [valueAt(timeS, heightM), valueAt(timeS, heightM)]
  return (middleS, halfS) => {
    const fromS = Math.max(timeS[0], middleS - halfS)
    const toS = Math.min(timeS[timeS.length - 1], middleS + halfS)
    return Math.abs(b(toS) - a(fromS)) / (toS - fromS) || 0
  }
}

const STEADY_TOLERANCE_M = 5

/**
 * Lengths along a recorded line without GPS wander: those of the line simplified to 5 m, with the points between scaled
 * onto it. The models of moving time were measured on such lengths; the length of a line drawn on a map changes by only
 * a few per mille. Metres from point `from` to each point up to `to` (both included): to - from + 1 values, ascending.
 */
export function steadyLengths(lon: Float64Array, lat: Float64Array, from: number, to: number): Float64Array {
  const lons = lon.subarray(from, to + 1)
  const lats = lat.subarray(from, to + 1)
  const last = to - from
  const { inner } = simplifyToTolerance(toUnitVectors(lons, lats), [[0, last]], STEADY_TOLERANCE_M)
  const kept = [0, ...inner, last]
  const atM = new Float64Array(last + 1)
  for (let k = 1; k < kept.length; k++) {
    const [a, b] = [kept[k - 1], kept[k]]
    const straightM = distanceM(lons[a], lats[a], lons[b], lats[b])
    let rawM = 0
    for (let i = a + 1; i <= b; i++) atM[i] = rawM += distanceM(lons[i - 1], lats[i - 1], lons[i], lats[i])
    const scale = rawM === 0 ? 0 : straightM / rawM
    const startM = atM[a]
    for (let i = a + 1; i <= b; i++) atM[i] = startM + atM[i] * scale
  }
  return atM
}
