// `avoid.areas`: GeoJSON -> polygons with closed rings, or what is wrong with it and where. Heights are ignored.
// Whether a ring crosses itself is checked where the areas are laid (avoided-edges.ts), in the thread that routes.

import { type MessageCode, type Sentence, say } from '../../language/sentence.ts'
import { english } from '../../language/catalogue-files.ts'
import { MAX_AVOID_RINGS, MAX_AVOID_VERTICES, type AvoidArea, type AvoidRing } from '../../travel/avoid.ts'

type Expectation = Sentence<Extract<MessageCode, `expected.${'areas' | 'geojson'}${string}`>>
type Rule = Sentence<Extract<MessageCode, `rule.area.${string}`>>

/** `path` leads from the areas to the value at fault. */
export class AreaFault extends Error {
  readonly path: readonly (string | number)[]
  /** what is expected there, or a whole sentence about it */
  readonly fault: Expectation | Rule

  constructor(path: readonly (string | number)[], fault: Expectation | Rule) {
    super(english.render(fault))
    this.path = path
    this.fault = fault
  }
}

type Path = readonly (string | number)[]
const FEWEST_POSITIONS = 4
const MAX_SPAN_DEG = 180

interface Reading {
  areas: AvoidArea[]
  rings: number
  vertices: number
}

/** `where` is the path of the areas in the input. Throws AreaFault. */
export function readAreas(geojson: unknown, where: string): readonly AvoidArea[] {
  const reading: Reading = { areas: [], rings: 0, vertices: 0 }
  readObject(geojson, [], where, reading, true)
  return reading.areas
}

function readObject(value: unknown, path: Path, where: string, reading: Reading, mayCollect: boolean): void {
  const { type, coordinates, geometry, features } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Record<string, unknown>
  if (type === 'Polygon') readPolygon(coordinates, [...path, 'coordinates'], where, reading)
  else if (type === 'MultiPolygon')
    listAt(coordinates, [...path, 'coordinates'], say('expected.geojson.polygons')).forEach((polygon, i) =>
      readPolygon(polygon, [...path, 'coordinates', i], where, reading),
    )
  else if (type === 'Feature' && mayCollect) readObject(geometry, [...path, 'geometry'], where, reading, false)
  else if (type === 'FeatureCollection' && mayCollect && path.length === 0)
    listAt(features, ['features'], say('expected.geojson.features')).forEach((feature, i) =>
      readObject(feature, ['features', i], where, reading, true),
    )
  else throw new AreaFault(path, say(path.length === 0 ? 'expected.areas' : 'expected.areas.polygon'))
}

/** A longer list breaks one of the limits, whatever is in it. */
function listAt(value: unknown, path: Path, expected: Expectation): readonly unknown[] {
  if (!Array.isArray(value)) throw new AreaFault(path, expected)
  if (value.length > MAX_AVOID_VERTICES) throw tooMany(path)
  return value
}

function readPolygon(value: unknown, path: Path, where: string, reading: Reading): void {
  const rings = listAt(value, path, say('expected.geojson.rings'))
  if (rings.length === 0) throw new AreaFault(path, say('expected.areas.ring'))
  reading.rings += rings.length
  if (reading.rings > MAX_AVOID_RINGS) throw tooMany(path)
  reading.areas.push({
    path: where + pathText(path),
    rings: rings.map((ring, i) => readRing(ring, [...path, i], i + 1, reading)),
  })
}

function readRing(value: unknown, path: Path, number: number, reading: Reading): AvoidRing {
  const positions = listAt(value, path, say('expected.areas.positions'))
  reading.vertices += positions.length
  if (reading.vertices > MAX_AVOID_VERTICES) throw tooMany(path)
  const ring: [number, number][] = []
  for (let i = 0; i < positions.length; i++) ring.push(readPosition(positions[i], path, number, i))
  if (ring.length < FEWEST_POSITIONS)
    throw new AreaFault(path, say('rule.area.few', { ring: number, vertices: ring.length }))
  const last = ring.length - 1
  if (ring[0][0] !== ring[last][0] || ring[0][1] !== ring[last][1])
    throw new AreaFault([...path, last], say('rule.area.open', { ring: number, vertex: ring.length }))
  let west = 180
  let east = -180
  for (const [lon] of ring) {
    west = Math.min(west, lon)
    east = Math.max(east, lon)
  }
  if (east - west > MAX_SPAN_DEG) throw new AreaFault(path, say('rule.area.wide', { ring: number }))
  return ring
}

function readPosition(value: unknown, ofRing: Path, ring: number, i: number): [number, number] {
  const path = [...ofRing, i]
  const place = { ring, vertex: i + 1 }
  const [lon, lat] = Array.isArray(value) ? (value as unknown[]) : []
  if (typeof lon !== 'number' || typeof lat !== 'number' || !Number.isFinite(lon) || !Number.isFinite(lat))
    throw new AreaFault(path, say('rule.area.vertex', place))
  if (Math.abs(lat) > 90 && Math.abs(lat) <= 180 && Math.abs(lon) <= 90)
    throw new AreaFault(path, say('rule.area.vertex_order', { ...place, lat }))
  if (Math.abs(lon) > 180 || Math.abs(lat) > 90) throw new AreaFault(path, say('rule.area.vertex_outside', place))
  return [lon, lat]
}

const tooMany = (path: Path) =>
  new AreaFault(path, say('rule.area.many', { rings: MAX_AVOID_RINGS, vertices: MAX_AVOID_VERTICES }))

const pathText = (path: Path) => path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')
