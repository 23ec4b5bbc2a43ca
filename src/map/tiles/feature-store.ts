// Takes the features that tiles are cut from. Coordinates are world units: Web Mercator, 0..2^31 from the north-west
// corner, so that a unit (1 of 4096) of a z14 tile is 32 of them. Each vertex has the zoom from which it is needed.
// Points have one part with one vertex; the parts of an area are closed rings, an outer ring
// before its inner ones.
//
// Features are kept on disk by the tile of ROOT_ZOOM that they are in; one that is in several is cut as it is added.
// Features of the zooms above are kept a second time, with only the vertices that those zooms need. So memory holds one
// part at a time (feature-part.ts), whatever the size of the map.

import { SortedRuns } from '../../storage/sorted-runs.ts'
import { int32List, uint32List, uint8List } from '../../storage/typed-list.ts'
import { AttributeTable } from './attribute-table.ts'
import { type Shape, clipLines, clipRings } from './clip-shape.ts'
import { AREA, type GeometryType, LAYERS, LINE, type LayerName, type Mark, POINT } from './feature-mapping.ts'
import { FeaturePart, type PartRoot } from './feature-part.ts'
import { FeatureWriter } from './feature-record.ts'
import { type UnitBox, intersection, isInside, putBox } from './unit-box.ts'
import { BUFFER_UNITS, DEEPEST_ZOOM, bufferedTile, tilesTouched, unitOf } from './world-units.ts'

/** In units of a tile (1 of 4096): about 0.4 px of a 512 px tile. */
const TOLERANCE = 3
/** Zoom of a vertex that no zoom needs. */
const NEVER = DEEPEST_ZOOM + 1

/**
 * The zoom from which a vertex of a line or ring is needed: Douglas-Peucker once over the whole line (Douglas and
 * Peucker 1973), before it is cut into tiles, so that a line is the same on both sides of a tile's edge. A vertex is
 * left out at zooms where it is closer than TOLERANCE tile units to the line without it; at the deepest zoom none is
 * left out, unless it prunes. World units; iterative, so lines may have any length.
 */
export class SimplificationZooms {
  #zoom = new Uint8Array(1024)
  #stack = new Int32Array(256)
  readonly #last: number

  /** `prunes`: a vertex closer than the tolerance even at the deepest zoom gets a zoom beyond it. */
  constructor(prunes: boolean) {
    this.#last = prunes ? NEVER : DEEPEST_ZOOM
  }

  /**
   * One zoom per vertex of `line` (x, y, ...), valid until the next call. Zooms below `fromZoom` are not distinguished:
   * the feature is not drawn there.
   */
  rank(line: ArrayLike<number>, fromZoom: number): Uint8Array {
    const count = line.length / 2
    if (this.#zoom.length < count) this.#zoom = new Uint8Array(count * 2)
    const zoom = this.#zoom.fill(this.#last, 0, count)
    zoom[0] = 0
    zoom[count - 1] = 0
    if (count > 2 && fromZoom < this.#last) this.#rank(line, count, fromZoom)
    return zoom.subarray(0, count)
  }

  #rank(line: ArrayLike<number>, count: number, fromZoom: number): void {
    const zoom = this.#zoom
    let size = 0
    const push = (from: number, to: number, least: number): void => {
      if (to - from < 2) return
      if (size + 3 > this.#stack.length) {
        const grown = new Int32Array(this.#stack.length * 2)
        grown.set(this.#stack)
        this.#stack = grown
      }
      this.#stack[size++] = from
      this.#stack[size++] = to
      this.#stack[size++] = least
    }
    push(0, count - 1, fromZoom)
    while (size > 0) {
      const least = this.#stack[--size]
      const to = this.#stack[--size]
      const from = this.#stack[--size]
      const ax = line[2 * from]
      const ay = line[2 * from + 1]
      const dx = line[2 * to] - ax
      const dy = line[2 * to + 1] - ay
      const length2 = dx * dx + dy * dy
      let farthest = -1
      let best = -1
      // squares of distances are compared times length2, so that nothing is divided for each vertex
      const times = length2 === 0 ? 1 : length2
      for (let i = from + 1; i < to; i++) {
        let px = line[2 * i] - ax
        let py = line[2 * i + 1] - ay
        // how far along the line from end to end, of its length squared
        const along = px * dx + py * dy
        let off: number
        if (along > 0 && along < length2) {
          const cross = px * dy - py * dx
          off = cross * cross
        } else {
          if (along > 0) {
            px -= dx
            py -= dy
          }
          off = (px * px + py * py) * times
        }
        if (off > best) {
          best = off
          farthest = i
        }
      }
      const z = zoomOf(best / times, least)
      // no vertex between them is needed before the deepest zoom
      if (z >= this.#last) continue
      zoom[farthest] = z
      push(from, farthest, z)
      push(farthest, to, z)
    }
  }
}

/** Squares of the tolerance by zoom, in world units. */
const TOLERANCE_2 = Float64Array.from({ length: NEVER }, (_, z) => (TOLERANCE * unitOf(z)) ** 2)

/** The first zoom, `least` or deeper, at which the square of a distance in world units is not below the tolerance. */
function zoomOf(distance2: number, least: number): number {
  let z = least
  while (z < NEVER && distance2 < TOLERANCE_2[z]) z++
  return z
}

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

/** One of `vector_layers` of TileJSON 3. */
interface VectorLayer {
  id: LayerName
  minzoom: number
  maxzoom: number
  fields: Record<string, string>
}

/**
 * What each layer of a map has: how many features, of which zooms, with which keys. Takes 4 bytes for each set of
 * attributes.
 */
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

/**
 * Reduces a shape to what a zoom and those above it need. A shape with the vertices that are needed at `zoom` or above;
 * null where nothing is left. Rings that have no area then are left out, an outer one with its inner ones.
 */
export function keepToZoom(shape: Shape, isArea: boolean, zoom: number): Shape | null {
  const { coords, zooms, partStart, first, last } = shape
  const most = partStart[last] - partStart[first]
  const kept: Shape = {
    coords: new Int32Array(2 * most),
    zooms: new Uint8Array(most),
    partStart: new Uint32Array(last - first + 1),
    inner: new Uint8Array(last - first),
    first: 0,
    last: 0,
  }
  let count = 0
  let hasOuter = false
  for (let p = first; p < last; p++) {
    const isInner = shape.inner[p] === 1
    if (isInner && !hasOuter) continue
    const start = count
    for (let v = partStart[p]; v < partStart[p + 1]; v++) {
      if (zooms[v] > zoom) continue
      kept.coords[2 * count] = coords[2 * v]
      kept.coords[2 * count + 1] = coords[2 * v + 1]
      kept.zooms[count++] = zooms[v]
    }
    const isLeft = !isArea || count - start >= 4
    if (!isInner) hasOuter = isLeft
    if (isLeft) {
      kept.inner[kept.last++] = shape.inner[p]
      kept.partStart[kept.last] = count
    } else count = start
  }
  return kept.last === 0 ? null : kept
}
