// Every line is a course: a route, a loop, a signed trail, a line that was supplied, and what an analysis says of one.
// Here each of them says once what it has of its own; what is done with a course (schema/course/) does not ask which of them it is.

import { lineOfRoute } from '../src/course/files/export-course.ts'
import { loopLine } from './round-trips.ts'
import { LineAsRead, readLine } from './course.ts'
import { type FileMarks, NO_MARKS, marksOfLine } from './file-marks.ts'
import { type Parts, type Position, toFlatLine } from './input/line-forms.ts'
import type { LineInput } from './input/line-input.ts'
import type { Loaders } from './loaders.ts'
import { onceEach, onceForText } from './pipeline/once-each.ts'
import { unknownTrail } from './search.ts'
import { MB } from './pipeline/operation.ts'
import { LineAlong, type OnLine, lineOfAnswer, onLine, once, partsOfSupplied, placeAlong } from './stretch-of.ts'
import type { CourseFormat, Course as ReadLine } from '../src/course/course.ts'
import { measureLine } from '../src/course/cut-line.ts'
import type { CourseElevation } from '../src/course/elevation-profile.ts'
import type { Box } from '../src/geo/lon-lat.ts'
import { WideningBox } from '../src/geo/split-box.ts'
import type { TrailLine, TrailRow, TrailTimes } from '../src/places/catalogue-rows.ts'
import type { MovingTime } from '../src/course/moving-time.ts'
import type { WaypointRoute } from '../src/routing/costs/route-types.ts'
import type { RouteAnalysis } from '../src/routing/matching/analyse-types.ts'
import type { Difficulty, Hazard, Surfaces, Ways } from '../src/routing/costs/way-types.ts'
import type { Loop } from '../src/routing/round-trips/loop-types.ts'
import type { Profile } from '../src/travel/settings.ts'
import type { Unknown, Warning } from '../src/unknowns.ts'
import { tenths } from '../src/wire/numbers.ts'
import type { SurfaceColumns } from '../src/travel/surfaces.ts'

/** A line in one of the forms in which operations take it. */
export type SentLine = Pick<LineInput, 'gpx' | 'geometry' | 'file'>
/** What a line was sent as, where what is read does not say. */
export type SentForm = 'polyline6' | 'trail' | 'route'
/** What a line was read from, as the graph names it. */
export type LineForm = CourseFormat | SentForm
/** A line that was supplied, which may not be read yet; `profile` where it is known how it is travelled. */
export interface SuppliedLine {
  sent: SentLine
  profile: Profile | null
  /** null: what is read says it */
  form: SentForm | null
}
/** A loop, and how it is travelled. */
export type TravelledLoop = Loop & { profile: Profile }
/** What was compared with the network: its ways are known. */
export type AnalysedSource = WaypointRoute | TravelledLoop | OnLine<AnalysedLine>
/** An answer whose `input.format` is named as the GraphQL schema names it. */
export type WithForm<Answer extends { input: { format: CourseFormat } }> = Omit<Answer, 'input'> & {
  input: Omit<Answer['input'], 'format'> & { format: LineForm }
}
export type AnalysedLine = WithForm<RouteAnalysis>
export type CourseSource = AnalysedSource | TrailRow | SuppliedLine

/** An answer about a line, with what the line was sent as or is. */
export function withForm<Answer extends { input: { format: CourseFormat } }>(source: CourseSource, answer: Answer) {
  return { ...answer, input: { ...answer.input, format: formOf(source) ?? answer.input.format } }
}

function formOf(source: CourseSource): LineForm | null {
  if ('relationId' in source) return 'trail'
  if ('sent' in source) return source.form
  return 'match' in source ? source.input.format : 'route'
}

/** Totals alone are known of a trail: its stretches are null. */
export type CourseSurfaces = SurfaceColumns & Partial<Pick<Surfaces, 'mappedM' | 'assumedM' | 'stretches'>>

