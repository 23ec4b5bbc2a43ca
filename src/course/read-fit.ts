// The `record` messages of a FIT activity: time, place and altitude. FIT is a sequence of definition and data messages;
// a definition gives the lengths of the fields of its local message type, so that unknown fields can be skipped.
// Bounded by the length of the file: every step moves forward. Compressed timestamps and developer fields are read; of
// chained files only the first is read. Checksums are not verified.

import { ServiceError } from '../errors.ts'
import type { RecordedTrack } from './recorded-travel.ts'

/** Seconds from the Unix epoch to FIT's, 1989-12-31T00:00:00Z. */
const FIT_EPOCH_S = 631_065_600
const RECORD = 20
const DEGREES_PER_SEMICIRCLE = 180 / 2 ** 31
const TIMESTAMP = 253
const LATITUDE = 0
const LONGITUDE = 1
const ALTITUDE = 2
const ENHANCED_ALTITUDE = 78

interface Definition {
  isRecord: boolean
  littleEndian: boolean
  fields: { number: number; size: number }[]
  lengthBytes: number
}

/** Throws ServiceError: `invalid_input` (not FIT, truncated, or no record with a place), `too_many_points`. */
export function readFit(bytes: Uint8Array, maxPoints: number): RecordedTrack {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerBytes = bytes.length > 0 ? bytes[0] : 0
  const isFit = (headerBytes === 12 || headerBytes === 14) && bytes.length > headerBytes && magicOf(bytes) === '.FIT'
  if (!isFit) throw fault('it does not begin like a FIT file')
  const end = headerBytes + view.getUint32(4, true)
  if (end > bytes.length) throw fault('it is truncated')
  const definitions: (Definition | null)[] = new Array<Definition | null>(16).fill(null)
  const points: [timeS: number, lon: number, lat: number, heightM: number][] = []
  let timeS = NaN
  let at = headerBytes
  while (at < end) {
    const header = bytes[at++]
    if ((header & 0x80) === 0 && (header & 0x40) !== 0) {
      const read = readDefinition(view, at, end, (header & 0x20) !== 0)
      definitions[header & 0x0f] = read.definition
      at = read.next
      continue
    }
    const isCompressed = (header & 0x80) !== 0
    const definition = definitions[isCompressed ? (header >> 5) & 0x03 : header & 0x0f]
    if (definition === null) throw fault('a message comes before its definition')
    if (at + definition.lengthBytes > end) throw fault('a message is truncated')
    // the low five bits of the seconds: the next time that matches them
    if (isCompressed && !Number.isNaN(timeS)) timeS += ((header & 0x1f) - (timeS & 0x1f) + 32) & 0x1f
    const values = readFields(view, at, definition)
    at += definition.lengthBytes
    timeS = values.get(TIMESTAMP) ?? timeS
    if (!definition.isRecord) continue
    const latitude = values.get(LATITUDE)
    const longitude = values.get(LONGITUDE)
    if (latitude === undefined || longitude === undefined || Number.isNaN(timeS)) continue
    if (points.length === maxPoints)
      throw new ServiceError('too_many_points', `The FIT file has more than ${maxPoints} points.`, { inputPath: 'fit' })
    const altitude = values.get(ENHANCED_ALTITUDE) ?? values.get(ALTITUDE)
    points.push([
      timeS + FIT_EPOCH_S,
      longitude * DEGREES_PER_SEMICIRCLE,
      latitude * DEGREES_PER_SEMICIRCLE,
      altitude === undefined ? NaN : altitude / 5 - 500,
    ])
  }
  if (points.length === 0) throw fault('there is no record with a time and a position in it')
  const column = (k: 0 | 1 | 2 | 3) => Float64Array.from(points, (point) => point[k])
  return { timeS: column(0), lon: column(1), lat: column(2), heightM: column(3) }
}

const magicOf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(8, 12))
const fault = (why: string) => new ServiceError('invalid_input', `\`fit\`: ${why}.`, { inputPath: 'fit' })

function readDefinition(
  view: DataView,
  at: number,
  end: number,
  hasDeveloperFields: boolean,
): { definition: Definition; next: number } {
  if (at + 5 > end) throw fault('a definition is truncated')
  const littleEndian = view.getUint8(at + 1) === 0
  const isRecord = view.getUint16(at + 2, littleEndian) === RECORD
  const count = view.getUint8(at + 4)
  let next = at + 5 + count * 3
  if (next > end) throw fault('a definition is truncated')
  const fields: Definition['fields'] = []
  let lengthBytes = 0
  for (let i = 0; i < count; i++) {
    const size = view.getUint8(at + 6 + i * 3)
    fields.push({ number: view.getUint8(at + 5 + i * 3), size })
    lengthBytes += size
  }
  if (hasDeveloperFields) {
    if (next + 1 > end) throw fault('a definition is truncated')
    const own = view.getUint8(next++)
    if (next + own * 3 > end) throw fault('a definition is truncated')
    for (let i = 0; i < own; i++) lengthBytes += view.getUint8(next + i * 3 + 1)
    next += own * 3
  }
  return { definition: { isRecord, littleEndian, fields, lengthBytes }, next }
}

/** The known fields of a message, without values that mean "invalid". */
function readFields(view: DataView, from: number, { fields, littleEndian, isRecord }: Definition): Map<number, number> {
  const values = new Map<number, number>()
  let at = from
  for (const { number, size } of fields) {
    if (number === TIMESTAMP && size === 4) {
      const value = view.getUint32(at, littleEndian)
      if (value !== 0xffffffff) values.set(number, value)
    } else if (isRecord && (number === LATITUDE || number === LONGITUDE) && size === 4) {
      const value = view.getInt32(at, littleEndian)
      if (value !== 0x7fffffff) values.set(number, value)
    } else if (isRecord && number === ALTITUDE && size === 2) {
      const value = view.getUint16(at, littleEndian)
      if (value !== 0xffff) values.set(number, value)
    } else if (isRecord && number === ENHANCED_ALTITUDE && size === 4) {
      const value = view.getUint32(at, littleEndian)
      if (value !== 0xffffffff) values.set(number, value)
    }
    at += size
  }
  return values
}
