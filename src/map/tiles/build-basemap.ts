// The vector tiles of a release, from its map files: Protomaps' layers and our own (draft-*.ts), z0 to z14, 4096 units
// a tile. The tiles end at the region's box: data beyond it may be incomplete. Around islands the sea continues for
// SEA_MARGIN_M, so that the picture does not end at the coast. Equal input gives equal bytes.

import { splitBox } from '../../geo/split-box.ts'
import { basename, dirname, join } from 'node:path'
import type { Box } from '../../geo/lon-lat.ts'
import { IgnoredCounts, type IgnoredCount } from '../../graph/build/ignored-counts.ts'
import { writeNodeFile } from '../../graph/build/node-file.ts'
import type { PbfFile } from '../../osm/read-pbf.ts'
import { TileArchiveWriter, type ArchiveSummary } from '../../storage/archive/archive-writer.ts'
import { growBox } from '../../storage/archive/tile-ranges.ts'
import { MapCollector, type Standings } from './collect-map.ts'
import { cutTiles } from './cut-tiles.ts'
import type { LayerName } from './feature-mapping.ts'
import { FeatureStore } from './feature-store.ts'
import { areIslands, divideLandAndSea, listCoasts } from './coastline.ts'
import { insertFeatures } from './insert-features.ts'
import type { NestedRings } from './nest-rings.ts'
import type { UnitBox } from './unit-box.ts'
import { toUnitsX, toUnitsY, WORLD_UNITS } from './world-units.ts'

const SEA_MARGIN_M = 5000
/** At deeper zooms, every way is a separate feature. */
const MERGES_UP_TO = 12
/** The Protomaps basemap schema these tiles follow. */
const SCHEMA_VERSION = '4.0.0'

export interface BasemapOptions {
  attribution: string
  sourceTs: string | null
  /** prominence of named peaks, from the catalogue */
  standings: Standings
  /** for temporary files; if absent, that of the archive */
  workFolder?: string
}

export interface BasemapReport extends ArchiveSummary {
  /** features of the map by layer */
  kept: Map<LayerName, number>
  ignored: IgnoredCount[]
  /** coasts that end inside the region */
  openCoastEnds: number
}

export type BasemapStage = 'read' | 'cut'

/**
 * Reads the files four times and writes the archive to `outPath`, with temporary files. Throws what reading the
 * files throws, leaving no file.
 */
export async function buildBasemap(
  files: readonly PbfFile[],
  box: Box,
  outPath: string,
  options: BasemapOptions,
  onProgress: (stage: BasemapStage, done: number, total: number) => void = () => {},
): Promise<BasemapReport> {
  const workPath = join(options.workFolder ?? dirname(outPath), basename(outPath))
  const store = new FeatureStore({ path: `${workPath}.features`, extent: toUnitBox(growBox(box, SEA_MARGIN_M)) })
  try {
    const laid = await layMap(files, box, store, `${workPath}.nodes`, options.standings, onProgress)
    const writer = await TileArchiveWriter.create(outPath, options.workFolder)
    try {
      await cutTiles(store, splitBox(laid.bounds).map(toUnitBox), writer, MERGES_UP_TO, (done, total) =>
        onProgress('cut', done, total),
      )
      const summary = await writer.finish('mvt', describeArchive(store, options), laid.bounds)
      return { ...summary, kept: store.summaries.counts(), ignored: laid.ignored, openCoastEnds: laid.openCoastEnds }
    } catch (thrown) {
      await writer.abandon()
      throw thrown
    }
  } finally {
    store.close()
  }
}

interface LaidMap {
  bounds: Box
  ignored: IgnoredCount[]
  openCoastEnds: number
}

/** Reads the map into features; everything else that it needed is free when it returns. */
async function layMap(
  files: readonly PbfFile[],
  box: Box,
  store: FeatureStore,
  nodePath: string,
  standings: Standings,
  onProgress: (stage: BasemapStage, done: number, total: number) => void,
): Promise<LaidMap> {
  const ignored = new IgnoredCounts()
  const found = new MapCollector(store, standings)
  const totalBytes = 4 * files.reduce((sum, { source }) => sum + source.sizeBytes, 0)
  let doneBytes = 0
  const readAll = async (handlers: Parameters<PbfFile['read']>[0]): Promise<void> => {
    for (const file of files) {
      await file.read(handlers, (offset) => onProgress('read', doneBytes + offset, totalBytes))
      doneBytes += file.source.sizeBytes
    }
  }
  await readAll({ relations: (batch) => found.takeRelations(batch) })
  const nodes = await writeNodeFile(nodePath, (take) => readAll({ nodes: take }))
  try {
    found.beginWays(nodes)
    await readAll({ ways: (batch) => found.takeWays(batch) })
    await readAll({ nodes: (batch) => found.takeNodes(batch) })
    const coasts = listCoasts(found)
    const bounds = areIslands(coasts) ? growBox(box, SEA_MARGIN_M) : box
    let openEnds = 0
    for (const part of splitBox(bounds)) {
      const divided = divideLandAndSea(coasts, toUnitBox(part))
      layLandAndSea(store, divided.land, divided.sea)
      openEnds += divided.openEnds
    }
    insertFeatures(found, ignored)
    return { bounds, ignored: ignored.list(), openCoastEnds: openEnds }
  } finally {
    nodes.close()
  }
}

function layLandAndSea(store: FeatureStore, land: NestedRings | null, sea: NestedRings | null): void {
  if (land !== null)
    store.addArea(
      { layer: 'earth', minZoom: 0, sort: 0, attributes: store.attributes.add([['kind', 'earth']]) },
      land.rings,
      land.inner,
    )
  if (sea !== null)
    store.addArea(
      {
        layer: 'water',
        minZoom: 0,
        sort: -1,
        attributes: store.attributes.add([
          ['kind', 'ocean'],
          ['sort_rank', 200],
        ]),
      },
      sea.rings,
      sea.inner,
    )
}

function describeArchive(store: FeatureStore, { attribution, sourceTs }: BasemapOptions): Record<string, unknown> {
  return {
    name: 'basemap',
    description: 'Vector tiles in the Protomaps basemap schema, with paths, trails and outdoor places',
    type: 'baselayer',
    version: SCHEMA_VERSION,
    attribution,
    ...(sourceTs === null ? {} : { source_ts: sourceTs }),
    vector_layers: store.summaries.describe(store.attributes),
  }
}

/** A box in world units; one that crosses the antimeridian becomes the whole width of the world. */
export function toUnitBox([minLon, minLat, maxLon, maxLat]: Box): UnitBox {
  const wraps = minLon > maxLon
  return {
    minX: wraps ? 0 : toUnitsX(minLon * 1e7),
    maxX: wraps ? WORLD_UNITS - 1 : toUnitsX(maxLon * 1e7),
    minY: toUnitsY(maxLat * 1e7),
    maxY: toUnitsY(minLat * 1e7),
  }
}
