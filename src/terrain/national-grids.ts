// Planes of national grids, through proj4: a short table of EPSG codes, those built into proj4, and planes defined by
// the keys of a GeoTIFF. Shifts between old datums and WGS 84 use the published seven parameters, accurate to a few
// metres; grids with finer shifts are not used.

import proj4 from 'proj4'
import type { MapProjection } from './map-projection.ts'

const METRE_DEG = 360 / (2 * Math.PI * 6_378_137)
const ETRS89 = '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0'
const SWISS = '+proj=somerc +lat_0=46.95240555555556 +lon_0=7.439583333333333 +k_0=1 +ellps=bessel'
const SWISS_SHIFT = '+towgs84=674.374,15.056,405.346,0,0,0,0'
const AUSTRIA = '+ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232'
const GERMANY = '+ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7'
const ITALY = '+ellps=intl +towgs84=-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68'

const GRIDS: Readonly<Record<number, string>> = {
  2056: `${SWISS} +x_0=2600000 +y_0=1200000 ${SWISS_SHIFT}`, // Switzerland, LV95
  21781: `${SWISS} +x_0=600000 +y_0=200000 ${SWISS_SHIFT}`, // Switzerland, LV03
  2154: `+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 ${ETRS89}`, // France, Lambert-93
  31254: `+proj=tmerc +lat_0=0 +lon_0=10.33333333333333 +k=1 +x_0=0 +y_0=-5000000 ${AUSTRIA}`, // Austria, west
  31255: `+proj=tmerc +lat_0=0 +lon_0=13.33333333333333 +k=1 +x_0=0 +y_0=-5000000 ${AUSTRIA}`, // Austria, middle
  31256: `+proj=tmerc +lat_0=0 +lon_0=16.33333333333333 +k=1 +x_0=0 +y_0=-5000000 ${AUSTRIA}`, // Austria, east
  31287: `+proj=lcc +lat_0=47.5 +lon_0=13.33333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 ${AUSTRIA}`,
  31466: `+proj=tmerc +lat_0=0 +lon_0=6 +k=1 +x_0=2500000 +y_0=0 ${GERMANY}`, // Germany, Gauss-Krueger
  31467: `+proj=tmerc +lat_0=0 +lon_0=9 +k=1 +x_0=3500000 +y_0=0 ${GERMANY}`,
  31468: `+proj=tmerc +lat_0=0 +lon_0=12 +k=1 +x_0=4500000 +y_0=0 ${GERMANY}`,
  31469: `+proj=tmerc +lat_0=0 +lon_0=15 +k=1 +x_0=5500000 +y_0=0 ${GERMANY}`,
  3003: `+proj=tmerc +lat_0=0 +lon_0=9 +k=0.9996 +x_0=1500000 +y_0=0 ${ITALY}`, // Italy, west
  3004: `+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9996 +x_0=2520000 +y_0=0 ${ITALY}`, // Italy, east
  3794: `+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9999 +x_0=500000 +y_0=-5000000 ${ETRS89}`, // Slovenia
  2180: `+proj=tmerc +lat_0=0 +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000 ${ETRS89}`, // Poland
  3006: `+proj=utm +zone=33 ${ETRS89}`, // Sweden
  3067: `+proj=utm +zone=35 ${ETRS89}`, // Finland
  2157: `+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=0.99982 +x_0=600000 +y_0=750000 ${ETRS89}`, // Ireland
  27700:
    '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy ' +
    '+towgs84=446.448,-125.157,542.06,0.1502,0.247,0.8421,-20.4894', // Great Britain
  28992:
    '+proj=sterea +lat_0=52.15616055555555 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel ' +
    '+towgs84=565.4171,50.3319,465.5524,1.9342,-1.6677,9.1019,4.0725', // Netherlands
  3035: `+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 ${ETRS89}`, // Europe, equal area
  3034: `+proj=lcc +lat_0=52 +lon_0=10 +lat_1=35 +lat_2=65 +x_0=4000000 +y_0=2800000 ${ETRS89}`, // Europe, conformal
  2193: `+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 ${ETRS89}`, // New Zealand
  5070: `+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 ${ETRS89}`, // United States
  3979: `+proj=lcc +lat_0=49 +lon_0=-95 +lat_1=49 +lat_2=77 +x_0=0 +y_0=0 ${ETRS89}`, // Canada
}

/** The plane of an EPSG code in metres; returns null if neither the table nor proj4 knows it. */
export function findGrid(epsg: number): MapProjection | null {
  const known = GRIDS[epsg]
  if (known !== undefined) return planeOf(`epsg${epsg}`, known)
  const definition = proj4.defs(`EPSG:${epsg}`) as { projName?: string; units?: string; to_meter?: number } | undefined
  if (definition === undefined || definition.projName === 'longlat' || (definition.to_meter ?? 1) !== 1) return null
  return planeOf(`epsg${epsg}`, `EPSG:${epsg}`)
}

