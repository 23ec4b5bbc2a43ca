// Long lists of places and outdoor places, read window by window.

import { say } from '../src/language/sentence.ts'
import type { Box, LonLat } from '../src/geo/lon-lat.ts'
import type { PlaceRow, PoiRow } from '../src/places/catalogue-rows.ts'
import type { PlaceStore, PoiStore } from '../src/places/catalogue-stores.ts'
import { type OutlineGeometry, toOutlineGeometry } from '../src/places/outline-geojson.ts'
import { POI_KINDS } from '../src/osm/poi-kinds.ts'
import { ServiceError } from '../src/errors.ts'
import { type Unknown, unknownOf } from '../src/unknowns.ts'
import type { Loaders } from './loaders.ts'
import type { LongList } from './page-of.ts'
import { onceEach } from './pipeline/once-each.ts'
import { locationOfSpot, placeIdOf, type SpotSource } from './spot-of.ts'

type CountedList<Row> = LongList<Row> & Required<Pick<LongList<Row>, 'count'>>

const keyOf = ({ id }: { id: number }): string => String(id)

interface OfKinds {
  /** null: all */
  kinds: readonly string[] | null
}

/** Best known first. */
export function placesInBox(store: PlaceStore, asked: OfKinds & { box: Box }): CountedList<PlaceRow> {
  return {
    read: (window) => store.findInBox({ ...asked, ...window }),
    count: () => store.countInBox(asked),
    keyOf,
  }
}

/** Nearest first. Read by the loaders, so that the same question elsewhere in the document is one. */
export function placesAround(
  at: LonLat,
  asked: OfKinds & { radiusM: number },
  { store, loaders }: { store: PlaceStore; loaders: Loaders },
): CountedList<PlaceRow & { distanceM?: number }> {
  return {
    read: (window) => loaders.placesNear(at, { ...asked, ...window }),
    count: () => store.countNear(at, asked),
    keyOf,
  }
}

/** In the order of the kinds, then by id. `onVersion` is called with the catalogue that answered. */
export function outdoorInBox(
  store: PoiStore,
  { box, kinds }: OfKinds & { box: Box },
  onVersion: (artifactVersion: string) => void,
): CountedList<PoiRow> {
  const asked = { box, kinds: [...new Set(kinds ?? POI_KINDS)] }
  return {
    async read(window) {
      const { pois, artifactVersion } = await store.findInBox({ ...asked, ...window })
      onVersion(artifactVersion)
      return pois
    },
    count: () => store.countInBox(asked),
    keyOf,
  }
}

/** Its area or line as GeoJSON; null for a point. */
export async function outlineOfPlace(
  { id, bbox }: Pick<PlaceRow, 'id' | 'bbox'>,
  loaders: Loaders,
): Promise<OutlineGeometry | null> {
  const outline = bbox === null ? null : await loaders.placeOutline(id)
  return outline === null ? null : toOutlineGeometry(outline)
}

/** Far more than lie over any place of the map. */
const MAX_AREAS = 100
const MAX_NAMES = 3

/**
 * The administrative and protected areas that contain a spot, and of which areas that is not known. Smallest first,
 * without the spot itself. Throws ServiceError `too_large` where there are more than MAX_AREAS.
 */
export async function areasAround(spot: SpotSource, loaders: Loaders): Promise<PlaceRow[]> {
  const own = placeIdOf(spot)
  const areas = (await loaders.areasAt(locationOfSpot(spot))).filter(({ id }) => id !== own)
  if (areas.length > MAX_AREAS) throw new ServiceError(say('error.too_large.areas', { max: MAX_AREAS }))
  return areas
}

/** What `areasAround` leaves open: the same for every spot of a document. */
export const unknownsOfAreas = onceEach(async (loaders: Loaders): Promise<Unknown[]> => {
  const names = await loaders.cutAreas()
  return names.length === 0 ? [] : [unknownOf(cutBorders(names))]
})

const cutBorders = (names: readonly string[]) =>
  names.length > MAX_NAMES
    ? say('unknown.area_cut.more', { count: names.length, names: names.slice(0, MAX_NAMES) })
    : say('unknown.area_cut', { names })
