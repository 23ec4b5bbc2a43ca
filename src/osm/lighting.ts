// `lit`: whether a way is lit at night. A value that is not listed says nothing.

import { LIGHTINGS } from './edge-facts.ts'
import type { Tags } from './tags.ts'

const LIT = new Set(['yes', '24/7', 'automatic', 'sunset-sunrise', 'dusk-dawn', 'limited', 'interval'])
const UNLIT = new Set(['no', 'disused'])

/** Index into LIGHTINGS. */
export function lighting(tags: Tags): number {
  const value = tags.get('lit')
  if (value === undefined) return LIGHTINGS.indexOf('untagged')
  return LIGHTINGS.indexOf(UNLIT.has(value) ? 'unlit' : LIT.has(value) ? 'lit' : 'untagged')
}
