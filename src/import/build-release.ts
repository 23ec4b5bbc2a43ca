// From map and height files to the files of one release in a building folder, with everything its manifest says.
// Artifact versions come from content alone, so equal input gives equal versions whatever the release is called. Dates
// and attributions are those of the sources; what a source does not say stays null, and nothing is dated by the import.

import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Box } from '../geo/lon-lat.ts'
import { STYLES_FILE, writeStyleArchive } from '../maps/style-archive.ts'
import type { ArtifactInfo, ReleaseInfo } from '../release-info.ts'
import { openDem, type DemSource } from '../terrain/open-dem.ts'
import { writeTerrainArtifact, type TerrainArtifact } from '../terrain/write-terrain-artifact.ts'
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

/** Edges and tiles come in order of place, so a few height files at a time are enough. */
const HEIGHT_CACHE_BYTES = 128_000_000
const CONTOURS_FILE = 'contours.pmtiles'
/** Not the release's: equal content is an equal version under any name. */
const STYLE_NAME = 'Waypost'
const VERSION_DIGITS = 16
const ID_DIGITS = 8

export interface BuiltRelease {
  release: ReleaseInfo
  network: NetworkFile
  terrain: TerrainArtifact
  catalogue: CatalogueFile
  basemap: BasemapFile
  /** null where the region has no line of height */
  contours: ContoursReport | null
  demNames: string[]
}

/** What a caller knows better than the files do. */
export interface BuildOptions {
  example?: { waypoints: [number, number][] }
}

