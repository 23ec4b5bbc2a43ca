// Signed routes as GraphQL sees them: the type itself and its connection. What it has as a course is in schema/course/;
// links to other things are added in search.ts.

import type { MatchWord } from '../src/search/match-name.ts'
import { nameArgs } from '../resolvers/input/search-args.ts'
import { timesOfTrail } from '../resolvers/course-of.ts'
import { nameOfTrail } from '../resolvers/spot-of.ts'
import type { TrailNetwork, TrailRow } from '../src/places/catalogue-rows.ts'
import { argsOf } from './arguments.ts'
import { builder, type FieldBuilder } from './builder.ts'
import { enumValues } from './code-enums.ts'
import { type Connection, type Edge, defineConnection } from './connection.ts'
import { CourseInterface } from './course.ts'
import { GradeEnum, gradeOfIndex } from './grades.ts'
import { NodeInterface, toGlobalId } from './nodes.ts'
import { locationFields } from './spot.ts'

export const TrailTypeEnum = builder.enumType('TrailType', {
  description: 'Kind of a signed route.',
  values: {
    HIKING: { value: 'hiking', description: 'A walking route (`route=hiking`, `route=foot`).' },
    BICYCLE: { value: 'bicycle', description: 'A cycle route (`route=bicycle`, `route=mtb`).' },
  } as const,
})

const TrailNetworkEnum = builder.enumType('TrailNetwork', {
  description: 'The tag `network` of a signed route.',
  values: enumValues<TrailNetwork>({
    iwn: 'Walking, across countries.',
    nwn: 'Walking, across a country.',
    rwn: 'Walking, across a region.',
    lwn: 'Walking, around one place.',
    icn: 'Cycling, across countries.',
    ncn: 'Cycling, across a country.',
    rcn: 'Cycling, across a region.',
    lcn: 'Cycling, around one place.',
  }),
})

export const TrailLevelEnum = builder.enumType('TrailLevel', {
  description: 'Reach of the network that a signed route belongs to.',
  values: {
    INTERNATIONAL: { value: 'international', description: 'A trail across countries (`iwn`, `icn`).' },
    NATIONAL: { value: 'national', description: 'A trail across a country (`nwn`, `ncn`).' },
    REGIONAL: { value: 'regional', description: 'A trail across a region (`rwn`, `rcn`).' },
    LOCAL: { value: 'local', description: 'A trail around one place (`lwn`, `lcn`).' },
  } as const,
})

const TrailGradeType = builder.objectRef<{ grade: string | null; lengthM: number }>('TrailGrade').implement({
  description: 'Metres of a signed route with one SAC grade.',
  fields: (t) => ({
    grade: t.expose('grade', {
      type: GradeEnum,
      nullable: true,
      description: 'As tagged; null where untagged, which is unknown and not easy.',
    }),
    lengthM: t.exposeFloat('lengthM', { description: 'Metres with this grade.' }),
  }),
})

const TimeUnknownEnum = builder.enumType('TimeUnknown', {
  description: 'Why the time and the climb of a signed route are not known.',
  values: {
    NO_HEIGHTS: { value: 'no_heights', description: 'The terrain has no heights along it.' },
    TOO_LONG: { value: 'too_long', description: 'It is longer than 300 km, or has more than 50,000 points.' },
    RELEASE_TOO_OLD: {
      value: 'release_too_old',
      description: 'The region was imported before routes had times: import it again.',
    },
  } as const,
})

/** Of roads in `sacM`, behind the grades. */
const ROAD_INDEX = 8

/** Its grades: roads take none, untagged paths are of an unknown one. */
const gradeFields = (t: FieldBuilder<TrailRow>) => ({
  hardestGrade: t.field({
    type: GradeEnum,
    nullable: true,
    description:
      'Hardest grade of a member; null where none is tagged: unknown and not easy on paths (`grades`), and roads take none.',
    resolve: (trail) => gradeOfIndex(trail.sacMax),
  }),
  grades: t.field({
    type: [TrailGradeType],
    description: 'Metres by SAC grade, untagged paths too; empty for a trail along roads alone.',
    resolve: (trail) =>
      trail.sacM
        .slice(0, ROAD_INDEX)
        .map((lengthM, index) => ({ grade: gradeOfIndex(index), lengthM }))
        .filter(({ lengthM }) => lengthM > 0),
  }),
  roadM: t.float({
    nullable: true,
    description: 'Metres of roads and tracks, which take no SAC grade; null if they are not told apart from paths.',
    resolve: (trail) => trail.sacM[ROAD_INDEX] ?? null,
  }),
})

