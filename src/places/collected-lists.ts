// The objects of the catalogue as typed arrays: OSM type and id, position 1e-7 degrees (NO_COORDINATE_E7 until known),
// and the tags, in a file. No JavaScript object is kept per OSM object; repeated ones are taken once.

import { NO_COORDINATE_E7 } from '../osm/read-pbf.ts'
import type { ByteFile } from '../storage/byte-file.ts'
import { IdIndex } from '../storage/id-index.ts'
import { int32List, float64List, uint32List, uint8List } from '../storage/typed-list.ts'
import type { Tags } from '../osm/tags.ts'
import type { OsmType } from './catalogue-rows.ts'
import { fromPlaceId, MAX_OSM_ID, toPlaceId } from './place-id.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Values as the bytes of their JSON, which lie in temporary files of a catalogue until they are needed again. */
export const toJsonBytes = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))

export const fromJsonBytes = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes))

/**
 * The tags of many objects, by the order in which they come: the bytes of one JSON array of keys and values each, in a
 * temporary file.
 */
class TagList {
  readonly #file: ByteFile

  constructor(file: ByteFile) {
    this.#file = file
  }

  push(tags: Tags): void {
    this.#file.push(toJsonBytes([...tags].flat()))
  }

  get(index: number): Map<string, string> {
    return readTagBytes(this.bytesOf(index))
  }

  /** Valid until the next call. */
  bytesOf(index: number): Uint8Array {
    return this.#file.get(index)
  }
}

/** The tags that `bytesOf` gives the bytes of. */
export function readTagBytes(bytes: Uint8Array): Map<string, string> {
  const flat = fromJsonBytes(bytes) as string[]
  const tags = new Map<string, string>()
  for (let i = 0; i < flat.length; i += 2) tags.set(flat[i], flat[i + 1])
  return tags
}

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

const IS_WAY = 0x80

/**
 * Relations with their tags and those of their members that are ways or relations, by the order in which they come, in
 * typed arrays: 9 bytes a member, where an object would take 64 of V8's heap. The tags are in a file.
 */
export class RelationList {
  /** relation ids by index */
  readonly ids = new IdIndex()
  readonly #tags: TagList
  /** of the members of a relation: [memberEnd[i - 1], memberEnd[i]) */
  readonly #memberEnd = uint32List()
  readonly #memberId = float64List()
  /** bits of its role, and IS_WAY */
  readonly #memberBits = uint8List()

  /** `tags`: an empty file. */
  constructor(tags: ByteFile) {
    this.#tags = new TagList(tags)
  }

  get count(): number {
    return this.ids.count
  }

  has(osmId: number): boolean {
    return this.ids.find(osmId) >= 0
  }

  /** Adds one that is not there yet; its members come next. */
  add(osmId: number, tags: Tags): void {
    this.ids.add(osmId)
    this.#tags.push(tags)
    this.#memberEnd.push(this.#memberId.length)
  }

  /** To the relation added last. `role`: bits: SIDE, FORWARD, BACKWARD. */
  addMember(isWay: boolean, osmId: number, role = 0): void {
    this.#memberId.push(osmId)
    this.#memberBits.push(role | (isWay ? IS_WAY : 0))
    this.#memberEnd.array[this.count - 1] = this.#memberId.length
  }

  tagsOf(index: number): Map<string, string> {
    return this.#tags.get(index)
  }

  /** Calls back for each member, in the order of the relation. */
  eachMember(index: number, take: (isWay: boolean, osmId: number, role: number) => void): void {
    const end = this.#memberEnd.array[index]
    for (let m = this.#firstMember(index); m < end; m++) {
      const bits = this.#memberBits.array[m]
      take((bits & IS_WAY) !== 0, this.#memberId.array[m], bits & ~IS_WAY)
    }
  }

  #firstMember(index: number): number {
    return index === 0 ? 0 : this.#memberEnd.array[index - 1]
  }
}

/** Not part of the main line. */
export const SIDE = 1
/** Travelled only as the member is drawn. */
export const FORWARD = 2
/** Travelled only against it. */
export const BACKWARD = 4

const SIDE_ROLES =
  /^(alternat|variant|excursion|approach|connection|link|shortcut|detour|access|guidepost|marker|stop|platform|proposed)/

/**
 * What the role of a member says about a route's line, as bits: which members belong to it, and which way along them
 * the route goes. Pure.
 */
export function readRole(role: string): number {
  if (role.startsWith('forward')) return FORWARD
  if (role.startsWith('backward')) return BACKWARD
  return SIDE_ROLES.test(role) ? SIDE : 0
}
