// A GeoJSON document with fewer positions, and everything else as it was; but for values of a feature that belong to
// its positions one by one (`coordTimes`, `coordinateProperties` and whatever else is a list as long as the line): they
// stay with the positions that stay.

import { isObject, type Members } from '../geojson-parts.ts'

/** Depth of lists and objects in which such values are looked for. */
const MAX_DEPTH = 6
/** Members that are something else, however long they are. */
const OF_THE_DOCUMENT = new Set(['type', 'bbox', 'id', 'features', 'geometry', 'geometries', 'coordinates'])

/** `isKept`: by position, numbered through all lines in order. */
export function keepPositions(document: unknown, isKept: Uint8Array): unknown {
  return new Keeper(isKept).keep(document as Members)
}

class Keeper {
  readonly #isKept: Uint8Array
  #at = 0
  /** of the feature or geometry being kept: which positions of each of its lines stay */
  #lines: Uint8Array[] = []

  constructor(isKept: Uint8Array) {
    this.#isKept = isKept
  }

  keep(node: Members): Members {
    if (node['type'] === 'FeatureCollection')
      return { ...node, features: (node['features'] as Members[]).map((feature) => this.keep(feature)) }
    this.#lines = []
    const kept =
      node['type'] === 'Feature'
        ? { ...node, geometry: node['geometry'] === null ? null : this.#geometry(node['geometry'] as Members) }
        : this.#geometry(node)
    return this.#members(kept)
  }

  #geometry(node: Members): Members {
    switch (node['type']) {
      case 'LineString':
        return { ...node, coordinates: this.#positions(node['coordinates'] as unknown[]) }
      case 'MultiLineString':
        return { ...node, coordinates: (node['coordinates'] as unknown[][]).map((line) => this.#positions(line)) }
      case 'GeometryCollection':
        return { ...node, geometries: (node['geometries'] as Members[]).map((one) => this.#geometry(one)) }
      default:
        return node
    }
  }

  #positions(positions: unknown[]): unknown[] {
    const isKept = this.#isKept.subarray(this.#at, this.#at + positions.length)
    this.#at += positions.length
    this.#lines.push(isKept)
    return keptOf(positions, isKept)
  }

  #members(node: Members, depth = 0): Members {
    const members = Object.entries(node).map(([name, value]) => [
      name,
      depth === 0 && OF_THE_DOCUMENT.has(name) ? value : this.#value(value, depth + 1),
    ])
    return Object.fromEntries(members) as Members
  }

  #value(value: unknown, depth: number): unknown {
    if (depth > MAX_DEPTH) return value
    if (isObject(value)) return this.#members(value, depth)
    if (!Array.isArray(value)) return value
    const lines = this.#lines
    const lengthOf = (one: unknown) => (Array.isArray(one) ? one.length : -1)
    if (lines.length === 1 && value.length === lines[0].length) return keptOf(value, lines[0])
    if (value.length === lines.length && lines.every(({ length }, i) => lengthOf(value[i]) === length))
      return lines.map((isKept, i) => keptOf(value[i] as unknown[], isKept))
    if (lines.length > 1 && value.length === lines.reduce((sum, { length }) => sum + length, 0)) {
      let at = 0
      return lines.flatMap((isKept) => keptOf(value.slice(at, (at += isKept.length)) as unknown[], isKept))
    }
    return value.map((one) => this.#value(one, depth + 1))
  }
}

const keptOf = (values: readonly unknown[], isKept: Uint8Array): unknown[] => values.filter((_, i) => isKept[i] === 1)
