// First pass: the ways of the network with their facts, and the nodes they use, as growing columns.
// Node ids become dense indexes here ("sites"). Way w uses sites refs[refStart[w] .. refStart[w + 1]).
// A way that comes twice, as in overlapping extracts, is taken once. Everything left out is counted.

import { markTagged, readTags } from '../../osm/entity-batches.ts'
import type { WayBatch } from '../../osm/read-pbf.ts'
import { hasDatedTags } from '../../osm/dates/read-dated-tags.ts'
import type { Tags } from '../../osm/tags.ts'
import { readWayFacts, WAY_KEYS } from '../../osm/way-facts.ts'
import type { EdgeAttributes } from './edge-attributes.ts'
import { IdIndex } from '../../storage/id-index.ts'
import type { IgnoredCounts } from './ignored-counts.ts'
import { LargeMap } from '../../storage/large-map.ts'
import type { StringTable } from '../../storage/string-table.ts'
import { float64List, freeAtOnce, uint32List, uint8List } from '../../storage/typed-list.ts'

export class WayCollector {
  /** way id <-> way index */
  readonly ids = new IdIndex()
  /** node id <-> site; empty once it is forgotten */
  sites = new IdIndex(1 << 16)
  readonly refStart = uint32List()
  readonly refs = uint32List(1 << 16)
  readonly base = uint32List()
  readonly name = uint32List()
  readonly ref = uint32List()
  /** bits of HAZARD_KINDS */
  readonly hazards = uint8List()
  /** seconds, NaN: none */
  readonly durationS = float64List()
  /** sites of ways that are closed to everyone, of which only matching knows */
  readonly closedStart = uint32List()
  readonly closedRefs = uint32List()
  /** tags of ways with dated ones, by way */
  readonly dated = new LargeMap<number, Tags>()
  readCount = 0
  readonly #classes: EdgeAttributes
  readonly #strings: StringTable
  readonly #ignored: IgnoredCounts

  constructor(classes: EdgeAttributes, strings: StringTable, ignored: IgnoredCounts) {
    this.#classes = classes
    this.#strings = strings
    this.#ignored = ignored
    this.refStart.push(0)
    this.closedStart.push(0)
  }

  /** Frees the ids of nodes: no ways are taken from now on. */
  forgetSites(): void {
    this.sites = new IdIndex()
  }

  /** Frees what edges were cut from; the ids of the ways stay. */
  forgetAll(): void {
    for (const { array } of [
      this.refStart,
      this.refs,
      this.base,
      this.name,
      this.ref,
      this.hazards,
      this.durationS,
      this.closedStart,
      this.closedRefs,
    ])
      freeAtOnce(array)
  }

  take(batch: WayBatch): void {
    const { count, refStart, refs } = batch
    this.readCount += count
    const interesting = markTagged(batch, WAY_KEYS)
    for (let w = 0; w < count; w++) {
      if (interesting[w] === 0) {
        this.#ignored.add('way', 'nothing to travel on')
        continue
      }
      this.add(batch.id[w], readTags(batch, w), refs.subarray(refStart[w], refStart[w + 1]))
    }
  }

  /** Takes a way if it belongs to the network. */
  add(id: number, tags: Tags, nodeIds: ArrayLike<number>): void {
    const facts = readWayFacts(tags)
    if ('refused' in facts) {
      const highway = tags.get('highway')
      if (facts.refused === 'closed_to_all') {
        this.#ignored.add('way', 'closed on foot and by bicycle')
        for (let r = 0; r < nodeIds.length; r++) this.closedRefs.push(this.sites.add(nodeIds[r]))
        this.closedStart.push(this.closedRefs.length)
      } else this.#ignored.add('way', highway === undefined ? 'nothing to travel on' : `highway=${highway}`)
      return
    }
    if (this.ids.find(id) >= 0) return this.#ignored.add('way', 'given more than once')
    if (hasDatedTags(tags)) this.dated.set(this.ids.count, tags)
    this.ids.add(id)
    this.base.push(this.#classes.addBase(facts))
    this.name.push(this.#strings.add(facts.name))
    this.ref.push(this.#strings.add(facts.ref))
    this.hazards.push(facts.hazards)
    this.durationS.push(facts.durationS ?? NaN)
    for (let r = 0; r < nodeIds.length; r++) this.refs.push(this.sites.add(nodeIds[r]))
    this.refStart.push(this.refs.length)
  }
}
