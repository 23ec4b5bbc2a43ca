// Second pass: the coordinates of the network's sites, and the barriers and hazards at them. Coordinates are in 1e-7
// degrees by site, NO_COORDINATE_E7 if the node is in none of the files. Nodes that no way of the network uses are
// skipped.

import { findBarrierAccess, NODE_ACCESS_KEYS, type BarrierAccess } from '../../osm/barrier-access.ts'
import { readTags } from '../../osm/entity-batches.ts'
import { dangersOfNode, hasDatedTags, NODE_DANGER_KEYS } from '../../osm/dates/read-dated-tags.ts'
import { NODE_HAZARD_KEYS, nodeHazards } from '../../osm/hazards.ts'
import { NO_COORDINATE_E7, type NodeBatch } from '../../osm/read-pbf.ts'
import { isTagged, type Tags } from '../../osm/tags.ts'
import { IdIndex } from '../../storage/id-index.ts'
import { LargeMap } from '../../storage/large-map.ts'
import { freeAtOnce } from '../../storage/typed-list.ts'

/** A barrier that only dates close. */
const OPEN: BarrierAccess = { foot: 'open', bike: 'open' }

export class NodeCollector {
  readonly lonE7: Int32Array
  readonly latE7: Int32Array
  /** bits of HAZARD_KINDS by site */
  readonly hazards: Uint8Array
  /** sites where a barrier or an access tag closes, restricts or slows the way for somebody */
  readonly barriers = new LargeMap<number, BarrierAccess>()
  /** tags of barriers with dated ones, by site */
  readonly dated = new LargeMap<number, Tags>()
  /** tags that name a danger, by site; those of barriers with dated tags are in `dated` */
  readonly dangers = new LargeMap<number, Tags>()
  readCount = 0
  #sites: IdIndex

  constructor(sites: IdIndex) {
    this.#sites = sites
    this.lonE7 = new Int32Array(sites.count).fill(NO_COORDINATE_E7)
    this.latE7 = new Int32Array(sites.count).fill(NO_COORDINATE_E7)
    this.hazards = new Uint8Array(sites.count)
  }

  /** No nodes are taken from now on. */
  forgetSites(): void {
    this.#sites = new IdIndex()
  }

  /** Frees the positions. */
  forgetAll(): void {
    for (const array of [this.lonE7, this.latE7, this.hazards]) freeAtOnce(array)
  }

  take(batch: NodeBatch): void {
    const { count, id, lonE7, latE7, tagStart, keys, strings } = batch
    this.readCount += count
    const wanted = new Uint8Array(strings.count)
    for (const key of [...NODE_ACCESS_KEYS, ...NODE_HAZARD_KEYS, ...NODE_DANGER_KEYS]) {
      const index = strings.find(key)
      if (index >= 0) wanted[index] = 1
    }
    const sites = this.#sites
    for (let n = 0; n < count; n++) {
      const site = sites.find(id[n])
      if (
        site < 0 ||
        this.lonE7[site] !== NO_COORDINATE_E7 ||
        lonE7[n] === NO_COORDINATE_E7 ||
        latE7[n] === NO_COORDINATE_E7
      )
        continue
      this.lonE7[site] = lonE7[n]
      this.latE7[site] = latE7[n]
      let looked = false
      for (let t = tagStart[n]; t < tagStart[n + 1] && !looked; t++) looked = wanted[keys[t]] === 1
      if (!looked) continue
      const tags = readTags(batch, n)
      this.hazards[site] = nodeHazards(tags)
      const isDated = hasDatedTags(tags) && isTagged(tags, 'barrier')
      const dangers = isDated ? null : dangersOfNode(tags)
      if (isDated) this.dated.set(site, tags)
      if (dangers !== null) this.dangers.set(site, dangers)
      const barrier = findBarrierAccess(tags)
      if (barrier !== null || isDated) this.barriers.set(site, barrier ?? OPEN)
    }
  }
}
