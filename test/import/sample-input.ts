// Small real input files for the import: an OSM PBF with a square net of paths and a 3 arc second HGT, both made here.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePbf, type OsmNode, type OsmWay } from '../../src/demo/write-pbf.ts'
import { importOsm } from '../../src/import/import-osm.ts'
import { hgtBytes } from '../support/hgt-bytes.ts'

const HGT_SIDE = 1201
const SIDE = 9
const STEP_E7 = 40_000

export interface SampleOptions {
  /** south-west corner of the net */
  lon?: number
  lat?: number
  /** tags of every way */
  tags?: Record<string, string>
  firstId?: number
  writingProgram?: string
  /** rows of the net that are there, of 9 */
  rows?: number
}

/** A net of 9 x 9 junctions about 400 m apart, as one way per row and column; path of the file. */
export function writeSampleMap(folder: string, name = 'net.osm.pbf', options: SampleOptions = {}): string {
  const {
    lon = 1.51,
    lat = 42.5,
    tags = { highway: 'path' },
    firstId = 1,
    writingProgram = 'test',
    rows = SIDE,
  } = options
  const nodes: OsmNode[] = []
  const ways: OsmWay[] = []
  for (let i = 0; i < SIDE * SIDE; i++) {
    nodes.push({
      id: firstId + i,
      lonE7: Math.round(lon * 1e7) + (i % SIDE) * STEP_E7,
      latE7: Math.round(lat * 1e7) + Math.floor(i / SIDE) * STEP_E7,
      tags: {},
    })
  }
  for (let i = 0; i < rows; i++) {
    const along = Array.from({ length: SIDE }, (_, j) => j)
    ways.push({
      id: firstId + ways.length,
      refs: along.map((j) => firstId + i * SIDE + j),
      tags: { ...tags, name: `Row ${i}` },
    })
    ways.push({ id: firstId + ways.length, refs: along.map((j) => firstId + j * SIDE + i), tags })
  }
  const path = join(folder, name)
  writeFileSync(
    path,
    writePbf({ writingProgram, source: 'test', replicationTimestampS: 1_750_000_000, nodes, ways, relations: [] }),
  )
  return path
}

/** Two flats with a slope between them, inside the net: quick to pack, and a contour line runs along it. */
const twoFlats = (row: number): number => 1190 + Math.min(Math.max(row - 570, 0), 20)

/** A whole HGT tile; `heightAt` gives metres by row from the north and column, -32768 void. */
export function writeSampleHeights(
  folder: string,
  name = 'N42E001.hgt',
  heightAt: (row: number, col: number) => number = twoFlats,
): string {
  const path = join(folder, name)
  writeFileSync(path, hgtBytes(HGT_SIDE, heightAt))
  return path
}

export interface Ended {
  status: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  durationMs: number
}

/** Runs the command in this process: for what it does and says, where nothing depends on the process. */
export async function runImportHere(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ended> {
  const startedMs = performance.now()
  const said = { stdout: '', stderr: '' }
  const status = await importOsm(
    words,
    environment,
    {},
    {
      stdout: { write: (text) => (said.stdout += text) },
      stderr: { write: (text) => (said.stderr += text) },
    },
  )
  return { status, signal: null, ...said, durationMs: performance.now() - startedMs }
}
