// `npm run import -- ... --shards 3x3`: cuts the map into parts that overlap (cut-map.ts) and imports each as a region
// of its own (decision: regions), one after another, each in a process that gives its memory back. A part without ways
// is left out. The parts are in `shards/` of the data folder meanwhile; the import lock of the data folder keeps others
// away.

import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '../errors.ts'
import { type Box, DEG_TO_RAD, M_PER_DEG_LAT } from '../geo/lon-lat.ts'
import { openPbfFile, type PbfSource } from '../osm/pbf-blocks.ts'
import { openPbfFiles, type PbfFile } from '../osm/read-pbf.ts'
import { checkMapFiles } from './check-input.ts'
import { cutMap } from './cut-map.ts'
import { takeImportLock } from './import-lock.ts'
import { toReleaseSlug, type ImportArguments } from './parse-arguments.ts'
import { toCount, type Progress } from './progress-bar.ts'

const FOLDER = 'shards'
/** Room for the place of a shard in the name of its region. */
const MAX_NAME = 30

/** The text for standard output. Throws ServiceError if a part could not be imported; those before it are live. */
export async function importShards(
  args: ImportArguments,
  { columns, rows, overlapKm }: NonNullable<ImportArguments['shards']>,
  progress: Progress,
): Promise<string> {
  checkMapFiles(args.pbfPaths)
  const dataDir = resolve(args.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const lock = takeImportLock(dataDir)
  const folder = join(dataDir, FOLDER)
  try {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    progress.begin('shards', 'cut the map')
    const shards = await cut(args.pbfPaths, folder, (bbox) => planShards(bbox, columns, rows, overlapKm))
    const lines: string[] = []
    for (const shard of shards) {
      lock.confirm()
      const region = regionOf(args.name, shard)
      if (shard.ways === 0) lines.push(`${region}: no ways, left out`)
      else {
        await importPart(args, dataDir, region, shard)
        lines.push(`${region}: ${toCount(shard.nodes)} nodes, ${toCount(shard.ways)} ways, published`)
      }
      for (const path of shard.paths) rmSync(path, { force: true })
    }
    progress.end()
    return lines.join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    lock.release()
  }
}

interface CutShard extends Shard {
  paths: string[]
  nodes: number
  ways: number
}

async function cut(pbfPaths: readonly string[], folder: string, plan: (bbox: Box) => Shard[]): Promise<CutShard[]> {
  const sources: PbfSource[] = []
  try {
    for (const path of pbfPaths) sources.push(await openPbfFile(path))
    const files = await openPbfFiles(sources)
    const shards = plan(boxOf(files)).map((shard) => ({
      ...shard,
      paths: pbfPaths.map((_, i) => join(folder, `${shard.place}-${i + 1}.osm.pbf`)),
    }))
    const counts = await cutMap(files, shards)
    return shards.map((shard, i) => ({ ...shard, ...counts[i] }))
  } finally {
    for (const source of sources) await source.close()
  }
}

function boxOf(files: readonly PbfFile[]): Box {
  const boxes = files.map(({ header, source }) => {
    if (header.bbox !== null) return header.bbox
    throw new ServiceError(
      'invalid_input',
      `${source.name} does not say what it covers, so it cannot be cut into shards: rewrite it with a bounding box (osmium sort).`,
    )
  })
  const side = (pick: (...values: number[]) => number, i: number) => pick(...boxes.map((box) => box[i]))
  return [side(Math.min, 0), side(Math.min, 1), side(Math.max, 2), side(Math.max, 3)]
}

function regionOf(name: string, { place }: Shard): string {
  return `${toReleaseSlug(name).slice(0, MAX_NAME).replace(/-$/, '')}-${place}`
}

async function importPart(args: ImportArguments, dataDir: string, region: string, shard: CutShard): Promise<void> {
  const script = fileURLToPath(new URL('import-osm.ts', import.meta.url))
  const words = [
    ...shard.paths,
    ...args.demPaths.flatMap((path) => ['--dem', path]),
    ...['--name', `${args.name} ${shard.place}`, '--region', region, `--core=${shard.core.join(',')}`],
    ...['--data', dataDir, '--keep', String(args.keep), '--max-shrink', String(Math.round(args.maxShrink * 100))],
    ...(args.acceptShrink ? ['--accept-shrink'] : []),
    ...(args.demAttribution === null ? [] : ['--dem-attribution', args.demAttribution]),
    ...(args.basemap === null ? [] : ['--basemap', args.basemap]),
  ]
  const child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 2, 2] })
  const stop = () => child.kill('SIGTERM')
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  const status = await new Promise<number | null>((done, fail) => {
    child.once('error', fail)
    child.once('exit', done)
  })
  process.off('SIGTERM', stop)
  process.off('SIGINT', stop)
  if (status !== 0)
    throw new ServiceError(
      'invalid_input',
      `The shard ${region} could not be imported; see above. Those before it are live.`,
    )
}

interface Shard {
  /** column from the west and row from the south, from 1: `2-1` */
  place: string
  core: Box
  box: Box
}

/**
 * How a map is cut into shards (decision: regions): its box in columns and rows of equal degrees, which are the cores;
 * each shard holds its core and the overlap around it. Pure. `overlapKm`: how far a shard reaches beyond its core,
 * where the map does. Throws ServiceError `invalid_input`.
 */
export function planShards(bbox: Box, columns: number, rows: number, overlapKm: number): Shard[] {
  const [west, south, east, north] = bbox
  if (west > east)
    throw new ServiceError(
      'invalid_input',
      'The map lies across the antimeridian, where it cannot be cut into shards: import it as one region.',
    )
  const lonAt = (column: number) => (column === columns ? east : west + ((east - west) * column) / columns)
  const latAt = (row: number) => (row === rows ? north : south + ((north - south) * row) / rows)
  const shards: Shard[] = []
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      const core = [lonAt(column), latAt(row), lonAt(column + 1), latAt(row + 1)] as const
      shards.push({ place: `${column + 1}-${row + 1}`, core, box: grow(core, overlapKm * 1000, bbox) })
    }
  }
  return shards
}

/** Within `bbox`; a degree of longitude is taken as long as it is at the side nearer to a pole. */
function grow([west, south, east, north]: Box, byM: number, bbox: Box): Box {
  const dLat = byM / M_PER_DEG_LAT
  const farthest = Math.min(89, Math.max(Math.abs(south - dLat), Math.abs(north + dLat)))
  const dLon = dLat / Math.cos(farthest * DEG_TO_RAD)
  return [
    Math.max(bbox[0], west - dLon),
    Math.max(bbox[1], south - dLat),
    Math.min(bbox[2], east + dLon),
    Math.min(bbox[3], north + dLat),
  ]
}
