// Each new live release of a region is handed to the routing threads. One that cannot be read leaves the last one of
// that region in service, and the other regions alone.

import type { Logger } from '../log.ts'
import type { ReleaseStore } from '../releases/release-store.ts'
import type { Region } from '../regions/region-set.ts'
import type { ReleaseInfo } from '../releases/release-info.ts'
import type { RoutingPool } from '../workers/routing-pool.ts'

export interface FollowedNetwork {
  /** settles when the first release was taken up or has failed */
  ready: Promise<void>
  /** the release that routes are found on; null while there is none */
  findAdopted(): ReleaseInfo | null
}

export function followNetwork({ name, releases }: Region, routing: RoutingPool, log: Logger): FollowedNetwork {
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
  routing: RoutingPool,
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
function logOfMetrics(region: string, log: Logger, routing: RoutingPool): object {
  const state = routing.state().regions.find((one) => one.region === region)
  const { budgetBytes, bytesEach } = state?.metrics ?? { budgetBytes: 0, bytesEach: 0 }
  const settings = bytesEach === 0 ? 0 : Math.floor(budgetBytes / bytesEach)
  if (bytesEach > 0 && settings < 2)
    log.warn(
      `METRIC_CACHE_BYTES has room for ${settings} routing settings of ${bytesEach} bytes: routes are searched without the hierarchy. Give at least ${4 * bytesEach}, or leave it empty.`,
    )
  return { settings, settingBytes: bytesEach, settingsBytes: budgetBytes }
}
