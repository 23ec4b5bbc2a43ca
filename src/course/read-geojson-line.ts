// Reads a GeoJSON document (RFC 7946) as a course: each line at any depth of features and collections is a part, each
// point a waypoint, or a cue where `cue` says what to do; a third coordinate is a height in metres. Every error names
// its place. Longitudes stay within -180..180: a line over the antimeridian goes from 179.9 to -179.9 and is measured
// the short way. Repairs nothing.

import { ServiceError } from '../errors.ts'
import { type MessageCode, type Sentence, say } from '../language/sentence.ts'
import { type Course, emptyCourse, finishCourse } from './course.ts'
import { CourseBuilder } from './files/course-builder.ts'
import { readCueType } from './files/cue-types.ts'
import type { NotReadList } from './files/not-read.ts'

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

/**
 * Walks a GeoJSON document (RFC 7946) in order: collections of features, features, collections of geometries at any
 * depth, and the geometries in them. A feature without a geometry (null) has none. Every error names its place. Throws
 * ServiceError `invalid_input`.
 */
function walkGeoJson(document: unknown, path: string, visitor: GeoJsonVisitor): void {
  const root = asObject(document, path)
  if (root['type'] === 'FeatureCollection') {
    const features = asList(root['features'], `${path}.features`, say('expected.geojson.features'))
    visitor.node?.(root)
    for (let i = 0; i < features.length; i++) {
      const at = `${path}.features[${i}]`
      const feature = asObject(features[i], at)
      if (feature['type'] !== 'Feature')
        throw geoJsonFault(`${at}.type`, say('expected.line.feature'), describe(feature['type']))
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
  if (depth > MAX_DEPTH) throw geoJsonFault(path, say('expected.line.depth', { max: MAX_DEPTH }), say('got.more'))
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
      asList(geometry['geometries'], `${path}.geometries`, say('expected.geojson.geometries')).forEach((one, i) =>
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
      throw geoJsonFault(`${path}.type`, say('expected.line.type'), describe(type))
  }
  visitor.node?.(geometry)
}

function asObject(value: unknown, path: string): Members {
  if (!isObject(value)) throw geoJsonFault(path, say('expected.geojson'), describe(value))
  return value
}

function asList(value: unknown, path: string, what: Expectation = say('expected.geojson.positions')): unknown[] {
  if (!Array.isArray(value)) throw geoJsonFault(path, what, describe(value))
  return value as unknown[]
}

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Expectation = Sentence<Extract<MessageCode, `expected.${'geojson' | 'line'}${string}`>>
type Got = Sentence<Extract<MessageCode, `got.${string}`>>

function geoJsonFault(path: string, expected: Expectation, got: Got): ServiceError {
  return new ServiceError(say('error.invalid_input.field', { field: path, expected, got }), { inputPath: path })
}

function describe(value: unknown): Got {
  if (value === undefined) return say('got.nothing')
  if (Array.isArray(value)) return say('got.list', { number: value.length })
  if (typeof value === 'string')
    return value.length > 40 ? say('got.long_text') : say('got.value', { word: JSON.stringify(value) })
  return typeof value === 'object' && value !== null ? say('got.object') : say('got.value', { word: String(value) })
}

interface Line {
  path: string
  positions: unknown[]
}
interface Point {
  path: string
  coordinates: unknown
  feature: Members | null
}
interface Found {
  lines: Line[]
  points: Point[]
  /** features with lines in them */
  named: Set<Members>
  /** all objects of the document */
  nodes: Members[]
  hasAreas: boolean
}

/** Where the document stands, for errors. */
const SENT = 'geometry'
/** Of a position, above or below the sea. */
export const MAX_LINE_HEIGHT_M = 1e6
/** Numbers of a position that are read. */
const READ_NUMBERS = 3

/**
 * Counts the positions before any is examined. Throws ServiceError: `invalid_input` (not a line), `too_many_points`.
 */
export function countPositions(geometry: unknown, maxPoints: number): number {
  return countOf(findParts(geometry, SENT), maxPoints)
}

function countOf({ lines }: Found, maxPoints: number): number {
  let count = 0
  for (const line of lines) count += line.positions.length
  refusePositions(count, maxPoints)
  return count
}

/** Throws ServiceError `too_many_points`. */
export function refusePositions(count: number, maxPoints: number): void {
  if (count > maxPoints)
    throw new ServiceError(say('error.too_many_points.line', { points: count, maxPoints }), {
      inputPath: 'geometry',
    })
}

/** Throws ServiceError `invalid_input` naming the field, `too_many_points`. */
export function readGeoJsonLine(geometry: unknown, maxPoints: number, path = SENT): Course {
  const found = findParts(geometry, path)
  const count = countOf(found, maxPoints)
  const filled = found.lines.filter((line) => line.positions.length > 0)
  if (filled.length === 0) throw geoJsonFault(path, say('expected.line.filled'), say('got.none'))
  const beside = new CourseBuilder(maxPoints)
  const course = emptyCourse('geojson', count)
  const partStart: number[] = []
  let at = 0
  for (const line of filled) {
    if (line.positions.length < 2)
      throw geoJsonFault(line.path, say('expected.geojson.fewest', { min: 2 }), say('got.one'))
    partStart.push(at)
    for (let i = 0; i < line.positions.length; i++, at++) {
      const { lon, lat, heightM } = readPosition(line.positions[i], `${line.path}[${i}]`, beside.notRead)
      course.lon[at] = lon
      course.lat[at] = lat
      course.heightM[at] = heightM
    }
  }
  partStart.push(count)
  for (const feature of found.named) beside.nameLine(beside.cutName(nameOf(feature)), 'name')
  for (const point of found.points) readPoint(beside, point)
  if (found.hasAreas) beside.notRead.leave('areas')
  leaveMembers(beside.notRead, found)
  const { name, waypoints, cues } = beside
  return finishCourse({
    ...course,
    ...{ name, waypoints, cues, partStart: Int32Array.from(partStart), notRead: beside.notRead.list() },
  })
}

function findParts(document: unknown, path: string): Found {
  const found: Found = { lines: [], points: [], named: new Set(), nodes: [], hasAreas: false }
  walkGeoJson(document, path, {
    node: (node) => found.nodes.push(node),
    line: (positions, place, feature) => {
      found.lines.push({ path: place, positions })
      if (feature !== null) found.named.add(feature)
    },
    point: (coordinates, place, feature) => found.points.push({ path: place, coordinates, feature }),
    area: () => (found.hasAreas = true),
  })
  return found
}

function readPosition(position: unknown, path: string, notRead: NotReadList) {
  if (!Array.isArray(position) || position.length < 2)
    throw geoJsonFault(path, say('expected.line.position'), describe(position))
  const lon = numberWithin(position[0], 180, `${path}[0]`, 'longitude')
  const lat = numberWithin(position[1], 90, `${path}[1]`, 'latitude')
  const height: unknown = position[2]
  const isKnown = height !== undefined && height !== null
  const heightM = isKnown ? numberWithin(height, MAX_LINE_HEIGHT_M, `${path}[2]`, 'height') : NaN
  if (position.length > READ_NUMBERS) notRead.leave('sensors')
  return { lon, lat, heightM }
}

function readPoint(course: CourseBuilder, { coordinates, path, feature }: Point): void {
  if (Array.isArray(coordinates) && coordinates.length === 0) return course.notRead.leave('waypoints')
  const { lon, lat, heightM } = readPosition(coordinates, path, course.notRead)
  const name = course.cutName(nameOf(feature))
  const cue = propertiesOf(feature)['cue']
  if (typeof cue !== 'string')
    return course.waypoint({ lon, lat, heightM: Number.isNaN(heightM) ? null : heightM, name })
  if (readCueType(cue) !== cue) course.notRead.leave('properties', 'cue')
  if (!Number.isNaN(heightM)) course.notRead.leave('heights')
  course.cue({ lon, lat, text: name ?? '', type: readCueType(cue) })
}

const propertiesOf = (feature: Members | null): Members => {
  const properties = feature?.['properties']
  return isObject(properties) ? properties : {}
}

function nameOf(feature: Members | null): string | null {
  const { name } = propertiesOf(feature)
  return typeof name === 'string' && name.trim() !== '' ? name.trim().toWellFormed() : null
}

/** Members that say how the document is built. */
const OF_THE_DOCUMENT = new Set(['type', 'features', 'geometry', 'geometries', 'coordinates', 'properties', 'bbox'])

/** Names of members that hold something and are not read, of the objects of the document and of their properties. */
function leaveMembers(notRead: NotReadList, { nodes, points, named }: Found): void {
  const cued = new Set(points.map(({ feature }) => feature))
  for (const node of nodes) {
    for (const [name, value] of Object.entries(node))
      if (!OF_THE_DOCUMENT.has(name) && !isEmpty(value)) notRead.leave('properties', name)
    const isRead = cued.has(node) || named.has(node)
    for (const [name, value] of Object.entries(propertiesOf(node))) {
      if (isEmpty(value)) continue
      const isText = typeof value === 'string'
      if (isText && ((name === 'name' && isRead) || (name === 'cue' && cued.has(node)))) continue
      if (name === 'name' && isText) notRead.leave('names', 'name')
      else notRead.leave(name === 'sources' ? 'attribution' : 'properties', name)
    }
  }
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.keys(value).length === 0)

function numberWithin(
  value: unknown,
  limit: number,
  path: string,
  expected: 'longitude' | 'latitude' | 'height',
): number {
  if (typeof value !== 'number' || !(Math.abs(value) <= limit))
    throw geoJsonFault(path, say(`expected.line.${expected}`), describe(value))
  return value
}
