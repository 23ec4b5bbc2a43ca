// The time zone of a place, by a table of borders that is simplified (0.1 MB; decision `dates` says how exact it
// is). At sea it is the nearest coast's, or whole hours of longitude. Pure.

import lookUp from '@photostructure/tz-lookup'
import { findZone, UTC_ZONE, type Zone } from './local-time.ts'

/** Its name: `Europe/Andorra`. */
export function timeZoneAt(lon: number, lat: number): string {
  return lookUp(Math.max(-90, Math.min(90, lat)), lon < -180 ? lon + 360 : lon > 180 ? lon - 360 : lon)
}

export function zoneAt(lon: number, lat: number): Zone {
  return findZone(timeZoneAt(lon, lat)) ?? UTC_ZONE
}
