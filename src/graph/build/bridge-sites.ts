// Heights at the sites of bridges, tunnels and ferries: the ground where another edge begins and where a ferry lands,
// solved along the structure elsewhere.

import { distanceM } from '../../geo/lon-lat.ts'
import type { EdgeSites } from './edge-sites.ts'
import { LargeSet, type LargeMap } from '../../storage/large-map.ts'
import { structureHeights } from './structure-heights.ts'
import { float64List, uint32List } from '../../storage/typed-list.ts'

/** `groundM` by site; the answer has the sites whose height is not that of the ground. */
export function solveStructures(sites: EdgeSites, groundM: LargeMap<number, number>): LargeMap<number, number> {
  const { refs } = sites
  const { edgeCount, edgeFirst, edgeLast, edgeIsBarrier } = sites.cut
  const fromSite = uint32List()
  const toSite = uint32List()
  const lengthM = float64List()
  const others = new LargeSet<number>() // ends of structures at which another edge begins
  const ferrySites = new LargeSet<number>()
  for (let edge = 0; edge < edgeCount; edge++) {
    if (edgeIsBarrier[edge] === 1) continue
    const a = refs[edgeFirst[edge]]
    const b = refs[edgeLast[edge]]
    if (sites.isStructure(edge)) {
      fromSite.push(a)
      toSite.push(b)
      lengthM.push(lengthOf(sites, edge))
      if (sites.isFerry(edge)) {
        ferrySites.add(a)
        ferrySites.add(b)
      }
      continue
    }
    if (groundM.has(a)) others.add(a)
    if (groundM.has(b)) others.add(b)
  }
  const structures = { fromSite: fromSite.view(), toSite: toSite.view(), lengthM: lengthM.view() }
  return structureHeights(
    structures,
    (site, isBlind) => others.has(site) || (isBlind && ferrySites.has(site)),
    (site) => groundM.get(site)!,
  )
}

function lengthOf({ refs, lonE7, latE7, cut: { edgeFirst, edgeLast } }: EdgeSites, edge: number): number {
  let sumM = 0
  for (let r = edgeFirst[edge] + 1; r <= edgeLast[edge]; r++) {
    sumM += distanceM(lonE7[refs[r - 1]] / 1e7, latE7[refs[r - 1]] / 1e7, lonE7[refs[r]] / 1e7, latE7[refs[r]] / 1e7)
  }
  return sumM
}
