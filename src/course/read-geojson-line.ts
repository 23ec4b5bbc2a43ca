// Reads a GeoJSON document (RFC 7946) as a course: each line at any depth of features and collections is a part, each
// point a waypoint, or a cue where `cue` says what to do; a third coordinate is a height in metres. Every error names
// its place. Longitudes stay within -180..180: a line over the antimeridian goes from 179.9 to -179.9 and is measured
// the short way. Repairs nothing.

import { ServiceError } from '../errors.ts'
import { type Course, emptyCourse, finishCourse } from './course.ts'
import { CourseBuilder } from './files/course-builder.ts'
import { readCueType } from './files/cue-types.ts'
import type { NotReadList } from './files/not-read.ts'
import { describe, geoJsonFault as fault, isObject, type Members, walkGeoJson } from './geojson-parts.ts'

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
    throw new ServiceError('too_many_points', `The line has ${count} points; at most ${maxPoints} are accepted.`, {
      inputPath: 'geometry',
    })
}

/** Throws ServiceError `invalid_input` naming the field, `too_many_points`. */
export function readGeoJsonLine(geometry: unknown, maxPoints: number, path = SENT): Course {
  const found = findParts(geometry, path)
  const count = countOf(found, maxPoints)
  const filled = found.lines.filter((line) => line.positions.length > 0)
  if (filled.length === 0) throw fault(path, 'a line with positions in it', 'none')
  const beside = new CourseBuilder(maxPoints)
  const course = emptyCourse('geojson', count)
  const partStart: number[] = []
  let at = 0
  for (const line of filled) {
    if (line.positions.length < 2) throw fault(line.path, 'at least 2 positions', 'one')
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
    throw fault(path, 'a [lon, lat] or [lon, lat, height] position', describe(position))
  const lon = numberWithin(position[0], 180, `${path}[0]`, 'a longitude from -180 to 180')
  const lat = numberWithin(position[1], 90, `${path}[1]`, 'a latitude from -90 to 90')
  const height: unknown = position[2]
  const isKnown = height !== undefined && height !== null
  const heightM = isKnown ? numberWithin(height, MAX_LINE_HEIGHT_M, `${path}[2]`, 'a height in metres or null') : NaN
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

function numberWithin(value: unknown, limit: number, path: string, expected: string): number {
  if (typeof value !== 'number' || !(Math.abs(value) <= limit)) throw fault(path, expected, describe(value))
  return value
}
