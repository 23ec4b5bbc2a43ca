// A line as a file of a kind, as the service writes it, and a file of any kind as the GPX that the page reads.

import { sendQuery } from '../api/query.ts'
import { language } from '../i18n/preferences.ts'
import {
  CourseFileDocument,
  type CourseFileQuery,
  type CourseFileQueryVariables,
  type FileFormat,
  TrailFileDocument,
} from '../documents/generated/graphql.ts'
import type { LinePoint, ShownLine } from '../line/shown-line.ts'

export const FILE_FORMATS: readonly FileFormat[] = ['GPX', 'FIT', 'TCX', 'KML', 'GEOJSON']

export type LineFile = NonNullable<NonNullable<CourseFileQuery['line']>['export']>

/** What a line is said to be beside its points. */
export type LineMarks = Pick<CourseFileQueryVariables, 'name' | 'mode' | 'waypoints' | 'cues'>

/** A line that the service made of its map. */
export function askLineFile(
  line: ShownLine,
  marks: LineMarks,
  format: FileFormat,
  stop: AbortSignal,
): Promise<LineFile> {
  const parts = line.partStarts.map((start, part) => line.points.slice(start, line.partStarts[part + 1]))
  const geojson = { type: 'MultiLineString', coordinates: parts.map((points) => points.map(toPosition)) }
  return ask({ ...marks, line: { geojson }, format, mapSources: true }, stop)
}

async function ask(request: CourseFileQueryVariables, stop?: AbortSignal): Promise<LineFile> {
  return (await sendQuery(CourseFileDocument, { ...request, language: language.peek() }, stop)).data.line!.export!
}

const toPosition = ([lon, lat, heightM]: LinePoint): number[] => (heightM === null ? [lon, lat] : [lon, lat, heightM])

export async function askTrailFile(osmRelation: number, format: FileFormat, stop: AbortSignal): Promise<LineFile> {
  return (await sendQuery(TrailFileDocument, { osmRelation, format, language: language.peek() }, stop)).data.trail!
    .export!
}

/** A file that is no GPX, as one. */
export async function askAsGpx(file: string): Promise<{ text: string; lost: LineFile['lost'] }> {
  const { text, lost } = await ask({ line: { file }, format: 'GPX' })
  return { text: text!, lost }
}

/** The GPX that the page has opened, with what it came with. */
export const askFileAs = (gpx: string, format: FileFormat, stop: AbortSignal): Promise<LineFile> =>
  ask({ line: { gpx }, format }, stop)

/** The content for the browser to keep. */
export function contentOf({ text, bytes }: LineFile): string | Uint8Array<ArrayBuffer> {
  return text ?? Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))
}
