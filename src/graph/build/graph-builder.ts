// Builds the columns of a network from OSM PBF files: ways and relations first, then the ways of squares that relations
// map, then the nodes they use, then edges, shapes with heights, signed routes, turn restrictions and the snap index.
// Several files become one network. Memory grows with what is kept, never with the files. Deterministic: the same files
// and heights give the same columns. Everything left out is counted.

import { ASCENT_METHOD } from '../../geo/climb.ts'
import { english } from '../../language/catalogue-files.ts'
import type { Box } from '../../geo/lon-lat.ts'
import { ServiceError } from '../../errors.ts'
import type { PbfSource } from '../../osm/pbf-blocks.ts'
import { type PbfFile, openPbfFiles } from '../../osm/read-pbf.ts'
import { EdgeAttributes } from './edge-attributes.ts'
import { NodeCollector } from './collect-nodes.ts'
import { regionBox } from './region-box.ts'
import { RelationCollector, buildRestrictions } from './collect-relations.ts'
import { WayCollector } from './collect-ways.ts'
import { type CutEdges, cutEdges } from './cut-edges.ts'
import { dateEdges } from './date-edges.ts'
import { type ClosedColumns, buildClosedColumns } from '../closed-ways.ts'
import type { HeightAt } from './sample-heights.ts'
import { type IgnoredCount, IgnoredCounts } from './ignored-counts.ts'
import { writeShapes } from './write-shapes.ts'
import type { NetworkColumns } from '../network-columns.ts'
import { NETWORK_FORMAT, type NetworkMeta } from '../network-file.ts'
import { type ArcColumns, linkArcs, NO_HEIGHT_DM } from '../routing-graph.ts'
import { type SnapColumns, buildSnapColumns } from '../snap-tree.ts'
import { StringTable } from '../../storage/string-table.ts'
import { type TrailSets, buildTrailSets } from './trail-sets.ts'
import { fillBy } from '../../storage/typed-list.ts'

interface BuildProgress {
  stage: 'ways' | 'nodes' | 'heights'
  /** bytes of all files, or edges for `heights` */
  done: number
  total: number
}

interface BuildOptions {
  onProgress?(progress: BuildProgress): void
  /** Called before heights inside a box are requested; boxes are small parts of the region. */
  prepareHeights?(box: Box): Promise<unknown>
  /** Whether the data is synthetic (the demo region). */
  synthetic?: boolean
}

export interface BuildReport {
  files: { name: string; sizeBytes: number; sourceTs: string | null; bbox: Box | null }[]
  read: { nodes: number; ways: number; relations: number }
  kept: {
    ways: number
    nodes: number
    edges: number
    shapePoints: number
    classes: number
    barriers: number
    hazards: number
    ferries: number
    trails: number
    restrictions: number
    withoutHeight: number
  }
  ignored: IgnoredCount[]
  /** elapsed time by stage */
  stageMs: { ways: number; nodes: number; edges: number; heights: number; rest: number }
}

interface BuiltNetwork {
  meta: NetworkMeta
  columns: NetworkColumns & SnapColumns & ClosedColumns
  report: BuildReport
}

/**
 * Builds the network of one or more OSM PBF files. `heightAt` returns metres, null if unknown; it must be synchronous.
 * Throws ServiceError `invalid_input` for damaged files and if they contain no road or path. Does not close the
 * sources.
 */
