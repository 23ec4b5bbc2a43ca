// What the tags of a place tell a traveller, as facts: null where the map does not say, or says it in a way that cannot
// be read without guessing. Pure.

type Tags = Readonly<Record<string, string>>

export const WHEELCHAIR = ['yes', 'limited', 'no'] as const
const RESERVATION = ['required', 'recommended', 'yes', 'members_only', 'no'] as const
const ACCESS = ['yes', 'permissive', 'customers', 'permit', 'private', 'no'] as const
export type Wheelchair = (typeof WHEELCHAIR)[number]
export type Reservation = (typeof RESERVATION)[number]
export type Access = (typeof ACCESS)[number]

export interface Fee {
  /** null: that depends, as the text says */
  isFree: boolean | null
  /** what the map says of it beyond yes and no */
  text: string | null
}

const firstOf = (tags: Tags, ...keys: readonly string[]): string | null => {
  for (const key of keys) if (tags[key] !== undefined && tags[key] !== '') return tags[key]
  return null
}

export const phoneOf = (tags: Tags) => firstOf(tags, 'phone', 'contact:phone', 'mobile', 'contact:mobile')
export const emailOf = (tags: Tags) => firstOf(tags, 'email', 'contact:email')
export const websiteOf = (tags: Tags) => firstOf(tags, 'website', 'contact:website', 'url')
export const operatorOf = (tags: Tags) => firstOf(tags, 'operator')
export const openingHoursOf = (tags: Tags) => firstOf(tags, 'opening_hours')
export const capacityOf = (tags: Tags) => wholeNumber(tags['capacity'])
export const bedsOf = (tags: Tags) => wholeNumber(tags['beds'])

const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,6}$/.test(text.trim()) ? Number(text) : null

export function feeOf(tags: Tags): Fee | null {
  const fee = tags['fee']
  const text = firstOf(tags, 'charge')
  if (fee === undefined) return text === null ? null : { isFree: false, text }
  if (fee === 'no') return { isFree: true, text }
  if (fee === 'yes') return { isFree: false, text }
  return { isFree: null, text: text ?? fee }
}

/** `drinking_water` says it of any place; `amenity=drinking_water` is what has it. */
export function isDrinkable(tags: Tags): boolean | null {
  if (tags['drinking_water'] === 'yes') return true
  if (tags['drinking_water'] === 'no') return false
  return tags['amenity'] === 'drinking_water' ? true : null
}

export const wheelchairOf = (tags: Tags): Wheelchair | null =>
  tags['wheelchair'] === 'designated' ? 'yes' : oneOf(WHEELCHAIR, tags['wheelchair'])
export const reservationOf = (tags: Tags): Reservation | null => oneOf(RESERVATION, tags['reservation'])
export const accessOf = (tags: Tags): Access | null =>
  tags['access'] === 'public' ? 'yes' : oneOf(ACCESS, tags['access'])

const oneOf = <T extends string>(words: readonly T[], value: string | undefined): T | null =>
  words.find((word) => word === value) ?? null

/** Facts that the map may have of a place, and how they are read. */
export const PLACE_FACTS = {
  phone: phoneOf,
  email: emailOf,
  website: websiteOf,
  operator: operatorOf,
  opening_hours: openingHoursOf,
  capacity: capacityOf,
  beds: bedsOf,
  fee: feeOf,
  drinkable: isDrinkable,
  wheelchair: wheelchairOf,
  reservation: reservationOf,
  access: accessOf,
} satisfies Record<string, (tags: Tags) => unknown>
export type PlaceFact = keyof typeof PLACE_FACTS
export type FactOf<Fact extends PlaceFact> = ReturnType<(typeof PLACE_FACTS)[Fact]>
