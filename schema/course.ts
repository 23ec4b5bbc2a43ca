// `Course`: the interface of every line, and the field that makes one of a supplied line.

import { reasonFields } from './sentence.ts'
import { type Course, type CourseSource, courseOf } from '../resolvers/course-of.ts'
import { trailRelation } from '../resolvers/search.ts'
import { argsOf } from './arguments.ts'
import { builder, type FieldBuilder } from './builder.ts'
import type { DocumentContext } from './document-context.ts'
import { HazardType, HikeTimeType, SurfacesType, WaysType } from './route-facts.ts'
import { DifficultyType } from './grades.ts'
import { UnknownType, WarningType } from './route-notes.ts'
import { toleranceArgs } from '../resolvers/input/search-args.ts'
import { type Parts, simplifyParts } from '../resolvers/input/line-forms.ts'
import { LineStringType } from './stretch-interface.ts'
import type { AnyOperation } from '../resolvers/pipeline/operation.ts'
import type { Runner } from '../resolvers/pipeline/credit-session.ts'

const NOT_ASKED = 'null if it was not matched to the network, as `unknowns` says'

/**
 * Course: what every line is. Its facts are here. What is worked out from a course is a file beside this one, one field
 * each, which every type that implements the interface then has.
 */
export const CourseInterface = builder.interfaceRef<CourseSource>('Course').implement({
  description:
    'A line and everything that can be asked about it: a route, a loop, a signed trail, or a line of your own (`line`). What is not known is null, and `unknowns` says why.',
  resolveType: (source) =>
    'relationId' in source ? 'Trail' : 'partStart' in source ? 'Line' : 'shape' in source ? 'Loop' : 'Route',
  fields: (t) => ({
    distanceM: t.float({
      description: 'Length in metres; gaps between parts are not counted.',
      resolve: (source) => courseOf(source).distanceM,
    }),
    bbox: t.field({
      type: 'Box',
      description: 'The box around it, degrees.',
      resolve: (source) => courseOf(source).bbox(),
    }),
    ascentM: t.float({
      nullable: true,
      description: 'Climb in metres; null without heights. Straight legs of a route are left out.',
      resolve: (source) => courseOf(source).ascentM,
    }),
    descentM: t.float({
      nullable: true,
      description: 'Descent in metres; null without heights. Straight legs of a route are left out.',
      resolve: (source) => courseOf(source).descentM,
    }),
    // an interface has the fields of an object here
    ...reasonFields(
      t as unknown as FieldBuilder<CourseSource>,
      'climbMethod',
      'How climb is counted; null where it is not.',
      (source) => courseOf(source).climbMethod,
    ),
    time: t.field({
      type: HikeTimeType,
      nullable: true,
      description: `Moving time; ${NOT_ASKED}, or where there are no heights.`,
      resolve: (source, _, { loaders }) => courseOf(source).time(loaders),
    }),
    surfaces: t.field({
      type: SurfacesType,
      nullable: true,
      description: `Surfaces along it; ${NOT_ASKED}.`,
      resolve: (source) => courseOf(source).surfaces,
    }),
    ways: t.field({
      type: WaysType,
      nullable: true,
      description: `Ways along it; ${NOT_ASKED}.`,
      resolve: (source) => courseOf(source).ways,
    }),
    difficulty: t.field({
      type: DifficultyType,
      nullable: true,
      description: `Grades along it; null if it has neither a graded way nor a path (roads alone, not unknown); ${NOT_ASKED}.`,
      resolve: (source) => courseOf(source).difficulty,
    }),
    hazards: t.field({
      type: [HazardType],
      nullable: true,
      description: `Fords, aided passages and via ferratas along it; ${NOT_ASKED}.`,
      resolve: (source) => courseOf(source).hazards,
    }),
    warnings: t.field({
      type: [WarningType],
      nullable: true,
      description: `What to look out for; ${NOT_ASKED}.`,
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
