// The heights along a course, recorded or from the terrain, as one series for profiles and pace plans.
// Columns have one entry per sample, parts one after another. Recorded: the points of the file. Terrain: the points and
// further ones between them, so that no two are more than about SAMPLE_SPACING_M apart. `atM` continues over parts (a
// gap has no length).
// A void stays NaN, never zero. Climb is never counted across a void of the terrain; where single recorded heights are
// missing or cannot be right it is counted as if their points were not there.

import { ASCENT_METHOD, CLIMB_THRESHOLD_M } from '../geo/climb.ts'
import { ServiceError } from '../errors.ts'
import { type Sentence, say } from '../language/sentence.ts'
import { DEG_TO_RAD, distanceM, EARTH_RADIUS_M } from '../geo/lon-lat.ts'
import type { Unknown } from '../unknowns.ts'
import { type HeightCheck, checkHeights, plausibleHeights } from './check-heights.ts'
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
  /** the same for climb and time: recorded heights that are unknown lie on the line between those around them */
  climbM: Float64Array
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
export function ascentMethod(source: HeightSeries['source']): Sentence {
  return source === 'terrain' ? ASCENT_METHOD : say('method.climb.recorded', { thresholdM: CLIMB_THRESHOLD_M })
}

/** What of a course its heights are made of. */
export type MeasuredCourse = Pick<Course, 'lon' | 'lat' | 'heightM' | 'partStart' | 'count' | 'lengthM'>

/** The terrain along a course: at its points, and between them. */
export interface GroundAlong extends Samples {
  /** metres, NaN: void */
  heightM: Float64Array
}

/**
 * Throws ServiceError: `no_heights` if the source has none, `heights_unusable` if `recorded` was requested and fails
 * the check, `terrain_unavailable` if the terrain is needed and missing. `heightsAt` null: there is no terrain.
 */
export async function getHeightSeries(
  course: MeasuredCourse,
  choice: ElevationChoice,
  heightsAt: HeightsAt | null,
): Promise<HeightSeries> {
  const recorded = hasRecorded(course, choice)
    ? judgeRecorded(course, choice, await compareTerrain(course, heightsAt))
    : NOT_CONSIDERED
  if (recorded.series !== null) return recorded.series
  requireRecorded(choice)
  return overGround(heightsAt === null ? null : await sampleGround(course, heightsAt), recorded)
}

/** The same over terrain that was sampled before; null: absent. */
export function heightsOverGround(
  course: MeasuredCourse,
  choice: ElevationChoice,
  ground: GroundAlong | null,
): HeightSeries {
  const compared = comparedPoints(course)
  const terrain =
    ground === null
      ? null
      : { indexes: compared, heightsM: compared.map((i) => nullIfVoid(ground.heightM[ground.pointSample[i]])) }
  const recorded = hasRecorded(course, choice) ? judgeRecorded(course, choice, terrain) : NOT_CONSIDERED
  if (recorded.series !== null) return recorded.series
  requireRecorded(choice)
  return overGround(ground, recorded)
}

/** Throws what `heightsAt` throws. */
export async function sampleGround(course: MeasuredCourse, heightsAt: HeightsAt): Promise<GroundAlong> {
  const samples = samplesOf(course, SAMPLE_SPACING_M)
  const points = Array.from(samples.lon, (lon, i): [number, number] => [lon, samples.lat[i]])
  return { ...samples, heightM: Float64Array.from(await heightsAt(points), (height) => height ?? NaN) }
}

const nullIfVoid = (heightM: number): number | null => (Number.isNaN(heightM) ? null : heightM)
const hasRecorded = ({ heightM }: MeasuredCourse, choice: ElevationChoice): boolean =>
  choice !== 'terrain' && heightM.some((height) => !Number.isNaN(height))

function requireRecorded(choice: ElevationChoice): void {
  if (choice === 'recorded')
    throw new ServiceError(say('error.no_heights.line', { field: 'elevation' }), { inputPath: 'elevation' })
}

/** The recorded heights as a series; null if they are not used. */
interface Judged {
  series: HeightSeries | null
  check: HeightCheck | null
  unknowns: Unknown[]
}

