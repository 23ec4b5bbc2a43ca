// Signed routes as GraphQL sees them: the type itself and its connection. What it has as a course is in schema/course/;
// links to other things are added in search-links.ts.

import type { Page } from '../resolvers/page-of.ts'
import type { TrailRow } from '../src/places/catalogue-rows.ts'
import { builder } from './builder.ts'
import { PageInfoType, pageInfoOf } from './connection.ts'
import { CourseInterface } from './course/course-interface.ts'
import { NodeInterface, toGlobalId } from './node-interface.ts'
import { pointAt, PointType } from './spot/point.ts'

export const TrailTypeEnum = builder.enumType('TrailType', {
  description: 'Kind of a signed route.',
  values: {
    HIKING: { value: 'hiking', description: 'A walking route (`route=hiking`, `route=foot`).' },
    BICYCLE: { value: 'bicycle', description: 'A cycle route (`route=bicycle`, `route=mtb`).' },
  } as const,
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
    grade: t.exposeString('grade', {
      nullable: true,
      description: 'T1 to T6 or via_ferrata as tagged; null untagged, which is unknown and not easy.',
    }),
    lengthM: t.exposeFloat('lengthM', { description: 'Metres with this grade.' }),
  }),
})

const gradeName = (index: number) => (index === 0 ? null : index === 7 ? 'via_ferrata' : `T${index}`)

export const TrailType = builder.objectRef<TrailRow>('Trail').implement({
  description: 'A signed hiking or cycling route (a route relation of the map).',
  interfaces: [NodeInterface, CourseInterface],
  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list of fields
  fields: (t) => ({
    id: t.id({
      description: 'Global id, for node and nodes.',
      resolve: (trail) => toGlobalId('Trail', trail.relationId),
    }),
    relationId: t.expose('relationId', { type: 'OsmId', description: 'OpenStreetMap relation.' }),
    name: t.exposeString('name', { nullable: true, description: 'Its name; null where it has none.' }),
    otherNames: t.stringList({ description: 'Its other names as tagged.', resolve: (trail) => [...trail.otherNames] }),
    ref: t.exposeString('ref', { nullable: true, description: 'Its reference, e.g. GR 11; null where it has none.' }),
    type: t.field({ type: TrailTypeEnum, description: 'On foot or by bicycle.', resolve: (trail) => trail.type }),
    route: t.exposeString('route', { description: 'The route tag as on the map: hiking, foot, bicycle or mtb.' }),
    network: t.exposeString('network', {
      nullable: true,
      description: 'One of iwn, nwn, rwn, lwn, icn, ncn, rcn, lcn; null where it is untagged or another word.',
    }),
    level: t.field({
      type: TrailLevelEnum,
      nullable: true,
      description: 'Reach of its network; null where that is unknown.',
      resolve: (trail) => trail.level,
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
    bbox: t.field({ type: 'Box', description: 'The box around it, degrees.', resolve: (trail) => trail.bbox }),
    ends: t.field({
      type: ['LonLat'],
      description: 'First and last point in walking order; empty for a loop.',
      resolve: (trail) => [...trail.ends],
    }),
    location: t.field({
      type: 'LonLat',
      description: 'A point on the line near its middle, [lon, lat] in degrees.',
      resolve: ({ lon, lat }) => [lon, lat] as const,
    }),
    spot: t.field({
      type: PointType,
      description: 'The same as a spot.',
      resolve: ({ lon, lat }) => pointAt([lon, lat]),
    }),
    loop: t.exposeBoolean('roundtrip', { description: 'Whether it ends where it began.' }),
    parts: t.exposeInt('partCount', { description: 'Lines that do not join; 1 is one line.' }),
    gapsM: t.floatList({
      description: 'Straight metres across each gap between two parts, in walking order.',
      resolve: (trail) => [...trail.gapsM],
    }),
    missingWays: t.exposeInt('missingWays', { description: 'Member ways that the data does not hold.' }),
    lowestM: t.exposeFloat('lowestM', {
      nullable: true,
      description: 'Lowest height in metres; null where heights are missing.',
    }),
    highestM: t.exposeFloat('highestM', {
      nullable: true,
      description: 'Highest height in metres; null where heights are missing.',
    }),
    sacMax: t.exposeInt('sacMax', {
      nullable: true,
      description:
        'Hardest SAC grade of a member, 1 to 6, or 7 for via ferrata; null where none is tagged, which is unknown and not easy.',
    }),
    grades: t.field({
      type: [TrailGradeType],
      description: 'Metres by SAC grade, untagged ones too.',
      resolve: (trail) =>
        trail.sacM.map((lengthM, index) => ({ grade: gradeName(index), lengthM })).filter(({ lengthM }) => lengthM > 0),
    }),
  }),
})

export interface TrailEdge {
  node: TrailRow
  cursor: string
  distanceM: number | null
  fuzzy: boolean
}

const TrailEdgeType = builder.objectRef<TrailEdge>('TrailEdge').implement({
  description: 'A signed route in a list.',
  fields: (t) => ({
    node: t.field({ type: TrailType, description: 'The signed route.', resolve: (edge) => edge.node }),
    cursor: t.exposeString('cursor', { description: 'Opaque position in the list, for `after`.' }),
    distanceM: t.exposeFloat('distanceM', {
      nullable: true,
      description: 'Metres from the place that was asked of to the line; null where the list asks of none.',
    }),
    fuzzy: t.exposeBoolean('fuzzy', { description: 'Whether it was found despite a misspelling.' }),
  }),
})

export interface TrailConnection {
  edges: TrailEdge[]
  page: Page<unknown>
  truncated: boolean
}

export const TrailConnectionType = builder.objectRef<TrailConnection>('TrailConnection').implement({
  description: 'A list of signed routes.',
  fields: (t) => ({
    edges: t.field({
      type: [TrailEdgeType],
      description: 'The signed routes of this page.',
      resolve: (connection) => connection.edges,
    }),
    pageInfo: t.field({
      type: PageInfoType,
      description: 'Where this page is in the list.',
      resolve: ({ page }) => pageInfoOf(page),
    }),
    truncated: t.exposeBoolean('truncated', { description: 'Whether there are more than can be asked for.' }),
  }),
})

export function trailConnection<Row>(
  page: Page<Row>,
  truncated: boolean,
  edgeOf: (row: Row) => { trail: TrailRow; distanceM?: number; fuzzy?: boolean },
): TrailConnection {
  return {
    page,
    truncated,
    edges: page.edges.map(({ node, cursor }) => {
      const { trail, distanceM, fuzzy } = edgeOf(node)
      return { node: trail, cursor, distanceM: distanceM ?? null, fuzzy: fuzzy ?? false }
    }),
  }
}
