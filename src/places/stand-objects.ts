// Height, prominence and importance of the objects of a catalogue, from the ground where they stand.

import { type Box, DEG_TO_RAD, M_PER_DEG_LAT } from '../geo/lon-lat.ts'
import { hilbertKey } from '../geo/hilbert.ts'
import { NO_COORDINATE_E7 } from '../osm/read-pbf.ts'
import type { Tags } from '../osm/tags.ts'
import { tenths } from '../wire/numbers.ts'
import { importanceOf } from './importance.ts'
import { type ObjectList, readTagBytes } from './collected-lists.ts'
import { parsePopulation } from './parse-measure.ts'
import { findPlaceKinds } from '../osm/place-kinds.ts'
import { readNames } from './read-names.ts'
import type { WorkFiles } from './work-files.ts'

export interface CatalogueTerrain extends HeightGrid {
  heightOrNaN(lon: number, lat: number): number
  prepare(box: Box): Promise<void>
}

/** The ground where an object stands. */
export interface Standing {
  index: number
  /** null if unknown */
  heightM: number | null
  /** of a named peak; null if unknown */
  prominenceM: number | null
}

interface JudgedStanding extends Standing {
  /** null for an object that is not a named place */
  importance: number | null
}

/**
 * Calls back for each object whose position is known, in order of position. `tagBytes` give `tags` again
 * (`readTagBytes`), and are valid during the call.
 */
export async function standObjects(
  objects: ObjectList,
  terrain: CatalogueTerrain,
  work: WorkFiles,
  take: (object: JudgedStanding, tags: Tags, tagBytes: Uint8Array) => void,
): Promise<void> {
  const byPosition = work.sortedRuns('positions', 2)
  for (let index = 0; index < objects.count; index++) {
    const lonE7 = objects.lonE7.array[index]
    if (lonE7 === NO_COORDINATE_E7) continue
    const key = hilbertKey(cellOf(lonE7), cellOf(objects.latE7.array[index]))
    byPosition.add([key, index], objects.tagBytesOf(index))
  }
  const prepare = preparer(terrain)
  for (const { keys, bytes } of byPosition.read()) {
    const index = keys[1]
    const lon = objects.lonE7.array[index] / 1e7
    const lat = objects.latE7.array[index] / 1e7
    const preparing = prepare(lon, lat)
    if (preparing !== null) await preparing
    const tags = readTagBytes(bytes)
    take(standObject(index, lon, lat, tags, terrain), tags, bytes)
  }
  byPosition.close()
}

function standObject(index: number, lon: number, lat: number, tags: Tags, terrain: CatalogueTerrain): JudgedStanding {
  const heightM = numberOrNull(tenths(terrain.heightOrNaN(lon, lat)))
  const kind = findPlaceKinds(tags).at(0)
  if (kind === undefined || readNames(tags).name === null)
    return { index, heightM, prominenceM: null, importance: null }
  const prominenceM = kind === 'peak' ? estimateProminenceM(terrain, lon, lat) : null
  const importance = importanceOf({
    kind,
    population: parsePopulation(tags.get('population')),
    prominenceM,
    hasWikidata: tags.has('wikidata'),
    level: null,
  })
  return { index, heightM, prominenceM, importance }
}

/** Has the terrain around a position prepared; null where it is already. */
function preparer(terrain: CatalogueTerrain): (lon: number, lat: number) => Promise<void> | null {
  let prepared: Box | null = null
  const marginDeg = (2 * WINDOW_M) / M_PER_DEG_LAT
  return (lon, lat) => {
    const marginLon = marginDeg / Math.max(0.05, Math.cos((lat * Math.PI) / 180))
    if (
      prepared !== null &&
      lon >= prepared[0] + marginLon &&
      lon <= prepared[2] - marginLon &&
      lat >= prepared[1] + marginDeg &&
      lat <= prepared[3] - marginDeg
    )
      return null
    prepared = [lon - 4 * marginLon, lat - 4 * marginDeg, lon + 4 * marginLon, lat + 4 * marginDeg]
    return terrain.prepare([
      Math.max(-180, prepared[0]),
      Math.max(-90, prepared[1]),
      Math.min(180, prepared[2]),
      Math.min(90, prepared[3]),
    ])
  }
}

