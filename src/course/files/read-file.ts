// A line in a file of any kind: GPX, KML, TCX, GeoJSON or an encoded polyline as text; KMZ, FIT or any of the others in
// base64. Its content says what it is.

import { say } from '../../language/sentence.ts'
import { inflateRawSync } from 'node:zlib'
import {
  bytesToData,
  DEFLATED,
  findZipDirectory,
  isLocalHeader,
  readZipDirectory,
  STORED,
  type ZipEntry,
} from '../../storage/archive/zip-directory.ts'
import { ServiceError } from '../../errors.ts'
import { type PolylineFault, decodePolyline6 } from '../../geo/polyline.ts'
import { checkStructure } from '../../wire/json-structure.ts'
import { Utf8Text } from '../../wire/utf8-text.ts'
import type { Course } from '../course.ts'
import { courseOfGpx } from '../gpx/course-of-gpx.ts'
import { scanGpx } from '../gpx/gpx-text.ts'
import { readGeoJsonLine } from '../read-geojson-line.ts'
import { CourseBuilder, isPlace, isGap } from './course-builder.ts'
import { fileError } from './file-fault.ts'
import type { FileFault } from '../gpx/gpx-fault.ts'
import {
  FIELDS,
  FILE_TYPE_COURSE,
  FIT_EPOCH_S,
  type FitMessage,
  MESSAGES,
  OF_THE_FILE,
  isFit,
  readFitMessages,
  toDegrees,
  toHeightM,
} from './fit-messages.ts'
import { NotReadList } from './not-read.ts'
import { readKml } from './read-kml.ts'
import { readTcxCourse } from './read-tcx-course.ts'
import { FIT_GENERIC, fromFitType } from './cue-types.ts'

/** Most of what a KMZ may hold, where the operation does not say. */
const UNPACKED_BYTES = 1_048_576
/** A point of a polyline has at most this many characters: two numbers of at most 360 degrees at a millionth each. */
const POLYLINE_POINT_CHARACTERS = 14
/** Looked at for what a text is. */
const HEAD_CHARACTERS = 8192

/**
 * Throws ServiceError with `inputPath` `file`: `invalid_gpx`, `invalid_input` (of no known kind, broken, without a
 * line), `too_many_points`.
 */
export function readFile(file: string | Utf8Text, maxPoints: number, unpackedBytes = UNPACKED_BYTES): Course {
  try {
    return readText(typeof file === 'string' ? Utf8Text.of(file) : file, maxPoints, unpackedBytes)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { code, message, sentence } = error
    const details = { inputPath: 'file' }
    throw sentence === null ? new ServiceError(code, message, details) : new ServiceError(sentence, details)
  }
}

/** What a text is by its beginning; null for what is neither TCX nor FIT in base64. */
export function fileKindOf(text: string): 'tcx' | 'fit' | null {
  const head = headOf(text)
  if (head.startsWith('<')) return rootOf(head) === 'TrainingCenterDatabase' ? 'tcx' : null
  return isFit(padded(Buffer.from(head.slice(0, 32), 'base64'))) ? 'fit' : null
}

const headOf = (text: string | Utf8Text): string =>
  text
    .slice(0, HEAD_CHARACTERS)
    .replace(/^\ufeff/, '')
    .trimStart()

function readText(text: Utf8Text, maxPoints: number, unpackedBytes: number): Course {
  const head = headOf(text)
  if (head.startsWith('<')) return readXml(text, head, maxPoints)
  if (head.startsWith('{')) return readJson(text, maxPoints)
  if (head === '') throw fileError(null, say('file.empty'))
  const magic = Buffer.from(head.slice(0, 32), 'base64')
  if (isFit(padded(magic))) return readFitCourse(fromBase64(text), maxPoints)
  if (isLocalHeader(padded(magic))) return readKmz(fromBase64(text), maxPoints, unpackedBytes)
  if (isMarkup(magic)) return readXmlBytes(fromBase64(text), maxPoints)
  return readPolyline(text, maxPoints)
}

