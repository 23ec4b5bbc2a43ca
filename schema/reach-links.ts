// Reach.places, Reach.outdoorPlaces and Reach.trails: what lies within a reach, with the minutes and metres there.

import { type PageRequest, pageOf } from '../resolvers/page-of.ts'
import {
  REACHED_CREDITS,
  type ReachedRows,
  outdoorInReach,
  placesInReach,
  trailsInReach,
} from '../resolvers/reach-links.ts'
import { outdoorReachedArgs, reachedArgs, trailUsesArgs } from '../resolvers/input/search-args.ts'
import type { PlaceRow, PoiRow, TrailRow } from '../src/places/catalogue-rows.ts'
import type { Arrival } from '../src/routing/isochrone/one-to-many.ts'
import { type FieldBuilder, builder, withoutNulls } from './builder.ts'
import { type Edge, defineConnection, edgesOf, pageArgs, pageRequest, priceOfPage, sizeOf } from './connection.ts'
import { OutdoorPlaceType, PlaceKindEnum, PlaceType } from './place-type.ts'
import { ReachType } from './reach.ts'
import { TrailType } from './trail-type.ts'

type ReachedEdge<Node> = Edge<Node> & Arrival

const arrivalFields = (t: FieldBuilder<Arrival>) => ({
  minutes: t.exposeFloat('minutes', {
    nullable: true,
    description: 'Moving time on the way there, minutes; null if a ferry of unknown duration is on it.',
  }),
  metres: t.exposeFloat('metres', { description: 'Length of the way there, metres.' }),
})
const MANY = '; of more than 2,000 places around, those best known'

const ReachedPlaceConnectionType = defineConnection<ReachedEdge<PlaceRow>>('ReachedPlace', {
  node: PlaceType,
  edge: 'A named place within reach.',
  list: 'Named places within reach, the nearest first.',
  truncated: MANY,
  total: '; null if the list is truncated',
  edgeFields: arrivalFields as never,
})

const ReachedOutdoorConnectionType = defineConnection<ReachedEdge<PoiRow>>('ReachedOutdoorPlace', {
  node: OutdoorPlaceType,
  edge: 'An outdoor place within reach.',
  list: 'Outdoor places within reach, the nearest first.',
  truncated: '; of more than 2,000 places around, the first by kind',
  total: '; null if the list is truncated',
  edgeFields: arrivalFields as never,
})

const ReachedTrailConnectionType = defineConnection<ReachedEdge<TrailRow>>('ReachedTrail', {
  node: TrailType,
  edge: 'A signed route that begins, passes or ends within reach.',
  list: 'Signed routes within reach, the nearest first.',
  truncated: '; never',
  total: '; null never',
  edgeFields: arrivalFields as never,
})

const PAGE = { preset: 20, max: 100 }
const TRAILS = { preset: 10, max: 50 }

function connectionOf<Row extends { id: number }>({ rows, truncated }: ReachedRows<Row>, request: PageRequest) {
  const page = pageOf(rows, request, ({ row }) => String(row.id))
  const edges = edgesOf(page, ({ row, minutes, metres }) => ({ node: row, minutes, metres }))
  return { edges, page, total: truncated ? null : rows.length, truncated }
}

const WITHIN = 'A place counts if a way within 100 m of it is within the largest contour; null beside an error.'

builder.objectFields(ReachType, (t) => ({
  places: t.field({
    type: ReachedPlaceConnectionType,
    nullable: true,
    description: `Named places within reach, the nearest first. ${WITHIN}`,
    args: t.validate(
      {
        kinds: t.arg({ type: [PlaceKindEnum], description: 'Kinds to keep. Default all.' }),
        ...pageArgs(t, PAGE),
      },
      withoutNulls(reachedArgs),
    ),
    extensions: { runs: placesInReach },
    complexity: (args) => priceOfPage(REACHED_CREDITS, sizeOf(args, PAGE.preset)),
    resolve: async ({ asked }, { kinds, ...paging }, { session }) =>
      connectionOf(
        await session.run(placesInReach, { reach: asked, kinds: kinds ?? null }),
        pageRequest(paging, PAGE.preset),
      ),
  }),
  outdoorPlaces: t.field({
    type: ReachedOutdoorConnectionType,
    nullable: true,
    description: `Outdoor places within reach, the nearest first: huts, shelters, water, viewpoints, parking, stops. ${WITHIN} An area lookup.`,
    args: t.validate(
      {
        kinds: t.arg({ type: [PlaceKindEnum], description: 'Kinds to keep. Default all.' }),
        ...pageArgs(t, PAGE),
      },
      withoutNulls(outdoorReachedArgs),
    ),
    extensions: { runs: outdoorInReach, areaLookup: true },
    complexity: (args) => priceOfPage(REACHED_CREDITS, sizeOf(args, PAGE.preset)),
    resolve: async ({ asked }, { kinds, ...paging }, { session }) =>
      connectionOf(
        await session.run(outdoorInReach, { reach: asked, kinds: kinds ?? null }),
        pageRequest(paging, PAGE.preset),
      ),
  }),
  trails: t.field({
    type: ReachedTrailConnectionType,
    nullable: true,
    description:
      'Signed routes of which a part is within the largest contour, the nearest first, with the way to the nearest part; null beside an error.',
    args: t.validate(pageArgs(t, TRAILS), withoutNulls(trailUsesArgs)),
    extensions: { runs: trailsInReach },
    complexity: (args) => priceOfPage(REACHED_CREDITS, sizeOf(args, TRAILS.preset)),
    resolve: async ({ asked }, paging, { session, loaders }) => {
      const found = await session.run(trailsInReach, { reach: asked })
      const rows = await Promise.all(found.map(({ relationId }) => loaders.trail(relationId)))
      const known = found.flatMap(({ minutes, metres }, i) => {
        const node = rows[i]
        return node === null ? [] : [{ node, minutes, metres }]
      })
      const page = pageOf(known, pageRequest(paging, TRAILS.preset), ({ node }) => String(node.relationId))
      return { edges: edgesOf(page, (one) => one), page, total: known.length, truncated: false }
    },
  }),
}))
