// The line that map and chart show together, whatever it came from: a route, a loop, a signed trail or a file.
// Points `[lon, lat, heightM | null]`; metres along it add up within parts and never across the gap between two.

import { distanceM, lonBetween, nearestOnSegment } from '../../geo/lon-lat.ts'
import { WideningBox } from '../../geo/split-box.ts'
import { lastAtMost } from '../../geo/last-at-most.ts'

export type LinePoint = [lon: number, lat: number, heightM: number | null]

export interface Piece {
  fromM: number
  toM: number
  /** the word of the legend; null is unknown */
  kind: string | null
  /** nobody mapped it: the service takes it from the kind of way */
  isAssumed?: boolean
}

export interface ShownLine {
  points: LinePoint[]
  /** index of the first point of each part */
  partStarts: number[]
  /** metres along the line of each point */
  alongM: Float64Array
  lengthM: number
  /** null: nothing is known of it, which is drawn as unknown */
  surfaces: Piece[] | null
  /** pieces between them take no grade */
  grades: Piece[] | null
  /** stretches that follow no way */
  unmatched: { fromM: number; toM: number }[]
  /**
   * where its stretches were not requested: drawn in this one colour, without a legend; null: in the colours of its
   * stretches
   */
  plainColour: string | null
}

/**
 * Measures parts. `lengthM`: what the service says; distances are stretched to it, so that its stretches fall where
 * they belong.
 */
export function toShownLine(
  parts: readonly (readonly (readonly [number, number, (number | null)?])[])[],
  lengthM: number | null,
  facts: Partial<Pick<ShownLine, 'surfaces' | 'grades' | 'unmatched' | 'plainColour'>> = {},
): ShownLine {
  const points: LinePoint[] = []
  const partStarts: number[] = []
  const along: number[] = []
  let at = 0
  for (const part of parts) {
    if (part.length === 0) continue
    partStarts.push(points.length)
    part.forEach(([lon, lat, heightM], i) => {
      if (i > 0) at += distanceM(part[i - 1][0], part[i - 1][1], lon, lat)
      points.push([lon, lat, heightM ?? null])
      along.push(at)
    })
  }
  const factor = lengthM !== null && at > 0 ? lengthM / at : 1
  return {
    points,
    partStarts,
    alongM: Float64Array.from(along, (value) => value * factor),
    lengthM: at * factor,
    surfaces: null,
    grades: null,
    unmatched: [],
    plainColour: null,
    ...facts,
  }
}

/** Index of the last point at or before so many metres. */
export const indexAt = (line: ShownLine, atM: number): number => lastAtMost(line.alongM, atM)

/** The place so many metres along; its height is null where one of the two points around it has none. */
export function pointAt(line: ShownLine, atM: number): LinePoint {
  const index = indexAt(line, Math.max(0, Math.min(line.lengthM, atM)))
  const next = line.points[index + 1]
  const here = line.points[index]
  if (next === undefined || line.partStarts.includes(index + 1)) return here
  const length = line.alongM[index + 1] - line.alongM[index]
  const share = length > 0 ? Math.max(0, Math.min(1, (atM - line.alongM[index]) / length)) : 0
  const heightM =
    here[2] === null || next[2] === null ? (share === 0 ? here[2] : null) : here[2] + (next[2] - here[2]) * share
  return [lonBetween(here[0], next[0], share), here[1] + (next[1] - here[1]) * share, heightM]
}

/** The lines between two distances, one per part that they reach into. */
export function cutLine(line: ShownLine, fromM: number, toM: number): [number, number][][] {
  const lines: [number, number][][] = []
  line.partStarts.forEach((start, part) => {
    const end = (line.partStarts[part + 1] ?? line.points.length) - 1
    const low = Math.max(fromM, line.alongM[start])
    const high = Math.min(toM, line.alongM[end])
    if (high <= low) return
    const cut: [number, number][] = [place(line, start, end, low)]
    for (let i = start; i <= end; i++)
      if (line.alongM[i] > low && line.alongM[i] < high) cut.push([line.points[i][0], line.points[i][1]])
    cut.push(place(line, start, end, high))
    lines.push(cut)
  })
  return lines
}

