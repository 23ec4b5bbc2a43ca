// Cuts features into the tiles of a quadtree, depth first from the root of each part, so that only the cuts along one
// branch are in memory. A feature inside a tile and its buffer is passed down unchanged; others are clipped to it. A
// point is in exactly one tile. Tiles are encoded as they are added; nothing outside the region's box gets a tile, and
// ground or sea with nothing on it costs one tile per zoom.

import { gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { TileArchiveWriter } from '../../storage/archive/archive-writer.ts'
import { type Shape, clipLines, clipRings } from './clip-shape.ts'
import { TileEncoder } from './encode-tile.ts'
import { AREA, LINE, POINT } from './feature-mapping.ts'
import type { FeaturePart } from './feature-part.ts'
import { FeatureStack } from './feature-stack.ts'
import type { FeatureStore } from './feature-store.ts'
import { type UnitBox, intersection, isApart, isInside } from './unit-box.ts'
import { BUFFER_UNITS, DEEPEST_ZOOM, bufferedTile, tilesTouched, unitOf } from './world-units.ts'
import { ringArea2 } from './nest-rings.ts'

const GZIPS_AT_ONCE = 2

const gzipAsync = promisify(gzip)

/**
 * Cuts everything in `store` inside the regions, two of a map across the antimeridian, into tiles and adds them to the
 * archive. Up to zoom `mergesUpTo`, lines and areas with the same attributes become one feature. Returns the number of
 * tiles.
 */
export async function cutTiles(
  store: FeatureStore,
  regions: readonly UnitBox[],
  writer: TileArchiveWriter,
  mergesUpTo: number,
  onTile: (done: number, total: number) => void,
): Promise<number> {
  const encoder = new TileEncoder(store.attributes, mergesUpTo)
  const cutter = new TileCutter(encoder, regions, writer, onTile, countTiles(store, regions))
  for (const part of store.parts()) await cutter.cutPart(part)
  return cutter.finish()
}

/** Tiles of all zooms that have features, in the regions. */
function countTiles({ extent, summaries }: FeatureStore, regions: readonly UnitBox[]): number {
  let total = 0
  for (const region of regions) {
    const box = intersection(region, extent)
    for (let z = summaries.leastZoom(); z <= DEEPEST_ZOOM; z++) {
      const { minX, minY, maxX, maxY } = tilesTouched(z, box)
      total += (maxX - minX + 1) * (maxY - minY + 1)
    }
  }
  return total
}

class TileCutter {
  readonly #encoder: TileEncoder
  readonly #regions: readonly UnitBox[]
  /** columns and rows of the tiles of each zoom that touch each */
  readonly #reached: readonly (readonly UnitBox[])[]
  readonly #writer: TileArchiveWriter
  readonly #onTile: (done: number, total: number) => void
  readonly #total: number
  readonly #stack = new FeatureStack()
  readonly #packing = new Set<Promise<void>>()
  #fault: unknown = null
  #tiles = 0
  #done = 0

  constructor(
    encoder: TileEncoder,
    regions: readonly UnitBox[],
    writer: TileArchiveWriter,
    onTile: (done: number, total: number) => void,
    total: number,
  ) {
    this.#encoder = encoder
    this.#regions = regions
    this.#reached = Array.from({ length: DEEPEST_ZOOM + 1 }, (_, z) => regions.map((region) => tilesTouched(z, region)))
    this.#writer = writer
    this.#onTile = onTile
    this.#total = total
  }

  async cutPart(part: FeaturePart): Promise<void> {
    const { z, x, y } = part.root
    if (!this.#isReached(z, x, y)) return
    const mark = this.#stack.mark()
    this.#selectAll(part)
    if (this.#stack.length > 0) await this.#cut(part, z, x, y, 0, this.#stack.length)
    this.#stack.truncate(mark)
  }

  /** Whether the tile itself, without its buffer, touches a region. */
  #isReached(z: number, x: number, y: number): boolean {
    return this.#reached[z].some(({ minX, minY, maxX, maxY }) => x >= minX && x <= maxX && y >= minY && y <= maxY)
  }

  /** Waits for the last tiles; returns how many there are. */
  async finish(): Promise<number> {
    await Promise.all(this.#packing)
    if (this.#fault !== null) throw this.#fault
    return this.#tiles
  }

  /** The tile of the features at places [from, to) of the stack, and those below it. */
  async #cut(part: FeaturePart, z: number, x: number, y: number, from: number, to: number): Promise<void> {
    const stack = this.#stack
    if (z > 0 && isFilled(part, z, x, y, stack, from, to)) return this.#fill(part, z, x, y, from, to)
    this.#onTile(++this.#done, this.#total)
    await this.#write(part, z, x, y, from, to, 0)
    if (z === part.root.lastZoom) return
    const buffer = unitOf(z + 1) * BUFFER_UNITS
    for (let quarter = 0; quarter < 4; quarter++) {
      const childX = 2 * x + (quarter % 2)
      const childY = 2 * y + (quarter >> 1)
      if (!this.#isReached(z + 1, childX, childY)) continue
      const mark = stack.mark()
      this.#select(part, from, to, bufferedTile(z + 1, childX, childY), buffer)
      // where all lies in one tile, one list serves all its zooms
      if (stack.isSame(mark.length, from, to)) {
        stack.truncate(mark)
        await this.#cut(part, z + 1, childX, childY, from, to)
        continue
      }
      if (stack.length > mark.length) await this.#cut(part, z + 1, childX, childY, mark.length, stack.length)
      stack.truncate(mark)
    }
  }

  /** Writes the tiles of a filled one: a single tile per zoom represents all of that zoom. */
  async #fill(part: FeaturePart, z: number, x: number, y: number, from: number, to: number): Promise<void> {
    const stack = this.#stack
    for (let below = z; below <= part.root.lastZoom; below++) {
      const levels = below - z
      this.#done += 4 ** levels
      const [childX, childY] = [x * 2 ** levels, y * 2 ** levels]
      const box = wholeTile(below, childX, childY)
      const mark = stack.mark()
      stack.reserve(to - from)
      for (let i = from; i < to; i++) stack.pushCut(stack.features[i], box)
      await this.#write(part, below, childX, childY, mark.length, stack.length, levels)
      stack.truncate(mark)
    }
    this.#onTile(this.#done, this.#total)
  }

  /** Everything in the part inside the regions. */
  #selectAll(part: FeaturePart): void {
    const { box, type } = part
    this.#stack.reserve(part.count)
    for (let f = 0; f < part.count; f++) {
      for (const region of this.#regions) {
        if (isApart(box.array, 4 * f, region)) continue
        if (type.array[f] === POINT || isInside(box.array, 4 * f, region)) this.#stack.pushWhole(f)
        else this.#pushCut(part, f, null, region)
      }
    }
  }

  /**
   * The parts of the features at [from, to) inside the box of a tile and its buffer, clipped to it. A point counts only
   * inside the tile itself, including its west and north edges.
   */
  #select(part: FeaturePart, from: number, to: number, box: UnitBox, buffer: number): void {
    const stack = this.#stack
    const types = part.type.array
    stack.reserve(to - from)
    const { features } = stack
    for (let i = from; i < to; i++) {
      const f = features[i]
      const cut = stack.cutNumberAt(i)
      const boxes = cut === 0 ? part.box.array : stack.cutBoxes
      const b = 4 * (cut === 0 ? f : cut)
      if (isApart(boxes, b, box)) continue
      if (types[f] === POINT) {
        if (
          boxes[b] >= box.minX + buffer &&
          boxes[b] < box.maxX - buffer &&
          boxes[b + 1] >= box.minY + buffer &&
          boxes[b + 1] < box.maxY - buffer
        )
          stack.pushSame(i)
      } else if (isInside(boxes, b, box)) stack.pushSame(i)
      else this.#pushCut(part, f, stack.cutAt(i), box)
    }
  }

  #pushCut(part: FeaturePart, f: number, shape: Shape | null, box: UnitBox): void {
    const whole = shape ?? part.shapeOf(f)
    const cut = part.type.array[f] === LINE ? clipLines(whole, box) : clipRings(whole, box)
    if (cut !== null) this.#stack.pushCut(f, cut)
  }

  async #write(
    part: FeaturePart,
    z: number,
    x: number,
    y: number,
    from: number,
    to: number,
    levelsUp: number,
  ): Promise<void> {
    const bytes = this.#encoder.encode(part, z, x, y, this.#stack, from, to)
    if (bytes === null) return
    this.#tiles += 4 ** levelsUp
    while (this.#packing.size >= GZIPS_AT_ONCE) await Promise.race(this.#packing)
    if (this.#fault !== null) throw this.#fault
    const job: Promise<void> = gzipAsync(bytes.slice(), { level: 6 })
      .then((packed) => this.#writer.add(z, x, y, packed, levelsUp))
      .catch((thrown: unknown) => {
        this.#fault ??= thrown
      })
      .finally(() => this.#packing.delete(job))
    this.#packing.add(job)
  }
}

/** With more overlapping areas than this, a tile is not tested for being filled. */
const MAX_FILLING = 8

/**
 * Tiles that areas fill to the edge of their buffer: ground or sea with nothing else on it. Whether a tile holds
 * nothing but areas that cover all of it, so that all tiles below it are the same. Its features are at places [from,
 * to) of the stack.
 */
function isFilled(
  part: FeaturePart,
  z: number,
  x: number,
  y: number,
  stack: FeatureStack,
  from: number,
  to: number,
): boolean {
  if (from === to || to - from > MAX_FILLING) return false
  const { minX, minY, maxX, maxY } = bufferedTile(z, x, y)
  for (let i = from; i < to; i++) {
    const f = stack.features[i]
    if (part.type.array[f] !== AREA) return false
    const { coords, partStart, first, last } = stack.cutAt(i) ?? part.shapeOf(f)
    // a clipped ring with so few vertices that reaches all four sides, with corners on them, is the box itself
    const start = partStart[first]
    if (last - first !== 1 || partStart[last] - start !== 5) return false
    for (let v = start; v < start + 4; v++) {
      const vx = coords[2 * v]
      const vy = coords[2 * v + 1]
      if ((vx !== minX && vx !== maxX) || (vy !== minY && vy !== maxY)) return false
    }
    if (Math.abs(ringArea2(coords.subarray(2 * start, 2 * start + 10))) !== 2 * (maxX - minX) * (maxY - minY))
      return false
  }
  return true
}

/** A tile with its buffer as an area. */
function wholeTile(z: number, x: number, y: number): Shape {
  const { minX, minY, maxX, maxY } = bufferedTile(z, x, y)
  return {
    coords: Int32Array.of(minX, minY, maxX, minY, maxX, maxY, minX, maxY, minX, minY),
    zooms: new Uint8Array(5),
    partStart: Uint32Array.of(0, 5),
    inner: new Uint8Array(1),
    first: 0,
    last: 1,
  }
}
