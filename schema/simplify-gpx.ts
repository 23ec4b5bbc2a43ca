// GraphQL of simplifyGpx. The file goes out as it was written.

import { FILE_LIMIT_WORDS } from '../resolvers/input/line-input.ts'
import { gpxSimplifyInput, simplifyGpxFile, cleanGpxFile, gpxCleanInput } from '../resolvers/gpx-files.ts'
import type { CourseEngine } from '../resolvers/course.ts'
import type { GpxSimplifyAnswer, GpxCleanAnswer } from '../src/course/course-jobs.ts'
import { type Written, readWritten } from '../src/wire/encoded-answer.ts'
import type { WithForm } from '../resolvers/course-of.ts'
import { asksFor } from './asks-for.ts'
import { builder, withoutNulls } from './builder.ts'
import { EngineType, CourseFormatEnum } from './course-types.ts'
import { withRawGpx } from './http/raw-gpx.ts'
import { creditsOverLine, inLineWords, lineReady, LineInputType, withLine } from './line-input.ts'
import { Leaf } from './leaf.ts'
import { reasonFields, sentencesFields } from './sentence.ts'
import { operation } from './operation.ts'

const SimplifyResultType = builder.objectRef<GpxSimplifyAnswer['result']>('GpxSimplifyResult').implement({
  description: 'What is left of a line, and what it lost.',
  fields: (t) => ({
    pointCount: t.exposeInt('points', { description: 'How many points were kept.' }),
    removedCount: t.exposeInt('removed', { description: 'How many points were removed.' }),
    maxDeviationM: t.exposeFloat('maxDeviationM', {
      description: 'Metres on the ground from the farthest removed point to the line that stays.',
    }),
    provenBoundM: t.exposeFloat('provenBoundM', {
      nullable: true,
      description: 'No choice of as many points deviates less than this, metres; null with a tolerance.',
    }),
    lengthBeforeM: t.exposeFloat('distanceBeforeM', { description: 'Length before, metres.' }),
    lengthAfterM: t.exposeFloat('distanceAfterM', { description: 'Length after, metres.' }),
    ascentBeforeM: t.exposeFloat('ascentBeforeM', {
      nullable: true,
      description: 'Climb before, metres; null where it is not known.',
    }),
    ascentAfterM: t.exposeFloat('ascentAfterM', {
      nullable: true,
      description: 'Climb after, metres; null where it is not known.',
    }),
    descentBeforeM: t.exposeFloat('descentBeforeM', {
      nullable: true,
      description: 'Descent before, metres; null where it is not known.',
    }),
    descentAfterM: t.exposeFloat('descentAfterM', {
      nullable: true,
      description: 'Descent after, metres; null where it is not known.',
    }),
    ...reasonFields(
      t,
      'climbReason',
      'Why ascent and descent are null, in a sentence; null where they are known.',
      (result) => result.climbReason,
    ),
    stopCount: t.exposeInt('stops', { description: 'Waypoints at the line and pauses of 10 minutes or more.' }),
    keptStopCount: t.exposeInt('keptStops', { description: 'How many of them keep their points.' }),
    ...sentencesFields(t, 'notKept', 'What could not be kept although it was requested, in sentences.', (result) =>
      result.notKept.map(({ message }) => message),
    ),
    indices: t.field({
      type: ['Int'],
      description: 'Kept points, counted from 0 over all parts.',
      resolve: (r) => r.indices!,
    }),
  }),
})

type SimplifiedLine = WithForm<GpxSimplifyAnswer>

const SimplifyInputReadType = builder.objectRef<SimplifiedLine['input']>('GpxSimplifyRead').implement({
  description: 'The line as it was read.',
  fields: (t) => ({
    format: t.expose('format', { type: CourseFormatEnum, description: 'What the line was read from.' }),
    segmentCount: t.exposeInt('segments', { description: 'How many segments; their ends are always kept.' }),
    pointCount: t.exposeInt('points', { description: 'How many points in all segments.' }),
  }),
})

