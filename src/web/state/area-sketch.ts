// An area to avoid while it is drawn: its corners so far. It becomes part of the plan when it is closed.

import { signal } from '@preact/signals'
import type { LonLat } from '../../geo/lon-lat.ts'
import { type AreaFault, areaFault, crossesSide } from '../plan/avoid.ts'
import { hasSheet, sheet } from '../i18n/preferences.ts'
import { roundPoint } from '../plan/plan.ts'
import { t } from '../i18n/t.ts'
import { announce, changePlan, plan } from '../plan/session.ts'

/** null: nothing is being drawn */
export const sketch = signal<readonly LonLat[] | null>(null)
/** why the corners so far are no area */
export const sketchFault = signal<AreaFault | null>(null)

export function startSketch(): void {
  sketch.value = []
  sketchFault.value = null
  if (hasSheet.peek()) sheet.value = 'low' // the map is what is needed
}

/** A corner whose side would cross another is refused; the last one again is what a double click sends. */
export function addCorner(point: LonLat): void {
  const corners = sketch.peek()
  const corner = roundPoint(point)
  if (corners === null || corners.at(-1)?.join() === corner.join()) return
  sketchFault.value = crossesSide(corners, corner) ? 'crossing' : null
  if (sketchFault.peek() !== null) return
  sketch.value = [...corners, corner]
  announce(t('sketch.count', { count: corners.length + 1 }))
}

export function takeCornerBack(): void {
  sketch.value = sketch.peek()?.slice(0, -1) ?? null
  sketchFault.value = null
}

export function finishSketch(): void {
  const corners = sketch.peek()
  if (corners === null) return
  sketchFault.value = areaFault(corners, plan.peek().avoid)
  if (sketchFault.peek() !== null) return
  changePlan((old) => ({ ...old, avoid: { ...old.avoid, areas: [...old.avoid.areas, corners] } }))
  endSketch()
  announce(t('avoid.added', { number: plan.peek().avoid.areas.length }))
}

export function endSketch(): void {
  sketch.value = null
  sketchFault.value = null
  if (hasSheet.peek()) sheet.value = 'half'
}
