// Query.courseFile: a line of any kind as a file of another format. A route is exported where it is found
// (`Course.export`).

import { z } from 'zod'
import { fileLanguage } from '../resolvers/input/search-args.ts'
import { FILE_LIMIT_WORDS } from '../resolvers/input/line-input.ts'
import { courseFileInput, writeCourseFile } from '../resolvers/course-file.ts'
import type { CourseFile } from '../resolvers/export-file.ts'
import type { CourseAnswer } from '../src/course/course-jobs.ts'
import type { FileFormat, Lost, LostCode, WrittenFile } from '../src/course/files/file-content.ts'
import { nextTurn } from '../src/overload/next-turn.ts'
import { EncodedText } from '../src/wire/encoded-answer.ts'
import { builder } from './builder.ts'
import type { DocumentContext } from './document-context.ts'
import { ManeuverTypeEnum, enumValues } from './code-enums.ts'
import { withRawGpx } from './http/raw-gpx.ts'
import { creditsOverLine, inLineWords, lineReady, LineInputType, withLine } from './line-input.ts'
import { TravelModeEnum, ofMode } from './travel-settings.ts'
import { operation } from './operation.ts'
import { sentenceFields } from './sentence.ts'

const FORMAT_WORDS: Record<FileFormat, string> = {
  gpx: 'GPX 1.1: a track with heights, waypoints, turn cues as route points, licence and sources.',
  fit: 'FIT: a course with course points, for devices. Binary.',
  tcx: 'TCX: a course with course points.',
  kml: 'KML 2.2: lines and placemarks.',
  geojson: 'GeoJSON: a Feature, or a FeatureCollection with its waypoints and cues.',
}
/** CourseFile: a line as a file, as Course.export and courseFile give it. */
export const FileFormatEnum = builder.enumType('FileFormat', {
  description: 'What a course is written as.',
  values: enumValues(FORMAT_WORDS),
})

const LOST_WORDS: Record<LostCode, string> = {
  areas: 'Areas of the file were not read.',
  attribution: 'The format has no place for whose data it is, or what the file says of it was not read.',
  cue_types: 'A kind of turn was written as the nearest that the format knows.',
  documents: 'Other documents and files of an archive were not read.',
  heights: 'Some heights have no place in the format, or were not read: above the ground, of cues, no numbers.',
  links: 'Links of the file were not followed.',
  names: 'Names of further lines, folders and points of the line were not read.',
  names_cut: 'Names longer than the format allows, or than 200 characters, were cut.',
  parts: 'The format has one line only, or its readers may join its parts.',
  points: 'Points of the line without a position were left out.',
  properties: 'Descriptions and other properties were not read.',
  routes: 'Routes beside the track were not read.',
  sensors: 'Measurements such as heart rate were not read.',
  shape: 'Shaping points between route points were not read.',
  times: 'Times were not written, or were not read: those of a plan, or no dates.',
  times_made: 'The format needs times that are not known: they were made for the order of the points.',
  waypoint_heights: 'Heights of waypoints were not written.',
  waypoints: 'Some waypoints or cues were left out.',
}
const LostCodeEnum = builder.enumType('LostCode', {
  description: 'What a file could not carry.',
  values: enumValues(LOST_WORDS),
})
const LostType = builder.objectRef<Lost>('LostInFile').implement({
  description: 'Something that a file could not carry, or that was not read.',
  fields: (t) => ({
    code: t.field({ type: LostCodeEnum, description: 'Which thing was lost.', resolve: ({ code }) => code }),
    ...sentenceFields(t, 'message', 'The same in words.', (lost) => lost.message),
  }),
})

/**
 * Files of long lines are written one in each turn, and none once the answer has grown too large or the document has
 * used its processor time.
 */
async function writeInTurn(file: CourseFile, { call, answer }: DocumentContext): Promise<WrittenFile> {
  await nextTurn(call?.cpu)
  answer.check()
  call?.cpu?.checkDocument()
  answer.write(file)
  return file.written()
}

export const CourseFileType = builder.objectRef<CourseFile>('CourseFile').implement({
  description: 'A line written as a file to download.',
  fields: (t) => ({
    format: t.field({ type: FileFormatEnum, description: 'What it was written as.', resolve: ({ format }) => format }),
    mediaType: t.string({
      description: 'Its media type, for Content-Type.',
      resolve: ({ mediaType }) => mediaType,
    }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'The title that devices show; null without one.',
    }),
    text: t.string({
      nullable: true,
      description: 'What the file holds; null of FIT, which is binary: ask for `bytes`.',
      resolve: async (file, _args, context) => {
        const { content } = await writeInTurn(file, context)
        return typeof content === 'string' ? context.written.place(EncodedText.ofLong(content)) : null
      },
    }),
    bytes: t.string({
      description: 'The bytes of the file in base64.',
      resolve: async (file, _args, context) =>
        context.written.place<never>(EncodedText.ofBytes(Buffer.from((await writeInTurn(file, context)).content))),
    }),
    lost: t.field({
      type: [LostType],
      description: 'What the format could not carry and what was not read. Nothing else is missing.',
      resolve: async (file, _args, context) => (await writeInTurn(file, context)).lost,
    }),
  }),
})

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
const REST_NAMES: Readonly<Record<string, string>> = { at: 'location', maneuver: 'type', mode: 'profile' }
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
      mode: t.field({ type: TravelModeEnum, description: 'How it is travelled, which FIT says.' }),
      mapSources: t.boolean({
        required: true,
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
        ...ofMode(rest),
        ...(waypoints == null ? {} : { waypoints: asSent(waypoints as object[]) }),
        ...(cues == null ? {} : { cues: asSent(cues as object[]) }),
      }),
      (key) => [nameOf(key)],
    ),
  )

operation(writeCourseFile, {
  name: 'courseFile',
  type: CourseFileType,
  rawMembers: ['input', 'line', 'gpx'],
  args: (t) =>
    t.validate(
      {
        input: t.arg({ type: CourseFileInputType, required: true, description: 'The line and what it is to be.' }),
        language: t.arg.string({ description: fileLanguage.description }),
      },
      // the input has been checked by its type
      z.object({ input: z.custom<z.output<typeof courseFileInput>>(), language: fileLanguage.nullish() }),
    ),
  ...creditsOverLine(writeCourseFile),
  resolve: async ({ input, language }, context): Promise<CourseFile> => {
    const asked = await lineReady(input, context)
    const answer: CourseAnswer = (
      await inLineWords(context.session.run(writeCourseFile, withRawGpx(asked, context.rawTexts), language))
    ).value
    const { format, mediaType, name, text, bytes, lost } = answer
    const content = text ?? Buffer.from(bytes!, 'base64')
    // a thread has written it
    return { format, mediaType, name, points: 0, written: () => ({ content, lost }) }
  },
})