/** Of 65,536 along the equator: some 600 m. */
const cellOf = (e7: number): number => Math.floor(((e7 + 1.8e9) / 3.6e9) * 0xffff)

const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value)

const WINDOW_M = 3000
const STEP_M = 75
const SIDE = 2 * Math.round(WINDOW_M / STEP_M) + 1
/** Number of steps around the mapped summit within which the model's summit is searched. */
const SUMMIT_STEPS = 2

interface HeightGrid {
  fillGrid(lon: Float64Array, lat: Float64Array, out: Float64Array): void
}

const lons = new Float64Array(SIDE)
const lats = new Float64Array(SIDE)
const heights = new Float64Array(SIDE * SIDE)
const seen = new Uint8Array(SIDE * SIDE)
const heap = new Int32Array(SIDE * SIDE)

/**
 * Estimates how far a peak rises above its surroundings, from the terrain inside a window of about WINDOW_M around it:
 * descend from the highest ground near the summit, always to the highest neighbour, until reaching higher ground; the
 * prominence is the summit minus the lowest ground on the way. If nothing higher is inside the window, the figure is a
 * lower bound. The model flattens sharp summits, so it is good for ranking, not for lists of mountaineering. Null if
 * the terrain is unknown. Metres, rounded to whole ones; null if unknown. Its box must be prepared.
 */
export function estimateProminenceM(terrain: HeightGrid, lon: number, lat: number): number | null {
  const half = (SIDE - 1) / 2
  const lonStep = STEP_M / (M_PER_DEG_LAT * Math.max(0.05, Math.cos(lat * DEG_TO_RAD)))
  for (let i = 0; i < SIDE; i++) {
    lons[i] = lon + (i - half) * lonStep
    lats[i] = lat + ((half - i) * STEP_M) / M_PER_DEG_LAT
  }
  terrain.fillGrid(lons, lats, heights)
  let summit = -1
  for (let y = half - SUMMIT_STEPS; y <= half + SUMMIT_STEPS; y++) {
    for (let x = half - SUMMIT_STEPS; x <= half + SUMMIT_STEPS; x++) {
      const cell = y * SIDE + x
      if (!Number.isNaN(heights[cell]) && (summit < 0 || heights[cell] > heights[summit])) summit = cell
    }
  }
  if (summit < 0) return null
  return Math.round(heights[summit] - lowestOnTheWay(summit))
}

/** The lowest ground between the summit and the first higher ground, or the lowest met before the window ends. */
function lowestOnTheWay(summit: number): number {
  const summitM = heights[summit]
  seen.fill(0)
  seen[summit] = 1
  let size = 0
  const push = (cell: number): void => {
    let at = size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (heights[heap[parent]] >= heights[cell]) break
      heap[at] = heap[parent]
      at = parent
    }
    heap[at] = cell
  }
  const pop = (): number => {
    const top = heap[0]
    const cell = heap[--size]
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && heights[heap[child + 1]] > heights[heap[child]]) child++
      if (heights[heap[child]] <= heights[cell]) break
      heap[at] = heap[child]
      at = child
    }
    heap[at] = cell
    return top
  }
  let lowest = summitM
  push(summit)
  while (size > 0) {
    const cell = pop()
    if (heights[cell] > summitM) return lowest
    lowest = Math.min(lowest, heights[cell])
    const x = cell % SIDE
    const y = (cell - x) / SIDE
    // the edge of the window: what is beyond is unknown
    if (x === 0 || y === 0 || x === SIDE - 1 || y === SIDE - 1) return lowest
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const next = cell + dy * SIDE + dx
        if (seen[next] === 1 || Number.isNaN(heights[next])) continue
        seen[next] = 1
        push(next)
      }
    }
  }
  return lowest
}
