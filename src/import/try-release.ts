// Tests a built release before it is published, using its files: a route between its example waypoints and those of the
// live release, a height, a place found by its name, a tile of each archive, its styles. Each must be answered; what
// the live release could not answer either is not tested.

import { join } from 'node:path'
import { openCatalogueFile } from '../../db/open-catalogue.ts'
import { ServiceError } from '../errors.ts'
import { holdsPoint, wrapLon } from '../geo/lon-lat.ts'
import { eastBeyondWest, middleOfBox, splitBox } from '../geo/split-box.ts'
import { RoutingGraph } from '../graph/routing-graph.ts'
import { english } from '../language/catalogue-files.ts'
import { readStyleArchive, STYLES_FILE } from '../map/style/style-archive.ts'
import { RoutePlanner } from '../routing/route/plan-route.ts'
import { LINE_KINDS, type PlaceKind } from '../osm/place-kinds.ts'
import { searchPlaces } from '../search/search-places.ts'
import { findStored } from '../releases/read-release.ts'
import type { ArtifactInfo, ReadStored, ReleaseInfo } from '../releases/release-info.ts'
import { openPlace, readNothing, type ByteSource } from '../releases/byte-source.ts'
import { openTerrain } from '../terrain/open-terrain.ts'
import { type Fault, openPmtiles } from '../terrain/pmtiles-file.ts'
import { loadNetwork } from '../workers/load-network.ts'

const MAX_SETTLED = 2_000_000
const TRIED_PLACES = 20

/**
 * `live`: null if nothing is published; `readStored` reads what is in a store. Throws ServiceError `invalid_input`
 * naming the first test that fails.
 */
export async function tryRelease(
  folder: string,
  built: ReleaseInfo,
  live: ReleaseInfo | null,
  readStored: ReadStored = readNothing,
): Promise<void> {
  const open = async (artifact: ArtifactInfo): Promise<ByteSource> =>
    openPlace(findStored(folder, artifact) ?? join(folder, artifact.file ?? ''), readStored)
  const examples = [built.example, ...(live?.synthetic === built.synthetic ? [live.example] : [])]
    .filter((example) => example !== undefined)
    .map(({ waypoints }) => waypoints)
    .filter((waypoints) => waypoints.every((point) => splitBox(built.bbox).some((box) => holdsPoint(box, ...point))))
  const canaries: [what: string, ask: () => Promise<boolean>][] = [
    ['a route between the example waypoints', async () => examples.length === 0 || tryRoutes(folder, built, examples)],
    ['a height in its region', async () => !hasMostHeights(built) || tryHeights(open, built)],
    ['a place by its name', async () => built.counts.places === 0 || trySearch(folder, built)],
    ['a tile of each archive', () => tryTiles(open, built)],
    ['its styles', async () => readStyleArchive(join(folder, STYLES_FILE)) !== null],
  ]
  for (const [what, ask] of canaries) {
    let cause: unknown
    const answered = await ask().catch((thrown: unknown) => {
      cause = thrown
      return false
    })
    if (!answered)
      throw new ServiceError(
        'invalid_input',
        `The release does not answer ${what}${cause instanceof Error ? ` (${cause.message})` : ''}.`,
        { cause },
      )
  }
}

async function tryRoutes(folder: string, built: ReleaseInfo, examples: [number, number][][]): Promise<boolean> {
  const planner = new RoutePlanner(RoutingGraph.from(await loadNetwork(join(folder, 'network.bin'))), {
    engine: { name: 'waypost', version: '0', networkRelease: built.id, terrainRelease: null },
    metricCacheBytes: 0,
    maxSettled: MAX_SETTLED,
    onMetricNeeded: () => {},
  })
  return examples.every((waypoints) => planner.planRoute({ waypoints }).distanceM > 0)
}

type OpenArtifact = (artifact: ArtifactInfo) => Promise<ByteSource>

/** If most heights are known, some on a grid over the region must be. */
async function tryHeights(open: OpenArtifact, { bbox, artifacts }: ReleaseInfo): Promise<boolean> {
  const artifact = artifacts.find(({ name }) => name === 'terrain')
  if (artifact?.file == null) return false
  const terrain = await openTerrain(artifact.file, {}, await open(artifact))
  try {
    const [west, south, , north] = bbox
    const wide = eastBeyondWest(bbox) - west
    const shares = [0.1, 0.3, 0.5, 0.7, 0.9]
    const grid = shares.flatMap((x) =>
      shares.map((y): [number, number] => [wrapLon(west + wide * x), south + (north - south) * y]),
    )
    return (await terrain.sample(grid, null)).heightsM.some((heightM) => heightM !== null)
  } finally {
    await terrain.close()
  }
}

function hasMostHeights({ counts }: ReleaseInfo): boolean {
  return counts.withHeight > counts.shapePoints / 2
}

/** Tries several names, since one may consist of signs that no search can find. */
async function trySearch(folder: string, built: ReleaseInfo): Promise<boolean> {
  const catalogue = await openCatalogueFile(join(folder, 'catalogue.sqlite'), built.id)
  try {
    const near = middleOfBox(built.bbox)
    const listAround = async (kinds: readonly PlaceKind[] | null) =>
      (await catalogue.places.findNear([near], { radiusM: 1_000_000, kinds, limit: TRIED_PLACES }))[0]
    const placed = await listAround(null)
    // a region may have names of streets and paths alone
    for (const place of placed.length > 0 ? placed : await listAround(LINE_KINDS)) {
      const request = { text: place.name, limit: 50, box: null, biasBox: null, near }
      if ((await searchPlaces(catalogue.places, request)).hits.some((hit) => hit.place.name === place.name)) return true
    }
    return false
  } finally {
    await catalogue.close()
  }
}

async function tryTiles(open: OpenArtifact, { artifacts }: ReleaseInfo): Promise<boolean> {
  for (const artifact of artifacts) {
    const { name, file } = artifact
    if (!file?.endsWith('.pmtiles')) continue
    const fault: Fault = (what, cause) => new Error(`${file} ${english.render(what)}.`, { cause })
    const archive = await openPmtiles(await open(artifact), fault, name === 'terrain' ? 'pictures' : 'vectors')
    try {
      const [first] = await archive.listFirstTiles(1)
      if (first === undefined || (await archive.findTile(...first)) === null) throw new Error(`${file} holds no tile`)
    } finally {
      await archive.close()
    }
  }
  return true
}
