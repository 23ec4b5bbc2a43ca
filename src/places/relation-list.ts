// Relations with their tags and those of their members that are ways or relations, by the order in which they come, in
// typed arrays: 9 bytes a member, where an object would take 64 of V8's heap. The tags are in a file.

import type { ByteFile } from '../storage/byte-file.ts'
import { IdIndex } from '../storage/id-index.ts'
import { float64List, uint32List, uint8List } from '../storage/typed-list.ts'
import type { Tags } from '../osm/tags.ts'
import { TagList } from './tag-list.ts'

const IS_WAY = 0x80

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

  /** To the relation added last. `role`: bits of member-role.ts. */
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
