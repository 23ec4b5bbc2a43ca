// A line as a file of a kind, as the service writes it, and a file of any kind as the GPX that the page reads.

import { sendQuery } from '../api/query.ts'
import { language } from '../i18n/preferences.ts'
import {
  CourseFileDocument,
  type CourseFileInput,
  type CourseFileQuery,
  type FileFormat,
  TrailFileDocument,
} from '../documents/generated/graphql.ts'
import type { LinePoint, ShownLine } from '../line/shown-line.ts'

export const FILE_FORMATS: readonly FileFormat[] = ['GPX', 'FIT', 'TCX', 'KML', 'GEOJSON']

export type LineFile = NonNullable<CourseFileQuery['courseFile']>

/** What a line is said to be beside its points. */
export type LineMarks = Pick<CourseFileInput, 'name' | 'mode' | 'waypoints' | 'cues'>

/** A line that the service made of its map. */
export async function askLineFile(
  line: ShownLine,
  marks: LineMarks,
  format: FileFormat,
  stop: AbortSignal,
): Promise<LineFile> {
  const parts = line.partStarts.map((start, part) => line.points.slice(start, line.partStarts[part + 1]))
  const geojson = { type: 'MultiLineString', coordinates: parts.map((points) => points.map(toPosition)) }
  const input = { ...marks, line: { geojson }, format, mapSources: true }
  return (await sendQuery(CourseFileDocument, { input, language: language.peek() }, stop)).data.courseFile!
}

const toPosition = ([lon, lat, heightM]: LinePoint): number[] => (heightM === null ? [lon, lat] : [lon, lat, heightM])

export async function askTrailFile(osmRelation: number, format: FileFormat, stop: AbortSignal): Promise<LineFile> {
  return (await sendQuery(TrailFileDocument, { osmRelation, format, language: language.peek() }, stop)).data.trail!
    .export!
}

/** A file that is no GPX, as one. */
export async function askAsGpx(file: string): Promise<{ text: string; lost: LineFile['lost'] }> {
  const input: CourseFileInput = { line: { file }, format: 'GPX' }
  const { text, lost } = (await sendQuery(CourseFileDocument, { input, language: language.peek() })).data.courseFile!
  return { text: text!, lost }
}

/** The GPX that the page has opened, with what it came with. */
export async function askFileAs(gpx: string, format: FileFormat, stop: AbortSignal): Promise<LineFile> {
  const input: CourseFileInput = { line: { gpx }, format }
  return (await sendQuery(CourseFileDocument, { input, language: language.peek() }, stop)).data.courseFile!
}

/** The content for the browser to keep. */
export function contentOf({ text, bytes }: LineFile): string | Uint8Array<ArrayBuffer> {
  return text ?? Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))
}
