// Reached ground as polygons: what lies within a distance of the reached parts of ways, and ground that reached ways
// enclose if it measures less than 0.25 km2. The grid is in the local plane of the middle of the ways (its scale is off
// by 0.2 % at 12 km and 2 % at 100 km north or south of there). Contours are drawn one over the other, so that each
// contains the one before.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { DEG_TO_RAD, EARTH_RADIUS_M, M_PER_DEG_LAT } from '../../geo/lon-lat.ts'
import { BufferRaster, type Rings } from './buffer-raster.ts'
import type { Parts } from './reached-parts.ts'

const FILLED_M2 = 250_000
/** Finest grid: a tile of it measures more than FILLED_M2. */
const LEAST_CELL_M = 8
/** Cells are this share of the tolerance for ways up to this length; as large as the tolerance beyond. */
const FINE_SHARE = 0.8
const FINE_NETWORK_M = 400_000
/** How far a point of a way may lie from the line that is drawn in its place, in cells; and how many may. */
const NEARLY_STRAIGHT_SQ = 0.12 ** 2
const MOST_PASSED = 4
const FULL_TURN_E7 = 3_600_000_000
const MARGIN_CELLS = 4
/** 32 MB of distances */
const MAX_TILES = 8192

/** A ring in millionths of a degree: lon, lat, lon, lat ..., not closed. */
export type Ring = Int32Array

export interface Ground {
  areaM2: number
  /** polygons of rings, the outer ring first */
  polygons: Ring[][]
}

export class GroundDrawer {
  readonly #graph: RoutingGraph
  readonly #raster = new BufferRaster()
  /** edges drawn whole in this answer */
  readonly #isDrawn: Uint8Array
  readonly #drawn: number[] = []
  /** ten-millionths of a degree, and cells for each of them */
  #lon0 = 0
  #lat0 = 0
  #perLon = 0
  #perLat = 0
  #cellM = 0

  constructor(graph: RoutingGraph) {
    this.#graph = graph
    this.#isDrawn = new Uint8Array(graph.edgeCount)
  }

  /** `largest`: the parts of the last contour. */
  begin(largest: Parts, networkM: number, toleranceM: number): void {
    const { shapeStart, shapeLonE7, shapeLatE7 } = this.#graph.columns
    const { count, edge } = largest
    const origin = count === 0 ? 0 : shapeLonE7[shapeStart[edge[0]]]
    let west = count === 0 ? 0 : Infinity
    let east = count === 0 ? 0 : -Infinity
    let south = west
    let north = east
    for (let i = 0; i < count; i++) {
      for (let p = shapeStart[edge[i]], end = shapeStart[edge[i] + 1]; p < end; p++) {
        const lon = eastOf(origin, shapeLonE7[p])
        const lat = shapeLatE7[p]
        if (lon < west) west = lon
        if (lon > east) east = lon
        if (lat < south) south = lat
        if (lat > north) north = lat
      }
    }
    const share = networkM <= FINE_NETWORK_M ? FINE_SHARE : 1
    this.#cellM = Math.max(LEAST_CELL_M, toleranceM * share)
    const radius = toleranceM / this.#cellM
    const margin = radius + MARGIN_CELLS
    this.#perLat = M_PER_DEG_LAT / 1e7 / this.#cellM
    this.#perLon = this.#perLat * Math.cos(((south + north) / 2e7) * DEG_TO_RAD)
    this.#lon0 = Math.floor(origin + west - margin / this.#perLon)
    this.#lat0 = Math.floor(south - margin / this.#perLat)
    const across = (east - west) * this.#perLon + 2 * margin
    const down = (north - south) * this.#perLat + 2 * margin
    this.#raster.begin(across, down, radius, MAX_TILES)
  }

