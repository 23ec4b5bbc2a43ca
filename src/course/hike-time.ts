// Walking time `service-hike/2`: the published Swiss formula per slope, times named factors for surface and SAC grade,
// and the whole times a measured factor that falls with the length of the walk (hike-calibration.ts).
// The line is parallel arrays: `atM` metres from its start (ascending), `heightM` metres above sea (NaN = void).
// Slopes are measured over SLOPE_WINDOW_M of ground, never between two neighbouring points: terrain noise must not add
// time.
// What the formula was not made for (steeper than 40 %, T4 and harder, no height) is timed at its edge and told as
// outside calibration; a ferry or a straight leg is not walked and gets no time at all. Pure; knows no network types.

import { calibratedBand, calibratedFactor, CALIBRATION } from './hike-calibration.ts'

export const HIKE_TIME_MODEL = 'service-hike/2'
export const HIKE_TIME_SCOPE = `moving time of one walker without rests, on mapped ways: Swiss walking-time formula over slopes of about 80 m, times ${calibratedFactor(0).toFixed(2)} on walks of up to 2 hours falling to ${calibratedFactor(Infinity).toFixed(2)} on walks from 7 hours on, measured on ${CALIBRATION.recordings} recorded walks of fit walkers (8 to 30 km); factors for surface and SAC grade from judgement; the bands are the spread between those walks`

/** Ground length over which a slope is measured, metres. */
export const SLOPE_WINDOW_M = 80
/** Steepest slope (0..1, both ways) the formula was fitted on; steeper is timed as this and counted outside. */
export const MAX_SLOPE = 0.4

/**
 * Minutes per kilometre = sum of C[i] * x^i with x = slope in per cent / 10 (Schweizer Wanderwege,
 * "Wanderzeitberechnung"; fitted on more than 160 walked stretches; 4.20 km/h on the level).
 */
const SWISS_C = [
  14.271, 3.6991, 2.5922, -1.4384, 0.32105, 0.81542, -0.090261, -0.20757, 0.010192, 0.028588, -5.7466e-4, -2.1842e-3,
  1.5176e-5, 8.6894e-5, -1.3584e-7, -1.4026e-6,
]

/** Time on a surface against the formula's own path. From judgement: no recording here knows its surface. */
export const SURFACE_PACE_FACTOR = { paved: 0.95, gravel: 0.97, trail: 1, unknown: 1 } as const
/** Time on a SAC grade, index 0 untagged, 1..6 = T1..T6, 7 via ferrata. From T4 on outside the calibration. */
export const SAC_PACE_FACTOR = [1, 1, 1.05, 1.15, 1.5, 2, 2.6, 3] as const
export const STEPS_PACE_FACTOR = 1.1
/** First SAC grade that the formula was not made for. */
export const FIRST_SAC_OUTSIDE = 4

/** The object `time` of decision D13. */
export interface HikeTime {
  model: typeof HIKE_TIME_MODEL
  movingS: number
  /** low and high of the middle half of walkers; null where nothing is walked */
  band50S: [number, number] | null
  /** the same of four fifths */
  band80S: [number, number] | null
  scope: string
  /** median relative error on recorded walks left out of the calibration, per cent; null where nothing is walked */
  errorPct: number | null
  outsideCalibrationM: number
  outsideCalibration: { fromM: number; toM: number; reason: string }[]
}

export interface HikeLine {
  /** metres along the line, ascending */
  atM: Float64Array
  /** metres above sea, NaN void */
  heightM: Float64Array
}

/** Facts of a part of the line; stretches are in order and do not overlap. */
export interface HikeStretch {
  fromM: number
  toM: number
  /** times the formula's pace; 0: not walked (ferry, straight leg), no time is claimed */
  paceFactor: number
  /** why this part is outside the calibration, null inside */
  outsideReason: string | null
  /** time standing on this part (a wait the map tells of), seconds; never counted as moving */
  stoppedTimeS?: number
}

export const REASON_STEEP = 'steeper than 40 %'
export const REASON_NO_HEIGHT = 'height unknown, timed as level ground'

/** Seconds per metre at a slope (0.1 = 10 %); beyond +-40 % as at 40 %. */
export function swissPaceSPerM(slope: number): number {
  const x = Math.max(-MAX_SLOPE, Math.min(MAX_SLOPE, slope)) * 10
  let minutesPerKm = 0
  for (let i = SWISS_C.length - 1; i >= 0; i--) minutesPerKm = minutesPerKm * x + SWISS_C[i]
  return (minutesPerKm * 60) / 1000
}

/** Seconds per metre of this model on an unnamed surface, on a walk of less than two hours. */
export function hikePaceSPerM(slope: number): number {
  return calibratedFactor(0) * swissPaceSPerM(slope)
}

/** The time of the whole line with its bands and scope. */
export function hikeTime(line: HikeLine, stretches: readonly HikeStretch[]): HikeTime {
  const { atS, outside, formulaS } = walkLine(line, stretches)
  let outsideM = 0
  for (const { fromM, toM } of outside) outsideM += toM - fromM
  const movingS = Math.round(atS.length === 0 ? 0 : atS[atS.length - 1])
  return {
    model: HIKE_TIME_MODEL,
    movingS,
    band50S: movingS > 0 ? calibratedBand(movingS, 50, formulaS) : null,
    band80S: movingS > 0 ? calibratedBand(movingS, 80, formulaS) : null,
    scope: HIKE_TIME_SCOPE,
    errorPct: movingS > 0 ? CALIBRATION.medianErrorPct : null,
    outsideCalibrationM: round1(outsideM),
    outsideCalibration: outside.map(({ fromM, toM, reason }) => ({ fromM: round1(fromM), toM: round1(toM), reason })),
  }
}

