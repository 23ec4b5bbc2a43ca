// Course.export: a line as a file.

import {
  type CourseFileInput,
  type ExportArgs,
  exportArgs,
  fileCue,
  fileWaypoint,
  marksRequested,
  writeCourseFile,
} from '../resolvers/course-file.ts'
import type { SuppliedLine } from '../resolvers/course-of.ts'
import { type CourseFile, exportFile } from '../resolvers/export-file.ts'
import { trailRelation } from '../resolvers/search.ts'
import type { FileFormat, Lost, LostCode, WrittenFile } from '../src/course/files/file-content.ts'
import { nextTurn } from '../src/overload/next-turn.ts'
import { EncodedText } from '../src/wire/encoded-answer.ts'
import { argsOf, inputFieldsOf } from './arguments.ts'
import { builder } from './builder.ts'
import { ManeuverTypeEnum, enumValues } from './code-enums.ts'
import { CourseInterface, withParts } from './course.ts'
import type { DocumentContext } from './document-context.ts'
import { sentenceFields } from './sentence.ts'
import { TravelModeEnum } from './travel-settings.ts'

const FORMAT_WORDS: Record<FileFormat, string> = {
  gpx: 'GPX 1.1: a track with heights, waypoints, turn cues as route points, licence and sources.',
  fit: 'FIT: a course with course points, for devices. Binary.',
  tcx: 'TCX: a course with course points.',
  kml: 'KML 2.2: lines and placemarks.',
  geojson: 'GeoJSON: a Feature, or a FeatureCollection with its waypoints and cues.',
}
const FileFormatEnum = builder.enumType('FileFormat', {
  description: 'What a course is written as.',
  values: enumValues(FORMAT_WORDS),
})

const LOST_WORDS: Record<LostCode, string> = {
  areas: 'Areas of the file were not read.',
  attribution: 'The format has no place for whose data it is, or what the file says of it was not read.',
  cue_types: 'A kind of turn was written as the nearest that the format knows.',
  documents: 'Other documents and files of an archive were not read.',
  heights:
    'Some heights have no place in the format, or were not read: those above the ground, of cues, or that are no numbers.',
  links: 'Links of the file were not followed.',
  names: 'Names of further lines, folders and points of the line were not read.',
  names_cut: 'Names longer than the format allows, or than 200 characters, were cut.',
  parts: 'The format has one line only, or its readers may join its parts.',
  points: 'Points of the line without a position were left out.',
  properties: 'Descriptions and other properties were not read.',
  routes: 'Routes beside the track were not read.',
  sensors: 'Measurements such as heart rate were not read.',
  shape: 'Shaping points between route points were not read.',
  times: 'Times were not written, or were not read: those of a plan, or that are no dates.',
  times_made: 'The format needs times that are not known: made-up ones keep the points in order.',
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

const CourseFileType = builder.objectRef<CourseFile>('CourseFile').implement({
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
      description: 'What the file holds; null for FIT, which is binary: ask for `bytes`.',
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
  fields: (t) => inputFieldsOf(t, fileWaypoint),
})
const FileCueInput = builder.inputType('FileCueInput', {
  description: 'An instruction at a point, which devices show before a turn.',
  fields: (t) => inputFieldsOf(t, fileCue, { maneuver: ManeuverTypeEnum }),
})

const EXPORT_TYPES = {
  format: FileFormatEnum,
  mode: TravelModeEnum,
  waypoints: FileWaypointInput,
  cues: FileCueInput,
}

/** Course.export: its line as a file. */
builder.interfaceFields(CourseInterface, (t) => ({
  export: t.field({
    type: CourseFileType,
    mayFail: true,
    description:
      'Its line as a file, with the heights of the line. A route has its waypoints, its instructions as turn cues and the sources of the map; a line of your own what it came with. A document writes one file of any size, or several of at most 100,000 points in all. For a trail and a line of your own this costs 1 credit. Null beside an error.',
    args: argsOf(t, exportArgs, EXPORT_TYPES),
    operations: [writeCourseFile],
    runs: trailRelation,
    raises: ['invalid_gpx', 'too_many_points'],
    creditsByType: { Trail: 1, Line: 1 },
    // it says when it was made
    ofRelease: false,
    resolve: (source, args, context) =>
      'sent' in source
        ? fileOfSupplied(source, args, context)
        : withParts(source, context, (parts, course) => exportFile(course, parts, args, context.loaders)),
  }),
}))

/** A line that was sent may be a file of megabytes: a thread reads it and writes the other. */
async function fileOfSupplied(
  { sent, profile }: SuppliedLine,
  args: ExportArgs,
  { session }: DocumentContext,
): Promise<CourseFile> {
  const input = {
    ...sent,
    ...marksRequested(args),
    format: args.format,
    name: args.name ?? undefined,
    profile: args.mode ?? profile ?? undefined,
    // a trail and a route are of the map
    mapSources: args.mapSources ?? profile !== null,
  }
  const { format, mediaType, name, text, bytes, lost } = (
    await session.run(writeCourseFile, input as CourseFileInput, args.language)
  ).value
  const content = text ?? Buffer.from(bytes!, 'base64')
  return { format, mediaType, name, points: 0, written: () => ({ content, lost }) }
}
