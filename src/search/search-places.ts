// A search in the catalogue: candidates are fetched, graded, ranked. Readings of the text (a name, `Name, Place`,
// `Place station`) are tried in parallel. Near misses are searched for only if no whole word matches, or only in lines
// named after the text, so that exact matches are never crowded out. A place's own name ranks above lines that mention
// it. If nothing answers the whole text, parts of it may (partial-names.ts). Makes a bounded number of store calls;
// never invents a place.

import type { PlaceStore } from '../places/catalogue-stores.ts'
import type { Box, LonLat } from '../geo/lon-lat.ts'
import { boxAround, splitBox } from '../geo/split-box.ts'
import type { PlaceRow } from '../places/catalogue-rows.ts'
import { asMention, matchNames } from './match-name.ts'
import { type FoldedText, type Question, foldText, parseQuestion } from './parse-question.ts'
import { findParts, findWithoutSpare, type PartQuery } from './partial-names.ts'
import { byRank, type Candidate, type Closeness, type Ranked, rankPlaces } from './rank-places.ts'
import { allowedTypos } from '../places/names/typo-distance.ts'

export interface SearchRequest {
  text: string
  limit: number
  /** hard limit: nothing outside */
  box: Box | null
  /** preferred; excludes nothing */
  biasBox: Box | null
  /** point to search from */
  near: LonLat | null
  /** nothing of other kinds; left out: all */
  kinds?: readonly string[] | null
}

export type PlaceHit = Ranked<PlaceRow>

/** Candidates fetched for each kind of query: enough that ranking, not the store, decides. */
const CANDIDATES = 80
/** For each part of a text that is no name as a whole. */
const PART_CANDIDATES = 20
/** Anchors of `Name, Place`: several, since the place may have namesakes. */
const MAX_ANCHORS = 3
const NEAR_RADIUS_M = 30_000
const STATION_RADIUS_M = 4000
/** Grade factor for what lies near the place instead of being named after it. */
export const AROUND_GRADE = 0.75
/** Railway stations; if a place has none, the other kinds of station. */
const STATION_KINDS = [['station'], ['bus_station', 'cable_car_station']] as const
const ALL_STATION_KINDS = STATION_KINDS.flat()
/** A shorter question that matches beginnings of names is still being typed, so near misses are not added. */
const TYPO_BESIDE_BEGINNINGS_LETTERS = 5
/** Importance (src/places/importance.ts) from which a near miss is shown beside lines that contain the exact words. */
const WELL_KNOWN = 0.2

export interface FoundPlaces {
  /** best first, at most `limit` */
  hits: PlaceHit[]
  /** the place after the comma if the catalogue does not know it, as typed; null if it does, or without a comma */
  unknownPlace: string | null
}

export async function searchPlaces(store: PlaceStore, request: SearchRequest): Promise<FoundPlaces> {
  const question = parseQuestion(request.text)
  if (question.name.letters === 0) return { hits: [], unknownPlace: null }
  const closeness: Closeness = {
    biasBox: request.biasBox,
    near: request.near === null ? null : [{ at: request.near, name: null }],
  }
  const [named, near, stations] = await Promise.all([
    findNamed(store, question.name, request, closeness),
    question.near === null ? null : findNamedNear(store, question.near, request),
    question.stationOf === null ? [] : findStations(store, question.stationOf, request, closeness),
  ])
  const { kinds } = request
  // stations are found by kinds of their own
  const ofKinds =
    kinds == null ? stations : stations.filter(({ place }) => place.kinds.some((kind) => kinds.includes(kind)))
  const readings = [named, near?.hits ?? [], ofKinds]
  if (!readings.flat().some(answersMore)) {
    const fetch = { box: request.box, biasBox: null, kinds }
    readings.push(rankPlaces(await findParts(finder(store, fetch), question.name), closeness))
  }
  return { hits: mergeReadings(readings).slice(0, request.limit), unknownPlace: near?.unknownPlace ?? null }
}

/** The best hit of each place over all readings. If one reading matches exactly, near misses of others are dropped. */
export function mergeReadings(readings: readonly PlaceHit[][]): PlaceHit[] {
  const answers = readings.map((hits) => hits.some(isAnswer))
  const best = new Map<number, PlaceHit>()
  readings.forEach((hits, reading) => {
    for (const hit of hits) {
      if ((hit.match.near || hit.match.partial) && !answers[reading] && answers.includes(true)) continue
      const known = best.get(hit.place.id)
      if (known === undefined || hit.score > known.score) best.set(hit.place.id, hit)
    }
  })
  return [...best.values()].sort(byRank)
}

