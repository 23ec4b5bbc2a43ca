// The files of a release described as artifacts, with their versions, and the styles made of them.

import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { STYLES_FILE, writeStyleArchive } from '../map/style/style-archive.ts'
import type { ArtifactInfo } from '../releases/release-info.ts'
import type { DemSource } from '../terrain/open-dem.ts'
import type { TerrainArtifact } from '../terrain/write-terrain-artifact.ts'
import { DEMO_ATTRIBUTION, type Attribution } from './attributions.ts'
import type { ContoursReport } from '../map/tiles/build-contours.ts'
import { BASEMAP_FILE, type BasemapFile } from './build-basemap-file.ts'
import { CATALOGUE_FILE, type CatalogueFile } from './build-catalogue-file.ts'
import type { NetworkFile } from './build-network-file.ts'

export const NETWORK_FILE = 'network.bin'
export const TERRAIN_FILE = 'terrain.pmtiles'
export const CONTOURS_FILE = 'contours.pmtiles'

/** Independent of the release: equal content gives an equal version under any name. */
const STYLE_NAME = 'Waypost'
const VERSION_DIGITS = 16

export interface BuiltFiles {
  network: NetworkFile
  terrain: TerrainArtifact
  catalogue: CatalogueFile
  basemap: BasemapFile
  /** null if the region has no contour lines */
  contours: ContoursReport | null
}

export async function describeFiles(
  folder: string,
  { network, basemap, contours }: BuiltFiles,
  dem: DemSource,
): Promise<ArtifactInfo[]> {
  const { sourceTs } = network.meta
  return [
    await describeArtifact('network', join(folder, NETWORK_FILE), sourceTs),
    await describeArtifact('terrain', join(folder, TERRAIN_FILE), dem.sourceTs),
    await describeArtifact('catalogue', join(folder, CATALOGUE_FILE), sourceTs),
    await describeArtifact('basemap', join(folder, BASEMAP_FILE), basemap.made ? sourceTs : basemap.sourceTs),
    ...(contours === null ? [] : [await describeArtifact('contours', join(folder, CONTOURS_FILE), dem.sourceTs)]),
  ]
}

/** Adds the styles, which refer to the artifacts they draw. */
export async function addStyles(
  folder: string,
  { network, basemap }: BuiltFiles,
  artifacts: readonly ArtifactInfo[],
  attributions: readonly Attribution[],
  heights: Attribution,
): Promise<ArtifactInfo> {
  const stylesPath = join(folder, STYLES_FILE)
  await writeStyleArchive(
    {
      name: STYLE_NAME,
      bbox: network.meta.bbox,
      artifacts,
      basemapLayers: basemap.made ? [...basemap.kept.keys()] : basemap.layers.length === 0 ? undefined : basemap.layers,
      attributions: {
        map: attributions.filter((one) => one !== heights),
        heights: network.holdsOsm ? [heights] : [DEMO_ATTRIBUTION],
      },
    },
    stylesPath,
  )
  return describeArtifact('styles', stylesPath, null)
}

async function describeArtifact(name: string, path: string, sourceTs: string | null): Promise<ArtifactInfo> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  const sha256 = hash.digest('hex')
  return {
    name,
    version: sha256.slice(0, VERSION_DIGITS),
    file: basename(path),
    sourceTs,
    bytes: statSync(path).size,
    sha256,
  }
}
