// A course as a file of any format, with what that format could not carry.

import { DEFAULT_LANGUAGE, rendererFor } from '../../language/catalogue-files.ts'
import { say } from '../../language/sentence.ts'
import { type CoursePoint, type Schedule, coursePointsOf, lostTimes, scheduleOf } from './course-schedule.ts'
import { FIT_GENERIC, shortCue, toFitType } from './cue-types.ts'
import {
  type FileContent,
  type FileFormat,
  type FileLine,
  type Lost,
  type WrittenFile,
  degrees,
  metres,
  onceForLine,
  spansOf,
} from './file-content.ts'
import { FIELDS, FILE_TYPE_COURSE, FIT_EPOCH_S, MESSAGES, TIMESTAMP, toSemicircles } from './fit-messages.ts'
import { LiteralBytes } from '../../wire/wire-bytes.ts'
import { LineText } from './line-text.ts'
import { writeGpxFile } from './write-gpx-file.ts'
import { writeKml } from './write-kml.ts'
import { writeTcx } from './write-tcx.ts'

/** For programs whose makers have no number. */
const DEVELOPMENT = 255
const SPORTS = { hike: 17, run: 1, bike: 2 } as const
const TIMER = 0
const START = 0
const STOP_ALL = 4
const NO_HEIGHT = 0xffff

/**
 * A FIT course (protocol 2.0): file_id, course, lap, course points, then the records between a timer that starts and
 * stops; between parts it stops as well. Heights are to 0.2 m and places to 1e-7 degrees.
 */
function writeFit(content: FileContent): WrittenFile {
  const schedule = scheduleOf(content, 'FIT')
  const lost = lostTimes(schedule, content, 'FIT')
  const points = coursePointsOf(content, schedule, 'FIT', lost)
  const parts = content.line.partStart.length - 1
  if (parts > 1) lost.push({ code: 'parts', message: say('lost.parts.fit', { parts }) })
  if (content.sources.length > 0)
    lost.push({
      code: 'attribution',
      message: say('lost.attribution.fit', { sources: content.sources.map(({ text }) => text) }),
    })
  const isCut = (name: string) => Buffer.byteLength(name) >= NAME_BYTES
  if (isCut(content.name ?? '') || points.some(({ name }) => isCut(name)))
    lost.push({ code: 'names_cut', message: say('lost.names_cut.fit', { bytes: NAME_BYTES - 1 }) })
  if (points.some(({ cue }) => cue === 'other')) lost.push({ code: 'cue_types', message: say('lost.cue_types.fit') })
  const { records, isHeightLost } = onceForLine(content, 'fit', () => recordsOf(content, schedule))
  if (isHeightLost) lost.push({ code: 'heights', message: say('lost.heights.fit') })
  const file = new FitWriter()
  writeHead(file, content, schedule)
  const renderer = rendererFor(content.language ?? DEFAULT_LANGUAGE)
  for (const point of points) {
    // the beginning of an instruction may lack the turn
    const turn = point.cue === null || !isCut(point.name) ? null : shortCue(point.cue)
    writeCoursePoint(file, turn === null ? point : { ...point, name: renderer.render(turn) })
  }
  return { content: finish(file.take(), records), lost }
}

/** The records, each part between a timer that starts and one that stops. */
function recordsOf({ line }: FileContent, { timeMs, atM }: Schedule): { records: Buffer; isHeightLost: boolean } {
  const file = new FitWriter()
  const { lon, lat, heightM } = line
  let isHeightLost = false
  for (const [from, to] of spansOf(line)) {
    file.write(MESSAGES.event, [toFitTime(timeMs[from]), TIMER, START])
    for (let i = from; i < to; i++) {
      const altitude = Math.round((heightM[i] + 500) * 5)
      const isKnown = altitude >= 0 && altitude < NO_HEIGHT
      if (!isKnown && !Number.isNaN(heightM[i])) isHeightLost = true
      const height = isKnown ? altitude : NO_HEIGHT
      const [north, east] = [toSemicircles(lat[i]), toSemicircles(lon[i])]
      file.write(MESSAGES.record, [toFitTime(timeMs[i]), north, east, height, toCm(atM[i])])
    }
    file.write(MESSAGES.event, [toFitTime(timeMs[to - 1]), TIMER, STOP_ALL])
  }
  return { records: file.take(), isHeightLost }
}

/** Whole seconds. */
const toFitTime = (ms: number): number => Math.max(0, Math.round(ms / 1000) - FIT_EPOCH_S)
const toCm = (m: number): number => Math.min(0xfffffffe, Math.round(m * 100))

function writeHead(
  file: FitWriter,
  { name, line: { lon, lat }, profile, madeMs }: FileContent,
  { timeMs, lengthM }: Schedule,
): void {
  const last = lon.length - 1
  const [startS, endS] = [toFitTime(timeMs[0]), toFitTime(timeMs[timeMs.length - 1])]
  const ms = Math.max(0, Math.min(0xfffffffe, (endS - startS) * 1000))
  file.write(MESSAGES.fileId, [FILE_TYPE_COURSE, DEVELOPMENT, 0, 0, toFitTime(madeMs)])
  file.write(MESSAGES.course, [profile === null ? 0 : SPORTS[profile], name ?? ''])
  file.write(MESSAGES.lap, [
    ...[startS, startS, toSemicircles(lat[0]), toSemicircles(lon[0])],
    ...[toSemicircles(lat[last]), toSemicircles(lon[last]), ms, ms, toCm(lengthM)],
  ])
}