/** It answers every word of the text as it was typed. */
export const isAnswer = ({ match }: PlaceHit): boolean => match.whole && !match.near && !match.partial

/** A street that only mentions the text is no answer to it: a place may be meant of which a word is too many. */
const answersMore = ({ place, match }: Candidate<PlaceRow>): boolean => place.kind !== 'street' || match.kind === 'name'

interface Fetch {
  box: Box | null
  biasBox: Box | null
  kinds?: readonly string[] | null
}

const finder =
  (store: PlaceStore, { box, kinds }: Fetch) =>
  (query: PartQuery) =>
    store.findCandidates({
      ...query,
      box,
      kinds: kinds ?? null,
      limit: query.parts === undefined ? CANDIDATES : PART_CANDIDATES,
    })

/** Graded candidates for a name, and without articles and kinds if nothing but mentions in streets has the name. */
async function findOrSpare(store: PlaceStore, name: FoldedText, fetch: Fetch): Promise<Candidate<PlaceRow>[]> {
  const found = await findCandidates(store, name, fetch)
  if (found.some((candidate) => !candidate.match.near && answersMore(candidate))) return found
  const best = new Map<number, Candidate<PlaceRow>>()
  for (const candidate of [...found, ...(await findWithoutSpare(finder(store, fetch), name))]) {
    const known = best.get(candidate.place.id)
    if (known === undefined || candidate.match.grade > known.match.grade) best.set(candidate.place.id, candidate)
  }
  return [...best.values()]
}

/** Graded candidates for a name: exact ones, and near misses if whole words match nothing but names of lines. */
export async function findCandidates(
  store: PlaceStore,
  name: FoldedText,
  { box, biasBox, kinds }: Fetch,
): Promise<Candidate<PlaceRow>[]> {
  const query = { words: name.keyWords, typedWords: name.words, box, biasBox, kinds: kinds ?? null, limit: CANDIDATES }
  const exact = grade(await store.findCandidates({ ...query, typos: false }), name, false)
  const whole = exact.filter(({ match }) => match.whole && !match.near)
  const answered = whole.some((candidate) => !isMention(candidate))
  const isShort = name.letters < TYPO_BESIDE_BEGINNINGS_LETTERS
  if (answered || allowedTypos(name.letters) === 0 || (exact.length > 0 && isShort)) return behindOwnNames(exact)
  const known = new Set(exact.map(({ place }) => place.id))
  const misses = grade(
    (await store.findCandidates({ ...query, typos: true, farTypos: whole.length > 0 })).filter(
      ({ id }) => !known.has(id),
    ),
    name,
    true,
  )
  return behindOwnNames([...exact, ...(whole.length === 0 ? misses : misses.filter(isWellKnown))])
}

const NAMED_AFTER: readonly string[] = ['trail', 'path', 'street']
/** True for a trail, path or street that only mentions what was searched for in its name. */
const isMention = ({ place, match }: Candidate<PlaceRow>): boolean =>
  NAMED_AFTER.includes(place.kind) && match.kind !== 'name'

const isWellKnown = ({ place, match }: Candidate<PlaceRow>): boolean =>
  !NAMED_AFTER.includes(place.kind) && place.importance >= WELL_KNOWN && match.own

/** If a place itself has the name, lines that mention it are graded lower. */
function behindOwnNames(candidates: Candidate<PlaceRow>[]): Candidate<PlaceRow>[] {
  const isPlace = ({ place, match }: Candidate<PlaceRow>) => !NAMED_AFTER.includes(place.kind) && match.own
  if (!candidates.some(isPlace)) return candidates
  return candidates.map((candidate) =>
    isMention(candidate) ? { ...candidate, match: asMention(candidate.match) } : candidate,
  )
}

function grade(places: readonly PlaceRow[], name: FoldedText, typos: boolean): Candidate<PlaceRow>[] {
  const graded: Candidate<PlaceRow>[] = []
  for (const place of places) {
    const found = matchNames(name, [place.name, ...place.otherNames], typos)
    if (found !== null) graded.push({ place, match: found.match, matchedName: found.name })
  }
  return graded
}

async function findNamed(
  store: PlaceStore,
  name: FoldedText,
  request: SearchRequest,
  closeness: Closeness,
): Promise<PlaceHit[]> {
  const biasBox =
    request.biasBox ?? (request.near === null ? null : boxAround(request.near[0], request.near[1], NEAR_RADIUS_M))
  return rankPlaces(await findOrSpare(store, name, { box: request.box, biasBox, kinds: request.kinds }), closeness)
}

