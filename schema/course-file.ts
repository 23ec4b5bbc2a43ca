// Query.courseFile: a line of any kind as a file of another format. A route is exported where it is found
// (`Course.export`).

import { FILE_LIMIT_WORDS } from '../resolvers/input/file-limit-text.ts'
import { courseFileInput, writeCourseFile } from '../resolvers/course-file.ts'
import type { CourseFile } from '../resolvers/export-file.ts'
import type { CourseAnswer } from '../src/course/course-jobs.ts'
import { builder } from './builder.ts'
import { CourseFileType, FileFormatEnum } from './course-file-type.ts'
import { ManeuverTypeEnum } from './code-enums.ts'
import { holdGpx } from './http/raw-gpx.ts'
import { lineOperationField, inLineWords, lineReady, LineInputType, withLine } from './line-input.ts'
import { ProfileEnum } from './setting-fields.ts'

const FileWaypointInput = builder.inputType('FileWaypointInput', {
  description: 'A named point to show beside the line.',
  fields: (t) => ({
    at: t.field({ type: 'LonLat', required: true, description: '[lon, lat] in degrees.' }),
    name: t.string({ description: 'What it is called in the file, at most 200 characters.' }),
    elevationM: t.float({ description: 'Its height in metres. Left out: unknown.' }),
  }),
})
const FileCueInput = builder.inputType('FileCueInput', {
  description: 'An instruction at a point, which devices show before a turn.',
  fields: (t) => ({
    at: t.field({ type: 'LonLat', required: true, description: '[lon, lat] in degrees.' }),
    instruction: t.string({ required: true, description: 'What to do, in words.' }),
    maneuver: t.field({ type: ManeuverTypeEnum, description: 'Which turn it is. Left out: none.' }),
  }),
})

/** Members that REST calls otherwise. */
const REST_NAMES: Readonly<Record<string, string>> = { at: 'location', maneuver: 'type' }
const nameOf = (key: PropertyKey) => Object.keys(REST_NAMES).find((name) => REST_NAMES[name] === key) ?? key

/** As REST names their members; an explicit null is the same as an omitted one. */
const asSent = (marks: readonly object[]) =>
  marks.map((mark) =>
    Object.fromEntries(
      Object.entries(mark)
        .filter(([, member]) => member !== null)
        .map(([key, member]) => [REST_NAMES[key] ?? key, member]),
    ),
  )

const CourseFileInputType = builder
  .inputType('CourseFileInput', {
    description: `A line, and the file that it is to be. At most ${FILE_LIMIT_WORDS}.`,
    fields: (t) => ({
      line: t.field({
        type: LineInputType,
        required: true,
        description: 'The line in any form. What is known of a `route` beside its line is in `Course.export`.',
      }),
      format: t.field({ type: FileFormatEnum, required: true, description: 'What it is written as.' }),
      name: t.string({ description: 'Name in the file. Default: that of the file that was sent.' }),
      profile: t.field({ type: ProfileEnum, description: 'How it is travelled, which FIT says.' }),
      mapSources: t.boolean({
        defaultValue: false,
        description: 'Names the sources of the map in the file: for a line that this service made.',
      }),
      waypoints: t.field({
        type: [FileWaypointInput],
        description: 'Waypoints, at most 2,000. Default: those of the file that was sent.',
      }),
      cues: t.field({ type: [FileCueInput], description: 'Turn cues, at most 2,000. Default: as for waypoints.' }),
    }),
  })
  .validate(
    withLine(
      courseFileInput,
      ({ waypoints, cues, ...rest }) => ({
        ...rest,
        ...(waypoints == null ? {} : { waypoints: asSent(waypoints as object[]) }),
        ...(cues == null ? {} : { cues: asSent(cues as object[]) }),
      }),
      nameOf,
    ),
  )

builder.queryFields((t) => ({
  courseFile: t.field({
    type: CourseFileType,
    ...lineOperationField(writeCourseFile, { holds: ['input', 'line', 'gpx'] }),
    args: {
      input: t.arg({ type: CourseFileInputType, required: true, description: 'The line and what it is to be.' }),
    },
    resolve: async (_, { input }, context): Promise<CourseFile> => {
      const asked = await lineReady(input, context)
      const answer: CourseAnswer = (
        await inLineWords(context.session.run(writeCourseFile, holdGpx(asked, context.held)))
      ).value
      const { format, mediaType, name, text, bytes, lost } = answer
      const content = text ?? Buffer.from(bytes!, 'base64')
      // a thread has written it
      return { format, mediaType, name, points: 0, written: () => ({ content, lost }) }
    },
  }),
}))