export async function buildNetwork(
  sources: readonly PbfSource[],
  heightAt: HeightAt,
  options: BuildOptions = {},
): Promise<BuiltNetwork> {
  const clock = stageClock()
  const files = await openPbfFiles(sources)
  const strings = new StringTable()
  const classes = new EdgeAttributes(strings)
  const ignored = new IgnoredCounts()
  const ways = new WayCollector(classes, strings, ignored)
  const relations = new RelationCollector(ignored)
  await readWays(files, options, ways, relations)
  const names = files.map((file) => file.source.name).join(', ')
  if (ways.ids.count === 0) throw new ServiceError('invalid_input', `There are no roads or paths inside ${names}.`)
  const waysMs = clock()

  const nodes = new NodeCollector(ways.sites)
  await readAll(files, 'nodes', options, (file, onBytes) => file.read({ nodes: (batch) => nodes.take(batch) }, onBytes))
  const nodesMs = clock()

  const cut = cutEdges(ways, nodes, ignored)
  if (cut.edgeCount === 0)
    throw new ServiceError('invalid_input', `${names}: the nodes of the roads and paths are missing from the file.`)
  requireNetworkSize({ edges: cut.edgeCount, points: 0 })
  const trails = buildTrailSets(relations.routes, ways.ids, strings, ignored)
  const arcs = linkArcs(cut.nodeSite.length, cut.edgeFrom, cut.edgeTo)
  const edgeClass = classifyEdges(cut, ways, nodes, classes, trails)
  const classColumns = classes.toColumns()
  const restrictions = restrictEdges(cut, arcs, ways, relations, edgeClass, classColumns, ignored)
  for (const collected of [ways, nodes]) collected.forgetSites()
  const { dangerTextOf, ...dated } = await dateEdges(cut, ways, nodes, strings)
  const edgesMs = clock()

  const shapes = await writeShapes(cut, ways, nodes, classes, {
    heightAt,
    prepare: options.prepareHeights,
    dangerTextOf,
    onProgress: (done, total) => options.onProgress?.({ stage: 'heights', done, total }),
  })
  const heightsMs = clock()

  requireNetworkSize({ edges: cut.edgeCount, points: shapes.shapeLonE7.length })
  const laid: NetworkColumns = {
    nodeLonE7: fillBy(new Int32Array(cut.nodeSite.length), (node) => nodes.lonE7[cut.nodeSite[node]]),
    nodeLatE7: fillBy(new Int32Array(cut.nodeSite.length), (node) => nodes.latE7[cut.nodeSite[node]]),
    ...arcs,
    ...edgeColumns(cut, ways, trails, edgeClass),
    ...shapes,
    ...classColumns,
    ...dated,
    restrictionStart: startsOf(restrictions),
    restrictionArcs: Uint32Array.from(restrictions.flat()),
    ...trails.columns,
    ...strings.toColumns(),
  }
  const closed = buildClosedColumns(ways.closedStart.view(), ways.closedRefs.view(), nodes.lonE7, nodes.latE7)
  for (const collected of [ways, nodes]) collected.forgetAll()
  const snap = buildSnapColumns({ ...shapes, edgeClass, classFlags: classColumns.classFlags })
  const columns = { ...laid, ...closed, ...snap }
  const headerBoxes = files.map(({ header }) => header.bbox)
  const region = regionBox(headerBoxes, columns.shapeLonE7, columns.shapeLatE7)
  const report: BuildReport = {
    files: files.map(describeFile),
    read: { nodes: nodes.readCount, ways: ways.readCount, relations: relations.readCount },
    kept: { ways: ways.ids.count, ...countKept(cut, columns, restrictions.length) },
    ignored: ignored.list(),
    stageMs: { ways: waysMs, nodes: nodesMs, edges: edgesMs, heights: heightsMs, rest: clock() },
  }
  return { meta: toMeta(files, region, options.synthetic ?? false), columns, report }
}

function stageClock(): () => number {
  let last = performance.now()
  return () => {
    const now = performance.now()
    const ms = Math.round(now - last)
    last = now
    return ms
  }
}

/** Ways and relations in one pass; the ways that squares are made of in another, where there are squares. */
async function readWays(
  files: PbfFile[],
  options: BuildOptions,
  ways: WayCollector,
  relations: RelationCollector,
): Promise<void> {
  await readAll(files, 'ways', options, (file, onBytes) =>
    file.read({ ways: (batch) => ways.take(batch), relations: (batch) => relations.take(batch) }, onBytes),
  )
  const { squares } = relations
  if (squares.isEmpty) return
  await readAll(files, 'ways', {}, (file, onBytes) => file.read({ ways: (batch) => squares.takeWays(batch) }, onBytes))
  squares.addTo(ways)
}

