// GraphQL of elevationProfile, and the types of Course.profile.

import { elevationProfileInput, profileLine } from '../resolvers/course.ts'
import type { ElevationProfileAnswer } from '../resolvers/course.ts'
import type { HeightCheck } from '../src/course/check-heights.ts'
import { builder, operationField } from './builder.ts'
import { climbFields, CourseEngineType, ElevationChoiceEnum, LineReadType } from './course-types.ts'
import { holdLine } from './door/hold-gpx.ts'
import { lineReady, LineInputType, withLine } from './line-input.ts'
import { StretchInterface, UnknownType } from './route-facts.ts'

const HeightCheckType = builder.objectRef<HeightCheck>('HeightCheck').implement({
  description: 'The check of recorded heights with its figures.',
  fields: (t) => ({
    passed: t.exposeBoolean('passed', { description: 'Whether they may be used.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why not; null where they passed.' }),
    missingShare: t.exposeFloat('missingShare', { description: 'Share of points without a usable height, 0 to 1.' }),
    spikeShare: t.exposeFloat('spikeShare', { description: 'Share of heights that are spikes, 0 to 1.' }),
    offsetM: t.exposeFloat('offsetM', {
      nullable: true,
      description: 'Median of recorded minus terrain height in metres; null without terrain to compare with.',
    }),
  }),
})

const ProfileElevationType = builder.objectRef<ElevationProfileAnswer['elevation']>('ProfileElevation').implement({
  description: 'Climb of a line.',
  fields: (t) => ({
    ...climbFields(t),
    checkRule: t.exposeString('checkRule', {
      nullable: true,
      description: 'The check of recorded heights in words; null where none were looked at.',
    }),
    check: t.field({
      type: HeightCheckType,
      nullable: true,
      description: 'Its outcome; null where none were looked at.',
      resolve: (e) => e.check,
    }),
  }),
})

const ProfilePartType = builder.objectRef<ElevationProfileAnswer['series']['parts'][number]>('ProfilePart').implement({
  description: 'One part of the line in the series.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    first: t.exposeInt('first', { description: 'Its first point in the series, counted from 0.' }),
    last: t.exposeInt('last', { description: 'Its last point in the series.' }),
  }),
})

const ProfilePointType = builder.objectRef<(number | null)[]>('ProfilePoint').implement({
  description: 'One point of the series.',
  fields: (t) => ({
    distanceM: t.float({ description: 'Metres along the line.', resolve: (row) => row[0] as number }),
    elevationM: t.float({
      nullable: true,
      description: 'Height in metres; null in a void, never bridged.',
      resolve: (row) => row[1],
    }),
    gradePct: t.float({
      nullable: true,
      description: 'Slope in per cent over gradeWindowM around it; null where a void or a short part leaves none.',
      resolve: (row) => row[2],
    }),
    location: t.field({
      type: 'LonLat',
      description: 'Where it is, [lon, lat] in degrees.',
      resolve: (row) => [row[3] as number, row[4] as number] as const,
    }),
  }),
})

const ProfileSeriesType = builder.objectRef<ElevationProfileAnswer['series']>('ProfileSeries').implement({
  description: 'Points of a chart; ends, highs and lows of every part are kept.',
  fields: (t) => ({
    heights: t.exposeString('heights', { description: 'What the heights are.' }),
    gradeWindowM: t.exposeFloat('gradeWindowM', { description: 'Metres over which grades are measured.' }),
    parts: t.field({ type: [ProfilePartType], description: 'One entry per part.', resolve: (s) => s.parts }),
    points: t.field({ type: [ProfilePointType], description: 'In order along the line.', resolve: (s) => s.points }),
  }),
})

const SteepStretchType = builder.objectRef<ElevationProfileAnswer['steepest'][number]>('SteepStretch').implement({
  description: 'One of the steepest stretches, read from the series.',
  interfaces: [StretchInterface],
  fields: (t) => ({
    direction: t.exposeString('direction', { description: 'up or down.' }),
    gradePct: t.exposeFloat('gradePct', { description: 'Slope in per cent, negative down.' }),
  }),
})

export const ElevationProfileType = builder.objectRef<ElevationProfileAnswer>('ElevationProfile').implement({
  description: 'The elevation profile of a line.',
  fields: (t) => ({
    schema: t.exposeString('schema', { description: 'Always elevation-profile/1.' }),
    engine: t.field({ type: CourseEngineType, description: 'What computed it.', resolve: (p) => p.engine }),
    input: t.field({ type: LineReadType, description: 'The line as read.', resolve: (p) => p.input }),
    elevation: t.field({ type: ProfileElevationType, description: 'Climb and extremes.', resolve: (p) => p.elevation }),
    series: t.field({
      type: ProfileSeriesType,
      description: 'The series to draw as a chart.',
      resolve: (p) => p.series,
    }),
    steepest: t.field({
      type: [SteepStretchType],
      description: 'Up to three stretches each way that do not overlap, steepest first.',
      resolve: (p) => p.steepest,
    }),
    unknowns: t.field({ type: [UnknownType], description: 'What is not known about it.', resolve: (p) => p.unknowns }),
  }),
})

const ElevationProfileInputType = builder
  .inputType('ElevationProfileInput', {
    description: 'A line and how its profile is made. At most 5,000 points and 300 km.',
    fields: (t) => ({
      line: t.field({ type: LineInputType, required: true, description: 'The line to profile.' }),
      elevation: t.field({ type: ElevationChoiceEnum, description: 'Which heights. Default AUTO.' }),
      points: t.int({ description: 'The series has at most this many points, 2 to 6,000. Default 1,000.' }),
    }),
  })
  .validate(withLine(elevationProfileInput))

builder.queryFields((t) => ({
  elevationProfile: t.field({
    type: ElevationProfileType,
    ...operationField(profileLine, { holds: ['input', 'line', 'gpx'] }),
    args: {
      input: t.arg({
        type: ElevationProfileInputType,
        required: true,
        description: 'The line and how its profile is made.',
      }),
    },
    resolve: async (_, { input }, { ledger, loaders, held }) =>
      ledger.run(profileLine, holdLine(await lineReady(input, loaders), held)),
  }),
}))
