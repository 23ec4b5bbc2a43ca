// What the rules say about a map object before its geometry is known: layer, zooms and attributes of each feature made
// from it. Kinds, keys and zooms follow the Protomaps basemap schema v4 (docs.protomaps.com/basemaps/layers), so that
// its published styles can draw our tiles; our own keys are added to them. Pure types and names, no geometry.

import { listValues, type Tags } from '../../osm/tags.ts'
import { ByteTable } from '../../storage/byte-table.ts'
import { NAME_LANGUAGES } from '../style/name-languages.ts'
import type { Attribute } from './attribute-table.ts'

/** What a feature of the map tiles is, before its position is known: its layer, its kind of geometry, its zooms. */
export const LAYERS = [
  'earth',
  'landcover',
  'landuse',
  'water',
  'buildings',
  'roads',
  'boundaries',
  'trails',
  'places',
  'pois',
  'contours',
] as const
export type LayerName = (typeof LAYERS)[number]

export const POINT = 1
export const LINE = 2
export const AREA = 3
export type GeometryType = typeof POINT | typeof LINE | typeof AREA

/** How a feature is drawn. */
export interface Mark {
  layer: LayerName
  minZoom: number
  /** inclusive; if absent, the deepest */
  maxZoom?: number
  attributes: number
  /** order inside the layer of a tile: smaller values are written first */
  sort: number
  /** OSM id of points, written as id * 4 + type; 0: none */
  id?: number
}

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

/** `name` and `name:xx` as tagged; empty for an object without a name. */
export function namesOf(tags: Tags, fromZoom = 0): Attribute[] {
  const name = tags.get('name') ?? tags.get('int_name')
  if (name === undefined) return []
  const names: Attribute[] = [['name', name, fromZoom]]
  for (const language of NAME_LANGUAGES) {
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

export interface MappingMark extends Mark {
  geometry: MappedFeature['geometry']
  leastPx: number
}

const GEOMETRIES = ['point', 'line', 'area'] as const
const NO_ZOOM = 255

/**
 * Drafts of ways and relations, numbered so that those drawn alike share one. A draft is stored as a run of bytes, so
 * that no objects are kept while drafts wait for their geometry.
 */
export class MappingTable {
  readonly #table = new ByteTable()
  readonly #bytes = new Uint8Array(40)
  /** sort, id, leastPx, attributes */
  readonly #numbers = new Float64Array(this.#bytes.buffer, 0, 4)

  add({ layer, geometry, minZoom, maxZoom, sort, attributes, leastPx, id }: MappingMark): number {
    this.#numbers.set([sort, id ?? 0, leastPx, attributes])
    this.#bytes.set([LAYERS.indexOf(layer), GEOMETRIES.indexOf(geometry), minZoom, maxZoom ?? NO_ZOOM], 32)
    return this.#table.add(this.#bytes)
  }

  get(draft: number): MappingMark {
    this.#bytes.set(this.#table.get(draft))
    const [sort, id, leastPx, attributes] = this.#numbers
    const [layer, geometry, minZoom, maxZoom] = this.#bytes.subarray(32)
    return {
      ...{ layer: LAYERS[layer], geometry: GEOMETRIES[geometry], minZoom, sort, attributes, leastPx, id },
      ...(maxZoom === NO_ZOOM ? {} : { maxZoom }),
    }
  }
}
