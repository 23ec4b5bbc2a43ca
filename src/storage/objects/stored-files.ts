// How files are laid out in a store, each under its own hash, so that a file is sent once whatever its name:
//   files/<sha256>/<n>      its n-th GiB
//   files/<sha256>/blocks   the SHA-256 of each 64 KiB block of it, in order, so that parts can be checked
// The hash of the list of blocks is in the manifest of a release, so a reader notices any changed byte.

import { createHash } from 'node:crypto'

/** Below the most that a store takes in one request (S3: 5 GB). A fetch that was killed repeats at most one piece. */
export const PIECE_BYTES = 2 ** 30
/** The smallest unit that is fetched and checked, about the size of a tile. A piece is a whole number of them. */
export const BLOCK_BYTES = 65_536
const HASH_BYTES = 32

export interface StoredFile {
  bytes: number
  sha256: string
}

export interface Piece {
  key: string
  fromByte: number
  bytes: number
}

/** An empty file has one empty piece. */
export function listPieces({ bytes, sha256 }: StoredFile, pieceBytes = PIECE_BYTES): Piece[] {
  const count = Math.max(1, Math.ceil(bytes / pieceBytes))
  return Array.from({ length: count }, (_, n) => ({
    key: pieceKey(sha256, n),
    fromByte: n * pieceBytes,
    bytes: Math.min(pieceBytes, bytes - n * pieceBytes),
  }))
}

export function pieceKey(sha256: string, n: number): string {
  return `files/${sha256}/${n}`
}

export function blocksKey(sha256: string): string {
  return `files/${sha256}/blocks`
}

/** Size of the list of blocks of a file. */
export function blockListBytes(fileBytes: number): number {
  return Math.ceil(fileBytes / BLOCK_BYTES) * HASH_BYTES
}

/** The hash of block `n` in a list. */
export function hashInList(list: Uint8Array, n: number): Uint8Array {
  return list.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES)
}

/** The list of blocks of a file, from its parts in order. */
export async function listBlocks(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const hashes: Buffer[] = []
  let hash = createHash('sha256')
  let held = 0
  for await (const part of parts) {
    for (let at = 0; at < part.length; ) {
      const taken = part.subarray(at, at + BLOCK_BYTES - held)
      hash.update(taken)
      at += taken.length
      held += taken.length
      if (held < BLOCK_BYTES) continue
      hashes.push(hash.digest())
      hash = createHash('sha256')
      held = 0
    }
  }
  if (held > 0) hashes.push(hash.digest())
  return Buffer.concat(hashes)
}