/**
 * `Name, Place`: places of that name near the place, or in the area of that name. If no place has that name, all of the
 * name: where they were meant to be is not known.
 */
async function findNamedNear(
  store: PlaceStore,
  { name, places, placeText }: NonNullable<Question['near']>,
  request: SearchRequest,
): Promise<FoundPlaces> {
  const anchors = rankPlaces(await findCandidates(store, places[0], { box: null, biasBox: request.biasBox }), {
    biasBox: request.biasBox,
    near: null,
  }).slice(0, MAX_ANCHORS)
  const fetches =
    anchors.length === 0 ? [null] : anchors.map(({ place }) => boxAround(place.lon, place.lat, NEAR_RADIUS_M))
  const found = (
    await Promise.all(
      fetches.map((biasBox) => findOrSpare(store, name, { box: request.box, biasBox, kinds: request.kinds })),
    )
  ).flat()
  const once = [...new Map(found.map((candidate) => [candidate.place.id, candidate])).values()]
  const near = anchors.map(({ place }) => ({ at: [place.lon, place.lat] as LonLat, name: place.name }))
  const inArea = once.filter(({ place }) => liesIn(place, places[0]))
  const around = once.filter(({ place }) =>
    near.some(({ at }) => contains(boxAround(at[0], at[1], NEAR_RADIUS_M), place)),
  )
  const isKnown = inArea.length > 0 || anchors.some(({ match }) => match.whole && !match.near)
  if (!isKnown && around.length === 0) {
    const partial = once.map((candidate) => ({ ...candidate, match: { ...candidate.match, partial: true } }))
    return { hits: rankPlaces(partial, { biasBox: request.biasBox, near: null }), unknownPlace: placeText }
  }
  // a match far from every place of that name is not what was meant
  const hits = rankPlaces([...new Set([...inArea, ...around])], { biasBox: null, near: near.length > 0 ? near : null })
  return { hits, unknownPlace: null }
}

/** Whether one of the areas that contain the place has this name. */
function liesIn(place: PlaceRow, area: FoldedText): boolean {
  return place.region?.split(',').some((part) => foldText(part).key === area.key) ?? false
}

/** Stations of that name, and those around the place of that name: railway stations, or else the other kinds. */
async function findStations(
  store: PlaceStore,
  place: FoldedText,
  request: SearchRequest,
  closeness: Closeness,
): Promise<PlaceHit[]> {
  const [named, towns] = await Promise.all([
    findCandidates(store, place, { box: request.box, biasBox: request.biasBox, kinds: ALL_STATION_KINDS }),
    findCandidates(store, place, { box: request.box, biasBox: request.biasBox }),
  ])
  const town = rankPlaces(
    towns.filter(({ place: { kind } }) => !isStation([kind], ALL_STATION_KINDS)),
    closeness,
  )[0]
  const [around] =
    town === undefined
      ? [[]]
      : await store.findNear([[town.place.lon, town.place.lat]], {
          radiusM: STATION_RADIUS_M,
          kinds: ALL_STATION_KINDS,
          limit: MAX_ANCHORS * 2,
        })
  const known = new Set(named.map((candidate) => candidate.place.id))
  const inBox = around.filter(
    (station) => !known.has(station.id) && (request.box === null || contains(request.box, station)),
  )
  const ofTown = inBox.map(({ distanceM: _, ...station }) => ({
    place: station,
    match: { ...town.match, kind: 'around' as const, grade: town.match.grade * AROUND_GRADE },
    matchedName: station.name,
  }))
  const all = [...named, ...ofTown]
  const chosen =
    STATION_KINDS.map((kinds) => all.filter(({ place }) => isStation(place.kinds, kinds))).find(
      (some) => some.length > 0,
    ) ?? []
  return rankPlaces(
    chosen,
    town === undefined
      ? closeness
      : { biasBox: request.biasBox, near: [{ at: [town.place.lon, town.place.lat], name: town.place.name }] },
  )
}

const isStation = (kinds: readonly string[], wanted: readonly string[]): boolean =>
  kinds.some((kind) => wanted.includes(kind))

export function contains(box: Box, { lon, lat }: { lon: number; lat: number }): boolean {
  return splitBox(box).some(
    ([minLon, minLat, maxLon, maxLat]) => lon >= minLon && lon <= maxLon && lat >= minLat && lat <= maxLat,
  )
}
