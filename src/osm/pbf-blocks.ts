// The outer layer of an OSM PBF file (wiki.openstreetmap.org/wiki/PBF_Format): the positions of its blobs, its header,
// and the inflated bytes of one blob. Offsets and sizes are bytes in the file. Reads one blob at a time, whatever the
// size of the file, and never allocates what a file merely claims: sizes are first checked against the format's limits
// and the file.

import { inflateSync } from 'node:zlib'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { PbfReader } from 'pbf'
import type { Box } from '../geo/lon-lat.ts'
import { ServiceError } from '../errors.ts'

const MAX_BLOB_HEADER_BYTES = 64 * 1024
const MAX_BLOB_BYTES = 32 * 1024 * 1024
const KNOWN_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes'])
const SCAN_BYTES = 512
const MOST_UNPACKED = 100
/** Any file may unpack to this much, however small it is. */
const FREE_BYTES = 8_000_000

/** Position of a blob's content. */
export interface BlobPlace {
  /** start of the blob's frame, for messages */
  offset: number
  dataOffset: number
  dataLength: number
}

export interface PbfHeader {
  /** ISO time of `osmosis_replication_timestamp`, null if the file has none */
  sourceTs: string | null
  bbox: Box | null
  writingProgram: string | null
  source: string | null
  /** the file claims `Sort.Type_then_ID` */
  sorted: boolean
}

/** The header of the file and the positions of its data blobs in file order. Throws ServiceError `invalid_input`. */
export async function scanBlobs(source: PbfSource): Promise<{ header: PbfHeader; blobs: BlobPlace[] }> {
  const blobs: BlobPlace[] = []
  let header: PbfHeader | null = null
  if (source.sizeBytes === 0) throw pbfFault(source, 0, 'the file is empty, not an OSM PBF file.')
  for (let offset = 0; offset < source.sizeBytes; ) {
    const { type, place } = await readFrame(source, offset)
    if (type === 'OSMHeader' && header === null)
      header = readHeader(source, offset, inflateBlob(source, place, await readBlob(source, place)))
    else if (type === 'OSMData') {
      if (header === null)
        throw pbfFault(source, offset, 'data comes before the header; this is not a whole OSM PBF file.')
      blobs.push(place)
    }
    offset = place.dataOffset + place.dataLength
  }
  if (header === null) throw pbfFault(source, 0, 'there is no OSM header; this is not an OSM PBF file.')
  return { header, blobs }
}

/** The header alone, if it comes first as it should; null otherwise. Throws ServiceError `invalid_input`. */
export async function readFirstHeader(source: PbfSource): Promise<PbfHeader | null> {
  const { type, place } = await readFrame(source, 0)
  return type === 'OSMHeader' ? readHeader(source, 0, inflateBlob(source, place, await readBlob(source, place))) : null
}

async function readFrame(source: PbfSource, offset: number): Promise<{ type: string; place: BlobPlace }> {
  const notPbf = offset === 0 ? 'this is not an OSM PBF file' : 'the file is damaged here'
  let bytes = await source.read(offset, SCAN_BYTES)
  if (offset === 0 && Buffer.from(bytes.subarray(0, 64)).toString('latin1').trimStart().startsWith('<')) {
    throw pbfFault(source, 0, 'this is a web page or XML, not an OSM PBF file; the download may have failed.')
  }
  if (bytes.length < 4) throw pbfFault(source, offset, 'the file ends in the middle of a block; it is cut short.')
  const headerLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  if (headerLength === 0 || headerLength > MAX_BLOB_HEADER_BYTES)
    throw pbfFault(source, offset, `${notPbf} (a block header of ${headerLength} bytes).`)
  if (4 + headerLength > bytes.length) bytes = await source.read(offset, 4 + headerLength)
  if (bytes.length < 4 + headerLength)
    throw pbfFault(source, offset, 'the file ends in the middle of a block; it is cut short.')
  let type = ''
  let dataLength = -1
  try {
    new PbfReader(bytes.subarray(4, 4 + headerLength)).readFields((field, _, pbf) => {
      if (field === 1) type = pbf.readString()
      else if (field === 3) dataLength = pbf.readVarint()
    }, null)
  } catch (cause) {
    throw pbfFault(source, offset, `${notPbf}.`, cause)
  }
  if (!/^[\x20-\x7e]+$/.test(type) || !(dataLength >= 0) || (offset === 0 && type !== 'OSMHeader'))
    throw pbfFault(source, offset, `${notPbf}.`)
  if (dataLength > MAX_BLOB_BYTES)
    throw pbfFault(
      source,
      offset,
      `a block claims ${dataLength} bytes, more than the ${MAX_BLOB_BYTES} the format allows.`,
    )
  const dataOffset = offset + 4 + headerLength
  if (dataOffset + dataLength > source.sizeBytes)
    throw pbfFault(source, offset, 'the file ends in the middle of a block; it is cut short.')
  return { type, place: { offset, dataOffset, dataLength } }
}

/** The stored bytes of a blob. */
export async function readBlob(source: PbfSource, place: BlobPlace): Promise<Uint8Array> {
  const bytes = await source.read(place.dataOffset, place.dataLength)
  if (bytes.length < place.dataLength)
    throw pbfFault(source, place.offset, 'the file ends in the middle of a block; it is cut short.')
  return bytes
}