function readKmz(bytes: Buffer, maxPoints: number, unpackedBytes: number): Course {
  const { document, others } = unpackKmz(bytes, unpackedBytes)
  const course = readXmlBytes(document, maxPoints)
  if (others.length === 0) return course
  const beside = new NotReadList()
  for (const name of others) beside.leave('documents', name)
  return { ...course, notRead: [...beside.list(), ...(course.notRead ?? [])] }
}

/** The readers of beginnings ask for more bytes than they look at. */
const padded = (magic: Buffer): Buffer => Buffer.concat([magic, Buffer.alloc(32)])
const fromBase64 = (text: Utf8Text): Buffer => Buffer.from(text.slice(0, text.length), 'base64')

/** Of XML or GeoJSON. */
const isMarkup = (bytes: Buffer): boolean =>
  /^(?:\ufeff|\xef\xbb\xbf)?\s*(?:<[?!a-zA-Z][\w-]{2}|\{\s*")/.test(bytes.toString('latin1')) ||
  (bytes.length > 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)))

/** Bytes in the encoding that they tell, UTF-8 where they tell none. */
function readXmlBytes(bytes: Buffer, maxPoints: number): Course {
  const declared = /^[^>]{0,100}encoding=["']([\w.:-]{1,40})["']/.exec(bytes.toString('latin1', 0, 200))?.[1]
  const isWide = bytes[0] === 0xff || bytes[0] === 0xfe
  let text: string
  try {
    text = new TextDecoder(isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : (declared ?? 'utf-8'), {
      fatal: true,
    }).decode(bytes)
  } catch {
    throw fileError(null, say('file.characters', { encoding: declared ?? 'UTF-8' }))
  }
  const head = text.slice(0, HEAD_CHARACTERS).trimStart()
  const read = Utf8Text.of(text)
  return head.startsWith('{') ? readJson(read, maxPoints) : readXml(read, head, maxPoints)
}

function readXml(text: Utf8Text, head: string, maxPoints: number): Course {
  const root = rootOf(head)
  if (root === 'gpx') return courseOfGpx(scanGpx(text, maxPoints))
  if (root === 'kml') return readKml(text, maxPoints)
  if (root === 'TrainingCenterDatabase') return readTcxCourse(text, maxPoints)
  throw fileError('XML', root === null ? say('file.no_root') : say('file.root', { name: root }))
}

/** Local name of the first element, after instructions and comments; null if another thing comes first. */
function rootOf(head: string): string | null {
  for (let at = 0; ; ) {
    while (/\s/.test(head[at] ?? '')) at++
    const isComment = head.startsWith('<!--', at)
    if (!isComment && !head.startsWith('<?', at))
      return /^<(?:[\w.-]{1,40}:)?([\w.-]{1,60})/.exec(head.slice(at, at + 110))?.[1] ?? null
    const end = head.indexOf(isComment ? '-->' : '?>', at + 2)
    if (end < 0) return null
    at = end + (isComment ? 3 : 2)
  }
}

function readJson(text: Utf8Text, maxPoints: number): Course {
  const json = text.slice(0, text.length).replace(/^\ufeff/, '')
  let document: unknown
  try {
    checkStructure(json, say('part.subject.document'))
    document = JSON.parse(json)
  } catch (error) {
    const fault = error instanceof ServiceError ? error.sentence : null
    if (fault === null) throw fileError('GeoJSON', say('file.no_json'))
    throw new ServiceError(say('error.invalid_input.format_structure', { field: 'file', format: 'GeoJSON', fault }), {
      inputPath: 'file',
    })
  }
  return readGeoJsonLine(document, maxPoints, 'file')
}

function readPolyline(text: Utf8Text, maxPoints: number): Course {
  const unknown = (fault: FileFault) =>
    new ServiceError(say('error.invalid_input.no_file', { field: 'file', fault }), { inputPath: 'file' })
  const trimmed = text.slice(0, Math.min(text.length, maxPoints * POLYLINE_POINT_CHARACTERS + 100)).trim()
  let points: [number, number][]
  try {
    points = decodePolyline6(trimmed)
  } catch (error) {
    throw unknown((error as PolylineFault).fault)
  }
  if (points.length < 2) throw unknown(say('file.points'))
  const course = new CourseBuilder(maxPoints)
  for (const [lon, lat] of points) {
    if (!isPlace(lon, lat)) throw unknown(say('file.off_globe.polyline'))
    course.push(lon, lat, NaN, NaN)
  }
  return course.finish('polyline6')
}

const TIMER = 0
const START = 0

/**
 * A FIT file as a course: the positions of its `record` messages are the line, its `course_point` messages waypoints or
 * cues. In a course a stopped timer begins a new part, as write-file.ts writes it; an activity is one part, unless the
 * recorder stopped and went on elsewhere (isGap). Files chained in one are parts one after another. Times of a course
 * are a plan, not a recording: they place its course points, and are not read. Throws ServiceError: `invalid_input`
 * (not FIT, truncated, no position in it), `too_many_points`.
 */
function readFitCourse(bytes: Uint8Array, maxPoints: number): Course {
  const course = new CourseBuilder(maxPoints)
  const reader = new FitReader(course)
  readFitMessages(
    bytes,
    (message) => reader.read(message),
    (why) => fileError('FIT', why),
  )
  if (course.count === 0) throw fileError('FIT', say('file.no_line.fit'))
  return course.finish('fit')
}

class FitReader {
  readonly #course: CourseBuilder
  #file = 0
  /** the timer stopped: an activity may go on where it was */
  #isStopped = false

  constructor(course: CourseBuilder) {
    this.#course = course
  }

  read(message: FitMessage): void {
    const { number, values, texts, file } = message
    const course = this.#course
    if (file !== this.#file) {
      this.#file = file
      this.#isStopped = false
      course.endPart()
    }
    if (number === MESSAGES.fileId) course.isPlan = values.get(FIELDS.fileId.type) === FILE_TYPE_COURSE
    else if (number === MESSAGES.course) {
      course.nameLine(texts.get(FIELDS.course.name) ?? null, 'course.name')
      if ((values.get(FIELDS.course.sport) ?? 0) !== 0) course.notRead.leave('properties', 'course.sport')
    } else if (number === MESSAGES.record) this.#readRecord(message)
    else if (number === MESSAGES.coursePoint) this.#readCoursePoint(message)
    else if (number === MESSAGES.event) {
      if (values.get(FIELDS.event.event) !== TIMER || values.get(FIELDS.event.type) === START) return
      if (course.isPlan) course.endPart()
      else this.#isStopped = true
    } else if (number === MESSAGES.lap) {
      if (message.hasOtherFields) course.notRead.leave('sensors')
    } else if (!OF_THE_FILE.has(number))
      course.notRead.leave('properties', OTHER_MESSAGES[number] ?? `message ${number}`)
  }

  #readRecord({ values, timeS, hasOtherFields }: FitMessage): void {
    const course = this.#course
    const place = placeOf(values.get(FIELDS.record.lat), values.get(FIELDS.record.lon))
    if (hasOtherFields) course.notRead.leave('sensors')
    if (place === null) {
      course.notRead.leave('points')
      return
    }
    const timeMs = (timeS + FIT_EPOCH_S) * 1000
    const last = course.lastPlace()
    if (this.#isStopped && last !== null && isGap(last, { ...place, timeMs })) course.endPart()
    this.#isStopped = false
    const altitude = values.get(FIELDS.record.enhancedAltitude) ?? values.get(FIELDS.record.altitude)
    course.push(place.lon, place.lat, altitude === undefined ? NaN : toHeightM(altitude), timeMs)
  }

  #readCoursePoint({ values, texts }: FitMessage): void {
    const course = this.#course
    const place = placeOf(values.get(FIELDS.coursePoint.lat), values.get(FIELDS.coursePoint.lon))
    if (place === null) {
      course.notRead.leave('waypoints')
      return
    }
    const name = texts.get(FIELDS.coursePoint.name) ?? null
    const code = values.get(FIELDS.coursePoint.type) ?? FIT_GENERIC
    const type = fromFitType(code)
    const timeMs = ((values.get(FIELDS.coursePoint.timestamp) ?? NaN) + FIT_EPOCH_S) * 1000
    if (type === null && code !== FIT_GENERIC) course.notRead.leave('properties', 'course_point.type')
    if (type === null) course.waypoint({ ...place, heightM: null, name }, timeMs)
    else course.cue({ ...place, text: name ?? '', type }, timeMs)
  }
}

