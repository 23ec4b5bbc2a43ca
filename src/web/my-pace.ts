// "My pace": recordings of the visitor's own walks (pace-files.ts), kept in this browser's storage and nowhere else.
// They go to the service to be measured, which keeps nothing; what it answers goes with every later question about a
// hike. Forgetting takes files and pace out of the storage at once.

import { signal } from '@preact/signals'
import { ask } from './ask.ts'
import { MeasureWalkerDocument } from './documents/generated/graphql.ts'
import type { MeasureWalkerQuery, Profile } from './documents/generated/graphql.ts'
import { createQuestion } from './loaded.ts'
import { keepLatest, toPaceFile, type PaceFile } from './pace-files.ts'

export type MeasuredWalker = NonNullable<MeasureWalkerQuery['walker']>
interface Kept {
  files: PaceFile[]
  walker: MeasuredWalker | null
}

const KEY = 'waypost-my-pace'

export const myPace = signal<Kept>(readKept())
export const measuring = createQuestion<MeasuredWalker>()
/** Names of the files that were no recordings, of those added last. */
export const paceLeftOut = signal<string[]>([])

/** The input `walker` of a question about this profile; nothing where none is known. */
export function walkerInput(profile: string | null | undefined): { walker?: { factor: number; spread: number } } {
  const { walker } = myPace.value
  if (walker === null || (profile ?? 'HIKE') !== 'HIKE') return {}
  return { walker: { factor: walker.factor, spread: walker.spread } }
}

/** The settings of a request with the visitor's own pace, if known. */
export function withWalker<Settings extends { profile?: Profile | null }>(settings: Settings | null | undefined) {
  return { ...settings, ...walkerInput(settings?.profile) }
}

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
    const walker = (await ask(MeasureWalkerDocument, { recordings, profile: 'HIKE' }, stop)).data.walker!
    keep({ files: kept, walker })
    return walker
  })
}

export function forgetPace(): void {
  measuring.clear()
  paceLeftOut.value = []
  myPace.value = { files: [], walker: null }
  try {
    localStorage.removeItem(KEY)
  } catch {
    // nothing was kept then
  }
}

function keep(next: Kept): void {
  myPace.value = next
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // then it holds until the page is left
  }
}

function readKept(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null
    const factor = kept?.walker?.factor
    if (kept !== null && Array.isArray(kept.files) && typeof factor === 'number') return kept
  } catch {
    // storage is closed to the page, or holds something else
  }
  return { files: [], walker: null }
}
