// GraphQL of places: places, place and search. Lists are read window by window, so that each ends where there is no
// more.

import { say } from '../src/language/sentence.ts'
import { readPage, pageOf } from '../resolvers/page-of.ts'
import { findPlaces, type FoundPlaces, type ListedPlace, MOST_JUDGED_OF_MANY } from '../resolvers/place-lists.ts'
import {
  reverse,
  search,
  trailRelation,
  keepTrails,
  languagesOfMatch,
  matchWord,
  searchAll,
} from '../resolvers/search.ts'
import { insideArgs, placesArgs, trailUsesArgs, searchArgs, PLACES_PAGE } from '../resolvers/input/search-args.ts'
import { ServiceError } from '../src/errors.ts'
import { sentenceFields } from './sentence.ts'
import type { TrailRow } from '../src/places/catalogue-rows.ts'
import type { Place } from '../src/places/one-place.ts'
import type { MatchKind } from '../src/search/match-name.ts'
import type { RankTerm, RankTermName } from '../src/search/rank-places.ts'
import type { PlaceOrder } from '../src/search/order-places.ts'
import type { ItemHit } from '../src/search/search-items.ts'
import { areaOfPlace, boxOf, isInArea } from '../resolvers/area-of.ts'
import { searchWhere } from '../resolvers/input/list-fields.ts'
import { argsOf, inputFieldsOf } from './arguments.ts'
import { builder } from './builder.ts'
import { withHints } from './empty-list.ts'
import { enumValues } from './code-enums.ts'
import {
  pageRequest,
  priceOfPage,
  sizeOf,
  type Connection,
  type Edge,
  defineConnection,
  edgesOf,
} from './connection.ts'
import { AreaInput, areaOf } from './list-inputs.ts'
import { PlaceBy, placeIdOf } from './place-by.ts'
import { typeOfNode } from './nodes.ts'
import { operation } from './operation.ts'
import { PlaceConnectionType, placeConnection, PlaceKindEnum, PlaceType } from './place-type.ts'
import { filterOf, NearbyWhere, PlaceOrderInput, PlaceWhere } from './place-where.ts'
import { LinkedTrailWhere, listed, listTrails } from './trails.ts'
import { MatchEnum, TrailConnectionType, TrailType } from './trail-type.ts'

/** Around a point it is no area lookup. */
const isArea = ({ where }: { where: { area: { near?: unknown }; kinds?: unknown; named?: unknown } }): boolean =>
  where.area.near == null
const AREA_CREDITS = 2

/** 1 credit for each 50 places or part of them; 2 at least in an area, and where places are read to choose or order. */
function pricePlaces(args: GivenPlaces): number {
  const { where, orderBy } = args
  const { area: _, kinds: __, named: ___, ...facts } = where
  const isRead = Object.values(facts).some((bound) => bound != null) || (orderBy?.by ?? 'distance') !== 'distance'
  return Math.max(isRead || isArea(args) ? AREA_CREDITS : 1, isArea(args) ? 0 : Math.ceil(sizeOf(args) / 50))
}
type GivenPlaces = Parameters<typeof sizeOf>[0] & Parameters<typeof isArea>[0] & { orderBy?: { by: string } | null }

operation(reverse, {
  name: 'places',
  type: PlaceConnectionType,
  areaLookup: isArea,
  description:
    'Places of the map: around a point, in a box, or inside a place. In a box or a place it is an area lookup.',
  args: (t) => argsOf(t, placesArgs, { where: PlaceWhere, orderBy: PlaceOrderInput }),
  credits: (args) => priceOfPage(pricePlaces(args), args),
  mostCredits: Math.ceil(PLACES_PAGE.max / 50),
  resolve: ({ where, orderBy, ...paging }, context, info) => {
    const { session, loaders } = context
    return session.runLinked(
      { id: reverse.id, areaLookup: isArea({ where }) },
      pricePlaces({ where, orderBy, ...paging }),
      async () => {
        const { area, ...wanted } = where
        const sources = { stores: session.services, loaders }
        const found = await findPlaces(await areaOf(area, loaders), filterOf(wanted), orderBy, sources)
        return withHints(await pageOfPlaces(found, orderBy, paging), area, context, info)
      },
    )
  },
})

