// Places of the map as GraphQL sees them: the type itself, its kinds and its connection.

import type { MapKind, Place } from '../src/places/one-place.ts'
import { type ListedPlace, outlineOfPlace } from '../resolvers/place-lists.ts'
import { tagsOf } from '../resolvers/spot-of.ts'
import type { Page } from '../resolvers/page-of.ts'
import { outlineArgs, tagsArgs } from '../resolvers/input/search-args.ts'
import { argsOf } from './arguments.ts'
import { builder } from './builder.ts'
import { HeightSourceEnum, enumValues } from './code-enums.ts'
import { type Connection, type Edge, defineConnection, edgesOf } from './connection.ts'
import { OsmKeyType } from './osm-key.ts'
import { SpotInterface } from './spot.ts'
import { NodeInterface, toGlobalId } from './nodes.ts'
import { TrailType } from './trail-type.ts'

/**
 * What each kind of place means, in a sentence: the descriptions of PlaceKind. A kind without its sentence does not
 * compile.
 */
const KIND_WORDS: Record<MapKind, string> = {
  country: 'A sovereign state (`place=country`).',
  state: 'A state or land of a federation (`place=state`).',
  region: 'A region or province (`place=region`, `place=province`).',
  county: 'A county or district (`place=county`, `place=district`).',
  city: 'A city, as the map ranks it (`place=city`).',
  town: 'A town, as the map ranks it (`place=town`).',
  village: 'A village, as the map ranks it (`place=village`).',
  hamlet: 'A hamlet or an isolated dwelling.',
  suburb: 'A part of a town: suburb, borough, quarter or neighbourhood.',
  locality: 'A named spot where nobody lives (`place=locality`).',
  farm: 'A single farm (`place=farm`).',
  island: 'An island or islet.',
  hotel: 'A hotel, guest house, hostel or motel.',
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
  range: 'A mountain range (`natural=mountain_range`).',
  river: 'A river, stream or canal, all parts of its name in one valley as one.',
  path: 'A path or track with a name of its own.',
  street: 'A street, road or square; all parts of it in one town are one.',
  place_of_worship: 'A church, chapel or other place of worship.',
  drinking_water: 'Water that is tagged as drinkable: a tap, fountain or water point.',
  toilets: 'Public toilets.',
  parking: 'A car park that is not private.',
  bus_stop: 'A single stop of buses.',
  bus_station: 'A station of buses, with several platforms.',
  train_station: 'A railway station or halt.',
  guidepost: 'A signpost of trails.',
  picnic_site: 'Tables or a meadow for a picnic.',
  restaurant: 'Somewhere to eat or drink: restaurant, café, beer garden or pub.',
  information: 'A board, map or office with information; guideposts apart.',
  hut: 'A mountain hut (`tourism=alpine_hut`, `tourism=wilderness_hut`).',
  shelter: 'A roof against the weather, not meant for the night; stops of public transport are left out.',
  bivouac: 'A simple shelter to sleep in, without staff.',
  campsite: 'A place to camp.',
  spring: 'A spring; whether its water is drinkable is in the tags, or unknown.',
  viewpoint: 'A place with a view (`tourism=viewpoint`).',
  peak: 'A summit or volcano.',
  pass: 'A mountain pass or saddle.',
  cave: 'The entrance of a cave.',
  waterfall: 'A waterfall (`waterway=waterfall`).',
  cable_car_station: 'A station of a cable car, gondola or chair lift.',
}

export const PlaceKindEnum = builder.enumType('PlaceKind', {
  description: 'What the map says that an object is.',
  values: enumValues(KIND_WORDS),
})

const TagType = builder.objectRef<[key: string, value: string]>('Tag').implement({
  description: 'A tag of the map, as mapped.',
  fields: (t) => ({
    key: t.string({ description: 'What it tells of: `tourism`, `ele`.', resolve: ([key]) => key }),
    value: t.string({ description: 'What it tells: `alpine_hut`, `2345`.', resolve: ([, value]) => value }),
  }),
})

export const WheelchairEnum = builder.enumType('Wheelchair', {
  description: 'Whether wheelchairs get there.',
  values: enumValues({ yes: 'They do.', limited: 'Some of it, or with help.', no: 'They do not.' }),
})

