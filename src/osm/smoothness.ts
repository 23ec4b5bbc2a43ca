// What `smoothness` means for bicycles; in a list of values the worst counts. Anything better than `horrible`, or
// untagged, is 0 and says nothing. Source: wiki Key:smoothness (`impassable`: no wheeled vehicle; `very_horrible`:
// tractors and the like; `horrible`: off-road vehicles, mountain bicycles with care).

import { FLAG_HORRIBLE, FLAG_VERY_HORRIBLE } from './edge-facts.ts'
import { listValues, type Tags } from './tags.ts'

/** FLAG_HORRIBLE, FLAG_VERY_HORRIBLE, or 0. */
export function smoothnessFlag(tags: Tags): number {
  const values = listValues(tags.get('smoothness') ?? '')
  return values.includes('very_horrible') ? FLAG_VERY_HORRIBLE : values.includes('horrible') ? FLAG_HORRIBLE : 0
}

/** No wheeled vehicle passes. */
export function isImpassable(tags: Tags): boolean {
  return listValues(tags.get('smoothness') ?? '').includes('impassable')
}
