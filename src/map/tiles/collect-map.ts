// Three passes over a map file: relations (areas made of several ways, borders, signed routes), ways, nodes. What
// the rules draw is stored as numbers: nodes of ways by their numbers in a NodeFile, attributes as sets. Tags of
// ways and relations are not kept, and objects that are neither drawn nor needed leave no trace. An object that
// occurs twice (in overlapping files) is used once.

import { IdIndex } from '../../storage/id-index.ts'
import type { NodeFile } from '../../graph/build/node-file.ts'
import { float64List, uint32List, uint8List } from '../../storage/typed-list.ts'
import { markTagged, readRelationTypes, readTags } from '../../osm/entity-batches.ts'
import { NO_COORDINATE_E7, type NodeBatch, type RelationBatch, type WayBatch } from '../../osm/read-pbf.ts'
import { type Tags, listValues } from '../../osm/tags.ts'
import { toPlaceId } from '../../places/place-id.ts'
import { findRouteFacts } from '../../osm/relation-facts.ts'
import { type MappedFeature, namesOf, type MappingMark, MappingTable, type Mark } from './feature-mapping.ts'
import { mapArea, mapWaterway } from './map-area.ts'
import { POI_KEYS, type Standing, mapPoi, mapPlace } from './map-point.ts'
import { mapRoad } from './map-road.ts'
import type { FeatureStore } from './feature-store.ts'
import { TrailLanes } from './trail-lanes.ts'
import { toUnitsX, toUnitsY } from './world-units.ts'

const LEVELS = new Map([
  ['international', { level: 1, minZoom: 7 }],
  ['national', { level: 2, minZoom: 8 }],
  ['regional', { level: 3, minZoom: 9 }],
  ['local', { level: 4, minZoom: 10 }],
])
const ROUTES = new Map([
  ['hiking', 'hiking'],
  ['foot', 'foot'],
  ['walking', 'foot'],
  ['bicycle', 'bicycle'],
  ['mtb', 'mtb'],
])
const UNKNOWN_LEVEL_ZOOM = 10
const COLOURS = new Set([
  'black',
  'blue',
  'brown',
  'gray',
  'grey',
  'green',
  'orange',
  'purple',
  'red',
  'white',
  'yellow',
  'aqua',
  'cyan',
  'fuchsia',
  'magenta',
  'lime',
  'maroon',
  'navy',
  'olive',
  'pink',
  'silver',
  'teal',
  'violet',
  'gold',
])

/**
 * Layer `trails`: signed walking and cycling routes as lines, with what is needed to draw them: network and level, name
 * and ref, colour and symbol. A colour is a CSS colour from osmc:symbol's way colour, else from `colour`; an unknown
 * one is left out. Returns null for a relation that is not a signed route.
 */
function mapTrail(relationId: number, tags: Tags): MappedFeature | null {
  const facts = findRouteFacts(tags)
  if (facts === null) return null
  const network =
    tags.get('network') === undefined
      ? undefined
      : listValues(tags.get('network')!)
          .map((value) => value.toLowerCase())
          .find((value) => /^[inrl][wc]n$/.test(value))
  const known = LEVELS.get(facts.level)
  return {
    layer: 'trails',
    geometry: 'line',
    minZoom: known?.minZoom ?? UNKNOWN_LEVEL_ZOOM,
    sort: -(known?.level ?? 5),
    attributes: [
      ...namesOf(tags, 9),
      ['ref', facts.ref ?? undefined],
      ['network', network],
      ['level', known?.level],
      [
        'route',
        listValues(tags.get('route')!)
          .map((value) => ROUTES.get(value))
          .find((route) => route !== undefined),
      ],
      ['colour', colourOf(tags)],
      ['symbol', tags.get('osmc:symbol')],
      ['relation_id', relationId],
    ],
  }
}

