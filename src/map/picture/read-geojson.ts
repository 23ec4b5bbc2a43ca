// The caller's shapes: any GeoJSON object with simplestyle keys -> shapes of positions and styles. Refuses, with the
// path of the field, anything that is not GeoJSON, is outside Web Mercator, is nested too deep or has more than
// MAX_POSITIONS positions. A null geometry draws nothing; unknown members are ignored. Never guesses a colour or a
// position.

import { type MessageCode, type Sentence, say } from '../../language/sentence.ts'
import { english } from '../../language/catalogue-files.ts'
import { MAX_MERCATOR_LAT } from '../../geo/web-mercator.ts'
import type { Box } from '../../geo/lon-lat.ts'
import type { Rgb } from './rgb.ts'

export const MAX_POSITIONS = 20_000
/** Latitude where Web Mercator ends, rounded inwards. */
export const MAX_LAT = 85.0511
export const MAX_LABEL_CHARACTERS = 100
/** Points, parts and features each take time to draw in addition to their positions. */
const MAX_NESTING = 16
export const MAX_STROKE_PX = 50

/** Null: the default style. */
export interface ShapeStyle {
  stroke: Rgb | null
  /** CSS pixels */
  strokeWidth: number | null
  strokeOpacity: number | null
  fill: Rgb | null
  fillOpacity: number | null
  markerColor: Rgb | null
  markerLabel: string | null
}

export interface DrawnShape {
  kind: 'point' | 'line' | 'area'
  /** lon, lat, lon, lat ... in degrees; a point's single positions, a line's parts, an area's rings */
  parts: Float64Array[]
  style: ShapeStyle
}

type Expectation = Sentence<Extract<MessageCode, `expected.${string}`>>

/** What is wrong in a GeoJSON value, and where. */
export class GeojsonFault extends Error {
  readonly path: (string | number)[]
  readonly expected: Expectation
  constructor(path: (string | number)[], expected: Expectation) {
    super(english.render(expected))
    this.path = path
    this.expected = expected
  }
}

const PLAIN: ShapeStyle = {
  stroke: null,
  strokeWidth: null,
  strokeOpacity: null,
  fill: null,
  fillOpacity: null,
  markerColor: null,
  markerLabel: null,
}

interface Walk {
  shapes: DrawnShape[]
  positions: number
}

/** Throws GeojsonFault. */
export function readGeojson(value: unknown): DrawnShape[] {
  const walk: Walk = { shapes: [], positions: 0 }
  readObject(walk, value, [], PLAIN, 0, true)
  return walk.shapes
}

type Path = (string | number)[]

function readObject(
  walk: Walk,
  value: unknown,
  path: Path,
  style: ShapeStyle,
  depth: number,
  mayBeFeature: boolean,
): void {
  const object = asObject(value, path, say(mayBeFeature ? 'expected.geojson' : 'expected.geojson.geometry'))
  if (depth > MAX_NESTING) throw new GeojsonFault(path, say('expected.geojson.depth', { max: MAX_NESTING }))
  if (object.type === 'FeatureCollection' && mayBeFeature) {
    const features = asList(object.features, [...path, 'features'], say('expected.geojson.features'))
    for (let i = 0; i < features.length; i++) {
      const feature = asObject(features[i], [...path, 'features', i], say('expected.geojson.feature'))
      if (feature.type !== 'Feature')
        throw new GeojsonFault([...path, 'features', i, 'type'], say('expected.word', { word: 'Feature' }))
      readFeature(walk, feature, [...path, 'features', i], depth + 1)
    }
    return
  }
  if (object.type === 'Feature' && mayBeFeature) return readFeature(walk, object, path, depth)
  if (object.type === 'GeometryCollection') {
    const geometries = asList(object.geometries, [...path, 'geometries'], say('expected.geojson.geometries'))
    for (let i = 0; i < geometries.length; i++)
      readObject(walk, geometries[i], [...path, 'geometries', i], style, depth + 1, false)
    return
  }
  readGeometry(walk, object, path, style, mayBeFeature)
}

function readFeature(walk: Walk, feature: Record<string, unknown>, path: Path, depth: number): void {
  const { properties, geometry } = feature
  const style =
    properties === undefined || properties === null
      ? PLAIN
      : readStyle(asObject(properties, [...path, 'properties'], say('expected.geojson.properties')), [
          ...path,
          'properties',
        ])
  if (geometry === undefined || geometry === null) return
  readObject(walk, geometry, [...path, 'geometry'], style, depth + 1, false)
}

