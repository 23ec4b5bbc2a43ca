// Messages of FIT files (protocol 2.0) as bytes: little-endian, each layout defined where it is first used, with the
// protocol's checksums (CRC-16/ARC).

import { FIELDS, MESSAGES, TIMESTAMP } from './fit-messages.ts'

const HEADER_BYTES = 14
const PROTOCOL_2_0 = 0x20
const PROFILE_VERSION = 21_94

/** Names in bytes of UTF-8, with the 0 that ends them. */
export const NAME_BYTES = 64

type Kind = 'enum' | 'uint16' | 'sint32' | 'uint32' | 'uint32z' | 'string'
const TYPES: Record<Kind, [code: number, bytes: number]> = {
  enum: [0x00, 1],
  uint16: [0x84, 2],
  sint32: [0x85, 4],
  uint32: [0x86, 4],
  uint32z: [0x8c, 4],
  string: [0x07, NAME_BYTES],
}
type Layout = readonly (readonly [field: number, kind: Kind])[]

const { fileId, lap, record, event, course, coursePoint } = FIELDS
const LAYOUTS: readonly (readonly [message: number, layout: Layout])[] = [
  [
    MESSAGES.fileId,
    [
      [fileId.type, 'enum'],
      [fileId.manufacturer, 'uint16'],
      [fileId.product, 'uint16'],
      [fileId.serialNumber, 'uint32z'],
      [fileId.timeCreated, 'uint32'],
    ],
  ],
  [
    MESSAGES.course,
    [
      [course.sport, 'enum'],
      [course.name, 'string'],
    ],
  ],
  [
    MESSAGES.lap,
    [
      [TIMESTAMP, 'uint32'],
      [lap.startTime, 'uint32'],
      [lap.startLat, 'sint32'],
      [lap.startLon, 'sint32'],
      [lap.endLat, 'sint32'],
      [lap.endLon, 'sint32'],
      [lap.elapsedMs, 'uint32'],
      [lap.timerMs, 'uint32'],
      [lap.distanceCm, 'uint32'],
    ],
  ],
  [
    MESSAGES.coursePoint,
    [
      [coursePoint.timestamp, 'uint32'],
      [coursePoint.lat, 'sint32'],
      [coursePoint.lon, 'sint32'],
      [coursePoint.distanceCm, 'uint32'],
      [coursePoint.type, 'enum'],
      [coursePoint.name, 'string'],
    ],
  ],
  [
    MESSAGES.event,
    [
      [TIMESTAMP, 'uint32'],
      [event.event, 'enum'],
      [event.type, 'enum'],
    ],
  ],
  [
    MESSAGES.record,
    [
      [TIMESTAMP, 'uint32'],
      [record.lat, 'sint32'],
      [record.lon, 'sint32'],
      [record.altitude, 'uint16'],
      [record.distanceCm, 'uint32'],
    ],
  ],
]

/** Little-endian messages; each layout is defined where it is first used. */
export class FitWriter {
  #bytes = Buffer.alloc(4096)
  #at = 0
  readonly #defined = new Set<number>()

  write(message: number, values: readonly (number | string)[]): void {
    const local = LAYOUTS.findIndex(([number]) => number === message)
    const layout = LAYOUTS[local][1]
    const bytes = this.#room(layout.length * (NAME_BYTES + 3) + 16)
    if (!this.#defined.has(local)) this.#define(bytes, local, message, layout)
    bytes[this.#at++] = local
    layout.forEach(([, kind], i) => this.#put(bytes, kind, values[i]))
  }

  take(): Buffer {
    return this.#bytes.subarray(0, this.#at)
  }

  #define(bytes: Buffer, local: number, message: number, layout: Layout): void {
    this.#defined.add(local)
    bytes[this.#at++] = 0x40 | local
    bytes[this.#at++] = 0
    bytes[this.#at++] = 0
    this.#at = bytes.writeUInt16LE(message, this.#at)
    bytes[this.#at++] = layout.length
    for (const [field, kind] of layout) {
      const [code, size] = TYPES[kind]
      for (const byte of [field, size, code]) bytes[this.#at++] = byte
    }
  }

  #put(bytes: Buffer, kind: Kind, value: number | string): void {
    const size = TYPES[kind][1]
    if (typeof value === 'string') {
      bytes.fill(0, this.#at, this.#at + size)
      // never half a character
      new TextEncoder().encodeInto(value.replaceAll('\0', ''), bytes.subarray(this.#at, this.#at + size - 1))
    } else if (size === 1) bytes.writeUInt8(value, this.#at)
    else if (size === 2) bytes.writeUInt16LE(value, this.#at)
    else if (kind === 'sint32') bytes.writeInt32LE(value, this.#at)
    else bytes.writeUInt32LE(value, this.#at)
    this.#at += size
  }

  #room(more: number): Buffer {
    if (this.#at + more > this.#bytes.length) {
      const larger = Buffer.alloc(this.#bytes.length * 2)
      this.#bytes.copy(larger, 0, 0, this.#at)
      this.#bytes = larger
    }
    return this.#bytes
  }
}

/** Messages between header and checksum. */
export function finish(...messages: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt8(HEADER_BYTES, 0)
  header.writeUInt8(PROTOCOL_2_0, 1)
  header.writeUInt16LE(PROFILE_VERSION, 2)
  header.writeUInt32LE(
    messages.reduce((sum, { length }) => sum + length, 0),
    4,
  )
  header.write('.FIT', 8, 'latin1')
  header.writeUInt16LE(crc16(header, HEADER_BYTES - 2), HEADER_BYTES - 2)
  const file = Buffer.concat([header, ...messages, Buffer.alloc(2)])
  file.writeUInt16LE(crc16(file, file.length - 2), file.length - 2)
  return file
}

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  return crc
})

/** Of the first bytes. */
function crc16(bytes: Uint8Array, count: number): number {
  let crc = 0
  for (let i = 0; i < count; i++) crc = (crc >> 8) ^ CRC_TABLE[(crc ^ bytes[i]) & 0xff]
  return crc
}
