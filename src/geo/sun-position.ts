// Where the sun stands over a place, by the NOAA solar calculator's equations (after Meeus, Astronomical Algorithms).
// Without refraction. Pure.

import { DAY_MS, MINUTE_MS } from '../durations.ts'
import { DEG_TO_RAD } from './lon-lat.ts'

export interface SunPosition {
  /** height of its centre above a flat horizon */
  heightDeg: number
  /** clockwise from north, 0..360 */
  azimuthDeg: number
}

export function sunPosition(lon: number, lat: number, atMs: number): SunPosition {
  const { declination, equationMin } = solar(atMs)
  const minutes = (atMs % DAY_MS) / MINUTE_MS
  const hourAngle = ((minutes + equationMin + 4 * lon) / 4 - 180) * DEG_TO_RAD
  const phi = lat * DEG_TO_RAD
  const up = Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hourAngle)
  const north = Math.cos(phi) * Math.sin(declination) - Math.sin(phi) * Math.cos(declination) * Math.cos(hourAngle)
  const east = -Math.cos(declination) * Math.sin(hourAngle)
  return {
    heightDeg: Math.asin(Math.max(-1, Math.min(1, up))) / DEG_TO_RAD,
    azimuthDeg: (Math.atan2(east, north) / DEG_TO_RAD + 360) % 360,
  }
}

/** Declination in radians and the equation of time in minutes. */
export function solar(atMs: number): { declination: number; equationMin: number } {
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
