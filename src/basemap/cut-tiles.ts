// Cuts features into the tiles of a quadtree, depth first from the whole world, so that only the cuts along one branch
// are in memory. A feature inside a tile and its buffer is passed down unchanged; others are clipped to it. A point is
// in exactly one tile. Tiles are encoded as they are added; nothing outside the region's box gets a tile, and ground or
// sea with nothing on it costs one tile per zoom.

import { gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { TileArchiveWriter } from '../terrain/tile-archive-writer.ts'
import { clipLines, clipRings, type Shape, type UnitBox } from './clip-shape.ts'
import { TileEncoder } from './encode-tile.ts'
import {
  DEEPEST_ZOOM,
  EXTENT,
  LAYERS,
  LINE,
  POINT,
  WORLD_UNITS,
  type FeatureStore,
  type LayerName,
} from './feature-store.ts'
import { FeatureStack } from './feature-stack.ts'
import { BUFFER_UNITS, isFilled, wholeTile } from './filled-tile.ts'

const GZIPS_AT_ONCE = 2

const gzipAsync = promisify(gzip)

export interface CutReport {
  /** number of features written, summed over the tiles of each layer */
  written: Map<LayerName, number>
  tiles: number
}

export interface CutOptions {
  /** tiles of lower zooms are not written */
  minZoom: number
  /** up to this zoom, lines and areas with the same attributes become one feature */
  mergesUpTo: number
  /** only this tile and those below it; if absent, all from z0 */
  root?: { z: number; x: number; y: number }
}

/** Cuts everything in `store` inside `region` into tiles and adds them to the archive. */
export async function cutTiles(
  store: FeatureStore,
  region: UnitBox,
  writer: TileArchiveWriter,
  options: CutOptions,
  onTile: (done: number, total: number) => void,
): Promise<CutReport> {
  const cutter = new TileCutter(store, region, writer, options, onTile)
  await cutter.run()
  return cutter.report()
}

class TileCutter {
  readonly #store: FeatureStore
  readonly #region: UnitBox
  readonly #writer: TileArchiveWriter
  readonly #minZoom: number
  readonly #root: { z: number; x: number; y: number }
  readonly #onTile: (done: number, total: number) => void
  readonly #encoder: TileEncoder
  readonly #stack = new FeatureStack()
  readonly #packing = new Set<Promise<void>>()
  #fault: unknown = null
  #tiles = 0
  #done = 0
  #total = 0

  constructor(
    store: FeatureStore,
    region: UnitBox,
    writer: TileArchiveWriter,
    { minZoom, mergesUpTo, root = { z: 0, x: 0, y: 0 } }: CutOptions,
    onTile: (done: number, total: number) => void,
  ) {
    this.#store = store
    this.#region = region
    this.#writer = writer
    this.#minZoom = minZoom
    this.#root = root
    this.#onTile = onTile
    this.#encoder = new TileEncoder(store, mergesUpTo)
    for (let z = root.z; z <= DEEPEST_ZOOM; z++) {
      const side = WORLD_UNITS / 2 ** z
      const rootSide = WORLD_UNITS / 2 ** root.z
      const across =
        Math.floor(Math.min(region.maxX, (root.x + 1) * rootSide - 1) / side) -
        Math.floor(Math.max(region.minX, root.x * rootSide) / side) +
        1
      const down =
        Math.floor(Math.min(region.maxY, (root.y + 1) * rootSide - 1) / side) -
        Math.floor(Math.max(region.minY, root.y * rootSide) / side) +
        1
      this.#total += across * down
    }
  }

  async run(): Promise<void> {
    this.#selectAll()
    const { z, x, y } = this.#root
    await this.#cut(z, x, y, 0, this.#stack.length)
    await Promise.all(this.#packing)
    if (this.#fault !== null) throw this.#fault
  }

  report(): CutReport {
    const written = new Map(
      LAYERS.map((layer, i): [LayerName, number] => [layer, this.#encoder.written[i]]).filter(([, count]) => count > 0),
    )
    return { written, tiles: this.#tiles }
  }

  /** The tile of the features at places [from, to) of the stack, and those below it. */
  async #cut(z: number, x: number, y: number, from: number, to: number): Promise<void> {
    const stack = this.#stack
    if (z > 0 && isFilled(this.#store, z, x, y, stack, from, to)) return this.#fill(z, x, y, from, to)
    this.#onTile(++this.#done, this.#total)
    if (z >= this.#minZoom) await this.#write(z, x, y, from, to, 0)
    if (z === DEEPEST_ZOOM) return
    const side = WORLD_UNITS / 2 ** (z + 1)
    const buffer = (side / EXTENT) * BUFFER_UNITS
    for (let quarter = 0; quarter < 4; quarter++) {
      const childX = 2 * x + (quarter % 2)
      const childY = 2 * y + (quarter >> 1)
      const minX = childX * side
      const minY = childY * side
      const region = this.#region
      if (minX > region.maxX || minX + side <= region.minX || minY > region.maxY || minY + side <= region.minY) continue
      const mark = stack.mark()
      const box = { minX: minX - buffer, minY: minY - buffer, maxX: minX + side + buffer, maxY: minY + side + buffer }
      this.#select(from, to, box, buffer)
      // where all lies in one tile, one list serves all its zooms
      if (stack.isSame(mark.length, from, to)) {
        stack.truncate(mark)
        await this.#cut(z + 1, childX, childY, from, to)
        continue
      }
      if (stack.length > mark.length) await this.#cut(z + 1, childX, childY, mark.length, stack.length)
      stack.truncate(mark)
    }
  }

  /** Writes the tiles of a filled one: a single tile per zoom represents all of that zoom. */
  async #fill(z: number, x: number, y: number, from: number, to: number): Promise<void> {
    const stack = this.#stack
    for (let below = z; below <= DEEPEST_ZOOM; below++) {
      const levels = below - z
      this.#done += 4 ** levels
      if (below < this.#minZoom) continue
      const [childX, childY] = [x * 2 ** levels, y * 2 ** levels]
      const box = wholeTile(below, childX, childY)
      const mark = stack.mark()
      stack.reserve(to - from)
      for (let i = from; i < to; i++) stack.pushCut(stack.features[i], box)
      await this.#write(below, childX, childY, mark.length, stack.length, levels)
      stack.truncate(mark)
    }
    this.#onTile(this.#done, this.#total)
  }

  /** Everything in the store inside the region. */
  #selectAll(): void {
    const { box, type } = this.#store
    const order = this.#store.order()
    this.#stack.reserve(order.length)
    for (const f of order) {
      if (isApart(box.array, 4 * f, this.#region)) continue
      if (type.array[f] === POINT || isInside(box.array, 4 * f, this.#region)) this.#stack.pushWhole(f)
      else this.#pushCut(f, null, this.#region)
    }
  }

  /**
   * The parts of the features at [from, to) inside the box of a tile and its buffer, clipped to it. A point counts only
   * inside the tile itself, including its west and north edges.
   */
  #select(from: number, to: number, box: UnitBox, buffer: number): void {
    const store = this.#store
    const stack = this.#stack
    const types = store.type.array
    stack.reserve(to - from)
    const { features } = stack
    for (let i = from; i < to; i++) {
      const f = features[i]
      const cut = stack.cutNumberAt(i)
      const boxes = cut === 0 ? store.box.array : stack.cutBoxes
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
      else this.#pushCut(f, stack.cutAt(i), box)
    }
  }

  #pushCut(f: number, shape: Shape | null, box: UnitBox): void {
    const whole = shape ?? this.#store.shapeOf(f)
    const cut = this.#store.type.array[f] === LINE ? clipLines(whole, box) : clipRings(whole, box)
    if (cut !== null) this.#stack.pushCut(f, cut)
  }

  async #write(z: number, x: number, y: number, from: number, to: number, levelsUp: number): Promise<void> {
    const bytes = this.#encoder.encode(z, x, y, this.#stack, from, to)
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

/** Whether the box at [b] lies entirely outside another. */
function isApart(boxes: Int32Array, b: number, box: UnitBox): boolean {
  return boxes[b] > box.maxX || boxes[b + 2] < box.minX || boxes[b + 1] > box.maxY || boxes[b + 3] < box.minY
}

/** Whether the box at [b] lies entirely inside another. */
function isInside(boxes: Int32Array, b: number, box: UnitBox): boolean {
  return boxes[b] >= box.minX && boxes[b + 2] <= box.maxX && boxes[b + 1] >= box.minY && boxes[b + 3] <= box.maxY
}
