// Squares mapped as multipolygons: the relation has the tags, and the ways of its outline have none. They are in the
// network as closed ways are: one walks along the outline. Outer rings are taken, and those inner ones that another way
// of the network meets. A way that is tagged as a road or path itself is taken for what its own tags say, not for this.

import { readTags } from '../../osm/batch-tags.ts'
import type { RelationBatch, WayBatch } from '../../osm/read-pbf.ts'
import type { Tags } from '../../osm/tags.ts'
import { findWayClass } from '../../osm/way-class.ts'
import type { IgnoredCounts } from './ignored-counts.ts'
import type { WayCollector } from './collect-ways.ts'

const WAY = 1

interface OutlineWay {
  id: number
  refs: Float64Array
  tags: Tags
  isInner: boolean
}

export class SquareCollector {
  /** by way id: the tags of its relation; of several, the first */
  readonly #wanted = new Map<number, Pick<OutlineWay, 'tags' | 'isInner'>>()
  readonly #found = new Map<number, OutlineWay>()
  readonly #ignored: IgnoredCounts

  constructor(ignored: IgnoredCounts) {
    this.#ignored = ignored
  }

  get isEmpty(): boolean {
    return this.#wanted.size === 0
  }

  /** Whether the relation is a square. */
  take(batch: RelationBatch, r: number, tags: Tags): boolean {
    if ((findWayClass(tags)?.kind ?? 'ferry') === 'ferry') return false
    const { memberStart, memberType, memberId, memberRole, strings } = batch
    for (let m = memberStart[r]; m < memberStart[r + 1]; m++) {
      if (memberType[m] !== WAY || this.#wanted.has(memberId[m])) continue
      this.#wanted.set(memberId[m], { tags, isInner: strings.get(memberRole[m]) === 'inner' })
    }
    return true
  }

  /** Of the ways of a later pass those that squares are made of. */
  takeWays(batch: WayBatch): void {
    for (let w = 0; w < batch.count; w++) {
      const id = batch.id[w]
      const wanted = this.#wanted.get(id)
      if (wanted === undefined || this.#found.has(id)) continue
      const own = readTags(batch, w)
      if (own.has('highway') || findWayClass(own) !== null) continue
      const refs = Float64Array.from(batch.refs.subarray(batch.refStart[w], batch.refStart[w + 1]))
      this.#found.set(id, { id, refs, ...wanted })
    }
  }

  /** Adds the outlines to the ways of the network, and counts inner ways that nothing meets. */
  addTo(ways: WayCollector): void {
    let left = [...this.#found.values()].sort((a, b) => Number(a.isInner) - Number(b.isInner))
    // an inner ring of several ways may meet the network by one of them alone
    for (let before = Infinity; left.length < before; ) {
      before = left.length
      left = left.filter(({ id, refs, tags, isInner }) => {
        if (isInner && !refs.some((ref) => ways.sites.find(ref) >= 0)) return true
        ways.add(id, tags, refs)
        return false
      })
    }
    this.#ignored.add('way', 'around a hole in a square, and met by no way', left.length)
  }
}
