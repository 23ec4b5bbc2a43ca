import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PbfWriter } from 'pbf'
import { describe, expect, test } from 'vitest'
import { writePbf } from '../../src/demo/write-pbf.ts'
import { ServiceError } from '../../src/errors.ts'
import { inflateBlob, openPbfFile, type PbfSource } from '../../src/osm/pbf-blocks.ts'
import { pbfFromBytes } from '../support/pbf-from-bytes.ts'
import { NO_COORDINATE_E7, PbfFile } from '../../src/osm/read-pbf.ts'
import { findRouteFacts } from '../../src/osm/relation-facts.ts'
import { tinyOsm } from '../support/tiny-osm.ts'

const ANDORRA = join(process.env.REAL_DATA_DIR ?? '../shared/data', 'andorra/andorra-2025-01-19.osm.pbf')

interface Read {
  nodes: { id: number; lonE7: number; latE7: number; tags: Record<string, string> }[]
  ways: { id: number; refs: number[]; tags: Record<string, string> }[]
  relations: { id: number; members: { type: string; id: number; role: string }[]; tags: Record<string, string> }[]
}

/** All objects of a file in two passes, as an import reads them. */
async function readWhole(source: PbfSource): Promise<Read> {
  const file = await PbfFile.open(source)
  const read: Read = { nodes: [], ways: [], relations: [] }
  await file.read({
    ways(b) {
      for (let i = 0; i < b.count; i++)
        read.ways.push({
          id: b.id[i],
          refs: [...b.refs.subarray(b.refStart[i], b.refStart[i + 1])],
          tags: tagsOf(b, i),
        })
    },
    relations(b) {
      for (let i = 0; i < b.count; i++) {
        const members = []
        for (let m = b.memberStart[i]; m < b.memberStart[i + 1]; m++)
          members.push({
            type: ['node', 'way', 'relation'][b.memberType[m]],
            id: b.memberId[m],
            role: b.strings.get(b.memberRole[m]),
          })
        read.relations.push({ id: b.id[i], members, tags: tagsOf(b, i) })
      }
    },
  })
  await file.read({
    nodes(b) {
      for (let i = 0; i < b.count; i++)
        read.nodes.push({ id: b.id[i], lonE7: b.lonE7[i], latE7: b.latE7[i], tags: tagsOf(b, i) })
    },
  })
  return read
}

function tagsOf(
  {
    tagStart,
    keys,
    values,
    strings,
  }: { tagStart: Uint32Array; keys: Uint32Array; values: Uint32Array; strings: { get(i: number): string } },
  i: number,
): Record<string, string> {
  const tags: Record<string, string> = {}
  for (let t = tagStart[i]; t < tagStart[i + 1]; t++) tags[strings.get(keys[t])] = strings.get(values[t])
  return tags
}

const faultOf = async (source: PbfSource): Promise<ServiceError> => {
  const thrown = await readWhole(source).then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof ServiceError)) throw new Error(`expected a ServiceError, got ${String(thrown)}`)
  return thrown
}

const frame = (type: string, blob: Uint8Array, claimedBytes = blob.length): Buffer => {
  const header = new PbfWriter()
  header.writeStringField(1, type)
  header.writeVarintField(3, claimedBytes)
  const head = header.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, blob])
}
const zlibBlob = (content: Uint8Array, rawSize = content.length): Uint8Array => {
  const blob = new PbfWriter()
  blob.writeVarintField(2, rawSize)
  blob.writeBytesField(3, deflateSync(content))
  return blob.finish().slice()
}
const rawBlob = (content: Uint8Array): Uint8Array => {
  const blob = new PbfWriter()
  blob.writeBytesField(1, content)
  return blob.finish().slice()
}
const header = (...features: string[]): Buffer => {
  const block = new PbfWriter()
  for (const feature of features) block.writeStringField(4, feature)
  return frame('OSMHeader', rawBlob(block.finish().slice()))
}

/**
 * Where the blobs of a file lie: [start of the frame, start of the data, end]. The size is the last field of the small
 * headers that writePbf makes.
 */
