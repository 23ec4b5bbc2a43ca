// The geometry, lengths, heights, climbs, hazards and ferries of all edges, in order of edge (edge-layer.ts), box by
// box, each with the terrain that it needs; first the heights at the ends of structures.

import type { Box } from '../../geo/lon-lat.ts'
import type { EdgeAttributes } from './edge-attributes.ts'
import type { NodeCollector } from './collect-nodes.ts'
import type { WayCollector } from './collect-ways.ts'
import type { CutEdges } from './cut-edges.ts'
import type { HeightAt } from './sample-heights.ts'
import { EdgeSites } from './edge-sites.ts'
import { isWide, withHeightsAlong, type TerrainInPieces } from './heights-along.ts'
import { LargeMap } from '../../storage/large-map.ts'
import { solveStructures } from './bridge-sites.ts'
import { EdgeLayer, type ShapeColumns } from './edge-layer.ts'

export interface HeightSource {
  heightAt: HeightAt
  /** loads the data that `heightAt` needs inside a box */
  prepare?(box: Box): Promise<unknown>
  onProgress?(edgesDone: number, edgeCount: number): void
}

/** Edges whose heights are loaded together; numbered along a curve, they are close together. */
const EDGES_PER_BOX = 16_384

export async function writeShapes(
  cut: CutEdges,
  ways: WayCollector,
  nodes: NodeCollector,
  classes: EdgeAttributes,
  source: HeightSource,
): Promise<ShapeColumns> {
  const { edgeCount } = cut
  const sites = new EdgeSites(cut, ways, nodes, classes)
  const terrain = {
    prepare: async (box: Box) => source.prepare?.(box),
    heightOrNaN: (lon: number, lat: number) => source.heightAt(lon, lat) ?? NaN,
  }
  const groundM = await sampleStructureEnds(sites, terrain)
  const insideM = solveStructures(sites, groundM)
  const layer = new EdgeLayer(sites, ways, nodes, terrain.heightOrNaN, (site) => insideM.get(site) ?? groundM.get(site))
  for (let from = 0, to = 0; from < edgeCount; from = to) {
    source.onProgress?.(from, edgeCount)
    to = Math.min(edgeCount, from + EDGES_PER_BOX)
    let box = sites.groundBoxOf(from, to)
    while (to - from > 1 && box !== null && isWide(box)) {
      to = from + Math.ceil((to - from) / 2)
      box = sites.groundBoxOf(from, to)
    }
    if (box !== null && isWide(box)) {
      await withHeightsAlong(layer.layAgain(from), terrain)
      continue
    }
    if (box !== null) await terrain.prepare(box)
    for (let edge = from; edge < to; edge++) layer.lay(edge)
  }
  source.onProgress?.(edgeCount, edgeCount)
  return layer.toColumns()
}

/** Height of the ground at both sites of every structure edge, NaN if unknown. */
async function sampleStructureEnds(sites: EdgeSites, terrain: TerrainInPieces): Promise<LargeMap<number, number>> {
  const { refs, lonE7, latE7 } = sites
  const { edgeCount, edgeFirst, edgeLast } = sites.cut
  const groundM = new LargeMap<number, number>()
  await withHeightsAlong((heightOrNaN) => {
    for (let edge = 0; edge < edgeCount; edge++) {
      if (!sites.isStructure(edge)) continue
      for (const site of [refs[edgeFirst[edge]], refs[edgeLast[edge]]])
        groundM.set(site, heightOrNaN(lonE7[site] / 1e7, latE7[site] / 1e7))
    }
  }, terrain)
  return groundM
}
