// The names of an object as tagged: its main name, and every other name people may know it by. Nothing is
// transliterated or invented: an object without a name tag has none. Pure.

import { lookupLanguage } from '../language/choose-language.ts'
import type { Tags } from '../osm/tags.ts'
import type { PoiRow } from './catalogue-rows.ts'

const OTHER_KEY =
  /^(?:name|alt_name|old_name|short_name|official_name|loc_name|nat_name|reg_name|int_name)(?:_\d+)?(?::[a-z]{2,3}(?:[-_][A-Za-z0-9]+)*)?$/
const LISTS = /^(?:alt|old|short|official|loc)_name/
const MAX_NAMES = 250
const MAX_LETTERS = 200

export interface Names {
  /** null if untagged */
  name: string | null
  others: string[]
}

/** `name`, else `int_name`, else the first `name:*`; the others without duplicates, with lists (`a;b`) split. */
export function readNames(tags: Tags): Names {
  const all = new Set<string>()
  const main = clean(tags.get('name') ?? tags.get('int_name'))
  if (main !== null) all.add(main)
  for (const [key, value] of tags) {
    if (!OTHER_KEY.test(key)) continue
    for (const part of LISTS.test(key) && value.includes(';') ? value.split(';') : [value]) {
      const name = clean(part)
      if (name !== null && all.size <= MAX_NAMES) all.add(name)
    }
  }
  const [name = null, ...others] = all
  return { name, others }
}

const LANGUAGE = /:([a-z]{2,3}(?:[-_][A-Za-z0-9]+)*)$/

/** Languages in which the tags give it this name, as their keys have them; empty where they say none. */
export function languagesOf(tags: Readonly<Record<string, string>>, name: string): string[] {
  const languages = new Set<string>()
  for (const [key, value] of Object.entries(tags)) {
    const language = OTHER_KEY.test(key) ? LANGUAGE.exec(key)?.[1] : undefined
    if (language === undefined) continue
    const parts = LISTS.test(key) && value.includes(';') ? value.split(';') : [value]
    if (parts.some((part) => clean(part) === name)) languages.add(language)
  }
  return [...languages]
}

const NAME_IN = /^name:([a-z]{2,3}(?:[-_][A-Za-z0-9]+)*)$/

/** Its name in a language: `de-AT` finds `name:de`. Null where the tags have none. */
export function nameIn(tags: Readonly<Record<string, string>>, language: string): string | null {
  const found = lookupLanguage(
    language,
    Object.keys(tags).flatMap((key) => NAME_IN.exec(key)?.[1] ?? []),
  )
  return found === null ? null : tags[`name:${found}`]
}

function clean(text: string | undefined): string | null {
  if (text === undefined) return null
  const name = text.trim()
  return name === '' ? null : name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS).trim()}…` : name
}

/** The names of an outdoor place: as tagged, the main one first. Pure. Empty where it has none. */
export function namesOfPoi({ name, tagsJson }: Pick<PoiRow, 'name' | 'tagsJson'>): string[] {
  // most places have no name, so their tags are parsed only if they may hold one
  if (name === null && !tagsJson.includes('name')) return []
  const tags = new Map(Object.entries(JSON.parse(tagsJson) as Record<string, string>))
  if (name !== null) tags.set('name', name)
  const names = readNames(tags)
  return names.name === null ? [] : [names.name, ...names.others]
}
