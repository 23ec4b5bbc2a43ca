// What keeping an area of the map takes, to the byte, before anything is loaded: the archives' directories say which of
// their bytes hold its tiles; neighbours are loaded together. Styles, signs and letters come on top.

import { findTile, PMTiles, zxyToTileId, type Header, type Source } from 'pmtiles'
import { eastBeyondWest } from '../../geo/split-box.ts'
import { worldX, worldY } from '../../geo/web-mercator.ts'
import { joinPieces, type KeptPiece } from './byte-ranges.ts'

/** Pieces closer than this are loaded as one; what is between them is kept, too. */
const GAP_BYTES = 8192
const MOST_PIECE_BYTES = 1 << 20
const MAX_DEPTH = 4
const MAX_TILES = 60_000
export const MAX_AREA_BYTES = 300 * 1024 * 1024

export type AreaBox = [west: number, south: number, east: number, north: number]

export interface PlannedArchive {
  address: string
  etag: string | null
  sizeBytes: number | null
  /** bytes that planning has read already */
  read: Map<KeptPiece, ArrayBuffer>
  /** still to be loaded */
  pieces: KeptPiece[]
}

export interface AreaPlan {
  box: AreaBox
  archives: PlannedArchive[]
  bytes: number
}

/** The area is too large to be kept. */
export class TooLarge extends Error {}

/** `addresses`: of the archives. Throws TooLarge, and what loading throws. */
export async function planArea(addresses: readonly string[], box: AreaBox, stop: AbortSignal): Promise<AreaPlan> {
  const archives: PlannedArchive[] = []
  for (const address of addresses) archives.push(await planArchive(address, box, stop))
  const bytes = archives.reduce(
    (sum, { read, pieces }) => sum + [...read.keys(), ...pieces].reduce((all, [, length]) => all + length, 0),
    0,
  )
  if (bytes > MAX_AREA_BYTES) throw new TooLarge()
  return { box, archives, bytes }
}

async function planArchive(address: string, box: AreaBox, stop: AbortSignal): Promise<PlannedArchive> {
  const planned: PlannedArchive = { address, etag: null, sizeBytes: null, read: new Map(), pieces: [] }
  const source: Source = {
    getKey: () => address,
    async getBytes(offset, length) {
      const { bytes, etag, sizeBytes } = await loadPiece(address, [offset, length], stop)
      planned.etag = etag
      planned.sizeBytes = sizeBytes
      planned.read.set([offset, bytes.byteLength], bytes)
      return { data: bytes }
    },
  }
  const archive = new PMTiles(source)
  const header = await archive.getHeader()
  await archive.getMetadata()
  const found: KeptPiece[] = []
  let tiles = 0
  for (let z = header.minZoom; z <= header.maxZoom; z++)
    for (const [x, y] of listTiles(box, z)) {
      if (++tiles > MAX_TILES) throw new TooLarge()
      const place = await findPlace(archive, source, header, zxyToTileId(z, x, y))
      if (place !== null) found.push(place)
    }
  planned.pieces = joinPieces(found, GAP_BYTES, MOST_PIECE_BYTES)
  return planned
}

async function findPlace(archive: PMTiles, source: Source, header: Header, id: number): Promise<KeptPiece | null> {
  let offset = header.rootDirectoryOffset
  let length = header.rootDirectoryLength
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const entry = findTile(await archive.cache.getDirectory(source, offset, length, header), id)
    if (entry === null) return null
    if (entry.runLength > 0) return [header.tileDataOffset + entry.offset, entry.length]
    offset = header.leafDirectoryOffset + entry.offset
    length = entry.length
  }
  return null
}

/** Of a box whose longitudes may run on beyond 180, or whose west is above its east. */
export function* listTiles(box: AreaBox, z: number): Generator<[x: number, y: number]> {
  const n = 2 ** z
  const rowOf = (lat: number) => Math.max(0, Math.min(n - 1, Math.floor(worldY(lat) * n)))
  const west = Math.floor(worldX(box[0]) * n)
  const east = Math.min(west + n - 1, Math.floor(worldX(eastBeyondWest(box)) * n))
  for (let y = rowOf(box[3]); y <= rowOf(box[1]); y++) for (let x = west; x <= east; x++) yield [((x % n) + n) % n, y]
}

/** Bytes of an archive; fewer where it ends before. Throws where the service does not send a range. */
export async function loadPiece(
  address: string,
  [offset, length]: KeptPiece,
  stop: AbortSignal,
): Promise<{ bytes: ArrayBuffer; etag: string | null; sizeBytes: number | null }> {
  const answer = await fetch(address, { headers: { range: `bytes=${offset}-${offset + length - 1}` }, signal: stop })
  if (answer.status !== 206) throw new Error(`${new URL(address).pathname}: HTTP ${answer.status}`)
  const total = /\/(\d{1,15})$/.exec(answer.headers.get('content-range') ?? '')?.[1]
  return {
    bytes: await answer.arrayBuffer(),
    etag: answer.headers.get('etag'),
    sizeBytes: total === undefined ? null : Number(total),
  }
}
