// The geometry, lengths, heights, climbs, hazards and ferries of all edges, in order of edge. There are points at the
// nodes of the way, and between them where the ground needs them. Climb is counted in whole decimetres by turning
// points, so that ascent - descent is exactly the difference of the ends; it is NO_CLIMB_DM if any point of the edge
// has no height.

import { climbOf, CLIMB_THRESHOLD_M } from '../geo/climb.ts'
import { distanceM, type Box } from '../geo/lon-lat.ts'
import type { ClassTable } from './class-table.ts'
import type { NodeCollector } from './collect-nodes.ts'
import type { WayCollector } from './collect-ways.ts'
import type { CutEdges } from './cut-edges.ts'
import { ShapeWriter, type HeightAt } from './drape-heights.ts'
import { FLAG_BRIDGE, FLAG_FERRY, FLAG_TUNNEL, HAZARD_KINDS } from '../osm/edge-facts.ts'
import { NO_CLIMB_DM, NO_DURATION_S, NO_HEIGHT_DM, type NetworkColumns } from './routing-graph.ts'
import { structureHeights } from './structure-heights.ts'
import { float64List, uint32List, uint8List } from './typed-list.ts'

export type ShapeColumns = Pick<
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
  | 'ferryEdge'
  | 'ferryDurationS'
>

export interface HeightSource {
  heightAt: HeightAt
  /** loads the data that `heightAt` needs inside a box */
  prepare?(box: Box): Promise<unknown>
  onProgress?(edgesDone: number, edgeCount: number): void
}

/** Edges whose heights are loaded together; numbered along a curve, they are close together. */
const EDGES_PER_BOX = 16_384
const FULL_TURN_E7 = 3_600_000_000
const STRUCTURE = FLAG_BRIDGE | FLAG_TUNNEL | FLAG_FERRY

