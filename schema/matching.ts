// GraphQL of lines against the network: matchTrace, and the types of Course.analysis. The facts are
// those of a course and have its types.

import { describeValue, faultOf } from '../resolvers/pipeline/parse-input.ts'
import { type Expectation, zodMessage } from '../resolvers/pipeline/zod-message.ts'
import { say } from '../src/language/sentence.ts'
import { type MatchTraceInput, matchTrace, matchTraceInput, pointsOfTrace } from '../resolvers/match-trace.ts'
import type { RouteAnalysis, WayMatch } from '../src/routing/matching/analyse-types.ts'
import type { TraceAnswer } from '../src/routing/matching/trace-types.ts'
import { builder, withoutNulls } from './builder.ts'
import type { DocumentContext } from './document-context.ts'
import { EngineType, LineReadType } from './course-types.ts'
import { AnalysedCourseInterface, CourseInterface } from './course.ts'
import { SacGradeEnum } from './grades.ts'
import {
  type GivenLine,
  LineInputType,
  creditsOverLine,
  inLineWords,
  lineReady,
  profileOfLine,
  readGiven,
} from './line-input.ts'
import { SurfaceEnum, SurfaceSourceEnum } from './code-enums.ts'
import { TravelModeEnum } from './travel-settings.ts'
import { type OnLine, type Placed, alongPoints, onLine, placeAlong } from '../resolvers/stretch-of.ts'
import { StretchInterface } from './stretch-interface.ts'
import { TraceMatchType, UnmatchedType } from './trace.ts'
import { z } from 'zod'
import { readSupplied } from '../resolvers/course-of.ts'
import type { LineInput } from '../resolvers/input/line-input.ts'
import { ServiceError, withPath } from '../src/errors.ts'
import { operation } from './operation.ts'

const MatchStatusEnum = builder.enumType('MatchStatus', {
  description: 'How much of a line follows ways.',
  values: {
    MATCHED: { value: 'matched', description: 'At least 98 % of the line lies on ways of the network.' },
    PARTIAL: { value: 'partial', description: 'Between 2 % and 98 % of the line lies on ways of the network.' },
    UNMATCHED: { value: 'unmatched', description: 'Less than 2 % of the line lies on ways of the network.' },
  } as const,
})
const WayMatchType = builder.objectRef<Placed<WayMatch>>('WayMatch').implement({
  description: 'One way followed in one piece; its line is that part of the supplied line.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    fromIndex: t.exposeInt('fromIndex', {
      description: 'Point of the line at or before its beginning, counted from 0.',
    }),
    toIndex: t.exposeInt('toIndex', { description: 'Point of the line at or after its end.' }),
    wayId: t.expose('wayId', { type: 'OsmId', nullable: true, description: 'OpenStreetMap way; never null.' }),
    highway: t.exposeString('highway', { description: 'Class of the way as tagged.' }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'As tagged, of the way; null where the map has no name.',
    }),
    surface: t.expose('surface', { type: SurfaceEnum, description: 'What the way is made of.' }),
    surfaceSource: t.expose('surfaceSource', {
      type: SurfaceSourceEnum,
      nullable: true,
      description: 'Mapped, or assumed from the class; null where the surface is unknown.',
    }),
    sacGrade: t.expose('sacScale', {
      type: SacGradeEnum,
      nullable: true,
      description: 'SAC grade as tagged; null untagged, which is unknown and not easy.',
    }),
    onNetworkM: t.exposeFloat('networkM', { description: 'Metres of network followed.' }),
  }),
})

const MatchType = builder.objectRef<OnLine<RouteAnalysis['match']>>('RouteMatch').implement({
  description: 'How much of the line follows ways, and which.',
  fields: (t) => ({
    status: t.expose('status', {
      type: MatchStatusEnum,
      description: 'Whether the line was matched, partly matched or not.',
    }),
    matchedShare: t.exposeFloat('coverage', { description: 'Share of the line that follows ways, 0 to 1.' }),
    lengthM: t.exposeFloat('traceLengthM', { description: 'Length of the supplied line, metres.' }),
    matchedM: t.exposeFloat('matchedLengthM', { description: 'Metres of the line that follow ways.' }),
    onNetworkM: t.exposeFloat('networkLengthM', { description: 'Metres of the ways followed.' }),
    segments: t.field({
      type: [WayMatchType],
      description: 'Ways followed, in order.',
      resolve: (m) => placeAlong(m.segments, m.along),
    }),
    unmatched: t.field({
      type: [UnmatchedType],
      description: 'Stretches that follow none, in order.',
      resolve: (m) => placeAlong(m.unmatched, m.along),
    }),
  }),
})

