// Sunrise, sunset and civil twilight of a place and date, by the NOAA solar calculator's equations (after Meeus,
// Astronomical Algorithms): within about a minute up to 72 degrees of latitude, for a flat horizon at sea level.
// Surrounding mountains are ignored. Null if the sun does not cross that height on that day. Pure.

import { DEG_TO_RAD } from '../geo/lon-lat.ts'
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
  const { declination, equationMin } = solar(atMs)
  const minutes = (atMs % DAY_MS) / MINUTE_MS
  const hourAngle = ((minutes + equationMin + 4 * lon) / 4 - 180) * DEG_TO_RAD
  const phi = lat * DEG_TO_RAD
  return (
    Math.asin(Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hourAngle)) /
    DEG_TO_RAD
  )
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

/** Declination in radians and the equation of time in minutes. */
function solar(atMs: number): { declination: number; equationMin: number } {
  const t = (atMs / DAY_MS + 2_440_587.5 - 2_451_545) / 36_525
  const meanLon = (280.46646 + t * (36_000.76983 + t * 0.0003032)) % 360
  const anomaly = (357.52911 + t * (35_999.05029 - 0.0001537 * t)) * DEG_TO_RAD
  const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
  const centre =
    Math.sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) +
    Math.sin(2 * anomaly) * (0.019993 - 0.000101 * t) +
    Math.sin(3 * anomaly) * 0.000289
  const node = (125.04 - 1934.136 * t) * DEG_TO_RAD
  const apparent = (meanLon + centre - 0.00569 - 0.00478 * Math.sin(node)) * DEG_TO_RAD
  const obliquity =
    (23 + (26 + (21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))) / 60) / 60 + 0.00256 * Math.cos(node)) *
    DEG_TO_RAD
  const y = Math.tan(obliquity / 2) ** 2
  const l = meanLon * DEG_TO_RAD
  const equation =
    y * Math.sin(2 * l) -
    2 * eccentricity * Math.sin(anomaly) +
    4 * eccentricity * y * Math.sin(anomaly) * Math.cos(2 * l) -
    0.5 * y * y * Math.sin(4 * l) -
    1.25 * eccentricity ** 2 * Math.sin(2 * anomaly)
  return { declination: Math.asin(Math.sin(obliquity) * Math.sin(apparent)), equationMin: (equation / DEG_TO_RAD) * 4 }
}
