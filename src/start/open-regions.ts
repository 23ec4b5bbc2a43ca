// What each region of the data folder needs of its own (network, catalogue, terrain), opened as it appears, and all of
// them as the services that requests ask.

import type { DatabaseSource } from '../../db/follow-database.ts'
import {
  type CatalogueStores,
  type FollowedCatalogue,
  catalogueFilesOf,
  followCatalogue,
} from '../../db/open-catalogue.ts'
import type { Logger } from '../log.ts'
import {
  type CatalogueMember,
  createJointPlaces,
  createJointPois,
  createJointTrails,
} from '../regions/joint-catalogue.ts'
import { areaOf, type Region, type RegionSet } from '../regions/region-set.ts'
import { createJointTerrain } from '../regions/joint-terrain.ts'
import { runInRegion, type RegionArea } from '../regions/region-area.ts'
import type { ReadStored, ReleaseInfo } from '../releases/release-info.ts'
import type { RouteJobs, RunJob } from '../jobs.ts'
import type { Services } from '../services.ts'
import { type TerrainFiles, type TerrainService, openTerrainService } from '../terrain/terrain-service.ts'
import type { RouteThreads } from '../workers/route-threads.ts'
import type { ReleaseStore } from '../releases/release-store.ts'

export interface OpenedRegions
  extends CatalogueStores,
    Required<Pick<Services, 'findCatalogueRevision' | 'findNetworkRevision'>> {
  run: RunJob<RouteJobs>
  terrain: TerrainService
  /** settles when the releases that were live at the start have been taken up or have failed */
  ready: Promise<void>
  /** whether routes are found on any region */
  isAdopted(): boolean
  close(): Promise<void>
}

interface OpenedRegion {
  region: Region
  network: FollowedNetwork
  catalogue: FollowedCatalogue
  terrain: TerrainFiles
}

/** `database`: the catalogue of the data folder's own region; regions with a name have files. */
export function openRegions(
  set: RegionSet,
  threads: RouteThreads,
  database: DatabaseSource | null,
  log: Logger,
  readStored: ReadStored,
): OpenedRegions {
  const opened = new Map<string, OpenedRegion>()
  set.onRegion((region) => {
    const source = region.name === '' && database !== null ? database : catalogueFilesOf(region.releases)
    opened.set(region.name, {
      region,
      network: followNetwork(region, threads, log),
      catalogue: followCatalogue(source, (sentence) => log.error(sentence)),
      terrain: openTerrainService(region.releases, {}, readStored),
    })
  })
  const all = () => [...opened.values()]
  /** Those that are served; where none is, the data folder's own, which says what is missing. */
  const served = (): OpenedRegion[] => {
    const listed = set.list().map(({ name }) => opened.get(name)!)
    return listed.length > 0 ? listed : [opened.get('')!]
  }
  const areaOfOpened = ({ region: { name, releases } }: OpenedRegion): RegionArea => {
    const live = releases.findLive()
    return live === null ? { name, title: name, bbox: [0, 0, 0, 0], core: null } : areaOf(name, live)
  }
  const listMembers = (): CatalogueMember[] =>
    served().map((one) => ({ area: areaOfOpened(one), ...storesOf(one.catalogue) }))
  const listNetworks = (): RegionArea[] =>
    served().flatMap(({ region, network }) => {
      const release = network.findAdopted()
      return release === null ? [] : [areaOf(region.name, release)]
    })
  return {
    places: createJointPlaces(listMembers),
    trails: createJointTrails(listMembers),
    pois: createJointPois(listMembers),
    run: runInRegion(listNetworks, (region, ...job) => threads.run(region, ...job)),
    terrain: createJointTerrain(() =>
      served().map((one) => ({
        area: areaOfOpened(one),
        terrain: one.terrain,
        keeps: (version) => one.region.releases.findArtifactPlace('terrain', version) !== null,
      })),
    ),
    findCatalogueRevision: async () =>
      joinRevisions(await Promise.all(served().map((one) => one.catalogue.findCatalogueRevision()))),
    findNetworkRevision: () => joinRevisions(served().map(({ network }) => network.findAdopted()?.id ?? null)),
    ready: Promise.all(all().map(({ network }) => network.ready)).then(() => undefined),
    isAdopted: () => all().some(({ network }) => network.findAdopted() !== null),
    async close() {
      for (const { terrain, catalogue } of all()) {
        await terrain.close()
        await catalogue.close()
      }
    },
  }
}

const storesOf = ({ places, trails, pois }: CatalogueStores): CatalogueStores => ({ places, trails, pois })

/** Null where any is: what is not there yet identifies nothing. */
function joinRevisions(revisions: readonly (string | null)[]): string | null {
  return revisions.some((revision) => revision === null) ? null : revisions.join('+')
}

interface FollowedNetwork {
  /** settles when the first release was taken up or has failed */
  ready: Promise<void>
  /** the release that routes are found on; null if absent */
  findAdopted(): ReleaseInfo | null
}

/**
 * Each new live release of a region is handed to the routing threads. One that cannot be read leaves the last one of
 * that region in service, and the other regions alone.
 */
function followNetwork({ name, releases }: Region, routing: RouteThreads, log: Logger): FollowedNetwork {
  let adopted: ReleaseInfo | null = null
  let last: Promise<void> = Promise.resolve()
  const region = name === '' ? {} : { region: name }
  const follow = (live: ReleaseInfo | null): Promise<void> => {
    last = last
      .then(async () => {
        if (!(await adopt(name, releases, routing, live))) return
        adopted = live
        log.info({ ...region, release: live!.id, ...logOfMetrics(name, log, routing) }, 'release taken up')
      })
      .catch((error: Error) =>
        log.error(
          { ...region, release: live?.id, stack: error.stack },
          'the network of a release cannot be read; the last one still serves',
        ),
      )
    return last
  }
  releases.onChange((live) => void follow(live))
  return { ready: follow(releases.findLive()), findAdopted: () => adopted }
}

/** False where there is no network to adopt. */
async function adopt(
  region: string,
  releases: ReleaseStore,
  routing: RouteThreads,
  live: ReleaseInfo | null,
): Promise<boolean> {
  const network = live?.artifacts.find((artifact) => artifact.name === 'network')
  const networkPath = network === undefined ? null : releases.findArtifactFile('network', network.version)
  if (live === null || network === undefined || networkPath === null) return false
  await routing.adoptRelease(
    {
      networkPath,
      networkRelease: network.version,
      terrainRelease: live.artifacts.find((artifact) => artifact.name === 'terrain')?.version ?? null,
    },
    region,
  )
  return true
}

/** What the region's cache of settings has room for; warns where that is too little. */
function logOfMetrics(region: string, log: Logger, routing: RouteThreads): object {
  const state = routing.state.regions.find((one) => one.region === region)
  const { budgetBytes, bytesEach } = state?.metrics ?? { budgetBytes: 0, bytesEach: 0 }
  const settings = bytesEach === 0 ? 0 : Math.floor(budgetBytes / bytesEach)
  if (bytesEach > 0 && settings < 2)
    log.warn(
      `METRIC_CACHE_BYTES has room for ${settings} routing settings of ${bytesEach} bytes: routes are searched without the hierarchy. Give at least ${4 * bytesEach}, or leave it empty.`,
    )
  return { settings, settingBytes: bytesEach, settingsBytes: budgetBytes }
}
