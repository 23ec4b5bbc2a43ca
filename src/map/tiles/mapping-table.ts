// Drafts of ways and relations, numbered so that those drawn alike share one. A draft is stored as a run of bytes, so
// that no objects are kept while drafts wait for their geometry.

import { ByteTable } from '../../storage/byte-table.ts'
import type { MappedFeature } from './feature-mapping.ts'
import { LAYERS, type Mark } from './feature-mark.ts'

export interface MappingMark extends Mark {
  geometry: MappedFeature['geometry']
  leastPx: number
}

const GEOMETRIES = ['point', 'line', 'area'] as const
const NO_ZOOM = 255

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
