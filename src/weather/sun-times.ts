// Sunrise, sunset and civil twilight of a place and date, by the NOAA solar calculator's equations (after Meeus,
// Astronomical Algorithms): within about a minute up to 72 degrees of latitude, for a flat horizon at sea level.
// Surrounding mountains are ignored. Null if the sun does not cross that height on that day. Pure.
// No suncalc: it agrees within 5 s up to 60 degrees of latitude; beyond, near polar day and night, its times are up to
// an hour off or null (its refinement diverges where the sun only just crosses the height).

import { DEG_TO_RAD } from '../geo/lon-lat.ts'
import { solar, sunPosition } from '../geo/sun-position.ts'
import { DAY_MS, MINUTE_MS } from '../durations.ts'

/** Zenith of the sun's centre with refraction and half its disc; of civil twilight. */
const RISE_ZENITH_DEG = 90.833
const CIVIL_ZENITH_DEG = 96

export interface SunTimes {
  civilDawnMs: number | null
  sunriseMs: number | null
  sunsetMs: number | null
  civilDuskMs: number | null
}

/** `localNoonMs` is noon of the date in local time; the result is the events nearest to it. */
export function sunTimes(lon: number, lat: number, localNoonMs: number): SunTimes {
  const transitMs = solarNoonMs(lon, localNoonMs)
  const event = (zenithDeg: number, sign: 1 | -1) => crossingMs(lat, transitMs, zenithDeg, sign)
  return {
    civilDawnMs: event(CIVIL_ZENITH_DEG, -1),
    sunriseMs: event(RISE_ZENITH_DEG, -1),
    sunsetMs: event(RISE_ZENITH_DEG, 1),
    civilDuskMs: event(CIVIL_ZENITH_DEG, 1),
  }
}

/** Height of the sun's centre above the horizon in degrees, without refraction. */
export function sunHeightDeg(lon: number, lat: number, atMs: number): number {
  return sunPosition(lon, lat, atMs).heightDeg
}

/** The culmination nearest to a given time. */
function solarNoonMs(lon: number, nearMs: number): number {
  const { equationMin } = solar(nearMs)
  const noon = Math.floor(nearMs / DAY_MS) * DAY_MS + (720 - 4 * lon - equationMin) * MINUTE_MS
  return noon + Math.round((nearMs - noon) / DAY_MS) * DAY_MS
}

/** `sign` -1: before noon, 1: after; refined at the time found. */
function crossingMs(lat: number, noonMs: number, zenithDeg: number, sign: 1 | -1): number | null {
  const phi = lat * DEG_TO_RAD
  let atMs = noonMs
  for (let pass = 0; pass < 4; pass++) {
    const { declination, equationMin } = solar(atMs)
    const cosine =
      (Math.cos(zenithDeg * DEG_TO_RAD) - Math.sin(phi) * Math.sin(declination)) /
      (Math.cos(phi) * Math.cos(declination))
    if (!(cosine >= -1 && cosine <= 1)) return null
    const drift = equationMin - solar(noonMs).equationMin
    atMs = noonMs + (sign * (Math.acos(cosine) / DEG_TO_RAD) * 4 - drift) * MINUTE_MS
  }
  return Math.round(atMs)
}