export const TrailType = builder.objectRef<TrailRow>('Trail').implement({
  description: 'A signed hiking or cycling route (a route relation of the map).',
  interfaces: [NodeInterface, CourseInterface],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, for node and nodes.',
      resolve: (trail) => toGlobalId('Trail', trail.relationId),
    }),
    osmRelation: t.expose('relationId', { type: 'OsmId', description: 'Number of its relation on OpenStreetMap.' }),
    name: t.string({
      nullable: true,
      description: 'Its name; null where the map has none.',
      args: argsOf(t, nameArgs),
      resolve: (trail, { language }, { loaders }) => nameOfTrail(trail, language ?? null, loaders),
    }),
    otherNames: t.stringList({ description: 'Its other names as tagged.', resolve: (trail) => [...trail.otherNames] }),
    ref: t.exposeString('ref', { nullable: true, description: 'Its reference, e.g. GR 11; null where it has none.' }),
    type: t.expose('type', { type: TrailTypeEnum, description: 'On foot or by bicycle.' }),
    route: t.exposeString('route', { description: 'The route tag as on the map: hiking, foot, bicycle or mtb.' }),
    network: t.expose('network', {
      type: TrailNetworkEnum,
      nullable: true,
      description: 'Its network as tagged; null where it is untagged or another word.',
    }),
    level: t.expose('level', {
      type: TrailLevelEnum,
      nullable: true,
      description: 'Reach of its network; null where that is unknown.',
    }),
    operator: t.exposeString('operator', { nullable: true, description: 'Who keeps it; null where it is untagged.' }),
    symbol: t.exposeString('symbol', { nullable: true, description: 'Its sign as tagged; null where it is untagged.' }),
    colour: t.exposeString('colour', {
      nullable: true,
      description: 'Its colour as tagged; null where it is untagged.',
    }),
    website: t.exposeString('website', { nullable: true, description: 'Its page; null where it is untagged.' }),
    fromName: t.exposeString('fromName', {
      nullable: true,
      description: 'Where it starts, in words; null where it is untagged.',
    }),
    toName: t.exposeString('toName', {
      nullable: true,
      description: 'Where it ends, in words; null where it is untagged.',
    }),
    ends: t.field({
      type: ['LonLat'],
      description: 'First and last point in walking order; empty for a loop.',
      resolve: (trail) => [...trail.ends],
    }),
    ...locationFields(t, 'A point on the line near its middle, [lon, lat] in degrees.', ({ lon, lat }) => [lon, lat]),
    loop: t.exposeBoolean('roundtrip', { description: 'Whether it ends where it began.' }),
    partCount: t.exposeInt('partCount', { description: 'Lines that do not join; 1 is one line.' }),
    gapsM: t.floatList({
      description: 'Straight metres across each gap between two parts, in walking order.',
      resolve: (trail) => [...trail.gapsM],
    }),
    missingWayCount: t.exposeInt('missingWays', { description: 'Member ways that the data does not hold.' }),
    timeUnknown: t.field({
      type: TimeUnknownEnum,
      nullable: true,
      description: 'Why `time` and `elevation` are null; null where they are known.',
      resolve: (trail) => {
        const times = timesOfTrail(trail)
        return times === null ? 'release_too_old' : times.unknown
      },
    }),
    ...gradeFields(t),
  }),
})

export const MatchEnum = builder.enumType('SearchMatch', {
  description: 'How a result was found.',
  values: {
    EXACT: { value: 'exact', description: 'It was found as typed.' },
    FUZZY: { value: 'fuzzy', description: 'It was found despite a misspelling.' },
    PARTIAL: {
      value: 'partial',
      description: 'It answers only a part of the text: a word is too many, or the place after the comma is unknown.',
    },
  } as const,
})

export interface TrailEdge extends Edge<TrailRow> {
  distanceM: number | null
  match: MatchWord | null
}

export type TrailConnection = Connection<TrailEdge>

export const TrailConnectionType = defineConnection<TrailEdge>('Trail', {
  isFiltered: true,
  node: TrailType,
  edge: 'A signed route in a list.',
  list: 'A list of signed routes.',
  truncated: '; only after a text: more names may have matched than were looked at',
  total: '; null where `truncated`',
  edgeFields: (t) => ({
    offM: t.exposeFloat('distanceM', {
      nullable: true,
      description: 'Metres from the requested point to the line; null if the list has no point.',
    }),
    match: t.expose('match', {
      type: MatchEnum,
      nullable: true,
      description: 'How it was found by the text; null if the list has none.',
    }),
  }),
})
