// "My pace": recordings of the visitor's own walks (pace-files.ts) and what they came to (measure-pace.ts), kept in
// this browser's storage and nowhere else; the pace goes with every question about a hike. Forgetting takes both out.

import { signal } from '@preact/signals'
import type { MeasureWalkerQuery, TravelMode } from '../documents/generated/graphql.ts'
import type { PaceFile } from '../files/pace-files.ts'

export type MeasuredWalker = NonNullable<MeasureWalkerQuery['walker']>
interface Kept {
  files: PaceFile[]
  walker: MeasuredWalker | null
}

const KEY = 'waypost-my-pace'

export const myPace = signal<Kept>(readKept())

/** The input `walker` of a question about this profile; nothing where none is known. */
export function walkerInput(profile: string | null | undefined): { walker?: { factor: number; spread: number } } {
  const { walker } = myPace.value
  if (walker === null || (profile ?? 'HIKE') !== 'HIKE') return {}
  return { walker: { factor: walker.factor, spread: walker.spread } }
}

/** The settings of a request with the visitor's own pace, if known. */
export function withWalker<Settings extends { mode?: TravelMode | null }>(settings: Settings | null | undefined) {
  return { ...settings, ...walkerInput(settings?.mode) }
}

export function keepPace(next: Kept): void {
  myPace.value = next
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // then it holds until the page is left
  }
}

export function forgetKeptPace(): void {
  myPace.value = { files: [], walker: null }
  try {
    localStorage.removeItem(KEY)
  } catch {
    // nothing was kept then
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
