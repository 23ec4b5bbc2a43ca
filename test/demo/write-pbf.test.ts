import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writePbf, type OsmFile, type OsmNode, type OsmRelation, type OsmWay } from '../../src/demo/write-pbf.ts'
import { pbfFromBytes } from '../support/pbf-from-bytes.ts'
import { PbfFile, type TaggedBatch } from '../../src/osm/read-pbf.ts'

const id = fc.integer({ min: 1, max: 2 ** 45 })
const tags = fc.dictionary(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((key) => key !== '__proto__'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  { maxKeys: 4, noNullPrototype: true },
)
const sortedById = <T extends { id: number }>(items: T[]) =>
  [...new Map(items.map((item) => [item.id, item])).values()].sort((a, b) => a.id - b.id)
const nodes = fc
  .array(
    fc.record({
      id,
      lonE7: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
      latE7: fc.integer({ min: -850_000_000, max: 850_000_000 }),
      tags,
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map(sortedById)
const ways = fc
  .array(fc.record({ id, refs: fc.array(id, { minLength: 2, maxLength: 8 }), tags }), { maxLength: 10 })
  .map(sortedById)
const member = fc.record({
  type: fc.constantFrom('node' as const, 'way' as const, 'relation' as const),
  id,
  role: fc.string({ maxLength: 8 }),
})
const relations = fc
  .array(fc.record({ id, members: fc.array(member, { maxLength: 6 }), tags }), { maxLength: 6 })
  .map(sortedById)
const files: fc.Arbitrary<OsmFile> = fc.record({
  writingProgram: fc.constant('waypost-demo (synthetic)'),
  source: fc.string({ minLength: 1 }),
  replicationTimestampS: fc.integer({ min: 1, max: 4_000_000_000 }),
  nodes,
  ways,
  relations,
})

async function readBack(bytes: Uint8Array) {
  const file = await PbfFile.open(pbfFromBytes('made.osm.pbf', bytes))
  const read = { header: file.header, nodes: [] as OsmNode[], ways: [] as OsmWay[], relations: [] as OsmRelation[] }
  const tagsOf = (batch: TaggedBatch, i: number) => {
    const pairs: [string, string][] = []
    for (let j = batch.tagStart[i]; j < batch.tagStart[i + 1]; j++)
      pairs.push([batch.strings.get(batch.keys[j]), batch.strings.get(batch.values[j])])
    return Object.fromEntries(pairs)
  }
  await file.read({
    nodes: (batch) => {
      for (let i = 0; i < batch.count; i++)
        read.nodes.push({ id: batch.id[i], lonE7: batch.lonE7[i], latE7: batch.latE7[i], tags: tagsOf(batch, i) })
    },
    ways: (batch) => {
      for (let i = 0; i < batch.count; i++)
        read.ways.push({
          id: batch.id[i],
          refs: [...batch.refs.slice(batch.refStart[i], batch.refStart[i + 1])],
          tags: tagsOf(batch, i),
        })
    },
    relations: (batch) => {
      for (let i = 0; i < batch.count; i++) {
        const members: OsmRelation['members'] = []
        for (let j = batch.memberStart[i]; j < batch.memberStart[i + 1]; j++)
          members.push({
            type: (['node', 'way', 'relation'] as const)[batch.memberType[j]],
            id: batch.memberId[j],
            role: batch.strings.get(batch.memberRole[j]),
          })
        read.relations.push({ id: batch.id[i], members, tags: tagsOf(batch, i) })
      }
    },
  })
  return read
}

describe('a written PBF', () => {
  test('reads back as what was written, ids beyond 32 bits and any text included', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (file) => {
        const read = await readBack(writePbf(file))
        expect(read.nodes).toEqual(file.nodes)
        expect(read.ways).toEqual(file.ways)
        expect(read.relations).toEqual(file.relations)
        expect(read.header.source).toBe(file.source)
        expect(Date.parse(read.header.sourceTs!)).toBe(file.replicationTimestampS * 1000)
      }),
      { numRuns: 60 },
    )
  })

  test('spreads many nodes over several blocks and keeps their order', async () => {
    const many: OsmFile = {
      writingProgram: 'waypost-demo',
      source: 'waypost-demo',
      replicationTimestampS: 1,
      ways: [],
      relations: [],
      nodes: Array.from({ length: 9001 }, (_, i) => ({
        id: 10 + i * 3,
        lonE7: -400_000_000 + i,
        latE7: 330_000_000 - i,
        tags: {},
      })),
    }
    const read = await readBack(writePbf(many))
    expect(read.nodes).toEqual(many.nodes)
    const found = [-40, 32.9991, -39.9991, 33]
    read.header.bbox!.forEach((edge, i) => expect(edge).toBeCloseTo(found[i], 7))
  })
})
