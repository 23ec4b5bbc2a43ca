// Layer `water`: lakes, rivers and streams, as areas and as lines.

import type { Tags } from '../../osm/tags.ts'
import type { Attribute } from './attribute-table.ts'
import { isYes, namesOf, type MappedFeature } from './feature-mapping.ts'

const WATER_PX = 6
const LABEL_PX = 500

const RIVERS = new Map([
  ['river', 7],
  ['canal', 10],
  ['stream', 12],
  ['ditch', 14],
  ['drain', 14],
  ['tidal_channel', 12],
])
const WATER_KINDS = new Map([
  ['lake', 'lake'],
  ['river', 'river'],
  ['stream', 'stream'],
  ['canal', 'canal'],
  ['basin', 'basin'],
  ['reservoir', 'lake'],
  ['pond', 'lake'],
  ['lagoon', 'lake'],
  ['oxbow', 'lake'],
])

/** Streams, rivers, cliffs and ridges. */
export function mapWaterway(tags: Tags): MappedFeature | null {
  const waterway = tags.get('waterway')
  const kind = waterway === undefined ? undefined : RIVERS.has(waterway) ? waterway : undefined
  if (kind !== undefined) {
    const isMinor = kind === 'stream' && !tags.has('name')
    return {
      layer: 'water',
      geometry: 'line',
      minZoom: isMinor ? 13 : RIVERS.get(kind)!,
      sort: 1,
      attributes: [
        ['kind', kind],
        ['sort_rank', 200],
        ['min_zoom', RIVERS.get(kind)!],
        ...namesOf(tags, kind === 'river' ? 10 : 12),
        ['intermittent', isYes(tags, 'intermittent') || isYes(tags, 'seasonal') || undefined],
        ['is_tunnel', isYes(tags, 'tunnel') || undefined],
        ['is_bridge', isYes(tags, 'bridge') || undefined, 13],
      ],
    }
  }
  const natural = tags.get('natural')
  if (natural === 'cliff')
    return { layer: 'earth', geometry: 'line', minZoom: 12, sort: 2, attributes: [['kind', 'cliff']] }
  if ((natural === 'ridge' || natural === 'arete' || natural === 'valley') && tags.has('name')) {
    return {
      layer: 'earth',
      geometry: 'line',
      minZoom: 12,
      sort: 2,
      attributes: [['kind', natural === 'arete' ? 'ridge' : natural], ...namesOf(tags)],
    }
  }
  return null
}

export function waterKind(tags: Tags): string | null {
  const natural = tags.get('natural')
  if (natural === 'water') return WATER_KINDS.get(tags.get('water') ?? '') ?? 'water'
  if (natural === 'bay' || natural === 'strait' || natural === 'fjord') return null
  if (tags.get('landuse') === 'reservoir') return 'lake'
  if (tags.get('landuse') === 'basin') return 'basin'
  const waterway = tags.get('waterway')
  if (waterway === 'riverbank') return 'river'
  if (waterway === 'dock' || waterway === 'boatyard') return 'dock'
  if (tags.get('leisure') === 'swimming_pool') return 'swimming_pool'
  return null
}

export function mapWater(tags: Tags, kind: string): MappedFeature[] {
  const shared: Attribute[] = [
    ['kind', kind],
    ['kind_detail', tags.get('water')],
    ['sort_rank', 200],
  ]
  const isPool = kind === 'swimming_pool'
  const drafts: MappedFeature[] = [
    {
      layer: 'water',
      geometry: 'area',
      minZoom: isPool ? 14 : 5,
      sort: 0,
      leastPx: WATER_PX,
      attributes: [
        ...shared,
        ['intermittent', isYes(tags, 'intermittent') || isYes(tags, 'seasonal') || undefined],
        ['reservoir', tags.get('water') === 'reservoir' || tags.get('landuse') === 'reservoir' || undefined],
      ],
    },
  ]
  if (tags.has('name') && !['river', 'stream', 'canal', 'swimming_pool'].includes(kind)) {
    drafts.push({
      layer: 'water',
      geometry: 'point',
      minZoom: 9,
      sort: 2,
      leastPx: LABEL_PX,
      attributes: [...shared, ...namesOf(tags)],
    })
  }
  return drafts
}