/** A CSS colour; undefined if none is tagged or CSS does not know it. */
function colourOf(tags: Tags): string | undefined {
  const wayColour = tags.get('osmc:symbol')?.split(':')[0]
  for (const value of [wayColour, tags.get('colour'), tags.get('color')]) {
    const text = value?.trim().toLowerCase() ?? ''
    if (/^#([0-9a-f]{3}|[0-9a-f]{6})$/.test(text) || COLOURS.has(text)) return text
  }
  return undefined
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
/** Keys of the tags for which a way may be drawn. */
const WAY_KEYS = ['highway', 'railway', 'aerialway', 'route', 'waterway', ...AREA_KEYS, ...POI_KEYS]

/** Facts of named peaks from the catalogue, by place id. */
export type Standings = ReadonlyMap<number, Standing>
const BORDER_LEVELS = { least: 2, most: 8 }
const NODE = 1
const WAY = 2
const RELATION = 3

export class MapCollector {
  readonly store: FeatureStore
  /** relations that are drawn as areas; members and drafts of area a: [memberStart[a], memberStart[a + 1]) */
  readonly areas = new IdIndex()
  readonly areaMembers = { start: uint32List(), way: uint32List(), inner: uint8List() }
  readonly areaDrafts = { start: uint32List(), draft: uint32List() }
  /** signed routes, their drafts, and their members as ways and as relation ids */
  readonly trails = new IdIndex()
  readonly trailDraft = uint32List()
  readonly trailLanes = new TrailLanes()
  readonly trailWays = { start: uint32List(), way: uint32List() }
  readonly trailRoutes = { start: uint32List(), id: float64List() }
  /** ways of borders, in file order, and the lowest admin level of each way's borders */
  readonly borderWays = new IdIndex()
  readonly borderLevel = float64List()
  readonly ways = new IdIndex()
  readonly wayKnown = uint8List()
  readonly wayStart = uint32List()
  readonly wayEnd = uint32List()
  readonly wayIsCoast = uint8List()
  readonly wayIsMaritime = uint8List()
  /** numbers of nodes; NO_NODE for nodes missing from the data */
  readonly refs = uint32List(1 << 14)
  readonly drafts = new MappingTable()
  /** entry d is draft `draftMark[d]` of way `draftWay[d]`; entries of a way are consecutive */
  readonly draftWay = uint32List()
  readonly draftMark = uint32List()
  /** positions of towns, villages, ... that are nodes */
  readonly placePoints = { x: uint32List(), y: uint32List() }
  readonly #standings: Standings
  #nodes: NodeFile | null = null

  constructor(store: FeatureStore, standings: Standings) {
    this.store = store
    this.#standings = standings
    for (const { start } of [this.areaMembers, this.areaDrafts, this.trailWays, this.trailRoutes]) start.push(0)
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
    const { count, id } = batch
    const types = readRelationTypes(batch)
    for (let r = 0; r < count; r++) {
      const type = types[r]
      if (type === 'route' || type === 'superroute') this.#takeTrail(batch, r)
      else if (type === 'multipolygon' || type === 'boundary') {
        const tags = readTags(batch, r)
        this.#takeBorder(batch, r, tags)
        if (this.areas.find(id[r]) < 0)
          this.#takeArea(batch, r, this.#draftArea(tags, RELATION, id[r], type === 'boundary'))
      }
    }
  }

  #takeTrail(batch: RelationBatch, r: number): void {
    const { id, memberStart, memberId, memberType } = batch
    const draft = mapTrail(id[r], readTags(batch, r))
    if (draft === null || this.trails.find(id[r]) >= 0) return
    const { trailWays, trailRoutes } = this
    this.trails.add(id[r])
    this.trailDraft.push(this.drafts.add(this.#draftMark(draft, 0)))
    const said = new Map(draft.attributes.map(([key, value]) => [key, value]))
    const isRidden = ['bicycle', 'mtb'].includes(String(said.get('route')))
    const sign = said.get('ref') ?? said.get('name')
    this.trailLanes.add(isRidden ? 0 : Number(said.get('level') ?? 5), sign === undefined ? null : String(sign))
    for (let m = memberStart[r]; m < memberStart[r + 1]; m++) {
      if (memberType[m] === 1) trailWays.way.push(this.#needWay(memberId[m]))
      else if (memberType[m] === 2) trailRoutes.id.push(memberId[m])
    }
    trailWays.start.push(trailWays.way.length)
    trailRoutes.start.push(trailRoutes.id.length)
  }

  #takeBorder({ memberStart, memberId, memberType }: RelationBatch, r: number, tags: Tags): void {
    const level = Number(tags.get('admin_level'))
    if (tags.get('boundary') !== 'administrative' || !(level >= BORDER_LEVELS.least && level <= BORDER_LEVELS.most))
      return
    for (let m = memberStart[r]; m < memberStart[r + 1]; m++) {
      if (memberType[m] !== 1) continue
      const way = this.#needWay(memberId[m])
      const border = this.borderWays.add(way)
      if (border === this.borderLevel.length) this.borderLevel.push(level)
      else this.borderLevel.array[border] = Math.min(level, this.borderLevel.array[border])
    }
  }

  #takeArea(
    { id, strings, memberStart, memberId, memberType, memberRole }: RelationBatch,
    r: number,
    drafts: MappingMark[],
  ): void {
    if (drafts.length === 0) return
    const { areaMembers, areaDrafts } = this
    this.areas.add(id[r])
    for (let m = memberStart[r]; m < memberStart[r + 1]; m++) {
      if (memberType[m] !== 1) continue
      areaMembers.way.push(this.#needWay(memberId[m]))
      areaMembers.inner.push(strings.get(memberRole[m]) === 'inner' ? 1 : 0)
    }
    areaMembers.start.push(areaMembers.way.length)
    for (const draft of drafts) areaDrafts.draft.push(this.drafts.add(draft))
    areaDrafts.start.push(areaDrafts.draft.length)
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
        this.draftMark.push(this.drafts.add(draft))
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
      const drafts = [mapPlace(tags), mapPoi(tags, this.#standings.get(toPlaceId('node', id[n])))]
      if (drafts[0] === null && drafts[1] === null) continue
      this.#pointsTaken.add(id[n])
      if (drafts[0]?.layer === 'places') {
        this.placePoints.x.push(toUnitsX(lonE7[n]))
        this.placePoints.y.push(toUnitsY(latE7[n]))
      }
      for (const draft of drafts) {
        if (draft !== null)
          this.store.addPoint({ ...this.#mark(draft), id: id[n] * 4 + NODE }, toUnitsX(lonE7[n]), toUnitsY(latE7[n]))
      }
    }
  }

  readonly #pointsTaken = new IdIndex()

  /** Index of a way that is needed, whether or not the data contains it. */
  #needWay(osmId: number): number {
    const way = this.ways.add(osmId)
    if (way === this.wayKnown.length)
      for (const list of [this.wayKnown, this.wayStart, this.wayEnd, this.wayIsCoast, this.wayIsMaritime]) list.push(0)
    return way
  }

  #draftWay(tags: Tags, osmId: number, isClosed: boolean): MappingMark[] {
    const marks: MappingMark[] = []
    for (const draft of [mapRoad(tags), mapWaterway(tags)]) if (draft !== null) marks.push(this.#draftMark(draft, 0))
    if (isClosed && isArea(tags)) marks.push(...this.#draftArea(tags, WAY, osmId, false))
    return marks
  }

  /** Features of an area, including its label and poi. Borders are lines, so an administrative area is not an area. */
  #draftArea(tags: Tags, type: number, osmId: number, isBoundary: boolean): MappingMark[] {
    const marks =
      isBoundary && tags.get('boundary') === 'administrative'
        ? []
        : mapArea(tags).map((draft) => this.#draftMark(draft, 0))
    const pointId = osmId * 4 + type
    // countries, states and counties have a separate node for their label
    const place = tags.get('boundary') === 'administrative' ? null : mapPlace(tags)
    if (place !== null) marks.push(this.#draftMark(place, pointId))
    const poi = mapPoi(tags, undefined)
    if (poi !== null) marks.push(this.#draftMark(poi, pointId))
    return marks
  }

  #draftMark(draft: MappedFeature, id: number): MappingMark {
    return { ...this.#mark(draft), id, geometry: draft.geometry, leastPx: draft.leastPx ?? 0 }
  }

  #mark({ layer, minZoom, maxZoom, sort, attributes }: MappedFeature): Mark {
    return { layer, minZoom, maxZoom, sort, attributes: this.store.attributes.add(attributes) }
  }
}

/** Closed ways with one of these keys are still lines. */
const LINE_KEYS = ['highway', 'railway', 'aerialway', 'waterway', 'barrier']
const LINE_AREAS = new Set(['riverbank', 'dock', 'boatyard', 'dam', 'platform', 'station'])

/**
 * Which closed ways are areas. Whether a closed way is an area; streets or streams that end where they began are not.
 */
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
