// A GeoJSON document as a course: its lines as read-geojson-line.ts reads them, and the points of a FeatureCollection
// as waypoints, or as cues where `cue` says what to do. Other geometries are told, and not read.

import type { Course } from '../course.ts'
import { readGeoJsonLine } from '../read-geojson-line.ts'
import { CourseBuilder, isPlace } from './course-builder.ts'
import { readCueType } from './cue-types.ts'
import { fileError } from './file-fault.ts'

const MAX_NAME = 200
const OTHER_TYPES = ['Polygon', 'MultiPolygon', 'GeometryCollection', 'MultiPoint']
type Members = Record<string, unknown>
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const geometryOf = (feature: unknown): Members | null =>
  isObject(feature) && isObject(feature['geometry']) ? feature['geometry'] : null

/** Throws ServiceError: `invalid_input` (no line, a broken position), `too_many_points`. */
export function readGeoJsonFile(document: unknown, maxPoints: number): Course {
  const beside = new CourseBuilder(maxPoints)
  const passesOver = (feature: unknown): boolean => {
    const type = geometryOf(feature)?.['type']
    return type === 'Point' || (typeof type === 'string' && OTHER_TYPES.includes(type))
  }
  const features = isObject(document) && Array.isArray(document['features']) ? (document['features'] as unknown[]) : []
  for (const [i, feature] of features.entries()) if (passesOver(feature)) readBeside(beside, feature as Members, i)
  const line = readGeoJsonLine(document, maxPoints, { path: 'file', passesOver })
  const named = [document, ...features.filter((feature) => !passesOver(feature))]
  line.name = named.map(nameOf).find((name) => name !== null) ?? null
  line.waypoints = beside.waypoints
  line.cues = beside.cues
  line.notRead = beside.notRead
  return line
}

function readBeside(course: CourseBuilder, feature: Members, index: number): void {
  const { type, coordinates } = geometryOf(feature)!
  if (type !== 'Point') return course.leave('areas')
  const [lon, lat, heightM] = Array.isArray(coordinates) ? (coordinates as unknown[]) : []
  if (typeof lon !== 'number' || typeof lat !== 'number' || !isPlace(lon, lat))
    throw fileError('GeoJSON', `features[${index}] is a Point without [lon, lat] in degrees`)
  const cue = isObject(feature['properties']) ? feature['properties']['cue'] : undefined
  if (typeof cue === 'string') course.cue({ lon, lat, text: nameOf(feature) ?? '', type: readCueType(cue) })
  else course.waypoint({ lon, lat, heightM: typeof heightM === 'number' ? heightM : null, name: nameOf(feature) })
}

function nameOf(feature: unknown): string | null {
  const properties = isObject(feature) ? feature['properties'] : null
  const name = isObject(properties) ? properties['name'] : null
  return typeof name === 'string' && name !== '' ? name.slice(0, MAX_NAME).toWellFormed() : null
}
