// The only place where the order of search results is defined: points for how well the name matches, the kind of place,
// its population, how far a summit rises above its surroundings, whether Wikidata knows it, and how close it is to the
// place searched from. Every term is kept with its points, so that a result can explain its rank. An unknown fact
// neither earns nor loses points. Pure; never drops a candidate.

import { type Box, type LonLat, distanceM } from '../geo/lon-lat.ts'
import { type Sentence, say } from '../language/sentence.ts'
import type { PlaceRow } from '../places/catalogue-rows.ts'
import type { NameMatch } from './match-name.ts'
import { roundTo } from '../wire/numbers.ts'

/** The facts used for ranking. */
export interface RankedFacts {
  id: number
  name: string
  kind: PlaceRow['kind']
  lon: number
  lat: number
  /** null if unknown */
  population: number | null
  /** metres that a summit rises above its surroundings; null if unknown or not a summit */
  prominenceM: number | null
  hasWikidata: boolean
}

export interface Candidate<P extends RankedFacts = RankedFacts> {
  place: P
  match: NameMatch
  /** the name of the place that matched, as tagged */
  matchedName: string
}

export type RankTermName = 'match' | 'kind' | 'population' | 'prominence' | 'wikidata' | 'closeness'

export interface RankTerm {
  term: RankTermName
  points: number
  /** the reason, with its figures */
  because: Sentence
}

export interface Ranked<P extends RankedFacts = RankedFacts> extends Candidate<P> {
  score: number
  terms: RankTerm[]
}

/**
 * Where to search: a soft box, or points that results should be near, `name` null for that of the request; both null if
 * nothing is given.
 */
export interface Closeness {
  biasBox: Box | null
  near: { at: LonLat; name: string | null }[] | null
}

/**
 * Points of a full match; all other terms together stay below the step from a name to the beginning of a name, twice
 * over.
 */
const MATCH_POINTS = 100
const KIND_POINTS = new Map<string, number>([
  ['city', 14],
  ['town', 12],
  ['village', 9.5],
  ['suburb', 7],
  ['hamlet', 7],
  ['island', 7],
  ['peak', 6],
  ['volcano', 6],
  ['park', 6],
  ['lake', 6],
  ['pass', 6],
  ['hut', 6],
  ['station', 6],
  ['train_station', 6],
  ['range', 6],
  ['trail', 5.5],
  ['river', 5],
  ['glacier', 5],
  ['valley', 5],
  ['neighbourhood', 5],
  ['waterfall', 5],
  ['bivouac', 4.5],
  ['cave', 4],
  ['viewpoint', 4],
  ['bus_station', 4],
  ['cable_car_station', 4],
  ['ridge', 4],
  ['locality', 3.5],
  ['campsite', 3.5],
  ['shelter', 3],
  ['hotel', 3],
  ['spring', 2.5],
  ['restaurant', 2],
  ['information', 1.5],
  ['path', 1.5],
  ['guidepost', 1],
  ['parking', 1],
  ['bus_stop', 1],
  ['street', 0],
])
const OTHER_KIND_POINTS = 2
const POPULATION_POINTS = 10
/** log10 of the population that earns all points. */
const POPULATION_FULL_LOG10 = 7
const PROMINENCE_POINTS = 6
const PROMINENCE_FULL_M = 1000
const WIKIDATA_POINTS = 3
const BIAS_POINTS = 16
const NEAR_POINTS = 30
/** Distance at which half of the closeness points are left. */
const BIAS_HALF_KM = 25
const NEAR_HALF_KM = 10

/** Candidates sorted best first; ties are broken by id, so that the same question gets the same answer. */
export function rankPlaces<P extends RankedFacts>(
  candidates: readonly Candidate<P>[],
  closeness: Closeness,
): Ranked<P>[] {
  const ranked = candidates.map((candidate) => {
    const terms = termsOf(candidate, closeness)
    const points = terms.reduce((sum, term) => sum + term.points, 0)
    return { ...candidate, terms, score: roundTo(points, 100) }
  })
  return ranked.sort(byRank)
}

