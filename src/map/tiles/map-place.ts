// Layer `places`, and islands in `earth`: the zoom from which a place is shown depends on its population; without a
// figure it gets the zoom of its kind.

import { parseElevationM, parsePopulation } from '../../places/parse-measure.ts'
import type { Tags } from '../../osm/tags.ts'
import { isYes, namesOf, type MappedFeature } from './feature-mapping.ts'

interface PlaceKind {
  kind: string
  minZoom: number
  maxZoom?: number
  /** population assumed to rank a place of unknown population; never written */
  people: number
}

const PLACES = new Map<string, PlaceKind>([
  ['country', { kind: 'country', minZoom: 2, maxZoom: 8, people: 0 }],
  ['state', { kind: 'region', minZoom: 6, maxZoom: 10, people: 0 }],
  ['province', { kind: 'region', minZoom: 6, maxZoom: 10, people: 0 }],
  ['city', { kind: 'locality', minZoom: 6, people: 50_000 }],
  ['town', { kind: 'locality', minZoom: 8, people: 10_000 }],
  ['village', { kind: 'locality', minZoom: 10, people: 2000 }],
  ['hamlet', { kind: 'locality', minZoom: 12, people: 200 }],
  ['isolated_dwelling', { kind: 'locality', minZoom: 13, people: 50 }],
  ['farm', { kind: 'locality', minZoom: 13, people: 50 }],
  ['locality', { kind: 'locality', minZoom: 13, people: 0 }],
  ['suburb', { kind: 'neighbourhood', minZoom: 12, people: 0 }],
  ['quarter', { kind: 'macrohood', minZoom: 12, people: 0 }],
  ['neighbourhood', { kind: 'neighbourhood', minZoom: 13, people: 0 }],
])
const POPULATION_STEPS = [
  0, 200, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 5_000_000, 10_000_000,
  20_000_000, 50_000_000, 100_000_000, 1_000_000_000,
]

/** A town, village, island; returns null for anything else or without a name. */
export function mapPlace(tags: Tags): MappedFeature | null {
  const place = tags.get('place')
  if (place === undefined || !tags.has('name')) return null
  if (place === 'island' || place === 'islet')
    return {
      layer: 'earth',
      geometry: 'point',
      minZoom: place === 'island' ? 8 : 12,
      sort: 3,
      attributes: [['kind', 'island'], ['kind_detail', place], ...namesOf(tags)],
    }
  const known = PLACES.get(place)
  if (known === undefined) return null
  const population = parsePopulation(tags.get('population'))
  const rank = rankOf(population ?? known.people)
  const isCapital = isYes(tags, 'capital')
  const earlier =
    known.kind === 'locality'
      ? (isCapital ? 2 : 0) + (population !== null && population >= 4 * Math.max(known.people, 500) ? 1 : 0)
      : 0
  const minZoom = Math.max(2, known.minZoom - earlier)
  return {
    layer: 'places',
    geometry: 'point',
    minZoom,
    maxZoom: known.maxZoom,
    sort: minZoom * 100 - rank,
    attributes: [
      ['kind', known.kind],
      ['kind_detail', place],
      ['min_zoom', minZoom],
      ['sort_rank', 1],
      ['population', population],
      ['population_rank', rank],
      ['capital', tags.get('capital') === 'yes' || tags.get('capital') === '2' ? 'yes' : undefined],
      ['sort_key', minZoom * 100 - rank],
      ['elevation', parseElevationM(tags.get('ele'))],
      ...namesOf(tags),
    ],
  }
}

function rankOf(people: number): number {
  let rank = 0
  POPULATION_STEPS.forEach((least, i) => (rank = people >= least ? i + 1 : rank))
  return rank
}
