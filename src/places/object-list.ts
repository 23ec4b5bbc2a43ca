// The objects of the catalogue as typed arrays: OSM type and id, position 1e-7 degrees (NO_COORDINATE_E7 until known),
// and the tags as the bytes of one JSON array of keys and values. No JavaScript object is kept per OSM object; repeated
// ones are taken once.

import { NO_COORDINATE_E7 } from '../osm/read-pbf.ts'
import { IdIndex } from '../graph/id-index.ts'
import { int32List, lengthened, uint32List } from '../graph/typed-list.ts'
import type { OsmType } from './catalogue-rows.ts'
import { fromPlaceId, MAX_OSM_ID, toPlaceId } from './place-id.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export class ObjectList {
  /** place ids by index */
  readonly ids = new IdIndex()
  readonly lonE7 = int32List()
  readonly latE7 = int32List()
  readonly #tagStart = uint32List()
  #bytes = new Uint8Array(1 << 16)
  #length = 0

  get count(): number {
    return this.ids.count
  }

  /** Returns false if the object exists already, or was never uploaded (ids below 1). */
  add(
    osmType: OsmType,
    osmId: number,
    tags: ReadonlyMap<string, string>,
    lonE7 = NO_COORDINATE_E7,
    latE7 = NO_COORDINATE_E7,
  ): boolean {
    if (!(osmId > 0) || osmId > MAX_OSM_ID) return false
    const id = toPlaceId(osmType, osmId)
    if (this.ids.find(id) >= 0) return false
    this.ids.add(id)
    this.lonE7.push(lonE7)
    this.latE7.push(latE7)
    this.#tagStart.push(this.#length)
    const bytes = encoder.encode(JSON.stringify([...tags].flat()))
    if (this.#length + bytes.length > this.#bytes.length)
      this.#bytes = lengthened(this.#bytes, Math.max(this.#length + bytes.length, this.#bytes.length * 2))
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
    return true
  }

  identify(index: number): { id: number; osmType: OsmType; osmId: number } {
    const id = this.ids.idOf(index)
    return { id, ...fromPlaceId(id)! }
  }

  tagsOf(index: number): Map<string, string> {
    const end = index + 1 < this.#tagStart.length ? this.#tagStart.array[index + 1] : this.#length
    const flat = JSON.parse(decoder.decode(this.#bytes.subarray(this.#tagStart.array[index], end))) as string[]
    const tags = new Map<string, string>()
    for (let i = 0; i < flat.length; i += 2) tags.set(flat[i], flat[i + 1])
    return tags
  }
}
