// The entries of a zip file, read through its central directory, one at a time and never more than is requested:
// a bomb stops at `maxBytes`, a truncated file has no directory, a damaged entry fails its CRC. Never writes a file and
// never trusts a size that the archive states. No encryption, no zip64, no split archives.
// No fflate: it wants the whole archive in memory and believes the sizes in it.

import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { demFault } from './height-raster.ts'

const inflate = promisify(inflateRaw)
const MAX_ENTRIES = 20_000
const MAX_DIRECTORY_BYTES = 8_000_000
const END_SIGNATURE = 0x06054b50

export interface ZipEntry {
  /** path inside the archive */
  name: string
  /** as stated by the archive; checked when read */
  sizeBytes: number
  packedBytes: number
  method: number
  crc: number
  headerAt: number
}

/** Lists the entries of a zip file. Throws ServiceError `invalid_input` if it is truncated or not a zip. */
export async function listZipEntries(path: string): Promise<ZipEntry[]> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const tail = Buffer.alloc(Math.min(size, 65_557))
    await file.read(tail, 0, tail.length, size - tail.length)
    let at = tail.length - 22
    while (at >= 0 && tail.readUInt32LE(at) !== END_SIGNATURE) at--
    if (at < 0) throw demFault(path, 'is cut short or is not a zip file: download it again.')
    const count = tail.readUInt16LE(at + 10)
    const directoryBytes = tail.readUInt32LE(at + 12)
    const directoryAt = tail.readUInt32LE(at + 16)
    if (count > MAX_ENTRIES || directoryBytes > MAX_DIRECTORY_BYTES || directoryAt + directoryBytes > size) {
      throw demFault(path, 'has a zip directory that cannot be read: unpack it and give the files inside.')
    }
    const directory = Buffer.alloc(directoryBytes)
    await file.read(directory, 0, directoryBytes, directoryAt)
    const entries: ZipEntry[] = []
    let p = 0
    for (let i = 0; i < count; i++) {
      if (p + 46 > directoryBytes || directory.readUInt32LE(p) !== 0x02014b50)
        throw demFault(path, 'has a damaged zip directory: download it again.')
      const nameLength = directory.readUInt16LE(p + 28)
      entries.push({
        name: directory.toString('utf8', p + 46, p + 46 + nameLength),
        method: directory.readUInt16LE(p + 10),
        crc: directory.readUInt32LE(p + 16),
        packedBytes: directory.readUInt32LE(p + 20),
        sizeBytes: directory.readUInt32LE(p + 24),
        headerAt: directory.readUInt32LE(p + 42),
      })
      p += 46 + nameLength + directory.readUInt16LE(p + 30) + directory.readUInt16LE(p + 32)
    }
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
    const header = Buffer.alloc(30)
    const { bytesRead } = await file.read(header, 0, 30, entry.headerAt)
    if (bytesRead < 30 || header.readUInt32LE(0) !== 0x04034b50)
      throw demFault(path, `is damaged at ${entry.name}: download it again.`)
    if ((header.readUInt16LE(6) & 1) === 1) throw demFault(path, `holds ${entry.name} encrypted: unpack it first.`)
    const packed = Buffer.alloc(entry.packedBytes)
    const dataAt = entry.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
    const read = await file.read(packed, 0, packed.length, dataAt)
    if (read.bytesRead < packed.length) throw demFault(path, `is cut short inside ${entry.name}: download it again.`)
    if (entry.method !== 0 && entry.method !== 8)
      throw demFault(path, `packs ${entry.name} by a method that cannot be read: unpack it first.`)
    let bytes: Buffer
    try {
      bytes = entry.method === 0 ? packed : await inflate(packed, { maxOutputLength: maxBytes })
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
