// Simplifies GPX or GeoJSON to fewer points: kept points stay byte for byte (GPX) or as the same position (GeoJSON).
// Segment ends always stay; stops and climb on request. A number of points takes precedence: stops are kept only if
// they fit, climb is only reported; the report says what was not kept. Never moves or makes a point.

import { ServiceError } from '../../errors.ts'
import { type Sentence, say } from '../../language/sentence.ts'
import { distanceM } from '../../geo/lon-lat.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'
import { roundTo } from '../../wire/numbers.ts'
import { type Course, type CourseFormat, MOST_FILE_BYTES, MOST_FILE_POINTS } from '../course.ts'
import { type CourseClimb, climbHeights, climbOfKept, climbPoints } from '../course-climb.ts'
import { cutSpans } from '../gpx/cut-spans.ts'
import { listStops } from '../find-stops.ts'
import { type CourseInput, readCourse } from '../read-course.ts'
import { isObject, type Members } from '../read-geojson-line.ts'
import type { LineChoice } from './line-choice.ts'
import { simplifyToBudget, simplifyToTolerance } from './simplify-line.ts'
import type { Section } from './split-line.ts'
import { type UnitVectors, toUnitVectors } from './sphere-arc.ts'

const DEFAULT_TOLERANCE_M = 10
/** Share by which climb may change when it is to be kept. */
const CLIMB_SHARE = 0.01
/** Turning points tried in order, metres: the fewest that keep the climb. */
const CLIMB_STEPS_M = [40, 20, 10, 5]

export interface SimplifySettings {
  toleranceM?: number | undefined
  maxPoints?: number | undefined
  keepClimb: boolean
  keepStops: boolean
  indices: boolean
}

export interface SimplifyAnswer {
  input: { format: CourseFormat; segments: number; points: number }
  settings: {
    mode: 'tolerance' | 'max_points'
    toleranceM: number | null
    maxPoints: number | null
    keepClimb: boolean
    keepStops: boolean
  }
  result: {
    points: number
    removed: number
    /** metres on the sphere from the farthest removed point to the arc that replaces it */
    maxDeviationM: number
    /** no choice of equally many points deviates less than this; null with a tolerance */
    provenBoundM: number | null
    distanceBeforeM: number
    distanceAfterM: number
    ascentBeforeM: number | null
    ascentAfterM: number | null
    descentBeforeM: number | null
    descentAfterM: number | null
    /** why ascent and descent are null; null where they are known */
    climbReason: Sentence | null
    stops: number
    keptStops: number
    notKept: { what: 'climb' | 'stops'; message: Sentence }[]
    indices?: number[]
  }
  gpx?: string
  geometry?: unknown
}

/** Throws what readCourse throws, and `invalid_input` for settings that conflict or cannot be met. */
export function simplifyCourse(
  input: CourseInput,
  settings: SimplifySettings,
  maxPoints = MOST_FILE_POINTS,
): SimplifyAnswer {
  const { head, gpx } = thinCourse(input, settings, maxPoints)
  return gpx === null ? head : { ...head, gpx: cutSpans(gpx.text, gpx.spans) }
}

/**
 * The answer without its GPX, and the text with the spans to cut; null for anything else. Throws like simplifyCourse.
 */
export function thinCourse(
  input: CourseInput,
  settings: SimplifySettings,
  maxPoints = MOST_FILE_POINTS,
): { head: SimplifyAnswer; gpx: { text: Utf8Text; spans: number[] } | null } {
  if (settings.toleranceM !== undefined && settings.maxPoints !== undefined) {
    throw new ServiceError(say('error.invalid_input.combined', { otherField: 'toleranceM', field: 'maxPoints' }), {
      inputPath: 'maxPoints',
    })
  }
  const course = readCourse(input, { points: maxPoints, unpackedBytes: MOST_FILE_BYTES })
  const { heightM, reason: climbReason } = climbHeights(course)
  const measured = { ...course, heightM }
  const climbOver = (points: readonly number[]) => (climbReason === null ? climbOfKept(measured, points) : null)
  const line = toUnitVectors(course.lon, course.lat)
  const stops = listStops(course)
  const climbBefore = climbOver(Array.from(heightM, (_, i) => i))
  const choice =
    settings.maxPoints === undefined
      ? chooseWithin(
          measured,
          line,
          settings,
          stops.flatMap((stop) => stop.indexes),
          climbBefore,
        )
      : chooseFor(course, line, settings.maxPoints, settings.keepStops ? stops.flatMap((stop) => stop.indexes) : [])
  const { kept } = choice
  const climbAfter = climbOver(kept)
  const isKept = new Uint8Array(course.count)
  for (const index of kept) isKept[index] = 1
  const keptStops = stops.filter((stop) => stop.indexes.every((index) => isKept[index] === 1)).length
  const head: SimplifyAnswer = {
    input: { format: course.format, segments: course.partStart.length - 1, points: course.count },
    settings: {
      mode: settings.maxPoints === undefined ? 'tolerance' : 'max_points',
      toleranceM: settings.maxPoints === undefined ? (settings.toleranceM ?? DEFAULT_TOLERANCE_M) : null,
      maxPoints: settings.maxPoints ?? null,
      keepClimb: settings.keepClimb,
      keepStops: settings.keepStops,
    },
    result: {
      points: kept.length,
      removed: course.count - kept.length,
      maxDeviationM: roundTo(choice.maxDeviationM, 1e6),
      provenBoundM: settings.maxPoints === undefined ? null : roundTo(choice.provenBoundM, 1e6),
      distanceBeforeM: roundTo(course.lengthM, 10),
      distanceAfterM: roundTo(lengthOfKept(course, kept), 10),
      ascentBeforeM: climbBefore && roundTo(climbBefore.ascentM, 10),
      ascentAfterM: climbAfter && roundTo(climbAfter.ascentM, 10),
      descentBeforeM: climbBefore && roundTo(climbBefore.descentM, 10),
      descentAfterM: climbAfter && roundTo(climbAfter.descentM, 10),
      climbReason,
      stops: stops.length,
      keptStops,
      notKept: listNotKept(settings, { stops: stops.length, keptStops, climbBefore, climbAfter }),
      ...(settings.indices ? { indices: kept } : {}),
    },
    ...(course.source !== null
      ? {}
      : { geometry: input.geometry == null ? geometryOfKept(course, isKept) : keepPositions(input.geometry, isKept) }),
  }
  return {
    head,
    gpx: course.source === null ? null : { text: course.source.text, spans: spansOfRemoved(course.source, isKept) },
  }
}

