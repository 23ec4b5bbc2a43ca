// Walks a GeoJSON document (RFC 7946) in order: collections of features, features, collections of geometries at any
// depth, and the geometries in them. A feature without a geometry (null) has none. Every error names its place.

import { ServiceError } from '../errors.ts'

export type Members = Record<string, unknown>

export interface GeoJsonVisitor {
  /** each object of the document: a collection, a feature or a geometry */
  node?(node: Members): void
  /** a list of positions, not yet examined; `feature`: what it stands in, null: none */
  line(positions: unknown[], path: string, feature: Members | null): void
  point(coordinates: unknown, path: string, feature: Members | null): void
  area(): void
}

const MAX_DEPTH = 50
const KNOWN_TYPES =
  '"LineString", "MultiLineString", "Feature" or "FeatureCollection", or a point, an area or a collection beside one'

/** Throws ServiceError `invalid_input`. */
export function walkGeoJson(document: unknown, path: string, visitor: GeoJsonVisitor): void {
  const root = asObject(document, path)
  if (root['type'] === 'FeatureCollection') {
    const features = asList(root['features'], `${path}.features`, 'a list of features')
    visitor.node?.(root)
    for (let i = 0; i < features.length; i++) {
      const at = `${path}.features[${i}]`
      const feature = asObject(features[i], at)
      if (feature['type'] !== 'Feature') throw geoJsonFault(`${at}.type`, '"Feature"', describe(feature['type']))
      walkFeature(feature, at, visitor)
    }
  } else if (root['type'] === 'Feature') walkFeature(root, path, visitor)
  else walkGeometry(root, path, null, visitor, 0)
}

function walkFeature(feature: Members, path: string, visitor: GeoJsonVisitor): void {
  visitor.node?.(feature)
  if (feature['geometry'] === null) return
  walkGeometry(asObject(feature['geometry'], `${path}.geometry`), `${path}.geometry`, feature, visitor, 0)
}

function walkGeometry(
  geometry: Members,
  path: string,
  feature: Members | null,
  visitor: GeoJsonVisitor,
  depth: number,
): void {
  if (depth > MAX_DEPTH) throw geoJsonFault(path, `collections nested at most ${MAX_DEPTH} deep`, 'more')
  const { type, coordinates } = geometry
  const at = `${path}.coordinates`
  switch (type) {
    case 'LineString':
      visitor.line(asList(coordinates, at), at, feature)
      break
    case 'MultiLineString':
      asList(coordinates, at).forEach((one, i) => visitor.line(asList(one, `${at}[${i}]`), `${at}[${i}]`, feature))
      break
    case 'Point':
      visitor.point(coordinates, at, feature)
      break
    case 'MultiPoint':
      asList(coordinates, at).forEach((one, i) => visitor.point(one, `${at}[${i}]`, feature))
      break
    case 'Polygon':
    case 'MultiPolygon':
      visitor.area()
      break
    case 'GeometryCollection':
      asList(geometry['geometries'], `${path}.geometries`, 'a list of geometries').forEach((one, i) =>
        walkGeometry(
          asObject(one, `${path}.geometries[${i}]`),
          `${path}.geometries[${i}]`,
          feature,
          visitor,
          depth + 1,
        ),
      )
      break
    default:
      throw geoJsonFault(`${path}.type`, KNOWN_TYPES, describe(type))
  }
  visitor.node?.(geometry)
}

function asObject(value: unknown, path: string): Members {
  if (!isObject(value)) throw geoJsonFault(path, 'a GeoJSON object', describe(value))
  return value
}

function asList(value: unknown, path: string, what = 'a list of positions'): unknown[] {
  if (!Array.isArray(value)) throw geoJsonFault(path, what, describe(value))
  return value as unknown[]
}

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function geoJsonFault(path: string, expected: string, got: string): ServiceError {
  return new ServiceError('invalid_input', `\`${path}\`: expected ${expected}, got ${got}.`, { inputPath: path })
}

export function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'string') return value.length > 40 ? 'a long text' : JSON.stringify(value)
  return typeof value === 'object' ? 'an object' : String(value)
}
