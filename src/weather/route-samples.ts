// Where along a line the weather is sampled: start, end, marked highs and lows, and a point every 2 km from the start,
// with the direction of travel and the time on the way. Highs and lows are turning points of the heights with at least
// MARK_M on both sides; if a line has more than MAX_MARKS of them, only the greatest are marked. The search does not
// cross voids. Pure.

import { turningPoints } from '../geo/climb.ts'
import { bearingDeg, type LonLat, distanceM } from '../geo/lon-lat.ts'
import { lastAtMost } from '../geo/last-at-most.ts'

export const SAMPLE_SPACING_M = 2000
const MARK_M = 100
const MAX_MARKS = 40
/** A point every 2 km this close to a marked one is that point: both have the same `at_m`. */
const SAME_PLACE_M = 0.05
/** The direction of travel is measured over this length around a point. */
const BEARING_OVER_M = 200

export type SampleKind = 'start' | 'end' | 'high' | 'low' | 'along'

export interface SampledLine {
  atM: Float64Array
  lon: Float64Array
  lat: Float64Array
  /** NaN: void */
  heightM: Float64Array
}

export interface RouteSample {
  kind: SampleKind
  atM: number
  lon: number
  lat: number
  heightM: number | null
  bearingDeg: number
  movingS: number
}

export interface Stop {
  atM: number
  seconds: number
}

/** `atS` is the moving time at each point of the line. */
export function sampleRoute(line: SampledLine, atS: Float64Array): RouteSample[] {
  const last = line.atM.length - 1
  const lengthM = line.atM[last]
  const marks = findMarks(line)
  const taken: { kind: SampleKind; atM: number }[] = [
    { kind: 'start', atM: 0 },
    ...marks.map(({ index, kind }) => ({ kind, atM: line.atM[index] })),
    { kind: 'end', atM: lengthM },
  ]
  const along: typeof taken = []
  for (let k = 1; k * SAMPLE_SPACING_M < lengthM; k++) {
    const atM = k * SAMPLE_SPACING_M
    if (taken.every((mark) => Math.abs(mark.atM - atM) >= SAME_PLACE_M)) along.push({ kind: 'along', atM })
  }
  const order = { start: 0, along: 1, high: 1, low: 1, end: 2 }
  return [...taken, ...along]
    .sort((a, b) => a.atM - b.atM || order[a.kind] - order[b.kind])
    .map(({ kind, atM }) => sampleAt(line, atS, kind, atM))
}

function findMarks({ heightM, atM }: SampledLine): { index: number; kind: 'high' | 'low' }[] {
  const count = heightM.length
  for (let threshold = MARK_M; ; threshold *= 1.5) {
    const marks: { index: number; kind: 'high' | 'low' }[] = []
    for (let from = 0; from < count; ) {
      if (Number.isNaN(heightM[from])) {
        from++
        continue
      }
      let to = from
      while (to < count && !Number.isNaN(heightM[to])) to++
      const turns = turningPoints(heightM, from, to, threshold)
      for (let k = 1; k + 1 < turns.length; k++) {
        const index = turns[k]
        if (atM[index] > 0 && atM[index] < atM[count - 1])
          marks.push({ index, kind: heightM[index] >= heightM[turns[k - 1]] ? 'high' : 'low' })
      }
      from = to
    }
    if (marks.length <= MAX_MARKS) return marks
  }
}

function sampleAt(line: SampledLine, atS: Float64Array, kind: SampleKind, atM: number): RouteSample {
  const lengthM = line.atM[line.atM.length - 1]
  const at = placeAt(line, atM)
  const before = placeAt(line, Math.max(0, atM - BEARING_OVER_M / 2))
  const after = placeAt(line, Math.min(lengthM, atM + BEARING_OVER_M / 2))
  const { heightM } = line
  const height = heightM[at.index] + (at.share === 0 ? 0 : (heightM[at.index + 1] - heightM[at.index]) * at.share)
  return {
    kind,
    atM,
    lon: at.lon,
    lat: at.lat,
    heightM: Number.isNaN(height) ? null : height,
    bearingDeg: bearingDeg(before.lon, before.lat, after.lon, after.lat),
    movingS: atS[at.index] + (at.share === 0 ? 0 : (atS[at.index + 1] - atS[at.index]) * at.share),
  }
}

function placeAt(
  { atM, lon, lat }: SampledLine,
  wantedM: number,
): { index: number; share: number; lon: number; lat: number } {
  const low = lastAtMost(atM, wantedM)
  const next = Math.min(low + 1, atM.length - 1)
  const stepM = atM[next] - atM[low]
  const share = stepM > 0 ? (wantedM - atM[low]) / stepM : 0
  let turn = lon[next] - lon[low]
  if (turn > 180) turn -= 360
  if (turn < -180) turn += 360
  return { index: low, share, lon: lon[low] + turn * share, lat: lat[low] + (lat[next] - lat[low]) * share }
}

/** Seconds from departure to arrival at a point: moving time plus all stops before it. */
export function elapsedS(sample: RouteSample, stops: readonly Stop[]): number {
  let seconds = sample.movingS
  for (const stop of stops) if (stop.atM < sample.atM) seconds += stop.seconds
  return seconds
}

/**
 * A line as a limited number of points, for queries by point: evenly spaced along it, including the exact start and
 * end, never closer than `minSpacingM`. New points lie on the straight piece between their neighbours; anything narrow
 * between two samples can be missed, which the caller must report. Pure. `max` is at least 2. One point, or a line
 * without length, gives only its start.
 */
export function sampleLine(
  line: readonly (readonly [lon: number, lat: number, ...rest: unknown[]])[],
  max: number,
  minSpacingM: number,
): LonLat[] {
  const atM = new Float64Array(line.length)
  for (let i = 1; i < line.length; i++)
    atM[i] = atM[i - 1] + distanceM(line[i - 1][0], line[i - 1][1], line[i][0], line[i][1])
  const lengthM = atM[line.length - 1] ?? 0
  if (line.length === 0) return []
  const pieces = lengthM === 0 ? 0 : Math.max(1, Math.min(max - 1, Math.floor(lengthM / minSpacingM)))
  const sampled: LonLat[] = []
  for (let k = 0, i = 0; k <= pieces; k++) {
    if (k === pieces && pieces > 0) {
      sampled.push([line[line.length - 1][0], line[line.length - 1][1]])
      break
    }
    const targetM = pieces === 0 ? 0 : (lengthM * k) / pieces
    while (i < line.length - 2 && atM[i + 1] < targetM) i++
    const from = line[i]
    const to = line[Math.min(i + 1, line.length - 1)]
    const stepM = atM[Math.min(i + 1, line.length - 1)] - atM[i]
    const share = stepM > 0 ? (targetM - atM[i]) / stepM : 0
    let turn = to[0] - from[0]
    if (turn > 180) turn -= 360
    if (turn < -180) turn += 360
    const lon = from[0] + turn * share
    sampled.push([lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon, from[1] + (to[1] - from[1]) * share])
  }
  return sampled
}
