// The network of a release: map files and heights to network.bin, including the hierarchy and the snap index, and a
// report about it. One copy of the network is in memory. A terrain model that has heights for less than
// MIN_KNOWN_SHARE of the network's points is of another area and refused; one that covers a part is accepted, and
// the rest stays unknown. A gap never becomes height 0.

import { ServiceError } from '../errors.ts'
import { type Box, distanceM } from '../geo/lon-lat.ts'
import { doMeet } from '../geo/split-box.ts'
import type { Columns } from '../storage/column-file.ts'
import { buildNetwork, type BuildReport } from '../graph/build/graph-builder.ts'
import { networkFileBytes, type NetworkMeta } from '../graph/network-file.ts'
import { RoutingGraph } from '../graph/routing-graph.ts'
import { openPbfFile, type PbfSource } from '../osm/pbf-blocks.ts'
import { PbfFile } from '../osm/read-pbf.ts'
import { CostModel } from '../routing/costs/cost-model.ts'
import { settingsToBound } from '../routing/costs/lower-bounds.ts'
import { buildHierarchy, Hierarchy } from '../routing/cch/hierarchy.ts'
import { describeMetrics, metricBytes, storesMetrics } from '../routing/cch/stored-metrics.ts'
import { defaultTables } from '../routing/route/find-route.ts'
import { openingTables, componentColumns } from '../routing/search/strong-components.ts'
import type { DemSource } from '../terrain/open-dem.ts'
import { ACCESS_OPEN, FLAG_BARRIER, FLAG_FERRY } from '../osm/edge-facts.ts'
import { MinHeap } from '../routing/search/min-heap.ts'
import { writeDurably } from './durable-files.ts'
import { isSynthetic } from './check-input.ts'
import { type Progress, toPercent } from './progress-bar.ts'

/** Below this share of points with a height, the terrain model is assumed to be of another area. */
const MIN_KNOWN_SHARE = 0.01
const GROUP = 'network with heights'
const STAGES = {
  ways: ['ways and relations', 'bytes'],
  nodes: ['nodes', 'bytes'],
  heights: ['edges and heights', 'edges'],
} as const

export interface NetworkFile {
  meta: NetworkMeta
  report: BuildReport
  /** whether some of the map is real OpenStreetMap data */
  holdsOsm: boolean
  /** share 0..1 of the network's points with a known height */
  knownShare: number
  counts: Record<string, number>
  example: { waypoints: [number, number][] } | undefined
}

/** Builds and writes the network. Throws ServiceError `invalid_input` for unusable input. */
export async function buildNetworkFile(
  mapPaths: readonly string[],
  dem: DemSource,
  outPath: string,
  progress: Progress,
): Promise<NetworkFile> {
  const sources: PbfSource[] = []
  try {
    for (const path of mapPaths) sources.push(await openPbfFile(path))
    return await buildFrom(sources, dem, outPath, progress)
  } finally {
    for (const source of sources) await source.close()
  }
}

async function buildFrom(
  sources: readonly PbfSource[],
  dem: DemSource,
  outPath: string,
  progress: Progress,
): Promise<NetworkFile> {
  const headers = []
  for (const source of sources) headers.push((await PbfFile.open(source)).header)
  const synthetic = headers.map(isSynthetic)
  const regions = headers.map(({ bbox }) => bbox)
  // checked before the work begins if every file says what it covers
  if (regions.every((region) => region !== null && !dem.layers.some(({ bbox }) => doMeet(region, bbox))))
    throw lieElsewhere(dem, regions[0]!, 0)
  let begun = ''
  const { meta, columns, report } = await buildNetwork(sources, (lon, lat) => dem.heightM(lon, lat), {
    synthetic: synthetic.includes(true),
    prepareHeights: (box) => dem.prepare(box),
    onProgress({ stage, done, total }) {
      const [title, unit] = STAGES[stage]
      if (begun !== stage) progress.begin(GROUP, title)
      begun = stage
      progress.report(done, total, unit)
    },
  })
  const knownShare = 1 - report.kept.withoutHeight / report.kept.shapePoints
  if (knownShare < MIN_KNOWN_SHARE) throw lieElsewhere(dem, meta.bbox, knownShare)
  progress.begin(GROUP, 'hierarchy')
  const graph = RoutingGraph.of(meta, columns as unknown as Columns)
  const hierarchy = buildHierarchy(graph)
  const parts = componentColumns(graph, openingTables(new CostModel(graph)))
  progress.begin(GROUP, 'write the network')
  writeDurably(outPath, withMetrics(graph, { ...graph.extra, ...hierarchy, ...parts }, progress))
  const waypoints = findExample(graph)
  return {
    meta,
    report,
    holdsOsm: synthetic.includes(false),
    knownShare,
    counts: { ...report.kept },
    example: waypoints === null ? undefined : { waypoints },
  }
}