async function pageOfPlaces(
  found: FoundPlaces,
  { by, direction }: PlaceOrder,
  paging: Parameters<typeof pageRequest>[0],
) {
  // a cursor holds the order: in another it is refused
  const keyOf = ({ id }: ListedPlace) => `${by} ${direction} ${id}`
  const page = await readPage({ ...found.list, keyOf }, pageRequest(paging))
  return placeConnection(page, { ...found, total: page.end ?? found.list.count })
}

const inside = { id: reverse.id, areaLookup: true }

/** Place.places: what lies within its outline. */
builder.objectField(PlaceType, 'places', (t) =>
  t.field({
    type: PlaceConnectionType,
    mayFail: true,
    raises: ['not_found', 'no_outline', 'too_large'],
    description:
      'Places inside its outline, as `places(where: {area: {inPlace}})` has them; an area lookup. Null beside an error: NO_OUTLINE of a point or a line.',
    args: argsOf(t, insideArgs, { where: NearbyWhere, orderBy: PlaceOrderInput }),
    runs: reverse,
    areaLookup: true,
    credits: (args) => priceOfPage(AREA_CREDITS, args),
    mostCredits: AREA_CREDITS,
    resolve: ({ id }, { where, orderBy, ...paging }, { session, loaders }) =>
      session.runLinked(inside, AREA_CREDITS, async () => {
        const area = await areaOfPlace(id, loaders, 'Place.places', null)
        const sources = { stores: session.services, loaders }
        const found = await findPlaces(area, filterOf(where), orderBy, sources, MOST_JUDGED_OF_MANY)
        return pageOfPlaces(found, orderBy, paging)
      }),
  }),
)

operation(search, {
  name: 'place',
  type: PlaceType,
  readsById: true,
  lookup: true,
  raises: ['not_found'],
  description: 'One place, by its id or as an object of OpenStreetMap.',
  args: (t) => ({
    by: t.arg({
      type: PlaceBy,
      required: true,
      description: 'What names the place: its id, or its object of OpenStreetMap.',
    }),
  }),
  credits: 1,
  resolve: ({ by }, { session, loaders }) => {
    const placeId = placeIdOf(by, 'by')
    return session.runLinked(
      search,
      1,
      async () => (await loaders.place(placeId)) ?? notFound(placeId, by.osm == null ? 'by.id' : 'by.osm'),
    )
  },
})

function notFound(id: number, inputPath: string): never {
  throw new ServiceError(say('error.not_found.place', { id }), { inputPath })
}

builder.objectFields(TrailType, (t) => {
  /** Signed routes by their relations; those that the data does not hold are left out. */
  const related = (description: string, idsOf: (trail: TrailRow) => readonly number[]) =>
    t.field({
      type: TrailConnectionType,
      mayFail: true,
      description,
      args: argsOf(t, trailUsesArgs, { where: LinkedTrailWhere }),
      runs: trailRelation,
      credits: (args) => priceOfPage(1, args),
      resolve: (trail, { where, ...paging }, { session, loaders }) =>
        session.runLinked(trailRelation, 1, async () => {
          const rows = await Promise.all([...new Set(idsOf(trail))].map((id) => loaders.trail(id)))
          const known = rows.filter((row) => row !== null).map((node) => ({ node }))
          const { kept, unknownCount } = keepTrails(known, where ?? undefined)
          return listTrails({ ...listed(kept.map(({ node }) => node)), unknownCount }, pageRequest(paging), loaders)
        }),
    })
  return {
    stages: related(
      'The signed routes that it is made of, in order; empty for one that is made of ways; null beside an error. Those that the data does not hold are left out.',
      ({ stageIds }) => stageIds,
    ),
    stageOf: related('The signed routes that it is a stage of; null beside an error.', ({ parentIds }) => parentIds),
  }
})