export interface Course {
  title: string | null
  profile: Profile
  distanceM: number
  bbox(): Box | Promise<Box>
  /** null where none are known; those of a supplied line are read from the terrain (schema/course.ts) */
  elevation(): CourseElevation | null
  time(loaders: Loaders): OnLine<MovingTime> | null
  surfaces: OnLine<CourseSurfaces> | null
  /** null where it was not compared with the network, or follows none of it */
  ways: OnLine<Ways> | null
  /** `auto`: it may have heights of its own */
  heights: 'auto' | 'terrain'
  /** what reading its line costs */
  lineCredits: 0 | 1
  /** its line; heights are null where it has none of its own */
  parts(loaders: Loaders): Promise<Parts> | Parts
  /** the same as operations over lines take it, of few enough points: GeoJSON, or as it was read */
  geometry(loaders: Loaders): Promise<unknown> | unknown
  /** its line, which its own stretches are placed along; null where it has to be read */
  along: LineAlong | null
  /** what a file says beside its line; `names`: of the waypoints of a route; `language`: absent: English */
  marks(names: readonly string[], language?: string): FileMarks
  /** its line is of the map, whose sources a file names */
  isOfMap: boolean
}

/** What is known of a course because it was compared with the network. */
export interface AnalysedCourse extends Course {
  difficulty: OnLine<Difficulty> | null
  hazards: readonly OnLine<Hazard>[]
  warnings: readonly Warning[]
  unknowns: readonly Unknown[]
  along: LineAlong
}

/** The line that the stretches of an answer about a course are placed along. */
export function alongAnswer(source: CourseSource, answer: object): LineAlong {
  return courseOf(source).along?.asMeasured() ?? lineOfAnswer(answer)
}

function placedFacts(
  {
    movingTime,
    surfaces,
    ways,
    difficulty,
    hazards,
  }: Pick<RouteAnalysis, 'movingTime' | 'surfaces' | 'difficulty' | 'hazards'> & { ways: Ways | null },
  along: LineAlong,
) {
  return {
    time: () => onLine(movingTime, along),
    surfaces: onLine(surfaces, along),
    ways: onLine(ways, along),
    difficulty: onLine(difficulty, along),
    hazards: placeAlong(hazards, along),
    along,
  }
}

export function courseOf(source: AnalysedSource): AnalysedCourse
export function courseOf(source: CourseSource): Course
export function courseOf(source: CourseSource): Course {
  if ('relationId' in source) return courseOfTrail(source)
  if ('sent' in source) return courseOfSupplied(source)
  if ('match' in source) return courseOfAnalysis(source)
  return 'shape' in source ? courseOfLoop(source) : courseOfRoute(source)
}

const courseOfRoute = onceEach((route: WaypointRoute): AnalysedCourse => {
  const { distanceM, warnings, unknowns, settings } = route
  const parts = [route.geometry.coordinates]
  return {
    ...{ title: null, profile: settings.profile, distanceM, elevation: () => elevationOfRoute(route) },
    ...{ warnings, unknowns, heights: 'terrain', lineCredits: 0 },
    ...placedFacts(route, new LineAlong(() => parts, distanceM)),
    parts: () => parts,
    bbox: () => boxOf(parts),
    geometry: () => toFlatLine(route.geometry.coordinates),
    marks: (names, language) => ({ ...NO_MARKS, ...lineOfRoute(route, names, language) }),
    isOfMap: true,
  }
})

/** The climb as the route counts it, the heights as its line has them. */
function elevationOfRoute({ ascentM, descentM, ascentMethod, geometry }: WaypointRoute): CourseElevation | null {
  if (ascentM === null || descentM === null) return null
  const { coordinates } = geometry
  const { atM } = measureLine([coordinates])
  let [minM, maxM, unknownM] = [Infinity, -Infinity, 0]
  coordinates.forEach(([, , heightM], i) => {
    if (heightM !== null) [minM, maxM] = [Math.min(minM, heightM), Math.max(maxM, heightM)]
    if (i > 0 && (heightM === null || coordinates[i - 1][2] === null)) unknownM += atM[0][i] - atM[0][i - 1]
  })
  if (minM > maxM) return null
  return { source: 'terrain', method: ascentMethod, ascentM, descentM, minM, maxM, unknownM: tenths(unknownM) }
}

const courseOfLoop = onceEach((loop: TravelledLoop): AnalysedCourse => {
  const { profile, distanceM, elevation, warnings, unknowns } = loop
  const line = loopLine(loop)
  const parts = [withoutHeights(line.coordinates)]
  return {
    ...{ title: null, profile, distanceM, elevation: () => elevation },
    ...{ warnings, unknowns, heights: 'terrain', lineCredits: 0 },
    ...placedFacts(loop, new LineAlong(() => parts, distanceM)),
    parts: () => parts,
    bbox: () => boxOf(parts),
    geometry: () => line,
    marks: () => ({ ...NO_MARKS, movingS: loop.movingTime?.movingS ?? null }),
    isOfMap: true,
  }
})

