// Reads a GeoJSON line (RFC 7946) as a course: LineString, MultiLineString, a Feature of either, a FeatureCollection of
// them; a third coordinate is a height in metres. Every error names its place in the document. Longitudes stay within
// -180..180: a line over the antimeridian goes from 179.9 to -179.9 and is measured the short way. Repairs nothing.

import { ServiceError } from '../errors.ts'
import { type Course, emptyCourse, finishCourse } from './course.ts'

interface Line {
  path: string
  positions: unknown[]
}

/** Where the document stands, for errors, and the features of a collection that are no lines. */
export interface LineRoot {
  path: string
  passesOver?: (feature: unknown) => boolean
}
const SENT: LineRoot = { path: 'geometry' }

/**
 * Counts the positions before any is examined. Throws ServiceError: `invalid_input` (not a line), `too_many_points`.
 */
export function countPositions(geometry: unknown, maxPoints: number, root?: LineRoot): number {
  let count = 0
  for (const line of listLines(geometry, root)) count += line.positions.length
  refusePositions(count, maxPoints)
  return count
}

/** Throws ServiceError `too_many_points`. */
export function refusePositions(count: number, maxPoints: number): void {
  if (count > maxPoints)
    throw new ServiceError('too_many_points', `The line has ${count} points; at most ${maxPoints} are accepted.`, {
      inputPath: 'geometry',
    })
}

/** Throws ServiceError `invalid_input` naming the field, `too_many_points`. */
export function readGeoJsonLine(geometry: unknown, maxPoints: number, root: LineRoot = SENT): Course {
  const count = countPositions(geometry, maxPoints, root)
  const lines = listLines(geometry, root)
  const filled = lines.filter((line) => line.positions.length > 0)
  if (filled.length === 0) throw fault(root.path, 'a line with positions in it', 'none')
  const course = emptyCourse('geojson', count)
  const partStart: number[] = []
  let at = 0
  for (const { path, positions } of filled) {
    if (positions.length < 2) throw fault(path, 'at least 2 positions', 'one')
    partStart.push(at)
    for (let i = 0; i < positions.length; i++, at++) {
      const position = positions[i]
      if (!Array.isArray(position) || position.length < 2)
        throw fault(`${path}[${i}]`, 'a [lon, lat] or [lon, lat, height] position', describe(position))
      course.lon[at] = numberWithin(position[0], 180, `${path}[${i}][0]`, 'a longitude from -180 to 180')
      course.lat[at] = numberWithin(position[1], 90, `${path}[${i}][1]`, 'a latitude from -90 to 90')
      const height = position[2]
      if (height !== undefined && height !== null)
        course.heightM[at] = numberWithin(height, 1e6, `${path}[${i}][2]`, 'a height in metres or null')
    }
  }
  partStart.push(count)
  return finishCourse({ ...course, partStart: Int32Array.from(partStart) })
}

/** The coordinate lists of the document in order, each with its path. */
function listLines(geometry: unknown, { path, passesOver }: LineRoot = SENT): Line[] {
  const root = asObject(geometry, path)
  if (root['type'] === 'FeatureCollection') {
    const features = root['features']
    if (!Array.isArray(features)) throw fault(`${path}.features`, 'a list of features', describe(features))
    return features.flatMap((feature: unknown, i) =>
      passesOver?.(feature) === true
        ? []
        : linesOfFeature(asObject(feature, `${path}.features[${i}]`), `${path}.features[${i}]`),
    )
  }
  return root['type'] === 'Feature' ? linesOfFeature(root, path) : linesOfGeometry(root, path)
}

function linesOfFeature(feature: Record<string, unknown>, path: string): Line[] {
  if (feature['type'] !== 'Feature') throw fault(`${path}.type`, '"Feature"', describe(feature['type']))
  return linesOfGeometry(asObject(feature['geometry'], `${path}.geometry`), `${path}.geometry`)
}

function linesOfGeometry(geometry: Record<string, unknown>, path: string): Line[] {
  const coordinates = geometry['coordinates']
  if (geometry['type'] !== 'LineString' && geometry['type'] !== 'MultiLineString') {
    throw fault(
      `${path}.type`,
      '"LineString", "MultiLineString", "Feature" or "FeatureCollection"',
      describe(geometry['type']),
    )
  }
  if (!Array.isArray(coordinates)) throw fault(`${path}.coordinates`, 'a list of positions', describe(coordinates))
  if (geometry['type'] === 'LineString') return [{ path: `${path}.coordinates`, positions: coordinates }]
  return coordinates.map((positions: unknown, i) => {
    if (!Array.isArray(positions)) throw fault(`${path}.coordinates[${i}]`, 'a list of positions', describe(positions))
    return { path: `${path}.coordinates[${i}]`, positions }
  })
}

function asObject(value: unknown, path: string): Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw fault(path, 'a GeoJSON object', describe(value))
  return value as Record<string, unknown>
}

function numberWithin(value: unknown, limit: number, path: string, expected: string): number {
  if (typeof value !== 'number' || !(Math.abs(value) <= limit)) throw fault(path, expected, describe(value))
  return value
}

function fault(path: string, expected: string, got: string): ServiceError {
  return new ServiceError('invalid_input', `\`${path}\`: expected ${expected}, got ${got}.`, { inputPath: path })
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'string') return value.length > 40 ? 'a long text' : JSON.stringify(value)
  return typeof value === 'object' ? 'an object' : String(value)
}

/** The same document with only the kept positions (numbered through all lines in order); everything else unchanged. */
export function keepPositions(geometry: unknown, isKept: Uint8Array): unknown {
  let at = 0
  const keepOf = (positions: unknown[]): unknown[] => {
    at += positions.length
    return keptOf(positions, isKept, at - positions.length)
  }
  const keep = (node: Record<string, unknown>): Record<string, unknown> => {
    switch (node['type']) {
      case 'FeatureCollection':
        return { ...node, features: (node['features'] as Record<string, unknown>[]).map(keep) }
      case 'Feature':
        return { ...node, geometry: keep(node['geometry'] as Record<string, unknown>) }
      case 'MultiLineString':
        return { ...node, coordinates: (node['coordinates'] as unknown[][]).map(keepOf) }
      default:
        return { ...node, coordinates: keepOf(node['coordinates'] as unknown[]) }
    }
  }
  return keep(geometry as Record<string, unknown>)
}

/** `first`: the number of the first position. */
function keptOf(positions: readonly unknown[], isKept: Uint8Array, first: number): unknown[] {
  const kept: unknown[] = []
  for (let i = 0; i < positions.length; i++) if (isKept[first + i] === 1) kept.push(positions[i])
  return kept
}
