// The only place where the order of search results is defined: points for how well the name matches, the kind of place,
// its population, how far a summit rises above its surroundings, whether Wikidata knows it, and how close it is to the
// place searched from. Every term is kept with its points, so that a result can explain its rank. An unknown fact
// neither earns nor loses points. Pure; never drops a candidate.

import { type Box, type LonLat, distanceM } from '../geo/lon-lat.ts'
import type { NameMatch } from './match-name.ts'
import { roundTo } from '../wire/numbers.ts'

/** The facts used for ranking. */
export interface RankedFacts {
  id: number
  name: string
  kind: string
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
  /** the reason in words, with its figures */
  because: string
}

export interface Ranked<P extends RankedFacts = RankedFacts> extends Candidate<P> {
  score: number
  terms: RankTerm[]
}

/** Where to search: a soft box, or points that results should be near; both null if nothing is given. */
export interface Closeness {
  biasBox: Box | null
  near: { at: LonLat; what: string }[] | null
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
    { term: 'match', points: roundTo(MATCH_POINTS * match.grade, 100), because: matchWords(match, matchedName) },
    { term: 'kind', points: KIND_POINTS.get(place.kind) ?? OTHER_KIND_POINTS, because: place.kind },
  ]
  if (place.population !== null && place.population > 0) {
    terms.push({
      term: 'population',
      points: roundTo(POPULATION_POINTS * Math.min(1, Math.log10(place.population) / POPULATION_FULL_LOG10), 100),
      because: `${place.population} people`,
    })
  }
  if (place.prominenceM !== null && place.prominenceM > 0) {
    terms.push({
      term: 'prominence',
      points: roundTo(PROMINENCE_POINTS * Math.min(1, Math.sqrt(place.prominenceM / PROMINENCE_FULL_M)), 100),
      because: `${Math.round(place.prominenceM)} m above its surroundings`,
    })
  }
  if (place.hasWikidata) terms.push({ term: 'wikidata', points: WIKIDATA_POINTS, because: 'has a Wikidata entry' })
  const close = closenessTerm(place, closeness)
  if (close !== null) terms.push(close)
  return terms
}

function matchWords(match: NameMatch, name: string): string {
  switch (match.kind) {
    case 'name':
      return `full name: ${name}`
    case 'words':
      return `whole words of ${name}`
    case 'beginning':
      return `beginning of ${name}`
    case 'word_beginnings':
      return `beginnings of words of ${name}`
    case 'spelling':
      return `another spelling of ${name}`
    case 'around':
      return `${name} is near a place of that name`
    case 'part':
      return `a part of the text is ${name}`
    case 'typo':
      return `${match.typos} ${match.typos === 1 ? 'letter' : 'letters'} off ${name}`
  }
}

function closenessTerm(place: RankedFacts, { biasBox, near }: Closeness): RankTerm | null {
  let best: RankTerm | null = null
  for (const { at, what } of near ?? []) {
    const km = distanceM(place.lon, place.lat, at[0], at[1]) / 1000
    const points = roundTo((NEAR_POINTS * NEAR_HALF_KM) / (NEAR_HALF_KM + km), 100)
    if (best === null || points > best.points)
      best = { term: 'closeness', points, because: `${km.toFixed(1)} km from ${what}` }
  }
  if (biasBox !== null) {
    const km = kmFromBox(place, biasBox)
    const points = roundTo((BIAS_POINTS * BIAS_HALF_KM) / (BIAS_HALF_KM + km), 100)
    if (best === null || points > best.points)
      best = {
        term: 'closeness',
        points,
        because: km === 0 ? 'inside the preferred box' : `${km.toFixed(1)} km from the preferred box`,
      }
  }
  return best
}

/** Returns 0 inside. A box whose west is greater than its east crosses the antimeridian. */
function kmFromBox({ lon, lat }: RankedFacts, [minLon, minLat, maxLon, maxLat]: Box): number {
  const inLon = minLon <= maxLon ? lon >= minLon && lon <= maxLon : lon >= minLon || lon <= maxLon
  const nearLat = Math.min(maxLat, Math.max(minLat, lat))
  if (inLon) return nearLat === lat ? 0 : distanceM(lon, lat, lon, nearLat) / 1000
  return Math.min(distanceM(lon, lat, minLon, nearLat), distanceM(lon, lat, maxLon, nearLat)) / 1000
}
