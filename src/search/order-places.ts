// Which places a filter keeps, and the orders in which places are listed. What is not known comes last; ties go to the
// lower id, so that every order is total. Pure.

import type { ValueRange } from '../places/catalogue-rows.ts'
import { isWithin } from './order-trails.ts'
import { normaliseName, wordsOf } from '../places/names/normalise-name.ts'
import { isChosen, type Place, type PlaceChoice } from '../places/one-place.ts'
import {
  capacityOf,
  feeOf,
  isDrinkable,
  PLACE_FACTS,
  type PlaceFact,
  type Wheelchair,
  wheelchairOf,
} from '../places/place-facts.ts'

type Tags = Readonly<Record<string, string>>

export interface PlaceFilter extends PlaceChoice {
  name?: string | undefined
  elevationM?: ValueRange | undefined
  capacityMin?: number | undefined
  drinkable?: boolean | undefined
  free?: boolean | undefined
  wheelchair?: readonly Wheelchair[] | undefined
  has?: readonly PlaceFact[] | undefined
  /** a moment, by the clocks there */
  openAt?: string | undefined
  tags?: readonly { key: string; value?: string | undefined }[] | undefined
}

/** Whether it says more than what tables are requested. */
export function readsPlaces({ kinds: _, named: __, ...filter }: PlaceFilter): boolean {
  return Object.values(filter).some((bound) => bound !== undefined)
}

const known = <Value>(value: Value | null, isMet: (value: Value) => boolean): boolean | null =>
  value === null ? null : isMet(value)

/** Null: the map does not say, or not in a way that is understood. */
export type IsOpen = (place: Place, tags: Tags) => boolean | null

/**
 * Whether a place is what is requested; null: it may be, but the map does not say. `isOpen`: at the moment that the
 * filter names, if it does.
 */
export function meetsFilter(place: Place, tags: Tags, filter: PlaceFilter, isOpen: IsOpen | null): boolean | null {
  const { name, elevationM, capacityMin, drinkable, free, wheelchair, has, tags: tagged } = filter
  const met: (boolean | null)[] = [
    isChosen(place, filter),
    name === undefined || isNamed(place, name),
    isWithin(place.elevationM, elevationM),
    capacityMin === undefined || known(capacityOf(tags), (capacity) => capacity >= capacityMin),
    drinkable === undefined || known(isDrinkable(tags), (is) => is === drinkable),
    free === undefined || known(feeOf(tags)?.isFree ?? null, (is) => is === free),
    wheelchair === undefined || known(wheelchairOf(tags), (one) => wheelchair.includes(one)),
    has === undefined || has.every((fact) => PLACE_FACTS[fact](tags) !== null),
    isOpen === null || isOpen(place, tags),
    ...(tagged ?? []).map(({ key, value }) => known(tags[key] ?? null, (one) => value === undefined || one === value)),
  ]
  return met.includes(false) ? false : met.includes(null) ? null : true
}

/** Whether one of its names has all the words, the last maybe cut short; without a name it has none. */
function isNamed(place: Place, text: string): boolean {
  const words = wordsOf(normaliseName(text))
  const last = words.pop() ?? ''
  return [...(place.name === null ? [] : [place.name]), ...place.otherNames].some((name) => {
    const own = wordsOf(normaliseName(name))
    return words.every((word) => own.includes(word)) && own.some((word) => word.startsWith(last))
  })
}

export const PLACE_ORDERS = [
  'distance',
  'importance',
  'name',
  'elevation',
  'prominence',
  'capacity',
  'population',
] as const
export interface PlaceOrder {
  by: (typeof PLACE_ORDERS)[number]
  direction: 'asc' | 'desc'
}

interface Judged {
  place: Place
  tags: Tags
  /** from the point, or from the middle of the area */
  awayM: number
}

const VALUES: Record<PlaceOrder['by'], (judged: Judged) => number | string | null> = {
  distance: ({ awayM }) => awayM,
  // the best known is the first of its order
  importance: ({ place }) => -(place.named?.importance ?? 0),
  name: ({ place }) => (place.name === null ? null : normaliseName(place.name)),
  elevation: ({ place }) => place.elevationM,
  prominence: ({ place }) => place.named?.prominenceM ?? null,
  capacity: ({ tags }) => capacityOf(tags),
  population: ({ place }) => place.named?.population ?? null,
}

/** A new list. */
export function orderPlaces<Row extends Judged>(rows: readonly Row[], { by, direction }: PlaceOrder): Row[] {
  const sign = direction === 'asc' ? 1 : -1
  const valued = rows.map((row) => ({ row, value: VALUES[by](row) }))
  valued.sort(({ row: a, value: one }, { row: b, value: other }) => {
    if (one === other) return a.place.id - b.place.id
    if (one === null || other === null) return one === null ? 1 : -1
    return one < other ? -sign : sign
  })
  return valued.map(({ row }) => row)
}
