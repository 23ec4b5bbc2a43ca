// What each layer of a map has: how many features, of which zooms, with which keys. Takes 4 bytes for each set of
// attributes.

import { uint32List } from '../../storage/typed-list.ts'
import type { AttributeTable } from './attribute-table.ts'
import { LAYERS, type LayerName, type Mark } from './feature-mark.ts'
import { DEEPEST_ZOOM } from './world-units.ts'

/** One of `vector_layers` of TileJSON 3. */
export interface VectorLayer {
  id: LayerName
  minzoom: number
  maxzoom: number
  fields: Record<string, string>
}

export class LayerSummaries {
  readonly #counts = new Float64Array(LAYERS.length)
  readonly #least = new Uint8Array(LAYERS.length).fill(DEEPEST_ZOOM)
  readonly #most = new Uint8Array(LAYERS.length)
  /** by set of attributes: a bit for each layer that has it */
  readonly #layersOf = uint32List()

  take({ layer, minZoom, maxZoom = DEEPEST_ZOOM, attributes }: Mark): void {
    const index = LAYERS.indexOf(layer)
    this.#counts[index]++
    this.#least[index] = Math.min(this.#least[index], minZoom)
    this.#most[index] = Math.max(this.#most[index], maxZoom)
    while (this.#layersOf.length <= attributes) this.#layersOf.push(0)
    this.#layersOf.array[attributes] |= 1 << index
  }

  /** The first zoom at which any feature is drawn. */
  leastZoom(): number {
    return Math.min(...this.#least)
  }

  /** Of layers that have features. */
  counts(): Map<LayerName, number> {
    return new Map(
      LAYERS.map((name, i): [LayerName, number] => [name, this.#counts[i]]).filter(([, count]) => count > 0),
    )
  }

  /** Every layer that has features, with its zooms and the keys that these have. */
  describe(attributes: AttributeTable): VectorLayer[] {
    const decoder = new TextDecoder()
    const keys = Array.from({ length: attributes.keys.count }, (_, key) => decoder.decode(attributes.keys.get(key)))
    const fields = LAYERS.map(() => new Map<string, string>())
    for (let set = 0; set < this.#layersOf.length; set++) {
      const layers = this.#layersOf.array[set]
      const pairs = layers === 0 ? [] : attributes.pairsOf(set)
      for (let at = 0; at < pairs.length; at += 3) {
        const tag = attributes.values.get(pairs[at + 1])[0]
        const type = tag === 10 ? 'String' : tag === 56 ? 'Boolean' : 'Number'
        fields.forEach((types, i) => {
          if ((layers & (1 << i)) !== 0) types.set(keys[pairs[at]], type)
        })
      }
    }
    return [...this.counts().keys()].map((id) => {
      const i = LAYERS.indexOf(id)
      const sorted = [...fields[i]].sort(([a], [b]) => (a < b ? -1 : 1))
      return { id, minzoom: this.#least[i], maxzoom: this.#most[i], fields: Object.fromEntries(sorted) }
    })
  }
}