function place(line: ShownLine, start: number, end: number, atM: number): [number, number] {
  let index = Math.max(start, Math.min(end, indexAt(line, atM)))
  while (index > start && line.alongM[index] > atM) index--
  const here = line.points[index]
  if (index >= end) return [line.points[end][0], line.points[end][1]]
  const next = line.points[index + 1]
  const length = line.alongM[index + 1] - line.alongM[index]
  const share = length > 0 ? (atM - line.alongM[index]) / length : 0
  return [lonBetween(here[0], next[0], share), here[1] + (next[1] - here[1]) * share]
}

/** Metres along the line of its point nearest to a place, and how far away that is; null for a line without length. */
export function nearestOnLine(line: ShownLine, lon: number, lat: number): { atM: number; distanceM: number } | null {
  let best: { atM: number; distanceM: number } | null = null
  const starts = new Set(line.partStarts)
  for (let i = 0; i + 1 < line.points.length; i++) {
    if (starts.has(i + 1)) continue
    const found = nearestOnSegment(
      lon,
      lat,
      line.points[i][0],
      line.points[i][1],
      line.points[i + 1][0],
      line.points[i + 1][1],
    )
    if (best === null || found.distanceM < best.distanceM)
      best = { atM: line.alongM[i] + found.share * (line.alongM[i + 1] - line.alongM[i]), distanceM: found.distanceM }
  }
  return best
}

/**
 * Evenly spaced places of each part, both its ends among them: at most `most` in all, about `apartM` metres or more
 * between two. `segments`: index of the first place of each part. Of more parts than there is room for, the longest.
 */
export function samplePlaces(
  line: ShownLine,
  most: number,
  apartM: number,
): { places: [number, number][]; segments: number[] } {
  const ends = line.partStarts.map((start, part) => ({
    start,
    from: line.alongM[start],
    to: line.alongM[(line.partStarts[part + 1] ?? line.points.length) - 1],
  }))
  const kept =
    ends.length * 2 <= most
      ? ends
      : [...ends]
          .sort((a, b) => b.to - b.from - (a.to - a.from))
          .slice(0, Math.floor(most / 2))
          .sort((a, b) => a.start - b.start)
  const whole = kept.reduce((sum, { from, to }) => sum + to - from, 0)
  const spare = most - 2 * kept.length
  const places: [number, number][] = []
  const segments: number[] = []
  for (const { from, to } of kept) {
    segments.push(places.length)
    const between = Math.max(
      0,
      Math.min(Math.floor((to - from) / apartM) - 1, whole > 0 ? Math.floor((spare * (to - from)) / whole) : 0),
    )
    const lines = cutLine(line, from, to)
    for (let i = 0; i <= between + 1; i++) {
      // the end of a part is its own last point, not the first of the next
      const [lon, lat] =
        i === between + 1
          ? (lines.at(0)?.at(-1) ?? pointAt(line, to))
          : pointAt(line, from + ((to - from) * i) / (between + 1))
      places.push([lon, lat])
    }
  }
  return { places, segments }
}

/** `[minLon, minLat, maxLon, maxLat]`, minLon above maxLon across the antimeridian; null for an empty line. */
export function boxOf(
  points: readonly (readonly [number, number, ...unknown[]])[],
): [number, number, number, number] | null {
  if (points.length === 0) return null
  const around = new WideningBox()
  for (const [lon, lat] of points) around.add(lon, lat)
  return [...around.box()]
}

/** Of what was found from a place, with the place: its pin may stand beside every way. Null where nothing was found. */
export function boxAround(start: readonly [number, number] | null, found: readonly (readonly [number, number])[]) {
  return boxOf(found.length === 0 || start === null ? found : [...found, start])
}

interface Columns {
  lon: readonly (number | null)[]
  lat: readonly (number | null)[]
  elevationM: readonly (number | null)[]
}

/**
 * The points of a profile, from the columns of its series. [lon, lat, height], degrees and metres; the height is null
 * in a void.
 */
export function profilePoints({ lon, lat, elevationM }: Columns): LinePoint[] {
  return elevationM.map((heightM, at): LinePoint => [lon[at]!, lat[at]!, heightM])
}

/** The same, part by part. */
export function profileParts(series: {
  columns: Columns
  parts: readonly { first: number; last: number }[]
}): LinePoint[][] {
  const points = profilePoints(series.columns)
  return series.parts.map(({ first, last }) => points.slice(first, last + 1))
}
