// An outdoor place's tags as the text of one flat JSON object (decision D6): every tag under its own key, or under
// `tag:KEY` if it would hide one of our fields. `name` is left out: the record already has it as tagged. Pure.

import type { Tags } from '../osm/tags.ts'

/** Fields of a record; a tag with one of these names is renamed. */
const POI_FIELDS = ['id', 'osm_type', 'osm_id', 'kind', 'kinds', 'name', 'lat', 'lon', 'ele'] as const
const FIELDS = new Set<string>(POI_FIELDS)

export function toFlatTags(tags: Tags): string {
  const flat: Record<string, string> = Object.create(null)
  for (const [key, value] of tags) {
    if (key === 'name') continue
    flat[FIELDS.has(key) ? `tag:${key}` : key] = value
  }
  return JSON.stringify(flat)
}
