// HOT: npm run bench -- basemap
// Every feature of every tile passes through here, so lists of features are stretches of two typed arrays.
//
// The features of the tiles along one branch of the quadtree, each with its shape where it was cut: a tile's list lies
// on top of that of the tile above, and is taken off again with everything on it. So nothing of V8's heap is taken for
// a feature that is whole, and no list outlives its tile.

import { lengthened } from '../../storage/typed-list.ts'
import type { Shape } from './clip-shape.ts'
import { putBox } from './unit-box.ts'

/** Where a list begins. */
export interface StackMark {
  length: number
  cutCount: number
}

export class FeatureStack {
  length = 0
  /** numbers in the part, by place; another array once room is made */
  features: Uint32Array = new Uint32Array(1024)
  /** by place: 0 for a whole feature, else 1 more than the number of its shape in #cuts */
  #cutOf: Uint32Array = new Uint32Array(1024)
  readonly #cuts: Shape[] = []
  /** minX, minY, maxX, maxY of shape c, counted from 1, at [4 * c]; another array once there is another shape */
  cutBoxes: Int32Array = new Int32Array(1024)

  /** Makes room for so many more. */
  reserve(count: number): void {
    if (this.length + count <= this.features.length) return
    const length = Math.max(this.length + count, Math.ceil(1.25 * this.features.length))
    this.features = lengthened(this.features, length)
    this.#cutOf = lengthened(this.#cutOf, length)
  }

  /** There must be room for it. */
  pushWhole(feature: number): void {
    this.features[this.length] = feature
    this.#cutOf[this.length++] = 0
  }

  /** There must be room for it. */
  pushCut(feature: number, shape: Shape): void {
    const cut = this.#cuts.push(shape)
    this.features[this.length] = feature
    this.#cutOf[this.length++] = cut
    if (4 * cut + 4 > this.cutBoxes.length) this.cutBoxes = lengthened(this.cutBoxes, 2 * this.cutBoxes.length)
    const { coords, partStart, first, last } = shape
    putBox(coords, partStart[first], partStart[last], this.cutBoxes, 4 * cut)
  }

  /** Pushes the entry at a place further down once more. There must be room for it. */
  pushSame(place: number): void {
    this.features[this.length] = this.features[place]
    this.#cutOf[this.length++] = this.#cutOf[place]
  }

  /** Number of the shape of the feature at a place in `cutBoxes` if it was cut; 0: it is whole. */
  cutNumberAt(place: number): number {
    return this.#cutOf[place]
  }

  /** The shape of the feature at a place if it was cut; null: it is that of the part. */
  cutAt(place: number): Shape | null {
    const cut = this.#cutOf[place]
    return cut === 0 ? null : this.#cuts[cut - 1]
  }

  mark(): StackMark {
    return { length: this.length, cutCount: this.#cuts.length }
  }

  /** Takes off everything from there on. */
  truncate({ length, cutCount }: StackMark): void {
    this.length = length
    this.#cuts.length = cutCount
  }

  /** Whether the list on top, from `start` on, is the same as that at [from, to), with the same shapes. */
  isSame(start: number, from: number, to: number): boolean {
    if (this.length - start !== to - from) return false
    // the list on top is a selection of that one, so if it is as long, it has the same features
    for (let i = from; i < to; i++) if (this.#cutOf[i] !== this.#cutOf[start + i - from]) return false
    return true
  }
}
