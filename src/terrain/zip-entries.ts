// The entries of a zip file of heights, read one at a time and never more than is requested: a bomb stops at
// `maxBytes`, a truncated file has no directory, a damaged entry fails its CRC. Never writes a file and never trusts a
// size that the archive states. No encryption, no zip64, no split archives.

import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import {
  bytesToData,
  DEFLATED,
  findZipDirectory,
  isLocalHeader,
  LOCAL_BYTES,
  MAX_END_BYTES,
  readZipDirectory,
  STORED,
  type ZipEntry,
} from '../storage/archive/zip-directory.ts'
import { demFault } from './height-raster.ts'

const inflate = promisify(inflateRaw)
const MAX_ENTRIES = 20_000
const MAX_DIRECTORY_BYTES = 8_000_000
/** Lists the entries of a zip file. Throws ServiceError `invalid_input` if it is truncated or not a zip. */
export async function listZipEntries(path: string): Promise<ZipEntry[]> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const tail = Buffer.alloc(Math.min(size, MAX_END_BYTES))
    await file.read(tail, 0, tail.length, size - tail.length)
    const place = findZipDirectory(tail)
    if (place === null) throw demFault(path, 'is cut short or is not a zip file: download it again.')
    if (place.count > MAX_ENTRIES || place.bytes > MAX_DIRECTORY_BYTES || place.at + place.bytes > size)
      throw demFault(path, 'has a zip directory that cannot be read: unpack it and give the files inside.')
    const directory = Buffer.alloc(place.bytes)
    await file.read(directory, 0, place.bytes, place.at)
    const entries = readZipDirectory(directory, place.count)
    if (entries === null) throw demFault(path, 'has a damaged zip directory: download it again.')
    return entries
  } finally {
    await file.close()
  }
}

/** Reads one entry of at most `maxBytes`. Throws ServiceError `invalid_input` if it is larger, truncated or damaged. */
export async function readZipEntry(path: string, entry: ZipEntry, maxBytes: number): Promise<Buffer> {
  if (entry.sizeBytes > maxBytes || entry.packedBytes > maxBytes + 65_536) {
    throw demFault(path, `holds ${entry.name}, which is larger than any height file, so it was not opened.`)
  }
  const file = await open(path, 'r')
  try {
    const header = Buffer.alloc(LOCAL_BYTES)
    await file.read(header, 0, LOCAL_BYTES, entry.headerAt)
    if (!isLocalHeader(header)) throw demFault(path, `is damaged at ${entry.name}: download it again.`)
    if (entry.isEncrypted) throw demFault(path, `holds ${entry.name} encrypted: unpack it first.`)
    const packed = Buffer.alloc(entry.packedBytes)
    const read = await file.read(packed, 0, packed.length, entry.headerAt + bytesToData(header))
    if (read.bytesRead < packed.length) throw demFault(path, `is cut short inside ${entry.name}: download it again.`)
    if (entry.method !== STORED && entry.method !== DEFLATED)
      throw demFault(path, `packs ${entry.name} by a method that cannot be read: unpack it first.`)
    let bytes: Buffer
    try {
      bytes = entry.method === STORED ? packed : await inflate(packed, { maxOutputLength: maxBytes })
    } catch (cause) {
      if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
        throw demFault(
          path,
          `holds ${entry.name}, which unpacks to more than any height file, so it was not read.`,
          cause,
        )
      }
      throw demFault(path, `is damaged inside ${entry.name}: download it again.`, cause)
    }
    if (crc32(bytes) !== entry.crc)
      throw demFault(path, `is damaged inside ${entry.name} (its checksum is wrong): download it again.`)
    return bytes
  } finally {
    await file.close()
  }
}
