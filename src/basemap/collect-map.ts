// Three passes over a map file: relations (areas made of several ways, borders, signed routes), ways, nodes. What
// the rules draw is stored as numbers: nodes of ways by their numbers in a NodeFile, attributes as sets. Tags of
// ways and relations are not kept, and objects that are neither drawn nor needed leave no trace. An object that
// comes twice (in overlapping files) is taken once.

import { IdIndex } from '../graph/id-index.ts'
import { LargeMap } from '../graph/large-map.ts'
import type { NodeFile } from '../graph/node-file.ts'
import { uint32List, uint8List } from '../graph/typed-list.ts'
import { markTagged, readRelationTypes, readTags } from '../osm/batch-tags.ts'
import { NO_COORDINATE_E7, type NodeBatch, type RelationBatch, type WayBatch } from '../osm/read-pbf.ts'
import type { Tags } from '../osm/tags.ts'
import { toPlaceId } from '../places/place-id.ts'
import type { Draft } from './draft.ts'
import { draftArea } from './draft-area.ts'
import { draftWaterway } from './draft-water.ts'
import { draftPoi, POI_KEYS, type Standing } from './draft-point.ts'
import { draftPlace } from './draft-place.ts'
import { draftRoad } from './draft-road.ts'
import { draftTrail } from './draft-trail.ts'
import { type FeatureStore, toUnitsX, toUnitsY, type Mark } from './feature-store.ts'

/** Facts of named peaks from the catalogue, by place id. */
export type Standings = ReadonlyMap<number, Standing>

export interface AreaRelation {
  relationId: number
  wayIds: number[]
  /** 1 for a member of role `inner` */
  inner: number[]
  drafts: DraftMark[]
}

export interface TrailRelation {
  mark: Mark
  wayIds: number[]
  relationIds: number[]
}

/** A draft whose attributes are stored. */
export interface DraftMark extends Mark {
  geometry: Draft['geometry']
  leastPx: number
}

const AREA_KEYS = [
  'building',
  'building:part',
  'landuse',
  'natural',
  'leisure',
  'amenity',
  'water',
  'waterway',
  'boundary',
  'man_made',
  'tourism',
  'aeroway',
  'railway',
  'area',
  'place',
  'historic',
]
const WAY_KEYS = ['highway', 'railway', 'aerialway', 'route', 'waterway', ...AREA_KEYS, ...POI_KEYS]
/** Closed ways with one of these keys are still lines. */
const LINE_KEYS = ['highway', 'railway', 'aerialway', 'waterway', 'barrier']
const LINE_AREAS = new Set(['riverbank', 'dock', 'boatyard', 'dam', 'platform', 'station'])
const BORDER_LEVELS = { least: 2, most: 8 }
const COUNTRY_LEVEL = 2
const NODE = 1
const WAY = 2
const RELATION = 3

export class MapCollector {
  readonly store: FeatureStore
  readonly areas = new LargeMap<number, AreaRelation>()
  readonly trails = new Map<number, TrailRelation>()
  /** lowest admin level of the borders that a way belongs to, by way id */
  readonly borderLevel = new LargeMap<number, number>()
  readonly ways = new IdIndex()
  readonly wayKnown = uint8List()
  readonly wayStart = uint32List()
  readonly wayEnd = uint32List()
  readonly wayIsCoast = uint8List()
  readonly wayIsMaritime = uint8List()
  /** numbers of nodes, NO_NODE for those that the data lacks */
  readonly refs = uint32List(1 << 14)
  /**
   * drafts of ways: entry d is draft `drafts[draftMark[d]]` of way `draftWay[d]`; entries of a way are consecutive
   */
  readonly drafts: DraftMark[] = []
  readonly draftWay = uint32List()
  readonly draftMark = uint32List()
  /** positions of towns, villages, ... that are nodes */
  readonly placePoints: [x: number, y: number][] = []
  readonly #standings: Standings
  #nodes: NodeFile | null = null

  constructor(store: FeatureStore, standings: Standings) {
    this.store = store
    this.#standings = standings
  }

  /** Nodes of the ways, which are taken from now on. */
  beginWays(nodes: NodeFile): void {
    this.#nodes = nodes
  }

