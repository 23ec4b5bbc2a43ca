// Writes one vector tile (specification 2.1, extent 4096) from features clipped to it: vertices that the zoom does not
// need are left out and the rest rounded to tile units; rings that collapse are dropped; outer rings run clockwise on
// the screen, inner ones counter-clockwise. Features of one layer with the same attributes are merged at the zooms that
// merge. Equal input gives equal bytes.

import type { Shape } from './clip-shape.ts'
import { ByteWriter, writeBlock, type AttributeTable } from './attribute-table.ts'
import { LAYERS, LINE, POINT } from './feature-mapping.ts'
import { FeaturePart } from './feature-part.ts'
import type { FeatureStack } from './feature-stack.ts'
import { DEEPEST_ZOOM, EXTENT, WORLD_UNITS, unitOf } from './world-units.ts'

/**
 * The keys and values that the features of one layer of a tile use, each written once in the layer; a feature names
 * them by their places.
 */
class LayerTags {
  readonly #attributes: AttributeTable
  readonly #tags = new ByteWriter(256)
  /** index of a key or value in the current layer, plus 1; cleared through the lists below */
  #keyIndex = new Uint32Array(256)
  #valueIndex = new Uint32Array(1024)
  readonly #keys: number[] = []
  readonly #values: number[] = []

  constructor(attributes: AttributeTable) {
    this.#attributes = attributes
  }

