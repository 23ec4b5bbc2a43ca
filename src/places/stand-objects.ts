// Height, prominence and importance of the objects of a catalogue, from the ground where they stand.

import type { Box } from '../geo/lon-lat.ts'
import { hilbertOrder } from '../graph/hilbert.ts'
import { NO_COORDINATE_E7 } from '../osm/read-pbf.ts'
import type { ObjectCollector } from './collect-objects.ts'
import { importanceOf } from './importance.ts'
import { parsePopulation } from './parse-measure.ts'
import { findPlaceKinds } from './place-kinds.ts'
import { estimateProminenceM, WINDOW_M, type HeightGrid } from './prominence.ts'
import { readNames } from './read-names.ts'
import { tenths } from '../wire/round-to.ts'
import { M_PER_DEG_LAT } from '../geo/lon-lat.ts'

export interface CatalogueTerrain extends HeightGrid {
  heightOrNaN(lon: number, lat: number): number
  prepare(box: Box): Promise<void>
}

/** By object; NaN if unknown, importance NaN for an object that is not a named place. */
export interface Standings {
  heightM: Float64Array
  prominenceM: Float64Array
  importance: Float64Array
}

/**
 * Ground height and importance of each object, processed in order of position; NaN if unknown or not a named place.
 */
export async function standObjects({ objects }: ObjectCollector, terrain: CatalogueTerrain): Promise<Standings> {
  const heightM = new Float64Array(objects.count).fill(NaN)
  const prominenceM = new Float64Array(objects.count).fill(NaN)
  const importance = new Float64Array(objects.count).fill(NaN)
  let prepared: Box | null = null
  const marginDeg = (2 * WINDOW_M) / M_PER_DEG_LAT
  for (const i of hilbertOrder(objects.lonE7.view(), objects.latE7.view())) {
    if (objects.lonE7.array[i] === NO_COORDINATE_E7) continue
    const lon = objects.lonE7.array[i] / 1e7
    const lat = objects.latE7.array[i] / 1e7
    const marginLon = marginDeg / Math.max(0.05, Math.cos((lat * Math.PI) / 180))
    if (
      prepared === null ||
      lon < prepared[0] + marginLon ||
      lon > prepared[2] - marginLon ||
      lat < prepared[1] + marginDeg ||
      lat > prepared[3] - marginDeg
    ) {
      prepared = [lon - 4 * marginLon, lat - 4 * marginDeg, lon + 4 * marginLon, lat + 4 * marginDeg]
      await terrain.prepare([
        Math.max(-180, prepared[0]),
        Math.max(-90, prepared[1]),
        Math.min(180, prepared[2]),
        Math.min(90, prepared[3]),
      ])
    }
    heightM[i] = tenths(terrain.heightOrNaN(lon, lat))
    const tags = objects.tagsOf(i)
    const kind = findPlaceKinds(tags).at(0)
    if (kind === undefined || readNames(tags).name === null) continue
    if (kind === 'peak') prominenceM[i] = estimateProminenceM(terrain, lon, lat) ?? NaN
    importance[i] = importanceOf({
      kind,
      population: parsePopulation(tags.get('population')),
      prominenceM: numberOrNull(prominenceM[i]),
      hasWikidata: tags.has('wikidata'),
      level: null,
    })
  }
  return { heightM, prominenceM, importance }
}

export const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