  /** World units of a node of the data. */
  nodeX(node: number): number {
    return toUnitsX(this.#nodes!.lonE7(node))
  }

  nodeY(node: number): number {
    return toUnitsY(this.#nodes!.latE7(node))
  }

  takeRelations(batch: RelationBatch): void {
    const { count, id, strings, memberStart, memberId, memberType, memberRole } = batch
    const types = readRelationTypes(batch)
    for (let r = 0; r < count; r++) {
      const type = types[r]
      const isRoute = type === 'route' || type === 'superroute'
      if (!isRoute && type !== 'multipolygon' && type !== 'boundary') continue
      const tags = readTags(batch, r)
      const wayIds: number[] = []
      const inner: number[] = []
      const relationIds: number[] = []
      for (let m = memberStart[r]; m < memberStart[r + 1]; m++) {
        if (memberType[m] === 1) {
          wayIds.push(memberId[m])
          inner.push(strings.get(memberRole[m]) === 'inner' ? 1 : 0)
        } else if (memberType[m] === 2) relationIds.push(memberId[m])
      }
      if (isRoute) {
        const draft = draftTrail(id[r], tags)
        if (draft === null || this.trails.has(id[r])) continue
        this.trails.set(id[r], { mark: this.#mark(draft), wayIds, relationIds })
        for (const wayId of wayIds) this.#needWay(wayId)
        continue
      }
      const level = Number(tags.get('admin_level'))
      if (tags.get('boundary') === 'administrative' && level >= BORDER_LEVELS.least && level <= BORDER_LEVELS.most) {
        for (const wayId of wayIds) {
          this.borderLevel.set(wayId, Math.min(level, this.borderLevel.get(wayId) ?? Infinity))
          this.#needWay(wayId)
        }
      }
      if (this.areas.has(id[r])) continue
      const drafts = this.#draftArea(tags, RELATION, id[r], type === 'boundary')
      if (drafts.length === 0) continue
      this.areas.set(id[r], { relationId: id[r], wayIds, inner, drafts })
      for (const wayId of wayIds) this.#needWay(wayId)
    }
  }

  takeWays(batch: WayBatch): void {
    const { count, id, refStart, refs } = batch
    const nodes = this.#nodes!
    const interesting = markTagged(batch, WAY_KEYS)
    for (let w = 0; w < count; w++) {
      const needed = this.ways.find(id[w]) >= 0
      if (!needed && interesting[w] === 0) continue
      const length = refStart[w + 1] - refStart[w]
      if (length < 2) continue
      const tags = readTags(batch, w)
      const isClosed = length >= 4 && refs[refStart[w]] === refs[refStart[w + 1] - 1]
      const drafts = interesting[w] === 1 ? this.#draftWay(tags, id[w], isClosed) : []
      const isCoast = tags.get('natural') === 'coastline'
      if (!needed && drafts.length === 0 && !isCoast) continue
      const way = this.#needWay(id[w])
      if (this.wayKnown.array[way] === 1) continue
      this.wayKnown.array[way] = 1
      this.wayStart.array[way] = this.refs.length
      for (let r = refStart[w]; r < refStart[w + 1]; r++) this.refs.push(nodes.find(refs[r]))
      this.wayEnd.array[way] = this.refs.length
      this.wayIsCoast.array[way] = isCoast ? 1 : 0
      this.wayIsMaritime.array[way] = isCoast || tags.get('maritime') === 'yes' ? 1 : 0
      for (const draft of drafts) {
        this.draftWay.push(way)
        this.draftMark.push(this.#keep(draft))
      }
    }
  }

  takeNodes(batch: NodeBatch): void {
    const { count, id, lonE7, latE7, tagStart } = batch
    const interesting = markTagged(batch, POI_KEYS)
    for (let n = 0; n < count; n++) {
      if (lonE7[n] === NO_COORDINATE_E7 || latE7[n] === NO_COORDINATE_E7) continue
      if (tagStart[n] === tagStart[n + 1] || interesting[n] === 0 || this.#pointsTaken.find(id[n]) >= 0) continue
      const tags = readTags(batch, n)
      const drafts = [draftPlace(tags), draftPoi(tags, this.#standings.get(toPlaceId('node', id[n])))]
      if (drafts[0] === null && drafts[1] === null) continue
      this.#pointsTaken.add(id[n])
      if (drafts[0]?.layer === 'places') this.placePoints.push([toUnitsX(lonE7[n]), toUnitsY(latE7[n])])
      for (const draft of drafts) {
        if (draft !== null)
          this.store.addPoint({ ...this.#mark(draft), id: id[n] * 4 + NODE }, toUnitsX(lonE7[n]), toUnitsY(latE7[n]))
      }
    }
  }

  readonly #pointsTaken = new IdIndex()
  readonly #draftIndex = new LargeMap<string, number>()

  /** Index of a draft: most ways are drawn alike, so equal drafts are stored once. */
  #keep(draft: DraftMark): number {
    const { layer, geometry, minZoom, maxZoom, sort, attributes, leastPx, id } = draft
    const key = `${layer} ${geometry} ${minZoom} ${maxZoom} ${sort} ${attributes} ${leastPx} ${id}`
    let index = this.#draftIndex.get(key)
    if (index === undefined) {
      index = this.drafts.push(draft) - 1
      this.#draftIndex.set(key, index)
    }
    return index
  }

  /** Index of a way that is needed, whether or not the data contains it. */
  #needWay(osmId: number): number {
    const way = this.ways.add(osmId)
    if (way === this.wayKnown.length)
      for (const list of [this.wayKnown, this.wayStart, this.wayEnd, this.wayIsCoast, this.wayIsMaritime]) list.push(0)
    return way
  }

  #draftWay(tags: Tags, osmId: number, isClosed: boolean): DraftMark[] {
    const marks: DraftMark[] = []
    for (const draft of [draftRoad(tags), draftWaterway(tags)])
      if (draft !== null) marks.push(this.#draftMark(draft, 0))
    if (isClosed && isArea(tags)) marks.push(...this.#draftArea(tags, WAY, osmId, false))
    return marks
  }

  /** Features of an area, including its label and poi. Borders are lines, so an administrative area is not an area. */
  #draftArea(tags: Tags, type: number, osmId: number, isBoundary: boolean): DraftMark[] {
    const marks =
      isBoundary && tags.get('boundary') === 'administrative'
        ? []
        : draftArea(tags).map((draft) => this.#draftMark(draft, 0))
    const pointId = osmId * 4 + type
    // countries, states and counties have a separate node for their label
    const place = tags.get('boundary') === 'administrative' ? null : draftPlace(tags)
    if (place !== null) marks.push(this.#draftMark(place, pointId))
    const poi = draftPoi(tags, undefined)
    if (poi !== null) marks.push(this.#draftMark(poi, pointId))
    return marks
  }

  #draftMark(draft: Draft, id: number): DraftMark {
    return { ...this.#mark(draft), id, geometry: draft.geometry, leastPx: draft.leastPx ?? 0 }
  }

  #mark({ layer, minZoom, maxZoom, sort, attributes }: Draft): Mark {
    return { layer, minZoom, maxZoom, sort, attributes: this.store.attributes.add(attributes) }
  }
}

/** Attributes of a border by its lowest admin level. */
export function borderMark(store: FeatureStore, level: number): Mark {
  const kind = level === COUNTRY_LEVEL ? 'country' : level <= 4 ? 'region' : level <= 6 ? 'county' : 'locality'
  const minZoom = level === COUNTRY_LEVEL ? 0 : level <= 4 ? 6 : level <= 6 ? 8 : level === 7 ? 9 : 10
  return {
    layer: 'boundaries',
    minZoom,
    sort: -level,
    attributes: store.attributes.add([
      ['kind', kind],
      ['kind_detail', level],
      ['sort_rank', 289],
      ['min_zoom', minZoom],
    ]),
  }
}

/** Whether a closed way is an area; streets or streams that end where they began are not. */
function isArea(tags: Tags): boolean {
  const area = tags.get('area')
  if (area !== undefined) return area !== 'no'
  if (tags.has('building') || tags.has('building:part')) return true
  return (
    !LINE_KEYS.some((key) => tags.has(key) && !LINE_AREAS.has(tags.get(key)!)) ||
    tags.has('landuse') ||
    tags.has('amenity') ||
    tags.has('tourism') ||
    tags.has('leisure')
  )
}
