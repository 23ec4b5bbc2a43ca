// Cuts map files into boxes that overlap, each with whole objects: every node in the box, every way with a node in it,
// with all its nodes, and every relation with one of these, or with such a relation. Borders of areas that reach
// farther are completed by their other ways, without tags, so that an area is whole and brings no road along.
// Reads each file seven times, whatever the number of boxes, and only the blocks of the type that a pass is about.

import { closeSync, openSync, writeSync } from 'node:fs'
import {
  headerBlob,
  nodesBlob,
  relationsBlob,
  waysBlob,
  type OsmNode,
  type OsmRelation,
  type OsmWay,
} from '../demo/write-pbf.ts'
import type { Box } from '../geo/lon-lat.ts'
import { NO_COORDINATE_E7, type PbfFile, type RelationBatch, type TaggedBatch, type WayBatch } from '../osm/read-pbf.ts'

const PAGE_BITS = 12
const PAGE_WORDS = 1 << (PAGE_BITS - 5)
const PAGES_PER_SLAB = 1024
const FIRST_PAGES = 4096
const MAX_ID = 2 ** 36

/**
 * A set of ids up to 2^36 as bits in pages, of which only those with an id take memory: ids of neighbours lie close
 * together, so that a country's nodes take a few bits each.
 */
export class IdSet {
  /** number of a page's slot plus 1; 0: none of its ids is in the set */
  #slotOf = new Uint32Array(FIRST_PAGES)
  readonly #slabs: Uint32Array[] = []
  #slots = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Throws RangeError for what is no id. */
  add(id: number): void {
    if (!(id >= 0 && id < MAX_ID)) throw new RangeError(`${id} is not an id`)
    const page = Math.floor(id / (1 << PAGE_BITS))
    if (page >= this.#slotOf.length) this.#grow(page)
    let slot = this.#slotOf[page]
    if (slot === 0) {
      if (this.#slots % PAGES_PER_SLAB === 0) this.#slabs.push(new Uint32Array(PAGES_PER_SLAB * PAGE_WORDS))
      this.#slotOf[page] = slot = ++this.#slots
    }
    const slab = this.#slabs[Math.floor((slot - 1) / PAGES_PER_SLAB)]
    const bit = id % (1 << PAGE_BITS)
    const word = ((slot - 1) % PAGES_PER_SLAB) * PAGE_WORDS + (bit >>> 5)
    const mask = 1 << (bit & 31)
    if ((slab[word] & mask) === 0) this.#size++
    slab[word] |= mask
  }

  has(id: number): boolean {
    const page = Math.floor(id / (1 << PAGE_BITS))
    const slot = this.#slotOf[page] ?? 0
    if (slot === 0) return false
    const bit = id % (1 << PAGE_BITS)
    const word = ((slot - 1) % PAGES_PER_SLAB) * PAGE_WORDS + (bit >>> 5)
    return (this.#slabs[Math.floor((slot - 1) / PAGES_PER_SLAB)][word] & (1 << (bit & 31))) !== 0
  }

  #grow(page: number): void {
    const grown = new Uint32Array(Math.max(page + 1, this.#slotOf.length * 2))
    grown.set(this.#slotOf)
    this.#slotOf = grown
  }
}

const PER_BLOCK = 8000
const E7 = 1e7
const WAY = 1
const RELATION = 2
const MEMBER_TYPES = ['node', 'way', 'relation'] as const
const AREAS = new Set(['multipolygon', 'boundary'])

export interface CutBox {
  box: Box
  /** one for each map file */
  paths: readonly string[]
}

export interface CutCounts {
  nodes: number
  ways: number
  relations: number
}

/** Writes what lies in each box; returns how much that is. Throws ServiceError `invalid_input` for a damaged file. */
export async function cutMap(files: readonly PbfFile[], boxes: readonly CutBox[]): Promise<CutCounts[]> {
  const parts = boxes.map(({ box }) => new Part(box))
  for (const file of files)
    await file.read({
      nodes({ count, id, lonE7, latE7 }) {
        for (const part of parts)
          for (let i = 0; i < count; i++) if (part.holds(lonE7[i], latE7[i])) part.inBox.add(id[i])
      },
    })
  for (const file of files) await file.read({ ways: (batch) => parts.forEach((part) => part.takeWays(batch)) })
  for (const file of files)
    await file.read({ relations: (batch) => parts.forEach((part) => part.takeRelations(batch)) })
  for (const part of parts) part.closeRelations()
  for (const file of files) await file.read({ ways: (batch) => parts.forEach((part) => part.takeBorders(batch)) })
  const counts = parts.map(() => ({ nodes: 0, ways: 0, relations: 0 }))
  for (let f = 0; f < files.length; f++) {
    const writers = parts.map((part, i) => new PartWriter(part, files[f], boxes[i].paths[f], counts[i]))
    try {
      await files[f].read({ nodes: (batch) => writers.forEach((writer) => writer.nodes(batch)) })
      await files[f].read({ ways: (batch) => writers.forEach((writer) => writer.ways(batch)) })
      await files[f].read({ relations: (batch) => writers.forEach((writer) => writer.relations(batch)) })
    } finally {
      for (const writer of writers) writer.close()
    }
  }
  return counts
}

interface Parent {
  id: number
  members: number[]
}

/** What one box holds, by id. */
class Part {
  readonly box: Box
  readonly inBox = new IdSet()
  /** nodes of ways that reach into the box */
  readonly ofWays = new IdSet()
  readonly taken = new IdSet()
  readonly takenRelations = new IdSet()
  /** ways and nodes that only complete the border of an area */
  readonly borders = new IdSet()
  readonly ofBorders = new IdSet()
  /** relations with relations as members that are not taken yet */
  #parents: Parent[] = []

  constructor(box: Box) {
    this.box = box
  }

  holds(lonE7: number, latE7: number): boolean {
    const [west, south, east, north] = this.box
    return (
      lonE7 !== NO_COORDINATE_E7 &&
      lonE7 >= west * E7 &&
      lonE7 <= east * E7 &&
      latE7 >= south * E7 &&
      latE7 <= north * E7
    )
  }

  takeWays({ count, id, refStart, refs }: WayBatch): void {
    for (let i = 0; i < count; i++) {
      let isIn = false
      for (let r = refStart[i]; r < refStart[i + 1] && !isIn; r++) isIn = this.inBox.has(refs[r])
      if (!isIn) continue
      this.taken.add(id[i])
      for (let r = refStart[i]; r < refStart[i + 1]; r++) this.ofWays.add(refs[r])
    }
  }

  takeRelations(batch: RelationBatch): void {
    const { count, id, memberStart, memberId, memberType } = batch
    for (let i = 0; i < count; i++) {
      let isIn = false
      const relations: number[] = []
      for (let m = memberStart[i]; m < memberStart[i + 1]; m++) {
        if (memberType[m] === RELATION) relations.push(memberId[m])
        else isIn ||= (memberType[m] === WAY ? this.taken : this.inBox).has(memberId[m])
      }
      if (!isIn && relations.length > 0) this.#parents.push({ id: id[i], members: relations })
      if (!isIn) continue
      this.takenRelations.add(id[i])
      if (!AREAS.has(tagsOf(batch, i).type)) continue
      for (let m = memberStart[i]; m < memberStart[i + 1]; m++)
        if (memberType[m] === WAY && !this.taken.has(memberId[m])) this.borders.add(memberId[m])
    }
  }

  /** Relations of relations that are taken, and so on. */
  closeRelations(): void {
    for (let found = true; found; ) {
      const left: Parent[] = []
      for (const parent of this.#parents) {
        if (parent.members.some((one) => this.takenRelations.has(one))) this.takenRelations.add(parent.id)
        else left.push(parent)
      }
      found = left.length < this.#parents.length
      this.#parents = left
    }
  }

  takeBorders({ count, id, refStart, refs }: WayBatch): void {
    for (let i = 0; i < count; i++)
      if (this.borders.has(id[i])) for (let r = refStart[i]; r < refStart[i + 1]; r++) this.ofBorders.add(refs[r])
  }
}

/** Writes the objects of a box in the order of the file. */
class PartWriter {
  readonly #part: Part
  readonly #file: number
  readonly #counts: CutCounts
  #nodes: OsmNode[] = []
  #ways: OsmWay[] = []
  #relations: OsmRelation[] = []

  constructor(part: Part, { header }: PbfFile, path: string, counts: CutCounts) {
    this.#part = part
    this.#counts = counts
    this.#file = openSync(path, 'w')
    const { writingProgram, source, sourceTs } = header
    const replicationTimestampS = sourceTs === null ? null : Math.floor(Date.parse(sourceTs) / 1000)
    const boxE7 = part.box.map((degrees) => Math.round(degrees * E7))
    this.#write(headerBlob({ boxE7, writingProgram, source, replicationTimestampS }))
  }

  nodes(batch: TaggedBatch & { lonE7: Int32Array; latE7: Int32Array }): void {
    const { count, id, lonE7, latE7 } = batch
    const { inBox, ofWays, ofBorders } = this.#part
    for (let i = 0; i < count; i++) {
      const isWhole = inBox.has(id[i]) || ofWays.has(id[i])
      if ((!isWhole && !ofBorders.has(id[i])) || lonE7[i] === NO_COORDINATE_E7) continue
      this.#nodes.push({ id: id[i], lonE7: lonE7[i], latE7: latE7[i], tags: isWhole ? tagsOf(batch, i) : {} })
      if (this.#nodes.length === PER_BLOCK) this.#flush()
    }
  }

  ways(batch: WayBatch): void {
    const { count, id, refStart, refs } = batch
    const { taken, borders } = this.#part
    for (let i = 0; i < count; i++) {
      const isWhole = taken.has(id[i])
      if (!isWhole && !borders.has(id[i])) continue
      if (this.#nodes.length > 0) this.#flush()
      this.#ways.push({
        id: id[i],
        refs: [...refs.subarray(refStart[i], refStart[i + 1])],
        tags: isWhole ? tagsOf(batch, i) : {},
      })
      if (this.#ways.length === PER_BLOCK) this.#flush()
    }
  }

  relations(batch: RelationBatch): void {
    const { count, id, memberStart, memberId, memberType, memberRole, strings } = batch
    for (let i = 0; i < count; i++) {
      if (!this.#part.takenRelations.has(id[i])) continue
      if (this.#nodes.length + this.#ways.length > 0) this.#flush()
      const members: OsmRelation['members'] = []
      for (let m = memberStart[i]; m < memberStart[i + 1]; m++)
        members.push({ type: MEMBER_TYPES[memberType[m]], id: memberId[m], role: strings.get(memberRole[m]) })
      this.#relations.push({ id: id[i], members, tags: tagsOf(batch, i) })
      if (this.#relations.length === PER_BLOCK) this.#flush()
    }
  }

  close(): void {
    this.#flush()
    closeSync(this.#file)
  }

  #flush(): void {
    if (this.#nodes.length > 0) this.#write(nodesBlob(this.#nodes))
    if (this.#ways.length > 0) this.#write(waysBlob(this.#ways))
    if (this.#relations.length > 0) this.#write(relationsBlob(this.#relations))
    this.#counts.nodes += this.#nodes.length
    this.#counts.ways += this.#ways.length
    this.#counts.relations += this.#relations.length
    this.#nodes = []
    this.#ways = []
    this.#relations = []
  }

  #write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at)
  }
}

function tagsOf({ tagStart, keys, values, strings }: TaggedBatch, i: number): Record<string, string> {
  const tags: Record<string, string> = Object.create(null) // a key may be called anything
  for (let t = tagStart[i]; t < tagStart[i + 1]; t++) tags[strings.get(keys[t])] = strings.get(values[t])
  return tags
}
