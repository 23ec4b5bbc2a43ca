// Measuring on the map: the places that were clicked, and whether the shape is closed. Straight lines, no route.

import { computed, signal } from '@preact/signals'
import type { LonLat } from '../../geo/lon-lat.ts'
import { measure } from '../line/measure.ts'

export interface Measuring {
  points: readonly LonLat[]
  closed: boolean
}

/** null: nobody measures */
export const measuring = signal<Measuring | null>(null)
export const measured = computed(() =>
  measuring.value === null ? null : measure(measuring.value.points, measuring.value.closed),
)

const MOST_POINTS = 200

export function startMeasuring(): void {
  measuring.value = { points: [], closed: false }
}

export function stopMeasuring(): void {
  measuring.value = null
}

/** A closed shape is opened again by a further place. */
export function addMeasured(point: LonLat): void {
  const { points } = measuring.peek()!
  if (points.length < MOST_POINTS) measuring.value = { points: [...points, point], closed: false }
}

/** Opens a closed shape, or takes the last place back. */
export function undoMeasured(): void {
  const { points, closed } = measuring.peek()!
  measuring.value = closed ? { points, closed: false } : { points: points.slice(0, -1), closed: false }
}

export function closeMeasured(): void {
  const { points } = measuring.peek()!
  if (points.length > 2) measuring.value = { points, closed: true }
}