const SearchItemUnion = builder.unionType('SearchItem', {
  description: 'What a search finds: a place or a signed route.',
  types: [PlaceType, TrailType],
  resolveType: typeOfNode,
})

const HOW: Record<MatchKind, { name: string; description: string }> = {
  name: { name: 'WHOLE_NAME', description: 'The text is its whole name, whatever the case and accents.' },
  words: { name: 'WHOLE_WORDS', description: 'Its name contains the words of the text.' },
  beginning: { name: 'BEGINNING', description: 'The name begins with the text.' },
  word_beginnings: {
    name: 'WORD_BEGINNINGS',
    description: 'Its name contains the words of the text, the last of them cut short.',
  },
  spelling: { name: 'OTHER_SPELLING', description: 'The text spells it in another way: ae for ä, and the like.' },
  typo: { name: 'NEAR_MISS', description: 'A few letters differ; `typoCount` counts them.' },
  around: { name: 'AROUND', description: 'It is a station near a place of that name.' },
  kind: { name: 'KIND', description: 'The text names its kind (`water`, `parking near Arcalís`), and it lies near.' },
  part: { name: 'PART', description: 'Its name answers the text without some of its words.' },
}
const HowEnum = builder.enumType('SearchFoundBy', {
  description: 'How the text fits the name that matched.',
  values: Object.fromEntries(
    Object.entries(HOW).map(([value, { name, description }]) => [name, { value, description }]),
  ),
})

const NameEnum = builder.enumType('SearchName', {
  description: 'Which name matched.',
  values: {
    NAME: { value: 'name', description: 'Its own: the one that the map shows.' },
    ALTERNATIVE: { value: 'alternative', description: 'One more: in a language, an old, short or official one.' },
    REFERENCE: { value: 'reference', description: 'The short code of a signed route, e.g. GR 11.' },
    NONE: { value: 'none', description: 'None: it is of the kind that the text names.' },
  } as const,
})

function nameOf({ item, hit: { match, matchedName } }: ItemHit): 'name' | 'alternative' | 'reference' | 'none' {
  if (match.kind === 'kind') return 'none'
  if (matchedName === item.name) return 'name'
  return 'ref' in item && item.ref === matchedName ? 'reference' : 'alternative'
}

const RankTermNameEnum = builder.enumType('RankTermName', {
  description: 'What adds to the place of a result in the order.',
  values: enumValues<RankTermName>({
    match: 'How well the name answers the text.',
    kind: 'How much is usually looked for of this kind.',
    population: 'How many people live there.',
    prominence: 'How far a summit stands above its surroundings.',
    wikidata: 'That the map links it to Wikidata.',
    closeness: 'How near it is to the point or box.',
  }),
})

const RankTermType = builder.objectRef<RankTerm>('RankTerm').implement({
  description: 'One reason for the place of a result in the order.',
  fields: (t) => ({
    term: t.expose('term', { type: RankTermNameEnum, description: 'Which reason it is.' }),
    points: t.exposeFloat('points', { description: 'What it adds; the sum orders the results.' }),
    ...sentenceFields(t, 'reason', 'In words, with the figures it comes from.', (term) => term.because),
  }),
})