const SimplifySettingsType = builder.objectRef<GpxSimplifyAnswer['settings']>('GpxSimplifySettings').implement({
  description: 'How a line was thinned: to a tolerance, or to a number of points.',
  fields: (t) => ({
    toleranceM: t.exposeFloat('toleranceM', {
      nullable: true,
      description: 'Largest deviation in metres on the ground; null with a number of points.',
    }),
    pointsMax: t.exposeInt('maxPoints', { nullable: true, description: 'Most points kept; null with a tolerance.' }),
    keepClimb: t.exposeBoolean('keepClimb', { description: 'Whether climb is held within 1 %.' }),
    keepStops: t.exposeBoolean('keepStops', {
      description: 'Whether points at waypoints and pauses of 10 minutes or more are kept.',
    }),
  }),
})

const GpxSimplifyType = builder.objectRef<Written<SimplifiedLine, 'gpx'>>('GpxSimplify').implement({
  description: 'A line with fewer points.',
  fields: (t) => ({
    engine: t.field({
      type: EngineType,
      description: 'What computed it.',
      resolve: (s) => s.engine as CourseEngine,
    }),
    settings: t.expose('settings', { type: SimplifySettingsType, description: 'Every setting as applied.' }),
    input: t.expose('input', { type: SimplifyInputReadType, description: 'The line as read.' }),
    result: t.expose('result', { type: SimplifyResultType, description: 'What is left, and what was lost.' }),
    gpx: t.string({
      nullable: true,
      description: 'The file, with the kept points byte for byte; null for any other form.',
      resolve: (s, _, { written }) => written.place(s.gpx) ?? null,
    }),
    geometry: t.field({
      type: 'GeoJSON',
      nullable: true,
      description: 'The GeoJSON with the kept positions, made for a file of another kind; null for GPX.',
      resolve: (s) => (s.geometry == null ? null : new Leaf(s.geometry)),
    }),
  }),
})

const SimplifyInputType = builder.inputType('SimplifyInput', {
  description: 'How far a line is thinned: to a tolerance, or to a number of points.',
  isOneOf: true,
  fields: (t) => ({
    toleranceM: t.float({ description: 'Largest deviation in metres on the ground, 0.5 to 1,000.' }),
    points: t.int({
      description: 'Keeps at most this many points, 2 to 50,000, with the smallest possible largest deviation.',
    }),
  }),
})

const IN_SIMPLIFY: Readonly<Record<string, string[]>> = {
  toleranceM: ['to', 'toleranceM'],
  maxPoints: ['to', 'points'],
}
const placeInSimplify = (name: PropertyKey): PropertyKey[] => IN_SIMPLIFY[String(name)] ?? [name]

