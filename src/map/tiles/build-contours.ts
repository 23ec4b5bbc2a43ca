// The contour tiles of a release: lines every 20 m over the terrain model, z9 to z14, layer `contours` with `elevation`
// and `index`. Heights are sampled on a grid shared by all tiles, slightly smoothed, and traced one z9 tile at a time;
// neighbouring tiles use the same samples where they meet. Memory holds one such tile. Small voids are filled from
// their rim, with the ground around the tile, so that a line through one goes on beyond it; a larger void has no lines.

import { basename, dirname, join } from 'node:path'
import { MOST_VOID_M, fillVoids } from '../../geo/fill-voids.ts'
import { type Box, EARTH_RADIUS_M } from '../../geo/lon-lat.ts'
import { splitBox } from '../../geo/split-box.ts'
import { latOfWorldY, lonOfWorldX } from '../../geo/web-mercator.ts'
import type { DemSource } from '../../terrain/open-dem.ts'
import { type ArchiveSummary, TileArchiveWriter } from '../../storage/archive/archive-writer.ts'
import { toUnitBox } from './build-basemap.ts'
import { cutTiles } from './cut-tiles.ts'
import { FeatureStore, ROOT_ZOOM } from './feature-store.ts'
import { boxOf } from './nest-rings.ts'
import type { HeightGrid } from './join-pieces.ts'
import { traceContours } from './trace-contours.ts'
import type { UnitBox } from './unit-box.ts'
import { BUFFER_UNITS, DEEPEST_ZOOM, EXTENT, WORLD_UNITS, tileBox, tilesTouched, unitOf } from './world-units.ts'

const INTERVAL_M = 20
const INDEX_M = 100
/**
 * Levels that are multiples of `everyM`, with the zoom from which they are drawn; each divides the one before, so that
 * steps are even at every zoom.
 */
const LEVELS: [everyM: number, minZoom: number][] = [
  [400, 9],
  [200, 10],
  [100, 11],
  [20, 12],
]
/** Grid columns across a z9 tile, for a source with this many metres per pixel at the equator or fewer. */
const GRIDS: [pixelM: number, columns: number][] = [
  [60, 2048],
  [0, 4096],
]
/** A closed line less than this across is left out, in pixels of a 512 px tile. */
const LEAST_LOOP_PX = 6
const ROWS_AT_ONCE = 64
const TILE_UNITS = WORLD_UNITS / 2 ** ROOT_ZOOM

interface ContoursOptions {
  /** null if unknown */
  attribution: string | null
  /** for temporary files; if absent, that of the archive */
  workFolder?: string
}

export interface ContoursReport extends ArchiveSummary {
  lines: number
  lowestM: number
  highestM: number
}

/**
 * Writes the contours of `box` to `outPath`; returns null and writes no file if there are none. Equal input gives equal
 * bytes.
 */
