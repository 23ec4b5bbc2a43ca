// FIT (Flexible and Interoperable Data Transfer, protocol 2.0) as a sequence of messages. A definition gives the
// lengths of the fields of its local message type, so that unknown messages and fields can be skipped. Bounded by the
// length of the file: every step moves forward. Developer fields are passed over. Files may be chained in one.
// Checksums are not verified: files that were cut off and repaired have none.
//
// Numbers of messages and fields are those of the public profile. Garmin's own SDK is not used: its licence (FIT
// Protocol License) is revocable and binds everyone who redistributes it, which an open project cannot promise for its
// users.

import { say } from '../../language/sentence.ts'
import type { ServiceError } from '../../errors.ts'
import type { FileFault } from '../gpx/gpx-fault.ts'

/** Seconds from the Unix epoch to FIT's, 1989-12-31T00:00:00Z. */
export const FIT_EPOCH_S = 631_065_600
const DEGREES_PER_SEMICIRCLE = 180 / 2 ** 31
export const toDegrees = (semicircles: number): number => semicircles * DEGREES_PER_SEMICIRCLE
export const toSemicircles = (degrees: number): number =>
  Math.min(2 ** 31 - 2, Math.max(-(2 ** 31), Math.round(degrees / DEGREES_PER_SEMICIRCLE)))
export const toHeightM = (altitude: number): number => altitude / 5 - 500

export const FILE_TYPE_COURSE = 6
export const MESSAGES = { fileId: 0, lap: 19, record: 20, event: 21, course: 31, coursePoint: 32 } as const
/** About the device and the file: file_creator, device_info, software, timestamp_correlation, field_description, ... */
export const OF_THE_FILE: ReadonlySet<number> = new Set([22, 23, 35, 37, 49, 72, 104, 162, 206, 207])
export const TIMESTAMP = 253
export const FIELDS = {
  fileId: { type: 0, manufacturer: 1, product: 2, serialNumber: 3, timeCreated: 4 },
  lap: { startTime: 2, startLat: 3, startLon: 4, endLat: 5, endLon: 6, elapsedMs: 7, timerMs: 8, distanceCm: 9 },
  record: { lat: 0, lon: 1, altitude: 2, distanceCm: 5, enhancedAltitude: 78 },
  event: { event: 0, type: 1 },
  course: { sport: 4, name: 5 },
  coursePoint: { timestamp: 1, lat: 2, lon: 3, distanceCm: 4, type: 5, name: 6 },
} as const

/** Fields that are read, by message: anything else is skipped. */
const READ: ReadonlyMap<number, ReadonlySet<number>> = new Map(
  Object.entries(MESSAGES).map(([name, number]) => [
    number,
    new Set(Object.values(FIELDS[name as keyof typeof FIELDS])),
  ]),
)

export interface FitMessage {
  number: number
  /** whole numbers by field; those that mean "invalid" are left out */
  values: ReadonlyMap<number, number>
  /** texts by field; empty ones are left out */
  texts: ReadonlyMap<number, string>
  /** seconds since FIT's epoch, of this message or of the last one that had it; NaN: none */
  timeS: number
  /** it has fields that are not read */
  hasOtherFields: boolean
  /** of chained files: the number of its file, from 0 */
  file: number
}

interface Definition {
  number: number
  littleEndian: boolean
  /** those that are read, each number once, as a definition may list 255 of no length; `offset`: in the message */
  fields: { number: number; offset: number; size: number; type: number }[]
  lengthBytes: number
  hasOtherFields: boolean
}

const TYPE_STRING = 7

/** Whether it begins like a FIT file. */
export const isFit = (bytes: Uint8Array): boolean =>
  (bytes[0] === 12 || bytes[0] === 14) && bytes.length > bytes[0] && isMagic(bytes)

const isMagic = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(8, 12)) === '.FIT'

const CHECKSUM_BYTES = 2

/**
 * `read` gets every message; those that the profile above does not know have no values. Throws what `fault` makes: not
 * FIT, truncated, a message before its definition.
 */
export function readFitMessages(
  bytes: Uint8Array,
  read: (message: FitMessage) => void,
  fault: (fault: FileFault) => ServiceError,
): void {
  if (!isFit(bytes)) throw fault(say('file.no_fit'))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let start = 0
  for (let file = 0; isFit(bytes.subarray(start)); file++) {
    const from = start + bytes[start]
    const end = from + view.getUint32(start + 4, true)
    if (end > bytes.length)
      throw fault(file === 0 ? say('file.truncated') : say('file.truncated.chained', { number: file + 1 }))
    readOne(view, from, end, (message) => read({ ...message, file }), fault)
    start = end + CHECKSUM_BYTES
  }
}

