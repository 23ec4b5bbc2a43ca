// Opens a TIFF file and its first image, with the checks and the words for a damaged file that every reader shares.

import { type FileHandle, open } from 'node:fs/promises'
import { type GeoTIFFImage, fromFile } from 'geotiff'
import { ServiceError } from '../errors.ts'
import { demFault, describeStart } from './height-raster.ts'

/** What `read` makes of the file, which stays open until `close`. Throws ServiceError `invalid_input`. */
export async function openTiff<Raster>(
  path: string,
  read: (path: string, image: GeoTIFFImage, fileBytes: number, close: () => Promise<void>) => Promise<Raster>,
): Promise<Raster> {
  const fileBytes = await checkTiff(path)
  const tiff = await fromFile(path).catch((cause: unknown) => {
    throw demFault(path, 'is a damaged TIFF: download it again.', cause)
  })
  const close = async () => {
    await tiff.close()
  }
  try {
    return await read(path, await tiff.getImage(0), fileBytes, close)
  } catch (cause) {
    await close()
    if (cause instanceof ServiceError) throw cause
    throw demFault(path, 'is a damaged or cut TIFF: download it again.', cause)
  }
}

/** Bytes of one value by TIFF field type. */
const TYPE_BYTES: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
}
const MAX_TAGS = 4096

/**
 * A preliminary check of a TIFF or BigTIFF: magic number, and the tags of the first directory, none of which may point
 * beyond the file. The package that reads the rest trusts the counts it finds and would allocate gigabytes for a
 * damaged file. Reads only the directory, never pixels. Returns the size of the file in bytes. Throws ServiceError
 * `invalid_input` if it is not a TIFF, or a damaged one.
 */
async function checkTiff(path: string): Promise<number> {
  const file = await open(path, 'r')
  try {
    const start = await readAt(file, 0, 64)
    const magic = start.toString('latin1', 0, 4)
    if (!['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(magic))
      throw demFault(path, `is not a TIFF file${describeStart(start)}: download it again.`)
    const { size } = await file.stat()
    if (!(await isDirectorySound(file, start, size)))
      throw demFault(path, 'is a damaged or cut TIFF: download it again.')
    return size
  } finally {
    await file.close()
  }
}

async function isDirectorySound(file: FileHandle, start: Buffer, size: number): Promise<boolean> {
  if (start.length < 16) return false
  const little = start[0] === 0x49
  const big = start.toString('latin1', 2, 4).includes('+')
  const u16 = (bytes: Buffer, at: number): number => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const u32 = (bytes: Buffer, at: number): number => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const u64 = (bytes: Buffer, at: number): number =>
    Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  const offset = big ? u64(start, 8) : u32(start, 4)
  const countBytes = big ? 8 : 2
  if (!(offset + countBytes <= size)) return false
  const counter = await readAt(file, offset, countBytes)
  const tags = big ? u64(counter, 0) : u16(counter, 0)
  const tagBytes = big ? 20 : 12
  if (tags > MAX_TAGS || offset + countBytes + tags * tagBytes > size) return false
  const directory = await readAt(file, offset + countBytes, tags * tagBytes)
  for (let at = 0; at + tagBytes <= directory.length; at += tagBytes) {
    const values = big ? u64(directory, at + 4) : u32(directory, at + 4)
    const bytes = values * (TYPE_BYTES[u16(directory, at + 2)] ?? 1)
    if (bytes <= (big ? 8 : 4)) continue
    if (bytes + (big ? u64(directory, at + 12) : u32(directory, at + 8)) > size) return false
  }
  return true
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, offset)
  return bytes.subarray(0, bytesRead)
}

/**
 * The items of a GeoTIFF's GDAL_METADATA: XML written by GDAL, read only as far as needed. The text of the first item
 * with a role, such as `scale`; returns null if absent.
 */
export function gdalItem(metadata: string, role: string): string | null {
  for (const [, attributes, value] of metadata.matchAll(/<Item ([^<>]*)>([^<>]*)</gi))
    if (attributes.toLowerCase().includes(`role="${role}"`)) return value
  return null
}
