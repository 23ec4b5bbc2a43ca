// HOT: npm run bench -- planner
// It writes the distance of millions of grid points, so they are bytes in tiles that are kept and reused, a line is
// drawn as points whose surroundings are looked up, and the lesser of two bytes is taken without a branch.
//
// How near lines are, as a grid of squared distances: a byte a grid point, in tiles that exist only near lines. A point
// of a line lies on a lattice of sixteenths of a cell, so the bytes around it are one of 256 tables.

/** Grid points along a side of a tile. */
export const TILE_BITS = 6
export const TILE = 1 << TILE_BITS
export const TILE_POINTS = TILE * TILE
/** Distances are known up to this many cells; anything inside is within one. */
export const KNOWN_CELLS = 1.4
/** The byte at a distance of one cell; greater ones have the highest bit. */
export const INSIDE = 127
/** No line is so near that the distance is known. */
export const FAR = 255
/** Kept from answer to answer. */
const KEPT_TILES = 1024
const SUB_BITS = 4
const SUB = 1 << SUB_BITS
/** Grid points to either side of a point that are inside, or beside one that is. */
const MARGIN = 2

// tables of the bytes around a point, by its place in the cell
const first = new Int32Array(SUB * SUB + 1)
const { offsets, bytes } = makeTables()

function makeTables(): { offsets: Int16Array; bytes: Uint8Array } {
  const around: [offset: number, byte: number][] = []
  for (let sub = 0; sub < SUB * SUB; sub++) {
    for (let dy = -MARGIN; dy <= MARGIN; dy++)
      for (let dx = -MARGIN; dx <= MARGIN; dx++) {
        const distanceSq = (dx - (sub & (SUB - 1)) / SUB) ** 2 + (dy - (sub >> SUB_BITS) / SUB) ** 2
        if (distanceSq < KNOWN_CELLS ** 2) around.push([dy * TILE + dx, Math.round(distanceSq * INSIDE)])
      }
    first[sub + 1] = around.length
  }
  return {
    offsets: Int16Array.from(around, ([offset]) => offset),
    bytes: Uint8Array.from(around, ([, byte]) => byte),
  }
}

/** Thrown where the lines need more tiles than there may be. */
export class TooManyTiles extends Error {}

export class NearGrid {
  /** by place: tile * TILE_POINTS + y in the tile * TILE + x in it */
  values = new Uint8Array(0)
  /** for what walks over the grid, by place */
  marks = new Uint8Array(0)
  /** by slot: the tile, -1 for none; `across` slots a row */
  tileOf = new Int32Array(0)
  /** by tile: its slot */
  slotOf = new Int32Array(0)
  tiles = 0
  across = 0
  #maxTiles = 0

  /** An empty grid of `across` by `down` cells; lines keep 4 cells away from its border. */
  begin(across: number, down: number, maxTiles: number): void {
    // the neighbours of the last points have a place, too
    this.across = (Math.ceil(across) >> TILE_BITS) + 2
    const count = this.across * ((Math.ceil(down) >> TILE_BITS) + 2)
    if (this.tileOf.length < count) this.tileOf = new Int32Array(count)
    this.tileOf.fill(-1, 0, count)
    this.tiles = 0
    this.#maxTiles = maxTiles
  }

  /** Gives back what a large answer took. */
  end(): void {
    if (this.values.length <= KEPT_TILES * TILE_POINTS) return
    this.values = new Uint8Array(0)
    this.marks = new Uint8Array(0)
    this.slotOf = new Int32Array(0)
  }

