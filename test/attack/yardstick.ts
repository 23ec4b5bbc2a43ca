// How much slower than the machine that the bars were set on this one is at the moment, where its other programs take
// processors, caches and clock. Asked only where a bar of time is broken, right after it.

import { BUSY_MACHINE_SHARE } from './bars.ts'

/** What the work below takes on the machine that the bars were set on, with nothing else running. */
const USUAL_MS = 22
const TRIES = 3
/** A bar is stretched no further: what costs more fails on any machine. */
const MOST_STRETCH = 3

export interface Pace {
  /** by which bars of processor time are stretched, 1 or more */
  work: number
  /** by which bars of waiting times are */
  waiting: number
}

export const USUAL_PACE: Pace = { work: 1, waiting: 1 }

/** `foreign`: other programs' share of the machine while it was measured. */
export function paceNow(foreign: number, workMs = leastOfWork()): Pace {
  const work = Math.min(MOST_STRETCH, Math.max(1, workMs / USUAL_MS))
  const others = foreign > BUSY_MACHINE_SHARE ? 1 / Math.max(1 - foreign, 0.1) : 1
  return { work, waiting: Math.min(MOST_STRETCH, work * others) }
}

const leastOfWork = (): number => Math.min(...Array.from({ length: TRIES }, worked))

/** Processor time of some work of the kind that a server does: text, numbers and short-lived objects. */
function worked(): number {
  const before = process.cpuUsage()
  const points = Array.from({ length: 20_000 }, (_, i) => ({ lon: Math.sin(i), lat: Math.cos(i) }))
  const text = JSON.stringify(points)
  const again = JSON.parse(text) as typeof points
  again.sort((a, b) => a.lon - b.lon)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