function framesOf(bytes: Uint8Array): [number, number, number][] {
  const whole = Buffer.from(bytes)
  const frames: [number, number, number][] = []
  for (let at = 0; at < whole.length; ) {
    const dataAt = at + 4 + whole.readUInt32BE(at)
    const head = whole.subarray(at + 4, dataAt)
    let dataLength = 0
    for (
      let shift = 0, p = head.lastIndexOf('OSM') + (head.includes('OSMHeader') ? 9 : 7) + 1;
      p < head.length;
      p++, shift += 7
    )
      dataLength |= (head[p] & 0x7f) << shift
    frames.push([at, dataAt, dataAt + dataLength])
    at = dataAt + dataLength
  }
  return frames
}

const idArb = fc.integer({ min: -(2 ** 51), max: 2 ** 51 })
const tagArb = fc.dictionary(
  fc.string({ minLength: 1, unit: 'binary' }).filter((k) => k !== '__proto__'),
  fc.string({ unit: 'binary' }),
  { maxKeys: 4, noNullPrototype: true },
)
const fileArb = fc.record({
  nodes: fc.array(
    fc.record({
      id: idArb,
      lonE7: fc.integer({ min: -1.8e9, max: 1.8e9 }),
      latE7: fc.integer({ min: -9e8, max: 9e8 }),
      tags: tagArb,
    }),
    { minLength: 1, maxLength: 12 },
  ),
  ways: fc.array(fc.record({ id: fc.nat(2 ** 31 - 1), refs: fc.array(idArb, { maxLength: 6 }), tags: tagArb }), {
    maxLength: 6,
  }),
  relations: fc.array(
    fc.record({
      id: fc.nat(2 ** 31 - 1),
      tags: tagArb,
      members: fc.array(
        fc.record({
          type: fc.constantFrom('node' as const, 'way' as const, 'relation' as const),
          id: idArb,
          role: fc.string(),
        }),
        { maxLength: 4 },
      ),
    }),
    { maxLength: 4 },
  ),
})

describe('reading OSM PBF', () => {
  test('gives back whatever was written', async () => {
    await fc.assert(
      fc.asyncProperty(fileArb, async (drawn) => {
        const bytes = writePbf({ ...drawn, writingProgram: 'test', source: 'test', replicationTimestampS: 0 })
        expect(await readWhole(pbfFromBytes('made.pbf', bytes))).toEqual(drawn)
      }),
      { numRuns: 150 },
    )
  })

  test('reads plain nodes, other granularities and offsets', async () => {
    const node = new PbfWriter()
    node.writeTag(1, 0)
    node.writeSVarint(-7)
    node.writeTag(8, 0)
    node.writeSVarint(425000)
    node.writeTag(9, 0)
    node.writeSVarint(-15000)
    const group = new PbfWriter()
    group.writeBytesField(1, node.finish())
    const block = new PbfWriter()
    block.writeMessage(1, (_, pbf) => pbf.writeStringField(1, ''), null)
    block.writeBytesField(2, group.finish())
    block.writeVarintField(17, 100_000)
    block.writeVarintField(19, 5_000)
    const bytes = Buffer.concat([header('OsmSchema-V0.6'), frame('OSMData', rawBlob(block.finish().slice()))])
    expect((await readWhole(pbfFromBytes('plain.pbf', bytes))).nodes).toEqual([
      { id: -7, lonE7: -15_000_000, latE7: 425_000_050, tags: {} },
    ])
  })

  test('a node that is not on earth has no coordinate', async () => {
    const bytes = writePbf({
      nodes: [{ id: 1, lonE7: 1_900_000_000, latE7: 0, tags: {} }],
      ways: [],
      relations: [],
      writingProgram: '',
      source: '',
      replicationTimestampS: 0,
    })
    expect((await readWhole(pbfFromBytes('far.pbf', bytes))).nodes[0].lonE7).toBe(NO_COORDINATE_E7)
  })

  test('tells the source date and the box of the header', async () => {
    const { header: read } = await PbfFile.open(tinyOsm({ map: 'a b\nc  ', ways: [] }).source)
    expect(read).toMatchObject({
      sourceTs: '2025-01-01T00:00:00.000Z',
      bbox: [1.5, 42.5005, 1.501, 42.501],
      sorted: true,
    })
  })

  test('a header without a date is of unknown date', async () => {
    const { header: read } = await PbfFile.open(pbfFromBytes('bare.pbf', header('OsmSchema-V0.6', 'DenseNodes')))
    expect(read.sourceTs).toBeNull()
    expect(read.bbox).toBeNull()
  })
})

