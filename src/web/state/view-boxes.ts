// The boxes that the service is sent for what is in view: one, or one on either side of the antimeridian, and what it
// found in them as one list. Pure.

import { wrapLon } from '../../geo/lon-lat.ts'
import { splitBox } from '../../geo/split-box.ts'

type SentBox = [west: number, south: number, east: number, north: number]

/** Degrees of a side that the service takes. */
const MAX_SIDE_DEG = 2

/**
 * `view`: of the map, whose longitudes run on beyond 180, or of the region, whose west is above its east across the
 * antimeridian. Null: it is too wide.
 */
export function boxesInView([west, south, east, north]: readonly number[]): SentBox[] | null {
  const widthDeg = east < west ? east + 360 - west : east - west
  const [low, high] = [Math.max(-90, south), Math.min(90, north)]
  if (widthDeg > MAX_SIDE_DEG || high - low > MAX_SIDE_DEG) return null
  return splitBox([wrapLon(west), low, wrapLon(east), high])
    .filter(([from, , to], _, all) => all.length === 1 || from < to)
    .map((box): SentBox => [...box])
}

interface FoundList {
  truncated: boolean
  pageInfo: { hasNextPage: boolean }
  edges: unknown[]
}

/** What was found in each box, of which there is at least one; what lies in several is listed once. */
export function joinLists<List extends FoundList>(
  lists: readonly List[],
  idOf: (edge: List['edges'][number]) => number | string,
): List {
  const edges = new Map(lists.flatMap((list) => list.edges).map((edge) => [idOf(edge), edge]))
  return {
    ...lists[0],
    truncated: lists.some(({ truncated }) => truncated),
    pageInfo: { hasNextPage: lists.some(({ pageInfo }) => pageInfo.hasNextPage) },
    edges: [...edges.values()],
  }
}
