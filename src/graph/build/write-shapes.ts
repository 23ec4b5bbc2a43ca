// The geometry, lengths, heights, climbs, hazards and ferries of all edges, in order of edge, box by
// box, each with the terrain that it needs; first the heights at the ends of structures.

import { type Box, distanceM } from '../../geo/lon-lat.ts'
import type { EdgeAttributes } from './edge-attributes.ts'
import type { NodeCollector } from './collect-nodes.ts'
import type { WayCollector } from './collect-ways.ts'
import type { CutEdges } from './cut-edges.ts'
import { EdgeSites } from './edge-sites.ts'
import {
  type HeightAt,
  ShapeWriter,
  structureHeights,
  type TerrainInPieces,
  isWide,
  withHeightsAlong,
} from './sample-heights.ts'
import { LargeMap, LargeSet } from '../../storage/large-map.ts'
import { float64List, uint32List, uint8List } from '../../storage/typed-list.ts'
import { CLIMB_THRESHOLD_M, climbOf } from '../../geo/climb.ts'
import { HAZARD_KINDS } from '../../osm/edge-facts.ts'
import type { NetworkColumns } from '../network-columns.ts'
import { NO_CLIMB_DM, NO_DURATION_S, NO_HEIGHT_DM } from '../routing-graph.ts'

