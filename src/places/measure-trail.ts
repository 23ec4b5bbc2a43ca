// Measurements of a trail's line: length, box, ends, gaps, climb over the terrain, metres by SAC grade and by surface.
// Positions 1e-7 degrees by site. The ground is sampled every SAMPLE_M metres; bridges, tunnels and ferries run
// straight between their ends. Where a part ends on a bridge or in a tunnel and no way on the ground joins it, the
// height there is unknown: it may be a blind end, with ground far above it. Voids are skipped from the last known
// height to the next and counted in `heightUnknownM`; if they are more than MAX_UNKNOWN_SHARE of the line, climb is
// null.

import { WideningBox } from '../geo/split-box.ts'
import { climbOf } from '../geo/climb.ts'
import { distanceM, wrapLon, type Box, type LonLat } from '../geo/lon-lat.ts'
import { SAC_M_LENGTH, type Stretch } from './catalogue-rows.ts'
import { SURFACE_KINDS, surfaceColumns, type SurfaceColumns, surfaceMetres } from '../travel/surfaces.ts'

export const SAMPLE_M = 25
const MAX_UNKNOWN_SHARE = 0.05
/** Bridges and tunnels. */
export const ON_STRUCTURE = 1
/** Ferries, which land on the ground. */
export const ON_WATER = 2
/** Ends closer than this make a loop. */
const LOOP_M = 50

export interface TrailGround {
  siteLonE7: Int32Array
  siteLatE7: Int32Array
  waySac: Uint8Array
  waySurface: Uint8Array
  /** ON_STRUCTURE, ON_WATER, or 0 */
  wayOnStructure: Uint8Array
  /** of an end of a bridge or tunnel: whether a way on the ground joins it there */
  joinsGround(site: number): boolean
  /** metres, NaN: unknown; the heights needed must be loaded first */
  heightOrNaN(lon: number, lat: number): number
}

export interface TrailMeasures {
  lengthM: number
  bbox: Box
  ends: LonLat[]
  lon: number
  lat: number
  closes: boolean
  gapsM: number[]
  ascentM: number | null
  descentM: number | null
  lowestM: number | null
  highestM: number | null
  /** metres of the line whose ground is unknown: climb there is the difference between its two ends */
  heightUnknownM: number
  /** as in TrailRow */
  sacM: number[]
  surfaces: SurfaceColumns
}

/** Measures parts in walking order, at least one. */
export function measureTrail(parts: readonly Stretch[], ground: TrailGround): TrailMeasures {
  const { siteLonE7, siteLatE7, waySac, waySurface } = ground
  const lonOf = (site: number) => siteLonE7[site] / 1e7
  const latOf = (site: number) => siteLatE7[site] / 1e7
  const sacM = new Array<number>(SAC_M_LENGTH).fill(0)
  const surfaceM = SURFACE_KINDS.map(() => 0)
  const around = new WideningBox()
  let lengthM = 0
  for (const { sites, ways } of parts) {
    for (let i = 0; i < sites.length; i++) {
      const lon = lonOf(sites[i])
      const lat = latOf(sites[i])
      around.add(lon, lat)
      if (i === 0) continue
      const stepM = distanceM(lonOf(sites[i - 1]), latOf(sites[i - 1]), lon, lat)
      lengthM += stepM
      if (waySac[ways[i]] < SAC_M_LENGTH) sacM[waySac[ways[i]]] += stepM
      surfaceM[waySurface[ways[i]]] += stepM
    }
  }
  const gapsM: number[] = []
  for (let p = 1; p < parts.length; p++) {
    const from = parts[p - 1].sites[parts[p - 1].sites.length - 1]
    const to = parts[p].sites[0]
    gapsM.push(Math.round(distanceM(lonOf(from), latOf(from), lonOf(to), latOf(to))))
  }
  const first = parts[0].sites[0]
  const lastPart = parts[parts.length - 1].sites
  const last = lastPart[lastPart.length - 1]
  const closes = lengthM > 4 * LOOP_M && distanceM(lonOf(first), latOf(first), lonOf(last), latOf(last)) <= LOOP_M
  const middle = findMiddle(parts, lengthM / 2, lonOf, latOf)
  return {
    lengthM: Math.round(lengthM),
    bbox: around.box(),
    closes,
    gapsM,
    ends: closes
      ? []
      : [
          [lonOf(first), latOf(first)],
          [lonOf(last), latOf(last)],
        ],
    lon: middle[0],
    lat: middle[1],
    ...climb(parts, ground, lengthM),
    sacM: sacM.map(Math.round),
    surfaces: surfaceColumns(surfaceMetres(surfaceM.map(Math.round))),
  }
}

