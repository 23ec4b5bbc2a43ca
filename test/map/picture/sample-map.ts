// A small map made up for tests: one vector archive whose features are given as places on earth, written with an
// encoder of its own (so that the reader is not tested against itself), and terrain of a given surface.

import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { PbfWriter } from 'pbf'
import { worldX, worldY } from '../../../src/geo/web-mercator.ts'
import type { MapDrawing } from '../../../src/map/picture/map-drawing.ts'
import { TileArchiveWriter } from '../../../src/storage/archive/archive-writer.ts'
import { type Surface, TERRARIUM, makeFolder, writeArchive } from '../../terrain/make-terrain.ts'

export interface SampleFeature {
  layer: string
  kind: 'point' | 'line' | 'area'
  /** lon, lat */
  places: [number, number][]
  attributes: Record<string, string | number | boolean>
}

/** A box of about 7 by 6 km around 1.55 E 42.55 N. */
export const SAMPLE_BOX: [number, number, number, number] = [1.51, 42.52, 1.59, 42.58]
const ZOOMS = [8, 9, 10, 11, 12, 13, 14]

export const SAMPLE_FEATURES: SampleFeature[] = [
  {
    layer: 'earth',
    kind: 'area',
    places: [
      [1.4, 42.4],
      [1.7, 42.4],
      [1.7, 42.7],
      [1.4, 42.7],
    ],
    attributes: { kind: 'earth' },
  },
  {
    layer: 'landuse',
    kind: 'area',
    places: [
      [1.53, 42.53],
      [1.55, 42.53],
      [1.55, 42.55],
      [1.53, 42.55],
    ],
    attributes: { kind: 'forest' },
  },
  {
    layer: 'water',
    kind: 'area',
    places: [
      [1.56, 42.53],
      [1.57, 42.53],
      [1.57, 42.54],
      [1.56, 42.54],
    ],
    attributes: { kind: 'lake' },
  },
  {
    layer: 'roads',
    kind: 'line',
    places: [
      [1.51, 42.56],
      [1.59, 42.56],
    ],
    attributes: { kind: 'major_road', kind_detail: 'primary', ref: 'CG-1' },
  },
  {
    layer: 'roads',
    kind: 'line',
    places: [
      [1.52, 42.57],
      [1.58, 42.57],
    ],
    attributes: { kind: 'path', kind_detail: 'path' },
  },
  {
    layer: 'roads',
    kind: 'line',
    places: [
      [1.52, 42.575],
      [1.58, 42.575],
    ],
    attributes: { kind: 'path', kind_detail: 'path', sac_scale: 1 },
  },
  {
    layer: 'places',
    kind: 'point',
    places: [[1.54, 42.565]],
    attributes: {
      kind: 'locality',
      kind_detail: 'village',
      name: 'Vila',
      'name:de': 'Dorf',
      population_rank: 3,
      min_zoom: 8,
    },
  },
  {
    layer: 'pois',
    kind: 'point',
    places: [[1.57, 42.55]],
    attributes: { kind: 'peak', name: 'Pic', elevation: 2500, min_zoom: 8 },
  },
]

/** Areas as given, first point once; turned so that tiles want it. */
export function encodeTile(
  features: readonly SampleFeature[],
  z: number,
  x: number,
  y: number,
  extent = 4096,
): Uint8Array {
  const tile = new PbfWriter()
  for (const layer of new Set(features.map((feature) => feature.layer))) {
    tile.writeMessage(
      3,
      (_: unknown, pbf: PbfWriter) => {
        const keys: string[] = []
        const values: (string | number | boolean)[] = []
        pbf.writeVarintField(15, 2)
        pbf.writeStringField(1, layer)
        for (const feature of features.filter((one) => one.layer === layer)) {
          const tags = Object.entries(feature.attributes).flatMap(([key, value]) => [
            indexIn(keys, key),
            indexIn(values, value),
          ])
          const points = feature.places.map(([lon, lat]) => [
            Math.round((worldX(lon) * 2 ** z - x) * extent),
            Math.round((worldY(lat) * 2 ** z - y) * extent),
          ])
          if (feature.kind === 'area' && doubleArea(points) < 0) points.reverse()
          pbf.writeMessage(
            2,
            (_inner: unknown, inner: PbfWriter) => {
              inner.writePackedVarint(2, tags)
              inner.writeVarintField(3, ['point', 'line', 'area'].indexOf(feature.kind) + 1)
              inner.writePackedVarint(4, commandsOf(points, feature.kind))
            },
            null,
          )
        }
        for (const key of keys) pbf.writeStringField(3, key)
        for (const value of values) {
          pbf.writeMessage(
            4,
            (_value: unknown, inner: PbfWriter) => {
              if (typeof value === 'string') inner.writeStringField(1, value)
              else if (typeof value === 'boolean') inner.writeBooleanField(7, value)
              else inner.writeDoubleField(3, value)
            },
            null,
          )
        }
        pbf.writeVarintField(5, extent)
      },
      null,
    )
  }
  return tile.finish()
}

