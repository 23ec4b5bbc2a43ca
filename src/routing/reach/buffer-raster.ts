// HOT: npm run bench -- planner
// It writes and reads the distance of millions of grid points, so they are bytes in tiles that are kept and reused.
//
// The ground within a distance of lines, as a grid of squared distances to the nearest line: a byte a grid point, in
// tiles that exist only near lines. Its border is found by marching squares (Lorensen and Cline 1987, in the plane)
// with linear interpolation; the two readings of a saddle are told apart by the mean of its corners. Every vertex lies
// on an edge of the grid of its own, so no ring touches or crosses itself or another, and with further lines the
// border encloses the one without them.

/** Grid points along a side of a tile. */
const TILE_BITS = 6
const TILE = 1 << TILE_BITS
const TILE_POINTS = TILE * TILE
/** No line is near. */
const FAR = 255
const ROOTS = Float64Array.from({ length: 256 }, (_, i) => Math.sqrt(i))
/** Longest piece of a line that is drawn at once, in cells. */
const PIECE_CELLS = 6
/** Vertices keep away from the ends of their grid edge, so that rounding cannot make two of them one. */
const LEAST_SHARE = 0.1
/** Kept from answer to answer. */
const KEPT_TILES = 1024

/** Marks of a grid point: the grid edge to its right is part of a ring that was followed; the patch it lies in. */
const FOLLOWED = 1
const SMALL = 2
const LARGE = 4
/** More points than a walk may see: (0.25 km2) / (8 m)^2, and a step more. */
const MOST_WALKED = 4096

/** Rings as vertices `x, y` in cells; ring r is [start[r], start[r + 1]) vertices. Outer ones run counter-clockwise. */
export interface Rings {
  xy: Float64Array
  start: number[]
}

/** Thrown where the lines need more tiles than there may be. */
export class TooManyTiles extends Error {}

export class BufferRaster {
  #values = new Uint8Array(0)
  #visited = new Uint8Array(0)
  #tileOf = new Int32Array(0)
  #tiles = 0
  #across = 0
  #down = 0
  #maxTiles = 0
  #radius = 0
  /** bytes per squared cell */
  #scale = 0
  /** between the last byte inside and the first outside */
  #level = 0
  #rootOfLevel = 0
  #xy = new Float64Array(8192)
  readonly #walked = new Int32Array(MOST_WALKED)
  readonly #walkedX = new Int32Array(MOST_WALKED)
  readonly #walkedY = new Int32Array(MOST_WALKED)