const NOT_CONSIDERED: Judged = { series: null, check: null, unknowns: [] }

function judgeRecorded(
  course: MeasuredCourse,
  choice: ElevationChoice,
  terrain: { indexes: number[]; heightsM: (number | null)[] } | null,
): Judged {
  const heightM = plausibleHeights(course)
  const check = checkHeights(course, heightM, terrain)
  if (check.reason === null) {
    const samples = samplesOf(course)
    const climbM = bridged(heightM, samples)
    return {
      series: finish({ source: 'recorded', ...samples, heightM, climbM, check, unknowns: [] }),
      check,
      unknowns: [],
    }
  }
  if (choice === 'recorded')
    throw new ServiceError(say('error.heights_unusable.rejected', { why: check.reason, field: 'elevation' }), {
      inputPath: 'elevation',
    })
  return {
    series: null,
    check,
    unknowns: [
      {
        code: 'heights_recorded_rejected',
        message: say('unknown.heights_recorded_rejected.terrain', { why: check.reason }),
      },
    ],
  }
}

function overGround(ground: GroundAlong | null, { check, unknowns }: Judged): HeightSeries {
  if (ground === null) throw new ServiceError(say('error.terrain_unavailable.line'))
  if (ground.heightM.every((height) => Number.isNaN(height)))
    throw new ServiceError(say('error.no_heights.terrain'), {
      inputPath: 'elevation',
    })
  return finish({ source: 'terrain', ...ground, climbM: ground.heightM, check, unknowns: [...unknowns] })
}

/** Heights with those between two known ones of a part on the straight line between them. */
function bridged(heightM: Float64Array, { atM, partStart }: Samples): Float64Array {
  const whole = heightM.slice()
  for (let p = 0; p + 1 < partStart.length; p++) {
    let known = -1
    for (let i = partStart[p]; i < partStart[p + 1]; i++) {
      if (Number.isNaN(heightM[i])) continue
      for (let k = known + 1; known >= 0 && k < i; k++) {
        const lengthM = atM[i] - atM[known]
        const share = lengthM > 0 ? (atM[k] - atM[known]) / lengthM : 0
        whole[k] = heightM[known] + (heightM[i] - heightM[known]) * share
      }
      known = i
    }
  }
  return whole
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
    unknowns.push(
      series.source === 'terrain'
        ? {
            code: 'terrain_void',
            message: say('unknown.terrain_void.line', { voidM }),
          }
        : {
            code: 'height_unknown',
            message: say('unknown.height_unknown.recorded', { missing: voidCount, points: heightM.length, voidM }),
          },
    )
  return { ...series, voidCount, voidM }
}

async function compareTerrain(
  course: MeasuredCourse,
  heightsAt: HeightsAt | null,
): Promise<{ indexes: number[]; heightsM: (number | null)[] } | null> {
  if (heightsAt === null) return null
  const indexes = comparedPoints(course)
  try {
    return { indexes, heightsM: [...(await heightsAt(indexes.map((i) => [course.lon[i], course.lat[i]] as const)))] }
  } catch (error) {
    // without terrain the heights are checked on their own
    if (error instanceof ServiceError && error.code === 'terrain_unavailable') return null
    throw error
  }
}

function comparedPoints(course: MeasuredCourse): number[] {
  const count = Math.min(course.count, COMPARED_POINTS)
  return Array.from({ length: count }, (_, k) => Math.floor((k * course.count) / count))
}

interface Samples {
  atM: Float64Array
  lon: Float64Array
  lat: Float64Array
  partStart: Int32Array
  /** by point of the course: its sample */
  pointSample: Int32Array
}

/** The points of the course, with further ones between them for `spacingM`. */
function samplesOf(course: MeasuredCourse, spacingM = Infinity): Samples {
  const { partStart } = course
  const step = Math.max(spacingM, course.lengthM / MAX_EXTRA_SAMPLES)
  const atM: number[] = []
  const lon: number[] = []
  const lat: number[] = []
  const starts = [0]
  const pointSample = new Int32Array(course.count)
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
      pointSample[i] = atM.length
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
    pointSample,
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
