// The network of a release: map files and heights to network.bin, including the hierarchy and the snap index, and a
// report about it. One copy of the network is in memory. A terrain model that has heights for less than
// MIN_KNOWN_SHARE of the network's points is of another area and refused; one that covers a part is accepted, and
// the rest stays unknown. A gap never becomes height 0.

import { ServiceError } from '../errors.ts'
import type { Box } from '../geo/lon-lat.ts'
import type { Columns } from '../storage/column-file.ts'
import { buildNetwork, type BuildReport } from '../graph/build/graph-builder.ts'
import { networkFileBytes } from '../graph/network-file.ts'
import type { NetworkMeta } from '../graph/network-meta.ts'
import { RoutingGraph } from '../graph/routing-graph.ts'
import { openPbfFile, type PbfSource } from '../osm/pbf-source.ts'
import { PbfFile } from '../osm/read-pbf.ts'
import { CostModel } from '../routing/costs/cost-model.ts'
import { settingsToBound } from '../routing/costs/lower-bounds.ts'
import { buildHierarchy, Hierarchy } from '../routing/cch/hierarchy.ts'
import { describeMetrics, metricBytes, storesMetrics } from '../routing/cch/stored-metrics.ts'
import { defaultTables } from '../routing/route/default-tables.ts'
import { openingTables, componentColumns } from '../routing/search/component-cache.ts'
import type { DemSource } from '../terrain/open-dem.ts'
import { writeDurably } from './durable-files.ts'
import { isSynthetic } from './expect-region.ts'
import { findExample } from './find-example.ts'
import type { Progress } from './progress-bar.ts'
import { toPercent } from './to-percent.ts'

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
  if (regions.every((region) => region !== null && !dem.layers.some(({ bbox }) => overlap(region, bbox))))
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

function overlap(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}

function showBox(box: Box): string {
  return box.map((value) => Number(value.toFixed(3))).join(', ')
}