export const PlaceType = builder.objectRef<Place>('Place').implement({
  description: 'An object of the map, with a name or without: a summit, a hut, a spring, a stop, a town, a park.',
  interfaces: [NodeInterface, SpotInterface],
  fields: (t) => ({
    id: t.id({ description: 'Global id, for node and nodes.', resolve: (place) => toGlobalId('Place', place.id) }),
    osm: t.field({
      type: OsmKeyType,
      description: 'The object of OpenStreetMap that it is.',
      resolve: (place) => place,
    }),
    named: t.boolean({ description: 'Whether the map says what it is called.', resolve: ({ name }) => name !== null }),
    otherNames: t.stringList({
      description: 'Its other names as tagged, in other languages and spellings.',
      resolve: ({ otherNames }) => [...otherNames],
    }),
    kind: t.field({
      type: PlaceKindEnum,
      description: 'What it is; the first of `kinds`.',
      resolve: ({ kinds }) => kinds[0],
    }),
    kinds: t.field({
      type: [PlaceKindEnum],
      description: 'Everything that it is, at least one: a peak with a view is a peak and a viewpoint.',
      resolve: ({ kinds }) => [...kinds],
    }),
    region: t.string({
      nullable: true,
      description: 'Names of the areas around it, smallest first; null if none is known, or for one without a name.',
      resolve: ({ named }) => named?.region ?? null,
    }),
    adminLevel: t.int({
      nullable: true,
      description:
        'Of an administrative area its level, 2 (a country) to 8 (mostly a municipality); null for anything else.',
      resolve: ({ named }) => named?.adminLevel ?? null,
    }),
    extent: t.field({
      type: 'Box',
      nullable: true,
      description:
        'The box around an area or a named line, degrees; null for a point, a building, and an area that the map cuts.',
      resolve: ({ named }) => named?.bbox ?? null,
    }),
    outline: t.field({
      type: 'GeoJSON',
      nullable: true,
      description:
        'The area (Polygon, MultiPolygon) or line (LineString, MultiLineString) itself; null where `extent` is.',
      args: argsOf(t, outlineArgs),
      resolve: (place, { toleranceM }, { loaders }) => outlineOfPlace(place, toleranceM, loaders),
    }),
  }),
})

builder.objectFields(PlaceType, (t) => ({
  elevationM: t.float({
    nullable: true,
    description: 'Height in metres above sea level; null where it is unknown.',
    resolve: ({ elevationM }) => elevationM,
  }),
  elevationSource: t.field({
    type: HeightSourceEnum,
    nullable: true,
    description: 'The source of that height; null without a height.',
    resolve: ({ elevationSource }) => elevationSource,
  }),
  population: t.int({
    nullable: true,
    description: 'Population as tagged; null if untagged.',
    resolve: ({ named }) => named?.population ?? null,
  }),
  prominenceM: t.float({
    nullable: true,
    description:
      'How far a summit rises above its surroundings, metres, estimated from the terrain; null for anything else, or if unknown.',
    resolve: ({ named }) => named?.prominenceM ?? null,
  }),
  trail: t.field({
    type: TrailType,
    nullable: true,
    description: 'The same object as a signed route; null for any other kind.',
    resolve: ({ named }) => named?.trail ?? null,
  }),
  tags: t.field({
    type: [TagType],
    description: 'Its tags as mapped, by key.',
    args: argsOf(t, tagsArgs),
    resolve: async (place, { keys }, { loaders }) => {
      const tags = Object.entries(await tagsOf(place, loaders)).sort(([a], [b]) => (a < b ? -1 : 1))
      return keys == null ? tags : tags.filter(([key]) => keys.includes(key))
    },
  }),
}))

interface PlaceEdge extends Edge<Place> {
  distanceM: number | null
  atM: number | null
}

type PlaceConnection = Connection<PlaceEdge>

export const PlaceConnectionType = defineConnection<PlaceEdge>('Place', {
  isFiltered: true,
  node: PlaceType,
  edge: 'A place in a list.',
  list: 'A list of places.',
  truncated:
    ': along a line, if more than 100 are near one point; elsewhere, if there were more than 10,000 in an area or 1,000 around a spot or inside each place to choose from or to order, of which only the best known or nearest were read',
  total: '; null where `truncated`, and around a spot where they do not fit into one page',
  edgeFields: (t) => ({
    offM: t.exposeFloat('distanceM', {
      nullable: true,
      description: 'Metres from the point, place or line that the list is about; null if it is about none.',
    }),
    atM: t.exposeFloat('atM', {
      nullable: true,
      description: 'Metres along the line to the point nearest to it; null where the list is not along a line.',
    }),
  }),
})

/** Places that know their distance, or their mark along a line, say so on the edge. */
export function placeConnection(
  page: Page<ListedPlace>,
  { total, unknownCount, truncated }: Pick<PlaceConnection, 'total' | 'unknownCount' | 'truncated'>,
): PlaceConnection {
  const edges = edgesOf(page, ({ place, distanceM, atM }) => ({
    node: place,
    distanceM: distanceM ?? null,
    atM: atM ?? null,
  }))
  return { edges, page, total: truncated ? null : total, truncated, unknownCount }
}
