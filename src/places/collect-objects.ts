// Three passes over a map file: relations (signed routes, areas, borders), then ways (those that relations need, and
// places), then nodes (those that ways need, and places). Before the nodes, if relations have bridges or tunnels,
// another one over ways: which of their ends join the ground. Members and way nodes are kept as indexes in typed
// arrays. Objects that nothing needs are skipped.

import { ON_STRUCTURE, ON_WATER } from './measure-trail.ts'
import { IdIndex } from '../storage/id-index.ts'
import { uint32List, uint8List } from '../storage/typed-list.ts'
import { markTagged, readRelationTypes, readTags } from '../osm/entity-batches.ts'
import { isPathLike, sacGrade } from '../osm/grades.ts'
import { NO_COORDINATE_E7, type NodeBatch, type RelationBatch, type WayBatch } from '../osm/read-pbf.ts'
import { findRouteFacts } from '../osm/relation-facts.ts'
import { surfaceOf } from '../osm/surface.ts'
import { isTagged, type Tags } from '../osm/tags.ts'
import { findWayClass, type WayClass } from '../osm/way-class.ts'
import { SAC_M_LENGTH, SAC_M_ROAD } from './catalogue-rows.ts'
import { ObjectList, readRole, RelationList } from './collected-lists.ts'
import { adminLevelOf, findPlaceKinds, isLineKind } from '../osm/place-kinds.ts'
import { findPoiKinds, OBJECT_KEYS } from '../osm/poi-kinds.ts'
import { readNames } from './read-names.ts'
import type { WorkFiles } from './work-files.ts'
import { SURFACE_KINDS, type SurfaceKind } from '../travel/surfaces.ts'

/** Marks a place, like the tags in OBJECT_KEYS. */
const BUS_STOP = ['highway', 'bus_stop'] as const
/** Streets and paths are ways. */
const WAY_KEYS = [...OBJECT_KEYS, 'highway']

export class ObjectCollector {
  readonly objects: ObjectList
  readonly routes: RelationList
  /** with their ways */
  readonly areas: RelationList
  /** ways named by relations, and ways that are places */
  readonly wayIds = new IdIndex()
  /** nodes of those ways */
  readonly sites = new IdIndex()
  /** by way index: 1 once found in the data */
  readonly wayKnown = uint8List()
  readonly wayStart = uint32List()
  readonly wayEnd = uint32List()
  readonly refs = uint32List(1 << 14)
  /** as `sacM` of a trail; 9: a ferry, which counts for nothing */
  readonly waySac = uint8List()
  readonly waySurface = uint8List()
  /** bridge or tunnel: it does not follow the ground */
  readonly wayOnStructure = uint8List()
  siteLonE7 = new Int32Array(0)
  siteLatE7 = new Int32Array(0)
  /** nodes where bridges and tunnels of relations end; 1 where a way on the ground joins them */
  readonly #structureEnds = new IdIndex(16)
  readonly #joinsGround = uint8List(16)

  constructor(work: WorkFiles) {
    this.objects = new ObjectList(work.byteFile('objects'))
    this.routes = new RelationList(work.byteFile('routes'))
    this.areas = new RelationList(work.byteFile('areas'))
  }

  takeRelations(batch: RelationBatch): void {
    const { count, id, strings, memberStart, memberId, memberType, memberRole } = batch
    const types = readRelationTypes(batch)
    for (let r = 0; r < count; r++) {
      const type = types[r]
      const isRoute = type === 'route' || type === 'superroute'
      if (!isRoute && type !== 'multipolygon' && type !== 'boundary') continue
      const tags = readTags(batch, r)
      if (isRoute) {
        if (findRouteFacts(tags) === null || this.routes.has(id[r])) continue
        this.routes.add(id[r], tags)
        for (let m = memberStart[r]; m < memberStart[r + 1]; m++) {
          if (memberType[m] === 0) continue
          this.routes.addMember(memberType[m] === 1, memberId[m], readRole(strings.get(memberRole[m])))
          if (memberType[m] === 1) this.#needWay(memberId[m])
        }
        continue
      }
      const { name } = readNames(tags)
      const isRegion = name !== null && adminLevelOf(tags) !== null
      const isPlace = (findPlaceKinds(tags).length > 0 && name !== null) || findPoiKinds(tags).length > 0
      if ((!isPlace && !isRegion) || this.areas.has(id[r])) continue
      this.areas.add(id[r], tags)
      for (let m = memberStart[r]; m < memberStart[r + 1]; m++) {
        if (memberType[m] !== 1) continue
        this.areas.addMember(true, memberId[m])
        this.#needWay(memberId[m])
      }
      if (isPlace) this.objects.add('relation', id[r], tags)
    }
  }