  end(): void {
    for (const edge of this.#drawn) this.#isDrawn[edge] = 0
    this.#drawn.length = 0
    this.#raster.end()
  }

  /** Draws parts over those drawn before. Throws TooManyTiles. */
  draw(parts: Parts): void {
    const { edgeLengthMm, shapeStart, shapeAtMm } = this.#graph.columns
    for (let i = 0; i < parts.count; i++) {
      const edge = parts.edge[i]
      if (this.#isDrawn[edge] === 1) continue
      const first = shapeStart[edge]
      const last = shapeStart[edge + 1] - 1
      if (parts.from[i] === 0 && parts.to[i] === 1) {
        this.#stroke(first, 0, last, 0)
        this.#isDrawn[edge] = 1
        this.#drawn.push(edge)
        continue
      }
      const fromMm = parts.from[i] * edgeLengthMm[edge]
      const toMm = parts.to[i] * edgeLengthMm[edge]
      let from = first
      while (from + 1 < last && shapeAtMm[from + 1] <= fromMm) from++
      let to = from
      while (to + 1 < last && shapeAtMm[to + 1] < toMm) to++
      const share = (p: number, mm: number) =>
        p === last || shapeAtMm[p + 1] === shapeAtMm[p] ? 0 : (mm - shapeAtMm[p]) / (shapeAtMm[p + 1] - shapeAtMm[p])
      this.#stroke(from, share(from, fromMm), to, share(to, toMm))
    }
  }

  /**
   * Draws from a share of the way between a shape point and the next to another such place. A point that lies nearly
   * straight between its neighbours is passed over.
   */
  #stroke(from: number, fromShare: number, to: number, toShare: number): void {
    const { shapeLonE7, shapeLatE7 } = this.#graph.columns
    const raster = this.#raster
    const lon0 = this.#lon0
    const lat0 = this.#lat0
    const perLon = this.#perLon
    const perLat = this.#perLat
    let ax = 0
    let ay = 0
    let bx = 0
    let by = 0
    let passed = 0
    const end = toShare > 0 ? to + 1 : to
    for (let p = from; p <= end; p++) {
      let x = eastOf(lon0, shapeLonE7[p]) * perLon
      let y = (shapeLatE7[p] - lat0) * perLat
      if (p === from && fromShare > 0) {
        x += (eastOf(lon0, shapeLonE7[p + 1]) * perLon - x) * fromShare
        y += ((shapeLatE7[p + 1] - lat0) * perLat - y) * fromShare
      } else if (p === end && toShare > 0) {
        const px = eastOf(lon0, shapeLonE7[to]) * perLon
        const py = (shapeLatE7[to] - lat0) * perLat
        x = px + (x - px) * toShare
        y = py + (y - py) * toShare
      }
      if (p === from) {
        ax = bx = x
        ay = by = y
        continue
      }
      if (p > from + 1) {
        const dx = x - ax
        const dy = y - ay
        const ux = bx - ax
        const uy = by - ay
        const lengthSq = dx * dx + dy * dy
        const aside = dx * uy - dy * ux
        const along = dx * ux + dy * uy
        if (passed < MOST_PASSED && aside * aside <= NEARLY_STRAIGHT_SQ * lengthSq && along >= 0 && along <= lengthSq)
          passed++
        else {
          raster.line(ax, ay, bx, by)
          ax = bx
          ay = by
          passed = 0
        }
      }
      bx = x
      by = y
    }
    raster.line(ax, ay, bx, by)
  }

  /** The ground of everything drawn so far. */
  ground(): Ground {
    const rings = this.#raster.rings()
    const mostPoints = (0.95 * FILLED_M2) / this.#cellM ** 2 // of lines around it a part is not counted
    const outers: { ring: Ring; areaM2: number; holes: Ring[] }[] = []
    const holes: { ring: Ring; areaM2: number }[] = []
    const filled: Ring[] = []
    for (let r = 0; r + 1 < rings.start.length; r++) {
      const ring = this.#toDegrees(rings, r)
      const areaM2 = signedAreaM2(ring)
      if (areaM2 > 0) outers.push({ ring, areaM2, holes: [] })
      else if (-areaM2 < FILLED_M2 && this.#raster.isEnclosed(rings, r, mostPoints)) filled.push(ring)
      else holes.push({ ring, areaM2 })
    }
    const kept = outers.length === 1 ? outers : outers.filter(({ ring }) => !filled.some((one) => holds(one, ring)))
    kept.sort((a, b) => a.areaM2 - b.areaM2)
    let areaM2 = 0
    for (const outer of kept) areaM2 += outer.areaM2
    for (const hole of holes) {
      const outer = kept.length === 1 ? kept[0] : kept.find(({ ring }) => holds(ring, hole.ring))
      // an island in filled ground has gone with its own holes
      if (outer === undefined) continue
      outer.holes.push(hole.ring)
      areaM2 += hole.areaM2
    }
    return { areaM2, polygons: kept.reverse().map(({ ring, holes: own }) => [ring, ...own]) }
  }

  #toDegrees({ xy, start }: Rings, r: number): Ring {
    const ring = new Int32Array((start[r + 1] - start[r]) * 2)
    for (let i = 0, v = start[r] * 2; i < ring.length; i += 2, v += 2) {
      ring[i] = Math.round((this.#lon0 + xy[v] / this.#perLon) / 10)
      ring[i + 1] = Math.round((this.#lat0 + xy[v + 1] / this.#perLat) / 10)
    }
    return ring
  }
}

/** Ten-millionths of a degree from one longitude east to another, the short way around. */
function eastOf(from: number, lon: number): number {
  const east = lon - from
  return east > FULL_TURN_E7 / 2 ? east - FULL_TURN_E7 : east < -FULL_TURN_E7 / 2 ? east + FULL_TURN_E7 : east
}

/** On the sphere, counter-clockwise positive; exact for the cylinder of equal areas (Chamberlain and Duquette 2007). */
export function signedAreaM2(ring: Ring): number {
  let sum = 0
  const toRad = DEG_TO_RAD / 1e6
  let lon = ring[ring.length - 2]
  let sin = Math.sin(ring[ring.length - 1] * toRad)
  for (let i = 0; i < ring.length; i += 2) {
    const nextSin = Math.sin(ring[i + 1] * toRad)
    sum += (ring[i] - lon) * (sin + nextSin)
    lon = ring[i]
    sin = nextSin
  }
  return (-sum * toRad * EARTH_RADIUS_M * EARTH_RADIUS_M) / 2
}

/** Whether a ring holds another that does not cross it. */
function holds(ring: Ring, other: Ring): boolean {
  const [x, y] = other
  let inside = false
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    if (ring[i + 1] > y === ring[j + 1] > y) continue
    if (x < ((ring[j] - ring[i]) * (y - ring[i + 1])) / (ring[j + 1] - ring[i + 1]) + ring[i]) inside = !inside
  }
  return inside
}
