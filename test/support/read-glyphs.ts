// Reads a glyph range as MapLibre does (fontnik's glyphs.proto), for tests.

import { PbfReader } from 'pbf'

export interface ReadGlyph {
  id: number
  bitmap: Uint8Array
  width: number
  height: number
  left: number
  top: number
  advance: number
}

export interface ReadStack {
  name: string
  range: string
  glyphs: Map<number, ReadGlyph>
}

/** The one stack of a range. Throws where there is not exactly one. */
export function readGlyphs(bytes: Uint8Array): ReadStack {
  const stacks = new PbfReader(bytes).readFields((tag: number, found: ReadStack[], pbf: PbfReader) => {
    if (tag === 1) found.push(pbf.readMessage(readStack, { name: '', range: '', glyphs: new Map() }))
  }, [] as ReadStack[])
  if (stacks.length !== 1) throw new Error(`${stacks.length} stacks`)
  return stacks[0]
}

function readStack(tag: number, stack: ReadStack | undefined, pbf: PbfReader): void {
  if (tag === 1) stack!.name = pbf.readString()
  else if (tag === 2) stack!.range = pbf.readString()
  else if (tag === 3) {
    const glyph = pbf.readMessage(readGlyph, {
      id: -1,
      bitmap: new Uint8Array(),
      width: 0,
      height: 0,
      left: 0,
      top: 0,
      advance: 0,
    })
    stack!.glyphs.set(glyph.id, glyph)
  }
}

function readGlyph(tag: number, glyph: ReadGlyph | undefined, pbf: PbfReader): void {
  if (tag === 1) glyph!.id = pbf.readVarint()
  else if (tag === 2) glyph!.bitmap = pbf.readBytes()
  else if (tag === 3) glyph!.width = pbf.readVarint()
  else if (tag === 4) glyph!.height = pbf.readVarint()
  else if (tag === 5) glyph!.left = pbf.readSVarint()
  else if (tag === 6) glyph!.top = pbf.readSVarint()
  else if (tag === 7) glyph!.advance = pbf.readVarint()
}
