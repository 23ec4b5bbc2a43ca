// The coordinate systems a height file may use: degrees, Web Mercator, UTM, national grids. One small interface between
// degrees and the file's own plane. Never guesses: an EPSG code that is not listed gives null, and the caller reports
// it.

import { DEG_TO_RAD as DEG } from '../geo/lon-lat.ts'
import { utmZone } from './transverse-mercator.ts'

const MERCATOR_RADIUS_M = 6_378_137
/** Circumference at the equator in Web Mercator. */
export const MERCATOR_AROUND_M = 2 * Math.PI * MERCATOR_RADIUS_M

export interface MapProjection {
  /** equal keys mean equal planes */
  key: string
  /** grid north may differ from true north, so pixels are not aligned with meridians */
  rotated: boolean
  /** one plane unit in degrees of latitude: 1 for degrees, about 1/111320 for metres */
  unitDeg: number
  /** plane units once around the earth, null if the plane does not close */
  periodUnits: number | null
  /**
   * whether ground metres per plane metre vary with 1 / cos(latitude) (Web Mercator); false for UTM, and for degrees,
   * which need no scaling
   */
  scalesWithLat: boolean
  forward(lon: number, lat: number, out: Float64Array): void
  inverse(x: number, y: number, out: Float64Array): void
}

export const GEOGRAPHIC: MapProjection = {
  key: 'geographic',
  rotated: false,
  unitDeg: 1,
  periodUnits: 360,
  scalesWithLat: false,
  forward(lon, lat, out) {
    out[0] = lon
    out[1] = lat
  },
  inverse(x, y, out) {
    out[0] = x
    out[1] = y
  },
}

export const WEB_MERCATOR: MapProjection = {
  key: 'mercator',
  rotated: false,
  unitDeg: 360 / (2 * Math.PI * MERCATOR_RADIUS_M),
  periodUnits: MERCATOR_AROUND_M,
  scalesWithLat: true,
  forward(lon, lat, out) {
    out[0] = lon * DEG * MERCATOR_RADIUS_M
    out[1] = Math.atanh(Math.sin(lat * DEG)) * MERCATOR_RADIUS_M
  },
  inverse(x, y, out) {
    out[0] = x / MERCATOR_RADIUS_M / DEG
    out[1] = Math.atan(Math.sinh(y / MERCATOR_RADIUS_M)) / DEG
  },
}

function utm(zone: number, south: boolean): MapProjection {
  const { forward, inverse } = utmZone(zone, south)
  return {
    key: `utm${zone}${south ? 's' : 'n'}`,
    rotated: true,
    unitDeg: 360 / (2 * Math.PI * MERCATOR_RADIUS_M),
    periodUnits: null,
    scalesWithLat: false,
    forward,
    inverse,
  }
}

/**
 * Geographic systems that agree with WGS 84 to about 2 m: WGS 84 (2D, 3D), NAD 83, ETRS 89, NAD 83(2011), CSRS, GDA94,
 * GDA2020, JGD2011.
 */
const GEOGRAPHIC_CODES = new Set([4326, 4979, 4269, 4258, 4937, 6318, 6319, 4617, 4955, 4283, 7844, 6668])

/**
 * The projection of an EPSG code: 4326 and its kin, 3857, UTM on WGS 84 (326xx, 327xx), NAD 83 (269xx) or ETRS 89
 * (258xx). Null for any other; national grids are in national-grids.ts.
 */
export function findProjection(epsg: number): MapProjection | null {
  if (GEOGRAPHIC_CODES.has(epsg)) return GEOGRAPHIC
  if (epsg === 3857 || epsg === 900913 || epsg === 102100 || epsg === 3785) return WEB_MERCATOR
  if (epsg >= 32601 && epsg <= 32660) return utm(epsg - 32600, false)
  if (epsg >= 32701 && epsg <= 32760) return utm(epsg - 32700, true)
  if (epsg >= 26901 && epsg <= 26923) return utm(epsg - 26900, false)
  if (epsg >= 25828 && epsg <= 25838) return utm(epsg - 25800, false)
  return null
}
