// The coordinate systems a height file may use: degrees, Web Mercator, UTM, national grids. One small interface between
// degrees and the file's own plane. Never guesses: an EPSG code that is not listed gives null, and the caller reports
// it.

import { DEG_TO_RAD as DEG } from '../geo/lon-lat.ts'

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
 * (258xx). Null for any other; national grids are in read-geotiff.ts.
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

/** Degrees from the central meridian beyond which nothing is projected. */
const MAX_TM_SPAN_DEG = 45

export interface TransverseMercatorSetup {
  centralLon: number
  falseEastingM: number
  falseNorthingM: number
  scale: number
  semiMajorM: number
  flattening: number
}

export interface TransverseMercator {
  /** Writes easting and northing in metres to out[0], out[1]; NaN beyond MAX_TM_SPAN_DEG and at the poles. */
  forward(lon: number, lat: number, out: Float64Array): void
  /** Writes longitude and latitude in degrees to out[0], out[1]. */
  inverse(eastingM: number, northingM: number, out: Float64Array): void
}

/** The UTM zone (1..60) on the WGS 84 ellipsoid. */
export function utmZone(zone: number, south: boolean): TransverseMercator {
  return transverseMercator({
    centralLon: zone * 6 - 183,
    falseEastingM: 500_000,
    falseNorthingM: south ? 10_000_000 : 0,
    scale: 0.9996,
    semiMajorM: 6_378_137,
    flattening: 1 / 298.257223563,
  })
}

/**
 * Transverse Mercator (UTM) between degrees and metres, by the Krüger series to the fourth order in n: better than a
 * millimetre within 30 degrees of the central meridian (Karney 2011, "Transverse Mercator with an accuracy of a few
 * nanometers", eq. 35 and 36; check values: Snyder 1987, p. 269). Pure. Never shifts a datum: WGS 84, NAD 83 and ETRS
 * 89 are treated as one, which is correct to about 2 m. A transverse Mercator projection whose latitude of origin is
 * the equator.
 */
export function transverseMercator(setup: TransverseMercatorSetup): TransverseMercator {
  return { forward: forwardOf(setup), inverse: inverseOf(setup) }
}

/** Third flattening n, first eccentricity, and metres of the projection for a radian of the meridian. */
function ellipsoidOf({ scale, semiMajorM, flattening }: TransverseMercatorSetup) {
  const n = flattening / (2 - flattening)
  const n2 = n * n
  const n4 = n2 * n * n
  return {
    n,
    e: Math.sqrt(flattening * (2 - flattening)),
    radiusM: (scale * semiMajorM * (1 + n2 / 4 + n4 / 64)) / (1 + n),
  }
}

function forwardOf(setup: TransverseMercatorSetup): TransverseMercator['forward'] {
  const { centralLon, falseEastingM, falseNorthingM } = setup
  const { n, e, radiusM } = ellipsoidOf(setup)
  const n2 = n * n
  const n3 = n2 * n
  const n4 = n3 * n
  const a1 = n / 2 - (2 * n2) / 3 + (5 * n3) / 16 + (41 * n4) / 180
  const a2 = (13 * n2) / 48 - (3 * n3) / 5 + (557 * n4) / 1440
  const a3 = (61 * n3) / 240 - (103 * n4) / 140
  const a4 = (49_561 * n4) / 161_280

  // values that depend only on latitude are kept from the last call: rows of a raster repeat one latitude many times
  let lastLat = NaN
  let tan = 0
  let tanRoot = 1

  return (lon, lat, out) => {
    let span = lon - centralLon
    if (span > 180 || span < -180) span -= 360 * Math.round(span / 360)
    if (!(Math.abs(span) <= MAX_TM_SPAN_DEG) || !(Math.abs(lat) < 90)) {
      out[0] = NaN
      out[1] = NaN
      return
    }
    if (lat !== lastLat) {
      const sin = Math.sin(lat * DEG)
      tan = Math.sinh(Math.atanh(sin) - e * Math.atanh(e * sin))
      tanRoot = Math.sqrt(1 + tan * tan)
      lastLat = lat
    }
    const lambda = span * DEG
    const xi = Math.atan2(tan, Math.cos(lambda))
    const eta = Math.atanh(Math.sin(lambda) / tanRoot)
    const sin2 = Math.sin(2 * xi)
    const cos2 = Math.cos(2 * xi)
    const sinh2 = Math.sinh(2 * eta)
    const cosh2 = Math.cosh(2 * eta)
    const sin4 = 2 * sin2 * cos2
    const cos4 = 1 - 2 * sin2 * sin2
    const sinh4 = 2 * sinh2 * cosh2
    const cosh4 = 1 + 2 * sinh2 * sinh2
    const sin6 = sin4 * cos2 + cos4 * sin2
    const cos6 = cos4 * cos2 - sin4 * sin2
    const sinh6 = sinh4 * cosh2 + cosh4 * sinh2
    const cosh6 = cosh4 * cosh2 + sinh4 * sinh2
    const sin8 = 2 * sin4 * cos4
    const cos8 = 1 - 2 * sin4 * sin4
    const sinh8 = 2 * sinh4 * cosh4
    const cosh8 = 1 + 2 * sinh4 * sinh4
    out[0] =
      falseEastingM + radiusM * (eta + a1 * cos2 * sinh2 + a2 * cos4 * sinh4 + a3 * cos6 * sinh6 + a4 * cos8 * sinh8)
    out[1] =
      falseNorthingM + radiusM * (xi + a1 * sin2 * cosh2 + a2 * sin4 * cosh4 + a3 * sin6 * cosh6 + a4 * sin8 * cosh8)
  }
}

function inverseOf(setup: TransverseMercatorSetup): TransverseMercator['inverse'] {
  const { centralLon, falseEastingM, falseNorthingM } = setup
  const { n, e, radiusM } = ellipsoidOf(setup)
  const n2 = n * n
  const n3 = n2 * n
  const n4 = n3 * n
  const b1 = n / 2 - (2 * n2) / 3 + (37 * n3) / 96 - n4 / 360
  const b2 = n2 / 48 + n3 / 15 - (437 * n4) / 1440
  const b3 = (17 * n3) / 480 - (37 * n4) / 840
  const b4 = (4397 * n4) / 161_280

  return (eastingM, northingM, out) => {
    const xi = (northingM - falseNorthingM) / radiusM
    const eta = (eastingM - falseEastingM) / radiusM
    const x =
      xi -
      b1 * Math.sin(2 * xi) * Math.cosh(2 * eta) -
      b2 * Math.sin(4 * xi) * Math.cosh(4 * eta) -
      b3 * Math.sin(6 * xi) * Math.cosh(6 * eta) -
      b4 * Math.sin(8 * xi) * Math.cosh(8 * eta)
    const h =
      eta -
      b1 * Math.cos(2 * xi) * Math.sinh(2 * eta) -
      b2 * Math.cos(4 * xi) * Math.sinh(4 * eta) -
      b3 * Math.cos(6 * xi) * Math.sinh(6 * eta) -
      b4 * Math.cos(8 * xi) * Math.sinh(8 * eta)
    const psi = Math.asinh(Math.sin(x) / Math.hypot(Math.sinh(h), Math.cos(x)))
    let lat = Math.atan(Math.sinh(psi))
    for (let i = 0; i < 8; i++) lat = Math.atan(Math.sinh(psi + e * Math.atanh(e * Math.sin(lat))))
    out[0] = centralLon + Math.atan2(Math.sinh(h), Math.cos(x)) / DEG
    out[1] = lat / DEG
  }
}