function listNotKept(
  { keepClimb, keepStops }: SimplifySettings,
  kept: { stops: number; keptStops: number; climbBefore: CourseClimb | null; climbAfter: CourseClimb | null },
): SimplifyAnswer['result']['notKept'] {
  const { stops, keptStops, climbBefore, climbAfter } = kept
  const notKept: SimplifyAnswer['result']['notKept'] = []
  if (keepStops && keptStops < stops)
    notKept.push({
      what: 'stops',
      message: say('lost.stops.few_points', { lostStops: stops - keptStops, stops }),
    })
  if (keepClimb && climbBefore !== null && climbAfter !== null && !isSameClimb(climbBefore, climbAfter))
    notKept.push({
      what: 'climb',
      message: say('lost.climb.few_points'),
    })
  return notKept
}

interface Choice extends LineChoice {
  kept: number[]
}

function chooseWithin(
  course: Course,
  line: UnitVectors,
  settings: SimplifySettings,
  stopPoints: number[],
  climbBefore: CourseClimb | null,
): Choice {
  const toleranceM = settings.toleranceM ?? DEFAULT_TOLERANCE_M
  const held = settings.keepStops ? stopPoints : []
  const attempt = (points: number[]): Choice => {
    const { sections, ends } = sectionsOf(course, points)
    const choice = simplifyToTolerance(line, sections, toleranceM)
    return { ...choice, kept: mergeKept(ends, choice.inner) }
  }
  let choice = attempt(held)
  if (!settings.keepClimb || climbBefore === null) return choice
  for (const thresholdM of CLIMB_STEPS_M) {
    if (isSameClimb(climbBefore, climbOfKept(course, choice.kept))) return choice
    choice = attempt([...held, ...climbPoints(course, thresholdM)])
  }
  return choice
}

function chooseFor(course: Course, line: UnitVectors, maxPoints: number, stopPoints: number[]): Choice {
  const parts = course.partStart.length - 1
  let { sections, ends } = sectionsOf(course, [])
  if (maxPoints < ends.length) {
    throw new ServiceError(
      say('error.invalid_input.segment_ends', {
        field: 'maxPoints',
        fewest: ends.length,
        parts,
        givenCount: maxPoints,
      }),
      { inputPath: 'maxPoints' },
    )
  }
  const withStops = sectionsOf(course, stopPoints)
  if (withStops.ends.length <= maxPoints) ({ sections, ends } = withStops)
  const choice = simplifyToBudget(line, sections, maxPoints - parts)
  return { ...choice, kept: mergeKept(ends, choice.inner) }
}

/** The stretches between points that must stay: part ends and `held`. */
function sectionsOf({ partStart }: Course, held: readonly number[]): { sections: Section[]; ends: number[] } {
  const ends = new Set(held)
  for (let p = 0; p + 1 < partStart.length; p++) ends.add(partStart[p]).add(partStart[p + 1] - 1)
  const order = [...ends].sort((a, b) => a - b)
  const sections: Section[] = []
  for (let k = 1, p = 0; k < order.length; k++) {
    while (order[k - 1] >= partStart[p + 1]) p++
    if (order[k] < partStart[p + 1]) sections.push([order[k - 1], order[k]])
  }
  return { sections, ends: order }
}

function mergeKept(ends: readonly number[], inner: readonly number[]): number[] {
  return [...ends, ...inner].sort((a, b) => a - b)
}

