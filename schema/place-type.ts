// Places of the catalogue as GraphQL sees them: the type itself, its kinds and its connection. Links to other things
// are added in search-links.ts.

import { PLACE_KIND_WORDS, POI_KIND_WORDS } from '../resolvers/search.ts'
import type { PlaceRow, PoiRow } from '../src/places/catalogue-rows.ts'
import type { Page } from '../resolvers/page-of.ts'
import { builder } from './builder.ts'
import { NAMED_KIND_WORDS, OUTDOOR_KIND_WORDS } from './kind-words.ts'
import { PageInfoType, pageInfoOf } from './connection.ts'
import { SpotInterface } from './spot/spot-interface.ts'
import { NodeInterface, toGlobalId } from './node-interface.ts'
import { Leaf } from './scalars.ts'

/** `cable_car_station` -> `CABLE_CAR_STATION`. */
function kindValues<const T extends readonly string[]>(
  words: T,
  sentences: Record<T[number], string>,
): { [K in T[number] as Uppercase<K>]: { value: K; description: string } } {
  return Object.fromEntries(
    words.map((word: T[number]) => [word.toUpperCase(), { value: word, description: sentences[word] }]),
  ) as never
}

export const PlaceKindEnum = builder.enumType('PlaceKind', {
  description: 'What a named place is.',
  values: kindValues(PLACE_KIND_WORDS, NAMED_KIND_WORDS),
})
export const OutdoorKindEnum = builder.enumType('OutdoorKind', {
  description: 'What an outdoor place is; the order is that of answers.',
  values: kindValues(POI_KIND_WORDS, OUTDOOR_KIND_WORDS),
})

export const OsmTypeEnum = builder.enumType('OsmType', {
  description: 'Kind of an OpenStreetMap object.',
  values: {
    NODE: { value: 'node', description: 'A single point of the map.' },
    WAY: { value: 'way', description: 'A line or the outline of an area.' },
    RELATION: { value: 'relation', description: 'A group of nodes, ways and relations, such as a signed trail.' },
  } as const,
})

const HeightSourceEnum = builder.enumType('PlaceHeightSource', {
  description: 'Where the height of a place comes from.',
  values: {
    TAG: { value: 'tag', description: 'The tag `ele` of the map.' },
    TERRAIN: { value: 'terrain', description: 'The terrain model.' },
  } as const,
})

export const PlaceType = builder.objectRef<PlaceRow>('Place').implement({
  description: 'A named place of the catalogue.',
  interfaces: [NodeInterface, SpotInterface],
  fields: (t) => ({
    id: t.id({ description: 'Global id, for node and nodes.', resolve: (place) => toGlobalId('Place', place.id) }),
    placeId: t.expose('id', {
      type: 'OsmId',
      description: 'The id that REST gives; it names OSM type and id and stays the same between releases.',
    }),
    osmType: t.field({
      type: OsmTypeEnum,
      description: 'Kind of the OpenStreetMap object.',
      resolve: (place) => place.osmType,
    }),
    osmId: t.expose('osmId', { type: 'OsmId', description: 'Id of the OpenStreetMap object.' }),
    otherNames: t.stringList({
      description: 'Its other names as tagged, in other languages and spellings.',
      resolve: (place) => [...place.otherNames],
    }),
    kind: t.field({
      type: PlaceKindEnum,
      description: 'What it is; of several kinds the first.',
      resolve: (place) => place.kind as never,
    }),
    kinds: t.field({
      type: [PlaceKindEnum],
      description: 'All that it is, at least one: a peak with a view is a peak and a viewpoint.',
      resolve: (place) => place.kinds as never,
    }),
    region: t.exposeString('region', {
      nullable: true,
      description: 'Areas that it lies in, smallest first; null where none is known.',
    }),
    elevationM: t.exposeFloat('elevationM', {
      nullable: true,
      description: 'Height in metres above sea level; null where it is unknown.',
    }),
    elevationSource: t.field({
      type: HeightSourceEnum,
      nullable: true,
      description: 'Where that height comes from; null where there is none.',
      resolve: (place) => place.elevationSource,
    }),
    population: t.exposeInt('population', {
      nullable: true,
      description: 'People who live there as tagged; null where it is untagged.',
    }),
    prominenceM: t.exposeFloat('prominenceM', {
      nullable: true,
      description:
        'Metres that a summit stands above its surroundings, estimated from the terrain; null for anything else, or where it is unknown.',
    }),
  }),
})

type PlaceEdge = MarkedEdge<PlaceRow>

const PlaceEdgeType = builder.objectRef<PlaceEdge>('PlaceEdge').implement({
  description: 'A place in a list.',
  fields: (t) => ({
    node: t.field({ type: PlaceType, description: 'The place in this position.', resolve: (edge) => edge.node }),
    cursor: t.exposeString('cursor', { description: 'Opaque position in the list, for `after`.' }),
    distanceM: t.exposeFloat('distanceM', {
      nullable: true,
      description: 'Metres from the point, place or line that was asked of; null where the list asks of none.',
    }),
    atM: t.exposeFloat('atM', {
      nullable: true,
      description: 'Metres along the line to the point nearest to it; null where the list is not along a line.',
    }),
  }),
})

