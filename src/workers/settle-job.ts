// What a thread reports at the end of a job, turned into what its caller gets: wire text in memory that the thread gave
// away, or left in memory that it shares (answer-areas.ts), or an error.

import { EncodedAnswer } from '../wire/encoded-answer.ts'
import { dropChunks } from '../wire/wire-chunks.ts'
import { freeArea, viewAnswer, type AnswerAreas } from './answer-areas.ts'
import { fromFailure } from './job-errors.ts'
import type { PoolJob } from './job-slots.ts'
import type { FromWorker } from './messages.ts'

export type JobReport = Extract<FromWorker, { type: 'done' | 'left' | 'failed' }>

/** `areas`: of the thread that ran the job. An answer for which nobody waits any more frees its area at once. */
export function settleJob(job: PoolJob, report: JobReport, areas: AnswerAreas): void {
  if (report.type === 'failed') job.reject(fromFailure(report.failure))
  else if (report.type === 'done') {
    const chunks = [report.bytes]
    job.resolve(new EncodedAnswer(chunks, (underWay) => underWay || dropChunks(chunks), report.extra))
  } else {
    const { area, length, extra } = report
    const free = () => freeArea(areas, area)
    if (job.dropped) free()
    else job.resolve(new EncodedAnswer([viewAnswer(areas, area, length)], free, extra))
  }
}
