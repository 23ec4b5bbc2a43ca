// Takes the features that tiles are cut from. Coordinates are world units: Web Mercator, 0..2^31 from the north-west
// corner, so that a unit (1 of 4096) of a z14 tile is 32 of them. Each vertex has the zoom from which it is needed
// (simplification-zooms.ts). Points have one part with one vertex; the parts of an area are closed rings, an outer ring
// before its inner ones.
//
// Features are kept on disk by the tile of ROOT_ZOOM that they are in; one that is in several is cut as it is added.
// Features of the zooms above are kept a second time, with only the vertices that those zooms need. So memory holds one
// part at a time (feature-part.ts), whatever the size of the map.

import { SortedRuns } from '../../storage/sorted-runs.ts'
import { int32List, uint32List, uint8List } from '../../storage/typed-list.ts'
import { AttributeTable } from './attribute-table.ts'
import { type Shape, clipLines, clipRings } from './clip-shape.ts'
import { AREA, type GeometryType, LAYERS, LINE, type LayerName, type Mark, POINT } from './feature-mark.ts'
import { FeaturePart, type PartRoot } from './feature-part.ts'
import { FeatureWriter } from './feature-record.ts'
import { keepToZoom } from './keep-to-zoom.ts'
import { SimplificationZooms } from './simplification-zooms.ts'
import { type UnitBox, intersection, isInside, putBox } from './unit-box.ts'
import { BUFFER_UNITS, DEEPEST_ZOOM, bufferedTile, tilesTouched, unitOf } from './world-units.ts'

/** Features are kept by the tiles of this zoom that they are in. */
export const ROOT_ZOOM = 9
/** The part of the zooms above. */
const TOP = 0
const ROOTS_ACROSS = 2 ** ROOT_ZOOM
/** Part, layer, sort and attributes. */
const KEYS = 4

interface FeatureStoreOptions {
  /** of the temporary file */
  path: string
  /** what lies outside is left out */
  extent: UnitBox
  /** drop vertices that no zoom needs */
  prunes?: boolean
  /** kept in memory before they go to the file; if absent, as SortedRuns has it */
  runBytes?: number
}

export class FeatureStore {
  readonly attributes = new AttributeTable()
  readonly summaries = new LayerSummaries()
  readonly extent: UnitBox
  readonly #zooms: SimplificationZooms
  readonly #writer = new FeatureWriter()
  readonly #runs: SortedRuns
  /** the shape of the feature being added */
  readonly #coords = int32List()
  readonly #vertexZooms = uint8List()
  readonly #partStart = uint32List()
  readonly #inner = uint8List()
  readonly #box = new Int32Array(4)

  constructor({ path, extent, prunes = false, runBytes }: FeatureStoreOptions) {
    this.extent = extent
    this.#zooms = new SimplificationZooms(prunes)
    this.#runs = new SortedRuns(path, KEYS, runBytes)
    this.#beginShape()
  }

  addPoint(mark: Mark, x: number, y: number): void {
    this.#addVertex(x, y, 0)
    this.#endPart(0)
    this.#finish(mark, POINT)
  }

  /**
   * Lines of x, y, x, y, ... in world units; those shorter than two points are left out. Returns false if none is left.
   */
  addLines(mark: Mark, lines: readonly ArrayLike<number>[]): boolean {
    for (const line of lines) if (line.length >= 4) this.#addPart(line, 0, mark.minZoom)
    return this.#finish(mark, LINE)
  }

  /**
   * Closed rings (first and last point equal) with 1 for an inner one; an outer ring precedes its inner ones. Returns
   * false if nothing is left.
   */
  addArea(mark: Mark, rings: readonly ArrayLike<number>[], inner: readonly number[]): boolean {
    rings.forEach((ring, i) => {
      if (ring.length >= 8) this.#addPart(ring, inner[i], mark.minZoom)
    })
    return this.#finish(mark, AREA)
  }

  /**
   * The features, one part after another, each valid until the next: first that of the zooms above ROOT_ZOOM, then one
   * for each tile of ROOT_ZOOM that has features. Adding a feature after this throws.
   */
  *parts(): Generator<FeaturePart> {
    const part = new FeaturePart()
    let current = -1
    for (const { keys, bytes } of this.#runs.read()) {
      if (keys[0] !== current) {
        if (current >= 0) yield part
        current = keys[0]
        part.begin(rootOf(current))
      }
      part.take(keys[1], keys[3], bytes)
    }
    if (current >= 0) yield part
  }

