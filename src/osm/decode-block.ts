// HOT: npm run bench -- routing
// An import decodes every node of the file here, so nodes become columns and never objects.
//
// The inner layer of an OSM PBF file: decodes one inflated block into batches of nodes, ways and relations. Makes no
// object per node and trusts no count: inconsistent data is a BlockFault.

import { PbfReader } from 'pbf'
import {
  BlockStrings,
  NO_COORDINATE_E7,
  type NodeBatch,
  type PbfHandlers,
  type RelationBatch,
  type TaggedBatch,
  type WayBatch,
} from './entity-batches.ts'
import { check, countVarints, decoded, fields, NONE, span, type Span } from './pbf-message.ts'

export const HOLDS_NODES = 1
export const HOLDS_WAYS = 2
export const HOLDS_RELATIONS = 4

/** Decodes one block; returns what it held, as HOLDS_* bits. */
export function decodeBlock(bytes: Uint8Array, handlers: PbfHandlers): number {
  const { pbf, strings, groups, scale } = decoded(() => openBlock(bytes))
  let holds = 0
  for (const group of groups) {
    const denses: Span[] = []
    const plain: Span[] = []
    const ways: Span[] = []
    const relations: Span[] = []
    decoded(() =>
      fields(pbf, group, (field) => {
        if (field === 1) plain.push(span(pbf))
        else if (field === 2) denses.push(span(pbf))
        else if (field === 3) ways.push(span(pbf))
        else if (field === 4) relations.push(span(pbf))
      }),
    )
    if (denses.length > 0 || plain.length > 0) holds |= HOLDS_NODES
    if (ways.length > 0) holds |= HOLDS_WAYS
    if (relations.length > 0) holds |= HOLDS_RELATIONS
    if (handlers.nodes !== undefined) {
      for (const dense of denses) handlers.nodes(decoded(() => readDense(pbf, dense, strings, scale)))
      if (plain.length > 0) handlers.nodes(decoded(() => readPlainNodes(pbf, plain, strings, scale)))
    }
    if (handlers.ways !== undefined && ways.length > 0) handlers.ways(decoded(() => readWays(pbf, ways, strings)))
    if (handlers.relations !== undefined && relations.length > 0)
      handlers.relations(decoded(() => readRelations(pbf, relations, strings)))
  }
  return holds === 0 ? HOLDS_NODES : holds
}

function toE7(offset: number, granularity: number, value: number, maxDeg: number): number {
  const e7 = granularity === 100 && offset === 0 ? value : Math.round((offset + granularity * value) / 100)
  return e7 >= -maxDeg * 1e7 && e7 <= maxDeg * 1e7 ? e7 : NO_COORDINATE_E7
}

function readDense(
  pbf: PbfReader,
  message: Span,
  strings: BlockStrings,
  { granularity, latOffset, lonOffset }: Scale,
): NodeBatch {
  let ids = NONE
  let lats = NONE
  let lons = NONE
  let tags = NONE
  fields(pbf, message, (field) => {
    if (field === 1) ids = span(pbf)
    else if (field === 8) lats = span(pbf)
    else if (field === 9) lons = span(pbf)
    else if (field === 10) tags = span(pbf)
  })
  const bytes = pbf.buf
  const count = countVarints(bytes, ids)
  check(countVarints(bytes, lats) === count && countVarints(bytes, lons) === count, 'nodes without coordinates')
  const id = new Float64Array(count)
  const lonE7 = new Int32Array(count)
  const latE7 = new Int32Array(count)
  pbf.pos = ids.pos
  for (let i = 0, last = 0; i < count; i++) id[i] = last += pbf.readSVarint()
  pbf.pos = lats.pos
  for (let i = 0, last = 0; i < count; i++) latE7[i] = toE7(latOffset, granularity, (last += pbf.readSVarint()), 90)
  pbf.pos = lons.pos
  for (let i = 0, last = 0; i < count; i++) lonE7[i] = toE7(lonOffset, granularity, (last += pbf.readSVarint()), 180)

  const tagStart = new Uint32Array(count + 1)
  const pairs = Math.max(0, tags.end - tags.pos)
  const keys = new Uint32Array(pairs >> 1)
  const values = new Uint32Array(pairs >> 1)
  let at = 0
  let node = 0
  pbf.pos = tags.pos
  while (pbf.pos < tags.end) {
    const key = pbf.readVarint()
    if (key === 0) {
      check(node < count, 'tags of nodes that are not there')
      tagStart[++node] = at
      continue
    }
    check(pbf.pos < tags.end, 'a tag without a value')
    keys[at] = key
    values[at++] = pbf.readVarint()
  }
  check(node === count || (node === 0 && at === 0), 'tags for some of the nodes only')
  checkStrings(keys, values, at, strings)
  return { count, id, lonE7, latE7, tagStart, keys, values, strings }
}

