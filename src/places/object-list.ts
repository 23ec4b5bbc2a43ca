// The objects of the catalogue as typed arrays: OSM type and id, position 1e-7 degrees (NO_COORDINATE_E7 until known),
// and the tags, in a file. No JavaScript object is kept per OSM object; repeated ones are taken once.

import { NO_COORDINATE_E7 } from '../osm/read-pbf.ts'
import type { ByteFile } from '../storage/byte-file.ts'
import { IdIndex } from '../storage/id-index.ts'
import { int32List } from '../storage/typed-list.ts'
import type { Tags } from '../osm/tags.ts'
import type { OsmType } from './catalogue-rows.ts'
import { fromPlaceId, MAX_OSM_ID, toPlaceId } from './place-id.ts'
import { TagList } from './tag-list.ts'

export class ObjectList {
  /** place ids by index */
  readonly ids = new IdIndex()
  readonly lonE7 = int32List()
  readonly latE7 = int32List()
  readonly #tags: TagList

  /** `tags`: an empty file. */
  constructor(tags: ByteFile) {
    this.#tags = new TagList(tags)
  }

  get count(): number {
    return this.ids.count
  }

  /** Returns false if the object exists already, or was never uploaded (ids below 1). */
  add(osmType: OsmType, osmId: number, tags: Tags, lonE7 = NO_COORDINATE_E7, latE7 = NO_COORDINATE_E7): boolean {
    if (!(osmId > 0) || osmId > MAX_OSM_ID) return false
    const id = toPlaceId(osmType, osmId)
    if (this.ids.find(id) >= 0) return false
    this.ids.add(id)
    this.lonE7.push(lonE7)
    this.latE7.push(latE7)
    this.#tags.push(tags)
    return true
  }

  identify(index: number): { id: number; osmType: OsmType; osmId: number } {
    const id = this.ids.idOf(index)
    return { id, ...fromPlaceId(id)! }
  }

  tagsOf(index: number): Map<string, string> {
    return this.#tags.get(index)
  }

  /** For `readTagBytes`; valid until the next call. */
  tagBytesOf(index: number): Uint8Array {
    return this.#tags.bytesOf(index)
  }
}
