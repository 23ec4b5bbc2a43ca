// Transverse Mercator (UTM) between degrees and metres, by the Krüger series to the fourth order in n: better than
// a millimetre within 30 degrees of the central meridian (Karney 2011, "Transverse Mercator with an accuracy of a
// few nanometers", eq. 35 and 36; check values: Snyder 1987, p. 269). Pure. Never shifts a datum: WGS 84, NAD 83
// and ETRS 89 are treated as one, which is correct to about 2 m.

import { DEG_TO_RAD as DEG } from '../geo/lon-lat.ts'

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

/** A transverse Mercator projection whose latitude of origin is the equator. */
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