  /** An empty grid of `across` by `down` cells; lines keep `radius + 2` cells away from its border. */
  begin(across: number, down: number, radius: number, maxTiles: number): void {
    // the neighbours of the last points have a place, too
    this.#across = (Math.ceil(across) >> TILE_BITS) + 2
    this.#down = (Math.ceil(down) >> TILE_BITS) + 2
    const count = this.#across * this.#down
    if (this.#tileOf.length < count) this.#tileOf = new Int32Array(count)
    this.#tileOf.fill(-1, 0, count)
    this.#tiles = 0
    this.#maxTiles = maxTiles
    this.#radius = radius
    const inside = Math.floor((FAR - 1) * (radius / (radius + 1)) ** 2)
    this.#scale = inside / (radius * radius)
    this.#level = inside + 0.5
    this.#rootOfLevel = Math.sqrt(this.#level)
  }

  /** Gives back what a large answer took. */
  end(): void {
    if (this.#values.length <= KEPT_TILES * TILE_POINTS) return
    this.#values = new Uint8Array(0)
    this.#visited = new Uint8Array(0)
    this.#xy = new Float64Array(8192)
  }

  /** Draws a straight line, in cells. Throws TooManyTiles. */
  line(ax: number, ay: number, bx: number, by: number): void {
    const pieces = Math.ceil(Math.max(Math.abs(bx - ax), Math.abs(by - ay)) / PIECE_CELLS)
    if (pieces <= 1) return this.#piece(ax, ay, bx, by)
    const dx = (bx - ax) / pieces
    const dy = (by - ay) / pieces
    for (let i = 0; i < pieces; i++) this.#piece(ax + i * dx, ay + i * dy, ax + (i + 1) * dx, ay + (i + 1) * dy)
  }

  #piece(ax: number, ay: number, bx: number, by: number): void {
    // one cell beyond, so that the grid points on both sides of the border know their distance
    const reach = this.#radius + 1
    const reachSq = reach * reach
    const scale = this.#scale
    const dx = bx - ax
    const dy = by - ay
    const lengthSq = dx * dx + dy * dy
    const perLength = lengthSq === 0 ? 0 : 1 / lengthSq
    const minX = Math.ceil(Math.min(ax, bx) - reach)
    const maxX = Math.floor(Math.max(ax, bx) + reach)
    const maxY = Math.floor(Math.max(ay, by) + reach)
    const perX = dx * perLength
    for (let y = Math.ceil(Math.min(ay, by) - reach); y <= maxY; y++) {
      const row = (y >> TILE_BITS) * this.#across
      const inTile = (y & (TILE - 1)) << TILE_BITS
      const shareAtAx = (y - ay) * dy * perLength
      for (let x = minX; x <= maxX; ) {
        const base = this.#tileAt(row + (x >> TILE_BITS)) + inTile
        const stop = Math.min(maxX, x | (TILE - 1))
        const values = this.#values
        for (; x <= stop; x++) {
          let share = shareAtAx + (x - ax) * perX
          if (share < 0) share = 0
          else if (share > 1) share = 1
          const px = ax + share * dx - x
          const py = ay + share * dy - y
          const distanceSq = px * px + py * py
          if (distanceSq >= reachSq) continue
          const at = base + (x & (TILE - 1))
          const value = (distanceSq * scale + 0.5) | 0
          if (value < values[at]) values[at] = value
        }
      }
    }
  }

  /** Where the points of a tile begin; makes the tile if there is none. */
  #tileAt(slot: number): number {
    let tile = this.#tileOf[slot]
    if (tile < 0) {
      if (this.#tiles >= this.#maxTiles) throw new TooManyTiles()
      tile = this.#tiles++
      const from = tile * TILE_POINTS
      if (from + TILE_POINTS > this.#values.length) {
        const larger = new Uint8Array(Math.max(64 * TILE_POINTS, this.#values.length * 2))
        larger.set(this.#values)
        this.#values = larger
      }
      this.#values.fill(FAR, from, from + TILE_POINTS)
      this.#tileOf[slot] = tile
    }
    return tile * TILE_POINTS
  }

  /** The distance at a grid point, as a byte. */
  #at(x: number, y: number): number {
    const place = this.#place(x, y)
    return place < 0 ? FAR : this.#values[place]
  }

  /** The border of the ground within the radius; `xy` is valid until the next call. */
  rings(): Rings {
    const points = this.#tiles * TILE_POINTS
    if (this.#visited.length < points) this.#visited = new Uint8Array(this.#values.length)
    else this.#visited.fill(0, 0, points)
    const start = [0]
    let count = 0
    const values = this.#values
    const level = this.#level
    for (let slot = 0; slot < this.#across * this.#down; slot++) {
      const tile = this.#tileOf[slot]
      if (tile < 0) continue
      const x0 = (slot % this.#across) << TILE_BITS
      const y0 = Math.floor(slot / this.#across) << TILE_BITS
      const from = tile * TILE_POINTS
      for (let i = 0; i < TILE_POINTS; i++) {
        const x = x0 + (i & (TILE - 1))
        const y = y0 + (i >> TILE_BITS)
        const here = values[from + i]
        const next = (i & (TILE - 1)) === TILE - 1 ? this.#at(x + 1, y) : values[from + i + 1]
        if (here < level === next < level || (this.#visited[from + i] & FOLLOWED) !== 0) continue
        count = here < level ? this.#trace(x, y, 0, count) : this.#trace(x, y - 1, 2, count)
        start.push(count)
      }
    }
    return { xy: this.#xy, start }
  }

  /**
   * Whether lines enclose the hole that a ring of the last `rings` surrounds, in a patch of less than `mostPoints` grid
   * points. Walks from the hole over grid points farther than half a cell from any line: no step from one to the next
   * crosses a line, and through a gap of two cells it does. Points of lines count for a quarter wherever they are met,
   * so that further lines never make a patch larger. A point is walked over once for all holes of its patch.
   */
  isEnclosed({ xy, start }: Rings, ring: number, mostPoints: number): boolean {
    const x = Math.floor(xy[start[ring] * 2])
    const y = xy[start[ring] * 2 + 1]
    const visited = this.#visited
    const values = this.#values
    const online = this.#scale / 4
    const walked = this.#walked
    const first = this.#place(this.#at(x, y) < this.#level ? x + 1 : x, y)
    if (first < 0 || (visited[first] & (SMALL | LARGE)) !== 0) return first >= 0 && (visited[first] & SMALL) !== 0
    let count = 0
    let points = 1
    this.#walkedX[0] = this.#at(x, y) < this.#level ? x + 1 : x
    this.#walkedY[0] = y
    visited[first] |= SMALL
    walked[count++] = first
    for (let i = 0; i < count && points < mostPoints; i++) {
      const px = this.#walkedX[i]
      const py = this.#walkedY[i]
      for (let side = 0; side < 4; side++) {
        const nx = side === 0 ? px - 1 : side === 1 ? px + 1 : px
        const ny = side === 2 ? py - 1 : side === 3 ? py + 1 : py
        const at = this.#place(nx, ny)
        if (at < 0 || (visited[at] & LARGE) !== 0) points = Infinity
        else if (values[at] <= online) points += 0.25
        else if ((visited[at] & SMALL) === 0) {
          visited[at] |= SMALL
          this.#walkedX[count] = nx
          this.#walkedY[count] = ny
          walked[count++] = at
          points++
        }
      }
    }
    if (points < mostPoints) return true
    for (let i = 0; i < count; i++) visited[walked[i]] ^= SMALL | LARGE
    return false
  }

  /** A grid point in the tiles, -1 where there is none: a whole tile without lines. */
  #place(x: number, y: number): number {
    const tile = this.#tileOf[(y >> TILE_BITS) * this.#across + (x >> TILE_BITS)]
    return tile < 0 ? -1 : tile * TILE_POINTS + ((y & (TILE - 1)) << TILE_BITS) + (x & (TILE - 1))
  }

  /**
   * Follows a ring, what is inside on its left, from the cell (x, y) entered over a side (0 below, 1 right, 2 above, 3
   * left).
   */
  #trace(x: number, y: number, side: number, count: number): number {
    const firstX = x
    const firstY = y
    const firstSide = side
    const level = this.#level
    let left = this.#corner(x, y, side)
    let right = this.#corner(x, y, side + 1)
    do {
      count = this.#vertex(x, y, side, left, right, count)
      const farRight = this.#corner(x, y, side + 2)
      const farLeft = this.#corner(x, y, side + 3)
      const isFarRight = farRight < level
      let exit: number
      if (farLeft < level ? isFarRight : isFarRight && (left + right + farLeft + farRight) / 4 < level) {
        exit = side + 1
        left = farRight
      } else if (farLeft < level) {
        exit = side + 2
        left = farLeft
        right = farRight
      } else {
        exit = side + 3
        right = farLeft
      }
      exit &= 3
      if (exit === 0) y--
      else if (exit === 1) x++
      else if (exit === 2) y++
      else x--
      side = (exit + 2) & 3
    } while (x !== firstX || y !== firstY || side !== firstSide)
    return count
  }

  /** The distance at a corner of a cell, counter-clockwise from the lower left. */
  #corner(x: number, y: number, corner: number): number {
    const c = corner & 3
    return this.#at(c === 1 || c === 2 ? x + 1 : x, c >= 2 ? y + 1 : y)
  }

  /** Where the border crosses the side of a cell. */
  #vertex(x: number, y: number, side: number, left: number, right: number, count: number): number {
    if (count * 2 + 2 > this.#xy.length) {
      const larger = new Float64Array(this.#xy.length * 2)
      larger.set(this.#xy)
      this.#xy = larger
    }
    let share = (this.#rootOfLevel - ROOTS[left]) / (ROOTS[right] - ROOTS[left])
    share = share < LEAST_SHARE ? LEAST_SHARE : share > 1 - LEAST_SHARE ? 1 - LEAST_SHARE : share
    const xy = this.#xy
    const i = count * 2
    if (side === 0) {
      xy[i] = x + share
      xy[i + 1] = y
      this.#visit(x, y)
    } else if (side === 1) {
      xy[i] = x + 1
      xy[i + 1] = y + share
    } else if (side === 2) {
      xy[i] = x + 1 - share
      xy[i + 1] = y + 1
      this.#visit(x, y + 1)
    } else {
      xy[i] = x
      xy[i + 1] = y + 1 - share
    }
    return count + 1
  }

  /** The grid edge from (x, y) to the right belongs to a ring that was followed. */
  #visit(x: number, y: number): void {
    this.#visited[this.#place(x, y)] |= FOLLOWED
  }
}
