// Heights of bridges, tunnels and ferries: not draped over the ground but straight between the ends of the whole
// structure, even if it is cut into several ways. An end is a site that joins the surface. A blind end of a bridge or
// tunnel (a bay, a viewing platform, the far end of an adit) is none: the ground above or below it says nothing about
// its height, so it lies as high as the place where its branch begins. Heights inside solve the straight-line condition
// (the mean of the neighbours weighted by 1/length), so chains are linear and forks are smooth between all ends.
// If an end has no height, or nothing joins the surface, everything connected has none.

import { LargeMap, LargeSet } from '../../storage/large-map.ts'

export interface StructureEdges {
  /** sites at the ends of each structure edge, and its length */
  fromSite: Uint32Array
  toSite: Uint32Array
  lengthM: Float64Array
}

interface Link {
  site: number
  weight: number
}

const MAX_SWEEPS = 4000
const SETTLED_M = 0.005
const OVER_RELAXATION = 1.7
const SHORTEST_M = 0.05

/**
 * Height in metres (NaN: unknown) of every site inside a structure. `isEnd` is true for sites that join the surface;
 * `isBlind`: only one structure edge meets there. Sites not in the map take the ground's height.
 */
export function structureHeights(
  { fromSite, toSite, lengthM }: StructureEdges,
  isEnd: (site: number, isBlind: boolean) => boolean,
  heightAtSite: (site: number) => number,
): LargeMap<number, number> {
  const links = new LargeMap<number, Link[]>()
  const link = (a: number, b: number, weight: number) => {
    const list = links.get(a)
    if (list === undefined) links.set(a, [{ site: b, weight }])
    else list.push({ site: b, weight })
  }
  for (let e = 0; e < fromSite.length; e++) {
    const weight = 1 / Math.max(SHORTEST_M, lengthM[e])
    link(fromSite[e], toSite[e], weight)
    link(toSite[e], fromSite[e], weight)
  }
  const inside = new LargeSet<number>()
  for (const [site, list] of links) if (!isEnd(site, list.length === 1)) inside.add(site)
  const heights = new LargeMap<number, number>()
  const seen = new LargeSet<number>()
  for (const start of inside) {
    if (seen.has(start)) continue
    seen.add(start)
    const group = [start]
    const ends = new Map<number, number>()
    for (const site of group) {
      for (const { site: next } of links.get(site)!) {
        if (!inside.has(next)) ends.set(next, heightAtSite(next))
        else if (!seen.has(next)) {
          seen.add(next)
          group.push(next)
        }
      }
    }
    solve(group, ends, links, heights)
  }
  return heights
}

function solve(
  group: number[],
  ends: ReadonlyMap<number, number>,
  links: LargeMap<number, Link[]>,
  heights: LargeMap<number, number>,
): void {
  const known = [...ends.values()]
  if (known.length === 0 || known.some(Number.isNaN)) {
    for (const site of group) heights.set(site, NaN)
    return
  }
  const mean = known.reduce((sum, h) => sum + h, 0) / known.length
  for (const site of group) heights.set(site, mean)
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let changeM = 0
    for (const site of group) {
      let sum = 0
      let weights = 0
      for (const { site: next, weight } of links.get(site)!) {
        sum += weight * (ends.get(next) ?? heights.get(next)!)
        weights += weight
      }
      const before = heights.get(site)!
      const after = before + OVER_RELAXATION * (sum / weights - before)
      changeM = Math.max(changeM, Math.abs(after - before))
      heights.set(site, after)
    }
    if (changeM < SETTLED_M / 10) return
  }
}
