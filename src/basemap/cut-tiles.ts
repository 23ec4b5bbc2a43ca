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
    const order = this.#store.order()
    const features: number[] = []
    const shapes: (Shape | null)[] = []
    this.#select(order, null, this.#region, features, shapes, false)
    const { z, x, y } = this.#root
    await this.#cut(z, x, y, features, shapes)
    await Promise.all(this.#packing)
    if (this.#fault !== null) throw this.#fault
  }

  report(): CutReport {
    const written = new Map(
      LAYERS.map((layer, i): [LayerName, number] => [layer, this.#encoder.written[i]]).filter(([, count]) => count > 0),
    )
    return { written, tiles: this.#tiles }
  }

  async #cut(
    z: number,
    x: number,
    y: number,
    features: readonly number[],
    shapes: readonly (Shape | null)[],
  ): Promise<void> {
    if (z > 0 && isFilled(this.#store, z, x, y, features, shapes)) return this.#fill(z, x, y, features)
    this.#onTile(++this.#done, this.#total)
    if (z >= this.#minZoom) await this.#write(z, x, y, features, shapes, 0)
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
      const below: number[] = []
      const belowShapes: (Shape | null)[] = []
      this.#select(
        features,
        shapes,
        { minX: minX - buffer, minY: minY - buffer, maxX: minX + side + buffer, maxY: minY + side + buffer },
        below,
        belowShapes,
        true,
        buffer,
      )
      // where all lies in one tile, one list serves all its zooms
      const isSame = below.length === features.length && belowShapes.every((shape, i) => shape === shapes[i])
      if (isSame) await this.#cut(z + 1, childX, childY, features, shapes)
      else if (below.length > 0) await this.#cut(z + 1, childX, childY, below, belowShapes)
    }
  }

  /** Writes the tiles of a filled one: a single tile per zoom represents all of that zoom. */
  async #fill(z: number, x: number, y: number, features: readonly number[]): Promise<void> {
    for (let below = z; below <= DEEPEST_ZOOM; below++) {
      const levels = below - z
      this.#done += 4 ** levels
      if (below < this.#minZoom) continue
      const [childX, childY] = [x * 2 ** levels, y * 2 ** levels]
      const box = wholeTile(below, childX, childY)
      await this.#write(
        below,
        childX,
        childY,
        features,
        features.map(() => box),
        levels,
      )
    }
    this.#onTile(this.#done, this.#total)
  }

  /**
   * The parts of the features inside a box, clipped to it. A point counts only inside the tile itself, including its
   * west and north edges.
   */
  #select(
    features: ArrayLike<number>,
    shapes: readonly (Shape | null)[] | null,
    box: UnitBox,
    outFeatures: number[],
    outShapes: (Shape | null)[],
    isTile: boolean,
    buffer = 0,
  ): void {
    const store = this.#store
    const boxes = store.box.array
    const types = store.type.array
    for (let i = 0; i < features.length; i++) {
      const f = features[i]
      const b = 4 * f
      if (boxes[b] > box.maxX || boxes[b + 2] < box.minX || boxes[b + 1] > box.maxY || boxes[b + 3] < box.minY) continue
      if (types[f] === POINT) {
        if (
          isTile &&
          (boxes[b] < box.minX + buffer ||
            boxes[b] >= box.maxX - buffer ||
            boxes[b + 1] < box.minY + buffer ||
            boxes[b + 1] >= box.maxY - buffer)
        )
          continue
        outFeatures.push(f)
        outShapes.push(null)
        continue
      }
      const shape = shapes === null ? null : shapes[i]
      const isInside =
        boxes[b] >= box.minX && boxes[b + 2] <= box.maxX && boxes[b + 1] >= box.minY && boxes[b + 3] <= box.maxY
      if (isInside) {
        outFeatures.push(f)
        outShapes.push(shape)
        continue
      }
      const whole = shape ?? store.shapeOf(f)
      const cut = types[f] === LINE ? clipLines(whole, box) : clipRings(whole, box)
      if (cut === null) continue
      outFeatures.push(f)
      outShapes.push(cut)
    }
  }

  async #write(
    z: number,
    x: number,
    y: number,
    features: readonly number[],
    shapes: readonly (Shape | null)[],
    levelsUp: number,
  ): Promise<void> {
    const bytes = this.#encoder.encode(z, x, y, features, shapes)
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