export const RouteAnalysisType = builder.objectRef<OnLine<RouteAnalysis>>('RouteAnalysis').implement({
  description:
    'A line compared with the mapped network. Distances are metres along the supplied line, which is never changed; what follows no way is of unknown surface.',
  interfaces: [CourseInterface, AnalysedCourseInterface],
  fields: (t) => ({
    engine: t.expose('engine', { type: EngineType, description: 'What computed it.' }),
    input: t.expose('input', { type: LineReadType, description: 'The line as read.' }),
    match: t.field({ type: MatchType, description: 'What it follows.', resolve: (a) => onLine(a.match, a.along) }),
    unmatchedM: t.float({
      nullable: true,
      description: 'Metres that follow no way and count for no kind; null if nothing matches.',
      resolve: (a) => a.ways?.unmatchedM ?? null,
    }),
  }),
})

operation(matchTrace, {
  name: 'matchTrace',
  type: TraceMatchType,
  args: (t) => ({
    input: t.arg({ type: MatchTraceInputType, required: true, description: 'The line to match, and how.' }),
  }),
  ...creditsOverLine(matchTrace),
  // without filters the answer has all members
  resolve: async (args, context) => {
    const input = await traceReady(args.input, context)
    const work = context.session.run(matchTrace, input)
    const match = (await inTraceWords(work, args.input)).value as TraceAnswer
    return onLine(
      match,
      alongPoints(() => pointsOfTrace(input)),
    )
  },
})

const TracePointInput = builder.inputType('TracePointInput', {
  description: 'A recorded point.',
  fields: (t) => ({
    lat: t.float({ required: true, description: 'Latitude in degrees.' }),
    lon: t.float({ required: true, description: 'Longitude in degrees.' }),
    time: t.float({ description: 'Seconds since any moment, ascending.' }),
  }),
})
const TraceOptionsInput = builder.inputType('TraceOptionsInput', {
  description: 'How the line was recorded.',
  fields: (t) => ({
    searchRadius: t.float({
      required: true,
      defaultValue: 40,
      description: 'How far a way may lie from a point, 5 to 100 metres.',
    }),
    gpsAccuracy: t.float({ required: true, defaultValue: 5, description: 'Least noise assumed, 1 to 50 metres.' }),
  }),
})
type TraceInput = MatchTraceInput & { line?: LineInput }

const checked = withoutNulls(matchTraceInput)
/** Stands for a line until it is read. */
const NO_SHAPE = [
  { lat: 0, lon: 0 },
  { lat: 0, lon: 0 },
]

const costingOf = (mode: unknown) => (mode === 'bike' ? 'bicycle' : 'pedestrian')

const traceInput = z.custom<Record<string, unknown>>().transform(({ line, mode, ...rest }, context): TraceInput => {
  if (line != null && (rest.shape ?? rest.encodedPolyline) != null)
    context.addIssue({
      code: 'custom',
      path: ['line'],
      message: zodMessage(say('rule.trace_line')),
    })
  const result = checked.safeParse({
    ...rest,
    ...(mode == null ? {} : { costing: costingOf(mode) }),
    ...(line == null ? {} : { shape: NO_SHAPE }),
  })
  if (result.success)
    return line == null ? result.data : { ...result.data, line: readGiven(line as GivenLine, context, 'line') }
  for (const { path, message } of result.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

/**
 * MatchTraceInput: a line as matchTrace takes it, as points with times or in any form of a line. With the points of a
 * line. Throws ServiceError as reading one does, `invalid_input`.
 */
async function traceReady({ line, ...input }: TraceInput, context: DocumentContext): Promise<MatchTraceInput> {
  if (line === undefined) return input
  const profile = await profileOfLine(line, context.loaders)
  const { count, lon, lat, partStart } = await inLineWords(lineReady(line, context).then(readSupplied))
  const refuse = (expected: Expectation, got: number) =>
    new ServiceError(faultOf('input.line', expected, describeValue(got)), { inputPath: 'input.line' })
  if (partStart.length > 2) throw refuse(say('expected.one_part'), partStart.length - 1)
  const most = matchTrace.limits.points!
  if (count < 2 || count > most) throw refuse(say('expected.trace_points', { max: most }), count)
  const costing = input.costing ?? costingOf(profile)
  return { ...input, costing, shape: Array.from(lon, (own, i) => ({ lon: own, lat: lat[i] })) }
}

/** Errors name the field that was sent. */
async function inTraceWords<T>(work: Promise<T>, { line }: TraceInput): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    throw withPath(thrown, (inputPath) =>
      line !== undefined && inputPath.startsWith('shape') ? 'input.line' : `input.${inputPath}`,
    )
  }
}

const MatchTraceInputType = builder
  .inputType('MatchTraceInput', {
    description: 'A line to match, 2 to 2,000 points in one part. Send one of line, shape and encodedPolyline.',
    fields: (t) => ({
      line: t.field({ type: LineInputType, description: 'The line in any form; its times are left out.' }),
      shape: t.field({ type: [TracePointInput], description: 'Points in order.' }),
      encodedPolyline: t.string({ description: 'Encoded polyline with 6 decimal digits.' }),
      mode: t.field({
        type: TravelModeEnum,
        description:
          'Which ways count: those of walkers or of riders. Left out: as a route or a trail is travelled; HIKE for what is sent.',
      }),
      traceOptions: t.field({ type: TraceOptionsInput, description: 'How the line was recorded.' }),
    }),
  })
  .validate(traceInput)
