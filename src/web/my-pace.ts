// "My pace": recordings of one's own walks, thinned in time, kept in this browser's storage and nowhere else. They go
// to the service to be measured, which keeps nothing; what it answers goes with every later question about a hike.
// Forgetting takes files and pace out of the storage at once.

import { signal } from '@preact/signals'
import { ask } from './ask.ts'
import { MeasureWalkerDocument } from './documents/generated/graphql.ts'
import type { MeasureWalkerQuery, Profile } from './documents/generated/graphql.ts'
import { scanGpx } from './gpx-scan.ts'
import { createQuestion } from './loaded.ts'

export type MeasuredWalker = NonNullable<MeasureWalkerQuery['walker']>
export interface PaceFile {
  name: string
  gpx: string
}
interface Kept {
  files: PaceFile[]
  walker: MeasuredWalker | null
}

const KEY = 'waypost-my-pace'
export const MAX_PACE_FILES = 20
/** Of a recording; more tell no more, and twenty must fit into the storage. */
const MAX_POINTS = 2000
const SAMPLING_S = 5

export const myPace = signal<Kept>(readKept())
export const measuring = createQuestion<MeasuredWalker>()

/** The input `walker` of a question about this profile; nothing where none is known. */
export function walkerInput(profile: string | null | undefined): { walker?: { factor: number; spread: number } } {
  const { walker } = myPace.value
  if (walker === null || (profile ?? 'HIKE') !== 'HIKE') return {}
  return { walker: { factor: walker.factor, spread: walker.spread } }
}

/** The settings of a question with one's own pace, where it is known. */
export function withWalker<Settings extends { profile?: Profile | null }>(settings: Settings | null | undefined) {
  return { ...settings, ...walkerInput(settings?.profile) }
}

export async function addPaceFiles(files: readonly File[]): Promise<void> {
  const added: PaceFile[] = []
  for (const file of files) {
    const gpx = toTimedGpx(await file.text().catch(() => ''))
    if (gpx !== null) added.push({ name: file.name, gpx })
  }
  const kept = [...myPace.peek().files, ...added].slice(-MAX_PACE_FILES)
  if (kept.length === 0) return
  await measuring.ask(async (stop) => {
    const recordings = kept.map(({ gpx }) => ({ gpx }))
    const walker = (await ask(MeasureWalkerDocument, { recordings, profile: 'HIKE' }, stop)).data.walker!
    keep({ files: kept, walker })
    return walker
  })
}

export function forgetPace(): void {
  measuring.clear()
  myPace.value = { files: [], walker: null }
  try {
    localStorage.removeItem(KEY)
  } catch {
    // nothing was kept then
  }
}

/** Points with a time, at least 5 s apart and at most MAX_POINTS of them; null where there are fewer than two. */
export function toTimedGpx(text: string): string | null {
  const scan = scanGpx(text)
  const timed: { seconds: number; element: string }[] = []
  for (let i = 0; i < scan.count; i++) {
    const time = /<(?:[\w.-]+:)?time>([^<]{1,40})</.exec(text.slice(scan.start[i], scan.end[i]))?.[1] ?? ''
    const seconds = Date.parse(time) / 1000
    if (Number.isNaN(seconds)) continue
    const height = Number.isNaN(scan.heightM[i]) ? '' : `<ele>${scan.heightM[i].toFixed(1)}</ele>`
    const place = `lat="${scan.lat[i].toFixed(6)}" lon="${scan.lon[i].toFixed(6)}"`
    timed.push({ seconds, element: `<trkpt ${place}>${height}<time>${time.trim()}</time></trkpt>` })
  }
  if (timed.length < 2) return null
  const spanS = timed[timed.length - 1].seconds - timed[0].seconds
  const stepS = Math.max(SAMPLING_S, spanS / MAX_POINTS)
  let lastS = -Infinity
  const kept = timed.filter(({ seconds }) => {
    if (!(seconds >= lastS + stepS)) return false
    lastS = seconds
    return true
  })
  const points = kept.slice(0, MAX_POINTS + 1).map(({ element }) => element)
  return `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`
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
