// The demo region read back for its tests: the PBF through the project's own reader into plain maps, the tile as a
// lookup.

import { readFileSync } from 'node:fs'
import { distanceM } from '../../src/geo/lon-lat.ts'
import { type PbfHeader, openPbfFile } from '../../src/osm/pbf-blocks.ts'
import { PbfFile, type TaggedBatch } from '../../src/osm/read-pbf.ts'

type Tags = Record<string, string>
export interface ReadNode {
  lon: number
  lat: number
  tags: Tags
}
export interface ReadWay {
  id: number
  refs: number[]
  tags: Tags
}
export interface ReadRelation {
  id: number
  members: { type: 'node' | 'way' | 'relation'; id: number; role: string }[]
  tags: Tags
}

export class ReadDemo {
  nodes = new Map<number, ReadNode>()
  ways = new Map<number, ReadWay>()
  relations = new Map<number, ReadRelation>()
  header!: PbfHeader
  hgt: Buffer

  constructor(demPath: string) {
    this.hgt = readFileSync(demPath)
  }

  lengthM(refs: number[]): number {
    let sum = 0
    for (let i = 1; i < refs.length; i++) {
      const [a, b] = [this.nodes.get(refs[i - 1])!, this.nodes.get(refs[i])!]
      sum += distanceM(a.lon, a.lat, b.lon, b.lat)
    }
    return sum
  }

  /** Nearest sample of the tile, metres. */
  sampleM(lon: number, lat: number): number {
    return this.hgt.readInt16BE((Math.round((34 - lat) * 3600) * 3601 + Math.round((lon + 41) * 3600)) * 2)
  }

  /** Bilinear height, NaN where one of the four samples is void. */
  heightM(lon: number, lat: number): number {
    const [column, row] = [(lon + 41) * 3600, (34 - lat) * 3600]
    const [c, r] = [Math.floor(column), Math.floor(row)]
    const at = (dr: number, dc: number) => {
      const value = this.hgt.readInt16BE(((r + dr) * 3601 + c + dc) * 2)
      return value === -32768 ? NaN : value
    }
    const [fx, fy] = [column - c, row - r]
    return (at(0, 0) * (1 - fx) + at(0, 1) * fx) * (1 - fy) + (at(1, 0) * (1 - fx) + at(1, 1) * fx) * fy
  }

  /** All objects with a tag, of any type. */
  tagged(key: string, value?: string): Tags[] {
    return [...this.nodes.values(), ...this.ways.values(), ...this.relations.values()]
      .map(({ tags }) => tags)
      .filter((tags) => (value === undefined ? key in tags : tags[key] === value))
  }
}

function tagsOf(batch: TaggedBatch, i: number): Tags {
  const tags: Tags = {}
  for (let j = batch.tagStart[i]; j < batch.tagStart[i + 1]; j++)
    tags[batch.strings.get(batch.keys[j])] = batch.strings.get(batch.values[j])
  return tags
}

export async function readDemo(pbfPath: string, demPath: string): Promise<ReadDemo> {
  const demo = new ReadDemo(demPath)
  const source = await openPbfFile(pbfPath)
  const file = await PbfFile.open(source)
  demo.header = file.header
  await file.read({
    nodes(batch) {
      for (let i = 0; i < batch.count; i++)
        demo.nodes.set(batch.id[i], { lon: batch.lonE7[i] / 1e7, lat: batch.latE7[i] / 1e7, tags: tagsOf(batch, i) })
    },
    ways(batch) {
      for (let i = 0; i < batch.count; i++)
        demo.ways.set(batch.id[i], {
          id: batch.id[i],
          refs: [...batch.refs.slice(batch.refStart[i], batch.refStart[i + 1])],
          tags: tagsOf(batch, i),
        })
    },
    relations(batch) {
      for (let i = 0; i < batch.count; i++) {
        const members: ReadRelation['members'] = []
        for (let j = batch.memberStart[i]; j < batch.memberStart[i + 1]; j++)
          members.push({
            type: (['node', 'way', 'relation'] as const)[batch.memberType[j]],
            id: batch.memberId[j],
            role: batch.strings.get(batch.memberRole[j]),
          })
        demo.relations.set(batch.id[i], { id: batch.id[i], members, tags: tagsOf(batch, i) })
      }
    },
  })
  await source.close()
  return demo
}