/** The bytes of the network file. A large network has metrics in it, too. */
function withMetrics(graph: RoutingGraph, columns: Columns, progress: Progress): Iterable<Uint8Array> {
  const hierarchy = Hierarchy.from(RoutingGraph.of(graph.meta, columns))
  if (!storesMetrics(hierarchy)) return networkFileBytes(graph.meta, columns)
  const model = new CostModel(graph)
  const byKey = new Map(
    settingsToBound()
      .flatMap((settings) => model.tablesBelow(settings))
      .map((table) => [table.key, table] as const),
  )
  const tables = [...byKey.values(), ...defaultTables(model)]
  const meta = { ...graph.meta, metrics: describeMetrics(graph, hierarchy, tables) }
  const bytes = metricBytes(graph, hierarchy, tables, (made) => progress.report(made, tables.length, 'metrics'))
  return networkFileBytes(meta, columns, bytes)
}

function lieElsewhere(dem: DemSource, region: Box, knownShare: number): ServiceError {
  return new ServiceError(
    'invalid_input',
    `The height files cover ${toPercent(knownShare)} of the network: they span ${showBox(dem.bbox)} and the map lies in ${showBox(region)} (west, south, east, north); give height files of that region with --dem.`,
  )
}

function showBox(box: Box): string {
  return box.map((value) => Number(value.toFixed(3))).join(', ')
}

const MIN_ROUTE_M = 1500
const MAX_ROUTE_M = 5000
const MAX_SAC = 3

/**
 * Finds two waypoints of a network that are a walk of a few kilometres apart, for examples and for the curl line that
 * the server prints. They are junctions of the largest connected part on open ways up to T3, found by plain Dijkstra
 * over lengths. Null if the network has no such walk of at least MIN_ROUTE_M: an example is never made up. `[[lon,
 * lat], [lon, lat]]`, null if none was found. Deterministic.
 */
export function findExample(graph: RoutingGraph): [number, number][] | null {
  const { nodeLonE7, nodeLatE7 } = graph.columns
  const walkable = listWalkable(graph)
  const start = findMiddleNode(graph, walkable)
  if (start === null) return null
  const reached = measureFrom(graph, walkable, start)
  let best = -1
  let bestM = 0
  for (const [node, lengthM] of reached) {
    if (lengthM < MIN_ROUTE_M) continue
    const straightM = distanceM(
      nodeLonE7[start] / 1e7,
      nodeLatE7[start] / 1e7,
      nodeLonE7[node] / 1e7,
      nodeLatE7[node] / 1e7,
    )
    if (straightM > bestM || (straightM === bestM && node < best)) {
      best = node
      bestM = straightM
    }
  }
  // a walk that ends where it began is not a useful example
  if (best === -1 || bestM < MIN_ROUTE_M / 2) return null
  return [start, best].map((node) => [nodeLonE7[node] / 1e7, nodeLatE7[node] / 1e7])
}