  /** Begins another layer. */
  clear(): void {
    for (const key of this.#keys) this.#keyIndex[key] = 0
    for (const value of this.#values) this.#valueIndex[value] = 0
    this.#keys.length = 0
    this.#values.length = 0
  }

  /** The tags of a feature with a set of attributes, as they are at a zoom; valid until the next call. */
  take(set: number, z: number): Uint8Array {
    const attributes = this.#attributes
    const tags = this.#tags
    tags.clear()
    if (this.#keyIndex.length < attributes.keys.count) this.#keyIndex = grow(this.#keyIndex, attributes.keys.count)
    if (this.#valueIndex.length < attributes.values.count)
      this.#valueIndex = grow(this.#valueIndex, attributes.values.count)
    const pairs = attributes.pairsOf(set)
    for (let at = 0; at < pairs.length; at += 3) {
      if (pairs[at + 2] > z) continue
      const key = pairs[at]
      const value = pairs[at + 1]
      if (this.#keyIndex[key] === 0) this.#keyIndex[key] = this.#keys.push(key)
      if (this.#valueIndex[value] === 0) this.#valueIndex[value] = this.#values.push(value)
      tags.varint(this.#keyIndex[key] - 1)
      tags.varint(this.#valueIndex[value] - 1)
    }
    return tags.view()
  }

  /** Writes the keys and values of the layer. */
  writeTo(out: ByteWriter): void {
    for (const key of this.#keys) writeBlock(out, 26, this.#attributes.keys.get(key))
    for (const value of this.#values) writeBlock(out, 34, this.#attributes.values.get(value))
  }
}

function grow(index: Uint32Array, least: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.max(least, index.length * 2))
  grown.set(index)
  return grown
}

/** Rings with less than this twice-area, in tile units, are dropped except at the deepest zoom. */
const LEAST_RING_AREA2 = 64

const MOVE_TO = 1
const LINE_TO = 2
const CLOSE_PATH = 15

const utf8 = new TextEncoder()
const LAYER_NAMES = LAYERS.map((name) => utf8.encode(name))

export class TileEncoder {
  /** of the tile that is being encoded */
  #part = new FeaturePart()
  readonly #mergesUpTo: number
  readonly #tile = new ByteWriter(1 << 18)
  readonly #layer = new ByteWriter(1 << 18)
  readonly #feature = new ByteWriter(1 << 14)
  readonly #geometry = new ByteWriter(1 << 14)
  readonly #tags: LayerTags
  readonly #joiner = new LineJoiner()
  /** x, y of the current part, in tile units */
  #x = new Int32Array(1024)
  #y = new Int32Array(1024)
  #penX = 0
  #penY = 0
  /** features written, by layer */
  readonly written = new Float64Array(LAYERS.length)

  /** Lines and areas with the same attributes are merged up to `mergesUpTo`. */
  constructor(attributes: AttributeTable, mergesUpTo: number) {
    this.#tags = new LayerTags(attributes)
    this.#mergesUpTo = mergesUpTo
  }

  /**
   * The bytes of a tile with the features at places [from, to) of the stack, valid until the next call; returns null if
   * it is empty. They must be in the order of the part.
   */
  encode(
    part: FeaturePart,
    z: number,
    tileX: number,
    tileY: number,
    stack: FeatureStack,
    from: number,
    to: number,
  ): Uint8Array | null {
    this.#part = part
    const { layer } = part
    const { features } = stack
    this.#tile.clear()
    for (let first = from; first < to; ) {
      const current = layer.array[features[first]]
      let next = first
      while (next < to && layer.array[features[next]] === current) next++
      this.#encodeLayer(z, tileX, tileY, current, stack, first, next)
      first = next
    }
    return this.#tile.length === 0 ? null : this.#tile.view()
  }

  #encodeLayer(
    z: number,
    tileX: number,
    tileY: number,
    layer: number,
    stack: FeatureStack,
    from: number,
    to: number,
  ): void {
    const { minZoom, maxZoom, set, type } = this.#part
    const { features } = stack
    this.#layer.clear()
    this.#tags.clear()
    const merges = z <= this.#mergesUpTo
    for (let i = from; i < to; ) {
      const first = features[i]
      const kind = type.array[first]
      this.#geometry.clear()
      this.#penX = 0
      this.#penY = 0
      this.#joiner.clear()
      let next = i
      do {
        const f = features[next]
        if (minZoom.array[f] <= z && z <= maxZoom.array[f])
          this.#addGeometry(z, tileX, tileY, f, stack.cutAt(next), merges && kind === LINE)
        next++
      } while (
        merges &&
        kind !== POINT &&
        next < to &&
        set.array[features[next]] === set.array[first] &&
        type.array[features[next]] === kind
      )
      i = next
      if (merges && kind === LINE) this.#writeJoined()
      if (this.#geometry.length === 0) continue
      this.written[layer]++
      this.#writeFeature(first, kind, z)
    }
    if (this.#layer.length === 0) return
    this.#closeLayer(layer)
  }

  #addGeometry(z: number, tileX: number, tileY: number, f: number, cut: Shape | null, joins: boolean): void {
    const part = this.#part
    const type = part.type.array[f]
    const { coords, zooms, partStart, inner, first, last } = cut ?? part.shapeOf(f)
    // a power of two, so that multiplying is exact
    const perUnit = 1 / unitOf(z)
    const side = WORLD_UNITS / 2 ** z
    const originX = tileX * side
    const originY = tileY * side
    let outerLeft = false
    for (let p = first; p < last; p++) {
      const isInner = inner[p] === 1
      if (isInner && !outerLeft) continue
      const to = partStart[p + 1]
      if (this.#x.length < to - partStart[p]) {
        this.#x = new Int32Array(2 * (to - partStart[p]))
        this.#y = new Int32Array(2 * (to - partStart[p]))
      }
      const x = this.#x
      const y = this.#y
      let count = 0
      for (let v = partStart[p]; v < to; v++) {
        if (zooms[v] > z) continue
        const vx = Math.round((coords[2 * v] - originX) * perUnit)
        const vy = Math.round((coords[2 * v + 1] - originY) * perUnit)
        if (count > 0 && x[count - 1] === vx && y[count - 1] === vy) continue
        x[count] = vx
        y[count++] = vy
      }
      if (type === POINT) this.#writeRun(count, false)
      else if (type === LINE) {
        if (count < 2) continue
        if (joins) this.#joiner.add(x, y, count)
        else this.#writeRun(count, false)
      } else {
        const written = this.#writeRing(count, isInner, z)
        if (!isInner) outerLeft = written
      }
    }
  }

  #writeRing(closed: number, isInner: boolean, z: number): boolean {
    const x = this.#x
    const y = this.#y
    const count = closed > 1 && x[0] === x[closed - 1] && y[0] === y[closed - 1] ? closed - 1 : closed
    if (count < 3) return false
    let area2 = 0
    for (let i = 0, j = count - 1; i < count; j = i++) area2 += x[j] * y[i] - x[i] * y[j]
    if (Math.abs(area2) < (z < DEEPEST_ZOOM ? LEAST_RING_AREA2 : 1)) return false
    if (area2 > 0 === isInner) {
      x.subarray(0, count).reverse()
      y.subarray(0, count).reverse()
    }
    this.#writeRun(count, true)
    return true
  }

  #writeJoined(): void {
    this.#joiner.each((x, y, count) => {
      if (this.#x.length < count) {
        this.#x = new Int32Array(2 * count)
        this.#y = new Int32Array(2 * count)
      }
      this.#x.set(x.subarray(0, count))
      this.#y.set(y.subarray(0, count))
      this.#writeRun(count, false)
    })
  }

  /** MoveTo, LineTo and ClosePath of the part in #x, #y. */
  #writeRun(count: number, closes: boolean): void {
    const out = this.#geometry
    const x = this.#x
    const y = this.#y
    let penX = this.#penX
    let penY = this.#penY
    out.varint((1 << 3) | MOVE_TO)
    for (let i = 0; i < count; i++) {
      if (i === 1) out.varint((count - 1) * 8 + LINE_TO)
      const dx = x[i] - penX
      const dy = y[i] - penY
      out.varint(((dx << 1) ^ (dx >> 31)) >>> 0)
      out.varint(((dy << 1) ^ (dy >> 31)) >>> 0)
      penX = x[i]
      penY = y[i]
    }
    if (closes) out.varint(CLOSE_PATH)
    this.#penX = penX
    this.#penY = penY
  }

  #writeFeature(f: number, type: number, z: number): void {
    const { set, id } = this.#part
    const out = this.#feature
    out.clear()
    if (id.array[f] > 0) {
      out.varint(8)
      out.varint(id.array[f])
    }
    writeBlock(out, 18, this.#tags.take(set.array[f], z))
    out.varint(24)
    out.varint(type)
    writeBlock(out, 34, this.#geometry.view())
    writeBlock(this.#layer, 18, out.view())
  }

  #closeLayer(layer: number): void {
    const body = this.#layer
    const start = this.#feature
    start.clear()
    start.varint(120)
    start.varint(2)
    writeBlock(start, 10, LAYER_NAMES[layer])
    this.#tags.writeTo(body)
    body.varint(40)
    body.varint(EXTENT)
    this.#tile.varint(26)
    this.#tile.varint(start.length + body.length)
    this.#tile.bytes(start.view())
    this.#tile.bytes(body.view())
  }
}

/**
 * Joins lines of one tile with the same attributes end to end where exactly two of them meet, so that a road is one
 * line with room for its label. Coordinates are tile units. Where three or more meet, each ends. Never creates a corner
 * that was not there.
 */
export class LineJoiner {
  #x: Int32Array[] = []
  #y: Int32Array[] = []
  #used = new Uint8Array(64)

  clear(): void {
    this.#x = []
    this.#y = []
  }

  /** Copies and adds a line of at least two points. */
  add(x: Int32Array, y: Int32Array, count: number): void {
    this.#x.push(x.slice(0, count))
    this.#y.push(y.slice(0, count))
  }

  /** Passes on the joined lines, in the order in which their first pieces were added. */
  each(take: (x: Int32Array, y: Int32Array, count: number) => void): void {
    const xs = this.#x
    const ys = this.#y
    if (xs.length <= 1) {
      if (xs.length === 1) take(xs[0], ys[0], xs[0].length)
      return
    }
    const ends = new Map<number, number[]>()
    xs.forEach((x, i) => {
      for (const at of [0, x.length - 1]) {
        const key = keyOf(x[at], ys[i][at])
        const list = ends.get(key)
        if (list === undefined) ends.set(key, [i])
        else list.push(i)
      }
    })
    if (this.#used.length < xs.length) this.#used = new Uint8Array(xs.length * 2)
    const used = this.#used.fill(0, 0, xs.length)
    /** The other line at an end where exactly two lines meet; -1 otherwise. */
    const next = (key: number, self: number): number => {
      const list = ends.get(key)!
      if (list.length !== 2) return -1
      const other = list[0] === self ? list[1] : list[0]
      return used[other] === 1 ? -1 : other
    }
    for (let i = 0; i < xs.length; i++) {
      if (used[i] === 1) continue
      used[i] = 1
      const chain: [line: number, reversed: boolean][] = [[i, false]]
      for (const forwards of [true, false]) {
        for (;;) {
          const [line, reversed] = forwards ? chain[chain.length - 1] : chain[0]
          const atEnd = forwards !== reversed ? xs[line].length - 1 : 0
          const key = keyOf(xs[line][atEnd], ys[line][atEnd])
          const other = next(key, line)
          if (other < 0) break
          used[other] = 1
          const startsHere = keyOf(xs[other][0], ys[other][0]) === key
          if (forwards) chain.push([other, !startsHere])
          else chain.unshift([other, startsHere])
        }
      }
      if (chain.length === 1) take(xs[i], ys[i], xs[i].length)
      else this.#join(chain, take)
    }
  }

  #join(
    chain: readonly [line: number, reversed: boolean][],
    take: (x: Int32Array, y: Int32Array, count: number) => void,
  ): void {
    const total = chain.reduce((sum, [line]) => sum + this.#x[line].length, 0)
    const x = new Int32Array(total)
    const y = new Int32Array(total)
    let count = 0
    for (const [line, reversed] of chain) {
      const lineX = this.#x[line]
      const lineY = this.#y[line]
      for (let k = 0; k < lineX.length; k++) {
        const v = reversed ? lineX.length - 1 - k : k
        if (count > 0 && x[count - 1] === lineX[v] && y[count - 1] === lineY[v]) continue
        x[count] = lineX[v]
        y[count++] = lineY[v]
      }
    }
    take(x, y, count)
  }
}

function keyOf(x: number, y: number): number {
  return (y + 65_536) * 262_144 + x + 65_536
}
