// The heights along a course, recorded or from the terrain, as one series for profiles and pace plans.
// Columns have one entry per sample, parts one after another. Recorded: the points of the file. Terrain: the points and
// further ones between them, so that no two are more than about SAMPLE_SPACING_M apart. `atM` continues over parts (a
// gap has no length).
// The terrain is queried once, through a callback. A void stays NaN: never bridged, never zero.

import { ASCENT_METHOD } from '../geo/climb.ts'
import { ServiceError } from '../errors.ts'
import { DEG_TO_RAD, distanceM, EARTH_RADIUS_M } from '../geo/lon-lat.ts'
import type { Unknown } from '../unknowns.ts'
import { type HeightCheck, checkHeights, usableHeights } from './check-heights.ts'
import type { Course } from './course.ts'

export const SAMPLE_SPACING_M = 25
const MAX_EXTRA_SAMPLES = 12_000
/** Number of points compared with the terrain to check recorded heights. */
const COMPARED_POINTS = 200

/** Heights in metres at `[lon, lat]` points, null: void. May throw ServiceError `terrain_unavailable`. */
export type HeightsAt = (points: readonly (readonly [number, number])[]) => Promise<readonly (number | null)[]>
export type ElevationChoice = 'auto' | 'recorded' | 'terrain'

export interface HeightSeries {
  source: 'recorded' | 'terrain'
  /** metres along the course */
  atM: Float64Array
  lon: Float64Array
  lat: Float64Array
  /** metres, NaN: void */
  heightM: Float64Array
  /** has one more entry than there are parts */
  partStart: Int32Array
  voidCount: number
  /** metres of line with no height at one of the two samples */
  voidM: number
  /** check of the recorded heights; null if they were not considered */
  check: HeightCheck | null
  unknowns: Unknown[]
}

/** How ascent was computed; the same method as for routes. */
export function ascentMethod(source: HeightSeries['source']): string {
  return source === 'terrain' ? ASCENT_METHOD : ASCENT_METHOD.replace('terrain heights', 'recorded heights')
}

/**
 * Throws ServiceError: `no_heights` if the source has none, `heights_unusable` if `recorded` was requested and fails
 * the check, `terrain_unavailable` if the terrain is needed and missing. `heightsAt` null: there is no terrain.
 */
export async function getHeightSeries(
  course: Course,
  choice: ElevationChoice,
  heightsAt: HeightsAt | null,
): Promise<HeightSeries> {
  const unknowns: Unknown[] = []
  let check: HeightCheck | null = null
  if (choice !== 'terrain') {
    const recordedM = usableHeights(course)
    const hasAny = recordedM.some((height) => !Number.isNaN(height))
    if (hasAny) {
      check = checkHeights(course, recordedM, await compareTerrain(course, heightsAt))
      if (check.passed) return finish({ source: 'recorded', ...samplesOf(course), heightM: recordedM, check, unknowns })
      if (choice === 'recorded')
        throw new ServiceError(
          'heights_unusable',
          `The recorded heights cannot be used: ${check.reason}. Set \`elevation\` to "terrain" or "auto".`,
          { inputPath: 'elevation' },
        )
      unknowns.push({
        code: 'heights_recorded_rejected',
        message: `The recorded heights are not used: ${check.reason}. The heights come from the terrain model.`,
      })
    } else if (choice === 'recorded')
      throw new ServiceError('no_heights', 'The line has no heights. Set `elevation` to "terrain" or "auto".', {
        inputPath: 'elevation',
      })
  }
  if (heightsAt === null)
    throw new ServiceError(
      'terrain_unavailable',
      'No terrain is published, and the line has no usable heights of its own.',
    )
  const samples = samplesOf(course, SAMPLE_SPACING_M)
  const points = Array.from(samples.lon, (lon, i): [number, number] => [lon, samples.lat[i]])
  const heightM = Float64Array.from(await heightsAt(points), (height) => height ?? NaN)
  if (heightM.every((height) => Number.isNaN(height)))
    throw new ServiceError('no_heights', 'The terrain has no heights anywhere along the line.', {
      inputPath: 'elevation',
    })
  return finish({ source: 'terrain', ...samples, heightM, check, unknowns })
}

