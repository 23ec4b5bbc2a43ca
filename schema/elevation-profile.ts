// The types of Course.elevationProfile.

import type { ElevationProfileAnswer } from '../resolvers/course.ts'
import type { HeightCheck } from '../src/course/check-heights.ts'
import type { Sentence } from '../src/language/sentence.ts'
import { builder } from './builder.ts'
import { CourseElevationType, EngineType, LineReadType } from './course-types.ts'
import { type OnLine, type Placed, onLine, placeAlong } from '../resolvers/stretch-of.ts'
import { unknownsField } from './route-notes.ts'
import { reasonFields, sentenceFields } from './sentence.ts'
import { locationFields } from './spot.ts'
import { StretchInterface } from './stretch-interface.ts'

const HeightCheckType = builder.objectRef<HeightCheck & { rule: Sentence }>('HeightCheck').implement({
  description: 'The check of recorded heights with its figures.',
  fields: (t) => ({
    passed: t.exposeBoolean('passed', { description: 'Whether they may be used.' }),
    ...sentenceFields(t, 'rule', 'What is checked, in words.', (check) => check.rule),
    ...reasonFields(t, 'reason', 'Why not; null where they passed.', (check) => check.reason),
    missingShare: t.exposeFloat('missingShare', { description: 'Share of points without a usable height, 0 to 1.' }),
    spikeShare: t.exposeFloat('spikeShare', {
      description: 'Share of heights far above or below both neighbours, 0 to 1.',
    }),
    offsetM: t.exposeFloat('offsetM', {
      nullable: true,
      description: 'Median of recorded minus terrain height in metres; null without terrain to compare with.',
    }),
  }),
})

type Series = ElevationProfileAnswer['series']
const ProfilePartType = builder.objectRef<Placed<Series['parts'][number]>>('ProfilePart').implement({
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
    alongM: t.float({ description: 'Metres along the line.', resolve: (row) => row[0] as number }),
    elevationM: t.float({
      nullable: true,
      description: 'Height in metres; null in a void, never bridged.',
      resolve: (row) => row[1],
    }),
    gradePct: t.float({
      nullable: true,
      description: 'Slope in per cent over `gradeWindowM` around it; null near a void or in a part that is too short.',
      resolve: (row) => row[2],
    }),
    ...locationFields(t, 'Where it is, [lon, lat] in degrees.', (row) => [row[3] as number, row[4] as number]),
  }),
})

type ProfileRows = Series['points']

const columnOf = (index: number) => (rows: ProfileRows) => rows.map((row) => row[index])

const ProfileColumnsType = builder.objectRef<ProfileRows>('ProfileColumns').implement({
  description: 'The points of the series by column, each as long as the series: smaller and quicker than `points`.',
  fields: (t) => ({
    alongM: t.field({ type: 'FloatColumn', description: 'Metres along the line.', resolve: columnOf(0) }),
    elevationM: t.field({
      type: 'FloatColumn',
      description: 'Heights in metres; null in a void, never bridged.',
      resolve: columnOf(1),
    }),
    gradePct: t.field({
      type: 'FloatColumn',
      description:
        'Slopes in per cent over `gradeWindowM` around each; null near a void or in a part that is too short.',
      resolve: columnOf(2),
    }),
    lon: t.field({ type: 'FloatColumn', description: 'Longitudes in degrees.', resolve: columnOf(3) }),
    lat: t.field({ type: 'FloatColumn', description: 'Latitudes in degrees.', resolve: columnOf(4) }),
  }),
})

const ProfileSeriesType = builder.objectRef<OnLine<Series>>('ProfileSeries').implement({
  description: 'The points of a chart; the ends, highs and lows of every part are among them.',
  fields: (t) => ({
    ...sentenceFields(t, 'heights', 'Unit and reference of the heights.', (series) => series.heights),
    gradeWindowM: t.exposeFloat('gradeWindowM', { description: 'Metres over which grades are measured.' }),
    parts: t.field({
      type: [ProfilePartType],
      description: 'One entry per part.',
      resolve: (s) => placeAlong(s.parts, s.along),
    }),
    columns: t.expose('points', {
      type: ProfileColumnsType,
      description: 'The same points by column, for charts with thousands of points.',
    }),
    points: t.expose('points', { type: [ProfilePointType], description: 'In order along the line.' }),
  }),
})

const SlopeEnum = builder.enumType('Slope', {
  description: 'Whether a stretch climbs or descends.',
  values: {
    UP: { value: 'up', description: 'It climbs.' },
    DOWN: { value: 'down', description: 'It descends.' },
  } as const,
})

const SteepStretchType = builder
  .objectRef<Placed<ElevationProfileAnswer['steepest'][number]>>('SteepStretch')
  .implement({
    description: 'One of the steepest stretches, read from the series.',
    interfaces: [StretchInterface],
    fields: (t) => ({
      slope: t.expose('direction', { type: SlopeEnum, description: 'Up or down.' }),
      gradePct: t.exposeFloat('gradePct', { description: 'Slope in per cent, negative down.' }),
    }),
  })

export const ElevationProfileType = builder.objectRef<OnLine<ElevationProfileAnswer>>('ElevationProfile').implement({
  description: 'The elevation profile of a line.',
  fields: (t) => ({
    engine: t.expose('engine', { type: EngineType, description: 'What computed it.' }),
    input: t.expose('input', { type: LineReadType, description: 'The line as read.' }),
    elevation: t.expose('elevation', { type: CourseElevationType, description: 'Climb and extremes.' }),
    heightCheck: t.field({
      type: HeightCheckType,
      nullable: true,
      description: 'The check of recorded heights; null if there were none to check.',
      resolve: ({ elevation: { check, checkRule } }) =>
        check === null || checkRule === null ? null : { ...check, rule: checkRule },
    }),
    series: t.field({
      type: ProfileSeriesType,
      description: 'The series to draw as a chart.',
      resolve: (p) => onLine(p.series, p.along),
    }),
    steepest: t.field({
      type: [SteepStretchType],
      description: 'Up to three stretches each way that do not overlap, steepest first.',
      resolve: (p) => placeAlong(p.steepest, p.along),
    }),
    unknowns: unknownsField(t, (p) => p.unknowns),
  }),
})