/** Content of a blob, inflated. Throws ServiceError if it is damaged or its compression is not supported. */
export function inflateBlob(source: PbfSource, place: BlobPlace, blob: Uint8Array): Uint8Array {
  let raw: Uint8Array | null = null
  let zlib: Uint8Array | null = null
  let packing = ''
  let rawSize = -1
  try {
    new PbfReader(blob).readFields((field, _, pbf) => {
      if (field === 1) raw = pbf.readBytes()
      else if (field === 2) rawSize = pbf.readVarint()
      else if (field === 3) zlib = pbf.readBytes()
      else if (field >= 4 && field <= 7) packing = ['LZMA', 'bzip2', 'LZ4', 'Zstandard'][field - 4]
    }, null)
  } catch (cause) {
    throw pbfFault(source, place.offset, 'the file is damaged here (a block that cannot be read).', cause)
  }
  if (raw !== null) return raw
  if (zlib === null)
    throw pbfFault(
      source,
      place.offset,
      packing === ''
        ? 'a block holds no data.'
        : `a block is packed with ${packing}; only zlib and plain blocks are read.`,
    )
  if (rawSize > MAX_BLOB_BYTES)
    throw pbfFault(
      source,
      place.offset,
      `a block claims ${rawSize} bytes unpacked, more than the ${MAX_BLOB_BYTES} the format allows.`,
    )
  let bytes: Uint8Array
  try {
    bytes = inflateSync(zlib, { maxOutputLength: rawSize > 0 ? rawSize : MAX_BLOB_BYTES })
  } catch (cause) {
    throw pbfFault(source, place.offset, 'the file is damaged here (a block does not unpack).', cause)
  }
  if (rawSize >= 0 && bytes.length !== rawSize)
    throw pbfFault(
      source,
      place.offset,
      `the file is damaged here (a block unpacks to ${bytes.length} of ${rawSize} bytes).`,
    )
  checkPacking(source, place, blob.length, bytes.length)
  return bytes
}

/** Real maps never compress to a hundredth: a file that does is built to exhaust memory. Throws ServiceError. */
export function checkPacking(source: PbfSource, place: BlobPlace, packedBytes: number, unpackedBytes: number): void {
  if (unpackedBytes > FREE_BYTES && unpackedBytes > MOST_UNPACKED * packedBytes)
    throw pbfFault(
      source,
      place.offset,
      `the file unpacks to more than ${MOST_UNPACKED} times its size, which no map does.`,
    )
}

function readHeader(source: PbfSource, offset: number, bytes: Uint8Array): PbfHeader {
  const header: PbfHeader = { sourceTs: null, bbox: null, writingProgram: null, source: null, sorted: false }
  const unknown: string[] = []
  try {
    new PbfReader(bytes).readFields((field, _, pbf) => {
      if (field === 1) header.bbox = readBox(pbf)
      else if (field === 4) {
        const feature = pbf.readString()
        if (!KNOWN_FEATURES.has(feature)) unknown.push(feature)
      } else if (field === 5) header.sorted = pbf.readString() === 'Sort.Type_then_ID' || header.sorted
      else if (field === 16) header.writingProgram = pbf.readString()
      else if (field === 17) header.source = pbf.readString()
      else if (field === 32) header.sourceTs = isoOf(pbf.readVarint(true))
    }, null)
  } catch (cause) {
    throw pbfFault(source, offset, 'the header cannot be read; the file is damaged.', cause)
  }
  if (unknown.length > 0)
    throw pbfFault(
      source,
      offset,
      `the file requires ${unknown.map((name) => JSON.stringify(name.slice(0, 60))).join(', ')}, which this build does not read.`,
    )
  return header
}

/** Nanodegrees left, right, top, bottom; returns null unless it is a box on earth. */
function readBox(pbf: PbfReader): Box | null {
  const edges = [NaN, NaN, NaN, NaN]
  pbf.readMessage((field, _, inner) => {
    if (field >= 1 && field <= 4) edges[field - 1] = inner.readSVarint() / 1e9
  }, null)
  const [left, right, top, bottom] = edges
  const valid =
    Math.abs(left) <= 180 && Math.abs(right) <= 180 && Math.abs(top) <= 90 && Math.abs(bottom) <= 90 && bottom <= top
  return valid ? [left, bottom, right, top] : null
}

function isoOf(seconds: number): string | null {
  const atMs = seconds * 1000
  return seconds > 0 && atMs < 8.64e15 ? new Date(atMs).toISOString() : null
}

/** Random access to the bytes of one OSM PBF file. */
export interface PbfSource {
  /** for messages; never a whole path */
  name: string
  sizeBytes: number
  /** exactly `length` bytes from `offset`, or fewer at the end of the file */
  read(offset: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

/**
 * The bytes of an OSM PBF file: read at any offset; faults name the file and the byte. Opens a file for reading blob by
 * blob. Throws ServiceError `invalid_input` if it cannot be opened.
 */
export async function openPbfFile(path: string): Promise<PbfSource> {
  const name = basename(path)
  const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw new ServiceError(
      'invalid_input',
      `${name} cannot be opened${cause.code === 'ENOENT' ? ': there is no such file' : ''}.`,
      { cause },
    )
  })
  const { size } = await file.stat()
  return {
    name,
    sizeBytes: size,
    async read(offset, length) {
      const bytes = new Uint8Array(Math.min(length, Math.max(0, size - offset)))
      let got = 0
      while (got < bytes.length) {
        const { bytesRead } = await file.read(bytes, got, bytes.length - got, offset + got).catch((cause) => {
          throw new ServiceError('invalid_input', `${name} cannot be read.`, { cause })
        })
        if (bytesRead === 0) break
        got += bytesRead
      }
      return bytes.subarray(0, got)
    },
    close: () => file.close(),
  }
}

/** The error for any unusable PBF file: names the file, the byte and what is wrong. */
export function pbfFault(source: PbfSource, offset: number, sentence: string, cause?: unknown): ServiceError {
  return new ServiceError(
    'invalid_input',
    `${source.name}, byte ${offset}: ${sentence}`,
    cause === undefined ? {} : { cause },
  )
}
