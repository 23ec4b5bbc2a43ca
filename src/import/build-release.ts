// Builds the files of one release from map and height files in a building folder, with everything its manifest
// contains. Artifact versions depend only on content, so equal input gives equal versions whatever the release is
// called. Dates and attributions are those of the sources; what a source does not state stays null, and the time of
// import is never used.

import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Box } from '../geo/lon-lat.ts'
import { STYLES_FILE, writeStyleArchive } from '../maps/style-archive.ts'
import type { ArtifactInfo, ReleaseInfo } from '../release-info.ts'
import { openDem, type DemSource } from '../terrain/open-dem.ts'
import { writeTerrainArtifact, type TerrainArtifact } from '../terrain/write-terrain-artifact.ts'
import {
  demAttribution,
  DEMO_ATTRIBUTION,
  listAttributions,
  mapAttributions,
  type Attribution,
} from './attributions.ts'
import { buildContours, type ContoursReport } from '../basemap/build-contours.ts'
import {
  BASEMAP_FILE,
  buildBasemapFile,
  checkBasemapArchive,
  takeBasemapFile,
  type BasemapFile,
} from './build-basemap-file.ts'
import { buildCatalogueFile, CATALOGUE_FILE, type CatalogueFile } from './build-catalogue-file.ts'
import { buildNetworkFile, type NetworkFile } from './build-network-file.ts'
import { toReleaseSlug, type ImportArguments } from './parse-arguments.ts'
import type { Progress } from './progress-bar.ts'

/** Edges and tiles are processed in order of position, so a few height files at a time are enough. */
const HEIGHT_CACHE_BYTES = 128_000_000
const NETWORK_FILE = 'network.bin'
const TERRAIN_FILE = 'terrain.pmtiles'
const CONTOURS_FILE = 'contours.pmtiles'
/** Independent of the release: equal content gives an equal version under any name. */
const STYLE_NAME = 'Waypost'
const VERSION_DIGITS = 16
const ID_DIGITS = 8

export interface BuiltRelease extends BuiltFiles {
  release: ReleaseInfo
  demNames: string[]
}

interface BuiltFiles {
  network: NetworkFile
  terrain: TerrainArtifact
  catalogue: CatalogueFile
  basemap: BasemapFile
  /** null if the region has no contour lines */
  contours: ContoursReport | null
}

/** Facts that the caller knows better than the files do. */
export interface BuildOptions {
  example?: { waypoints: [number, number][] }
}

/**
 * Writes network.bin, terrain.pmtiles, catalogue.sqlite, basemap.pmtiles and contours.pmtiles into `folder`. Throws
 * ServiceError `invalid_input` for unusable input.
 */
export async function buildRelease(
  args: ImportArguments,
  folder: string,
  progress: Progress,
  options: BuildOptions = {},
): Promise<BuiltRelease> {
  if (args.basemap !== null) {
    progress.begin('basemap', 'look at the basemap')
    await checkBasemapArchive(args.basemap)
  }
  progress.begin('network with heights', 'open height files')
  const dem = await openDem(args.demPaths, { cacheBytes: HEIGHT_CACHE_BYTES })
  try {
    const files = await buildFiles(args, folder, dem, progress)
    progress.begin('publish', 'content hashes')
    const demNames = dem.layers.flatMap((layer) => layer.names)
    const artifacts = await describeFiles(folder, files, dem)
    const heights = demAttribution(dem, demNames, args.demAttribution)
    const attributions = listAttributions(files.network, heights, files.basemap)
    artifacts.push(await addStyles(folder, files, artifacts, attributions, heights))
    const { meta, counts } = files.network
    const builtAt = new Date()
    const example = options.example ?? files.network.example
    return {
      ...files,
      demNames,
      release: {
        id: releaseId(args.name, builtAt, artifacts),
        name: args.name,
        builtAt: builtAt.toISOString(),
        promotedAt: null,
        bbox: meta.bbox,
        synthetic: meta.synthetic,
        attributions,
        artifacts,
        counts: {
          ...counts,
          withHeight: counts.shapePoints - counts.withoutHeight,
          ...files.catalogue.counts,
          terrainTiles: files.terrain.tileCount,
          basemapTiles: files.basemap.tileCount,
          contourTiles: files.contours?.tileCount ?? 0,
        },
        ...(example === undefined ? {} : { example }),
      },
    }
  } finally {
    await dem.close()
  }
}

/** Builds everything except the styles. */
async function buildFiles(
  args: ImportArguments,
  folder: string,
  dem: DemSource,
  progress: Progress,
): Promise<BuiltFiles> {
  const network = await buildNetworkFile(args.pbfPaths, dem, join(folder, NETWORK_FILE), progress)
  const { bbox } = network.meta
  const attribution = network.holdsOsm ? (args.demAttribution ?? dem.attribution) : DEMO_ATTRIBUTION.text
  const reportTiles = (done: number, total: number): void => progress.report(done, total, 'tiles')
  progress.begin('terrain tiles', 'terrain tiles')
  const terrain = await writeTerrainArtifact(
    dem,
    commonBox(bbox, dem.bbox),
    join(folder, TERRAIN_FILE),
    { attribution, sourceTs: dem.sourceTs },
    reportTiles,
  )
  const catalogue = await buildCatalogueFile(args.pbfPaths, dem, join(folder, CATALOGUE_FILE), progress)
  const basemapPath = join(folder, BASEMAP_FILE)
  const basemap =
    args.basemap !== null
      ? await takeBasemapFile(args.basemap, bbox, basemapPath, progress)
      : await buildBasemapFile(
          args.pbfPaths,
          {
            box: bbox,
            sourceTs: network.meta.sourceTs,
            standings: catalogue.standings,
            attribution: mapAttributions(network)
              .map(({ text }) => text)
              .join(', '),
          },
          basemapPath,
          progress,
        )
  progress.begin('contours', 'contours')
  const contours = await buildContours(
    dem,
    commonBox(bbox, dem.bbox),
    join(folder, CONTOURS_FILE),
    attribution,
    reportTiles,
  )
  return { network, terrain, catalogue, basemap, contours }
}

async function describeFiles(
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
async function addStyles(
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

/**
 * The intersection of both boxes, so that a header that claims half the world makes no empty tiles; the first box if
 * they do not intersect.
 */
function commonBox(region: Box, heights: Box): Box {
  const box: Box = [
    Math.max(region[0], heights[0]),
    Math.max(region[1], heights[1]),
    Math.min(region[2], heights[2]),
    Math.min(region[3], heights[3]),
  ]
  return box[0] < box[2] && box[1] < box[3] ? box : region
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

/** `<name>-<yyyymmddThhmmss>-<hash8>`: readable, and sorted by time for one name. */
function releaseId(name: string, builtAt: Date, artifacts: readonly ArtifactInfo[]): string {
  const stamp = builtAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const hash = createHash('sha256')
    .update(artifacts.map(({ name: artifact, sha256 }) => `${artifact}:${sha256}`).join('\n'))
    .digest('hex')
  return `${toReleaseSlug(name)}-${stamp}-${hash.slice(0, ID_DIGITS)}`
}
