// GraphQL of cleanGpx. The file goes out as it was written.

import { FILE_LIMIT_WORDS } from '../resolvers/input/file-limit-text.ts'
import { cleanGpxFile, gpxCleanInput } from '../resolvers/gpx-files.ts'
import type { CourseEngine } from '../resolvers/course.ts'
import type { GpxCleanAnswer } from '../src/course/course-jobs.ts'
import { type Written, readWritten } from '../src/wire/encoded-text.ts'
import { builder, operationField, withoutNulls } from './builder.ts'
import { EngineType } from './course-types.ts'
import { holdGpx } from './http/raw-gpx.ts'

const CleanReportType = builder.objectRef<GpxCleanAnswer['report']>('GpxCleanReport').implement({
  description: 'What was removed; pointsBefore = pointsAfter + duplicates + badCoordinates.',
  fields: (t) => ({
    changed: t.exposeBoolean('changed', { description: 'Whether anything was removed.' }),
    pointsBefore: t.exposeInt('pointsBefore', { description: 'Waypoints, route and track points before.' }),
    pointsAfter: t.exposeInt('pointsAfter', { description: 'Waypoints, route and track points after.' }),
    duplicates: t.exposeInt('duplicates', {
      description: 'Points with the position and height of the one before.',
    }),
    badCoordinates: t.exposeInt('badCoordinates', { description: 'Points with broken coordinates.' }),
    times: t.exposeInt('times', { description: 'Time elements removed from what was kept.' }),
    extensions: t.exposeInt('extensions', { description: 'Extension elements removed from what was kept.' }),
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
    settings: t.field({ type: 'JSON', description: 'Every setting as applied.', resolve: (c) => c.settings }),
    report: t.field({ type: CleanReportType, description: 'What was removed.', resolve: (c) => c.report }),
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
        defaultValue: true,
        description: 'Removes points with the position and height of the one before.',
      }),
      dropBad: t.boolean({ defaultValue: true, description: 'Removes points with broken coordinates.' }),
      stripTimes: t.boolean({ defaultValue: false, description: 'Removes every time stamp.' }),
      stripExtensions: t.boolean({ defaultValue: false, description: 'Removes sensor extensions inside points.' }),
    }),
  })
  .validate(withoutNulls(gpxCleanInput))

builder.queryFields((t) => ({
  cleanGpx: t.field({
    type: GpxCleanType,
    ...operationField(cleanGpxFile, { holds: ['input', 'gpx'] }),
    args: {
      input: t.arg({ type: GpxCleanInputType, required: true, description: 'The file and what to remove from it.' }),
    },
    resolve: async (_, { input }, { session, held }) =>
      readWritten(await session.run(cleanGpxFile, holdGpx(input, held)), 'gpx'),
  }),
}))
