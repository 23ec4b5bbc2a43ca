// A picture's address, `/static-map/render?...`, and back: what a query says as the operation's input, and what a line
// and a size say as a query.
// A line is written as a polyline with 6 digits, simplified until the address is at most MAX_ADDRESS_BYTES long: first
// below what a pixel shows, then as far as needed. Both transports read addresses here, so that GraphQL's etag is that
// of the GET.

import { type AnySentence, say } from '../src/language/sentence.ts'
import { farthestFromArc, toUnitVectors } from '../src/course/simplify/sphere-arc.ts'
import { splitToBudget } from '../src/course/simplify/split-line.ts'
import { ServiceError } from '../src/errors.ts'
import { decodePolyline6, PolylineFault } from '../src/geo/polyline.ts'
import { MAX_LAT, MAX_POSITIONS } from '../src/map/picture/read-geojson.ts'
import { decimalOf } from '../src/wire/numbers.ts'
import { checkStructure } from '../src/wire/json-structure.ts'
import { toPolyline6 } from './input/line-forms.ts'
import { onceEach } from './pipeline/once-each.ts'

export const STATIC_MAP_PATH = '/static-map/render'
export const MAX_ADDRESS_BYTES = 8192
/** Points that 8 KB of polyline can hold at most: two characters for each number. */
const MOST_POINTS = 2000

export interface AddressParts {
  bbox?: readonly number[] | undefined
  /** `[lon, lat]`, further numbers are left out */
  line?: readonly (readonly [lon: number, lat: number, ...rest: unknown[]])[] | undefined
  geojson?: unknown
  width?: number | undefined
  height?: number | undefined
  scale?: number | undefined
  padding?: number | undefined
  hillshade?: boolean | undefined
  contours?: boolean | undefined
  language?: string | undefined
}

/** As a word of a query; null where it is too long for one. */
function toGeojsonWord(geojson: unknown): string | null {
  const json = JSON.stringify(geojson)
  return json.length > MAX_ADDRESS_BYTES ? null : encodeURIComponent(json)
}

const geojsonWord = onceEach<object, string | null>(toGeojsonWord)

/** The query of an address; null where it cannot be made short enough. */
export function toStaticMapQuery(parts: AddressParts, roomBytes: number): string | null {
  const words: string[] = []
  const add = (name: string, value: unknown) => {
    if (value !== undefined) words.push(`${name}=${encodeURIComponent(String(value))}`)
  }
  add('bbox', parts.bbox?.join(','))
  for (const name of ['width', 'height', 'scale', 'padding', 'hillshade', 'contours', 'language'] as const)
    add(name, parts[name])
  if (parts.geojson !== undefined) {
    const { geojson } = parts
    const word = typeof geojson === 'object' && geojson !== null ? geojsonWord(geojson) : toGeojsonWord(geojson)
    if (word === null) return null
    words.push(`geojson=${word}`)
  }
  const plain = words.join('&').replaceAll('%2C', ',')
  if (plain.length > roomBytes) return null
  if (parts.line === undefined) return plain
  const line = fitLine(parts.line, roomBytes - plain.length - '&line='.length)
  return line === null ? null : `${plain === '' ? '' : `${plain}&`}line=${line}`
}

type Line = NonNullable<AddressParts['line']>
/** Rooms within so many bytes of each other get the same line. */
const ROOM_STEP_BYTES = 64

const write = (points: Line): string =>
  encodeURIComponent(toPolyline6(points.map(([lon, lat]) => [lon, lat, null] as const)))

const wholeOf = onceEach((line: Line): string | null => (line.length <= MOST_POINTS ? write(line) : null))
const simplifiedOf = onceEach((line: Line) => simplifier(line))

/**
 * A line as percent-encoded polyline of at most `roomBytes`: all points where they fit, else those that matter most.
 */