  /** Draws a point, in cells. Throws TooManyTiles. */
  point(px: number, py: number): void {
    const qx = (px * SUB + 0.5) | 0
    const qy = (py * SUB + 0.5) | 0
    const x = qx >> SUB_BITS
    const y = qy >> SUB_BITS
    const sub = ((qy & (SUB - 1)) << SUB_BITS) | (qx & (SUB - 1))
    const inX = x & (TILE - 1)
    const inY = y & (TILE - 1)
    const last = TILE - 1 - MARGIN
    const end = first[sub + 1]
    if (inX >= MARGIN && inX <= last && inY >= MARGIN && inY <= last) {
      const base = this.#tileAt((y >> TILE_BITS) * this.across + (x >> TILE_BITS)) + (inY << TILE_BITS) + inX
      const values = this.values
      for (let i = first[sub]; i < end; i++) {
        const at = base + offsets[i]
        const less = bytes[i] - values[at]
        values[at] += less & (less >> 31)
      }
      return
    }
    // up to four tiles, for the neighbours of what is inside have a place, known or not
    const west = (x - MARGIN) >> TILE_BITS
    const east = (x + MARGIN) >> TILE_BITS
    const south = ((y - MARGIN) >> TILE_BITS) * this.across
    const north = ((y + MARGIN) >> TILE_BITS) * this.across
    const toEast = east * TILE - x
    const toNorth = ((y + MARGIN) & -TILE) - y
    // of the point, as if it lay in each of them
    const inWest = x - west * TILE
    const inSouth = (y - ((y - MARGIN) & -TILE)) << TILE_BITS
    const southWest = this.#tileAt(south + west) + inSouth + inWest
    const southEast = this.#tileAt(south + east) + inSouth - toEast
    const northWest = this.#tileAt(north + west) - (toNorth << TILE_BITS) + inWest
    const northEast = this.#tileAt(north + east) - (toNorth << TILE_BITS) - toEast
    const values = this.values
    for (let i = first[sub]; i < end; i++) {
      const offset = offsets[i]
      const dy = (offset + TILE / 2) >> TILE_BITS
      const isEast = offset - (dy << TILE_BITS) >= toEast
      const at = offset + (dy >= toNorth ? (isEast ? northEast : northWest) : isEast ? southEast : southWest)
      if (bytes[i] < values[at]) values[at] = bytes[i]
    }
  }

  /** Where the points of a tile begin; makes the tile if it is missing. */
  #tileAt(slot: number): number {
    const tile = this.tileOf[slot]
    return (tile < 0 ? this.#makeTile(slot) : tile) << (2 * TILE_BITS)
  }

  #makeTile(slot: number): number {
    if (this.tiles >= this.#maxTiles) throw new TooManyTiles()
    const tile = this.tiles++
    const from = tile * TILE_POINTS
    if (from + TILE_POINTS > this.values.length) {
      const tiles = Math.max(64, tile * 2)
      const larger = new Uint8Array(tiles * TILE_POINTS)
      larger.set(this.values)
      this.values = larger
      this.marks = new Uint8Array(tiles * TILE_POINTS)
      const slots = new Int32Array(tiles)
      slots.set(this.slotOf)
      this.slotOf = slots
    }
    this.values.fill(FAR, from, from + TILE_POINTS)
    this.tileOf[slot] = tile
    this.slotOf[tile] = slot
    return tile
  }

  /** Grid points from one column of a row to another are as near as a line. Throws TooManyTiles. */
  fill(fromX: number, toX: number, y: number): void {
    for (let x = fromX; x <= toX; ) {
      const end = Math.min(toX, x | (TILE - 1))
      const place = this.#tileAt((y >> TILE_BITS) * this.across + (x >> TILE_BITS)) + ((y & (TILE - 1)) << TILE_BITS)
      this.values.fill(0, place + (x & (TILE - 1)), place + (end & (TILE - 1)) + 1)
      x = end + 1
    }
  }

  /** The place of a grid point, -1 if its whole tile is without lines. */
  placeOf(x: number, y: number): number {
    const tile = this.tileOf[(y >> TILE_BITS) * this.across + (x >> TILE_BITS)]
    return tile < 0 ? -1 : (tile << (2 * TILE_BITS)) + ((y & (TILE - 1)) << TILE_BITS) + (x & (TILE - 1))
  }

  /** The place beside another: up, left, down, right (0 to 3); -1 if its tile is without lines. */
  beside(place: number, side: number): number {
    if (side === 0) return ((place >> TILE_BITS) & (TILE - 1)) < TILE - 1 ? place + TILE : this.#over(place, side)
    if (side === 1) return (place & (TILE - 1)) > 0 ? place - 1 : this.#over(place, side)
    if (side === 2) return ((place >> TILE_BITS) & (TILE - 1)) > 0 ? place - TILE : this.#over(place, side)
    return (place & (TILE - 1)) < TILE - 1 ? place + 1 : this.#over(place, side)
  }

  /** Over the border of a tile. */
  #over(place: number, side: number): number {
    const tile = place >> (2 * TILE_BITS)
    const slots = side === 0 ? this.across : side === 1 ? -1 : side === 2 ? -this.across : 1
    // nothing lies below the first slot
    const next = this.tileOf[this.slotOf[tile] + slots] ?? -1
    if (next < 0) return -1
    const step = side === 0 ? TILE * (1 - TILE) : side === 1 ? TILE - 1 : side === 2 ? TILE * (TILE - 1) : 1 - TILE
    return place + step + ((next - tile) << (2 * TILE_BITS))
  }
}