function readGeometry(
  walk: Walk,
  geometry: Record<string, unknown>,
  path: Path,
  style: ShapeStyle,
  mayBeFeature: boolean,
): void {
  const at = [...path, 'coordinates']
  const { coordinates } = geometry
  const push = (kind: DrawnShape['kind'], parts: Float64Array[]) => {
    if (parts.length > 0) walk.shapes.push({ kind, parts, style })
  }
  switch (geometry.type) {
    case 'Point':
      return push('point', [readLine(walk, [coordinates], at.slice(0, -1), 1, 'coordinates')])
    case 'MultiPoint':
      return push(
        'point',
        asList(coordinates, at, say('expected.geojson.positions')).map((position, i) =>
          readLine(walk, [position], at, 1, i),
        ),
      )
    case 'LineString':
      return push('line', [readLine(walk, coordinates, at, 2)])
    case 'MultiLineString':
      return push(
        'line',
        asList(coordinates, at, say('expected.geojson.lines')).map((line, i) => readLine(walk, line, [...at, i], 2)),
      )
    case 'Polygon':
      return push('area', readRings(walk, coordinates, at))
    case 'MultiPolygon':
      return push(
        'area',
        asList(coordinates, at, say('expected.geojson.polygons')).flatMap((polygon, i) =>
          readRings(walk, polygon, [...at, i]),
        ),
      )
    default:
      throw new GeojsonFault(
        [...path, 'type'],
        say(mayBeFeature ? 'expected.geojson.type' : 'expected.geojson.geometry_type'),
      )
  }
}

/** The outer ring first, all others in the opposite direction, so that holes stay open however they were written. */
function readRings(walk: Walk, value: unknown, path: Path): Float64Array[] {
  return asList(value, path, say('expected.geojson.rings')).map((ring, i) => {
    const flat = readLine(walk, ring, [...path, i], 4)
    let doubleArea = 0
    for (let j = 0; j + 3 < flat.length; j += 2) doubleArea += flat[j] * flat[j + 3] - flat[j + 2] * flat[j + 1]
    return doubleArea > 0 === (i === 0) ? flat : reversed(flat)
  })
}

function reversed(flat: Float64Array): Float64Array {
  const turned = new Float64Array(flat.length)
  for (let i = 0; i < flat.length; i += 2) {
    turned[i] = flat[flat.length - 2 - i]
    turned[i + 1] = flat[flat.length - 1 - i]
  }
  return turned
}

/** Positions of one line, ring or point. `only` is the path of the position if the list is that of a point. */
function readLine(walk: Walk, value: unknown, path: Path, least: number, only?: string | number): Float64Array {
  const list = asList(value, path, say('expected.geojson.positions'))
  if (list.length < least) throw new GeojsonFault(path, say('expected.geojson.fewest', { min: least }))
  walk.positions += list.length
  if (walk.positions > MAX_POSITIONS) throw new GeojsonFault([], say('expected.geojson.most', { max: MAX_POSITIONS }))
  const flat = new Float64Array(list.length * 2)
  for (let i = 0; i < list.length; i++) {
    const position = list[i]
    if (
      !Array.isArray(position) ||
      position.length < 2 ||
      !isWithin(position[0], 180) ||
      !isWithin(position[1], MAX_LAT)
    ) {
      throw new GeojsonFault([...path, only ?? i], say('expected.geojson.position', { max: MAX_LAT }))
    }
    flat[i * 2] = position[0]
    flat[i * 2 + 1] = Math.max(-MAX_MERCATOR_LAT, Math.min(MAX_MERCATOR_LAT, position[1]))
  }
  return flat
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && value >= -most && value <= most
}

function readStyle(properties: Record<string, unknown>, path: Path): ShapeStyle {
  const member = (name: string): unknown => (Object.hasOwn(properties, name) ? (properties[name] ?? null) : null)
  const colour = (name: string): Rgb | null => {
    const value = member(name)
    if (value === null) return null
    const found = typeof value === 'string' ? findColour(value) : null
    if (found === null) throw new GeojsonFault([...path, name], say('expected.geojson.colour'))
    return found
  }
  const number = (name: string, most: number, unit?: 'pixels'): number | null => {
    const value = member(name)
    if (value === null) return null
    if (typeof value !== 'number' || !(value >= 0 && value <= most))
      throw new GeojsonFault(
        [...path, name],
        unit === undefined
          ? say('expected.number', { min: 0, max: most })
          : say('expected.number.unit', { min: 0, max: most, unit }),
      )
    return value
  }
  return {
    stroke: colour('stroke'),
    strokeWidth: number('stroke-width', MAX_STROKE_PX, 'pixels'),
    strokeOpacity: number('stroke-opacity', 1),
    fill: colour('fill'),
    fillOpacity: number('fill-opacity', 1),
    markerColor: colour('marker-color'),
    markerLabel: readLabel(member('marker-label'), [...path, 'marker-label']),
  }
}