export async function layShapes(
  cut: CutEdges,
  ways: WayCollector,
  nodes: NodeCollector,
  classes: ClassTable,
  source: HeightSource,
): Promise<ShapeColumns> {
  const { edgeCount, edgeWay, edgeFirst, edgeLast, edgeIsBarrier } = cut
  const refs = ways.refs.array
  const { lonE7, latE7, hazards: siteHazards } = nodes
  const base = ways.base.array
  const isStructure = (edge: number) =>
    edgeIsBarrier[edge] === 0 && (classes.flagsOf(base[edgeWay[edge]]) & STRUCTURE) !== 0
  const writer = new ShapeWriter(source.heightAt)
  const shapeStart = new Uint32Array(edgeCount + 1)
  const edgeLengthMm = new Uint32Array(edgeCount)
  const edgeAscentDm = new Uint16Array(edgeCount)
  const edgeDescentDm = new Uint16Array(edgeCount)
  const hazards = {
    edge: uint32List(),
    kind: uint8List(),
    fromMm: uint32List(),
    toMm: uint32List(),
    wayId: float64List(),
  }
  const ferries = { edge: uint32List(), durationS: uint32List() }

  const insideHeights = solveStructures(await sampleStructureEnds())
  const ferryLengthMm = new Map<number, number>()

  for (let edge = 0; edge < edgeCount; edge++) {
    if (edge % EDGES_PER_BOX === 0) {
      source.onProgress?.(edge, edgeCount)
      await source.prepare?.(boxOf(edge, Math.min(edgeCount, edge + EDGES_PER_BOX)))
    }
    layEdge(edge)
  }
  for (let i = 0; i < ferries.edge.length; i++) {
    const edge = ferries.edge.array[i]
    const wholeS = ways.durationS.array[edgeWay[edge]]
    const wholeMm = ferryLengthMm.get(edgeWay[edge])!
    ferries.durationS.push(
      Number.isNaN(wholeS) || wholeMm === 0
        ? NO_DURATION_S
        : Math.max(1, Math.round((wholeS * edgeLengthMm[edge]) / wholeMm)),
    )
  }
  source.onProgress?.(edgeCount, edgeCount)
  return {
    edgeLengthMm,
    edgeAscentDm,
    edgeDescentDm,
    shapeStart,
    shapeLonE7: writer.lonE7.view(),
    shapeLatE7: writer.latE7.view(),
    shapeHeightDm: writer.heightDm.view(),
    shapeAtMm: writer.atMm.view(),
    hazardEdge: hazards.edge.view(),
    hazardKind: hazards.kind.view(),
    hazardFromMm: hazards.fromMm.view(),
    hazardToMm: hazards.toMm.view(),
    hazardWayId: hazards.wayId.view(),
    ferryEdge: ferries.edge.view(),
    ferryDurationS: ferries.durationS.view(),
  }

  function layEdge(edge: number): void {
    const way = edgeWay[edge]
    const start = writer.pointCount
    const first = edgeFirst[edge]
    const last = edgeLast[edge]
    const structure = isStructure(edge)
    writer.begin(lonE7[refs[first]], latE7[refs[first]], heightOfSite(refs[first]))
    if (edgeIsBarrier[edge] === 1) writer.lineTo(lonE7[refs[first]], latE7[refs[first]], heightOfSite(refs[first]))
    else {
      let fromSite = refs[first]
      pointHazards(edge, fromSite, 0)
      for (let r = first + 1; r <= last; r++) {
        const site = refs[r]
        const same = lonE7[site] === lonE7[fromSite] && latE7[site] === latE7[fromSite]
        if (!same || r === last) {
          if (structure) writer.lineTo(lonE7[site], latE7[site], r === last ? heightOfSite(site) : NaN)
          else writer.drapeTo(lonE7[site], latE7[site])
        }
        pointHazards(edge, site, writer.atMm.array[writer.pointCount - 1])
        fromSite = site
      }
      if (structure) straighten(start, writer.pointCount)
    }
    const end = writer.pointCount
    shapeStart[edge + 1] = end
    edgeLengthMm[edge] = writer.atMm.array[end - 1]
    climbEdge(edge, start, end)
    if (edgeIsBarrier[edge] === 1) return
    for (let kind = 0; kind < HAZARD_KINDS.length; kind++)
      if ((ways.hazards.array[way] & (1 << kind)) !== 0) addHazard(edge, kind, 0, edgeLengthMm[edge])
    if ((classes.flagsOf(base[way]) & FLAG_FERRY) !== 0) {
      ferries.edge.push(edge)
      ferryLengthMm.set(way, (ferryLengthMm.get(way) ?? 0) + edgeLengthMm[edge])
    }
  }

  function heightOfSite(site: number): number {
    return insideHeights.get(site) ?? writer.groundM(lonE7[site], latE7[site])
  }

  /** Interpolates heights between the two ends of a structure edge along its length. */
  function straighten(start: number, end: number): void {
    const heightDm = writer.heightDm.array
    const atMm = writer.atMm.array
    const from = heightDm[start]
    const to = heightDm[end - 1]
    if (from === NO_HEIGHT_DM || to === NO_HEIGHT_DM) return
    for (let p = start + 1; p < end - 1; p++) heightDm[p] = Math.round(from + ((to - from) * atMm[p]) / atMm[end - 1])
  }

  function climbEdge(edge: number, start: number, end: number): void {
    const climb = climbOf(writer.heightDm.array.subarray(start, end), CLIMB_THRESHOLD_M * 10)
    const unknown =
      writer.heightDm.array.subarray(start, end).includes(NO_HEIGHT_DM) ||
      climb.ascentM >= NO_CLIMB_DM ||
      climb.descentM >= NO_CLIMB_DM
    edgeAscentDm[edge] = unknown ? NO_CLIMB_DM : climb.ascentM
    edgeDescentDm[edge] = unknown ? NO_CLIMB_DM : climb.descentM
  }

  function pointHazards(edge: number, site: number, atMm: number): void {
    for (let kind = 0; siteHazards[site] >> kind > 0; kind++)
      if ((siteHazards[site] & (1 << kind)) !== 0) addHazard(edge, kind, atMm, atMm)
  }

  function addHazard(edge: number, kind: number, fromMm: number, toMm: number): void {
    hazards.edge.push(edge)
    hazards.kind.push(kind)
    hazards.fromMm.push(fromMm)
    hazards.toMm.push(toMm)
    hazards.wayId.push(ways.ids.idOf(edgeWay[edge]))
  }

  function solveStructures(groundM: Map<number, number>): Map<number, number> {
    const fromSite = uint32List()
    const toSite = uint32List()
    const lengthM = float64List()
    const others = new Set<number>() // ends of structures at which another edge begins
    for (let edge = 0; edge < edgeCount; edge++) {
      if (edgeIsBarrier[edge] === 1) continue
      const a = refs[edgeFirst[edge]]
      const b = refs[edgeLast[edge]]
      if (!isStructure(edge)) {
        if (groundM.has(a)) others.add(a)
        if (groundM.has(b)) others.add(b)
        continue
      }
      fromSite.push(a)
      toSite.push(b)
      let sumM = 0
      for (let r = edgeFirst[edge] + 1; r <= edgeLast[edge]; r++) {
        sumM += distanceM(
          lonE7[refs[r - 1]] / 1e7,
          latE7[refs[r - 1]] / 1e7,
          lonE7[refs[r]] / 1e7,
          latE7[refs[r]] / 1e7,
        )
      }
      lengthM.push(sumM)
    }
    const structures = { fromSite: fromSite.view(), toSite: toSite.view(), lengthM: lengthM.view() }
    return structureHeights(
      structures,
      (site) => others.has(site),
      (site) => groundM.get(site)!,
    )
  }

  /** Height of the ground at both sites of every structure edge. */
  async function sampleStructureEnds(): Promise<Map<number, number>> {
    const groundM = new Map<number, number>()
    for (let from = 0; from < edgeCount; from += EDGES_PER_BOX) {
      const to = Math.min(edgeCount, from + EDGES_PER_BOX)
      let prepared = false
      for (let edge = from; edge < to; edge++) {
        if (!isStructure(edge)) continue
        if (!prepared) await source.prepare?.(boxOf(from, to))
        prepared = true
        for (const site of [refs[edgeFirst[edge]], refs[edgeLast[edge]]])
          groundM.set(site, writer.groundM(lonE7[site], latE7[site]))
      }
    }
    return groundM
  }

  /** Box around the sites of some edges; `minLon > maxLon` if it is narrower across the antimeridian. */
  function boxOf(from: number, to: number): Box {
    let south = Infinity
    let north = -Infinity
    // computed twice: with longitudes of -180..180 and of 0..360
    const west = [Infinity, Infinity]
    const east = [-Infinity, -Infinity]
    for (let edge = from; edge < to; edge++) {
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
    const across = east[1] - west[1] < east[0] - west[0] && east[1] > FULL_TURN_E7 / 2
    return across
      ? [west[1] / 1e7, south / 1e7, (east[1] - FULL_TURN_E7) / 1e7, north / 1e7]
      : [west[0] / 1e7, south / 1e7, east[0] / 1e7, north / 1e7]
  }
}