export async function buildContours(
  dem: DemSource,
  box: Box,
  outPath: string,
  { attribution, workFolder = dirname(outPath) }: ContoursOptions,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<ContoursReport | null> {
  const columns = GRIDS.find(([pixelM]) => dem.equatorialPixelM >= pixelM)![1]
  const middleLat = ((box[1] + box[3]) / 2 / 180) * Math.PI
  const cellM = (2 * Math.PI * EARTH_RADIUS_M * Math.cos(middleLat)) / (columns * 2 ** ROOT_ZOOM)
  const mostVoid = Math.floor(MOST_VOID_M / cellM)
  const workPath = join(workFolder, basename(outPath))
  const writer = await TileArchiveWriter.create(outPath, workFolder)
  try {
    const report = { lines: 0, lowestM: Infinity, highestM: -Infinity, tiles: 0 }
    const roots = splitBox(box).flatMap((part) => listRoots(toUnitBox(part)))
    for (const [done, { x, y, region }] of roots.entries()) {
      const store = new FeatureStore({ path: `${workPath}.features`, extent: tileBox(ROOT_ZOOM, x, y), prunes: true })
      try {
        await traceRoot(dem, { x, y, region }, { columns, mostVoid }, store, report)
        report.tiles += await cutTiles(store, [region], writer, DEEPEST_ZOOM, (tile, total) =>
          onProgress(done * total + tile, roots.length * total),
        )
      } finally {
        store.close()
      }
    }
    if (report.tiles === 0) {
      await writer.abandon()
      return null
    }
    const summary = await writer.finish(
      'mvt',
      {
        name: 'contours',
        description: `Lines of equal height every ${INTERVAL_M} m`,
        type: 'overlay',
        ...(attribution === null ? {} : { attribution }),
        vector_layers: [
          {
            id: 'contours',
            minzoom: ROOT_ZOOM,
            maxzoom: DEEPEST_ZOOM,
            fields: { elevation: 'Number', index: 'Boolean' },
          },
        ],
      },
      box,
    )
    return { ...summary, lines: report.lines, lowestM: report.lowestM, highestM: report.highestM }
  } catch (thrown) {
    await writer.abandon()
    throw thrown
  }
}

interface Root {
  x: number
  y: number
  region: UnitBox
}

/** The tiles of ROOT_ZOOM that touch a region. */
function listRoots(region: UnitBox): Root[] {
  const { minX, minY, maxX, maxY } = tilesTouched(ROOT_ZOOM, region)
  const roots: Root[] = []
  for (let y = minY; y <= maxY; y++) for (let x = minX; x <= maxX; x++) roots.push({ x, y, region })
  return roots
}

/** `mostVoid`: cells across a void that is filled; the same everywhere, so that both sides of a seam agree. */
async function traceRoot(
  dem: DemSource,
  { x, y, region }: Root,
  { columns, mostVoid }: { columns: number; mostVoid: number },
  store: FeatureStore,
  report: { lines: number; lowestM: number; highestM: number },
): Promise<void> {
  const pitch = TILE_UNITS / columns
  const margin = Math.ceil((BUFFER_UNITS / EXTENT) * columns) + 4
  // columns and rows of the world grid
  const first = [
    Math.max(x * columns - margin, Math.floor(region.minX / pitch) - 2),
    Math.max(0, y * columns - margin, Math.floor(region.minY / pitch) - 2),
  ]
  const last = [
    Math.min((x + 1) * columns + margin, Math.ceil(region.maxX / pitch) + 2),
    Math.min(columns * 2 ** ROOT_ZOOM - 1, (y + 1) * columns + margin, Math.ceil(region.maxY / pitch) + 2),
  ]
  const grid = await sampleFilled(dem, first, last, pitch, mostVoid)
  if (grid === null) return
  const breaks = {
    columns: [x * columns - first[0], (x + 1) * columns - first[0]],
    rows: [y * columns - first[1], (y + 1) * columns - first[1]],
  }
  const [left, top] = first
  traceContours(smoothHeights(grid), INTERVAL_M, breaks, (elevation, traced) => {
    const line = smoothLine(traced)
    for (let i = 0; i < line.length; i += 2) {
      line[i] = Math.round((line[i] + left) * pitch)
      line[i + 1] = Math.round((line[i + 1] + top) * pitch)
    }
    const isLoop = line[0] === line[line.length - 2] && line[1] === line[line.length - 1]
    const minZoom = Math.max(
      LEVELS.find(([everyM]) => elevation % everyM === 0)![1],
      isLoop ? zoomOfSize(longerSide(line)) : 0,
    )
    if (minZoom > DEEPEST_ZOOM) return
    report.lines++
    report.lowestM = Math.min(report.lowestM, elevation)
    report.highestM = Math.max(report.highestM, elevation)
    store.addLines(
      {
        layer: 'contours',
        minZoom,
        sort: elevation,
        attributes: store.attributes.add([
          ['elevation', elevation],
          ['index', elevation % INDEX_M === 0 || undefined],
        ]),
      },
      [line],
    )
  })
}

/** Of the box around a line. */
function longerSide(line: Float64Array): number {
  const [minX, minY, maxX, maxY] = boxOf(line)
  return Math.max(maxX - minX, maxY - minY)
}

/** The first zoom at which something this size is LEAST_LOOP_PX across. */
function zoomOfSize(units: number): number {
  for (let z = 0; z <= DEEPEST_ZOOM; z++) if (units >= LEAST_LOOP_PX * 8 * unitOf(z)) return z
  return DEEPEST_ZOOM + 1
}

/** As `sampleGrid`, with small voids filled from what lies around, also beyond the ends. */
async function sampleFilled(
  dem: DemSource,
  first: readonly number[],
  last: readonly number[],
  pitch: number,
  mostVoid: number,
): Promise<HeightGrid | null> {
  const grid = await sampleGrid(dem, first, last, pitch)
  if (grid === null || !grid.heights.some(Number.isNaN)) return grid
  const around = mostVoid + 1
  const rows = WORLD_UNITS / pitch
  const top = Math.max(0, first[1] - around)
  const bottom = Math.min(rows - 1, last[1] + around)
  const wide = (await sampleGrid(dem, [first[0] - around, top], [last[0] + around, bottom], pitch))!
  fillVoids(wide.heights, wide.width, mostVoid)
  for (let row = 0; row < grid.height; row++) {
    const from = (first[1] - top + row) * wide.width + around
    grid.heights.set(wide.heights.subarray(from, from + grid.width), row * grid.width)
  }
  return grid
}

/**
 * Heights at the crossings of the world grid, both ends included; returns null if none is known. Prepares one strip of
 * rows at a time.
 */
async function sampleGrid(
  dem: DemSource,
  first: readonly number[],
  last: readonly number[],
  pitch: number,
): Promise<HeightGrid | null> {
  const width = last[0] - first[0] + 1
  const height = last[1] - first[1] + 1
  if (width < 2 || height < 2) return null
  const heights = new Float32Array(width * height)
  const lon = Float64Array.from({ length: width }, (_, i) => lonOfWorldX(((first[0] + i) * pitch) / WORLD_UNITS))
  let known = 0
  for (let row = 0; row < height; row += ROWS_AT_ONCE) {
    const rows = Math.min(ROWS_AT_ONCE, height - row)
    const lat = Float64Array.from({ length: rows }, (_, i) => latOfWorldY(((first[1] + row + i) * pitch) / WORLD_UNITS))
    await dem.prepare([Math.max(-180, lon[0]), lat[rows - 1], Math.min(180, lon[width - 1]), lat[0]])
    const strip = new Float64Array(width * rows)
    dem.fillGrid(lon, lat, strip)
    for (let i = 0; i < strip.length; i++) if (!Number.isNaN(strip[i])) known++
    heights.set(strip, row * width)
  }
  return known === 0 ? null : { heights, width, height }
}

/** Weight of the neighbours, along each axis. */
const NEIGHBOURS = 0.5
const ROUNDS = 2

/**
 * Makes contours of a coarse model look like ground: heights are smoothed a little before lines are traced (half of
 * each height comes from its neighbours on the grid, which is finer than the model), and the corners of the lines are
 * cut (Chaikin 1974) afterwards. Heights beside a void are unchanged, voids stay voids, and the ends of a line do not
 * move, so that lines of neighbouring tiles still meet. Returns a new grid; the edges of the grid are unchanged.
 */
export function smoothHeights({ heights, width, height }: HeightGrid): HeightGrid {
  const across = heights.slice()
  for (let row = 0; row < height; row++) {
    for (let at = row * width + 1; at < (row + 1) * width - 1; at++) {
      const mean = (heights[at - 1] + heights[at + 1]) / 2
      if (!Number.isNaN(mean)) across[at] = heights[at] + NEIGHBOURS * (mean - heights[at])
    }
  }
  const smooth = across.slice()
  for (let at = width; at < width * (height - 1); at++) {
    const mean = (across[at - width] + across[at + width]) / 2
    if (!Number.isNaN(mean)) smooth[at] = across[at] + NEIGHBOURS * (mean - across[at])
  }
  return { heights: smooth, width, height }
}

/** A line of x, y, ... with its corners cut; a closed one stays closed. */
export function smoothLine(line: Float64Array): Float64Array {
  let current = line
  const isClosed = line.length > 6 && line[0] === line[line.length - 2] && line[1] === line[line.length - 1]
  for (let round = 0; round < ROUNDS; round++) {
    const count = current.length / 2
    if (count < 3) return current.slice()
    const next = new Float64Array(isClosed ? 4 * (count - 1) + 2 : 4 * (count - 1))
    let at = 0
    for (let i = 0; i + 1 < count; i++) {
      const ax = current[2 * i]
      const ay = current[2 * i + 1]
      const bx = current[2 * i + 2]
      const by = current[2 * i + 3]
      const keepsStart = i === 0 && !isClosed
      const keepsEnd = i === count - 2 && !isClosed
      next[at++] = keepsStart ? ax : 0.75 * ax + 0.25 * bx
      next[at++] = keepsStart ? ay : 0.75 * ay + 0.25 * by
      next[at++] = keepsEnd ? bx : 0.25 * ax + 0.75 * bx
      next[at++] = keepsEnd ? by : 0.25 * ay + 0.75 * by
    }
    if (isClosed) {
      next[at++] = next[0]
      next[at++] = next[1]
    }
    current = next
  }
  return current
}
