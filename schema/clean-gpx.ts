// GraphQL of cleanGpx. The file goes out as it was written.

import { cleanGpxFile, gpxCleanInput } from '../resolvers/course.ts'
import type { CourseEngine } from '../resolvers/course.ts'
import type { GpxCleanAnswer } from '../src/course/course-jobs.ts'
import { readWritten } from '../src/wire/written-text.ts'
import type { Written } from '../src/wire/written-text.ts'
import { builder, operationField, withoutNulls } from './builder.ts'
import { CourseEngineType } from './course-types.ts'
import { holdGpx } from './door/hold-gpx.ts'

const CleanReportType = builder.objectRef<GpxCleanAnswer['report']>('GpxCleanReport').implement({
  description: 'What was taken out; pointsBefore = pointsAfter + duplicates + badCoordinates.',
  fields: (t) => ({
    changed: t.exposeBoolean('changed', { description: 'Whether anything was.' }),
    pointsBefore: t.exposeInt('pointsBefore', { description: 'Waypoints, route and track points before.' }),
    pointsAfter: t.exposeInt('pointsAfter', { description: 'The same after.' }),
    duplicates: t.exposeInt('duplicates', {
      description: 'Points that repeated position and height of the one before.',
    }),
    badCoordinates: t.exposeInt('badCoordinates', { description: 'Points with broken coordinates.' }),
    times: t.exposeInt('times', { description: 'Time elements cut out of what stays.' }),
    extensions: t.exposeInt('extensions', { description: 'Extension elements cut out of what stays.' }),
  }),
})

const GpxCleanType = builder.objectRef<Written<GpxCleanAnswer, 'gpx'>>('GpxClean').implement({
  description: 'A cleaned GPX file.',
  fields: (t) => ({
    schema: t.exposeString('schema', { description: 'Always gpx-clean/1.' }),
    engine: t.field({
      type: CourseEngineType,
      description: 'What computed it.',
      resolve: (c) => c.engine as CourseEngine,
    }),
    settings: t.field({ type: 'JSON', description: 'Every setting as applied.', resolve: (c) => c.settings }),
    report: t.field({ type: CleanReportType, description: 'What was taken out.', resolve: (c) => c.report }),
    gpx: t.string({
      description: 'The file; byte for byte the input where nothing was taken out.',
      resolve: (c, _, { written }) => written.place(c.gpx),
    }),
  }),
})

const GpxCleanInputType = builder
  .inputType('GpxCleanInput', {
    description: 'A GPX file and what to take out. At most 5 MB and 50,000 points.',
    fields: (t) => ({
      gpx: t.string({ required: true, description: 'GPX 1.0 or 1.1.' }),
      dedupe: t.boolean({ description: 'Points that repeat position and height of the one before. Default true.' }),
      dropBad: t.boolean({ description: 'Points with broken coordinates. Default true.' }),
      stripTimes: t.boolean({ description: 'Removes every time stamp. Default false.' }),
      stripExtensions: t.boolean({ description: 'Sensor extensions inside points. Default false.' }),
    }),
  })
  .validate(withoutNulls(gpxCleanInput))

builder.queryFields((t) => ({
  cleanGpx: t.field({
    type: GpxCleanType,
    ...operationField(cleanGpxFile, { holds: ['input', 'gpx'] }),
    args: {
      input: t.arg({ type: GpxCleanInputType, required: true, description: 'The file and what to take out of it.' }),
    },
    resolve: async (_, { input }, { ledger, held }) =>
      readWritten(await ledger.run(cleanGpxFile, holdGpx(input, held)), 'gpx'),
  }),
}))
