// GraphQL of the word "search": search, places, place, trails, trail, outdoorPlaces, node and nodes. A field is one
// line or a few: it names its resolver, and cuts its page.

import { pageOf, rowsNeeded } from '../resolvers/page-of.ts'
import type { Page } from '../resolvers/page-of.ts'
import { DEFAULT_RADIUS_M, pois, reverse, search, trailRelation, trails, trailsBbox } from '../resolvers/search.ts'
import { nodesArgs, outdoorPlacesArgs, placesArgs, searchArgs, trailsArgs } from '../resolvers/search-args.ts'
import { ServiceError } from '../src/errors.ts'
import type { PlaceHit } from '../src/search/search-places.ts'
import type { RankTerm } from '../src/search/rank-places.ts'
import type { PlaceRow, PoiRow, TrailRow } from '../src/places/catalogue-rows.ts'
import { builder, operationField, withoutNulls } from './builder.ts'
import type { DocumentContext } from './builder.ts'
import { PageInfoType, pageInfoOf, pageRequest, priceOfPage } from './connection.ts'
import { fromGlobalId, NodeInterface, readId } from './node-interface.ts'
import {
  OutdoorConnectionType,
  OutdoorKindEnum,
  PlaceConnectionType,
  markedConnection,
  PlaceKindEnum,
  PlaceType,
} from './place-type.ts'
import { TrailConnectionType, trailConnection, TrailLevelEnum, TrailType, TrailTypeEnum } from './trail-type.ts'

const MatchEnum = builder.enumType('SearchMatch', {
  description: 'How a place was found.',
  values: {
    EXACT: { value: 'exact', description: 'It was found as typed.' },
    FUZZY: { value: 'fuzzy', description: 'It was found despite a misspelling.' },
  } as const,
})

const RankTermType = builder.objectRef<RankTerm>('RankTerm').implement({
  description: 'One reason for the place of a result in the order.',
  fields: (t) => ({
    term: t.exposeString('term', { description: 'match, kind, population, prominence, wikidata or closeness.' }),
    points: t.exposeFloat('points', { description: 'What it adds; the sum orders the results.' }),
    because: t.exposeString('because', { description: 'In words, with the figures it comes from.' }),
  }),
})

const WhyType = builder.objectRef<PlaceHit>('SearchWhy').implement({
  description: 'Why a result is ranked where it is. What is unknown adds nothing.',
  fields: (t) => ({
    score: t.exposeFloat('score', { description: 'Sum of the points.' }),
    matchedName: t.exposeString('matchedName', { description: 'The name of the place that answered, as tagged.' }),
    typos: t.int({
      description: 'Letters by which the text differs from the name.',
      resolve: ({ match }) => match.typos,
    }),
    terms: t.field({ type: [RankTermType], description: 'The points one by one.', resolve: (hit) => hit.terms }),
  }),
})

const SearchHitType = builder.objectRef<PlaceHit>('SearchHit').implement({
  description: 'A place that answers a search.',
  fields: (t) => ({
    place: t.field({ type: PlaceType, description: 'The place that was found.', resolve: (hit) => hit.place }),
    match: t.field({
      type: MatchEnum,
      description: 'Whether the text matched exactly.',
      resolve: ({ match }) => (match.fuzzy ? 'fuzzy' : 'exact'),
    }),
    why: t.field({ type: WhyType, description: 'Why it is ranked where it is.', resolve: (hit) => hit }),
  }),
})

const SearchEdgeType = builder.objectRef<{ node: PlaceHit; cursor: string }>('SearchEdge').implement({
  description: 'A result in its list.',
  fields: (t) => ({
    node: t.field({ type: SearchHitType, description: 'The search result.', resolve: (edge) => edge.node }),
    cursor: t.exposeString('cursor', { description: 'Opaque position in the list, for `after`.' }),
  }),
})

const SearchConnectionType = builder.objectRef<Page<PlaceHit>>('SearchConnection').implement({
  description: 'Results of a search, best first; 50 at most over all pages.',
  fields: (t) => ({
    edges: t.field({ type: [SearchEdgeType], description: 'The results of this page.', resolve: (page) => page.edges }),
    pageInfo: t.field({
      type: PageInfoType,
      description: 'Where this page is in the list.',
      resolve: (page) => pageInfoOf(page),
    }),
  }),
})

export const TrailFilterInputType = builder.inputType('TrailFilter', {
  description: 'Bounds that a signed route must meet, all of them. What is unknown meets no bound.',
  fields: (t) => ({
    levels: t.field({ type: [TrailLevelEnum], description: 'Levels to keep.' }),
    minLengthM: t.float({ description: 'At least this long, metres.' }),
    maxLengthM: t.float({ description: 'At most this long, metres.' }),
    loop: t.boolean({ description: 'True: only those that end where they began; false: only the others.' }),
    maxSac: t.int({ description: 'Hardest tagged SAC grade at most this, 1 to 6; wholly untagged ones are left out.' }),
    maxPavedShare: t.float({
      description:
        'Share of the length on paved ground at most this, 0 to 1; metres of unknown surface count as if they were paved.',
    }),
  }),
})

