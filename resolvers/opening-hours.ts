// Whether places are open, by the opening hours that the map has of them and the clocks there.

import { MINUTE_MS } from '../src/durations.ts'
import { localMs, localText, momentOfLocal } from '../src/geo/local-time.ts'
import { zoneAt } from '../src/geo/time-zone-at.ts'
import { HoursReader, type OpenState } from '../src/osm/dates/opening-hours.ts'
import type { Place } from '../src/places/one-place.ts'
import { openingHoursOf } from '../src/places/place-facts.ts'
import type { IsOpen } from '../src/search/order-places.ts'
import { atPlace, readAt } from '../src/travel/at.ts'
import type { Loaders } from './loaders.ts'
import { factOf } from './spot-of.ts'

/** As mapped, and where. */
export interface PlaceHours extends Pick<Place, 'lon' | 'lat'> {
  text: string
}

export async function hoursOf(place: Place, loaders: Loaders): Promise<PlaceHours | null> {
  const text = await factOf('opening_hours', place, loaders)
  return text === null ? null : { text, lon: place.lon, lat: place.lat }
}

const readHours = async ({ text }: PlaceHours) => (await HoursReader.load()).read(text)

export const areUnderstood = async (hours: PlaceHours): Promise<boolean> => (await readHours(hours)) !== null

/** `at`: as the graph takes it (`localTimeField`), or milliseconds since the epoch. */
export async function openStateAt(hours: PlaceHours, at: string | number): Promise<OpenState> {
  return (await readHours(hours))?.stateAt(minuteAt(hours, at)) ?? 'unknown'
}

/** By the clock there, with its offset; null: no other state within a year, or nobody knows. */
export async function nextChangeAfter(hours: PlaceHours, at: string | number): Promise<string | null> {
  const next = (await readHours(hours))?.nextChange(minuteAt(hours, at)) ?? null
  const zone = zoneAt(hours.lon, hours.lat)
  return next === null ? null : localText(zone, momentOfLocal(zone, next * MINUTE_MS))
}

/** The minute of the calendar there. */
function minuteAt({ lon, lat }: Pick<Place, 'lon' | 'lat'>, at: string | number): number {
  const zone = zoneAt(lon, lat)
  return typeof at === 'number' ? Math.floor(localMs(zone, at) / MINUTE_MS) : atPlace(readAt(at)!, zone).minute
}

const IS_OPEN = { open: true, closed: false, unknown: null } as const

/** Tells of places whether they are open at that time; null: the map does not say, or it is not understood. */
export async function openAt(at: string): Promise<IsOpen> {
  const reader = await HoursReader.load()
  return (place, tags) => {
    const text = openingHoursOf(tags)
    const hours = text === null ? null : reader.read(text)
    return hours === null ? null : IS_OPEN[hours.stateAt(minuteAt(place, at))]
  }
}
