// Makes the demo region: a synthetic island in the open Atlantic, as an OSM PBF and one SRTM tile, so that it is
// imported like real data. Seeded and dated: every run writes the same bytes.
// The PBF names its program and source `waypost-demo (synthetic)`; nothing in it is a real place.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Island, buildIsland } from './build-island.ts'
import { osmId } from './demo-map.ts'
import {
  COLS,
  FIRST_SAMPLE_COLUMN,
  FIRST_SAMPLE_ROW,
  ROWS,
  STEP,
  TILE_LAT,
  TILE_LON,
  TILE_SAMPLES,
  toLatE7,
  toLonE7,
} from './island-grid.ts'
import type { SpotName } from './network-plan.ts'
import { type OsmFile, writePbf } from './write-pbf.ts'
import { fractalNoise } from './seeded-noise.ts'

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

const VOID_M = -32768
/** How far the shelf reaches, in units of the shore field (about 2.5 km). */
const SHELF = -0.4
const ROUGHNESS_M = 9
const SEED = 311

/**
 * Writes the height model of the demo region: one SRTM tile of 1 arc-second (3601 x 3601 big-endian int16, row 0 in the
 * north), smooth between lattice points with small roughness on slopes. Heights in whole metres. The sea over the shelf
 * is 0, which is its true height; the open ocean beyond is void (-32768), as unknown as in real tiles. Land is never
 * below 1 m, lakes are level. The tile's bytes. `shore` is above 0 on land; `lake` marks cells of levelled water.
 */
export function writeHgt(
  heightM: Float32Array,
  shore: Float32Array,
  slope: Float32Array,
  lake: Uint8Array,
): Uint8Array {
  const samples = new Int16Array(TILE_SAMPLES * TILE_SAMPLES).fill(swapBytes(VOID_M))
  for (let row = 0; row < (ROWS - 3) * STEP; row++) {
    for (let column = 0; column < (COLS - 3) * STEP; column++) {
      const r = 1 + Math.floor(row / STEP)
      const c = 1 + Math.floor(column / STEP)
      const at = r * COLS + c
      const fy = (row % STEP) / STEP
      const fx = (column % STEP) / STEP
      const onShore = mix(shore, at, fx, fy)
      if (onShore < SHELF) continue
      let heightHereM = 0
      if (onShore > 0) {
        const onLake =
          lake[at] &&
          (fx === 0 || lake[at + 1]) &&
          (fy === 0 || lake[at + COLS]) &&
          (fx === 0 || fy === 0 || lake[at + COLS + 1])
        const smooth = onLake ? heightM[at] : fx === 0 && fy === 0 ? heightM[at] : cubic(heightM, at, fx, fy)
        const rough =
          onLake || (fx === 0 && fy === 0)
            ? 0
            : ROUGHNESS_M * Math.min(1, slope[at]) * fractalNoise(column / 3, row / 3, 2, SEED)
        heightHereM = Math.max(1, Math.round(smooth + rough))
      }
      samples[(FIRST_SAMPLE_ROW + STEP + row) * TILE_SAMPLES + FIRST_SAMPLE_COLUMN + STEP + column] =
        swapBytes(heightHereM)
    }
  }
  return new Uint8Array(samples.buffer)
}

/** Big-endian for a little-endian array. */
const swapBytes = (value: number) => ((value & 0xff) << 8) | ((value >> 8) & 0xff)

function mix(field: Float32Array, at: number, fx: number, fy: number): number {
  const north = field[at] + fx * (field[at + 1] - field[at])
  const south = field[at + COLS] + fx * (field[at + COLS + 1] - field[at + COLS])
  return north + fy * (south - north)
}

/** Catmull-Rom in both directions through the sixteen lattice points around. */
function cubic(field: Float32Array, at: number, fx: number, fy: number): number {
  const across = (row: number) => spline(field[row - 1], field[row], field[row + 1], field[row + 2], fx)
  return spline(across(at - COLS), across(at), across(at + COLS), across(at + 2 * COLS), fy)
}

function spline(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
}
