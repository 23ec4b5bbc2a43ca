// What the rules say about a map object before its geometry is known: layer, zooms and attributes of each feature made
// from it. Kinds, keys and zooms follow the Protomaps basemap schema v4 (docs.protomaps.com/basemaps/layers), so that
// its published styles can draw our tiles; our own keys are added to them. Pure types and names, no geometry.

import { listValues, type Tags } from '../../osm/tags.ts'
import type { Attribute } from './attribute-table.ts'
import type { LayerName } from './feature-mark.ts'

export interface MappedFeature {
  layer: LayerName
  /** the `point` of an area is a point inside it */
  geometry: 'point' | 'line' | 'area'
  minZoom: number
  /** inclusive */
  maxZoom?: number
  /** order inside the layer of a tile: smaller values are written first */
  sort: number
  attributes: Attribute[]
  /**
   * an area, or its point, is drawn from the zoom at which it fills this many pixels of a 512 px tile, but not before
   * minZoom
   */
  leastPx?: number
}

/** Languages of names besides `name` itself. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ca'] as const

/** `name` and `name:xx` as tagged; empty for an object without a name. */
export function namesOf(tags: Tags, fromZoom = 0): Attribute[] {
  const name = tags.get('name') ?? tags.get('int_name')
  if (name === undefined) return []
  const names: Attribute[] = [['name', name, fromZoom]]
  for (const language of LANGUAGES) {
    const translated = tags.get(`name:${language}`)
    if (translated !== undefined && translated !== name) names.push([`name:${language}`, translated, fromZoom])
  }
  return names
}

/** A value other than `no`. */
export function isYes(tags: Tags, key: string): boolean {
  const value = tags.get(key)
  return value !== undefined && value !== 'no'
}

/** First value of a list, undefined if untagged. */
export function firstValue(tags: Tags, key: string): string | undefined {
  const value = tags.get(key)
  return value === undefined ? undefined : listValues(value)[0]
}

/** A whole number as tagged, undefined for anything else. */
export function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,4}$/.test(text) ? Number(text) : undefined
}
