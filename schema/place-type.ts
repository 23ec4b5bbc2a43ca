// Places of the catalogue as GraphQL sees them: the type itself, its kinds and its connection. Links to other things
// are added in search-links.ts.

import type { PlaceRow, PoiRow } from '../src/places/catalogue-rows.ts'
import { outlineOfPlace } from '../resolvers/place-lists.ts'
import type { Page } from '../resolvers/page-of.ts'
import { type FieldBuilder, builder } from './builder.ts'
import { KIND_WORDS } from './kind-words.ts'
import { enumValues } from './enum-values.ts'
import { type Connection, type Edge, defineConnection, edgesOf } from './connection.ts'
import { SpotInterface } from './spot/spot-interface.ts'
import { NodeInterface, toGlobalId } from './node-interface.ts'
import { Leaf } from './scalars.ts'

/** Kinds of named and of outdoor places; a list of one sort refuses the kinds that only the other has. */
export const PlaceKindEnum = builder.enumType('PlaceKind', {
  description: 'What a place is. Each value says whether named places, outdoor places or both have it.',
  values: enumValues(KIND_WORDS),
})

const OsmTypeEnum = builder.enumType('OsmType', {
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
      description: 'What it is; the first of `kinds`.',
      resolve: (place) => place.kind as never,
    }),
    kinds: t.field({
      type: [PlaceKindEnum],
      description: 'Everything that it is, at least one: a peak with a view is a peak and a viewpoint.',
      resolve: (place) => place.kinds as never,
    }),
    region: t.exposeString('region', {
      nullable: true,
      description: 'Names of the areas around it, smallest first; null if none is known.',
    }),
    adminLevel: t.exposeInt('adminLevel', {
      nullable: true,
      description:
        'Of an administrative area its level, 2 (a country) to 8 (mostly a municipality); null for anything else.',
    }),
    bbox: t.field({
      type: 'Box',
      nullable: true,
      description:
        'The box around an area or a named line, degrees; null for a point, a building, and an area that the map cuts.',
      resolve: (place) => place.bbox,
    }),
    outline: t.field({
      type: 'GeoJSON',
      nullable: true,
      description:
        'The area (Polygon, MultiPolygon) or line (LineString, MultiLineString) itself; null where `bbox` is.',
      complexity: 2,
      resolve: (place, _, { loaders }) => outlineOfPlace(place, loaders),
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
      description: 'Population as tagged; null if untagged.',
    }),
    prominenceM: t.exposeFloat('prominenceM', {
      nullable: true,
      description:
        'How far a summit rises above its surroundings, metres, estimated from the terrain; null for anything else, or if unknown.',
    }),
  }),
})

interface MarkedEdge<Node> extends Edge<Node> {
  distanceM: number | null
  atM: number | null
}
type MarkedConnection<Node> = Connection<MarkedEdge<Node>>

const markFields = (t: FieldBuilder<MarkedEdge<unknown>>) => ({
  distanceM: t.exposeFloat('distanceM', {
    nullable: true,
    description: 'Metres from the point, place or line that the list is about; null if it is about none.',
  }),
  atM: t.exposeFloat('atM', {
    nullable: true,
    description: 'Metres along the line to the point nearest to it; null where the list is not along a line.',
  }),
})
const MARKED_WORDS = {
  truncated: '; only along a line, where more than 100 are near one point of it',
  total: '; null where `truncated`, and around a spot where they do not fit into one page',
}

export const PlaceConnectionType = defineConnection<MarkedEdge<PlaceRow>>('Place', {
  node: PlaceType,
  edge: 'A place in a list.',
  list: 'A list of places.',
  ...MARKED_WORDS,
  edgeFields: markFields as never,
})

/** Rows that know their distance, or their mark along a line, say so on the edge. */
export function markedConnection<Row extends object, Node>(
  page: Page<Row>,
  { total, truncated = false }: { total: Connection<never>['total']; truncated?: boolean },
  placeOf: (row: Row) => { place: Node; distanceM?: number; atM?: number },
): MarkedConnection<Node> {
  const edges = edgesOf(page, (row) => {
    const { place, distanceM, atM } = placeOf(row)
    return { node: place, distanceM: distanceM ?? null, atM: atM ?? null }
  })
  return { edges, page, total: truncated ? null : total, truncated }
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
      type: PlaceKindEnum,
      description: 'What it is; the first of `kinds`.',
      resolve: (poi) => poi.kind as never,
    }),
    kinds: t.field({
      type: [PlaceKindEnum],
      description: 'Everything that it is, at least one: a pass with a view is a viewpoint and a pass.',
      resolve: (poi) => poi.kinds as never,
    }),
    elevationM: t.exposeFloat('eleM', {
      nullable: true,
      description: 'Height in metres above sea level; null where it is unknown.',
    }),
    tags: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'Its map tags by key, never null. `name` is a field of its own; a key that is also a field of the flat REST record is written `tag:KEY`.',
      resolve: (poi) => new Leaf(JSON.parse(poi.tagsJson)),
    }),
  }),
})

export type OutdoorConnection = MarkedConnection<PoiRow> & { artifactVersion?: string }

export const OutdoorConnectionType = defineConnection<MarkedEdge<PoiRow>, OutdoorConnection>('OutdoorPlace', {
  node: OutdoorPlaceType,
  edge: 'An outdoor place in a list.',
  list: 'A list of outdoor places.',
  ...MARKED_WORDS,
  edgeFields: markFields as never,
  fields: (t) => ({
    artifactVersion: t.string({
      nullable: true,
      description: 'Version of the catalogue that answered; null if the list is not of a box.',
      resolve: ({ artifactVersion }) => artifactVersion ?? null,
    }),
  }),
})