function finish(series: Omit<HeightSeries, 'voidCount' | 'voidM'>): HeightSeries {
  const { heightM, atM, partStart, unknowns } = series
  let voidCount = 0
  let voidM = 0
  for (let p = 0; p + 1 < partStart.length; p++) {
    for (let i = partStart[p]; i < partStart[p + 1]; i++) {
      if (Number.isNaN(heightM[i])) voidCount++
      if (i > partStart[p] && (Number.isNaN(heightM[i]) || Number.isNaN(heightM[i - 1]))) voidM += atM[i] - atM[i - 1]
    }
  }
  if (voidCount > 0)
    unknowns.push({
      code: series.source === 'terrain' ? 'terrain_void' : 'height_unknown',
      message: `${Math.round(voidM)} m of the line have no height; any climb there is left out, not interpolated.`,
    })
  return { ...series, voidCount, voidM }
}

async function compareTerrain(
  course: Course,
  heightsAt: HeightsAt | null,
): Promise<{ indexes: number[]; heightsM: (number | null)[] } | null> {
  if (heightsAt === null) return null
  const count = Math.min(course.count, COMPARED_POINTS)
  const indexes = Array.from({ length: count }, (_, k) => Math.floor((k * course.count) / count))
  try {
    return { indexes, heightsM: [...(await heightsAt(indexes.map((i) => [course.lon[i], course.lat[i]] as const)))] }
  } catch (error) {
    // without terrain the heights are checked on their own
    if (error instanceof ServiceError && error.code === 'terrain_unavailable') return null
    throw error
  }
}

/** The points of the course, with further ones between them for `spacingM`. */
function samplesOf(course: Course, spacingM = Infinity): Pick<HeightSeries, 'atM' | 'lon' | 'lat' | 'partStart'> {
  const { partStart } = course
  const step = Math.max(spacingM, course.lengthM / MAX_EXTRA_SAMPLES)
  const atM: number[] = []
  const lon: number[] = []
  const lat: number[] = []
  const starts = [0]
  let at = 0
  for (let p = 0; p + 1 < partStart.length; p++) {
    for (let i = partStart[p]; i < partStart[p + 1]; i++) {
      if (i > partStart[p]) {
        const lengthM = distanceM(course.lon[i - 1], course.lat[i - 1], course.lon[i], course.lat[i])
        const pieces = Math.max(1, Math.ceil(lengthM / step))
        for (let piece = 1; piece < pieces; piece++) {
          const [betweenLon, betweenLat] = pointBetween(
            course.lon[i - 1],
            course.lat[i - 1],
            course.lon[i],
            course.lat[i],
            piece / pieces,
          )
          atM.push(at + (lengthM * piece) / pieces)
          lon.push(betweenLon)
          lat.push(betweenLat)
        }
        at += lengthM
      }
      atM.push(at)
      lon.push(course.lon[i])
      lat.push(course.lat[i])
    }
    starts.push(atM.length)
  }
  return {
    atM: Float64Array.from(atM),
    lon: Float64Array.from(lon),
    lat: Float64Array.from(lat),
    partStart: Int32Array.from(starts),
  }
}

/** `[lon, lat]` at a share (0..1) of the great circle from A to B. */
function pointBetween(lonA: number, latA: number, lonB: number, latB: number, share: number): [number, number] {
  const angle = distanceM(lonA, latA, lonB, latB) / EARTH_RADIUS_M
  const a = angle < 1e-9 ? 1 - share : Math.sin((1 - share) * angle) / Math.sin(angle)
  const b = angle < 1e-9 ? share : Math.sin(share * angle) / Math.sin(angle)
  const cosA = Math.cos(latA * DEG_TO_RAD) * a
  const cosB = Math.cos(latB * DEG_TO_RAD) * b
  const x = cosA * Math.cos(lonA * DEG_TO_RAD) + cosB * Math.cos(lonB * DEG_TO_RAD)
  const y = cosA * Math.sin(lonA * DEG_TO_RAD) + cosB * Math.sin(lonB * DEG_TO_RAD)
  const z = Math.sin(latA * DEG_TO_RAD) * a + Math.sin(latB * DEG_TO_RAD) * b
  return [Math.atan2(y, x) / DEG_TO_RAD, Math.atan2(z, Math.sqrt(x * x + y * y)) / DEG_TO_RAD]
}