function readOne(
  view: DataView,
  from: number,
  end: number,
  read: (message: Omit<FitMessage, 'file'>) => void,
  fault: (fault: FileFault) => ServiceError,
): void {
  const definitions: (Definition | null)[] = new Array<Definition | null>(16).fill(null)
  let timeS = NaN
  let at = from
  while (at < end) {
    const header = view.getUint8(at++)
    if ((header & 0x80) === 0 && (header & 0x40) !== 0) {
      const found = readDefinition(view, at, end, (header & 0x20) !== 0)
      if (found === null) throw fault(say('file.fit_definition_truncated'))
      definitions[header & 0x0f] = found.definition
      at = found.next
      continue
    }
    const isCompressed = (header & 0x80) !== 0
    const definition = definitions[isCompressed ? (header >> 5) & 0x03 : header & 0x0f]
    if (definition === null) throw fault(say('file.fit_message_undefined'))
    if (at + definition.lengthBytes > end) throw fault(say('file.fit_message_truncated'))
    // the low five bits of the seconds: the next time that matches them
    if (isCompressed && !Number.isNaN(timeS)) timeS += ((header & 0x1f) - (timeS & 0x1f) + 32) & 0x1f
    const { values, texts } = readFields(view, at, definition)
    at += definition.lengthBytes
    timeS = values.get(TIMESTAMP) ?? timeS
    read({ number: definition.number, values, texts, timeS, hasOtherFields: definition.hasOtherFields })
  }
}

/** Null if it is truncated. */
function readDefinition(
  view: DataView,
  at: number,
  end: number,
  hasDeveloperFields: boolean,
): { definition: Definition; next: number } | null {
  if (at + 5 > end) return null
  const littleEndian = view.getUint8(at + 1) === 0
  const number = view.getUint16(at + 2, littleEndian)
  const count = view.getUint8(at + 4)
  let next = at + 5 + count * 3
  if (next > end) return null
  const known = READ.get(number)
  const fields = new Map<number, Definition['fields'][number]>()
  let lengthBytes = 0
  let hasOtherFields = false
  for (let i = 0; i < count; i++) {
    const [field, size] = [view.getUint8(at + 5 + i * 3), view.getUint8(at + 6 + i * 3)]
    const type = view.getUint8(at + 7 + i * 3) & 0x1f
    const isRead = field === TIMESTAMP ? size === 4 : size > 0 && known?.has(field) === true
    if (isRead) fields.set(field, { number: field, offset: lengthBytes, size, type })
    lengthBytes += size
    if (field !== TIMESTAMP && known?.has(field) !== true) hasOtherFields = true
  }
  if (hasDeveloperFields) {
    if (next + 1 > end) return null
    const own = view.getUint8(next++)
    if (next + own * 3 > end) return null
    for (let i = 0; i < own; i++) lengthBytes += view.getUint8(next + i * 3 + 1)
    next += own * 3
    hasOtherFields ||= own > 0
  }
  return { definition: { number, littleEndian, fields: [...fields.values()], lengthBytes, hasOtherFields }, next }
}

const NO_TEXTS: ReadonlyMap<number, string> = new Map()

/** The known fields of a message, without values that mean "invalid". */
function readFields(view: DataView, from: number, { fields, littleEndian }: Definition) {
  const values = new Map<number, number>()
  let texts: Map<number, string> | null = null
  for (const { number, offset, size, type } of fields) {
    if (type === TYPE_STRING) {
      const text = readText(view, from + offset, size)
      if (text !== '') (texts ??= new Map()).set(number, text)
    } else {
      const value = readNumber(view, from + offset, size, type, littleEndian)
      if (value !== null) values.set(number, value)
    }
  }
  return { values, texts: texts ?? NO_TEXTS }
}

const INT_8 = 1
const INT_16 = 3
const INT_32 = 5

/** Null for what means "invalid", and for lists. */
function readNumber(view: DataView, at: number, size: number, type: number, littleEndian: boolean): number | null {
  if (size === 1) {
    const value = type === INT_8 ? view.getInt8(at) : view.getUint8(at)
    return value === (type === INT_8 ? 0x7f : 0xff) ? null : value
  }
  if (size === 2) {
    const value = type === INT_16 ? view.getInt16(at, littleEndian) : view.getUint16(at, littleEndian)
    return value === (type === INT_16 ? 0x7fff : 0xffff) ? null : value
  }
  if (size !== 4) return null
  const value = type === INT_32 ? view.getInt32(at, littleEndian) : view.getUint32(at, littleEndian)
  return value === (type === INT_32 ? 0x7fffffff : 0xffffffff) ? null : value
}

const decoder = new TextDecoder()

/** Up to the first 0; bytes that are no UTF-8 show as U+FFFD. */
function readText(view: DataView, at: number, size: number): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, size)
  const end = bytes.indexOf(0)
  return decoder.decode(end < 0 ? bytes : bytes.subarray(0, end)).replace(/[\u0000-\u001f\ufffe\uffff]/g, ' ')
}
