// Height, prominence and importance of the objects of a catalogue, from the ground where they stand.

import { type Box, M_PER_DEG_LAT } from '../geo/lon-lat.ts'
import { hilbertKey } from '../geo/hilbert.ts'
import { NO_COORDINATE_E7 } from '../osm/read-pbf.ts'
import type { Tags } from '../osm/tags.ts'
import { tenths } from '../wire/round-to.ts'
import { importanceOf } from './importance.ts'
import type { ObjectList } from './object-list.ts'
import { parsePopulation } from './parse-measure.ts'
import { findPlaceKinds } from './place-kinds.ts'
import { estimateProminenceM, WINDOW_M, type HeightGrid } from './prominence.ts'
import { readNames } from './read-names.ts'
import { readTagBytes } from './tag-list.ts'
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