function checkStrings(keys: Uint32Array, values: Uint32Array, count: number, strings: BlockStrings): void {
  let highest = 0
  for (let i = 0; i < count; i++) highest = Math.max(highest, keys[i], values[i])
  check(count === 0 || highest < strings.count, 'a tag that names a missing string')
}

/** Reads id (field 1) and tags (fields 2 and 3) of many messages; other fields go to `onField`. */
function readTagged(
  pbf: PbfReader,
  messages: Span[],
  strings: BlockStrings,
  signedId: boolean,
  onField: (field: number, item: number) => void,
): TaggedBatch {
  const count = messages.length
  const id = new Float64Array(count)
  const tagStart = new Uint32Array(count + 1)
  const bytes = pbf.buf
  const keys: number[] = []
  const values: number[] = []
  messages.forEach((message, i) => {
    fields(pbf, message, (field) => {
      if (field === 1) {
        check(pbf.type === 0, 'an id of the wrong kind')
        id[i] = signedId ? pbf.readSVarint() : pbf.readVarint(true)
      } else if (field === 2 || field === 3) {
        const into = field === 2 ? keys : values
        const { pos, end } = span(pbf)
        check(bytes[end - 1] < 0x80 || end === pos, 'a cut list')
        pbf.pos = pos
        while (pbf.pos < end) into.push(pbf.readVarint())
      } else onField(field, i)
    })
    check(keys.length === values.length, 'keys without values')
    tagStart[i + 1] = keys.length
  })
  const batch = { count, id, tagStart, keys: Uint32Array.from(keys), values: Uint32Array.from(values), strings }
  checkStrings(batch.keys, batch.values, keys.length, strings)
  return batch
}

function readPlainNodes(
  pbf: PbfReader,
  messages: Span[],
  strings: BlockStrings,
  { granularity, latOffset, lonOffset }: Scale,
): NodeBatch {
  const lonE7 = new Int32Array(messages.length).fill(NO_COORDINATE_E7)
  const latE7 = new Int32Array(messages.length).fill(NO_COORDINATE_E7)
  const batch = readTagged(pbf, messages, strings, true, (field, i) => {
    if (field === 8) latE7[i] = toE7(latOffset, granularity, pbf.readSVarint(), 90)
    else if (field === 9) lonE7[i] = toE7(lonOffset, granularity, pbf.readSVarint(), 180)
  })
  return { ...batch, lonE7, latE7 }
}

function readWays(pbf: PbfReader, messages: Span[], strings: BlockStrings): WayBatch {
  const spans = new Array<Span>(messages.length).fill(NONE)
  const batch = readTagged(pbf, messages, strings, false, (field, i) => {
    if (field === 8) spans[i] = span(pbf)
  })
  const { start, values } = readDeltas(pbf, spans)
  return { ...batch, refStart: start, refs: values }
}

function readRelations(pbf: PbfReader, messages: Span[], strings: BlockStrings): RelationBatch {
  const roles = new Array<Span>(messages.length).fill(NONE)
  const ids = new Array<Span>(messages.length).fill(NONE)
  const types = new Array<Span>(messages.length).fill(NONE)
  const batch = readTagged(pbf, messages, strings, false, (field, i) => {
    if (field === 8) roles[i] = span(pbf)
    else if (field === 9) ids[i] = span(pbf)
    else if (field === 10) types[i] = span(pbf)
  })
  const { start: memberStart, values: memberId } = readDeltas(pbf, ids)
  const memberType = new Uint8Array(memberId.length)
  const memberRole = new Uint32Array(memberId.length)
  for (let i = 0; i < messages.length; i++) {
    const from = memberStart[i]
    const to = memberStart[i + 1]
    check(
      countVarints(pbf.buf, roles[i]) === to - from && countVarints(pbf.buf, types[i]) === to - from,
      'members without type or role',
    )
    pbf.pos = roles[i].pos
    for (let j = from; j < to; j++) memberRole[j] = pbf.readVarint()
    pbf.pos = types[i].pos
    for (let j = from; j < to; j++) memberType[j] = pbf.readVarint()
    for (let j = from; j < to; j++)
      check(memberType[j] <= 2 && memberRole[j] < strings.count, 'a member of unknown type or role')
  }
  return { ...batch, memberStart, memberId, memberType, memberRole }
}

function readDeltas(pbf: PbfReader, spans: Span[]): { start: Uint32Array; values: Float64Array } {
  const start = new Uint32Array(spans.length + 1)
  for (let i = 0; i < spans.length; i++) start[i + 1] = start[i] + countVarints(pbf.buf, spans[i])
  const values = new Float64Array(start[spans.length])
  for (let i = 0; i < spans.length; i++) {
    pbf.pos = spans[i].pos
    for (let j = start[i], last = 0; j < start[i + 1]; j++) values[j] = last += pbf.readSVarint()
  }
  return { start, values }
}

interface Scale {
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

/** What the entities of an inflated block need to be read: its strings, its groups and the scale of its coordinates. */
function openBlock(bytes: Uint8Array): Block {
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
