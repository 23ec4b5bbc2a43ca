// An area cut into strips of latitude, as the catalogue stores it: whether a point is inside needs the edges of one
// strip alone, however long the border is. Coordinates 1e-7 degrees.

import { DEG_TO_RAD, M_PER_DEG_LAT } from '../geo/lon-lat.ts'
import { holdsPoint, type Area } from './area.ts'

export interface AreaStrip {
  /** from this latitude on, up to but not at that one */
  fromLatE7: number
  toLatE7: number
  /** longitudes within which its edges lie */
  fromLonE7: number
  toLonE7: number
  /** every edge that meets one of its latitudes: x1, y1, x2, y2 of each as 32-bit integers, in base64 */
  edges: string
}

/** A strip ends before it has more edges, unless a single band has them. */
const EDGES_PER_STRIP = 64
const SCAN_LINES = 1024

/** Every latitude of the area lies in one strip. */
export function* cutStrips(area: Area): Generator<AreaStrip> {
  let edges = new Set<number>()
  let from = 0
  for (let band = 0; band < area.bandCount; band++) {
    const next = area.edgesOfBand(band)
    if (edges.size > 0 && edges.size + next.length > EDGES_PER_STRIP) {
      yield stripOf(area, edges, from, band)
      edges = new Set()
      from = band
    }
    for (const edge of next) edges.add(edge)
  }
  if (edges.size > 0) yield stripOf(area, edges, from, area.bandCount)
}

function stripOf(area: Area, edges: ReadonlySet<number>, fromBand: number, toBand: number): AreaStrip {
  const packed = new Int32Array(edges.size * 4)
  let [fromLonE7, toLonE7] = [Infinity, -Infinity]
  let at = 0
  for (const edge of edges) {
    const ends = area.edge(edge)
    packed.set(ends, at)
    at += 4
    fromLonE7 = Math.min(fromLonE7, ends[0], ends[2])
    toLonE7 = Math.max(toLonE7, ends[0], ends[2])
  }
  return {
    fromLatE7: area.fromLatE7(fromBand),
    toLatE7: area.fromLatE7(toBand),
    fromLonE7,
    toLonE7,
    edges: Buffer.from(packed.buffer).toString('base64'),
  }
}

/** Whether a point at a latitude of the strip is inside the area. */
export function stripHolds(edges: string, lonE7: number, latE7: number): boolean {
  const bytes = Buffer.from(edges, 'base64')
  return holdsPoint(new Int32Array(new Uint8Array(bytes).buffer), lonE7, latE7)
}

/** Square metres, to put areas into an order: measured along lines of latitude, right to about a hundredth. */
export function measureAreaM2(area: Area): number {
  const stepE7 = (area.maxLatE7 - area.minLatE7) / SCAN_LINES
  let sumM2 = 0
  for (let line = 0; line < SCAN_LINES; line++) {
    const latE7 = area.minLatE7 + (line + 0.5) * stepE7
    const crossings = area.crossingsAt(latE7)
    let widthE7 = 0
    for (let i = 0; i + 1 < crossings.length; i += 2) widthE7 += crossings[i + 1] - crossings[i]
    sumM2 += (widthE7 / 1e7) * Math.cos((latE7 / 1e7) * DEG_TO_RAD) * (stepE7 / 1e7) * M_PER_DEG_LAT ** 2
  }
  return Math.round(sumM2)
}