/** GeoTIFF's codes of projection methods, and the keys that each requires. */
const METHODS: Readonly<Record<number, { proj: string; keys: readonly Key[] }>> = {
  1: { proj: 'tmerc', keys: ['lat_0', 'lon_0', 'k_0'] },
  8: { proj: 'lcc', keys: ['lat_0', 'lon_0', 'lat_1', 'lat_2'] },
  9: { proj: 'lcc', keys: ['lat_1', 'lon_0', 'k_0'] },
  10: { proj: 'laea', keys: ['lat_0', 'lon_0'] },
  11: { proj: 'aea', keys: ['lat_0', 'lon_0', 'lat_1', 'lat_2'] },
  16: { proj: 'sterea', keys: ['lat_0', 'lon_0', 'k_0'] },
}
type Key = 'lat_0' | 'lon_0' | 'lat_1' | 'lat_2' | 'k_0'
const PARAMETERS: Readonly<Record<Key, readonly string[]>> = {
  lat_0: ['ProjNatOriginLatGeoKey', 'ProjFalseOriginLatGeoKey', 'ProjCenterLatGeoKey'],
  lon_0: ['ProjNatOriginLongGeoKey', 'ProjFalseOriginLongGeoKey', 'ProjCenterLongGeoKey'],
  lat_1: ['ProjStdParallel1GeoKey', 'ProjNatOriginLatGeoKey'],
  lat_2: ['ProjStdParallel2GeoKey'],
  k_0: ['ProjScaleAtNatOriginGeoKey', 'ProjScaleAtCenterGeoKey'],
}
const EASTING = ['ProjFalseEastingGeoKey', 'ProjFalseOriginEastingGeoKey', 'ProjCenterEastingGeoKey']
const NORTHING = ['ProjFalseNorthingGeoKey', 'ProjFalseOriginNorthingGeoKey', 'ProjCenterNorthingGeoKey']
/** Geographic systems whose planes need no shift to WGS 84. */
const UNSHIFTED: ReadonlySet<unknown> = new Set([4326, 4258, 4269, 4171, 6318, 4283, 7844])

/**
 * The plane defined by the keys of a GeoTIFF without an EPSG code. Returns null if a key is missing, the method is
 * unknown, or the file does not give the shift of its datum: nothing is guessed.
 */
export function gridOfKeys(keys: Readonly<Record<string, unknown>>): MapProjection | null {
  const method = METHODS[keys.ProjCoordTransGeoKey as number]
  const shift = keys.GeogTOWGS84GeoKey as ArrayLike<number> | undefined
  if (method === undefined || (shift === undefined && !UNSHIFTED.has(keys.GeographicTypeGeoKey))) return null
  const read = (names: readonly string[]): number | undefined =>
    names.map((name) => keys[name]).find((value): value is number => typeof value === 'number')
  const words = [`+proj=${method.proj}`]
  for (const key of method.keys) {
    const value = read(PARAMETERS[key]) ?? (key === 'k_0' ? 1 : undefined)
    if (value === undefined) return null
    words.push(`+${key}=${value}`)
    if (key === 'lat_1' && !method.keys.includes('lat_0')) words.push(`+lat_0=${value}`)
  }
  words.push(`+x_0=${read(EASTING) ?? 0}`, `+y_0=${read(NORTHING) ?? 0}`)
  const semiMajorM = keys.GeogSemiMajorAxisGeoKey
  const inverseFlattening = keys.GeogInvFlatteningGeoKey
  if (typeof semiMajorM === 'number' && typeof inverseFlattening === 'number')
    words.push(`+a=${semiMajorM}`, `+rf=${inverseFlattening}`)
  else if (shift === undefined) words.push('+ellps=GRS80')
  else return null
  words.push(`+towgs84=${shift === undefined ? '0,0,0,0,0,0,0' : Array.from(shift).join(',')}`)
  return planeOf(words.join(' '), words.join(' '))
}

function planeOf(key: string, definition: string): MapProjection {
  const { forward, inverse } = proj4('EPSG:4326', definition)
  // proj4 throws for points outside the plane's domain
  const place = (convert: (point: [number, number]) => number[], a: number, b: number, out: Float64Array) => {
    try {
      ;[out[0], out[1]] = convert([a, b])
    } catch {
      out.fill(Number.NaN)
    }
  }
  return {
    key,
    rotated: true,
    unitDeg: METRE_DEG,
    periodUnits: null,
    scalesWithLat: false,
    forward: (lon, lat, out) => place(forward, lon, lat, out),
    inverse: (x, y, out) => place(inverse, x, y, out),
  }
}
