// What the tags of a place on the map tell a walker, in order; tags that the page has no words for come after. Nothing
// is lost, and what is not tagged is not said. Pure.

/** What a value is, and so how it is written. */
const FORMS = {
  opening_hours: 'hours',
  phone: 'phone',
  website: 'link',
  email: 'mail',
  operator: 'text',
  capacity: 'text',
  beds: 'text',
  winter_room: 'word',
  reservation: 'word',
  fee: 'word',
  access: 'word',
  drinking_water: 'word',
  toilets: 'word',
  shower: 'word',
  fireplace: 'word',
  tents: 'word',
  internet_access: 'word',
  wheelchair: 'word',
  dog: 'word',
  seasonal: 'word',
  shelter_type: 'word',
  information: 'word',
  surface: 'word',
  summit_cross: 'word',
  height: 'metres',
  cuisine: 'text',
  alt_name: 'text',
  description: 'text',
} as const

export type PlaceTag = keyof typeof FORMS
export type TagForm = (typeof FORMS)[PlaceTag]
export const PLACE_TAGS = Object.keys(FORMS) as PlaceTag[]

/** Other keys for the same. */
const SAME: Record<string, PlaceTag> = {
  'contact:phone': 'phone',
  'contact:mobile': 'phone',
  mobile: 'phone',
  'contact:website': 'website',
  url: 'website',
  'contact:email': 'email',
}

export interface PlaceFact {
  tag: PlaceTag
  form: TagForm
  values: string[]
}

export interface PlaceFacts {
  listed: PlaceFact[]
  /** as the map has them */
  more: [key: string, value: string][]
}

export function placeFacts(tags: Readonly<Record<string, string>>): PlaceFacts {
  const listed = new Map<PlaceTag, string[]>()
  const more: [string, string][] = []
  for (const [key, value] of Object.entries(tags)) {
    const tag = Object.hasOwn(FORMS, key) ? (key as PlaceTag) : Object.hasOwn(SAME, key) ? SAME[key] : null
    if (tag === null) more.push([key, value])
    else listed.set(tag, [...new Set([...(listed.get(tag) ?? []), ...valuesOf(FORMS[tag], value)])])
  }
  return {
    listed: PLACE_TAGS.flatMap((tag) => (listed.has(tag) ? [{ tag, form: FORMS[tag], values: listed.get(tag)! }] : [])),
    more,
  }
}

/** Several values stand between semicolons, but for those of hours and sentences. */
function valuesOf(form: TagForm, value: string): string[] {
  return form === 'hours' || form === 'text' ? [value] : value.split(';').map((one) => one.trim())
}

/** An address that a link may lead to, and how it is written; null: it is no such address. */
export function webAddress(value: string): { href: string; text: string } | null {
  const url = URL.parse(/^[a-z]+:/i.test(value) ? value : `https://${value}`)
  if (url === null || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.')) return null
  return { href: url.href, text: (url.host.replace(/^www\./, '') + url.pathname).replace(/\/$/, '') }
}
