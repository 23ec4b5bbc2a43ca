// `filters` of map matching, in Valhalla's names: `edge.*`, `matched.*`, `shape`. Include keeps the named members,
// exclude removes them. Members that Valhalla does not have (segments, unmatched, lengths) always stay, so that no
// filter hides a gap.

import { toCamel } from '../../wire/key-case.ts'
import type { TraceAnswer, TraceFilters } from './trace-types.ts'

/** `matched.point` means both of its coordinates. */
const POINT_KEYS: Record<string, string[]> = { point: ['lat', 'lon'] }

export function filterTrace(answer: TraceAnswer, { attributes, action }: TraceFilters): Partial<TraceAnswer> {
  const keep = action === 'include'
  const named = new Set(attributes)
  const keysOf = (prefix: string): Set<string> => {
    const keys = attributes
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => POINT_KEYS[name.slice(prefix.length)] ?? [toCamel(name.slice(prefix.length))])
    return new Set(keys)
  }
  const filtered: Partial<TraceAnswer> = { ...answer }
  const edges = thin(answer.edges, keysOf('edge.'), keep)
  const points = thin(answer.matchedPoints, keysOf('matched.'), keep)
  if (edges === null) delete filtered.edges
  else filtered.edges = edges
  if (points === null) delete filtered.matchedPoints
  else filtered.matchedPoints = points
  if (named.has('shape') !== keep) delete filtered.shape
  return filtered
}

/** Objects with only the wanted keys; null if no key is wanted. */
function thin<T extends object>(items: readonly T[], keys: ReadonlySet<string>, keep: boolean): T[] | null {
  if (keep && keys.size === 0) return null
  if (!keep && keys.size === 0) return [...items]
  return items.map((item) => Object.fromEntries(Object.entries(item).filter(([key]) => keys.has(key) === keep)) as T)
}