async function readAll(
  files: PbfFile[],
  stage: 'ways' | 'nodes',
  options: BuildOptions,
  read: (file: PbfFile, onBytes: (at: number) => void) => Promise<void>,
): Promise<void> {
  const total = files.reduce((sum, { source }) => sum + source.sizeBytes, 0)
  let before = 0
  for (const file of files) {
    await read(file, (at) => options.onProgress?.({ stage, done: before + at, total }))
    before += file.source.sizeBytes
  }
}

function toMeta(files: PbfFile[], bbox: Box, synthetic: boolean): NetworkMeta {
  return {
    format: NETWORK_FORMAT,
    sourceTs: oldestTs(files),
    bbox,
    ascentMethod: english.render(ASCENT_METHOD),
    synthetic,
  }
}

function describeFile({ source, header }: PbfFile): BuildReport['files'][number] {
  return { name: source.name, sizeBytes: source.sizeBytes, sourceTs: header.sourceTs, bbox: header.bbox }
}

function countKept(cut: CutEdges, columns: NetworkColumns, restrictions: number): Omit<BuildReport['kept'], 'ways'> {
  return {
    nodes: cut.nodeSite.length,
    edges: cut.edgeCount,
    shapePoints: columns.shapeLonE7.length,
    classes: columns.classSac.length,
    barriers: cut.edgeIsBarrier.reduce((sum, one) => sum + one, 0),
    hazards: columns.hazardEdge.length,
    ferries: columns.ferryEdge.length,
    trails: columns.trailRelationId.length,
    restrictions,
    withoutHeight: countVoids(columns),
  }
}

/** The data is as old as its oldest file; null if one of them has no date. */
function oldestTs(files: PbfFile[]): string | null {
  const times = files.map(({ header }) => header.sourceTs)
  return times.includes(null) ? null : times.sort()[0]
}

function countVoids({ shapeHeightDm }: NetworkColumns): number {
  let count = 0
  for (let p = 0; p < shapeHeightDm.length; p++) if (shapeHeightDm[p] === NO_HEIGHT_DM) count++
  return count
}

/**
 * Columns of a network's edges and arcs, from the ways that they were cut from. Columns of edges but for their shape,
 * in the order in which they lie in the file.
 */
function edgeColumns(
  cut: CutEdges,
  ways: WayCollector,
  trails: TrailSets,
  edgeClass: Uint32Array,
): Pick<NetworkColumns, 'edgeFrom' | 'edgeTo' | 'edgeClass' | 'edgeWayId' | 'edgeName' | 'edgeRef' | 'edgeTrailSet'> {
  const { edgeWay } = cut
  const byEdge = (value: (way: number) => number) =>
    fillBy(new Uint32Array(edgeWay.length), (edge) => value(edgeWay[edge]))
  return {
    edgeFrom: cut.edgeFrom,
    edgeTo: cut.edgeTo,
    edgeClass,
    edgeWayId: fillBy(new Float64Array(edgeWay.length), (edge) => ways.ids.idOf(edgeWay[edge])),
    edgeName: byEdge((way) => ways.name.array[way]),
    edgeRef: byEdge((way) => ways.ref.array[way]),
    edgeTrailSet: byEdge((way) => trails.waySet[way]),
  }
}