export interface PlaceConnection {
  edges: PlaceEdge[]
  page: Page<unknown>
  truncated: boolean
}

const TRUNCATED = 'Whether there are more than can be asked for, beyond the last page.'

export const PlaceConnectionType = builder.objectRef<PlaceConnection>('PlaceConnection').implement({
  description: 'A list of places.',
  fields: (t) => ({
    edges: t.field({
      type: [PlaceEdgeType],
      description: 'The places of this page.',
      resolve: (connection) => connection.edges,
    }),
    pageInfo: t.field({
      type: PageInfoType,
      description: 'Where this page is in the list.',
      resolve: ({ page }) => pageInfoOf(page),
    }),
    truncated: t.exposeBoolean('truncated', { description: TRUNCATED }),
  }),
})

interface MarkedEdge<Node> {
  node: Node
  cursor: string
  distanceM: number | null
  atM: number | null
}

/** Rows that know their distance, or their mark along a line, say so on the edge. */
export function markedConnection<Row extends object, Node>(
  page: Page<Row>,
  truncated: boolean,
  placeOf: (row: Row) => { place: Node; distanceM?: number; atM?: number },
): { page: Page<Row>; truncated: boolean; edges: MarkedEdge<Node>[] } {
  return {
    page,
    truncated,
    edges: page.edges.map(({ node, cursor }) => {
      const { place, distanceM, atM } = placeOf(node)
      return { node: place, cursor, distanceM: distanceM ?? null, atM: atM ?? null }
    }),
  }
}

export const OutdoorPlaceType = builder.objectRef<PoiRow>('OutdoorPlace').implement({
  description: 'An outdoor place with its map tags: a hut, a spring, a viewpoint, a stop.',
  interfaces: [NodeInterface, SpotInterface],
  fields: (t) => ({
    id: t.id({ description: 'Global id, for node and nodes.', resolve: (poi) => toGlobalId('OutdoorPlace', poi.id) }),
    placeId: t.expose('id', { type: 'OsmId', description: 'Its id; names OSM type and id.' }),
    osmType: t.field({
      type: OsmTypeEnum,
      description: 'Kind of the OpenStreetMap object.',
      resolve: (poi) => poi.osmType,
    }),
    osmId: t.expose('osmId', { type: 'OsmId', description: 'Id of the OpenStreetMap object.' }),
    kind: t.field({
      type: OutdoorKindEnum,
      description: 'What it is; of several kinds the first.',
      resolve: (poi) => poi.kind as never,
    }),
    kinds: t.field({
      type: [OutdoorKindEnum],
      description: 'All that it is, at least one: a pass with a view is a viewpoint and a pass.',
      resolve: (poi) => poi.kinds as never,
    }),
    elevationM: t.exposeFloat('eleM', {
      nullable: true,
      description: 'Height in metres above sea level; null where it is unknown.',
    }),
    tags: t.field({
      type: 'JSON',
      description:
        'Its map tags by key; `name` is a field, and a key that the flat record of REST has a field for stands as `tag:KEY`.',
      resolve: (poi) => new Leaf(JSON.parse(poi.tagsJson)),
    }),
  }),
})

type OutdoorEdge = MarkedEdge<PoiRow>

const OutdoorEdgeType = builder.objectRef<OutdoorEdge>('OutdoorPlaceEdge').implement({
  description: 'An outdoor place in a list.',
  fields: (t) => ({
    node: t.field({ type: OutdoorPlaceType, description: 'The outdoor place.', resolve: (edge) => edge.node }),
    cursor: t.exposeString('cursor', { description: 'Opaque position in the list, for `after`.' }),
    distanceM: t.exposeFloat('distanceM', {
      nullable: true,
      description: 'Metres from the point, place or line that was asked of; null where the list asks of none.',
    }),
    atM: t.exposeFloat('atM', {
      nullable: true,
      description: 'Metres along the line to the point nearest to it; null where the list is not along a line.',
    }),
  }),
})

export interface OutdoorConnection {
  page: Page<unknown>
  edges: OutdoorEdge[]
  truncated: boolean
  artifactVersion?: string
}

export const OutdoorConnectionType = builder.objectRef<OutdoorConnection>('OutdoorPlaceConnection').implement({
  description: 'A list of outdoor places.',
  fields: (t) => ({
    edges: t.field({
      type: [OutdoorEdgeType],
      description: 'The outdoor places of this page.',
      resolve: (connection) => connection.edges,
    }),
    pageInfo: t.field({
      type: PageInfoType,
      description: 'Where this page is in the list.',
      resolve: ({ page }) => pageInfoOf(page),
    }),
    artifactVersion: t.string({
      nullable: true,
      description: 'Version of the catalogue that answered; null where it was not asked for a box.',
      resolve: ({ artifactVersion }) => artifactVersion ?? null,
    }),
    truncated: t.exposeBoolean('truncated', { description: 'Whether there are more than can be asked for.' }),
  }),
})
