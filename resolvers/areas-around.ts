// The administrative and protected areas that contain a spot, and of which areas that is not known.

import { ServiceError } from '../src/errors.ts'
import type { PlaceRow } from '../src/places/catalogue-rows.ts'
import type { Unknown } from '../src/unknowns.ts'
import type { Loaders } from './loaders.ts'
import { onceEach } from './pipeline/once-each.ts'
import { locationOfSpot, placeIdOf, type SpotSource } from './spot-of.ts'

/** Far more than lie over any place of the map. */
const MAX_AREAS = 100
const MAX_NAMES = 3

/** Smallest first, without the spot itself. Throws ServiceError `too_large` where there are more than MAX_AREAS. */
export async function areasAround(spot: SpotSource, loaders: Loaders): Promise<PlaceRow[]> {
  const own = placeIdOf(spot)
  const areas = (await loaders.areasAt(locationOfSpot(spot))).filter(({ id }) => id !== own)
  if (areas.length > MAX_AREAS)
    throw new ServiceError('too_large', `More than ${MAX_AREAS} areas contain this point; none of them is listed.`)
  return areas
}

/** What `areasAround` leaves open: the same for every spot of a document. */
export const unknownsOfAreas = onceEach(async (loaders: Loaders): Promise<Unknown[]> => {
  const names = await loaders.cutAreas()
  return names.length === 0 ? [] : [{ code: 'area_cut', message: toSentence(names) }]
})

function toSentence(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ')
  const all = names.length > MAX_NAMES ? `${names.length} areas (${shown}, ...)` : shown
  return `The map cuts the border of ${all}: whether ${names.length === 1 ? 'it contains' : 'they contain'} the point is unknown.`
}