/** Class of every edge. */
function classifyEdges(
  cut: CutEdges,
  ways: WayCollector,
  nodes: NodeCollector,
  classes: EdgeAttributes,
  { waySet, setSignedFoot, setSignedBike }: TrailSets,
): Uint32Array {
  const edgeClass = new Uint32Array(cut.edgeCount)
  for (let e = 0; e < cut.edgeCount; e++) {
    const way = cut.edgeWay[e]
    const base = ways.base.array[way]
    const foot = setSignedFoot[waySet[way]]
    const bike = setSignedBike[waySet[way]]
    edgeClass[e] =
      cut.edgeIsBarrier[e] === 0
        ? classes.addClass(base, foot, bike)
        : classes.addBarrierClass(base, nodes.barriers.get(ways.refs.array[cut.edgeFirst[e]])!, foot, bike)
  }
  return edgeClass
}

/**
 * Turn restrictions of relations as sequences of arcs of the network. Forbidden sequences of arcs, from the
 * restrictions that relations state between ways.
 */
function restrictEdges(
  cut: CutEdges,
  arcs: ArcColumns,
  ways: WayCollector,
  relations: RelationCollector,
  edgeClass: Uint32Array,
  { classBikeForward, classBikeBackward }: ReturnType<EdgeAttributes['toColumns']>,
  ignored: IgnoredCounts,
): number[][] {
  const bikeAccess = (arc: number) => ((arc & 1) === 0 ? classBikeForward : classBikeBackward)[edgeClass[arc >>> 1]]
  const viaNodes = nodesOfSites(cut, new Set(relations.restrictions.map((r) => ways.sites.find(r.viaNodeId))))
  const withNodes = relations.restrictions.map((r) => ({
    ...r,
    viaNodeId: viaNodes.get(ways.sites.find(r.viaNodeId)) ?? -1,
  }))
  return buildRestrictions(
    withNodes,
    ways.ids,
    { ...cut, ...arcs, nodeCount: cut.nodeSite.length, bikeAccess, edgesOfWays: (named) => edgesOfWays(cut, named) },
    ignored,
  )
}

/** The node of each site; -1 for a site that a barrier splits into several nodes. */
function nodesOfSites({ nodeSite }: CutEdges, sites: Set<number>): Map<number, number> {
  const found = new Map<number, number>()
  for (let n = 0; n < nodeSite.length; n++) {
    if (!sites.has(nodeSite[n])) continue
    found.set(nodeSite[n], found.has(nodeSite[n]) ? -1 : n)
  }
  return found
}

/** Edges of the given ways without barriers, in the order of the way. */
function edgesOfWays({ edgeWay, edgeFirst, edgeIsBarrier }: CutEdges, named: readonly number[]): Map<number, number[]> {
  const edges = new Map<number, number[]>(named.map((way) => [way, []]))
  for (let e = 0; e < edgeWay.length; e++) if (edgeIsBarrier[e] === 0) edges.get(edgeWay[e])?.push(e)
  for (const list of edges.values()) list.sort((a, b) => edgeFirst[a] - edgeFirst[b])
  return edges
}

/** Where each list begins in all of them joined, and their end. */
function startsOf(lists: readonly (readonly number[])[]): Uint32Array {
  const starts = new Uint32Array(lists.length + 1)
  lists.forEach((list, i) => (starts[i + 1] = starts[i] + list.length))
  return starts
}

/** Arcs are twice the edges and are numbered in 31 bits by the searches. */
const MAX_EDGES = 2 ** 30
/** `shapeStart` is a column of 32 bits. */
const MAX_POINTS = 2 ** 32 - 1

/**
 * What one network can hold. Beyond these numbers its columns would wrap around in silence, so that an import ends
 * instead, and says what there is too much of.
 */
export interface NetworkSize {
  edges: number
  points: number
}

/** Throws ServiceError `invalid_input` if a network of this size cannot be written. */
export function requireNetworkSize({ edges, points }: NetworkSize): void {
  for (const [words, count, most] of [
    ['edges', edges, MAX_EDGES],
    ['points of geometry', points, MAX_POINTS],
  ] as const)
    if (count > most)
      throw new ServiceError(
        'invalid_input',
        `The map files make a network of ${count} ${words}, and one network holds ${most}: import smaller extracts.`,
      )
}