const OTHER_MESSAGES: Readonly<Record<number, string>> = {
  ...{ 3: 'user_profile', 7: 'zones_target', 18: 'session', 34: 'activity', 78: 'hrv', 101: 'length', 132: 'hr' },
}

function placeOf(lat: number | undefined, lon: number | undefined): { lon: number; lat: number } | null {
  if (lat === undefined || lon === undefined) return null
  const place = { lon: toDegrees(lon), lat: toDegrees(lat) }
  if (!isPlace(place.lon, place.lat)) throw fileError('FIT', say('file.off_globe'))
  return place
}

/** A KMZ holds a document and its pictures. */
const MAX_ENTRIES = 10_000
const fault = (why: FileFault) => fileError('KMZ', why)

/**
 * The KML document of a KMZ, a zip archive (PKWARE APPNOTE 6.3): of the entries that end with `.kml`, `doc.kml` comes
 * before others, then what lies in fewer folders, then what comes first. What macOS adds (`__MACOSX/`, names that begin
 * with a dot) is none of them. Only the document is inflated, by zlib, which stops at a bound: a bomb costs no more
 * than a file that may be sent as it is. Encrypted archives, Zip64 and methods but `stored` and
 * `deflate` are refused. Of the document at most `maxBytes`; `others`: names of what else is in it. Throws ServiceError
 * `invalid_input`.
 */