describe('files that cannot be used', () => {
  const good = tinyOsm({ map: 'a-b-c', ways: [['abc', { highway: 'path', name: 'a path with a name' }]] }).bytes

  test.each<[string, Uint8Array, RegExp]>([
    ['an empty file', new Uint8Array(0), /^x\.osm\.pbf, byte 0: .*empty/],
    ['a web page named .pbf', Buffer.from('<!DOCTYPE html><html><body>Not found</body></html>'), /byte 0: .*web page/],
    ['text', Buffer.from('this is not a map at all, just some words in a row'), /byte 0: .*not an OSM PBF/],
    ['a wrong first block', frame('OSMHistory', rawBlob(new Uint8Array(0))), /byte 0: .*not an OSM PBF/],
    ['data before the header', frame('OSMData', rawBlob(new Uint8Array(0))), /byte 0: /],
    [
      'an unknown required feature',
      header('OsmSchema-V0.6', 'HistoricalInformation'),
      /requires "HistoricalInformation"/,
    ],
    [
      'a block that claims gigabytes',
      Buffer.concat([header('OsmSchema-V0.6'), frame('OSMData', new Uint8Array(4), 3_000_000_000)]),
      /byte 35: a block claims 3000000000 bytes/,
    ],
    [
      'a block that claims gigabytes unpacked',
      Buffer.concat([header('OsmSchema-V0.6'), frame('OSMData', zlibBlob(new Uint8Array(8), 2_000_000_000))]),
      /claims 2000000000 bytes unpacked/,
    ],
    [
      'a bomb: more unpacked than it claims',
      Buffer.concat([header('OsmSchema-V0.6'), frame('OSMData', zlibBlob(new Uint8Array(5_000_000), 1000))]),
      /does not unpack/,
    ],
    [
      'a block packed in another way',
      Buffer.concat([
        header('OsmSchema-V0.6'),
        frame(
          'OSMData',
          (() => {
            const blob = new PbfWriter()
            blob.writeBytesField(7, new Uint8Array(4))
            return blob.finish().slice()
          })(),
        ),
      ]),
      /Zstandard/,
    ],
  ])('%s is refused with a sentence', async (_, bytes, sentence) => {
    const fault = await faultOf(pbfFromBytes('x.osm.pbf', bytes))
    expect(fault.code).toBe('invalid_input')
    expect(fault.message).toMatch(sentence)
    expect(fault.message).toMatch(/^x\.osm\.pbf, byte \d+: /)
  })

  test('a file cut anywhere is refused, or whole at a block border', async () => {
    const borders = new Set(framesOf(good).map(([at]) => at))
    expect(borders.size).toBe(3)
    for (let end = 1; end < good.length; end++) {
      if (borders.has(end)) continue
      expect((await faultOf(pbfFromBytes('cut.pbf', good.subarray(0, end)))).message).toMatch(
        /cut short|not an OSM PBF|damaged/,
      )
    }
  })

  test('flipped bytes in packed blocks never crash: a fault with a sentence, or (outside the checksum) another reading', async () => {
    for (let i = 0; i < good.length; i++) {
      const broken = Uint8Array.from(good)
      broken[i] ^= 0xff
      const thrown = await readWhole(pbfFromBytes('flip.pbf', broken)).then(
        () => null,
        (error: unknown) => error,
      )
      if (thrown !== null) expect(thrown).toBeInstanceOf(ServiceError)
    }
  })

  test('arbitrary bytes in a plain block never crash and never hang', async () => {
    const start = header('OsmSchema-V0.6')
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 80 }), async (content) => {
        const bytes = Buffer.concat([start, frame('OSMData', rawBlob(content))])
        const thrown = await readWhole(pbfFromBytes('noise.pbf', bytes)).then(
          () => null,
          (error: unknown) => error,
        )
        if (thrown !== null) expect(thrown).toBeInstanceOf(ServiceError)
      }),
      { numRuns: 2000 },
    )
  })

  test('one changed byte of an unpacked real block never crashes', async () => {
    const { file } = tinyOsm({
      map: 'a-b-c',
      ways: [['abc', { highway: 'path' }]],
      relations: [[['x:w:0'], { type: 'route', route: 'hiking' }]],
    })
    const whole = writePbf(file)
    const blocks = framesOf(whole).map(([offset, dataOffset, end]) =>
      inflateBlob(
        pbfFromBytes('x', whole),
        { offset, dataOffset, dataLength: end - dataOffset },
        whole.subarray(dataOffset, end),
      ),
    )
    let faults = 0
    for (const content of blocks.slice(1)) {
      for (let i = 0; i < content.length; i++) {
        for (const value of [0, 0x7f, 0x80, 0xff]) {
          const broken = Uint8Array.from(content)
          broken[i] = value
          const bytes = Buffer.concat([header('OsmSchema-V0.6'), frame('OSMData', rawBlob(broken))])
          const thrown = await readWhole(pbfFromBytes('broken.pbf', bytes)).then(
            () => null,
            (error: unknown) => error,
          )
          if (thrown === null) continue
          faults++
          expect(thrown).toBeInstanceOf(ServiceError)
        }
      }
    }
    expect(faults).toBeGreaterThan(50)
  })

  test('a file that falsely says it is sorted is refused', async () => {
    const { bytes } = tinyOsm({ map: 'a-b-c', ways: [['abc', { highway: 'path' }]] })
    const [head, nodes, ways] = framesOf(bytes).map(([from, , to]) => bytes.subarray(from, to))
    // bisection looks at the blob in the middle, finds nodes, and so takes the ways before it for nodes
    const fault = await faultOf(pbfFromBytes('unsorted.pbf', Buffer.concat([head, ways, nodes, nodes])))
    expect(fault.message).toMatch(/sorted by type, and it is not/)
  })

  test('a missing file is named without its folders', async () => {
    await expect(openPbfFile('/nowhere/at/all.osm.pbf')).rejects.toThrow(
      'all.osm.pbf cannot be opened: there is no such file.',
    )
  })

  test('a file on disk reads as the same bytes in memory do', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-'))
    try {
      const path = join(folder, 'tiny.osm.pbf')
      writeFileSync(path, good)
      const source = await openPbfFile(path)
      expect(await readWhole(source)).toEqual(await readWhole(pbfFromBytes('tiny.osm.pbf', good)))
      await source.close()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe.skipIf(!existsSync(ANDORRA))('Andorra (needs real data)', () => {
  test('holds the counted nodes, ways and relations, with its date and box', async () => {
    const source = await openPbfFile(ANDORRA)
    const file = await PbfFile.open(source)
    expect(file.header).toMatchObject({
      sourceTs: '2025-01-19T21:21:36.000Z',
      bbox: [1.412368, 42.4276, 1.787481, 42.65717],
    })
    const count = {
      nodes: 0,
      ways: 0,
      relations: 0,
      highway: 0,
      path: 0,
      track: 0,
      sac: 0,
      hiking: 0,
      bicycle: 0,
      mtb: 0,
      restrictions: 0,
      peaks: 0,
    }
    await file.read({
      ways(b) {
        count.ways += b.count
        const [highway, path, track, sac] = ['highway', 'path', 'track', 'sac_scale'].map((word) =>
          b.strings.find(word),
        )
        for (let t = 0; t < b.tagStart[b.count]; t++) {
          if (b.keys[t] === sac) count.sac++
          if (b.keys[t] !== highway) continue
          count.highway++
          if (b.values[t] === path) count.path++
          if (b.values[t] === track) count.track++
        }
      },
      relations(b) {
        count.relations += b.count
        for (let i = 0; i < b.count; i++) {
          const tags = tagsOf(b, i)
          if (tags.type?.startsWith('restriction')) count.restrictions++
          const kind = findRouteFacts(new Map(Object.entries(tags)))?.kind
          if (kind !== undefined) count[kind]++
        }
      },
    })
    await file.read({
      nodes(b) {
        count.nodes += b.count
        const [natural, peak] = ['natural', 'peak'].map((word) => b.strings.find(word))
        for (let t = 0; t < b.tagStart[b.count]; t++) if (b.keys[t] === natural && b.values[t] === peak) count.peaks++
      },
    })
    expect(count).toEqual({
      nodes: 471_006,
      ways: 24_607,
      relations: 614,
      highway: 7_763,
      path: 1_738,
      track: 719,
      sac: 441,
      hiking: 42,
      bicycle: 16,
      mtb: 1,
      restrictions: 76,
      peaks: 212,
    })
    await source.close()
  })

  test('cut in the middle is refused with the byte where it breaks', async () => {
    const bytes = readFileSync(ANDORRA)
    const fault = await faultOf(pbfFromBytes('andorra.osm.pbf', bytes.subarray(0, 1_500_000)))
    expect(fault.message).toMatch(
      /^andorra\.osm\.pbf, byte \d+: the file ends in the middle of a block; it is cut short\.$/,
    )
  })
})
