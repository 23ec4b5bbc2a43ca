// Any course as a file: its line with what it has beside it. A line is written once, under however many names, and only
// when the file is requested.

import { DEFAULT_LANGUAGE } from '../src/language/catalogue-files.ts'
import {
  type FileFormat,
  MEDIA_TYPES,
  type WrittenFile,
  joinLost,
  toFileLine,
} from '../src/course/files/file-content.ts'
import { writeFile } from '../src/course/files/write-file.ts'
import { type ExportArgs, marksRequested, marksGiven } from './course-file.ts'
import type { Course } from './course-of.ts'
import type { Parts } from './input/line-forms.ts'
import type { Loaders } from './loaders.ts'
import type { FileMarks } from './file-marks.ts'
import { onceEach } from './pipeline/once-each.ts'

export interface CourseFile {
  format: FileFormat
  mediaType: string
  name: string | null
  /** of its line */
  points: number
  /** a text, or the bytes of a binary file */
  written: () => WrittenFile
}

const lineOf = onceEach(toFileLine)
const memoOf = onceEach((_line: Parts) => new Map<string, unknown>())

export function exportFile(
  { title, profile, isOfMap, marks: marksOf }: Course,
  parts: Parts,
  args: ExportArgs,
  loaders: Loaders,
): CourseFile {
  const { format, name, mode, mapSources, waypointNames, language } = args
  const marks = marksOf(waypointNames ?? [], language ?? undefined)
  const own = name ?? title ?? marks.name
  const line = lineOf(parts)
  const hasHeights = !line.heightM.every(Number.isNaN)
  const content = {
    ...{ ...marks, ...marksGiven(marksRequested(args)), name: own, line, profile: mode ?? profile },
    sources:
      (mapSources ?? isOfMap)
        ? loaders.fileSources(hasHeights ? ['map', 'heights'] : ['map'], language ?? DEFAULT_LANGUAGE)
        : [],
    madeMs: loaders.filesMadeMs,
    language,
    memo: memoOf(parts),
  }
  let written: WrittenFile | undefined
  return {
    ...{ format, mediaType: MEDIA_TYPES[format], name: own },
    points: line.lon.length,
    written: () => (written ??= withNotRead(writeFile(format, content), marks.notRead)),
  }
}

const withNotRead = ({ content, lost }: WrittenFile, notRead: FileMarks['notRead']): WrittenFile => ({
  content,
  lost: joinLost(notRead, lost),
})
