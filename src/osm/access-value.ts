// What the value of an access tag (access, foot, bicycle, vehicle) allows, by decision `ways-and-access`: closed, open,
// or open with a code that names the reservation. An undefined value is not a permission: it is open with
// `conditional`.

import type { Access } from './edge-facts.ts'
import { listValues, type Tags } from './tags.ts'

const OPEN = ['yes', 'designated', 'permissive', 'official', 'public', 'allowed', 'optional_sidepath']
const CLOSED = [
  'no',
  'private',
  'permit',
  'military',
  'use_sidepath',
  'emergency',
  'residents',
  'employees',
  'members',
  'restricted',
  'none',
]
const RESERVED: Access[] = [
  'agricultural',
  'forestry',
  'customers',
  'delivery',
  'destination',
  'discouraged',
  'dismount',
]

const ACCESS_OF_VALUE = new Map<string, Access>([
  ...OPEN.map((value) => [value, 'open'] as const),
  ...CLOSED.map((value) => [value, 'closed'] as const),
  ...RESERVED.map((value) => [value, value] as const),
])

/** In a list of values the most open one counts: each names somebody who may pass. */
const OPENNESS: Access[] = [
  'closed',
  'conditional',
  'discouraged',
  'dismount',
  'delivery',
  'customers',
  'forestry',
  'agricultural',
  'destination',
  'open',
]

/** The access that a tag value grants. */
export function accessOfValue(value: string): Access {
  const known = ACCESS_OF_VALUE.get(value)
  if (known !== undefined) return known
  let best: Access = 'closed'
  for (const part of listValues(value)) {
    const access = ACCESS_OF_VALUE.get(part) ?? 'conditional'
    if (OPENNESS.indexOf(access) > OPENNESS.indexOf(best)) best = access
  }
  return best
}

/** `yes`, `designated`, `permissive` and the like: the value grants access explicitly. */
export function isPermission(value: string | undefined): boolean {
  return value !== undefined && OPEN.includes(value)
}

/** The value of the first tagged key, with that key's index; returns null if none is tagged. */
export function firstTagged(tags: Tags, keys: readonly string[]): { value: string; rank: number } | null {
  for (let rank = 0; rank < keys.length; rank++) {
    const value = tags.get(keys[rank])
    if (value !== undefined) return { value, rank }
  }
  return null
}

/**
 * Whether a `KEY:conditional` tag may change what the deciding key says: for that key itself or any more specific one.
 * `rank` is the index of the deciding key in `keys`, `keys.length` if none is tagged.
 */
export function hasConditional(tags: Tags, keys: readonly string[], rank: number): boolean {
  for (let i = 0; i <= rank && i < keys.length; i++) if (tags.has(`${keys[i]}:conditional`)) return true
  return false
}