  takeWays(batch: WayBatch): void {
    const { count, id, refStart, refs } = batch
    const interesting = markTagged(batch, WAY_KEYS)
    for (let w = 0; w < count; w++) {
      const needed = this.wayIds.find(id[w]) >= 0
      if (!needed && interesting[w] === 0) continue
      const tags = readTags(batch, w)
      const isPlace = interesting[w] === 1 && isObject(tags)
      if (isPlace) this.objects.add('way', id[w], tags)
      if (!needed && !isPlace) continue
      const index = this.#needWay(id[w])
      if (this.wayKnown.array[index] === 1) continue
      this.wayKnown.array[index] = 1
      this.wayStart.array[index] = this.refs.length
      for (let r = refStart[w]; r < refStart[w + 1]; r++) this.refs.push(this.sites.add(refs[r]))
      this.wayEnd.array[index] = this.refs.length
      if (!needed) continue
      const wayClass = findWayClass(tags)
      const surface = wayClass === null ? 'unknown' : surfaceOf(tags, wayClass).kind
      this.waySac.array[index] = gradeOfWay(tags, wayClass, surface)
      this.waySurface.array[index] = SURFACE_KINDS.indexOf(surface)
      this.wayOnStructure.array[index] = wayClass?.kind === 'ferry' ? ON_WATER : isStructure(tags) ? ON_STRUCTURE : 0
      if (this.wayOnStructure.array[index] !== ON_STRUCTURE || refStart[w] === refStart[w + 1]) continue
      for (const end of [refs[refStart[w]], refs[refStart[w + 1] - 1]])
        if (this.#structureEnds.add(end) === this.#joinsGround.length) this.#joinsGround.push(0)
    }
  }

  get hasStructures(): boolean {
    return this.#structureEnds.count > 0
  }

  /** All ways again. */
  takeGround(batch: WayBatch): void {
    const { count, refStart, refs } = batch
    const isHighway = markTagged(batch, ['highway'])
    for (let w = 0; w < count; w++) {
      if (isHighway[w] === 0) continue
      let isOnGround: boolean | null = null
      for (let r = refStart[w]; r < refStart[w + 1]; r++) {
        const end = this.#structureEnds.find(refs[r])
        if (end < 0) continue
        if (isOnGround === null) {
          const tags = readTags(batch, w)
          isOnGround = !isStructure(tags) && findWayClass(tags) !== null
        }
        if (isOnGround) this.#joinsGround.array[end] = 1
      }
    }
  }

  /** Of an end of a bridge or tunnel of a relation. */
  joinsGround(site: number): boolean {
    const end = this.#structureEnds.find(this.sites.idOf(site))
    return end >= 0 && this.#joinsGround.array[end] === 1
  }

  beginNodes(): void {
    this.siteLonE7 = new Int32Array(this.sites.count).fill(NO_COORDINATE_E7)
    this.siteLatE7 = new Int32Array(this.sites.count).fill(NO_COORDINATE_E7)
  }

  takeNodes(batch: NodeBatch): void {
    const { count, id, lonE7, latE7, tagStart } = batch
    const interesting = markTagged(batch, OBJECT_KEYS, BUS_STOP)
    const sites = this.sites
    for (let n = 0; n < count; n++) {
      if (lonE7[n] === NO_COORDINATE_E7 || latE7[n] === NO_COORDINATE_E7) continue
      const site = sites.find(id[n])
      if (site >= 0) {
        this.siteLonE7[site] = lonE7[n]
        this.siteLatE7[site] = latE7[n]
      }
      if (tagStart[n] === tagStart[n + 1] || interesting[n] === 0) continue
      const tags = readTags(batch, n)
      if (isObject(tags) && !isLineKind(findPlaceKinds(tags)[0]))
        this.objects.add('node', id[n], tags, lonE7[n], latE7[n])
    }
  }

  /** Index of a way that is needed, whether or not the data contains it. */
  #needWay(osmId: number): number {
    const index = this.wayIds.add(osmId)
    if (index === this.wayKnown.length) {
      this.wayKnown.push(0)
      this.wayStart.push(0)
      this.wayEnd.push(0)
      this.waySac.push(0)
      this.waySurface.push(0)
      this.wayOnStructure.push(0)
    }
    return index
  }
}

/** Whether it is a named place, or an outdoor place with or without a name. */
function isObject(tags: Tags): boolean {
  return findPoiKinds(tags).length > 0 || (findPlaceKinds(tags).length > 0 && readNames(tags).name !== null)
}

function isStructure(tags: Tags): boolean {
  return isTagged(tags, 'tunnel') || isTagged(tags, 'bridge')
}

/** Index into `sacM` of a trail. */
function gradeOfWay(tags: Tags, wayClass: WayClass | null, surface: SurfaceKind): number {
  const sac = sacGrade(tags)
  if (sac > 0 || wayClass === null) return sac
  if (wayClass.kind === 'ferry') return SAC_M_LENGTH
  return isPathLike(wayClass.kind, surface) ? sac : SAC_M_ROAD
}
