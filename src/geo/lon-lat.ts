// Distances and directions on the sphere. The whole project uses one distance formula, haversine on the mean earth
// radius, so that lengths of edges, lines and search bounds agree. Always `lon, lat` in degrees.
// Pure; never wraps a line the long way around the antimeridian.

/** Mean earth radius (IUGG), metres. */
export const EARTH_RADIUS_M = 6_371_008.8
export const DEG_TO_RAD = Math.PI / 180
/** Metres per degree of latitude. */
export const M_PER_DEG_LAT = DEG_TO_RAD * EARTH_RADIUS_M

export type LonLat = readonly [lon: number, lat: number]
/** `[minLon, minLat, maxLon, maxLat]` in degrees. */
export type Box = readonly [minLon: number, minLat: number, maxLon: number, maxLat: number]

/** Whether a box holds a point, its border included. */
export function holdsPoint([west, south, east, north]: Box, lon: number, lat: number): boolean {
  return lon >= west && lon <= east && lat >= south && lat <= north
}

/** Great-circle distance in metres (haversine). */
export function distanceM(lonA: number, latA: number, lonB: number, latB: number): number {
  const sinLat = Math.sin(((latB - latA) * DEG_TO_RAD) / 2)
  const sinLon = Math.sin(((lonB - lonA) * DEG_TO_RAD) / 2)
  const h = sinLat * sinLat + Math.cos(latA * DEG_TO_RAD) * Math.cos(latB * DEG_TO_RAD) * sinLon * sinLon
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Initial bearing from A to B in degrees, 0..360 clockwise from north. */
export function bearingDeg(lonA: number, latA: number, lonB: number, latB: number): number {
  const dLon = (lonB - lonA) * DEG_TO_RAD
  const a = latA * DEG_TO_RAD
  const b = latB * DEG_TO_RAD
  const y = Math.sin(dLon) * Math.cos(b)
  const x = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(dLon)
  return (Math.atan2(y, x) / DEG_TO_RAD + 360) % 360
}

/** Signed turn from one bearing to another in degrees, -180..180, right positive. */
export function turnDeg(fromBearingDeg: number, toBearingDeg: number): number {
  return ((toBearingDeg - fromBearingDeg + 540) % 360) - 180
}

/**
 * Share (0..1) along segment A-B of the point nearest to P, and its distance in metres, in the local plane at P
 * (error below 5 cm if A and B are within 0.004 degrees of P, up to 70 degrees of latitude; used for snapping, never
 * for lengths of edges).
 */
export function nearestOnSegment(
  lon: number,
  lat: number,
  lonA: number,
  latA: number,
  lonB: number,
  latB: number,
): { share: number; distanceM: number } {
  const kx = Math.cos(lat * DEG_TO_RAD) * DEG_TO_RAD * EARTH_RADIUS_M
  const eastA = wrapLon(lonA - lon)
  const eastB = wrapLon(lonB - lon)
  const ax = eastA * kx
  const ay = (latA - lat) * M_PER_DEG_LAT
  // seen from the other side of the earth A and B may lie on both sides; else as SnapIndex does it, to the last bit
  const bx = (Math.abs(eastB - eastA) <= 180 ? eastB : eastA + wrapLon(lonB - lonA)) * kx
  const by = (latB - lat) * M_PER_DEG_LAT
  const dx = bx - ax
  const dy = by - ay
  const share = shareNearOrigin(ax, ay, dx, dy)
  const px = ax + share * dx
  const py = ay + share * dy
  return { share, distanceM: Math.sqrt(px * px + py * py) }
}

/** Share (0..1) along the segment from (ax, ay) by (dx, dy) of the point nearest to the origin of a plane. */
export function shareNearOrigin(ax: number, ay: number, dx: number, dy: number): number {
  const lengthSq = dx * dx + dy * dy
  return lengthSq === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / lengthSq))
}

/** At a share of the way from one longitude to another by the shorter way round, -180..180. */
export function lonBetween(lonA: number, lonB: number, share: number): number {
  return wrapLon(lonA + wrapLon(lonB - lonA) * share)
}

/** Normalises a difference of longitudes to -180..180. */
export function wrapLon(deltaDeg: number): number {
  return deltaDeg > 180 ? deltaDeg - 360 : deltaDeg < -180 ? deltaDeg + 360 : deltaDeg
}
