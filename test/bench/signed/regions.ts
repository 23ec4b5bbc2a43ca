// The regions of the signed bench: the demo region, and Andorra (real data) cut by meridians into three parts with
// equal metres of signed way. A route belongs to a part only if no point of it lies outside, so that the parts share
// no way.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDemo } from '../../../src/demo/make-demo.ts'
import { writeColumnFile, type Columns } from '../../../src/storage/column-file.ts'
import { buildNetwork } from '../../../src/graph/build/graph-builder.ts'
import { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { openPbfFile } from '../../../src/osm/pbf-blocks.ts'
import type { RouteLine } from '../../../src/routing/details/route-line.ts'
import { openDem } from '../../../src/terrain/open-dem.ts'

const ANDORRA = join(process.env.REAL_DATA_DIR ?? '../shared/data', 'andorra')
const PARTS = ['Andorra west', 'Andorra centre', 'Andorra east']

export interface SignedRegion {
  name: string
  graph: RoutingGraph
  /** ends of signed edges inside the region */
  points: [lon: number, lat: number][]
  signedKm: number
  holds(line: RouteLine): boolean
}

export async function* signedRegions(): AsyncGenerator<SignedRegion> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-signed-'))
  const demo = await makeDemo(folder)
  yield cutRegion('demo', await openNetwork(demo.pbfPath, demo.demPaths), -180, 180)
  rmSync(folder, { recursive: true })
  const pbf = join(ANDORRA, 'andorra-2025-01-19.osm.pbf')
  if (!existsSync(pbf)) {
    console.log('Andorra: left out, needs real data (REAL_DATA_DIR)')
    return
  }
  const dems = ['N42E001.hgt', 'N41E001.hgt'].map((file) => join(ANDORRA, file))
  const graph = await openNetwork(pbf, dems)
  const meridians = [-180, ...equalParts(graph, PARTS.length), 180]
  for (const [i, part] of PARTS.entries()) yield cutRegion(part, graph, meridians[i], meridians[i + 1])
}

async function openNetwork(pbf: string, dems: string[]): Promise<RoutingGraph> {
  const dem = await openDem(dems)
  const source = await openPbfFile(pbf)
  const { meta, columns } = await buildNetwork([source], (lon, lat) => dem.heightM(lon, lat), {
    prepareHeights: (box) => dem.prepare(box),
  })
  await dem.close()
  await source.close?.()
  return RoutingGraph.from(writeColumnFile(meta, columns as unknown as Columns))
}

/** Each signed edge at both of its ends, with half its length. */
function signedEnds(graph: RoutingGraph): { node: number; lengthM: number }[] {
  const { edgeClass, classSignedFoot, edgeLengthMm, arcId, firstArc } = graph.columns
  const ends: { node: number; lengthM: number }[] = []
  for (let node = 0; node < graph.nodeCount; node++)
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
      const edge = arcId[a] >>> 1
      if (classSignedFoot[edgeClass[edge]] > 0) ends.push({ node, lengthM: edgeLengthMm[edge] / 2000 })
    }
  return ends
}

/** Meridians that cut the network into parts with equal metres of signed way. */
function equalParts(graph: RoutingGraph, parts: number): number[] {
  const { nodeLonE7 } = graph.columns
  const ends = signedEnds(graph).sort((a, b) => nodeLonE7[a.node] - nodeLonE7[b.node])
  const wholeM = ends.reduce((sum, { lengthM }) => sum + lengthM, 0)
  const meridians: number[] = []
  let sumM = 0
  for (const { node, lengthM } of ends) {
    sumM += lengthM
    if (meridians.length < parts - 1 && sumM >= (wholeM * (meridians.length + 1)) / parts)
      meridians.push(nodeLonE7[node] / 1e7)
  }
  return meridians
}

function cutRegion(name: string, graph: RoutingGraph, west: number, east: number): SignedRegion {
  const { nodeLonE7, nodeLatE7 } = graph.columns
  const ends = signedEnds(graph).filter(({ node }) => nodeLonE7[node] >= west * 1e7 && nodeLonE7[node] < east * 1e7)
  const nodes = [...new Set(ends.map(({ node }) => node))]
  return {
    name,
    graph,
    points: nodes.map((node) => [nodeLonE7[node] / 1e7, nodeLatE7[node] / 1e7]),
    signedKm: ends.reduce((sum, { lengthM }) => sum + lengthM, 0) / 1000,
    holds: ({ lonE6 }) => lonE6.every((lon) => lon >= west * 1e6 && lon < east * 1e6),
  }
}
