// The visitor's own recordings go to the service to be measured, which keeps nothing.

import { signal } from '@preact/signals'
import { sendQuery } from '../api/query.ts'
import { MeasureWalkerDocument } from '../documents/generated/graphql.ts'
import { createQuery } from '../api/resource.ts'
import { forgetKeptPace, keepPace, myPace, type MeasuredWalker } from './pace-store.ts'
import { keepLatest, toPaceFile, type PaceFile } from '../files/pace-files.ts'

export const measuring = createQuery<MeasuredWalker>()
/** Names of the files that were no recordings, of those added last. */
export const paceLeftOut = signal<string[]>([])

export async function addPaceFiles(files: readonly File[]): Promise<void> {
  const added: PaceFile[] = []
  const leftOut: string[] = []
  for (const file of files) {
    const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer(0))
    const read = toPaceFile(file.name, new Uint8Array(bytes))
    if (read === null) leftOut.push(file.name)
    else added.push(read)
  }
  paceLeftOut.value = leftOut
  const kept = keepLatest([...myPace.peek().files, ...added])
  if (added.length === 0) return
  await measuring.ask(async (stop) => {
    const recordings = kept.map((file) => (file.fit === undefined ? { gpx: file.gpx } : { fit: file.fit }))
    const walker = (await sendQuery(MeasureWalkerDocument, { recordings, mode: 'HIKE' }, stop)).data.walker!
    keepPace({ files: kept, walker })
    return walker
  })
}

export function forgetPace(): void {
  measuring.clear()
  paceLeftOut.value = []
  forgetKeptPace()
}
