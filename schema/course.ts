// `Course`: the interface of every line, and the field that makes one of a supplied line.

import { type AnalysedSource, type Course, type CourseSource, courseOf } from '../resolvers/course-of.ts'
import { profileLine } from '../resolvers/course.ts'
import { trailRelation } from '../resolvers/search.ts'
import { argsOf } from './arguments.ts'
import { builder, priceOf } from './builder.ts'
import { CourseElevationType } from './course-types.ts'
import type { DocumentContext } from './document-context.ts'
import { HazardType, TravelTimeType, SurfacesType, WaysType } from './route-facts.ts'
import { DifficultyType } from './grades.ts'
import { UnknownType, WarningType } from './route-notes.ts'
import { toleranceArgs } from '../resolvers/input/search-args.ts'
import { type Parts, simplifyParts } from '../resolvers/input/line-forms.ts'
import { TravelModeEnum } from './travel-settings.ts'
import { LineStringType } from './stretch-interface.ts'
import type { AnyOperation } from '../resolvers/pipeline/operation.ts'
import type { Runner } from '../resolvers/pipeline/credit-session.ts'

/** What a line of your own costs to look up in the terrain. */
const HEIGHTS_CREDITS = { runs: profileLine, creditsByType: { Line: priceOf(profileLine, {}) } } as const

/**
 * Course: what every line is. Its facts are here. What is worked out from a course is a file beside this one, one field
 * each, which every type that implements the interface then has.
 */
export const CourseInterface = builder.interfaceRef<CourseSource>('Course').implement({
  description:
    'A line and everything that can be asked about it: a route, a loop, a signed trail, a line of your own (`line`), or its analysis. What was compared with the network is an `AnalysedCourse`; of any other, `analysis` says what is under it.',
  resolveType: (source) => ('relationId' in source ? 'Trail' : 'sent' in source ? 'Line' : typeOfAnalysed(source)),
  fields: (t) => ({
    name: t.string({
      nullable: true,
      description:
        'Its name: of a trail as the map has it, of a line of your own as its file says; null without one, as routes are.',
      resolve: (source) => {
        const { title, marks } = courseOf(source)
        return 'sent' in source ? marks([]).name : title
      },
    }),
    lengthM: t.float({
      description: 'Length in metres; gaps between parts are not counted.',
      resolve: (source) => courseOf(source).distanceM,
    }),
    mode: t.field({
      type: TravelModeEnum,
      description: 'How it is travelled; HIKE for a line that was sent.',
      resolve: (source) => courseOf(source).profile,
    }),
    bbox: t.field({
      type: 'Box',
      description: 'The box around it, degrees.',
      resolve: (source) => courseOf(source).bbox(),
    }),
    elevation: t.field({
      type: CourseElevationType,
      nullable: true,
      description:
        'Its climb and heights; null without heights, or beside an error. Of a trail those that the import worked out; those of a line of your own are looked up, for 2 credits.',
      ...HEIGHTS_CREDITS,
      resolve: async (source, _, context) => {
        const course = courseOf(source)
        if (!('sent' in source)) return course.elevation()
        const ends = 2 * (await course.parts(context.loaders)).length
        return (await runOverLine(profileLine, source, context, { elevation: 'auto', points: ends })).elevation
      },
    }),
    time: t.field({
      type: TravelTimeType,
      nullable: true,
      description:
        'Moving time; null for a line of your own, which `analysis` times, and where there are no heights. For a trail it is that of a typical person, as the import worked it out.',
      resolve: (source, _, { loaders }) => courseOf(source).time(loaders),
    }),
    surfaces: t.field({
      type: SurfacesType,
      nullable: true,
      description: 'Surfaces along it; null for a line of your own, and where no way is followed: `analysis` has them.',
      resolve: (source) => courseOf(source).surfaces,
    }),
  }),
})

const typeOfAnalysed = (source: AnalysedSource) =>
  'match' in source ? 'RouteAnalysis' : 'shape' in source ? 'Loop' : 'Route'

/** AnalysedCourse: what is known of a line that was compared with the network. */
export const AnalysedCourseInterface = builder.interfaceRef<AnalysedSource>('AnalysedCourse').implement({
  description: 'A line whose ways are known: a route, a loop, or the analysis of any line.',
  interfaces: [CourseInterface],
  resolveType: typeOfAnalysed,
  fields: (t) => ({
    ways: t.field({
      type: WaysType,
      nullable: true,
      description: 'Ways along it; null for a line that follows none.',
      resolve: (source) => courseOf(source).ways,
    }),
    difficulty: t.field({
      type: DifficultyType,
      nullable: true,
      description:
        'Grades along it; null if it has neither a graded way nor a path: roads alone, or a line that follows no way.',
      resolve: (source) => courseOf(source).difficulty,
    }),
    hazards: t.field({
      type: [HazardType],
      description: 'Fords, aided passages and via ferratas along it.',
      resolve: (source) => courseOf(source).hazards,
    }),
    warnings: t.field({
      type: [WarningType],
      description: 'What to look out for.',
      resolve: (source) => courseOf(source).warnings,
    }),
    unknowns: t.field({
      type: [UnknownType],
      description: 'What is not known about it, each with its code.',
      resolve: (source) => courseOf(source).unknowns,
    }),
  }),
})

/** What reading its line costs: of a trail it is an operation of its own. */
export const LINE_CREDITS = { runs: trailRelation, creditsByType: { Trail: 1 } } as const

/** Course.line: the line itself. */
builder.interfaceFields(CourseInterface, (t) => ({
  line: t.field({
    type: LineStringType,
    description: 'Its line, with heights where it has its own. Reading that of a trail costs 1 credit.',
    args: argsOf(t, toleranceArgs('the line')),
    ...LINE_CREDITS,
    resolve: (source, { toleranceM }, context) =>
      withParts(source, context, (parts) => (toleranceM == null ? parts : simplifyParts(parts, toleranceM))),
  }),
}))

/**
 * The line of a course, charged as the operation that reads it where that is one. `make` of the parts; what it throws
 * is not charged.
 */
export function withParts<Made>(
  source: CourseSource,
  { session, loaders }: DocumentContext,
  make: (parts: Parts, course: Course) => Made | Promise<Made>,
): Promise<Made> {
  const course = courseOf(source)
  const read = async () => make(await course.parts(loaders), course)
  return course.lineCredits === 0 ? read() : session.runLinked(trailRelation, course.lineCredits, read)
}

/**
 * Runs an operation over the line of a course. Its `geometry` is read as part of the run, so that the same link of
 * other elements waits for it (resolvers/pipeline/batch-loader.ts).
 */
export function runOverLine<Operated extends AnyOperation>(
  operation: Operated,
  source: CourseSource,
  { session, loaders }: { session: Runner; loaders: DocumentContext['loaders'] },
  input: object,
): Promise<Awaited<ReturnType<Operated['run']>>> {
  const overLine: AnyOperation = {
    ...operation,
    run: async (given: object, services, context) =>
      operation.run({ ...given, geometry: await courseOf(source).geometry(loaders) }, services, context),
  }
  return session.run(overLine, input) as never
}
