// How well known a place is likely to be, 0..1: from kind, population, prominence, length and Wikidata. The store
// returns candidates in this order; the search combines it with the question. Pure; an unknown figure adds nothing.

import type { PlaceKind } from '../osm/place-kinds.ts'
import { roundTo } from '../wire/numbers.ts'

/** Importance of a place by kind alone. */
const KIND_WEIGHTS: Readonly<Record<PlaceKind, number>> = {
  country: 0.6,
  state: 0.5,
  region: 0.45,
  county: 0.35,
  city: 0.5,
  town: 0.4,
  village: 0.3,
  hamlet: 0.2,
  suburb: 0.2,
  locality: 0.1,
  farm: 0.08,
  island: 0.25,
  peak: 0.25,
  pass: 0.22,
  hut: 0.25,
  bivouac: 0.15,
  shelter: 0.08,
  campsite: 0.12,
  hotel: 0.1,
  station: 0.25,
  bus_station: 0.15,
  cable_car_station: 0.15,
  lake: 0.2,
  glacier: 0.2,
  waterfall: 0.15,
  spring: 0.06,
  cave: 0.12,
  park: 0.15,
  viewpoint: 0.12,
  valley: 0.18,
  ridge: 0.12,
  cape: 0.15,
  beach: 0.12,
  castle: 0.18,
  monastery: 0.15,
  place_of_worship: 0.1,
  attraction: 0.12,
  trail: 0.2,
  administrative_area: 0,
  range: 0.3,
  river: 0.15,
  path: 0.06,
  street: 0.02,
}
const WIKIDATA = 0.1
const PEOPLE = 0.05 // per power of ten
const PROMINENCE = 0.2 // of 1,000 m and more
const TRAIL_LEVELS: Readonly<Record<string, number>> = { international: 0.2, national: 0.15, regional: 0.08, local: 0 }

export interface Standing {
  kind: PlaceKind
  population: number | null
  prominenceM: number | null
  hasWikidata: boolean
  /** for a trail */
  level: string | null
}

/** 0..1, to four digits. */
export function importanceOf({ kind, population, prominenceM, hasWikidata, level }: Standing): number {
  let sum = KIND_WEIGHTS[kind]
  if (population !== null && population > 0) sum += PEOPLE * Math.log10(population)
  if (prominenceM !== null) sum += PROMINENCE * Math.sqrt(Math.min(1, prominenceM / 1000))
  if (hasWikidata) sum += WIKIDATA
  if (level !== null) sum += TRAIL_LEVELS[level] ?? 0
  return roundTo(Math.min(1, sum), 10_000)
}