function indexIn<T>(list: T[], item: T): number {
  const at = list.indexOf(item)
  return at >= 0 ? at : list.push(item) - 1
}

function doubleArea(points: number[][]): number {
  return points.reduce(
    (sum, [px, py], i) => sum + px * points[(i + 1) % points.length][1] - points[(i + 1) % points.length][0] * py,
    0,
  )
}

function commandsOf(points: number[][], kind: SampleFeature['kind']): number[] {
  const zigzag = (n: number) => (n < 0 ? -2 * n - 1 : 2 * n)
  const commands: number[] = []
  let [lastX, lastY] = [0, 0]
  points.forEach(([px, py], i) => {
    if (i === 0) commands.push((1 << 3) | 1)
    if (i === 1) commands.push(((points.length - 1) << 3) | 2)
    commands.push(zigzag(px - lastX), zigzag(py - lastY))
    lastX = px
    lastY = py
  })
  if (kind === 'area') commands.push(15)
  return commands
}

/** Writes the archive; every tile around the sample holds every feature whole. */
async function writeVectors(path: string, features: readonly SampleFeature[] = SAMPLE_FEATURES): Promise<string> {
  const writer = await TileArchiveWriter.create(path)
  for (const z of ZOOMS) {
    const [fromX, toX] = [Math.floor(worldX(1.4) * 2 ** z), Math.floor(worldX(1.7) * 2 ** z)]
    const [fromY, toY] = [Math.floor(worldY(42.7) * 2 ** z), Math.floor(worldY(42.4) * 2 ** z)]
    for (let x = fromX; x <= toX; x++)
      for (let y = fromY; y <= toY; y++) await writer.add(z, x, y, gzipSync(encodeTile(features, z, x, y)))
  }
  await writer.finish('mvt', {}, [1.4, 42.4, 1.7, 42.7])
  return path
}

export interface SampleMap {
  folder: string
  basemap: string
  terrain: string
}

let made: Promise<SampleMap> | undefined

/** A slope that falls to the east, with a small hole in it, and one of 3 by 4 km beside the box. */
const sampleSurface: Surface = (lon, lat) =>
  Math.hypot(lon - 1.525, lat - 42.545) < 0.004 || (lon > 1.62 && lon < 1.66 && lat > 42.53 && lat < 42.57)
    ? null
    : 3000 - (lon - 1.4) * 20_000

/** Made once for a test file. */
export function makeSampleMap(): Promise<SampleMap> {
  made ??= (async () => {
    const folder = makeFolder()
    const z = 11
    const tiles: [number, number][] = []
    for (let x = Math.floor(worldX(1.4) * 2 ** z); x <= Math.floor(worldX(1.7) * 2 ** z); x++) {
      for (let y = Math.floor(worldY(42.7) * 2 ** z); y <= Math.floor(worldY(42.4) * 2 ** z); y++) tiles.push([x, y])
    }
    return {
      folder,
      basemap: await writeVectors(join(folder, 'basemap.pmtiles')),
      terrain: await writeArchive(join(folder, 'terrain.pmtiles'), z, tiles, sampleSurface, {
        size: 256,
        format: 'webp',
        pack: TERRARIUM,
      }),
    }
  })()
  return made
}

/** A drawing of the sample's box; `more` replaces members. */
export function sampleDrawing(map: SampleMap, more: Partial<MapDrawing> = {}): MapDrawing {
  return {
    box: SAMPLE_BOX,
    paddingPx: 0,
    maxZoom: 20,
    width: 400,
    height: 400,
    scale: 1,
    shapes: [],
    contours: false,
    language: null,
    sources: { basemap: map.basemap, terrain: null, contours: null, attributions: ['© Test'] },
    ...more,
  }
}
