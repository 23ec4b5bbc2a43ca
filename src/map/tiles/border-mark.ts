// How a border is marked in the tiles.

import type { Mark } from './feature-mark.ts'
import type { FeatureStore } from './feature-store.ts'

const COUNTRY_LEVEL = 2

/** Attributes of a border by its lowest admin level. */
export function borderMark(store: FeatureStore, level: number): Mark {
  const kind = level === COUNTRY_LEVEL ? 'country' : level <= 4 ? 'region' : level <= 6 ? 'county' : 'locality'
  const minZoom = level === COUNTRY_LEVEL ? 0 : level <= 4 ? 6 : level <= 6 ? 8 : level === 7 ? 9 : 10
  return {
    layer: 'boundaries',
    minZoom,
    sort: -level,
    attributes: store.attributes.add([
      ['kind', kind],
      ['kind_detail', level],
      ['sort_rank', 289],
      ['min_zoom', minZoom],
    ]),
  }
}
