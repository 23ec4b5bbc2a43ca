// HOT: npm run bench -- basemap
// Every feature is written and read once for each tile that it is in, so its bytes are columns that are copied whole.
//
// A feature as bytes: its kind and zooms, then the columns of its shape.

import type { Shape } from './clip-shape.ts'
import type { GeometryType } from './feature-mapping.ts'

/** Words of 4 bytes: two for the id, then type and zooms, number of parts, number of vertices, and one unused. */
const HEAD = 6

export interface FeatureHead {
  id: number
  type: GeometryType
  minZoom: number
  maxZoom: number
}

export interface FeatureRecord extends FeatureHead {
  /** number of vertices up to the end of each part */
  partEnds: Uint32Array
  coords: Int32Array
  zooms: Uint8Array
  inner: Uint8Array
}

/** Encodes features one at a time, into a buffer that it reuses. */
export class FeatureWriter {
  #bytes = new Uint8Array(1 << 12)
  #numbers = new Uint32Array(this.#bytes.buffer)

  /** The bytes are valid until the next call. */
  write({ id, type, minZoom, maxZoom }: FeatureHead, shape: Shape): Uint8Array {
    const { partStart, first, last } = shape
    const from = partStart[first]
    const partCount = last - first
    const vertexCount = partStart[last] - from
    const coordsAt = HEAD + partCount
    const zoomsAt = 4 * (coordsAt + 2 * vertexCount)
    const length = zoomsAt + vertexCount + partCount
    if (length > this.#bytes.length) {
      this.#bytes = new Uint8Array(8 * Math.ceil(length / 4))
      this.#numbers = new Uint32Array(this.#bytes.buffer)
    }
    const numbers = this.#numbers
    new Float64Array(numbers.buffer, 0, 1)[0] = id
    numbers[2] = type | (minZoom << 8) | (maxZoom << 16)
    numbers[3] = partCount
    numbers[4] = vertexCount
    for (let p = 0; p < partCount; p++) numbers[HEAD + p] = partStart[first + p + 1] - from
    numbers.set(shape.coords.subarray(2 * from, 2 * (from + vertexCount)), coordsAt)
    this.#bytes.set(shape.zooms.subarray(from, from + vertexCount), zoomsAt)
    this.#bytes.set(shape.inner.subarray(first, last), zoomsAt + vertexCount)
    return this.#bytes.subarray(0, length)
  }
}

/** Views of what FeatureWriter wrote; the bytes must start at a multiple of 8 in their buffer. */
export function readFeature({ buffer, byteOffset }: Uint8Array): FeatureRecord {
  const head = new Uint32Array(buffer, byteOffset, HEAD)
  const [partCount, vertexCount] = [head[3], head[4]]
  const coordsAt = byteOffset + 4 * (HEAD + partCount)
  const zoomsAt = coordsAt + 8 * vertexCount
  return {
    id: new Float64Array(buffer, byteOffset, 1)[0],
    type: (head[2] & 0xff) as GeometryType,
    minZoom: (head[2] >> 8) & 0xff,
    maxZoom: (head[2] >> 16) & 0xff,
    partEnds: new Uint32Array(buffer, byteOffset + 4 * HEAD, partCount),
    coords: new Int32Array(buffer, coordsAt, 2 * vertexCount),
    zooms: new Uint8Array(buffer, zoomsAt, vertexCount),
    inner: new Uint8Array(buffer, zoomsAt + vertexCount, partCount),
  }
}
