// The names of an outdoor place: as tagged, the main one first. Pure.

import type { PoiRow } from './catalogue-rows.ts'
import { readNames } from './read-names.ts'

/** Empty where it has none. */
export function namesOfPoi({ name, tagsJson }: Pick<PoiRow, 'name' | 'tagsJson'>): string[] {
  // most have none: the tags are read only where a key may hold one
  if (name === null && !tagsJson.includes('name')) return []
  const tags = new Map(Object.entries(JSON.parse(tagsJson) as Record<string, string>))
  if (name !== null) tags.set('name', name)
  const names = readNames(tags)
  return names.name === null ? [] : [names.name, ...names.others]
}
