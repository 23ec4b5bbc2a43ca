// GraphQL of `search`: places, outdoor places and trails by name in one order, each with what it was found by.

import { pageOf } from '../resolvers/page-of.ts'
import { languagesOfMatch, searchAll } from '../resolvers/search.ts'
import { searchArgs } from '../resolvers/input/search-args.ts'
import type { MatchKind } from '../src/search/match-name.ts'
import type { RankTerm } from '../src/search/rank-places.ts'
import type { Item, ItemHit } from '../src/search/search-items.ts'
import { builder, operationField, withoutNulls } from './builder.ts'
import {
  type Connection,
  type Edge,
  defineConnection,
  edgesOf,
  pageArgs,
  pageRequest,
  priceOfPage,
  sizeOf,
} from './connection.ts'
import { OutdoorPlaceType, PlaceKindEnum, PlaceType } from './place-type.ts'
import { TrailType } from './trail-type.ts'

const SearchItemUnion = builder.unionType('SearchItem', {
  description:
    'What a search finds: a named place, an outdoor place that is not also a named place, or a signed route.',
  types: [PlaceType, OutdoorPlaceType, TrailType],
  resolveType: (item) => ('relationId' in item ? 'Trail' : 'tagsJson' in item ? 'OutdoorPlace' : 'Place'),
})

const MatchEnum = builder.enumType('SearchMatch', {
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

const HOW: Record<MatchKind, { name: string; description: string }> = {
  name: { name: 'WHOLE_NAME', description: 'The text is its whole name, whatever the case and accents.' },
  words: { name: 'WHOLE_WORDS', description: 'Its name contains the words of the text.' },
  beginning: { name: 'BEGINNING', description: 'The name begins with the text.' },
  word_beginnings: {
    name: 'WORD_BEGINNINGS',
    description: 'Its name contains the words of the text, the last of them cut short.',
  },
  spelling: { name: 'OTHER_SPELLING', description: 'The text spells it in another way: ae for ä, and the like.' },
  typo: { name: 'NEAR_MISS', description: 'A few letters differ; `typos` counts them.' },
  around: { name: 'AROUND', description: 'It is a station near a place of that name.' },
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
  } as const,
})

function nameOf({ item, hit: { matchedName } }: ItemHit): 'name' | 'alternative' | 'reference' {
  if (matchedName === item.name) return 'name'
  return 'ref' in item && item.ref === matchedName ? 'reference' : 'alternative'
}

const RankTermType = builder.objectRef<RankTerm>('RankTerm').implement({
  description: 'One reason for the place of a result in the order.',
  fields: (t) => ({
    term: t.exposeString('term', { description: 'match, kind, population, prominence, wikidata or closeness.' }),
    points: t.exposeFloat('points', { description: 'What it adds; the sum orders the results.' }),
    because: t.exposeString('because', { description: 'In words, with the figures it comes from.' }),
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
      description: 'The name that matched, as tagged.',
      resolve: ({ hit }) => hit.matchedName,
    }),
    name: t.field({ type: NameEnum, description: 'Which of its names that is.', resolve: nameOf }),
    languages: t.stringList({
      description: 'Languages in which the map gives it that name, e.g. de; empty where it says none.',
      resolve: (found, _args, { loaders }) => languagesOfMatch(found, loaders),
    }),
    typos: t.int({
      description: 'Letters by which the text differs from the name.',
      resolve: ({ hit }) => hit.match.typos,
    }),
    score: t.float({ description: 'Sum of the points.', resolve: ({ hit }) => hit.score }),
    terms: t.field({ type: [RankTermType], description: 'The points one by one.', resolve: ({ hit }) => hit.terms }),
  }),
})

interface SearchEdge extends Edge<Item> {
  found: ItemHit
}

type SearchConnection = Connection<SearchEdge> & { unknownPlace: string | null }

const SearchConnectionType = defineConnection<SearchEdge, SearchConnection>('Search', {
  node: SearchItemUnion,
  edge: 'A result in its list.',
  list: 'Results of a search, best first.',
  truncated: ': more names may have matched than were looked at; a longer text, `kinds` or `inBox` leaves fewer',
  total: '; null where `truncated`',
  edgeFields: (t) => ({
    match: t.field({
      type: MatchEnum,
      description: 'Whether the text matched exactly.',
      resolve: ({ found: { hit } }) => (hit.match.partial ? 'partial' : hit.match.fuzzy ? 'fuzzy' : 'exact'),
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

const PAGE = { preset: 10, max: 50 }

builder.queryFields((t) => ({
  search: t.field({
    type: SearchConnectionType,
    ...operationField(searchAll),
    description:
      'Places, outdoor places and signed routes by name in one order, best first: exact, as typed so far, and near misses (not of outdoor places) or parts of the text where nothing else answers. No address geocoder.',
    args: t.validate(
      {
        text: t.arg.string({
          required: true,
          description:
            'The name, at least 2 letters; `Name, Place` searches near that place, `Place station` finds its railway stations, or its bus and cable car stations where it has none.',
        }),
        kinds: t.arg({
          type: [PlaceKindEnum],
          description: 'Kinds to keep; TRAIL keeps signed routes. Default all.',
        }),
        near: t.arg({
          type: 'LonLat',
          description: 'Where the user is, [lon, lat] in degrees: nearer places rank higher, and nothing is excluded.',
        }),
        biasBox: t.arg({ type: 'Box', description: 'Places in this box rank higher; nothing is excluded.' }),
        inBox: t.arg({ type: 'Box', description: 'Nothing outside this box.' }),
        ...pageArgs(t, PAGE),
      },
      withoutNulls(searchArgs),
    ),
    complexity: (args) => priceOfPage(1, sizeOf(args, PAGE.preset)),
    resolve: async (_, { text, kinds, near, biasBox, inBox, ...paging }, { session }) => {
      const asked = { text, kinds: kinds ?? null, near: near ?? null, box: inBox ?? null, biasBox: biasBox ?? null }
      const { hits, truncated, unknownPlace } = await session.run(searchAll, asked)
      const page = pageOf(hits, pageRequest(paging, PAGE.preset), ({ hit }) => String(hit.place.id))
      const edges = edgesOf(page, (found) => ({ node: found.item, found }))
      return { edges, page, total: truncated ? null : hits.length, truncated, unknownPlace }
    },
  }),
}))