const WhyType = builder.objectRef<ItemHit>('SearchWhy').implement({
  description: 'What a result was found by, and why it is ranked where it is. What is unknown adds nothing.',
  fields: (t) => ({
    foundBy: t.field({
      type: HowEnum,
      description: 'How the text fits the name.',
      resolve: ({ hit }) => hit.match.kind,
    }),
    matchedName: t.string({
      description: 'The name that matched, as tagged; for KIND the word for the kind.',
      resolve: ({ hit }) => hit.matchedName,
    }),
    name: t.field({ type: NameEnum, description: 'Which of its names that is.', resolve: nameOf }),
    languages: t.stringList({
      description: 'Languages in which the map gives it that name, e.g. de; empty where it says none.',
      resolve: (found, _args, { loaders }) => languagesOfMatch(found, loaders),
    }),
    typoCount: t.int({
      description: 'Letters by which the text differs from the name.',
      resolve: ({ hit }) => hit.match.typos,
    }),
    score: t.float({ description: 'Sum of the points.', resolve: ({ hit }) => hit.score }),
    terms: t.field({ type: [RankTermType], description: 'The points one by one.', resolve: ({ hit }) => hit.terms }),
  }),
})

interface SearchEdge extends Edge<Place | TrailRow> {
  found: ItemHit
}

type SearchConnection = Connection<SearchEdge> & { unknownPlace: string | null }

const SearchConnectionType = defineConnection<SearchEdge, SearchConnection>('Search', {
  node: SearchItemUnion,
  edge: 'A result in its list.',
  list: 'Results of a search, best first.',
  truncated: ': more names may have matched than were looked at; a longer text or `where` leaves fewer',
  total: '; null where `truncated`',
  edgeFields: (t) => ({
    match: t.field({
      type: MatchEnum,
      description: 'Whether it was found as typed, despite a misspelling, or by a part of the text.',
      resolve: ({ found: { hit } }) => matchWord(hit.match),
    }),
    offM: t.float({
      nullable: true,
      description: 'Metres from what it is to be near to, for `foundBy: KIND`; null for what was found by its name.',
      resolve: ({ found }) => found.distanceM,
    }),
    why: t.field({
      type: WhyType,
      description: 'What it was found by, and why it is ranked where it is.',
      resolve: ({ found }) => found,
    }),
  }),
  fields: (t) => ({
    unknownPlace: t.exposeString('unknownPlace', {
      nullable: true,
      description:
        'The place after the comma, as typed, if the catalogue does not know it: results are of the name alone. Null if it does, or without a comma.',
    }),
  }),
})

const SearchWhere = builder.inputType('SearchWhere', {
  description: 'Which results of a search to keep.',
  fields: (t) => inputFieldsOf(t, searchWhere, { area: AreaInput, kinds: PlaceKindEnum }),
})

/** GraphQL of `search`: places and trails by name in one order, each with what it was found by. */
operation(searchAll, {
  type: SearchConnectionType,
  description:
    'Places and signed routes by name in one order, best first: exact, as typed so far, and near misses (not of outdoor places such as huts and springs) or parts of the text where nothing else answers. A word for a kind of place finds those near (`water`, `parking near Arcalís`). It does not geocode addresses.',
  args: (t) => argsOf(t, searchArgs, { where: SearchWhere }),
  credits: (args) => priceOfPage(1, args),
  resolve: async ({ text, where, near, biasBox = null, ...paging }, context, info) => {
    const { session, loaders } = context
    const area = await areaOf(where?.area, loaders)
    const wanted = { kinds: where?.kinds ?? null, near: near ?? area.near?.at ?? null, box: boxOf(area), biasBox }
    const { hits: found, truncated, unknownPlace } = await session.run(searchAll, { text, ...wanted })
    const hits = found.filter(({ hit }) => isInArea(area, hit.place))
    const page = pageOf(hits, pageRequest(paging), ({ hit }) => String(hit.place.id))
    const nodes = new Map<ItemHit, Place | TrailRow>()
    await Promise.all(
      page.edges.map(async ({ node: found }) => {
        const { item } = found
        const node = 'relationId' in item ? item : await loaders.place(item.id)
        if (node !== null) nodes.set(found, node)
      }),
    )
    const edges = edgesOf(page, (found) => ({ node: nodes.get(found)!, found })).filter(({ found }) => nodes.has(found))
    const list = { edges, page, total: truncated ? null : hits.length, truncated, unknownPlace }
    return withHints(list, where?.area, context, info)
  },
})