function toSimplify({ to, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const { toleranceM = null, points = null } = to as typeof SimplifyInputType.$inferInput
  return { ...rest, toleranceM, maxPoints: points }
}

const GpxSimplifyInputType = builder
  .inputType('GpxSimplifyInput', {
    description: `A line and how far to thin it. At most ${FILE_LIMIT_WORDS}.`,
    fields: (t) => ({
      line: t.field({ type: LineInputType, required: true, description: 'The line to be thinned, in any form.' }),
      to: t.field({
        type: SimplifyInputType,
        required: true,
        defaultValue: { toleranceM: 10 },
        description: 'What is to be left of it.',
      }),
      keepClimb: t.boolean({ required: true, defaultValue: true, description: 'Holds climb within 1 %.' }),
      keepStops: t.boolean({
        required: true,
        defaultValue: true,
        description: 'Keeps points at waypoints and pauses of 10 minutes or more.',
      }),
    }),
  })
  .validate(withLine(gpxSimplifyInput, toSimplify, placeInSimplify))

operation(simplifyGpxFile, {
  name: 'simplifyGpx',
  type: GpxSimplifyType,
  rawMembers: ['input', 'line', 'gpx'],
  args: (t) => ({
    input: t.arg({
      type: GpxSimplifyInputType,
      required: true,
      description: 'The line and how far it may be simplified.',
    }),
  }),
  ...creditsOverLine(simplifyGpxFile),
  resolve: async ({ input: { form, ...input } }, context, info) => {
    const requested = { ...(await lineReady(input, context)), indices: asksFor(info, 'indices') }
    const run = context.session.run(simplifyGpxFile, withRawGpx(requested, context.rawTexts))
    const answer = inLineWords(run, 'input.line', placeInSimplify)
    const { input: read, ...result } = readWritten(await answer, 'gpx')
    return { ...result, input: { ...read, format: form ?? read.format } }
  },
})

const CleanReportType = builder.objectRef<GpxCleanAnswer['report']>('GpxCleanReport').implement({
  description: 'What was removed; pointCountBefore = pointCountAfter + duplicateCount + badPointCount.',
  fields: (t) => ({
    changed: t.exposeBoolean('changed', { description: 'Whether anything was removed.' }),
    pointCountBefore: t.exposeInt('pointsBefore', { description: 'Waypoints, route and track points before.' }),
    pointCountAfter: t.exposeInt('pointsAfter', { description: 'Waypoints, route and track points after.' }),
    duplicateCount: t.exposeInt('duplicates', {
      description: 'Points with the position and height of the one before.',
    }),
    badPointCount: t.exposeInt('badCoordinates', { description: 'Points with broken coordinates.' }),
    timeCount: t.exposeInt('times', { description: 'Time elements removed from what was kept.' }),
    extensionCount: t.exposeInt('extensions', { description: 'Extension elements removed from what was kept.' }),
  }),
})

const CleanSettingsType = builder.objectRef<GpxCleanAnswer['settings']>('GpxCleanSettings').implement({
  description: 'What was to be removed.',
  fields: (t) => ({
    dedupe: t.exposeBoolean('dedupe', { description: 'Points with the position and height of the one before.' }),
    dropBad: t.exposeBoolean('dropBad', { description: 'Points with broken coordinates.' }),
    stripTimes: t.exposeBoolean('stripTimes', { description: 'Every time stamp.' }),
    stripExtensions: t.exposeBoolean('stripExtensions', { description: 'Sensor extensions inside points.' }),
  }),
})

const GpxCleanType = builder.objectRef<Written<GpxCleanAnswer, 'gpx'>>('GpxClean').implement({
  description: 'A cleaned GPX file.',
  fields: (t) => ({
    engine: t.field({
      type: EngineType,
      description: 'What computed it.',
      resolve: (c) => c.engine as CourseEngine,
    }),
    settings: t.expose('settings', { type: CleanSettingsType, description: 'Every setting as applied.' }),
    report: t.expose('report', { type: CleanReportType, description: 'What was removed.' }),
    gpx: t.string({
      description: 'The file; identical to the input if nothing was removed.',
      resolve: (c, _, { written }) => written.place(c.gpx),
    }),
  }),
})

const GpxCleanInputType = builder
  .inputType('GpxCleanInput', {
    description: `A GPX file and what to remove. At most ${FILE_LIMIT_WORDS}.`,
    fields: (t) => ({
      gpx: t.string({ required: true, description: 'The whole document, version 1.0 or 1.1.' }),
      dedupe: t.boolean({
        required: true,
        defaultValue: true,
        description: 'Removes points with the position and height of the one before.',
      }),
      dropBad: t.boolean({
        required: true,
        defaultValue: true,
        description: 'Removes points with broken coordinates.',
      }),
      stripTimes: t.boolean({ required: true, defaultValue: false, description: 'Removes every time stamp.' }),
      stripExtensions: t.boolean({
        required: true,
        defaultValue: false,
        description: 'Removes sensor extensions inside points.',
      }),
    }),
  })
  .validate(withoutNulls(gpxCleanInput))

/** GraphQL of cleanGpx. The file goes out as it was written. */
operation(cleanGpxFile, {
  name: 'cleanGpx',
  type: GpxCleanType,
  rawMembers: ['input', 'gpx'],
  args: (t) => ({
    input: t.arg({ type: GpxCleanInputType, required: true, description: 'The file and what to remove from it.' }),
  }),
  resolve: async ({ input }, { session, rawTexts }) =>
    readWritten(await inLineWords(session.run(cleanGpxFile, withRawGpx(input, rawTexts)), 'input'), 'gpx'),
})
