// What the entities of an inflated block need to be read: its strings, its groups and the scale of its coordinates.

import { PbfReader } from 'pbf'
import { BlockStrings } from './block-strings.ts'
import { check, fields, span, type Span } from './pbf-message.ts'

export interface Scale {
  granularity: number
  latOffset: number
  lonOffset: number
}

interface Block {
  pbf: PbfReader
  strings: BlockStrings
  groups: Span[]
  scale: Scale
}

export function openBlock(bytes: Uint8Array): Block {
  const pbf = new PbfReader(bytes)
  const groups: Span[] = []
  const scale: Scale = { granularity: 100, latOffset: 0, lonOffset: 0 }
  let table: Span | null = null
  fields(pbf, { pos: 0, end: bytes.length }, (field) => {
    if (field === 1) table = span(pbf)
    else if (field === 2) groups.push(span(pbf))
    else if (field === 17) scale.granularity = pbf.readVarint(true)
    else if (field === 19) scale.latOffset = pbf.readVarint(true)
    else if (field === 20) scale.lonOffset = pbf.readVarint(true)
  })
  check(table !== null, 'a block without strings')
  check(scale.granularity > 0, 'a block of granularity 0')
  return { pbf, strings: new BlockStrings(bytes, stringSpans(pbf, table!)), groups, scale }
}

function stringSpans(pbf: PbfReader, table: Span): Uint32Array {
  const ends: number[] = []
  fields(pbf, table, (field) => {
    if (field !== 1) return
    const { pos, end } = span(pbf)
    ends.push(pos, end)
  })
  return Uint32Array.from(ends)
}
