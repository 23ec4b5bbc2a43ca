// What the chart shows beside the profile, on the same axis: chosen by switches, kept in this browser. The lanes
// themselves are fetched when one is chosen, and tell here what they say of a place on the line.

import { signal } from '@preact/signals'

export const LANES = ['places', 'weather', 'light'] as const
export type Lane = (typeof LANES)[number]

const KEY = 'waypost-chart-lanes'

export const shownLanes = signal<ReadonlySet<Lane>>(new Set(kept()))
/** Words on a place so many metres along; none while no lane is shown. */
export const laneReading = signal<(atM: number) => string[]>(() => [])

export function toggleLane(lane: Lane): void {
  const shown = shownLanes.peek()
  shownLanes.value = new Set(LANES.filter((one) => (one === lane ? !shown.has(one) : shown.has(one))))
  try {
    localStorage.setItem(KEY, [...shownLanes.peek()].join(' '))
  } catch {
    // then it holds until the page is left
  }
}

function kept(): Lane[] {
  try {
    const words = (localStorage.getItem(KEY) ?? '').split(' ')
    return LANES.filter((name) => words.includes(name))
  } catch {
    return []
  }
}
