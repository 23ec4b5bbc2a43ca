// Builds the files of one release from map and height files in a building folder, with everything its manifest
// contains. Artifact versions depend only on content, so equal input gives equal versions whatever the release is
// called. Dates and attributions are those of the sources; what a source does not state stays null, and the time of
// import is never used.

import { createHash } from 'node:crypto'
import { createReadStream, rmSync, statSync } from 'node:fs'
import { join, basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { pipeline } from 'node:stream/promises'
import { SOURCE_NAMES } from '../releases/attribution.ts'
import type { ArtifactInfo, ReleaseInfo } from '../releases/release-info.ts'
import { openDem, type DemSource } from '../terrain/open-dem.ts'
import { STYLES_FILE, writeStyleArchive } from '../map/style/style-archive.ts'
import type { TerrainArtifact } from '../terrain/write-terrain-artifact.ts'
import type { ContoursReport } from '../map/tiles/build-contours.ts'
import { DEMO_SENTENCE, heightsOf, OSM_SENTENCE } from '../wire/source-names.ts'
import { BASEMAP_FILE, checkBasemapArchive, takeBasemapFile, type BasemapFile } from './build-basemap-file.ts'
import type { CatalogueFile } from './build-catalogue-file.ts'
import type { NetworkFile } from './build-network-file.ts'
import { toDiskSentence } from './disk-needed.ts'
import { expectRegion, type ExpectedRegion } from './check-input.ts'
import { freeSecond } from './publish-release.ts'
import { toReleaseSlug, type ImportArguments } from './parse-arguments.ts'
import type { FinishedPasses } from './finished-passes.ts'
import { type Progress, toPercent } from './progress-bar.ts'
import type { TaskPaths } from './import-tasks.ts'
import { createTaskRunner, type TaskLane } from './run-tasks.ts'
import type { TimedTrails } from './time-trails.ts'
import { CATALOGUE_FILE, CONTOURS_FILE, NETWORK_FILE, PLACES_FILE, TERRAIN_FILE } from './release-files.ts'
import { checkCore, readCore } from './read-core.ts'

const ID_DIGITS = 8

export interface BuiltRelease extends BuiltFiles {
  release: ReleaseInfo
  demNames: string[]
}

export interface BuildFolders {
  /** of the release */
  folder: string
  /** for temporary files; may be the same */
  workFolder: string
  passes: FinishedPasses
}

/** Facts that the caller knows better than the files do. */
export interface BuildOptions {
  example?: { waypoints: [number, number][] }
  /** whether there is a release with this id already; absent if not */
  isTaken?: (id: string) => boolean
}

/**
 * Writes network.bin, terrain.pmtiles, catalogue.sqlite, basemap.pmtiles and contours.pmtiles into the folder. Throws
 * ServiceError `invalid_input` for unusable input.
 */
export async function buildRelease(
  args: ImportArguments,
  folders: BuildFolders,
  progress: Progress,
  options: BuildOptions = {},
): Promise<BuiltRelease> {
  const { folder } = folders
  if (args.basemap !== null) {
    progress.begin('basemap', 'look at the basemap')
    await checkBasemapArchive(args.basemap)
  }
  const core = args.core === null ? null : readCore(args.core)
  const expected = await expectRegion(args.pbfPaths)
  if (core !== null && expected.box !== null) checkCore(core, expected.box)
  progress.begin('network with heights', 'open height files')
  const dem = await openDem(args.demPaths)
  try {
    const files = await buildFiles(args, folders, { expected, arcSeconds: dem.arcSeconds }, progress)
    if (core !== null) checkCore(core, files.network.meta.bbox)
    progress.begin('publish', 'content hashes')
    const demNames = dem.layers.flatMap((layer) => layer.names)
    const artifacts = await describeFiles(folder, files, dem)
    const heights = demAttribution(dem, demNames, args.demAttribution)
    const attributions = listAttributions(files.network, heights, files.basemap)
    artifacts.push(await addStyles(folder, files, artifacts, attributions, heights))
    const { meta, counts } = files.network
    const isTaken = options.isTaken ?? (() => false)
    const builtAt = await freeSecond((at) => isTaken(releaseId(args.name, at, artifacts)), Date.now())
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
        ...(core === null ? {} : { core }),
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
  { folder, workFolder, passes }: BuildFolders,
  { expected, arcSeconds }: { expected: ExpectedRegion; arcSeconds: number },
  progress: Progress,
): Promise<BuiltFiles> {
  const mapBytes = args.pbfPaths.reduce((sum, path) => sum + statSync(path).size, 0)
  const runner = createTaskRunner(mapBytes, args.dataDir, progress)
  if (runner.threaded) {
    progress.end()
    const sentence = toDiskSentence({ mapBytes, box: expected.box, arcSeconds }, args.dataDir)
    if (sentence !== null) progress.note(sentence)
  }
  const [lane, tileLane] = [passes.over(runner.lane()), passes.over(runner.lane())]
  const paths = (file: string) => ({
    mapPaths: args.pbfPaths,
    demPaths: args.demPaths,
    outPath: join(folder, file),
    workFolder,
  })
  const makeTiles = (region: ExpectedRegion): Tiles => {
    const input = {
      box: region.box!,
      attribution: region.holdsOsm ? args.demAttribution : DEMO_ATTRIBUTION.text,
    }
    const terrain = watched(tileLane.run('terrain', { ...paths(TERRAIN_FILE), ...input }))
    const makeContours = async () => {
      // beside the network, which needs the most memory, contours would be its peak
      await networkTask
      return tileLane.run('contours', { ...paths(CONTOURS_FILE), ...input })
    }
    return { terrain, contours: watched(terrain.then(makeContours)) }
  }
  let networkTask: Promise<NetworkFile> | null = null
  try {
    // of a failure here is reported once the network is known to be sound, which says what is wrong with the files
    const early = runner.threaded && expected.box !== null ? makeTiles(expected) : null
    const network = await (networkTask = lane.run('network', paths(NETWORK_FILE)))
    const coverage = toCoverageWarning(network.knownShare)
    if (coverage !== null) progress.note(coverage)
    const found = { box: network.meta.bbox, holdsOsm: network.holdsOsm }
    const isExpected = isDeepStrictEqual(expected, found)
    const makePlaces = async () => {
      const catalogue = await lane.run('catalogue', paths(PLACES_FILE))
      return { catalogue, basemap: await buildOrTakeBasemap(args, network, catalogue, lane, paths, progress) }
    }
    const places = watched(makePlaces())
    if (!runner.threaded) await places
    if (!isExpected) await early?.contours.catch(() => {})
    const tiles = early !== null && isExpected ? early : makeTiles(found)
    const [made] = await Promise.all([places, runner.threaded ? tiles.terrain : tiles.contours])
    const timedTrails = await lane.run('trails', paths(CATALOGUE_FILE))
    const [terrain, contours] = await Promise.all([tiles.terrain, tiles.contours])
    rmSync(join(folder, PLACES_FILE))
    return { network, ...made, timedTrails, terrain, contours }
  } finally {
    await runner.stop()
  }
}

function buildOrTakeBasemap(
  args: ImportArguments,
  network: NetworkFile,
  { standings }: CatalogueFile,
  lane: TaskLane,
  paths: (file: string) => TaskPaths,
  progress: Progress,
): Promise<BasemapFile> {
  const { bbox, sourceTs } = network.meta
  const { outPath, workFolder } = paths(BASEMAP_FILE)
  if (args.basemap !== null) return takeBasemapFile(args.basemap, bbox, outPath, progress, workFolder)
  const attribution = mapAttributions(network)
    .map(({ text }) => text)
    .join(', ')
  const source = { box: bbox, sourceTs, standings, attribution }
  return lane.run('basemap', { ...paths(BASEMAP_FILE), source })
}

interface Tiles {
  terrain: Promise<TerrainArtifact>
  contours: Promise<ContoursReport | null>
}

/** Its failure is reported by those who wait for it, however late. */
function watched<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {})
  return work
}