function isSameClimb(before: CourseClimb, after: CourseClimb): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) <= CLIMB_SHARE * a + 1e-9
  return near(before.ascentM, after.ascentM) && near(before.descentM, after.descentM)
}

function lengthOfKept({ lon, lat, partStart }: Course, kept: readonly number[]): number {
  let lengthM = 0
  for (let k = 1, p = 0; k < kept.length; k++) {
    while (kept[k - 1] >= partStart[p + 1]) p++
    if (kept[k] < partStart[p + 1]) lengthM += distanceM(lon[kept[k - 1]], lat[kept[k - 1]], lon[kept[k]], lat[kept[k]])
  }
  return lengthM
}

/** Of a line that came as neither GPX nor GeoJSON. */
function geometryOfKept({ lon, lat, heightM, partStart }: Course, isKept: Uint8Array) {
  const coordinates = Array.from({ length: partStart.length - 1 }, (_, p) => {
    const part: number[][] = []
    for (let i = partStart[p]; i < partStart[p + 1]; i++)
      if (isKept[i] === 1) part.push(Number.isNaN(heightM[i]) ? [lon[i], lat[i]] : [lon[i], lat[i], heightM[i]])
    return part
  })
  return coordinates.length === 1
    ? { type: 'LineString', coordinates: coordinates[0] }
    : { type: 'MultiLineString', coordinates }
}

function spansOfRemoved({ start, end }: { start: Int32Array; end: Int32Array }, isKept: Uint8Array): number[] {
  const spans: number[] = []
  for (let i = 0; i < isKept.length; i++) if (isKept[i] === 0) spans.push(start[i], end[i])
  return spans
}

/** Depth of lists and objects in which such values are looked for. */
const MAX_DEPTH = 6
/** Members that are something else, however long they are. */
const OF_THE_DOCUMENT = new Set(['type', 'bbox', 'id', 'features', 'geometry', 'geometries', 'coordinates'])

/**
 * A GeoJSON document with fewer positions, and everything else as it was; but for values of a feature that belong to
 * its positions one by one (`coordTimes`, `coordinateProperties` and whatever else is a list as long as the line): they
 * stay with the positions that stay. `isKept`: by position, numbered through all lines in order.
 */
export function keepPositions(document: unknown, isKept: Uint8Array): unknown {
  return new Keeper(isKept).keep(document as Members)
}

class Keeper {
  readonly #isKept: Uint8Array
  #at = 0
  /** of the feature or geometry being kept: which positions of each of its lines stay */
  #lines: Uint8Array[] = []

  constructor(isKept: Uint8Array) {
    this.#isKept = isKept
  }

  keep(node: Members): Members {
    if (node['type'] === 'FeatureCollection')
      return { ...node, features: (node['features'] as Members[]).map((feature) => this.keep(feature)) }
    this.#lines = []
    const kept =
      node['type'] === 'Feature'
        ? { ...node, geometry: node['geometry'] === null ? null : this.#geometry(node['geometry'] as Members) }
        : this.#geometry(node)
    return this.#members(kept)
  }

  #geometry(node: Members): Members {
    switch (node['type']) {
      case 'LineString':
        return { ...node, coordinates: this.#positions(node['coordinates'] as unknown[]) }
      case 'MultiLineString':
        return { ...node, coordinates: (node['coordinates'] as unknown[][]).map((line) => this.#positions(line)) }
      case 'GeometryCollection':
        return { ...node, geometries: (node['geometries'] as Members[]).map((one) => this.#geometry(one)) }
      default:
        return node
    }
  }

  #positions(positions: unknown[]): unknown[] {
    const isKept = this.#isKept.subarray(this.#at, this.#at + positions.length)
    this.#at += positions.length
    this.#lines.push(isKept)
    return keptOf(positions, isKept)
  }

  #members(node: Members, depth = 0): Members {
    const members = Object.entries(node).map(([name, value]) => [
      name,
      depth === 0 && OF_THE_DOCUMENT.has(name) ? value : this.#value(value, depth + 1),
    ])
    return Object.fromEntries(members) as Members
  }

  #value(value: unknown, depth: number): unknown {
    if (depth > MAX_DEPTH) return value
    if (isObject(value)) return this.#members(value, depth)
    if (!Array.isArray(value)) return value
    const lines = this.#lines
    const lengthOf = (one: unknown) => (Array.isArray(one) ? one.length : -1)
    if (lines.length === 1 && value.length === lines[0].length) return keptOf(value, lines[0])
    if (value.length === lines.length && lines.every(({ length }, i) => lengthOf(value[i]) === length))
      return lines.map((isKept, i) => keptOf(value[i] as unknown[], isKept))
    if (lines.length > 1 && value.length === lines.reduce((sum, { length }) => sum + length, 0)) {
      let at = 0
      return lines.flatMap((isKept) => keptOf(value.slice(at, (at += isKept.length)) as unknown[], isKept))
    }
    return value.map((one) => this.#value(one, depth + 1))
  }
}

const keptOf = (values: readonly unknown[], isKept: Uint8Array): unknown[] => values.filter((_, i) => isKept[i] === 1)