function readLabel(value: unknown, path: Path): string | null {
  if (value === null || value === '') return null
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  // the number of characters is at most that of code units
  if (
    typeof value !== 'string' ||
    (value.length > MAX_LABEL_CHARACTERS &&
      (value.length > 4 * MAX_LABEL_CHARACTERS || [...value].length > MAX_LABEL_CHARACTERS))
  )
    throw new GeojsonFault(path, say('expected.geojson.label', { max: MAX_LABEL_CHARACTERS }))
  return value
}

function asObject(value: unknown, path: Path, expected: Expectation): Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new GeojsonFault(path, expected)
  return value as Record<string, unknown>
}

function asList(value: unknown, path: Path, expected: Expectation): unknown[] {
  if (!Array.isArray(value)) throw new GeojsonFault(path, expected)
  return value
}

/** The basic names of CSS, and those common in osmc:symbol and simplestyle. */
const NAMES: Readonly<Record<string, Rgb>> = {
  black: [0, 0, 0],
  silver: [192, 192, 192],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  white: [255, 255, 255],
  maroon: [128, 0, 0],
  red: [255, 0, 0],
  purple: [128, 0, 128],
  fuchsia: [255, 0, 255],
  magenta: [255, 0, 255],
  green: [0, 128, 0],
  lime: [0, 255, 0],
  olive: [128, 128, 0],
  yellow: [255, 255, 0],
  navy: [0, 0, 128],
  blue: [0, 0, 255],
  teal: [0, 128, 128],
  aqua: [0, 255, 255],
  cyan: [0, 255, 255],
  orange: [255, 165, 0],
  brown: [165, 42, 42],
  pink: [255, 192, 203],
  violet: [238, 130, 238],
  gold: [255, 215, 0],
  crimson: [220, 20, 60],
  darkgreen: [0, 100, 0],
  darkblue: [0, 0, 139],
  darkred: [139, 0, 0],
  lightblue: [173, 216, 230],
  lightgreen: [144, 238, 144],
  turquoise: [64, 224, 208],
  indigo: [75, 0, 130],
  coral: [255, 127, 80],
  tomato: [255, 99, 71],
  darkorange: [255, 140, 0],
  steelblue: [70, 130, 180],
  forestgreen: [34, 139, 34],
  royalblue: [65, 105, 225],
  dodgerblue: [30, 144, 255],
  firebrick: [178, 34, 34],
}

/**
 * Colours as users write them: #rgb, #rrggbb, rgb(r, g, b) and the colour names of CSS that maps use. Anything else is
 * null, and the caller refuses it. Pure. Null if the text is not a colour.
 */
export function findColour(text: string): Rgb | null {
  if (text.length > 40) return null
  const word = text.trim().toLowerCase()
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(word)
  if (short !== null) return [17 * parseInt(short[1], 16), 17 * parseInt(short[2], 16), 17 * parseInt(short[3], 16)]
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(word)
  if (long !== null) return [parseInt(long[1], 16), parseInt(long[2], 16), parseInt(long[3], 16)]
  const rgb = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(word)
  if (rgb !== null) {
    const parts = [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])] as const
    return parts.every((part) => part <= 255) ? parts : null
  }
  return Object.hasOwn(NAMES, word) ? NAMES[word] : null
}

/**
 * The smallest box around shapes, across the antimeridian where that is smaller: the widest gap between longitudes
 * stays outside. Pure. `[west, south, east, north]` in degrees, west above east across the antimeridian; null without
 * positions.
 */
export function boundsOfShapes(shapes: readonly DrawnShape[]): Box | null {
  const all: number[] = []
  let south = Infinity
  let north = -Infinity
  for (const { parts } of shapes) {
    for (const part of parts) {
      for (let i = 0; i < part.length; i += 2) {
        all.push(part[i])
        south = Math.min(south, part[i + 1])
        north = Math.max(north, part[i + 1])
      }
    }
  }
  if (all.length === 0) return null
  const lons = Float64Array.from(all).sort()
  const west = lons[0]
  const east = lons[lons.length - 1]
  // a gap inside counts only where it is wider than the one behind
  let widest = west + 360 - east
  let after = 0
  for (let i = 1; i < lons.length; i++) {
    const gap = lons[i] - lons[i - 1]
    if (gap > widest && gap > 180) {
      widest = gap
      after = i
    }
  }
  return after === 0 ? [west, south, east, north] : [lons[after], south, lons[after - 1], north]
}
