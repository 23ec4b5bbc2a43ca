// Writes a map as OSM PBF (wiki.openstreetmap.org/wiki/PBF_Format): a header block, then blocks of dense nodes, ways
// and relations, each deflated, with string tables. Coordinates in 1e-7 degrees, ids ascending within a type.
// Never writes a reference to something that is not in the file: the caller hands in whole objects.

import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'

export interface OsmNode {
  id: number
  lonE7: number
  latE7: number
  tags: Record<string, string>
}

export interface OsmWay {
  id: number
  refs: number[]
  tags: Record<string, string>
}

export interface OsmRelation {
  id: number
  members: { type: 'node' | 'way' | 'relation'; id: number; role: string }[]
  tags: Record<string, string>
}

export interface OsmFile {
  /** name of the program and of the source, as the header has them */
  writingProgram: string
  source: string
  /** date of the data, seconds since 1970 */
  replicationTimestampS: number
  nodes: OsmNode[]
  ways: OsmWay[]
  relations: OsmRelation[]
}

const NODES_PER_BLOCK = 4000
const WAYS_PER_BLOCK = 2000
/** pbf 5.1.2 writes characters beyond U+1FFFF wrongly, so strings are encoded here. */
const utf8 = new TextEncoder()
const MEMBER_TYPES = ['node', 'way', 'relation']
const NANODEGREES_PER_E7 = 100

/** The bytes of the file. All three lists must be in ascending order of id. */
export function writePbf(file: OsmFile): Uint8Array {
  const lons = file.nodes.map((node) => node.lonE7)
  const lats = file.nodes.map((node) => node.latE7)
  const boxE7 = [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
  const parts = [headerBlob({ ...file, boxE7 })]
  for (const nodes of inBlocks(file.nodes, NODES_PER_BLOCK)) parts.push(nodesBlob(nodes))
  for (const ways of inBlocks(file.ways, WAYS_PER_BLOCK)) parts.push(waysBlob(ways))
  for (const relations of inBlocks(file.relations, WAYS_PER_BLOCK)) parts.push(relationsBlob(relations))
  return Buffer.concat(parts)
}

/** What the header of a file says; null where it is not known. */
export interface OsmHeader {
  boxE7: readonly number[]
  writingProgram: string | null
  source: string | null
  replicationTimestampS: number | null
}

/** The beginning of a file whose objects follow in order of type and id, a block at a time. */
export function headerBlob(header: OsmHeader): Uint8Array {
  return writeBlob('OSMHeader', headerBlock(header))
}

export function nodesBlob(nodes: readonly OsmNode[]): Uint8Array {
  return writeBlob(
    'OSMData',
    primitiveBlock((group, strings) => group.writeMessage(2, writeDenseNodes, { nodes, strings })),
  )
}

export function waysBlob(ways: readonly OsmWay[]): Uint8Array {
  return writeBlob(
    'OSMData',
    primitiveBlock((group, strings) => ways.forEach((way) => group.writeMessage(3, writeWay, { way, strings }))),
  )
}

export function relationsBlob(relations: readonly OsmRelation[]): Uint8Array {
  return writeBlob(
    'OSMData',
    primitiveBlock((group, strings) =>
      relations.forEach((relation) => group.writeMessage(4, writeRelation, { relation, strings })),
    ),
  )
}

function* inBlocks<T>(items: T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

function writeBlob(type: string, content: Uint8Array): Uint8Array {
  const blob = new PbfWriter()
  blob.writeVarintField(2, content.length)
  blob.writeBytesField(3, deflateSync(content, { level: 6 }))
  const body = blob.finish()
  const header = new PbfWriter()
  header.writeStringField(1, type)
  header.writeVarintField(3, body.length)
  const head = header.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, body])
}

function headerBlock({ boxE7, writingProgram, source, replicationTimestampS }: OsmHeader): Uint8Array {
  const [west, south, east, north] = boxE7
  const block = new PbfWriter()
  block.writeMessage(
    1,
    (box: number[], pbf) => box.forEach((edge, i) => writeSigned64Field(pbf, i + 1, edge * NANODEGREES_PER_E7)),
    [west, east, north, south],
  )
  block.writeStringField(4, 'OsmSchema-V0.6')
  block.writeStringField(4, 'DenseNodes')
  block.writeStringField(5, 'Sort.Type_then_ID')
  if (writingProgram !== null) block.writeBytesField(16, utf8.encode(writingProgram))
  if (source !== null) block.writeBytesField(17, utf8.encode(source))
  if (replicationTimestampS !== null) block.writeVarintField(32, replicationTimestampS)
  return block.finish()
}

function writeSigned64Field(pbf: PbfWriter, field: number, value: number): void {
  pbf.writeTag(field, 0)
  pbf.writeSVarint(value)
}

/** Index of each string of a block; 0 is kept empty, as the format asks. */
class StringTable {
  readonly texts = ['']
  readonly #index = new Map<string, number>()

  add(text: string): number {
    let index = this.#index.get(text)
    if (index === undefined) {
      index = this.texts.push(text) - 1
      this.#index.set(text, index)
    }
    return index
  }
}

function primitiveBlock(writeGroup: (group: PbfWriter, strings: StringTable) => void): Uint8Array {
  const strings = new StringTable()
  const group = new PbfWriter()
  writeGroup(group, strings)
  const block = new PbfWriter()
  block.writeMessage(
    1,
    (texts: string[], pbf) => texts.forEach((text) => pbf.writeBytesField(1, utf8.encode(text))),
    strings.texts,
  )
  block.writeBytesField(2, group.finish())
  return block.finish()
}

/** Differences of neighbours, the first against 0. */
const deltas = (values: number[]) => values.map((value, i) => value - (i === 0 ? 0 : values[i - 1]))

function writeDenseNodes(
  { nodes, strings }: { nodes: readonly OsmNode[]; strings: StringTable },
  pbf: PbfWriter,
): void {
  pbf.writePackedSVarint(1, deltas(nodes.map((node) => node.id)))
  pbf.writePackedSVarint(8, deltas(nodes.map((node) => node.latE7)))
  pbf.writePackedSVarint(9, deltas(nodes.map((node) => node.lonE7)))
  const keysValues: number[] = []
  for (const { tags } of nodes) {
    for (const [key, value] of Object.entries(tags)) keysValues.push(strings.add(key), strings.add(value))
    keysValues.push(0)
  }
  pbf.writePackedVarint(10, keysValues)
}

function writeTags(tags: Record<string, string>, strings: StringTable, pbf: PbfWriter): void {
  pbf.writePackedVarint(
    2,
    Object.keys(tags).map((key) => strings.add(key)),
  )
  pbf.writePackedVarint(
    3,
    Object.values(tags).map((value) => strings.add(value)),
  )
}

function writeWay({ way, strings }: { way: OsmWay; strings: StringTable }, pbf: PbfWriter): void {
  pbf.writeVarintField(1, way.id)
  writeTags(way.tags, strings, pbf)
  pbf.writePackedSVarint(8, deltas(way.refs))
}

function writeRelation({ relation, strings }: { relation: OsmRelation; strings: StringTable }, pbf: PbfWriter): void {
  pbf.writeVarintField(1, relation.id)
  writeTags(relation.tags, strings, pbf)
  pbf.writePackedVarint(
    8,
    relation.members.map((member) => strings.add(member.role)),
  )
  pbf.writePackedSVarint(9, deltas(relation.members.map((member) => member.id)))
  pbf.writePackedVarint(
    10,
    relation.members.map((member) => MEMBER_TYPES.indexOf(member.type)),
  )
}
