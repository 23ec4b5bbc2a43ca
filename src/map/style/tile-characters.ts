// Which glyph ranges the names in a vector tile need: the characters of every text among its values (protocol buffer,
// MVT 2.1). Reads the messages itself, since nothing of geometry is wanted. Bytes that are no tile are a RangeError.

import { PbfReader } from 'pbf'

const LAYER = 3
const VALUE = 4
const STRING_VALUE = 1
export const RANGE_CHARACTERS = 256

/** Adds the first character of each range that the tile's texts use. `bytes`: not compressed. */
export function collectGlyphRanges(bytes: Uint8Array, starts: Set<number>): void {
  const tile = new PbfReader(bytes)
  tile.readFields((tag, _, pbf) => {
    if (tag === LAYER) pbf.readMessage(readLayer, starts)
  }, null)
}

function readLayer(tag: number, starts: Set<number>, pbf: PbfReader): void {
  if (tag === VALUE) pbf.readMessage(readValue, starts)
}

function readValue(tag: number, starts: Set<number>, pbf: PbfReader): void {
  if (tag !== STRING_VALUE) return
  for (const character of pbf.readString())
    starts.add(Math.floor(character.codePointAt(0)! / RANGE_CHARACTERS) * RANGE_CHARACTERS)
}
