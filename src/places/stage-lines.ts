// The lines of routes that other routes are made of, each kept from when it is first requested until everybody who
// needs it has had it: the routes that it is a stage of, and it itself. Kept as numbers in one typed array, so that
// V8's heap holds only the line at work.

import type { Stretch } from './stretch.ts'
import { SIDE } from './member-role.ts'
import type { RelationList } from './relation-list.ts'

export interface TrailLine {
  parts: Stretch[]
  missingWays: number
}

export class StageLines {
  /** by route: how often its line will still be requested, at most */
  readonly #left: Uint32Array
  readonly #packed = new Map<number, Uint32Array>()

  constructor(routes: RelationList) {
    this.#left = new Uint32Array(routes.count).fill(1)
    for (let route = 0; route < routes.count; route++) {
      routes.eachMember(route, (isWay, osmId, role) => {
        const stage = isWay || (role & SIDE) !== 0 ? -1 : routes.ids.find(osmId)
        if (stage >= 0) this.#left[stage]++
      })
    }
  }

  /** number of lines kept */
  get keptCount(): number {
    return this.#packed.size
  }

  /** Counts as one of the times that it is requested; returns null if it must be worked out. */
  take(route: number): TrailLine | null {
    this.#left[route]--
    const packed = this.#packed.get(route)
    if (packed === undefined) return null
    if (this.#left[route] === 0) this.#packed.delete(route)
    return unpack(packed)
  }

  /** Replaces the stored row. */
  keep(route: number, line: TrailLine): void {
    if (this.#left[route] > 0) this.#packed.set(route, pack(line))
  }
}

/** Relation ids of the members of a route that are routes, too. */
export function stagesOf(routes: RelationList, route: number): number[] {
  const stages: number[] = []
  routes.eachMember(route, (isWay, osmId) => {
    if (!isWay && routes.has(osmId)) stages.push(osmId)
  })
  return stages
}

/** Missing ways, number of parts, length of each part; then its sites and ways, part by part. */
function pack({ parts, missingWays }: TrailLine): Uint32Array {
  const packed = new Uint32Array(2 + parts.reduce((sum, { sites }) => sum + 1 + 2 * sites.length, 0))
  packed.set([missingWays, parts.length])
  let at = 2
  for (const { sites } of parts) packed[at++] = sites.length
  for (const { sites, ways } of parts) {
    packed.set(sites, at)
    packed.set(ways, at + sites.length)
    at += 2 * sites.length
  }
  return packed
}

function unpack(packed: Uint32Array): TrailLine {
  const partCount = packed[1]
  const parts: Stretch[] = []
  let at = 2 + partCount
  for (const length of packed.subarray(2, at)) {
    const sites = Array.from(packed.subarray(at, at + length))
    const ways = Array.from(new Int32Array(packed.buffer, (at + length) * 4, length))
    parts.push({ sites, ways })
    at += 2 * length
  }
  return { parts, missingWays: packed[0] }
}
