// The level of an administrative area from its tags: 2 is a country, 8 a municipality, finer ones are parts of a town.

import type { Tags } from '../osm/tags.ts'

const LEVELS = { least: 2, most: 8 }

/** Null unless it is an administrative area of one of these levels. */
export function adminLevelOf(tags: Tags): number | null {
  const level = tags.get('boundary') === 'administrative' ? Number(tags.get('admin_level')) : NaN
  return level >= LEVELS.least && level <= LEVELS.most ? level : null
}
