// What a map file says, read without anything of src/map/tiles: lengths of ways, areas and points inside a box, in
// units of the world (0..1), to hold the tiles against.

import type { Box } from '../../../src/geo/lon-lat.ts'
import { worldX, worldY } from '../../../src/geo/web-mercator.ts'
import { openPbfFile } from '../../../src/osm/pbf-blocks.ts'
import { PbfFile, type TaggedBatch } from '../../../src/osm/read-pbf.ts'
import { areaInside, lengthInside } from './read-tiles.ts'

type Tags = Record<string, string>
type Point = [number, number]

export interface OracleMap {
  box: Box
  nodes: { id: number; tags: Tags; at: Point }[]
  ways: { id: number; tags: Tags; line: Point[]; refs: number[] }[]
  relations: { id: number; tags: Tags; members: { type: number; id: number; role: string }[] }[]
  /** inside the box, world units */
  lengthOf(line: Point[]): number
  areaOf(ring: Point[]): number
  holds(point: Point): boolean
}

export async function readOracleMap(path: string): Promise<OracleMap> {
  const source = await openPbfFile(path)
  const file = await PbfFile.open(source)
  const place = new Map<number, Point>()
  const map: Pick<OracleMap, 'nodes' | 'ways' | 'relations'> = { nodes: [], ways: [], relations: [] }
  const tagsOf = ({ tagStart, keys, values, strings }: TaggedBatch, i: number) => {
    const tags: Tags = {}
    for (let t = tagStart[i]; t < tagStart[i + 1]; t++) tags[strings.get(keys[t])] = strings.get(values[t])
    return tags
  }
  await file.read({
    nodes(batch) {
      for (let i = 0; i < batch.count; i++) {
        const at: Point = [worldX(batch.lonE7[i] / 1e7), worldY(batch.latE7[i] / 1e7)]
        place.set(batch.id[i], at)
        if (batch.tagStart[i] < batch.tagStart[i + 1]) map.nodes.push({ id: batch.id[i], tags: tagsOf(batch, i), at })
      }
    },
  })
  await file.read({
    ways(batch) {
      for (let i = 0; i < batch.count; i++) {
        const refs = [...batch.refs.subarray(batch.refStart[i], batch.refStart[i + 1])]
        map.ways.push({
          id: batch.id[i],
          tags: tagsOf(batch, i),
          refs,
          line: refs.flatMap((ref) => (place.has(ref) ? [place.get(ref)!] : [])),
        })
      }
    },
    relations(batch) {
      for (let i = 0; i < batch.count; i++) {
        const members = []
        for (let m = batch.memberStart[i]; m < batch.memberStart[i + 1]; m++)
          members.push({
            type: batch.memberType[m],
            id: batch.memberId[m],
            role: batch.strings.get(batch.memberRole[m]),
          })
        map.relations.push({ id: batch.id[i], tags: tagsOf(batch, i), members })
      }
    },
  })
  const box = file.header.bbox!
  await source.close()
  const [x0, y0, x1, y1] = [worldX(box[0]), worldY(box[3]), worldX(box[2]), worldY(box[1])]
  const scaled = (line: Point[], size: number) =>
    line.map(([x, y]): Point => [((x - x0) / (x1 - x0)) * size, ((y - y0) / (y1 - y0)) * size])
  return {
    ...map,
    box,
    // the box is not square: cut in its own units, measured in those of the world
    lengthOf: (line) => {
      let sum = 0
      for (let i = 1; i < line.length; i++) {
        const piece = [line[i - 1], line[i]]
        const whole = Math.hypot(line[i][0] - line[i - 1][0], line[i][1] - line[i - 1][1])
        const unit = scaled(piece, 1)
        const unitLength = Math.hypot(unit[1][0] - unit[0][0], unit[1][1] - unit[0][1])
        if (unitLength > 0) sum += (whole * lengthInside(unit, 1)) / unitLength
      }
      return sum
    },
    areaOf: (ring) => Math.abs(areaInside([scaled(ring, 1)], 1)) * (x1 - x0) * (y1 - y0),
    holds: ([x, y]) => x >= x0 && x <= x1 && y >= y0 && y <= y1,
  }
}
