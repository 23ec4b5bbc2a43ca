// Places of the catalogue as GraphQL sees them: the type itself, its kinds and its connection. Links to other things
// are added in search.ts.

import type { PlaceKind } from '../src/osm/place-kinds.ts'
import type { PoiKind } from '../src/osm/poi-kinds.ts'
import type { PlaceRow, PoiRow } from '../src/places/catalogue-rows.ts'
import { outlineOfPlace } from '../resolvers/place-lists.ts'
import type { Page } from '../resolvers/page-of.ts'
import { type FieldBuilder, builder } from './builder.ts'
import { enumValues } from './code-enums.ts'
import { type Connection, type Edge, defineConnection, edgesOf } from './connection.ts'
import { SpotInterface } from './spot.ts'
import { NodeInterface, toGlobalId } from './node-interface.ts'
import { Leaf } from './leaf.ts'

const NAMED: Record<Exclude<PlaceKind, PoiKind>, string> = {
  country: 'A country (`place=country`).',
  state: 'A state or land of a federation (`place=state`).',
  region: 'A region or province (`place=region`, `place=province`).',
  county: 'A county or district (`place=county`, `place=district`).',
  city: 'A city, as the map ranks it (`place=city`).',
  town: 'A town (`place=town`).',
  village: 'A village (`place=village`).',
  hamlet: 'A hamlet or an isolated dwelling.',
  suburb: 'A part of a town: suburb, borough, quarter or neighbourhood.',
  locality: 'A named spot where nobody lives (`place=locality`).',
  farm: 'A single farm (`place=farm`).',
  island: 'An island or islet.',
  hotel: 'A hotel, guest house, hostel or motel.',
  station: 'A railway station or halt, as a named place.',
  lake: 'A lake, pond or reservoir.',
  glacier: 'A glacier, as a whole (`natural=glacier`).',
  park: 'A park or nature reserve.',
  valley: 'A valley, named along its line.',
  ridge: 'A ridge or arête.',
  cape: 'A cape or peninsula.',
  administrative_area:
    'An administrative area that is nothing else (`boundary=administrative`); no list has it, `within` does.',
  beach: 'A beach, of sea or lake.',
  castle: 'A castle or fort.',
  monastery: 'A monastery or abbey.',
  attraction: 'A sight: attraction, museum, ruins or monument.',
  trail: 'A signed trail; `trail` holds its line.',
  bus_station: 'A bus station (single stops are outdoor places).',
  range: 'A mountain range (`natural=mountain_range`).',
  river: 'A river, stream or canal, all parts of its name in one valley as one.',
  path: 'A path or track with a name of its own.',
  street: 'A street, road or square; all parts of it in one town are one.',
  place_of_worship: 'A church, chapel or other place of worship.',
}

const OUTDOOR: Record<Exclude<PoiKind, PlaceKind>, string> = {
  drinking_water: 'Water that is tagged as drinkable: a tap, fountain or water point.',
  toilets: 'Public toilets.',
  parking: 'A car park that is not private.',
  bus_stop: 'A bus stop or bus station.',
  train_station: 'A railway station or halt, as an outdoor place.',
  guidepost: 'A signpost of trails.',
  picnic_site: 'A place to picnic.',
  restaurant: 'Somewhere to eat or drink: restaurant, café, beer garden or pub.',
  information: 'A board, map or office with information; guideposts apart.',
}

const BOTH: Record<PlaceKind & PoiKind, string> = {
  hut: 'A mountain hut (`tourism=alpine_hut`, `tourism=wilderness_hut`).',
  shelter: 'A roof against the weather, not meant for the night; stops of public transport are left out.',
  bivouac: 'A simple shelter to sleep in, without staff.',
  campsite: 'A place to camp.',
  spring: 'A spring; whether its water is drinkable is in the tags of an outdoor place, or unknown.',
  viewpoint: 'A place with a view (`tourism=viewpoint`).',
  peak: 'A summit or volcano.',
  pass: 'A mountain pass or saddle.',
  cave: 'The entrance of a cave.',
  waterfall: 'A waterfall (`waterway=waterfall`).',
  cable_car_station: 'A station of a cable car, gondola or chair lift.',
}

const mark = <K extends string>(words: Record<K, string>, who: string) =>
  Object.fromEntries(Object.entries(words).map(([kind, about]) => [kind, `${about} ${who}`])) as Record<K, string>

/**
 * What each kind of place means, in a sentence: the descriptions of PlaceKind. A kind without its sentence does not
 * compile.
 */
const KIND_WORDS: Record<PlaceKind | PoiKind, string> = {
  ...mark(NAMED, 'Named places.'),
  ...mark(OUTDOOR, 'Outdoor places.'),
  ...mark(BOTH, 'Named and outdoor places.'),
}

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
    osmType: t.expose('osmType', { type: OsmTypeEnum, description: 'Kind of the OpenStreetMap object.' }),
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
    extent: t.expose('bbox', {
      type: 'Box',
      nullable: true,
      description:
        'The box around an area or a named line, degrees; null for a point, a building, and an area that the map cuts.',
    }),
    outline: t.field({
      type: 'GeoJSON',
      nullable: true,
      description:
        'The area (Polygon, MultiPolygon) or line (LineString, MultiLineString) itself; null where `extent` is.',
      resolve: (place, _, { loaders }) => outlineOfPlace(place, loaders),
    }),
    elevationM: t.exposeFloat('elevationM', {
      nullable: true,
      description: 'Height in metres above sea level; null where it is unknown.',
    }),
    elevationSource: t.expose('elevationSource', {
      type: HeightSourceEnum,
      nullable: true,
      description: 'The source of that height; null without a height.',
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
    osmType: t.expose('osmType', { type: OsmTypeEnum, description: 'Kind of the OpenStreetMap object.' }),
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

type OutdoorConnection = MarkedConnection<PoiRow> & { artifactVersion?: string }

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