/** Best first: places whose own name is the text, then the others by their points, streets last; ties by id. */
export const byRank = (a: Ranked, b: Ranked): number =>
  turnOf(a) - turnOf(b) || b.score - a.score || a.place.id - b.place.id

function turnOf({ place, match, matchedName }: Ranked): number {
  if (place.kind === 'street') return match.partial ? 1 : 2
  // a path is often named by the reference of its trail
  const isOwn = match.kind === 'name' && !match.near && !match.partial && matchedName === place.name
  return isOwn && place.kind !== 'path' ? 0 : 1
}

function termsOf({ place, match, matchedName }: Candidate, closeness: Closeness): RankTerm[] {
  const terms: RankTerm[] = [
    { term: 'match', points: roundTo(MATCH_POINTS * match.grade, 100), because: matchReason(match, matchedName) },
    { term: 'kind', points: KIND_POINTS.get(place.kind) ?? OTHER_KIND_POINTS, because: say(`place.${place.kind}`) },
  ]
  if (place.population !== null && place.population > 0) {
    terms.push({
      term: 'population',
      points: roundTo(POPULATION_POINTS * Math.min(1, Math.log10(place.population) / POPULATION_FULL_LOG10), 100),
      because: say('reason.search.population', { people: place.population }),
    })
  }
  if (place.prominenceM !== null && place.prominenceM > 0) {
    terms.push({
      term: 'prominence',
      points: roundTo(PROMINENCE_POINTS * Math.min(1, Math.sqrt(place.prominenceM / PROMINENCE_FULL_M)), 100),
      because: say('reason.search.prominence', { heightM: place.prominenceM }),
    })
  }
  if (place.hasWikidata)
    terms.push({ term: 'wikidata', points: WIKIDATA_POINTS, because: say('reason.search.wikidata') })
  const close = closenessTerm(place, closeness)
  if (close !== null) terms.push(close)
  return terms
}

function matchReason({ kind, typos }: NameMatch, name: string): Sentence {
  return kind === 'typo' ? say('reason.search.typo', { letters: typos, name }) : say(`reason.search.${kind}`, { name })
}

function closenessTerm(place: RankedFacts, { biasBox, near }: Closeness): RankTerm | null {
  let best: RankTerm | null = null
  for (const { at, name } of near ?? []) {
    const awayM = distanceM(place.lon, place.lat, at[0], at[1])
    const points = roundTo((NEAR_POINTS * NEAR_HALF_KM) / (NEAR_HALF_KM + awayM / 1000), 100)
    const because =
      name === null ? say('reason.search.near_point', { awayM }) : say('reason.search.near', { awayM, name })
    if (best === null || points > best.points) best = { term: 'closeness', points, because }
  }
  if (biasBox !== null) {
    const awayM = metresFromBox(place, biasBox)
    const points = roundTo((BIAS_POINTS * BIAS_HALF_KM) / (BIAS_HALF_KM + awayM / 1000), 100)
    const because = awayM === 0 ? say('reason.search.in_box') : say('reason.search.near_box', { awayM })
    if (best === null || points > best.points) best = { term: 'closeness', points, because }
  }
  return best
}

/** Returns 0 inside. A box whose west is greater than its east crosses the antimeridian. */
function metresFromBox({ lon, lat }: RankedFacts, [minLon, minLat, maxLon, maxLat]: Box): number {
  const inLon = minLon <= maxLon ? lon >= minLon && lon <= maxLon : lon >= minLon || lon <= maxLon
  const nearLat = Math.min(maxLat, Math.max(minLat, lat))
  if (inLon) return nearLat === lat ? 0 : distanceM(lon, lat, lon, nearLat)
  return Math.min(distanceM(lon, lat, minLon, nearLat), distanceM(lon, lat, maxLon, nearLat))
}
