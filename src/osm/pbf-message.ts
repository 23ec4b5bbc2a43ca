// HOT: npm run bench -- routing
// An import walks every field of the file here, so spans are numbers and nothing is copied.
//
// Walking a protobuf message defensively: fields, spans and counts, each checked against the bytes that are there. A
// damaged message throws a BlockFault that says what is wrong in a few words; a message's claims are never allocated.

import type { PbfReader } from 'pbf'

export class BlockFault extends Error {}

export function check(holds: boolean, sentence: string): void {
  if (!holds) throw new BlockFault(sentence)
}

export interface Span {
  pos: number
  end: number
}

/** Turns what the decoder throws on a damaged block into a BlockFault. */
export function decoded<T>(decode: () => T): T {
  try {
    return decode()
  } catch (thrown) {
    throw thrown instanceof BlockFault ? thrown : new BlockFault('a block that cannot be read', { cause: thrown })
  }
}

/** Walks the fields of a message. A handler may leave the reader anywhere within it. */
export function fields(pbf: PbfReader, { pos, end }: Span, onField: (field: number) => void): void {
  pbf.pos = pos
  while (pbf.pos < end) {
    const tag = pbf.readVarint()
    pbf.type = tag & 7
    const valueAt = pbf.pos
    onField(tag >>> 3)
    if (pbf.pos === valueAt) {
      check(pbf.type === 0 || pbf.type === 1 || pbf.type === 2 || pbf.type === 5, 'a field of an unknown kind')
      pbf.skip(pbf.type)
    }
    check(pbf.pos <= end, 'a field reaches beyond its message')
  }
}

/** Position of a length-delimited field; moves the reader past it. */
export function span(pbf: PbfReader): Span {
  check(pbf.type === 2, 'a field of the wrong kind')
  const length = pbf.readVarint()
  const pos = pbf.pos
  check(length >= 0 && pos + length <= pbf.length, 'a field reaches beyond its block')
  pbf.pos = pos + length
  return { pos, end: pos + length }
}

/** Number of varints in a span: the bytes without the continuation bit. */
export function countVarints(bytes: Uint8Array, { pos, end }: Span): number {
  let count = 0
  for (let i = pos; i < end; i++) if (bytes[i] < 0x80) count++
  return count
}

export const NONE: Span = { pos: 0, end: 0 }