/**
 * Writes network.bin, terrain.pmtiles, catalogue.sqlite, basemap.pmtiles and contours.pmtiles into `folder`. Throws
 * ServiceError `invalid_input` for input that cannot be used.
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
    const networkPath = join(folder, 'network.bin')
    const network = await buildNetworkFile(args.pbfPaths, dem, networkPath, progress)
    const terrainPath = join(folder, 'terrain.pmtiles')
    const attribution = network.holdsOsm ? (args.demAttribution ?? dem.attribution) : DEMO_ATTRIBUTION.text
    progress.begin('terrain tiles', 'terrain tiles')
    const terrain = await writeTerrainArtifact(
      dem,
      commonBox(network.meta.bbox, dem.bbox),
      terrainPath,
      { attribution, sourceTs: dem.sourceTs },
      (done, total) => progress.report(done, total, 'tiles'),
    )
    const cataloguePath = join(folder, CATALOGUE_FILE)
    const catalogue = await buildCatalogueFile(args.pbfPaths, dem, cataloguePath, progress)
    const basemapPath = join(folder, BASEMAP_FILE)
    const basemap =
      args.basemap !== null
        ? await takeBasemapFile(args.basemap, network.meta.bbox, basemapPath, progress)
        : await buildBasemapFile(
            args.pbfPaths,
            {
              box: network.meta.bbox,
              sourceTs: network.meta.sourceTs,
              standings: catalogue.standings,
              attribution: mapAttributions(network)
                .map(({ text }) => text)
                .join(', '),
            },
            basemapPath,
            progress,
          )
    const contoursPath = join(folder, CONTOURS_FILE)
    progress.begin('contours', 'contours')
    const contours = await buildContours(
      dem,
      commonBox(network.meta.bbox, dem.bbox),
      contoursPath,
      attribution,
      (done, total) => progress.report(done, total, 'tiles'),
    )
    progress.begin('publish', 'content hashes')
    const demNames = dem.layers.flatMap((layer) => layer.names)
    const artifacts = [
      await describeArtifact('network', networkPath, network.meta.sourceTs),
      await describeArtifact('terrain', terrainPath, dem.sourceTs),
      await describeArtifact('catalogue', cataloguePath, network.meta.sourceTs),
      await describeArtifact('basemap', basemapPath, basemap.made ? network.meta.sourceTs : basemap.sourceTs),
      ...(contours === null ? [] : [await describeArtifact('contours', contoursPath, dem.sourceTs)]),
    ]
    const heights = demAttribution(dem, demNames, args.demAttribution)
    const attributions = listAttributions(network, heights, basemap)
    const stylesPath = join(folder, STYLES_FILE)
    await writeStyleArchive(
      {
        name: STYLE_NAME,
        bbox: network.meta.bbox,
        artifacts,
        basemapLayers: basemap.made
          ? [...basemap.kept.keys()]
          : basemap.layers.length === 0
            ? undefined
            : basemap.layers,
        attributions: {
          map: attributions.filter((one) => one !== heights),
          heights: network.holdsOsm ? [heights] : [DEMO_ATTRIBUTION],
        },
      },
      stylesPath,
    )
    artifacts.push(await describeArtifact('styles', stylesPath, null))
    const builtAt = new Date()
    const example = options.example ?? network.example
    return {
      network,
      terrain,
      catalogue,
      basemap,
      contours,
      demNames,
      release: {
        id: releaseId(args.name, builtAt, artifacts),
        name: args.name,
        builtAt: builtAt.toISOString(),
        promotedAt: null,
        bbox: network.meta.bbox,
        synthetic: network.meta.synthetic,
        attributions,
        artifacts,
        counts: {
          ...network.counts,
          withHeight: network.counts.shapePoints - network.counts.withoutHeight,
          ...catalogue.counts,
          terrainTiles: terrain.tileCount,
          basemapTiles: basemap.tileCount,
          contourTiles: contours?.tileCount ?? 0,
        },
        ...(example === undefined ? {} : { example }),
      },
    }
  } finally {
    await dem.close()
  }
}

/**
 * Where both boxes are, so that a header that claims half the world makes no empty tiles; the first where they do not
 * meet.
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

export type Attribution = ReleaseInfo['attributions'][number]

const OSM_ATTRIBUTION: Attribution = {
  name: 'OpenStreetMap',
  text: '© OpenStreetMap contributors',
  licence: 'ODbL-1.0',
  url: 'https://www.openstreetmap.org/copyright',
}
const DEMO_ATTRIBUTION: Attribution = {
  name: 'Waypost demo region',
  text: 'Synthetic demo region: an invented island, map and heights made by Waypost',
  licence: 'MIT',
  url: null,
}

/** A mixture names all that is in it. */
function mapAttributions({ holdsOsm, meta }: NetworkFile): Attribution[] {
  return [...(meta.synthetic || !holdsOsm ? [DEMO_ATTRIBUTION] : []), ...(holdsOsm ? [OSM_ATTRIBUTION] : [])]
}

function listAttributions(network: NetworkFile, heights: Attribution, basemap: BasemapFile): Attribution[] {
  const listed = [...mapAttributions(network), ...(network.holdsOsm ? [heights] : [])]
  if (basemap.made || listed.some(({ text }) => text === basemap.attributionText)) return listed
  return [...listed, { name: 'Basemap', text: basemap.attributionText, licence: null, url: null }]
}

/** As given on the command line, else as the files say; a source that is not known is said to be so. */
function demAttribution(dem: DemSource, names: string[], given: string | null): Attribution {
  const text = given ?? dem.attribution
  const files = names.slice(0, 4).join(', ') + (names.length > 4 ? ` and ${names.length - 4} more` : '')
  return { name: 'Terrain model', text: text ?? `Heights from ${files} (source not stated)`, licence: null, url: null }
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

/** `<name>-<yyyymmddThhmmss>-<hash8>`: readable, and in order of time for one name. */
function releaseId(name: string, builtAt: Date, artifacts: readonly ArtifactInfo[]): string {
  const stamp = builtAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const hash = createHash('sha256')
    .update(artifacts.map(({ name: artifact, sha256 }) => `${artifact}:${sha256}`).join('\n'))
    .digest('hex')
  return `${toReleaseSlug(name)}-${stamp}-${hash.slice(0, ID_DIGITS)}`
}