function unpackKmz(bytes: Buffer, maxBytes: number): { document: Buffer; others: string[] } {
  const { entry, others } = findDocument(bytes)
  return { document: unpack(bytes, entry, maxBytes), others }
}

function unpack(bytes: Buffer, entry: ZipEntry, maxBytes: number): Buffer {
  const header = bytes.subarray(entry.headerAt)
  if (!isLocalHeader(header)) throw fault(say('file.broken'))
  const dataFrom = bytesToData(header)
  const data = header.subarray(dataFrom, dataFrom + entry.packedBytes)
  if (data.length < entry.packedBytes) throw fault(say('file.broken'))
  if (entry.isEncrypted) throw fault(say('file.encrypted'))
  if (entry.method !== STORED && entry.method !== DEFLATED) throw fault(say('file.packed'))
  const tooLarge = () => fault(say('file.document_size', { maxBytes }))
  if (entry.method === STORED) {
    if (data.length > maxBytes) throw tooLarge()
    return data
  }
  try {
    return inflateRawSync(data, { maxOutputLength: maxBytes })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : fault(say('file.broken'))
  }
}

function findDocument(bytes: Buffer): { entry: ZipEntry; others: string[] } {
  const files = listEntries(bytes).filter(({ name }) => !name.endsWith('/') && !isOfMacOs(name))
  const documents = files.filter(({ name }) => name.toLowerCase().endsWith('.kml'))
  if (documents.length === 0) throw fault(say('file.no_kml'))
  const entry = documents.reduce((best, one) => (rankOf(one) < rankOf(best) ? one : best))
  return { entry, others: files.filter((file) => file !== entry).map(({ name }) => name) }
}

const isOfMacOs = (name: string): boolean => name.split('/').includes('__MACOSX') || baseOf(name).startsWith('.')
const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/** Lower comes first: by name, then by the number of folders. */
function rankOf({ name }: Pick<ZipEntry, 'name'>): number {
  const folders = name.split('/').length
  return baseOf(name).toLowerCase() === 'doc.kml' ? folders : 100_000 + folders
}

function listEntries(bytes: Buffer): ZipEntry[] {
  const place = findZipDirectory(bytes)
  if (place === null) throw fault(say('file.broken'))
  if (place.count > MAX_ENTRIES) throw fault(say('file.too_many_files', { maxFiles: MAX_ENTRIES }))
  const entries = readZipDirectory(bytes.subarray(place.at), place.count)
  if (entries === null) throw fault(say('file.broken'))
  return entries.map((entry) => ({ ...entry, name: entry.name.replaceAll('\\', '/') }))
}