/** Moving seconds from the start to every point of the line (nothing is added on parts not walked). */
export function hikeSecondsAlong(line: HikeLine, stretches: readonly HikeStretch[]): Float64Array {
  return walkLine(line, stretches).atS
}

interface Outside {
  fromM: number
  toM: number
  reason: string
}

/** Times by the formula are `formulaS` in all; `atS` are those of the model. */
function walkLine(
  line: HikeLine,
  stretches: readonly HikeStretch[],
): { atS: Float64Array; outside: Outside[]; formulaS: number } {
  const { atM } = line
  const count = atM.length
  const atS = new Float64Array(count)
  const outside: Outside[] = []
  const windows = slopeWindows(line, stretches)
  let window = 0
  let stretch = 0
  let seconds = 0
  for (let i = 1; i < count; i++) {
    let at = atM[i - 1]
    const end = atM[i]
    while (at < end) {
      while (window < windows.count - 1 && windows.toM[window] <= at) window++
      while (stretch < stretches.length && stretches[stretch].toM <= at) stretch++
      const facts = stretch < stretches.length && stretches[stretch].fromM <= at ? stretches[stretch] : null
      let to = Math.min(end, window < windows.count - 1 ? windows.toM[window] : end)
      if (facts !== null) to = Math.min(to, facts.toM)
      else if (stretch < stretches.length) to = Math.min(to, stretches[stretch].fromM)
      const pace = windows.paceSPerM[window]
      seconds += (to - at) * pace * (facts === null ? 1 : facts.paceFactor)
      const reason = facts?.outsideReason ?? windows.reason[window]
      if (reason !== null) pushOutside(outside, at, to, reason)
      at = to
    }
    atS[i] = seconds
  }
  const factor = calibratedFactor(seconds)
  for (let i = 0; i < count; i++) atS[i] *= factor
  return { atS, outside, formulaS: seconds }
}

function pushOutside(outside: Outside[], fromM: number, toM: number, reason: string): void {
  const last = outside[outside.length - 1]
  if (last !== undefined && last.toM === fromM && last.reason === reason) last.toM = toM
  else outside.push({ fromM, toM, reason })
}

interface Windows {
  count: number
  toM: number[]
  paceSPerM: number[]
  reason: (string | null)[]
}

/** Cuts every run of known heights that is walked into equal windows of about SLOPE_WINDOW_M; the rest has no slope. */
function slopeWindows(line: HikeLine, stretches: readonly HikeStretch[]): Windows {
  const { atM, heightM } = line
  const windows: Windows = { count: 0, toM: [], paceSPerM: [], reason: [] }
  const last = atM.length - 1
  let stretch = 0
  const isWalked = (fromM: number): boolean => {
    while (stretch < stretches.length && stretches[stretch].toM <= fromM) stretch++
    return stretch >= stretches.length || stretches[stretch].fromM > fromM || stretches[stretch].paceFactor > 0
  }
  let i = 0
  while (i < last) {
    const known = !Number.isNaN(heightM[i]) && !Number.isNaN(heightM[i + 1])
    const walked = isWalked(atM[i])
    let end = i + 1
    while (
      end < last &&
      isWalked(atM[end]) === walked &&
      (!Number.isNaN(heightM[end]) && !Number.isNaN(heightM[end + 1])) === known
    )
      end++
    if (known && walked) cutRun(line, i, end, windows)
    else pushWindow(windows, atM[end], 0, walked ? REASON_NO_HEIGHT : null)
    i = end
  }
  return windows
}

function cutRun({ atM, heightM }: HikeLine, from: number, to: number, windows: Windows): void {
  const lengthM = atM[to] - atM[from]
  const pieces = Math.max(1, Math.round(lengthM / SLOPE_WINDOW_M))
  let point = from
  let startHeightM = heightM[from]
  for (let piece = 1; piece <= pieces; piece++) {
    const endM = piece === pieces ? atM[to] : atM[from] + (lengthM * piece) / pieces
    while (point < to - 1 && atM[point + 1] < endM) point++
    const stepM = atM[point + 1] - atM[point]
    const share = stepM === 0 ? 1 : Math.min(1, (endM - atM[point]) / stepM)
    const endHeightM = heightM[point] + (heightM[point + 1] - heightM[point]) * share
    const slope = lengthM === 0 ? 0 : ((endHeightM - startHeightM) * pieces) / lengthM
    pushWindow(windows, endM, slope, Math.abs(slope) > MAX_SLOPE ? REASON_STEEP : null)
    startHeightM = endHeightM
  }
}

function pushWindow(windows: Windows, toM: number, slope: number, reason: string | null): void {
  windows.toM.push(toM)
  windows.paceSPerM.push(swissPaceSPerM(slope))
  windows.reason.push(reason)
  windows.count++
}

const round1 = (value: number) => Math.round(value * 10) / 10
