// The stretch that is selected in the chart, and the one that the chart is zoomed to. Length, climb and surface are
// those of the line; its time is requested once it is selected. Another line has neither.

import { effect, signal, untracked } from '@preact/signals'
import { sendQuery } from '../api/query.ts'
import { StretchTimeDocument } from '../documents/generated/graphql.ts'
import { createQuery } from '../api/resource.ts'
import { walkerInput } from './pace-store.ts'
import { plan, shown } from '../plan/session.ts'
import { sliceLine } from '../line/slice-line.ts'
import { toPolyline6 } from '../line/to-polyline.ts'

export interface Stretch {
  fromM: number
  toM: number
}

export const selected = signal<Stretch | null>(null)
export const zoomedTo = signal<Stretch | null>(null)
/** Seconds; null: none is given. */
export const stretchTime = createQuery<number | null>()

/** What a request takes. */
const MOST_POINTS = 5000
/** The time is requested when the selection rests. */
const REST_MS = 350

let lastLine = shown.peek()
effect(() => {
  const line = shown.value
  if (line === lastLine) return
  lastLine = line
  untracked(() => {
    clearStretch()
    zoomedTo.value = null
  })
})

export function clearStretch(): void {
  selected.value = null
  stretchTime.clear()
}

/** Called when the selection is made. */
export function askStretchTime(): void {
  const line = shown.peek()
  const stretch = selected.peek()
  if (line === null || stretch === null) return
  const slice = sliceLine(line, stretch.fromM, stretch.toM)
  // nothing is travelled across a gap
  if (slice.partStarts.length !== 1 || slice.points.length > MOST_POINTS) return stretchTime.clear()
  const { profile } = plan.peek().settings
  const requested = { line: { polyline6: toPolyline6(slice.points) }, mode: profile, ...walkerInput(profile) }
  void stretchTime.ask(async (stop) => {
    // keys make one stretch after another
    await new Promise((resolve) => setTimeout(resolve, REST_MS))
    stop.throwIfAborted()
    return (await sendQuery(StretchTimeDocument, requested, stop)).data.line!.analysis!.time?.movingS ?? null
  })
}
