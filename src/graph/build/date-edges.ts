// The dated restrictions of edges: those of their way, or of the barrier that they are; and the dangers that nodes
// name. Each distinct one is kept once, as text among the strings of the network. The grammar is loaded only if there
// are any.

import { findBarrierAccess } from '../../osm/barrier-access.ts'
import { bikeAccess, footAccess } from '../../osm/way-access.ts'
import { ConditionCompiler } from '../../osm/dates/compile-condition.ts'
import type { DatedRestriction } from '../../osm/dates/dated-restriction.ts'
import { type AccessOfBits, readDatedTags } from '../../osm/dates/read-dated-tags.ts'
import { ACCESS } from '../../osm/edge-facts.ts'
import type { Tags } from '../../osm/tags.ts'
import { findWayClass } from '../../osm/way-class.ts'
import type { StringTable } from '../../storage/string-table.ts'
import type { NetworkColumns } from '../network-columns.ts'
import type { NodeCollector } from './collect-nodes.ts'
import type { WayCollector } from './collect-ways.ts'
import type { CutEdges } from './cut-edges.ts'

type DatedColumns = Required<Pick<NetworkColumns, 'datedEdge' | 'datedText'>>

export async function dateEdges(
  cut: CutEdges,
  ways: WayCollector,
  nodes: NodeCollector,
  strings: StringTable,
): Promise<DatedColumns & { dangerTextOf(site: number): number }> {
  const datedEdge: number[] = []
  const datedText: number[] = []
  let dangerTextOf = (_site: number): number => 0
  if (ways.dated.size + nodes.dated.size + nodes.dangers.size > 0) {
    const compiler = await ConditionCompiler.load()
    const textOf = (restriction: DatedRestriction | null) =>
      restriction === null ? 0 : strings.add(JSON.stringify(restriction))
    const ofWay = remember((way) => textOf(readDatedTags(ways.dated.get(way)!, accessOfWay, compiler)))
    const ofSite = remember((site) => textOf(readDatedTags(nodes.dated.get(site)!, accessOfBarrier, compiler)))
    const ofDanger = remember((site) => textOf(readDatedTags(nodes.dangers.get(site)!, accessOfBarrier, compiler)))
    dangerTextOf = (site) => (nodes.dangers.has(site) ? ofDanger(site) : 0)
    const refs = ways.refs.array
    for (let e = 0; e < cut.edgeCount; e++) {
      const isBarrier = cut.edgeIsBarrier[e] === 1
      const owner = isBarrier ? refs[cut.edgeFirst[e]] : cut.edgeWay[e]
      if (!(isBarrier ? nodes : ways).dated.has(owner)) continue
      const text = (isBarrier ? ofSite : ofWay)(owner)
      if (text === 0) continue
      datedEdge.push(e)
      datedText.push(text)
    }
  }
  return { datedEdge: Uint32Array.from(datedEdge), datedText: Uint32Array.from(datedText), dangerTextOf }
}

function remember(read: (owner: number) => number): (owner: number) => number {
  const known = new Map<number, number>()
  return (owner) => {
    let text = known.get(owner)
    if (text === undefined) known.set(owner, (text = read(owner)))
    return text
  }
}

const accessOfWay: AccessOfBits = (tags: Tags) => {
  const way = findWayClass(tags)!
  return [...footAccess(tags, way), ...bikeAccess(tags, way)].map((access) => ACCESS.indexOf(access))
}

const accessOfBarrier: AccessOfBits = (tags: Tags) => {
  const { foot, bike } = findBarrierAccess(tags) ?? { foot: 'open', bike: 'open' }
  return [foot, foot, bike, bike].map((access) => ACCESS.indexOf(access))
}