/** 1 for each edge that is open on foot both ways, at most T3 or untagged, and not a ferry. */
function listWalkable(graph: RoutingGraph): Uint8Array {
  const { edgeClass, classFootForward, classFootBackward, classSac, classFlags } = graph.columns
  const walkable = new Uint8Array(graph.edgeCount)
  for (let edge = 0; edge < walkable.length; edge++) {
    const cls = edgeClass[edge]
    const isOpen = classFootForward[cls] === ACCESS_OPEN && classFootBackward[cls] === ACCESS_OPEN
    if (isOpen && classSac[cls] <= MAX_SAC && (classFlags[cls] & (FLAG_FERRY | FLAG_BARRIER)) === 0) walkable[edge] = 1
  }
  return walkable
}

/**
 * The node of the largest walkable part nearest to that part's mean position; returns null without walkable edges.
 */
function findMiddleNode(graph: RoutingGraph, walkable: Uint8Array): number | null {
  const { edgeFrom, edgeTo, nodeLonE7, nodeLatE7 } = graph.columns
  const part = new Uint32Array(graph.nodeCount)
  for (let node = 0; node < part.length; node++) part[node] = node
  const rootOf = (node: number): number => {
    while (part[node] !== node) node = part[node] = part[part[node]]
    return node
  }
  const edgesOf = new Uint32Array(graph.nodeCount)
  for (let edge = 0; edge < walkable.length; edge++) {
    if (walkable[edge] === 0) continue
    edgesOf[edgeFrom[edge]]++
    edgesOf[edgeTo[edge]]++
    part[rootOf(edgeFrom[edge])] = rootOf(edgeTo[edge])
  }
  const sizes = new Uint32Array(part.length)
  // of equals the one that is met first
  const firstMet = new Uint32Array(part.length)
  for (let node = part.length - 1; node >= 0; node--) {
    if (edgesOf[node] === 0) continue
    sizes[rootOf(node)]++
    firstMet[rootOf(node)] = node
  }
  let largest = -1
  for (let root = 0; root < sizes.length; root++) {
    if (sizes[root] === 0) continue
    const isLarger = largest === -1 || sizes[root] > sizes[largest]
    if (isLarger || (sizes[root] === sizes[largest] && firstMet[root] < firstMet[largest])) largest = root
  }
  if (largest === -1) return null
  const members = new Uint32Array(sizes[largest])
  let count = 0
  for (let node = 0; node < part.length; node++)
    if (edgesOf[node] > 0 && rootOf(node) === largest) members[count++] = node
  const midLon = members.reduce((sum, node) => sum + nodeLonE7[node], 0) / members.length
  const midLat = members.reduce((sum, node) => sum + nodeLatE7[node], 0) / members.length
  const fromMiddle = (node: number): number => Math.hypot(nodeLonE7[node] - midLon, nodeLatE7[node] - midLat)
  return members.reduce((best, node) => (fromMiddle(node) < fromMiddle(best) ? node : best))
}

/** Shortest lengths in metres from a node over walkable edges, up to MAX_ROUTE_M. */
function measureFrom(graph: RoutingGraph, walkable: Uint8Array, start: number): Map<number, number> {
  const { firstArc, arcHead, arcId, edgeLengthMm } = graph.columns
  const lengths = new Map<number, number>([[start, 0]])
  const settled = new Map<number, number>()
  const open = new MinHeap()
  open.push(0, start)
  while (open.size > 0) {
    const node = open.pop()
    if (settled.has(node)) continue
    const lengthM = lengths.get(node)!
    settled.set(node, lengthM)
    for (let arc = firstArc[node]; arc < firstArc[node + 1]; arc++) {
      const edge = arcId[arc] >>> 1
      const headM = lengthM + edgeLengthMm[edge] / 1000
      if (walkable[edge] === 0 || headM > MAX_ROUTE_M || headM >= (lengths.get(arcHead[arc]) ?? Infinity)) continue
      lengths.set(arcHead[arc], headM)
      open.push(headM, arcHead[arc])
    }
  }
  return settled
}
