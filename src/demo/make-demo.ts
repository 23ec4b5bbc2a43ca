// Makes the demo region: a synthetic island in the open Atlantic, as an OSM PBF and one SRTM tile, so that it is
// imported like real data. Seeded and dated: every run writes the same bytes.
// The PBF names its program and source `waypost-demo (synthetic)`; nothing in it is a real place.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildIsland, type Island } from './build-island.ts'
import { osmId } from './demo-map.ts'
import { TILE_LAT, TILE_LON, toLatE7, toLonE7 } from './island-grid.ts'
import type { SpotName } from './network-plan.ts'
import { writeHgt } from './write-hgt.ts'
import { writePbf, type OsmFile } from './write-pbf.ts'

/** Prefix of the writing program of a synthetic PBF. */
export const DEMO_PROGRAM = 'waypost-demo'
/** Date of the demo data, 2026-11-01T00:00:00Z. */
const DEMO_TIMESTAMP_S = 1_793_491_200

export interface Demo {
  pbfPath: string
  demPaths: string[]
  /** a walk from a village to a hut, for the first request */
  example: { waypoints: [lon: number, lat: number][] }
}

/** Writes the demo region into `outDir` (created if missing) and returns the paths. */
export async function makeDemo(outDir: string): Promise<Demo> {
  await mkdir(outDir, { recursive: true })
  const island = buildIsland()
  const { ground, lake, net, map } = island
  const pbfPath = join(outDir, 'waypost-demo.osm.pbf')
  const demPath = join(outDir, `N${TILE_LAT}W${String(-TILE_LON).padStart(3, '0')}.hgt`)
  await Promise.all([
    writeFile(pbfPath, writePbf(toOsmFile(island))),
    writeFile(demPath, writeHgt(ground.heightM, ground.shore, ground.slope, lake)),
  ])
  const lonLat = (spot: SpotName): [number, number] => {
    const point = net.spotPoint[spot]
    return [toLonE7(map.xM[point]) / 1e7, toLatE7(map.yM[point]) / 1e7]
  }
  return { pbfPath, demPaths: [demPath], example: { waypoints: [lonLat('north'), lonLat('nevoaHut')] } }
}

/** The island as OSM objects, without unused points. */
function toOsmFile({ map }: Island): OsmFile {
  const used = new Uint8Array(map.xM.length)
  for (const { points } of map.ways) for (const point of points) used[point] = 1
  for (const point of map.pointTags.keys()) used[point] = 1
  const nodes: OsmFile['nodes'] = []
  used.forEach((use, point) => {
    if (use)
      nodes.push({
        id: osmId('node', point),
        lonE7: toLonE7(map.xM[point]),
        latE7: toLatE7(map.yM[point]),
        tags: map.pointTags.get(point) ?? {},
      })
  })
  return {
    writingProgram: `${DEMO_PROGRAM} (synthetic)`,
    source: `${DEMO_PROGRAM} (synthetic)`,
    replicationTimestampS: DEMO_TIMESTAMP_S,
    nodes,
    ways: map.ways.map(({ points, tags }, index) => ({
      id: osmId('way', index),
      refs: points.map((point) => osmId('node', point)),
      tags,
    })),
    relations: map.relations.map(({ members, tags }, index) => ({
      id: osmId('relation', index),
      tags,
      members: members.map((member) => ({
        type: member.type,
        id: osmId(member.type, member.index),
        role: member.role,
      })),
    })),
  }
}