const courseOfAnalysis = onceEach((analysis: OnLine<AnalysedLine>): AnalysedCourse => {
  const { profile, match, elevation, warnings, unknowns, along } = analysis
  const parts = () => along.parts()
  return {
    ...{ title: null, profile, distanceM: match.traceLengthM, elevation: () => elevation },
    ...{ warnings, unknowns, heights: elevation?.source === 'recorded' ? 'auto' : 'terrain', lineCredits: 0 },
    ...placedFacts(analysis, along),
    parts,
    bbox: () => once(parts(), boxOf),
    geometry: () => once(parts(), toGeometry),
    marks: () => NO_MARKS,
    isOfMap: false,
  }
})

function boxOf(parts: Parts): Box {
  const box = new WideningBox()
  for (const part of parts) for (const [lon, lat] of part) box.add(lon, lat)
  return box.box()
}

/** Of totals alone. */
const NO_STRETCHES = new LineAlong(() => [])

const courseOfTrail = onceEach((trail: TrailRow): Course => {
  const { relationId, ref, name, lengthM, surfaces } = trail
  const title = [ref, name].filter((word) => word !== null).join(' ')
  const lineOf = async (loaders: Loaders): Promise<TrailLine> => {
    const line = await loaders.trailLine(relationId)
    if (line === null) throw unknownTrail(relationId)
    return line
  }
  return {
    title: title === '' ? null : title,
    profile: trail.type === 'bicycle' ? 'bike' : 'hike',
    distanceM: lengthM,
    elevation: () => timesOfTrail(trail)?.elevation ?? null,
    time: (loaders) => {
      const read = async () => partsOfTrail(await lineOf(loaders))
      return onLine(timesOfTrail(trail)?.time ?? null, new LineAlong(read))
    },
    surfaces: onLine<CourseSurfaces>({ ...surfaces }, NO_STRETCHES),
    ways: null,
    heights: 'terrain',
    lineCredits: 1,
    along: null,
    bbox: () => trail.bbox,
    parts: async (loaders) => partsOfTrail(await lineOf(loaders)),
    geometry: async (loaders) => loaders.trailGeometry(await lineOf(loaders)),
    marks: () => NO_MARKS,
    isOfMap: true,
  }
})

/** Null in a release that was imported before trails had times. */
export const timesOfTrail = onceEach(({ timesJson }: Pick<TrailRow, 'timesJson'>): TrailTimes | null =>
  timesJson === null ? null : (JSON.parse(timesJson) as TrailTimes),
)

const partsOfTrail = onceEach((line: TrailLine): Parts => line.parts.map(withoutHeights))

function withoutHeights(part: readonly (readonly [number, number])[]): Position[] {
  return part.map(([lon, lat]) => [lon, lat, null])
}

const SUPPLIED_LIMITS = { bodyBytes: MB, points: 5000, lengthKm: 300 }

const readText = onceForText((gpx) => readLine({ gpx }, SUPPLIED_LIMITS))
const readFile = onceForText((file) => readLine({ file }, SUPPLIED_LIMITS))

/** Throws ServiceError as the operations over lines do. */
export function readSupplied({ gpx, geometry, file }: SentLine): ReadLine {
  if (typeof file === 'string') return readFile(file)
  return typeof gpx === 'string' ? readText(gpx) : readLine({ geometry }, SUPPLIED_LIMITS)
}

/** A line of one's own has its names, which are read once. */
function onceForNames(read: () => FileMarks): () => FileMarks {
  let known: FileMarks | undefined
  return () => (known ??= read())
}

function toGeometry(parts: Parts) {
  const positionOf = ([lon, lat, heightM]: Position) => (heightM === null ? [lon, lat] : [lon, lat, heightM])
  return { type: 'MultiLineString', coordinates: parts.map((part) => part.map(positionOf)) }
}

const courseOfSupplied = onceEach(({ sent, profile }: SuppliedLine): Course => {
  const line = readSupplied(sent)
  const parts = partsOfSupplied(line)
  const geometry = new LineAsRead(line)
  return {
    title: null,
    profile: profile ?? 'hike',
    distanceM: tenths(line.lengthM),
    elevation: () => null,
    time: () => null,
    surfaces: null,
    ways: null,
    heights: 'auto',
    lineCredits: 0,
    along: new LineAlong(() => parts),
    parts: () => parts,
    bbox: () => boxOf(parts),
    geometry: () => geometry,
    marks: onceForNames(() => marksOfLine(line)),
    isOfMap: false,
  }
})
