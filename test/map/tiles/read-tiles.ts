// Vector tiles read back by libraries of others: pmtiles and @mapbox/vector-tile. The oracle of what the writer wrote.

import { readFileSync } from 'node:fs'
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles, type Header } from 'pmtiles'
import type { Box } from '../../../src/geo/lon-lat.ts'
import { worldX, worldY } from '../../../src/geo/web-mercator.ts'

export interface TileFeature {
  layer: string
  type: number
  id: number | undefined
  properties: Record<string, string | number | boolean>
  /** parts of [x, y] in tile units */
  parts: [number, number][][]
  feature: VectorTileFeature
}

export interface TileReader {
  header: Header
  metadata: Record<string, unknown>
  read(z: number, x: number, y: number): Promise<TileFeature[] | null>
  /** tiles of a zoom that touch the header's bounds */
  list(z: number): [number, number][]
  /** every feature of a zoom with its tile */
  all(z: number): Promise<(TileFeature & { x: number; y: number })[]>
}

export async function readTiles(path: string): Promise<TileReader> {
  const bytes = readFileSync(path)
  const archive = new PMTiles({
    getKey: () => path,
    getBytes: async (offset: number, length: number) => ({
      data: bytes.buffer.slice(
        bytes.byteOffset + offset,
        bytes.byteOffset + Math.min(bytes.length, offset + length),
      ) as ArrayBuffer,
    }),
  })
  const header = await archive.getHeader()
  const read: TileReader['read'] = async (z, x, y) => {
    const answer = await archive.getZxy(z, x, y)
    return answer === undefined ? null : decode(new Uint8Array(answer.data))
  }
  const list = (z: number) => tilesOf([header.minLon, header.minLat, header.maxLon, header.maxLat], z)
  return {
    header,
    read,
    list,
    metadata: (await archive.getMetadata()) as Record<string, unknown>,
    async all(z) {
      const found: (TileFeature & { x: number; y: number })[] = []
      for (const [x, y] of list(z)) for (const feature of (await read(z, x, y)) ?? []) found.push({ ...feature, x, y })
      return found
    },
  }
}

export function decode(bytes: Uint8Array): TileFeature[] {
  const tile = new VectorTile(new PbfReader(bytes))
  return Object.entries(tile.layers).flatMap(([layer, content]) =>
    Array.from({ length: content.length }, (_, i) => {
      const feature = content.feature(i)
      return {
        layer,
        feature,
        type: feature.type,
        id: feature.id,
        properties: feature.properties as TileFeature['properties'],
        parts: feature.loadGeometry().map((part) => part.map(({ x, y }): [number, number] => [x, y])),
      }
    }),
  )
}

export function tilesOf([minLon, minLat, maxLon, maxLat]: Box, z: number): [number, number][] {
  const n = 2 ** z
  const at = (value: number) => Math.max(0, Math.min(n - 1, Math.floor(value * n)))
  const tiles: [number, number][] = []
  for (let y = at(worldY(maxLat)); y <= at(worldY(minLat)); y++)
    for (let x = at(worldX(minLon)); x <= at(worldX(maxLon)); x++) tiles.push([x, y])
  return tiles
}

/** Length in tile units of what of a line lies inside the tile itself, without its buffer. */
export function lengthInside(part: readonly (readonly [number, number])[], extent = 4096): number {
  let sum = 0
  for (let i = 1; i < part.length; i++) {
    const [[ax, ay], [bx, by]] = [part[i - 1], part[i]]
    let [t0, t1] = [0, 1]
    for (const [p, q] of [
      [ax - bx, ax],
      [bx - ax, extent - ax],
      [ay - by, ay],
      [by - ay, extent - ay],
    ]) {
      if (p === 0) {
        if (q < 0) t1 = -1
      } else if (p < 0) t0 = Math.max(t0, q / p)
      else t1 = Math.min(t1, q / p)
    }
    if (t1 > t0) sum += (t1 - t0) * Math.hypot(bx - ax, by - ay)
  }
  return sum
}

/**
 * Area in tile units squared of rings cut to the tile itself; inner rings run the other way and take away. Positive
 * outer (y down).
 */
export function areaInside(parts: readonly (readonly (readonly [number, number])[])[], extent = 4096): number {
  let sum = 0
  for (const part of parts) {
    let ring = part.slice(0, -1).map(([x, y]) => [x, y])
    for (const [axis, limit, sign] of [
      [0, 0, 1],
      [0, extent, -1],
      [1, 0, 1],
      [1, extent, -1],
    ]) {
      const cut: number[][] = []
      ring.forEach((a, i) => {
        const b = ring[(i + 1) % ring.length]
        const [da, db] = [(a[axis] - limit) * sign, (b[axis] - limit) * sign]
        if (da >= 0) cut.push(a)
        if (da >= 0 !== db >= 0)
          cut.push([a[0] + (da / (da - db)) * (b[0] - a[0]), a[1] + (da / (da - db)) * (b[1] - a[1])])
      })
      ring = cut
    }
    ring.forEach((a, i) => {
      const b = ring[(i + 1) % ring.length]
      sum += (a[0] * b[1] - b[0] * a[1]) / 2
    })
  }
  return sum
}
