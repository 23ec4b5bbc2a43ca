// The features that tiles are cut from, with layer, zooms, attributes and geometry in typed arrays. Coordinates are
// world units: Web Mercator, 0..2^31 from the north-west corner, so that a unit (1 of 4096) of a z14 tile is 32 of
// them. Each vertex has the zoom from which it is needed (vertex-zooms.ts). Points have one part with one vertex; the
// parts of an area are closed rings, an outer ring before its inner ones.

import { worldX, worldY } from '../geo/web-mercator.ts'
import { indexesUpTo, sortIndexes } from '../graph/sort-indexes.ts'
import { float64List, int32List, uint32List, uint8List } from '../graph/typed-list.ts'
import { AttributeTable } from './attribute-table.ts'
import type { Shape } from './clip-shape.ts'
import { VertexPages } from './vertex-pages.ts'
import { VertexZooms } from './vertex-zooms.ts'

export const WORLD_UNITS = 2 ** 31
export const DEEPEST_ZOOM = 14
export const EXTENT = 4096

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

/** World units of a coordinate in 1e-7 degrees. */
export function toUnitsX(lonE7: number): number {
  return Math.max(0, Math.min(WORLD_UNITS - 1, Math.round(worldX(lonE7 / 1e7) * WORLD_UNITS)))
}
export function toUnitsY(latE7: number): number {
  const y = worldY(Math.max(-89.9, Math.min(89.9, latE7 / 1e7)))
  return Math.max(0, Math.min(WORLD_UNITS - 1, Math.round(y * WORLD_UNITS)))
}

/** Size of a tile's unit (1 of 4096) in world units. */
export function unitOf(zoom: number): number {
  return WORLD_UNITS / EXTENT / 2 ** zoom
}

/** How a feature is drawn, before its position is known. */
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

export class FeatureStore {
  readonly attributes = new AttributeTable()
  readonly layer = uint8List()
  readonly type = uint8List()
  readonly minZoom = uint8List()
  readonly maxZoom = uint8List()
  readonly set = uint32List()
  readonly sort = float64List()
  readonly id = float64List()
  /** minX, minY, maxX, maxY of feature f at [4 * f] */
  readonly box = int32List()
  /** parts of feature f: [partOf[f], partOf[f + 1]) */
  readonly partOf = uint32List()
  /** vertices of part p: [partStart[p], partStart[p + 1]) */
  readonly #partStart = uint32List()
  readonly #partInner = uint8List()
  readonly #vertices: VertexPages
  readonly #zooms: VertexZooms
  /** of the feature being added */
  readonly #bounds = { minX: WORLD_UNITS, minY: WORLD_UNITS, maxX: 0, maxY: 0 }

  /** `prunes`: drop vertices that no zoom needs. `vertexPath`: temporary file for the vertices; null: in memory. */
  constructor({ prunes = false, vertexPath = null }: { prunes?: boolean; vertexPath?: string | null } = {}) {
    this.#vertices = new VertexPages(vertexPath)
    this.#zooms = new VertexZooms(prunes)
    this.partOf.push(0)
    this.#partStart.push(0)
  }

  get count(): number {
    return this.layer.length
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
    let some = false
    for (const line of lines) {
      if (line.length < 4) continue
      this.#addPart(line, 0, mark.minZoom)
      some = true
    }
    if (some) this.#finish(mark, LINE)
    return some
  }

  /**
   * Closed rings (first and last point equal) with 1 for an inner one; an outer ring precedes its inner ones. Returns
   * false if nothing is left.
   */
  addArea(mark: Mark, rings: readonly ArrayLike<number>[], inner: readonly number[]): boolean {
    let some = false
    rings.forEach((ring, i) => {
      if (ring.length < 8) return
      this.#addPart(ring, inner[i], mark.minZoom)
      some = true
    })
    if (some) this.#finish(mark, AREA)
    return some
  }

  /** Features in the order of tiles: by layer, sort, attributes, then order of insertion. */
  order(): Uint32Array {
    const { layer, sort, set } = this
    return sortIndexes(
      indexesUpTo(this.count),
      (a, b) =>
        layer.array[a] - layer.array[b] || sort.array[a] - sort.array[b] || set.array[a] - set.array[b] || a - b,
    )
  }

  /** The shape of a line or an area, which must not be written to. */
  shapeOf(f: number): Shape {
    const { partOf } = this
    return this.#vertices.shape(this.#partStart.array, this.#partInner.array, partOf.array[f], partOf.array[f + 1])
  }

  /** Deletes temporary files. */
  close(): void {
    this.#vertices.close()
  }

  #addPart(line: ArrayLike<number>, inner: number, fromZoom: number): void {
    const zooms = this.#zooms.rank(line, fromZoom)
    for (let v = 0; v < zooms.length; v++) {
      if (zooms[v] > DEEPEST_ZOOM) continue
      this.#addVertex(line[2 * v], line[2 * v + 1], zooms[v])
    }
    this.#endPart(inner)
  }

  #addVertex(x: number, y: number, zoom: number): void {
    const bounds = this.#bounds
    this.#vertices.push(x, y, zoom)
    if (x < bounds.minX) bounds.minX = x
    if (x > bounds.maxX) bounds.maxX = x
    if (y < bounds.minY) bounds.minY = y
    if (y > bounds.maxY) bounds.maxY = y
  }

  #endPart(inner: number): void {
    this.#partStart.push(this.#vertices.length)
    this.#partInner.push(inner)
  }

  #finish(mark: Mark, type: GeometryType): void {
    this.layer.push(LAYERS.indexOf(mark.layer))
    this.type.push(type)
    this.minZoom.push(mark.minZoom)
    this.maxZoom.push(mark.maxZoom ?? DEEPEST_ZOOM)
    this.set.push(mark.attributes)
    this.sort.push(mark.sort)
    this.id.push(mark.id ?? 0)
    this.partOf.push(this.#partInner.length)
    const bounds = this.#bounds
    for (const side of [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY]) this.box.push(side)
    bounds.minX = bounds.minY = WORLD_UNITS
    bounds.maxX = bounds.maxY = 0
  }
}