const AFTER = 'Cursor of an edge; the page begins after it. Without it: from the start.'
const MAX_PLACES = 1000
const MAX_TRAILS = 1000
const MAX_TRAILS_BY_TEXT = 100
const MAX_OUTDOOR = 10_000

/** What is not there is null without an error. */
async function findNode(
  id: string,
  { ledger, loaders }: DocumentContext,
): Promise<PlaceRow | PoiRow | TrailRow | null> {
  const found = fromGlobalId(id)
  if (found === null) return null
  if (found.type === 'OutdoorPlace') return ledger.runLinked(search, 1, () => loaders.outdoorPlace(found.id))
  return found.type === 'Place'
    ? ledger.runLinked(search, 1, () => loaders.place(found.id))
    : ledger.runLinked(trailRelation, 1, () => loaders.trail(found.id))
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list of fields
builder.queryFields((t) => ({
  node: t.field({
    type: NodeInterface,
    ...operationField(search),
    description: 'Something by its global id; null where there is nothing of that id.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'A global id, as `id` of a place, an outdoor place or a trail gives it.',
      }),
    },
    complexity: 1,
    resolve: (_, { id }, context) => findNode(id, context),
  }),
  nodes: t.field({
    type: [NodeInterface],
    ...operationField(search),
    nullable: { list: true, items: true },
    description: 'Several by their global ids, in the order asked; null where there is nothing of an id.',
    args: t.validate(
      { ids: t.arg.idList({ required: true, description: '1 to 100 global ids.' }) },
      withoutNulls(nodesArgs),
    ),
    complexity: ({ ids }) => ({ field: ids.length, multiplier: ids.length }),
    resolve: (_, { ids }, context) => Promise.all((ids as string[]).map((id) => findNode(id, context))),
  }),

  search: t.field({
    type: SearchConnectionType,
    ...operationField(search),
    args: t.validate(
      {
        text: t.arg.string({
          required: true,
          description:
            'The name, at least 2 letters; `Name, Place` searches near that place, `Place station` finds its railway stations, or its bus and cable car stations where it has none.',
        }),
        near: t.arg({ type: 'LonLat', description: 'Where one looks from, [lon, lat] in degrees; excludes nothing.' }),
        biasBox: t.arg({ type: 'Box', description: 'A preferred box; excludes nothing.' }),
        inBox: t.arg({ type: 'Box', description: 'Nothing outside this box.' }),
        first: t.arg.int({ description: 'Results per page, 1 to 50. Default 10.' }),
        after: t.arg.string({ description: AFTER }),
      },
      withoutNulls(searchArgs),
    ),
    complexity: ({ first }) => priceOfPage(1, first ?? 10),
    resolve: async (_, { text, near, biasBox, inBox, ...paging }, { ledger }) => {
      const page = pageRequest(paging, 10)
      const { hits } = await ledger.run(search, {
        q: text,
        limit: rowsNeeded(page, 50),
        near: near ?? undefined,
        biasBbox: biasBox ?? undefined,
        bbox: inBox ?? undefined,
      })
      return pageOf(hits, page, ({ place }) => String(place.id))
    },
  }),
  places: t.field({
    type: PlaceConnectionType,
    ...operationField(reverse),
    args: t.validate(
      {
        near: t.arg({ type: 'LonLat', required: true, description: 'The point, [lon, lat] in degrees.' }),
        radiusM: t.arg.int({ description: 'Radius in metres, 50 to 50,000. Default 500.' }),
        kinds: t.arg({ type: [PlaceKindEnum], description: 'Kinds to keep. Default all.' }),
        first: t.arg.int({ description: 'Places per page, 1 to 100. Default 10.' }),
        after: t.arg.string({ description: AFTER }),
      },
      withoutNulls(placesArgs),
    ),
    complexity: ({ first }) => priceOfPage(pricePlaces(first), first ?? 10),
    resolve: async (_, { near, radiusM, kinds, ...paging }, { ledger, loaders }) => {
      const page = pageRequest(paging, 10)
      const limit = rowsNeeded(page, MAX_PLACES + 1)
      const rows = await ledger.runLinked(reverse, pricePlaces(paging.first), () =>
        loaders.placesNear(near, { radiusM: radiusM ?? DEFAULT_RADIUS_M, kinds: kinds ?? null, limit }),
      )
      return markedConnection(
        pageOf(rows.slice(0, MAX_PLACES), page, ({ id }) => String(id)),
        rows.length > MAX_PLACES,
        (row) => ({ place: row, distanceM: row.distanceM }),
      )
    },
  }),
  place: t.field({
    type: PlaceType,
    ...operationField(search),
    description: 'One place by its id.',
    args: { id: t.arg.id({ required: true, description: 'Its global id, or the number that REST gives.' }) },
    complexity: 1,
    resolve: async (_, { id }, { ledger, loaders }) => {
      const placeId = readId('Place', id, 'id')
      return ledger.runLinked(
        search,
        1,
        async () =>
          (await loaders.place(placeId)) ?? notFound(`There is no place ${placeId} in the live release.`, 'id'),
      )
    },
  }),
  outdoorPlaces: t.field({
    type: OutdoorConnectionType,
    ...operationField(pois, { areaLookup: true }),
    args: t.validate(
      {
        inBox: t.arg({ type: 'Box', required: true, description: 'The box; each side at most 2 degrees.' }),
        kinds: t.arg({
          type: [OutdoorKindEnum],
          description: 'Kinds to keep, also the order of the answer. Default all.',
        }),
        first: t.arg.int({ description: 'Places per page, 1 to 1,000. Default 100.' }),
        after: t.arg.string({ description: AFTER }),
      },
      withoutNulls(outdoorPlacesArgs),
    ),
    complexity: ({ first }) => priceOfPage(2, first ?? 100),
    resolve: async (_, { inBox, kinds, ...paging }, { ledger }) => {
      const page = pageRequest(paging, 100)
      const limit = rowsNeeded(page, MAX_OUTDOOR)
      const {
        artifactVersion,
        pois: rows,
        truncated,
      } = await ledger.run(pois, { ...toSides(inBox), kind: kinds ?? undefined, limit })
      const found = markedConnection(
        pageOf(rows, page, ({ id }) => String(id)),
        truncated && limit === MAX_OUTDOOR,
        (place) => ({ place }),
      )
      return { ...found, artifactVersion }
    },
  }),
  trails: t.field({
    type: TrailConnectionType,
    ...operationField(trails, { areaLookup: ({ text }: { text?: string | null }) => text == null }),
    description: 'Signed routes by name or reference, or in a box, or both.',
    args: t.validate(
      {
        text: t.arg.string({ description: 'Name or reference.' }),
        type: t.arg({ type: TrailTypeEnum, description: 'Kind of route. Default both.' }),
        inBox: t.arg({
          type: 'Box',
          description: 'Nothing outside this box; without a text each side at most 2 degrees.',
        }),
        filter: t.arg({ type: TrailFilterInputType, description: 'Which trails to keep.' }),
        first: t.arg.int({ description: 'Trails per page, 1 to 100. Default 20.' }),
        after: t.arg.string({ description: AFTER }),
      },
      withoutNulls(trailsArgs),
    ),
    complexity: ({ text, first }) => priceOfPage(text == null ? 2 : 1, first ?? 20),
    resolve: async (_, { text, type, inBox, filter, ...paging }, { ledger }) => {
      const page = pageRequest(paging, 20)
      const bounds = { type: type ?? undefined, filter: (filter ?? undefined) as never }
      if (text != null) {
        const found = await ledger.run(trails, {
          q: text,
          limit: rowsNeeded(page, MAX_TRAILS_BY_TEXT),
          bbox: inBox ?? undefined,
          ...bounds,
        })
        return trailConnection(
          pageOf(found.trails, page, ({ trail }) => String(trail.relationId)),
          false,
          (hit) => hit,
        )
      }
      const limit = rowsNeeded(page, MAX_TRAILS)
      const found = await ledger.run(trailsBbox, { ...toSides(inBox!), limit, ...bounds })
      return trailConnection(
        pageOf(found.trails, page, ({ relationId }) => String(relationId)),
        found.truncated && limit === MAX_TRAILS,
        (trail) => ({ trail }),
      )
    },
  }),
  trail: t.field({
    type: TrailType,
    ...operationField(trailRelation),
    description: 'One signed route by its relation.',
    args: { relationId: t.arg({ type: 'OsmId', required: true, description: 'OpenStreetMap relation.' }) },
    complexity: 1,
    resolve: (_, { relationId }, { ledger, loaders }) =>
      ledger.runLinked(
        trailRelation,
        1,
        async () =>
          (await loaders.trail(relationId)) ??
          notFound(`There is no signed route of relation ${relationId} in the live release.`, 'relationId'),
      ),
  }),
}))

/** 1 credit for each 50 places or part of them. */
function pricePlaces(first: number | null | undefined): number {
  return Math.max(1, Math.ceil((first ?? 10) / 50))
}

const toSides = ([minLon, minLat, maxLon, maxLat]: readonly [number, number, number, number]) => ({
  minLon,
  minLat,
  maxLon,
  maxLat,
})

function notFound(message: string, inputPath: string): never {
  throw new ServiceError('not_found', message, { inputPath })
}
