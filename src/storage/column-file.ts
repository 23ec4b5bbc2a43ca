// A file of named typed-array columns in one buffer: magic, version, a JSON header, then the columns, each
// aligned to 8 bytes. `readColumnFile` makes views without copying, so a SharedArrayBuffer serves all threads.
// Lengths are not trusted: a truncated or foreign buffer throws before any view is made.

const MAGIC = 0x57504346 // "WPCF"
const VERSION = 1
export const PREFIX_BYTES = 16

const ARRAY_TYPES = {
  Uint8Array,
  Int8Array,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
} as const
type ArrayTypeName = keyof typeof ARRAY_TYPES
export type Column =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array
export type Columns = Record<string, Column>
/** What a column's place depends on. */
export interface ColumnShape {
  constructor: { name: string }
  length: number
  byteLength: number
}

interface Header {
  meta: unknown
  columns: { name: string; type: ArrayTypeName; offset: number; length: number }[]
}

export interface ColumnFile {
  meta: unknown
  columns: Columns
  /** where the columns end; the file may go on */
  endByte: number
}

/** Not by bits: they end at 2 GiB, and columns do not. */
const align8 = (bytes: number) => Math.ceil(bytes / 8) * 8

/** Where each column begins, counted from the end of the header, and the bytes of all. */
export function layOutColumns(columns: Iterable<readonly [name: string, column: ColumnShape]>) {
  const places: Header['columns'] = []
  let dataBytes = 0
  for (const [name, { constructor, length, byteLength }] of columns) {
    places.push({ name, type: constructor.name as ArrayTypeName, offset: dataBytes, length })
    dataBytes += align8(byteLength)
  }
  return { places, dataBytes }
}

/** The bytes of a file piece by piece, the columns themselves uncopied. `meta` is any JSON value. */
export function* columnFileBytes(meta: unknown, columns: Columns): Generator<Uint8Array> {
  const { places } = layOutColumns(Object.entries(columns))
  const header: Header = { meta, columns: places }
  const headerBytes = new TextEncoder().encode(JSON.stringify(header))
  const start = new Uint8Array(align8(PREFIX_BYTES + headerBytes.length))
  const view = new DataView(start.buffer)
  view.setUint32(0, MAGIC)
  view.setUint32(4, VERSION)
  view.setUint32(8, headerBytes.length)
  start.set(headerBytes, PREFIX_BYTES)
  yield start
  for (const { name } of places) {
    const { buffer, byteOffset, byteLength } = columns[name]
    yield new Uint8Array(buffer, byteOffset, byteLength)
    yield new Uint8Array(align8(byteLength) - byteLength)
  }
}

/** The whole file in one new buffer. */
export function writeColumnFile(meta: unknown, columns: Columns): ArrayBuffer {
  const pieces = [...columnFileBytes(meta, columns)]
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes.buffer
}

/**
 * Views into `buffer` (shared or not), no copies. Throws RangeError unless it is a whole column file of this version.
 */
export function readColumnFile(buffer: ArrayBufferLike): ColumnFile {
  const headerEnd = endOfHeader(buffer)
  if (headerEnd > buffer.byteLength) throw new RangeError('column file is cut short in its header')
  const header = headerOf(buffer, headerEnd)
  const dataStart = align8(headerEnd)
  const columns: Columns = {}
  for (const { name, type, offset, length } of header.columns) {
    const ArrayType = ARRAY_TYPES[type]
    if (dataStart + offset + length * ArrayType.BYTES_PER_ELEMENT > buffer.byteLength)
      throw new RangeError(`column file is cut short in ${name}`)
    columns[name] = new ArrayType(buffer as ArrayBuffer, dataStart + offset, length)
  }
  return { meta: header.meta, columns, endByte: endOfColumns(buffer, headerEnd) }
}

/** Where the header ends, from the first PREFIX_BYTES. Throws RangeError unless it is a column file. */
export function endOfHeader(buffer: ArrayBufferLike): number {
  if (buffer.byteLength < PREFIX_BYTES) throw new RangeError('not a column file: too short')
  const view = new DataView(buffer)
  if (view.getUint32(0) !== MAGIC) throw new RangeError('not a column file: wrong first bytes')
  if (view.getUint32(4) !== VERSION)
    throw new RangeError(`column file of version ${view.getUint32(4)}, this build reads ${VERSION}`)
  return PREFIX_BYTES + view.getUint32(8)
}

/** Where the last column ends, from the bytes up to the end of the header. */
export function endOfColumns(buffer: ArrayBufferLike, headerEnd: number): number {
  let end = 0
  for (const { type, offset, length } of headerOf(buffer, headerEnd).columns)
    end = Math.max(end, offset + align8(length * ARRAY_TYPES[type].BYTES_PER_ELEMENT))
  return align8(headerEnd) + end
}

/** What the file says of itself, from the bytes up to the end of the header. */
export function headerOf(buffer: ArrayBufferLike, headerEnd: number): Header {
  const bytes = new Uint8Array(buffer, PREFIX_BYTES, headerEnd - PREFIX_BYTES)
  return JSON.parse(new TextDecoder().decode(bytes.slice())) as Header
}
