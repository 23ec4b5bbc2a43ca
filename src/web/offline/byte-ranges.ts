// Pieces of an archive that are kept, and which of them holds what is asked. Pure.

/** Where a piece begins in its archive, and its bytes. */
export type KeptPiece = readonly [offset: number, length: number]

/** The piece that holds all of the bytes from `offset` on; null: none does. */
export function pieceWith(pieces: readonly KeptPiece[], offset: number, length: number): KeptPiece | null {
  return pieces.find(([from, bytes]) => from <= offset && offset + length <= from + bytes) ?? null
}

/** `bytes=0-99` as its first byte and length; null for anything else. */
export function readRange(header: string | null): KeptPiece | null {
  const found = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header ?? '')
  if (found === null) return null
  const [from, to] = [Number(found[1]), Number(found[2])]
  return to < from ? null : [from, to - from + 1]
}

/** Pieces close to each other read as one: at most `gapBytes` between them, at most `mostBytes` in all. */
export function joinPieces(pieces: readonly KeptPiece[], gapBytes: number, mostBytes: number): KeptPiece[] {
  const joined: [offset: number, length: number][] = []
  for (const [offset, length] of [...pieces].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last !== undefined && offset - (last[0] + last[1]) <= gapBytes && offset + length - last[0] <= mostBytes)
      last[1] = Math.max(last[1], offset + length - last[0])
    else joined.push([offset, length])
  }
  return joined
}
