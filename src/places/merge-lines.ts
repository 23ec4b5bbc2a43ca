// Named lines that are mapped in parts: the parts of a street within a town, of a path, of a river, are one place. They
// wait on disk, sorted by name; the parts of one name are in memory at a time, and those that come near one another
// are one, those of a street only within a town. A footway of the name of a street is a part of it. The place has the
// lowest id of its parts, so that it lasts where a part is split.

import { createHash } from 'node:crypto'
import type { SortedRuns } from '../storage/sorted-runs.ts'
import type { ObjectCollector } from './collect-objects.ts'
import { normaliseName } from './names/normalise-name.ts'
import { waysOf } from './outline-of.ts'
import { findPlaceKinds, type PlaceKind } from './place-kinds.ts'
import { readNames } from './read-names.ts'
import type { RegionFinder } from './region-finder.ts'
import type { Standing } from './stand-objects.ts'
import { readTagBytes } from './tag-list.ts'
import type { WorkFiles } from './work-files.ts'
import type { Tags } from '../osm/tags.ts'

/** Side of a cell, 1e-7 degrees, some 500 m of latitude: parts in the same or neighbouring cells are one line. */
const CELL_E7 = 45_000
const UNKNOWN = -Infinity

export interface MergedLine {
  kind: PlaceKind
  /** index of the part with the lowest id, whose tags it has */
  index: number
  /** of the part in whose middle it is placed, the longest */
  middle: number
  heightM: number | null
  tags: Map<string, string>
  /** place ids of its parts, the lowest first */
  ids: number[]
}

interface Part {
  id: number
  kind: PlaceKind
  /** hash of the town, 0 where none is known */
  town: number
  nodes: number
  index: number
  heightM: number | null
  tags: Map<string, string>
}

export class LineMerger {
  readonly #runs: SortedRuns
  readonly #found: ObjectCollector
  readonly #regions: RegionFinder

  constructor(work: WorkFiles, found: ObjectCollector, regions: RegionFinder) {
    this.#runs = work.sortedRuns('lines', 5)
    this.#found = found
    this.#regions = regions
  }

  add({ index, heightM }: Pick<Standing, 'index' | 'heightM'>, tags: Tags, bytes: Uint8Array): void {
    const { objects } = this.#found
    const name = readNames(tags).name!
    const town = this.#regions.find(objects.lonE7.array[index], objects.latE7.array[index], name)
    const isRiver = findPlaceKinds(tags)[0] === 'river'
    const key = hashOf(`${isRiver ? 'river' : 'way'} ${normaliseName(name)}`)
    this.#runs.add([key, objects.ids.idOf(index), index, heightM ?? UNKNOWN, town === null ? 0 : hashOf(town)], bytes)
  }

  *read(): Generator<MergedLine> {
    let parts: Part[] = []
    let open = -1
    for (const { keys, bytes } of this.#runs.read()) {
      const [hash, id, index, height, town] = keys
      if (hash !== open && parts.length > 0) yield* this.#merge(parts)
      if (hash !== open) parts = []
      open = hash
      const tags = readTagBytes(bytes)
      const heightM = height === UNKNOWN ? null : height
      parts.push({ id, kind: findPlaceKinds(tags)[0], town, nodes: this.#nodes(id), index, heightM, tags })
    }
    if (parts.length > 0) yield* this.#merge(parts)
  }

  *#merge(parts: readonly Part[]): Generator<MergedLine> {
    const groupOf = parts.map((_, i) => i)
    const rootOf = (i: number): number => {
      while (groupOf[i] !== i) i = groupOf[i] = groupOf[groupOf[i]]
      return i
    }
    // streets in cells of their town, everything else in those of all
    const isStreet = parts.some(({ kind }) => kind === 'street')
    const cells = new Map<string, number>()
    parts.forEach((part, i) => {
      const town = isStreet ? part.town : 0
      for (const [x, y] of this.#cellsOf(part.id)) {
        for (let near = 0; near < 9; near++) {
          const other = cells.get(`${town} ${x - 1 + (near % 3)} ${y - 1 + Math.floor(near / 3)}`)
          if (other !== undefined) groupOf[Math.max(rootOf(i), rootOf(other))] = Math.min(rootOf(i), rootOf(other))
        }
        cells.set(`${town} ${x} ${y}`, i)
      }
    })
    const groups = new Map<number, Part[]>()
    parts.forEach((part, i) => {
      const group = groups.get(rootOf(i))
      if (group === undefined) groups.set(rootOf(i), [part])
      else group.push(part)
    })
    for (const group of groups.values()) {
      const [first] = group
      const middle = group.reduce((longest, part) => (part.nodes > longest.nodes ? part : longest))
      yield {
        kind: kindOf(group),
        index: first.index,
        middle: middle.index,
        heightM: middle.heightM,
        tags: first.tags,
        ids: group.map(({ id }) => id),
      }
    }
  }

  #nodes(id: number): number {
    return (waysOf(this.#found, id) ?? []).reduce((sum, line) => sum + (line?.sites.length ?? 0), 0)
  }

  /** [x, y] of each cell that it has a node in. */
  *#cellsOf(id: number): Generator<[number, number]> {
    const { siteLonE7, siteLatE7 } = this.#found
    for (const line of waysOf(this.#found, id) ?? [])
      for (const site of line?.sites ?? [])
        yield [Math.floor(siteLonE7[site] / CELL_E7), Math.floor(siteLatE7[site] / CELL_E7)]
  }
}

/** What most of it is. */
function kindOf(group: readonly Part[]): PlaceKind {
  let streetNodes = 0
  for (const { kind, nodes } of group) streetNodes += kind === 'street' ? nodes : -nodes
  return group[0].kind === 'river' ? 'river' : streetNodes >= 0 ? 'street' : 'path'
}

const hashOf = (text: string): number => createHash('sha1').update(text).digest().readUIntBE(0, 6)
