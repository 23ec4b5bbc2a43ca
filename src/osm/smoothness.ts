// What `smoothness` says of wheels where it matters to bicycles: of a list the worst counts. Ground that is better than
// `horrible`, or of which nothing is tagged, is 0 and says nothing. Source: wiki Key:smoothness (`impassable`: no
// wheeled vehicle; `very_horrible`: tractors and the like; `horrible`: off-road vehicles, mountain bicycles with care).

import { FLAG_HORRIBLE, FLAG_VERY_HORRIBLE } from './edge-facts.ts'
import { listValues, type Tags } from './tags.ts'

/** FLAG_HORRIBLE, FLAG_VERY_HORRIBLE, or 0. */
export function smoothnessFlag(tags: Tags): number {
  const values = listValues(tags.get('smoothness') ?? '')
  return values.includes('very_horrible') ? FLAG_VERY_HORRIBLE : values.includes('horrible') ? FLAG_HORRIBLE : 0
}

/** No wheel passes. */
export function isImpassable(tags: Tags): boolean {
  return listValues(tags.get('smoothness') ?? '').includes('impassable')
}
