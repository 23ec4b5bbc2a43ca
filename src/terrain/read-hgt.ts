// SRTM height files: N42E001.hgt, plain, gzipped, or any number of them in a zip. 1201 x 1201 (3 arc seconds) or
// 3601 x 3601 (1 arc second) big-endian int16 metres, rows from the north; the name gives the south-west corner; edge
// rows and columns are shared with the neighbours. Void is -32768; -9999 and heights that no ground on earth has are
// treated as void too. Never reads a file whose size is not exactly one of the two.

import { open, readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type HeightRaster, VOID_I16, demFault, describeStart, isHeight } from './height-raster.ts'
import { GEOGRAPHIC } from './map-projection.ts'
import { listZipEntries, readZipEntry } from './zip-entries.ts'

const gunzipAsync = promisify(gunzip)
const SIDES = [1201, 3601]
const MAX_HGT_BYTES = 3601 * 3601 * 2
const OTHER_VOID = -9999

/** Opens `path` (.hgt, .hgt.gz or .zip) without reading heights yet. Throws ServiceError `invalid_input`. */
export async function openHgt(path: string): Promise<HeightRaster[]> {
  const lower = path.toLowerCase()
  if (lower.endsWith('.zip')) {
    const entries = (await listZipEntries(path)).filter(
      (entry) => /\.hgt$/i.test(entry.name) && !basename(entry.name).startsWith('.'),
    )
    if (entries.length === 0) throw demFault(path, 'holds no .hgt file: give the height files themselves.')
    return entries.map((entry) => {
      const corner = findCorner(entry.name) ?? (entries.length === 1 ? findCorner(path) : null)
      return hgtRaster(path, corner, entry.sizeBytes, () => readZipEntry(path, entry, MAX_HGT_BYTES))
    })
  }
  if (lower.endsWith('.gz')) {
    return [hgtRaster(path, findCorner(path), await gzipSizeBytes(path), () => readGzip(path))]
  }
  const { size } = await stat(path)
  return [hgtRaster(path, findCorner(path), size, () => readFile(path), await readStart(path))]
}

/** South-west corner from a name that begins like N42E001; returns null for any other. */
export function findCorner(path: string): { lon: number; lat: number } | null {
  const match = /^([ns])(\d{1,2})([ew])(\d{1,3})(?!\d)/i.exec(basename(path))
  if (match === null) return null
  const lat = Number(match[2]) * (match[1].toLowerCase() === 's' ? -1 : 1)
  const lon = Number(match[4]) * (match[3].toLowerCase() === 'w' ? -1 : 1)
  return lat >= -90 && lat <= 89 && lon >= -180 && lon <= 179 ? { lon, lat } : null
}

function hgtRaster(
  path: string,
  corner: { lon: number; lat: number } | null,
  sizeBytes: number,
  read: () => Promise<Buffer>,
  start: Uint8Array = Buffer.from('?'),
): HeightRaster {
  const side = SIDES.find((candidate) => candidate * candidate * 2 === sizeBytes)
  if (side === undefined) throw wrongSize(path, sizeBytes, start)
  if (corner === null)
    throw demFault(path, 'does not say where it lies: name it by its south-west corner, as N42E001.hgt.')
  const step = 1 / (side - 1)
  return {
    name: basename(path),
    projection: GEOGRAPHIC,
    x0: corner.lon,
    y0: corner.lat + 1,
    stepX: step,
    stepY: -step,
    width: side,
    height: side,
    blockWidth: side,
    blockHeight: side,
    bytesPerPixel: 2,
    async readBlock() {
      const bytes = await read()
      if (bytes.length !== side * side * 2) throw wrongSize(path, bytes.length, bytes)
      return toHeights(path, bytes)
    },
    async close() {},
  }
}

function toHeights(path: string, bytes: Buffer): Int16Array {
  // copied if the view would not be aligned
  const own = bytes.byteOffset % 2 === 0 ? bytes : Buffer.from(Uint8Array.from(bytes).buffer)
  own.swap16()
  const heights = new Int16Array(own.buffer, own.byteOffset, own.length / 2)
  let wrong = 0
  for (let i = 0; i < heights.length; i++) {
    const value = heights[i]
    if (value === VOID_I16) continue
    if (value === OTHER_VOID) heights[i] = VOID_I16
    else if (!isHeight(value)) {
      heights[i] = VOID_I16
      wrong++
    }
  }
  if (wrong > heights.length / 100)
    throw demFault(
      path,
      'does not hold heights: its values are far outside what ground on earth can be. Download it again.',
    )
  return heights
}

function wrongSize(path: string, sizeBytes: number, start: Uint8Array): Error {
  return demFault(
    path,
    `has ${sizeBytes} bytes of heights${describeStart(start)}; an SRTM tile has 2884802 (3 arc seconds) or 25934402 (1 arc second). Download it again.`,
  )
}

async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const start = Buffer.alloc(64)
    const { bytesRead } = await file.read(start, 0, 64, 0)
    return start.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The size that a gzip file states for its content (last four bytes); verified when it is unpacked. */
async function gzipSizeBytes(path: string): Promise<number> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(4)
    await file.read(bytes, 0, 2, 0)
    if (size < 20 || bytes[0] !== 0x1f || bytes[1] !== 0x8b)
      throw demFault(path, 'is not a gzip file: download it again.')
    if (size > MAX_HGT_BYTES + 1_000_000) throw demFault(path, 'is larger than any height file.')
    await file.read(bytes, 0, 4, size - 4)
    return bytes.readUInt32LE(0)
  } finally {
    await file.close()
  }
}

async function readGzip(path: string): Promise<Buffer> {
  try {
    return await gunzipAsync(await readFile(path), { maxOutputLength: MAX_HGT_BYTES })
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw demFault(path, 'unpacks to more than any height file, so it was not read.', cause)
    throw demFault(path, 'is cut short or damaged: download it again.', cause)
  }
}
