// The sites that edges run over, and the boxes around them.

import type { Box } from '../../geo/lon-lat.ts'
import { FLAG_BRIDGE, FLAG_FERRY, FLAG_TUNNEL } from '../../osm/edge-facts.ts'
import type { NodeCollector } from './collect-nodes.ts'
import type { WayCollector } from './collect-ways.ts'
import type { CutEdges } from './cut-edges.ts'
import type { EdgeAttributes } from './edge-attributes.ts'

const FULL_TURN_E7 = 3_600_000_000
const STRUCTURE = FLAG_BRIDGE | FLAG_TUNNEL | FLAG_FERRY

export class EdgeSites {
  readonly cut: CutEdges
  /** sites of all ways; an edge runs over refs[edgeFirst .. edgeLast] */
  readonly refs: Uint32Array
  readonly lonE7: Int32Array
  readonly latE7: Int32Array
  readonly #flagsOf: (edge: number) => number

  constructor(cut: CutEdges, ways: WayCollector, nodes: NodeCollector, classes: EdgeAttributes) {
    const base = ways.base.array
    this.cut = cut
    this.refs = ways.refs.array
    this.lonE7 = nodes.lonE7
    this.latE7 = nodes.latE7
    this.#flagsOf = (edge) => classes.flagsOf(base[cut.edgeWay[edge]])
  }

  isFerry(edge: number): boolean {
    return this.cut.edgeIsBarrier[edge] === 0 && (this.#flagsOf(edge) & FLAG_FERRY) !== 0
  }

  /** Bridge, tunnel or ferry: it does not follow the ground. */
  isStructure(edge: number): boolean {
    return this.cut.edgeIsBarrier[edge] === 0 && (this.#flagsOf(edge) & STRUCTURE) !== 0
  }

  /**
   * Box around the sites of those edges that follow the ground; `minLon > maxLon` if it is narrower across the
   * antimeridian. Null if there are none: the two ends of a ferry may lie far apart.
   */
  groundBoxOf(from: number, to: number): Box | null {
    const { refs, lonE7, latE7 } = this
    const { edgeFirst, edgeLast } = this.cut
    let south = Infinity
    let north = -Infinity
    // computed twice: with longitudes of -180..180 and of 0..360
    const west = [Infinity, Infinity]
    const east = [-Infinity, -Infinity]
    for (let edge = from; edge < to; edge++) {
      if (this.isStructure(edge)) continue
      for (let r = edgeFirst[edge]; r <= edgeLast[edge]; r++) {
        const lon = lonE7[refs[r]]
        const turned = lon < 0 ? lon + FULL_TURN_E7 : lon
        west[0] = Math.min(west[0], lon)
        east[0] = Math.max(east[0], lon)
        west[1] = Math.min(west[1], turned)
        east[1] = Math.max(east[1], turned)
        south = Math.min(south, latE7[refs[r]])
        north = Math.max(north, latE7[refs[r]])
      }
    }
    if (south > north) return null
    const across = east[1] - west[1] < east[0] - west[0] && east[1] > FULL_TURN_E7 / 2
    return across
      ? [west[1] / 1e7, south / 1e7, (east[1] - FULL_TURN_E7) / 1e7, north / 1e7]
      : [west[0] / 1e7, south / 1e7, east[0] / 1e7, north / 1e7]
  }
}