function writeCoursePoint(file: FitWriter, { lon, lat, atM, timeMs, name, cue }: CoursePoint): void {
  file.write(MESSAGES.coursePoint, [
    ...[toFitTime(timeMs), toSemicircles(lat), toSemicircles(lon), toCm(atM)],
    cue === null ? FIT_GENERIC : toFitType(cue),
    name,
  ])
}

const HEADER_BYTES = 14
const PROTOCOL_2_0 = 0x20
const PROFILE_VERSION = 21_94

/** Names in bytes of UTF-8, with the 0 that ends them. */
const NAME_BYTES = 64

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

/**
 * Messages of FIT files (protocol 2.0) as bytes: little-endian, each layout defined where it is first used, with the
 * protocol's checksums (CRC-16/ARC).
 */
class FitWriter {
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
function finish(...messages: readonly Buffer[]): Buffer {
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

/**
 * GeoJSON (RFC 7946): a Feature with the line, or a FeatureCollection of it with a Point for each waypoint and each cue
 * (`cue` says what to do). Sources are in the properties of the line.
 */
function writeGeoJsonFile(content: FileContent): WrittenFile {
  const { name, timeMs, waypoints, cues, sources } = content
  const lost: Lost[] = timeMs === null ? [] : [{ code: 'times', message: say('lost.times.geojson') }]
  if (linesOf(content.line).length < content.line.partStart.length - 1)
    lost.push({ code: 'points', message: say('lost.points.geojson') })
  const properties = { ...named(name), ...(sources.length === 0 ? {} : { sources }) }
  const geometry = onceForLine(content, 'geojson', () => geometryOf(content))
  const line = `{"type":"Feature","properties":${JSON.stringify(properties)},"geometry":${geometry}}`
  const points = [
    ...waypoints.map(({ lon, lat, heightM, name: own }) => pointOf(named(own), position(lon, lat, heightM ?? null))),
    ...cues.map(({ lon, lat, text, type }) => pointOf({ ...named(text), cue: type }, position(lon, lat, null))),
  ]
  return {
    content: points.length === 0 ? line : `{"type":"FeatureCollection","features":[${[line, ...points].join(',')}]}`,
    lost,
  }
}

const OPEN_LINE = new LiteralBytes('{"type":"LineString","coordinates":')
const OPEN_LINES = new LiteralBytes('{"type":"MultiLineString","coordinates":[')
const CLOSE_LINE = new LiteralBytes('}')
const CLOSE_LINES = new LiteralBytes(']}')
const OPEN = new LiteralBytes('[')
const NEXT = new LiteralBytes(',[')
const COMMA = new LiteralBytes(',')
const CLOSE = new LiteralBytes(']')

/** Parts of two points or more; a line of nothing else keeps its first part. */
function linesOf(line: FileLine): [from: number, to: number][] {
  const parts = [...spansOf(line)]
  const lines = parts.filter(([from, to]) => to - from > 1)
  return lines.length === 0 ? parts.slice(0, 1) : lines
}

function geometryOf({ line }: FileContent): string {
  const text = new LineText()
  const { lon, lat, heightM } = line
  const lines = linesOf(line)
  const isOne = lines.length === 1
  text.add(isOne ? OPEN_LINE : OPEN_LINES)
  let open = OPEN
  for (const [from, to] of lines) {
    text.add(open)
    open = NEXT
    for (let i = from; i < to; i++) {
      text
        .add(i === from ? OPEN : NEXT)
        .degrees(lon[i])
        .add(COMMA)
        .degrees(lat[i])
      // GeoJSON has no null in a position: one without a height has two members
      if (!Number.isNaN(heightM[i])) text.add(COMMA).metres(heightM[i])
      text.add(CLOSE)
    }
    text.add(CLOSE)
  }
  return text.add(isOne ? CLOSE_LINE : CLOSE_LINES).take()
}

const pointOf = (properties: object, coordinates: number[]): string =>
  JSON.stringify({ type: 'Feature', properties, geometry: { type: 'Point', coordinates } })

const named = (name: string | null | undefined) => (name == null || name === '' ? {} : { name })

/** GeoJSON has no null in a position: one without a height has two members. */
const position = (lon: number, lat: number, heightM: number | null): number[] => {
  const place = [Number(degrees(lon)), Number(degrees(lat))]
  return heightM === null ? place : [...place, Number(metres(heightM))]
}

const WRITERS: Record<FileFormat, (content: FileContent) => WrittenFile> = {
  gpx: writeGpxFile,
  fit: writeFit,
  tcx: writeTcx,
  kml: writeKml,
  geojson: writeGeoJsonFile,
}

/** The line must have a point. Times are written in UTC. */
export const writeFile = (format: FileFormat, content: FileContent): WrittenFile => WRITERS[format](content)
