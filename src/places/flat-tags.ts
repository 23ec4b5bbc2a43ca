// An outdoor place's tags as the text of one flat JSON object (decision D6): every tag under its own key, and under
// `tag:KEY` where it would hide a field of ours. `name` is left out: the record has it as it is tagged. Pure.

import type { Tags } from '../osm/tags.ts'

/** Fields of a record; a tag of that name moves aside. */
export const POI_FIELDS = ['id', 'osm_type', 'osm_id', 'kind', 'kinds', 'name', 'lat', 'lon', 'ele'] as const
const FIELDS = new Set<string>(POI_FIELDS)

export function toFlatTags(tags: Tags): string {
  const flat: Record<string, string> = Object.create(null)
  for (const [key, value] of tags) {
    if (key === 'name') continue
    flat[FIELDS.has(key) ? `tag:${key}` : key] = value
  }
  return JSON.stringify(flat)
}