function fitLine(line: Line, roomBytes: number): string | null {
  const whole = wholeOf(line)
  return whole !== null && whole.length <= roomBytes
    ? whole
    : simplifiedOf(line)(Math.floor(roomBytes / ROOM_STEP_BYTES) * ROOM_STEP_BYTES)
}

/** The line for a room in bytes; each room is worked out once. */
function simplifier(line: Line): (roomBytes: number) => string | null {
  const fitted = new Map<number, string | null>()
  const vectors = toUnitVectors(
    line.map(([lon]) => lon),
    line.map(([, lat]) => lat),
  )
  const last = line.length - 1
  const isPoint = last < 1 || farthestFromArc(vectors, 0, last).index < 0
  const simplify = (roomBytes: number): string | null => {
    // points are kept in the order in which they matter, so that half as many are a part of twice as many
    let links = Math.min(last, MOST_POINTS)
    for (let round = 0; round < 12 && links >= 1; round++) {
      const kept = [0, ...splitToBudget(vectors, [[0, last]], links, { left: 20_000_000 }), last]
      const text = write(kept.map((index) => line[index]))
      if (text.length <= roomBytes) return text
      links = Math.min(links - 1, Math.floor((links * roomBytes * 0.98) / text.length))
    }
    return null
  }
  return (roomBytes) => {
    if (isPoint) return null
    let text = fitted.get(roomBytes)
    if (text === undefined) fitted.set(roomBytes, (text = simplify(roomBytes)))
    return text
  }
}

/**
 * The input that a query's words make, for the operation's schema to check. Throws ServiceError `invalid_input` for a
 * line or GeoJSON that cannot be read, `both_inputs` for both.
 */
export function fromStaticMapWords(word: (name: string) => string | undefined): Record<string, unknown> {
  const line = word('line')
  const geojson = word('geojson')
  if (line !== undefined && geojson !== undefined)
    throw new ServiceError(say('error.both_inputs.drawing'), { inputPath: 'line' })
  return dropAbsent({
    bbox: word('bbox')?.split(',', 6).map(toNumber),
    width: toNumber(word('width')),
    height: toNumber(word('height')),
    scale: toNumber(word('scale')),
    padding: toNumber(word('padding')),
    geojson: line !== undefined ? readLine(line) : geojson !== undefined ? readJson(geojson) : undefined,
    hillshade: toFlag(word('hillshade')),
    contours: toFlag(word('contours')),
    language: word('language'),
  })
}

/** As GeoJSON; what is wrong with it is said of `line`, not of the GeoJSON that it becomes. */
function readLine(text: string): unknown {
  const refuse = (why: AnySentence): never => {
    throw new ServiceError(say('error.invalid_input.line_polyline', { why }), {
      inputPath: 'line',
    })
  }
  let coordinates: [number, number][] = []
  try {
    coordinates = decodePolyline6(text)
  } catch (thrown) {
    if (!(thrown instanceof PolylineFault)) throw thrown
    refuse(thrown.fault)
  }
  if (coordinates.length < 2) refuse(say('expected.geojson.fewest', { min: 2 }))
  if (coordinates.length > MAX_POSITIONS) refuse(say('expected.geojson.most', { max: MAX_POSITIONS }))
  if (!coordinates.every(([lon, lat]) => Math.abs(lon) <= 180 && Math.abs(lat) <= MAX_LAT))
    refuse(say('expected.polyline.range', { max: MAX_LAT }))
  return { type: 'LineString', coordinates }
}

function readJson(text: string): unknown {
  checkStructure(text, say('part.subject.field', { field: 'geojson' }))
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceError(say('error.invalid_input.geojson_text'), {
      inputPath: 'geojson',
    })
  }
}

/** What is no number stays text, for the schema to refuse. */
function toNumber(text: string | undefined): number | string | undefined {
  if (text === undefined) return undefined
  const value = decimalOf(text)
  return Number.isNaN(value) ? text : value
}

function toFlag(text: string | undefined): boolean | string | undefined {
  return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text
}

function dropAbsent(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}
