// The three jobs on whole files, from request to encoded JSON: run in a course thread, or directly in tests. The input
// is the operation's own, without defaults filled in. Pure and deterministic: the same file always gives the same text.

import type { Renderer } from '../language/renderer.ts'
import { Utf8Text } from '../wire/utf8-text.ts'
import { chunkOf, toWireChunks } from '../wire/encoded-answer.ts'
import { toWireText } from '../wire/wire-json.ts'
import { type CourseFileAnswer, type ExportJob, exportCourse } from './files/export-course.ts'
import { type CleanReport, type CleanSettings, findUnclean } from './gpx/clean-gpx.ts'
import { spansThatStay } from './gpx/cut-spans.ts'
import { type SimplifyAnswer, thinCourse } from './simplify/simplify-course.ts'

export interface Engine {
  name: string
  version: string
  networkRelease: string | null
  terrainRelease: string | null
}

export type CleanJob = { gpx: string | Utf8Text; engine: Engine } & { [K in keyof CleanSettings]?: boolean | undefined }
export interface SimplifyJob {
  gpx?: string | Utf8Text | undefined
  geometry?: unknown
  file?: string | Utf8Text | undefined
  toleranceM?: number | undefined
  maxPoints?: number | undefined
  keepClimb?: boolean | undefined
  keepStops?: boolean | undefined
  indices?: boolean | undefined
  engine: Engine
}
export interface CourseJobs {
  clean: CleanJob
  simplify: SimplifyJob
  export: ExportJob & { engine: Engine }
}

export interface GpxCleanAnswer {
  schema: 'gpx-clean/1'
  engine: Engine
  settings: CleanSettings
  report: CleanReport
  gpx: string
}
export type CourseAnswer = { schema: 'course/1'; engine: Engine } & CourseFileAnswer
export type GpxSimplifyAnswer = { schema: 'gpx-simplify/1'; engine: Engine } & SimplifyAnswer

/**
 * The answer as wire JSON in UTF-8, its sentences by `renderer`, in chunks; a file given as bytes is overwritten.
 * Throws ServiceError.
 */
export function runCourseJob<K extends keyof CourseJobs>(
  kind: K,
  job: CourseJobs[K],
  renderer: Renderer | null,
): Uint8Array[] {
  if (kind === 'export') return write(job as CourseJobs['export'], renderer)
  return kind === 'clean' ? clean(job as CleanJob, renderer) : simplify(job as SimplifyJob, renderer)
}

function write({ engine, ...job }: CourseJobs['export'], renderer: Renderer | null): Uint8Array[] {
  const answer: CourseAnswer = { schema: 'course/1', engine, ...exportCourse(job) }
  const { text, bytes, ...head } = answer
  if (text === null) return [chunkOf(toWireText(answer, renderer))]
  // the file apart: joined to the rest it would be copied once more
  return [
    chunkOf(`${toWireText(head, renderer).slice(0, -1)},"text":`),
    chunkOf(JSON.stringify(text)),
    chunkOf(`,"bytes":${toWireText(bytes)}}`),
  ]
}

function clean(job: CleanJob, renderer: Renderer | null): Uint8Array[] {
  const settings = {
    dedupe: job.dedupe ?? true,
    dropBad: job.dropBad ?? true,
    stripTimes: job.stripTimes ?? false,
    stripExtensions: job.stripExtensions ?? false,
  }
  const text = typeof job.gpx === 'string' ? Utf8Text.of(job.gpx) : job.gpx
  const { report, spans } = findUnclean(text, settings)
  const head: Omit<GpxCleanAnswer, 'gpx'> = { schema: 'gpx-clean/1', engine: job.engine, settings, report }
  return toWireChunks({ ...head }, 'gpx', text, spansThatStay(text, spans), renderer)
}

function simplify(job: SimplifyJob, renderer: Renderer | null): Uint8Array[] {
  const { toleranceM, maxPoints, keepClimb = true, keepStops = true, indices = false } = job
  const { head, gpx } = thinCourse(job, { toleranceM, maxPoints, keepClimb, keepStops, indices })
  const answer: GpxSimplifyAnswer = { schema: 'gpx-simplify/1', engine: job.engine, ...head }
  return gpx === null
    ? [chunkOf(toWireText(answer, renderer))]
    : toWireChunks({ ...answer }, 'gpx', gpx.text, spansThatStay(gpx.text, gpx.spans), renderer)
}