  /** Deletes the temporary file. */
  close(): void {
    this.#runs.close()
  }

  #beginShape(): void {
    for (const list of [this.#coords, this.#vertexZooms, this.#partStart, this.#inner]) list.length = 0
    this.#partStart.push(0)
  }

  #addPart(line: ArrayLike<number>, inner: number, fromZoom: number): void {
    const zooms = this.#zooms.rank(line, fromZoom)
    for (let v = 0; v < zooms.length; v++)
      if (zooms[v] <= DEEPEST_ZOOM) this.#addVertex(line[2 * v], line[2 * v + 1], zooms[v])
    this.#endPart(inner)
  }

  #addVertex(x: number, y: number, zoom: number): void {
    this.#coords.push(x)
    this.#coords.push(y)
    this.#vertexZooms.push(zoom)
  }

  #endPart(inner: number): void {
    this.#partStart.push(this.#vertexZooms.length)
    this.#inner.push(inner)
  }

  /** Keeps the shape with each tile that it is in; returns false if absent. */
  #finish(mark: Mark, type: GeometryType): boolean {
    const shape: Shape = {
      coords: this.#coords.array,
      zooms: this.#vertexZooms.array,
      partStart: this.#partStart.array,
      inner: this.#inner.array,
      first: 0,
      last: this.#inner.length,
    }
    if (shape.last === 0) return false
    this.summaries.take(mark)
    if (mark.minZoom < ROOT_ZOOM) this.#keep(mark, type, TOP, keepToZoom(shape, type === AREA, ROOT_ZOOM - 1))
    if ((mark.maxZoom ?? DEEPEST_ZOOM) >= ROOT_ZOOM) this.#keepInRoots(mark, type, shape)
    this.#beginShape()
    return true
  }

  #keepInRoots(mark: Mark, type: GeometryType, shape: Shape): void {
    const box = this.#box
    putBox(shape.coords, 0, shape.partStart[shape.last], box, 0)
    // a point is in exactly one tile
    const buffer = type === POINT ? 0 : unitOf(ROOT_ZOOM) * BUFFER_UNITS
    const reach = { minX: box[0] - buffer, minY: box[1] - buffer, maxX: box[2] + buffer, maxY: box[3] + buffer }
    const near = tilesTouched(ROOT_ZOOM, intersection(reach, this.extent))
    for (let y = near.minY; y <= near.maxY; y++)
      for (let x = near.minX; x <= near.maxX; x++) {
        const tile = bufferedTile(ROOT_ZOOM, x, y)
        const part = 1 + y * ROOTS_ACROSS + x
        if (isInside(box, 0, tile)) this.#keep(mark, type, part, shape)
        else this.#keep(mark, type, part, type === LINE ? clipLines(shape, tile) : clipRings(shape, tile))
      }
  }

  #keep(
    { layer, sort, attributes, id = 0, minZoom, maxZoom = DEEPEST_ZOOM }: Mark,
    type: GeometryType,
    part: number,
    shape: Shape | null,
  ): void {
    if (shape === null) return
    const keys = [part, LAYERS.indexOf(layer), sort, attributes]
    this.#runs.add(keys, this.#writer.write({ id, type, minZoom, maxZoom }, shape))
  }
}

function rootOf(part: number): PartRoot {
  if (part === TOP) return { z: 0, x: 0, y: 0, lastZoom: ROOT_ZOOM - 1 }
  const number = part - 1
  return { z: ROOT_ZOOM, x: number % ROOTS_ACROSS, y: Math.floor(number / ROOTS_ACROSS), lastZoom: DEEPEST_ZOOM }
}

// What each layer of a map has: how many features, of which zooms, with which keys. Takes 4 bytes for each set of
// attributes.

/** One of `vector_layers` of TileJSON 3. */
interface VectorLayer {
  id: LayerName
  minzoom: number
  maxzoom: number
  fields: Record<string, string>
}

class LayerSummaries {
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