interface HeightSource {
  heightAt: HeightAt
  /** loads the data that `heightAt` needs inside a box */
  prepare?(box: Box): Promise<unknown>
  /** string index of the dangers that the node of a site names, 0: none */
  dangerTextOf(site: number): number
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
  const layer = new EdgeLayer(sites, ways, nodes, {
    heightAt: terrain.heightOrNaN,
    structureM: (site) => insideM.get(site) ?? groundM.get(site),
    dangerTextOf: (site) => source.dangerTextOf(site),
  })
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

/**
 * Heights at the sites of bridges, tunnels and ferries: the ground where another edge begins and where a ferry lands,
 * solved along the structure elsewhere. `groundM` by site; the answer has the sites whose height is not that of the
 * ground.
 */
function solveStructures(sites: EdgeSites, groundM: LargeMap<number, number>): LargeMap<number, number> {
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

type ShapeColumns = Pick<
  NetworkColumns,
  | 'edgeLengthMm'
  | 'edgeAscentDm'
  | 'edgeDescentDm'
  | 'shapeStart'
  | 'shapeLonE7'
  | 'shapeLatE7'
  | 'shapeHeightDm'
  | 'shapeAtMm'
  | 'hazardEdge'
  | 'hazardKind'
  | 'hazardFromMm'
  | 'hazardToMm'
  | 'hazardWayId'
  | 'dangerEdge'
  | 'dangerAtMm'
  | 'dangerText'
  | 'ferryEdge'
  | 'ferryDurationS'
>

interface LayerInput {
  heightAt: HeightAt
  /** metres, NaN: unknown, at the sites of structures */
  structureM(site: number): number | undefined
  dangerTextOf: HeightSource['dangerTextOf']
}

/**
 * Lays edges one after another: the points of each with their heights, its length, climb, hazards and ferry, in
 * columns. There are points at the nodes of the way, and between them where the ground needs them. Climb is counted in
 * whole decimetres by turning points, so that ascent - descent is exactly the difference of the ends; it is NO_CLIMB_DM
 * if any point of the edge has no height.
 */
class EdgeLayer {
  readonly #sites: EdgeSites
  readonly #ways: WayCollector
  readonly #siteHazards: NodeCollector['hazards']
  readonly #writer: ShapeWriter
  readonly #structureM: LayerInput['structureM']
  readonly #dangerTextOf: LayerInput['dangerTextOf']
  readonly #shapeStart: Uint32Array
  readonly #edgeLengthMm: Uint32Array
  readonly #edgeAscentDm: Uint16Array
  readonly #edgeDescentDm: Uint16Array
  readonly #hazards = {
    edge: uint32List(),
    kind: uint8List(),
    fromMm: uint32List(),
    toMm: uint32List(),
    wayId: float64List(),
  }
  readonly #dangers = { edge: uint32List(), atMm: uint32List(), text: uint32List() }
  readonly #ferryEdge = uint32List()
  /** of all laid edges of a ferry's way */
  readonly #ferryLengthMm = new Map<number, number>()

  constructor(
    sites: EdgeSites,
    ways: WayCollector,
    { hazards }: NodeCollector,
    { heightAt, structureM, dangerTextOf }: LayerInput,
  ) {
    const { edgeCount } = sites.cut
    this.#sites = sites
    this.#ways = ways
    this.#siteHazards = hazards
    this.#writer = new ShapeWriter(heightAt)
    this.#structureM = structureM
    this.#dangerTextOf = dangerTextOf
    this.#shapeStart = new Uint32Array(edgeCount + 1)
    this.#edgeLengthMm = new Uint32Array(edgeCount)
    this.#edgeAscentDm = new Uint16Array(edgeCount)
    this.#edgeDescentDm = new Uint16Array(edgeCount)
  }

  lay(edge: number): void {
    const { refs, lonE7, latE7 } = this.#sites
    const { edgeWay, edgeFirst, edgeIsBarrier } = this.#sites.cut
    const writer = this.#writer
    const site = refs[edgeFirst[edge]]
    const start = writer.pointCount
    writer.begin(lonE7[site], latE7[site], this.#heightOfSite(site))
    if (edgeIsBarrier[edge] === 1) writer.lineTo(lonE7[site], latE7[site], this.#heightOfSite(site))
    else this.#follow(edge, start)
    const end = writer.pointCount
    const lengthMm = writer.atMm.array[end - 1]
    this.#shapeStart[edge + 1] = end
    this.#edgeLengthMm[edge] = lengthMm
    this.#climb(edge, start, end)
    if (edgeIsBarrier[edge] === 1) return
    const way = edgeWay[edge]
    for (let kind = 0; kind < HAZARD_KINDS.length; kind++)
      if ((this.#ways.hazards.array[way] & (1 << kind)) !== 0) this.#addHazard(edge, kind, 0, lengthMm)
    if (this.#sites.isFerry(edge)) {
      this.#ferryEdge.push(edge)
      this.#ferryLengthMm.set(way, (this.#ferryLengthMm.get(way) ?? 0) + lengthMm)
    }
  }

  /** A function that lays the next edge with heights of its own; run again, it begins again. */
  layAgain(edge: number): (heightOrNaN: HeightAt) => void {
    const lists = [...this.#writer.lists, ...Object.values(this.#hazards), ...Object.values(this.#dangers)]
    const lengths = lists.map(({ length }) => length)
    return (heightOrNaN) => {
      lists.forEach((list, i) => (list.length = lengths[i]))
      this.#writer.over(heightOrNaN, () => this.lay(edge))
    }
  }

  toColumns(): ShapeColumns {
    const writer = this.#writer
    const hazards = this.#hazards
    const ferryEdge = this.#ferryEdge.view()
    return {
      edgeLengthMm: this.#edgeLengthMm,
      edgeAscentDm: this.#edgeAscentDm,
      edgeDescentDm: this.#edgeDescentDm,
      shapeStart: this.#shapeStart,
      shapeLonE7: writer.lonE7.view(),
      shapeLatE7: writer.latE7.view(),
      shapeHeightDm: writer.heightDm.view(),
      shapeAtMm: writer.atMm.view(),
      hazardEdge: hazards.edge.view(),
      hazardKind: hazards.kind.view(),
      hazardFromMm: hazards.fromMm.view(),
      hazardToMm: hazards.toMm.view(),
      hazardWayId: hazards.wayId.view(),
      dangerEdge: this.#dangers.edge.view(),
      dangerAtMm: this.#dangers.atMm.view(),
      dangerText: this.#dangers.text.view(),
      ferryEdge,
      ferryDurationS: ferryEdge.map((edge) => this.#ferryDurationS(edge)),
    }
  }

  /** The points of an edge after its first. */
  #follow(edge: number, start: number): void {
    const { refs, lonE7, latE7 } = this.#sites
    const { edgeFirst, edgeLast } = this.#sites.cut
    const writer = this.#writer
    const structure = this.#sites.isStructure(edge)
    const last = edgeLast[edge]
    let fromSite = refs[edgeFirst[edge]]
    this.#pointHazards(edge, fromSite, 0)
    for (let r = edgeFirst[edge] + 1; r <= last; r++) {
      const site = refs[r]
      const same = lonE7[site] === lonE7[fromSite] && latE7[site] === latE7[fromSite]
      if (!same || r === last) {
        if (structure) writer.lineTo(lonE7[site], latE7[site], r === last ? this.#heightOfSite(site) : NaN)
        else writer.drapeTo(lonE7[site], latE7[site])
      }
      this.#pointHazards(edge, site, writer.atMm.array[writer.pointCount - 1])
      fromSite = site
    }
    if (structure) this.#straighten(start, writer.pointCount)
  }

  #heightOfSite(site: number): number {
    return this.#structureM(site) ?? this.#writer.groundM(this.#sites.lonE7[site], this.#sites.latE7[site])
  }

  /** Interpolates heights between the two ends of a structure edge along its length. */
  #straighten(start: number, end: number): void {
    const heightDm = this.#writer.heightDm.array
    const atMm = this.#writer.atMm.array
    const from = heightDm[start]
    const to = heightDm[end - 1]
    if (from === NO_HEIGHT_DM || to === NO_HEIGHT_DM) return
    for (let p = start + 1; p < end - 1; p++) heightDm[p] = Math.round(from + ((to - from) * atMm[p]) / atMm[end - 1])
  }

  #climb(edge: number, start: number, end: number): void {
    const heightDm = this.#writer.heightDm.array.subarray(start, end)
    const climb = climbOf(heightDm, CLIMB_THRESHOLD_M * 10)
    const unknown = heightDm.includes(NO_HEIGHT_DM) || climb.ascentM >= NO_CLIMB_DM || climb.descentM >= NO_CLIMB_DM
    this.#edgeAscentDm[edge] = unknown ? NO_CLIMB_DM : climb.ascentM
    this.#edgeDescentDm[edge] = unknown ? NO_CLIMB_DM : climb.descentM
  }

  #pointHazards(edge: number, site: number, atMm: number): void {
    for (let kind = 0; this.#siteHazards[site] >> kind > 0; kind++)
      if ((this.#siteHazards[site] & (1 << kind)) !== 0) this.#addHazard(edge, kind, atMm, atMm)
    const text = this.#dangerTextOf(site)
    if (text === 0) return
    this.#dangers.edge.push(edge)
    this.#dangers.atMm.push(atMm)
    this.#dangers.text.push(text)
  }

  #addHazard(edge: number, kind: number, fromMm: number, toMm: number): void {
    const hazards = this.#hazards
    hazards.edge.push(edge)
    hazards.kind.push(kind)
    hazards.fromMm.push(fromMm)
    hazards.toMm.push(toMm)
    hazards.wayId.push(this.#ways.ids.idOf(this.#sites.cut.edgeWay[edge]))
  }

  /** The edge's share of the time that its way takes. */
  #ferryDurationS(edge: number): number {
    const way = this.#sites.cut.edgeWay[edge]
    const wholeS = this.#ways.durationS.array[way]
    const wholeMm = this.#ferryLengthMm.get(way)!
    return Number.isNaN(wholeS) || wholeMm === 0
      ? NO_DURATION_S
      : Math.max(1, Math.round((wholeS * this.#edgeLengthMm[edge]) / wholeMm))
  }
}
