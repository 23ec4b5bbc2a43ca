// HOT: npm run bench -- basemap
// Tiles are cut from these columns at every zoom, so nothing is made for a feature that is only looked at.
//
// The features of one tile and those below it, read back from the disk in the order of tiles: by layer, sort,
// attributes, then order of insertion.

import { float64List, int32List, uint32List, uint8List } from '../../storage/typed-list.ts'
import type { Shape } from './clip-shape.ts'
import { readFeature } from './feature-record.ts'
import { putBox } from './unit-box.ts'

/** The tile at the top of a part, and the deepest zoom that is cut from it. */
export interface PartRoot {
  z: number
  x: number
  y: number
  lastZoom: number
}

export class FeaturePart {
  root: PartRoot = { z: 0, x: 0, y: 0, lastZoom: 0 }
  readonly layer = uint8List()
  readonly type = uint8List()
  readonly minZoom = uint8List()
  readonly maxZoom = uint8List()
  readonly set = uint32List()
  readonly id = float64List()
  /** minX, minY, maxX, maxY of feature f at [4 * f] */
  readonly box = int32List()
  /** parts of feature f: [partOf[f], partOf[f + 1]) */
  readonly #partOf = uint32List()
  readonly #partStart = uint32List()
  readonly #inner = uint8List()
  readonly #coords = int32List()
  readonly #zooms = uint8List()

  get count(): number {
    return this.layer.length
  }

  /** Empties it for the features of another tile. */
  begin(root: PartRoot): void {
    this.root = root
    const { layer, type, minZoom, maxZoom, set, id, box } = this
    for (const list of [layer, type, minZoom, maxZoom, set, id, box, this.#inner, this.#coords, this.#zooms])
      list.length = 0
    for (const starts of [this.#partOf, this.#partStart]) {
      starts.length = 0
      starts.push(0)
    }
  }

  /** Adds a feature from the bytes that FeatureWriter wrote. */
  take(layer: number, set: number, bytes: Uint8Array): void {
    const { id, type, minZoom, maxZoom, partEnds, coords, zooms, inner } = readFeature(bytes)
    const firstVertex = this.#zooms.length
    for (let p = 0; p < partEnds.length; p++) this.#partStart.push(firstVertex + partEnds[p])
    this.#coords.append(coords)
    this.#zooms.append(zooms)
    this.#inner.append(inner)
    this.layer.push(layer)
    this.type.push(type)
    this.minZoom.push(minZoom)
    this.maxZoom.push(maxZoom)
    this.set.push(set)
    this.id.push(id)
    const b = this.box.length
    for (let side = 0; side < 4; side++) this.box.push(0)
    putBox(coords, 0, zooms.length, this.box.array, b)
    this.#partOf.push(this.#inner.length)
  }

  /** The shape of a feature, which must not be written to; valid until the next one is added. */
  shapeOf(f: number): Shape {
    return {
      coords: this.#coords.array,
      zooms: this.#zooms.array,
      partStart: this.#partStart.array,
      inner: this.#inner.array,
      first: this.#partOf.array[f],
      last: this.#partOf.array[f + 1],
    }
  }
}