/** `<name>-<yyyymmddThhmmss>-<hash8>`: readable, and sorted by time for one name. */
function releaseId(name: string, builtAt: Date, artifacts: readonly ArtifactInfo[]): string {
  const stamp = builtAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const hash = createHash('sha256')
    .update(artifacts.map(({ name: artifact, sha256 }) => `${artifact}:${sha256}`).join('\n'))
    .digest('hex')
  return `${toReleaseSlug(name)}-${stamp}-${hash.slice(0, ID_DIGITS)}`
}

/** Independent of the release: equal content gives an equal version under any name. */
const STYLE_NAME = 'Waypost'
const VERSION_DIGITS = 16

interface BuiltFiles {
  network: NetworkFile
  terrain: TerrainArtifact
  catalogue: CatalogueFile
  timedTrails: TimedTrails
  basemap: BasemapFile
  /** null if the region has no contour lines */
  contours: ContoursReport | null
}

/** The files of a release described as artifacts, with their versions, and the styles made of them. */
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

type Attribution = ReleaseInfo['attributions'][number]

const OSM_ATTRIBUTION: Attribution = {
  name: 'OpenStreetMap',
  text: OSM_SENTENCE,
  licence: 'ODbL-1.0',
  url: 'https://www.openstreetmap.org/copyright',
}
export const DEMO_ATTRIBUTION: Attribution = {
  name: SOURCE_NAMES.demo,
  text: DEMO_SENTENCE,
  licence: 'MIT',
  url: null,
}

/**
 * The attributions of a release. A source that does not state its own is listed as "not stated". A mixture lists all
 * its sources.
 */
export function mapAttributions({ holdsOsm, meta }: NetworkFile): Attribution[] {
  return [...(meta.synthetic || !holdsOsm ? [DEMO_ATTRIBUTION] : []), ...(holdsOsm ? [OSM_ATTRIBUTION] : [])]
}

function listAttributions(network: NetworkFile, heights: Attribution, basemap: BasemapFile): Attribution[] {
  const listed = [...mapAttributions(network), ...(network.holdsOsm ? [heights] : [])]
  if (basemap.made || listed.some(({ text }) => text === basemap.attributionText)) return listed
  return [...listed, { name: SOURCE_NAMES.basemap, text: basemap.attributionText, licence: null, url: null }]
}

/** From the command line, else from the files; an unknown source is reported as such. */
export function demAttribution(dem: DemSource, names: string[], given: string | null): Attribution {
  const text = given ?? dem.attribution
  return { name: SOURCE_NAMES.heights, text: text ?? heightsOf(names), licence: null, url: null }
}

const COVERED = 0.9

/**
 * What an import says if its height files do not cover the region. `knownShare`: of the points of the network, 0..1.
 * Null if the files cover the region. Pure.
 */
export function toCoverageWarning(knownShare: number): string | null {
  if (knownShare >= COVERED) return null
  return `WARNING: the height files cover ${toPercent(knownShare)} of the region (of the points of its network). Heights, climb and grades are unknown elsewhere, not 0: give the files that are missing with --dem.`
}
