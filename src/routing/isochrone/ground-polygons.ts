// Reached ground as polygons: what lies near the reached parts of ways, and ground that reached ways enclose if it
// measures less than 0.25 km2. The outline runs straight where it can, nowhere farther than the tolerance from the
// ways. Grid lines are whole millionths of a degree apart; the grid is about square where the ways are nearest to the
// equator (its cells are 2 % narrower 100 km from there). Contours are drawn one over the other, so that each contains
// the one before.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { DEG_TO_RAD, EARTH_RADIUS_M, M_PER_DEG_LAT } from '../../geo/lon-lat.ts'
import { BorderGates, type RingTaker } from './border-gates.ts'
import { cutAtAntimeridian, type Ring } from './cut-rings.ts'
import { EnclosedGround } from './enclosed-ground.ts'
import { NearGrid, TooManyTiles } from './near-grid.ts'
import type { EdgeParts } from './reached-edges.ts'
import { RingThinner } from './thin-ring.ts'
import { WayPoints } from './way-points.ts'

/**
 * A cell, as a share of the tolerance. The outline is looked for one cell away from the points of ways, which may be
 * drawn a 23rd of a cell off. Within a cell it is at most half a diagonal farther: 1 / (1 + 0.044 + 0.707).
 */
const OUTLINE_SHARE = 0.57
const MARGIN_CELLS = 4
/** Of all contours of an answer, as each goes over all of them: 24 MB of distances. */
const MAX_TILES = 6000

export interface Ground {
  areaM2: number
  /** polygons of rings, the outer ring first */
  polygons: Ring[][]
}

interface DrawnRing {
  ring: Ring
  areaM2: number
  /** west, south, east, north */
  box: [number, number, number, number]
  holes: DrawnRing[]
}

export class GroundDrawer {
  readonly #grid = new NearGrid()
  readonly #gates = new BorderGates(this.#grid)
  readonly #thinner = new RingThinner(this.#gates)
  readonly #ways: WayPoints
  readonly #enclosed: EnclosedGround
  /** the corner of the grid, in millionths of a degree */
  #lonE6 = 0
  #latE6 = 0
  #cellM = 0
  /** tiles that borders may still be looked for in */
  #tilesLeft = 0

  constructor(graph: RoutingGraph) {
    this.#ways = new WayPoints(graph, this.#grid)
    this.#enclosed = new EnclosedGround(graph, this.#grid)
  }

  /** `largest`: the parts of the last of `contours`. */
  begin(largest: EdgeParts, contours: number, toleranceM: number): void {
    const { west, south, east, north } = this.#ways.boxE7(largest)
    this.#cellM = toleranceM * OUTLINE_SHARE
    this.#tilesLeft = MAX_TILES
    const cellLatE6 = Math.floor((this.#cellM / M_PER_DEG_LAT) * 1e6)
    // nowhere wider than high: of the latitude nearest to the equator
    const widestLat = Math.max(0, south, -north) / 1e7
    const cellLonE6 = Math.max(1, Math.floor(cellLatE6 / Math.cos(widestLat * DEG_TO_RAD)))
    this.#lonE6 = Math.floor(west / 10) - MARGIN_CELLS * cellLonE6
    this.#latE6 = Math.floor(south / 10) - MARGIN_CELLS * cellLatE6
    const across = (east - west) / 10 / cellLonE6 + 2 * MARGIN_CELLS
    const down = (north - south) / 10 / cellLatE6 + 2 * MARGIN_CELLS
    this.#grid.begin(across, down, MAX_TILES)
    this.#gates.begin(cellLonE6, cellLatE6, contours)
    this.#ways.begin(this.#lonE6 * 10, this.#latE6 * 10, 0.1 / cellLonE6, 0.1 / cellLatE6, this.#cellM)
    this.#enclosed.begin(this.#lonE6 * 10, this.#latE6 * 10, 0.1 / cellLonE6, 0.1 / cellLatE6)
  }

  end(): void {
    this.#ways.end()
    this.#enclosed.end()
    this.#grid.end()
    this.#gates.end()
  }

  /** Draws all parts of a contour over those drawn before. Throws TooManyTiles. */
  draw(parts: EdgeParts): void {
    this.#ways.draw(parts)
    this.#enclosed.fill(parts)
  }

  /** The ground of everything drawn so far. Throws TooManyTiles. */
  ground(): Ground {
    this.#tilesLeft -= this.#grid.tiles
    if (this.#tilesLeft < 0) throw new TooManyTiles()
    const rings = new DrawnRings(this.#thinner, this.#lonE6, this.#latE6)
    this.#gates.follow(rings)
    const { outers, holes } = rings
    outers.sort((a, b) => a.areaM2 - b.areaM2)
    for (const hole of holes) outers.find((outer) => outers.length === 1 || holds(outer, hole))?.holes.push(hole)
    const kept = outers.filter((outer, i) => !outers.slice(i + 1).some((larger) => isGroundOf(larger, outer)))
    let areaM2 = 0
    for (const outer of kept) {
      areaM2 += outer.areaM2
      for (const hole of outer.holes) areaM2 += hole.areaM2
    }
    const polygons = kept.reverse().map(({ ring, holes: own }) => [ring, ...own.map((hole) => hole.ring)])
    return { areaM2, polygons: cutAtAntimeridian(polygons) }
  }
}

/** The rings of a border. */
class DrawnRings implements RingTaker {
  readonly outers: DrawnRing[] = []
  readonly holes: DrawnRing[] = []
  readonly #thinner: RingThinner
  readonly #lonE6: number
  readonly #latE6: number

  constructor(thinner: RingThinner, lonE6: number, latE6: number) {
    this.#thinner = thinner
    this.#lonE6 = lonE6
    this.#latE6 = latE6
  }

  take(): void {
    this.#thinner.thin()
    const ring = this.#toDegrees()
    const drawn = { ring, areaM2: signedAreaM2(ring), box: boxOf(ring), holes: [] }
    if (drawn.areaM2 > 0) this.outers.push(drawn)
    else this.holes.push(drawn)
  }

  #toDegrees(): Ring {
    const { xy, length } = this.#thinner
    const ring = new Int32Array(length)
    for (let i = 0; i < length; i += 2) {
      ring[i] = this.#lonE6 + xy[i]
      ring[i + 1] = this.#latE6 + xy[i + 1]
    }
    return ring
  }
}

function boxOf(ring: Ring): DrawnRing['box'] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < ring.length; i += 2) {
    if (ring[i] < west) west = ring[i]
    if (ring[i] > east) east = ring[i]
    if (ring[i + 1] < south) south = ring[i + 1]
    if (ring[i + 1] > north) north = ring[i + 1]
  }
  return [west, south, east, north]
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

/** Whether a polygon holds a ring that crosses none of its own. */
function isGroundOf(polygon: DrawnRing, other: DrawnRing): boolean {
  return holds(polygon, other) && !polygon.holes.some((hole) => holds(hole, other))
}

/** Whether a ring holds another that does not cross it. */
function holds({ ring, box: [west, south, east, north] }: DrawnRing, other: DrawnRing): boolean {
  const [x, y] = other.ring
  if (x < west || x > east || y < south || y > north) return false
  let inside = false
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    if (ring[i + 1] > y === ring[j + 1] > y) continue
    if (x < ((ring[j] - ring[i]) * (y - ring[i + 1])) / (ring[j + 1] - ring[i + 1]) + ring[i]) inside = !inside
  }
  return inside
}
