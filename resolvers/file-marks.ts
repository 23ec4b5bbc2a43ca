// What a file says of a course beside its line: waypoints and turn cues.

import type { Course as ReadLine } from '../src/course/course.ts'
import type { FileContent } from '../src/course/files/file-content.ts'
import type { NotRead } from '../src/course/files/not-read.ts'
import { readGpxNames } from '../src/course/gpx/read-names.ts'

export type FileMarks = Pick<FileContent, 'name' | 'waypoints' | 'cues' | 'movingS' | 'timeMs'> & {
  /** of the file that the line came in */
  notRead: readonly NotRead[]
}
export const NO_MARKS: FileMarks = { name: null, waypoints: [], cues: [], movingS: null, timeMs: null, notRead: [] }

/** What a supplied line came with. */
export function marksOfLine(line: ReadLine): FileMarks {
  const { source, timeMs } = line
  const isGpx = source !== null && source.start.length > 0
  const read = isGpx
    ? readGpxNames(source.text, source.text.slice(source.start[0], source.start[0] + 40).includes('trkpt'))
    : line
  return {
    name: read.name ?? null,
    waypoints: read.waypoints,
    cues: read.cues ?? [],
    movingS: null,
    timeMs: timeMs.every(Number.isNaN) ? null : timeMs,
    notRead: read.notRead ?? [],
  }
}