/** The site nearest after half the length. */
function findMiddle(
  parts: readonly Stretch[],
  halfM: number,
  lonOf: (site: number) => number,
  latOf: (site: number) => number,
): LonLat {
  let atM = 0
  for (const { sites } of parts) {
    for (let i = 1; i < sites.length; i++) {
      atM += distanceM(lonOf(sites[i - 1]), latOf(sites[i - 1]), lonOf(sites[i]), latOf(sites[i]))
      if (atM >= halfM) return [lonOf(sites[i]), latOf(sites[i])]
    }
  }
  return [lonOf(parts[0].sites[0]), latOf(parts[0].sites[0])]
}

function climb(
  parts: readonly Stretch[],
  ground: TrailGround,
  lengthM: number,
): Pick<TrailMeasures, 'ascentM' | 'descentM' | 'lowestM' | 'highestM' | 'heightUnknownM'> {
  let ascentM = 0
  let descentM = 0
  let lowestM = Infinity
  let highestM = -Infinity
  let unknownM = 0
  for (const part of parts) {
    const heightsM: number[] = []
    unknownM += sampleHeights(part, ground, heightsM)
    const { ascentM: up, descentM: down } = climbOf(heightsM)
    ascentM += up
    descentM += down
    for (const heightM of heightsM) {
      lowestM = Math.min(lowestM, heightM)
      highestM = Math.max(highestM, heightM)
    }
  }
  const heightUnknownM = Math.round(unknownM)
  if (lowestM > highestM || unknownM > lengthM * MAX_UNKNOWN_SHARE)
    return { ascentM: null, descentM: null, lowestM: null, highestM: null, heightUnknownM }
  return {
    ascentM: Math.round(ascentM),
    descentM: Math.round(descentM),
    lowestM: Math.round(lowestM),
    highestM: Math.round(highestM),
    heightUnknownM,
  }
}

/** Appends the known heights along a part to `heightsM`; returns the metres without height. */
function sampleHeights(
  { sites, ways }: Stretch,
  { siteLonE7, siteLatE7, wayOnStructure, joinsGround, heightOrNaN }: TrailGround,
  heightsM: number[],
): number {
  let unknownM = 0
  const take = (lon: number, lat: number, lengthM: number): void => {
    const heightM = heightOrNaN(lon, lat)
    if (Number.isNaN(heightM)) unknownM += lengthM
    else heightsM.push(heightM)
  }
  /** from a site to the next */
  const stepM = (i: number): number =>
    distanceM(
      siteLonE7[sites[i]] / 1e7,
      siteLatE7[sites[i]] / 1e7,
      siteLonE7[sites[i + 1]] / 1e7,
      siteLatE7[sites[i + 1]] / 1e7,
    )
  const isAir = (i: number): boolean => i > 0 && i < ways.length && wayOnStructure[ways[i]] !== 0
  const isBlind = (i: number): boolean => isAir(i) && wayOnStructure[ways[i]] === ON_STRUCTURE
  let first = 0
  while (isBlind(first + 1) && !joinsGround(sites[first])) unknownM += stepM(first++)
  let last = sites.length - 1
  while (last > first && isBlind(last) && !joinsGround(sites[last])) unknownM += stepM(--last)
  if (first > 0 && first === sites.length - 1) return unknownM
  for (let i = first; i <= last; i++) {
    const lon = siteLonE7[sites[i]] / 1e7
    const lat = siteLatE7[sites[i]] / 1e7
    let sampleM = 0
    if (i > first && !isAir(i)) {
      const fromLon = siteLonE7[sites[i - 1]] / 1e7
      const fromLat = siteLatE7[sites[i - 1]] / 1e7
      const lengthM = distanceM(fromLon, fromLat, lon, lat)
      const steps = Math.max(1, Math.ceil(lengthM / SAMPLE_M))
      sampleM = lengthM / steps
      for (let s = 1; s < steps; s++)
        take(wrapLon(fromLon + (wrapLon(lon - fromLon) * s) / steps), fromLat + ((lat - fromLat) * s) / steps, sampleM)
    }
    // between two stretches of bridge or tunnel the line is not on the ground
    if (!(isAir(i) && i < last && isAir(i + 1))) take(lon, lat, sampleM)
  }
  return unknownM
}
