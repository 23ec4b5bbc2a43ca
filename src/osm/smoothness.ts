// The `smoothness` of a way as tagged; in a list of values the worst counts. Which bicycles are ridden on it is decided
// in src/routing/costs/pushing.ts; `impassable` (no wheeled vehicle passes) closes a way in bike-access.ts.

import { SMOOTHNESSES, type Smoothness } from './edge-facts.ts'
import { listValues, type Tags } from './tags.ts'

/** Index into SMOOTHNESSES, 0 untagged or not a known value. */
export function smoothness(tags: Tags): number {
  return Math.max(0, ...listValues(tags.get('smoothness') ?? '').map((one) => SMOOTHNESSES.indexOf(one as Smoothness)))
}

export function isImpassable(tags: Tags): boolean {
  return SMOOTHNESSES[smoothness(tags)] === 'impassable'
}
