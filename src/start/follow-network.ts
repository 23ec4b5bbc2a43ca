// Each new live release is handed to the routing threads. One that cannot be read leaves the last one in service.

import type { Logger } from '../log.ts'
import type { ReleaseStore } from '../maps/release-store.ts'
import type { ReleaseInfo } from '../release-info.ts'
import type { RoutingPool } from '../workers/routing-pool.ts'

export interface FollowedNetwork {
  /** settles when the first release was taken up or has failed */
  ready: Promise<void>
  isAdopted(): boolean
  /** the release that routes are found on; null while there is none */
  findAdopted(): string | null
}

export function followNetwork(releases: ReleaseStore, routing: RoutingPool, log: Logger): FollowedNetwork {
  let adopted: string | null = null
  let last: Promise<void> = Promise.resolve()
  const follow = (live: ReleaseInfo | null): Promise<void> => {
    last = last
      .then(async () => {
        if (!(await adopt(releases, routing, live))) return
        adopted = live!.id
        logAdopted(log, live!, routing)
      })
      .catch((error: Error) =>
        log.error(
          { release: live?.id, stack: error.stack },
          'the network of a release cannot be read; the last one still serves',
        ),
      )
    return last
  }
  releases.onChange((live) => void follow(live))
  return { ready: follow(releases.findLive()), isAdopted: () => adopted !== null, findAdopted: () => adopted }
}

/** False where there is no network to adopt. */
async function adopt(releases: ReleaseStore, routing: RoutingPool, live: ReleaseInfo | null): Promise<boolean> {
  const network = live?.artifacts.find((artifact) => artifact.name === 'network')
  const networkPath = network === undefined ? null : releases.findArtifactFile('network', network.version)
  if (live === null || network === undefined || networkPath === null) return false
  await routing.adoptRelease({
    networkPath,
    networkRelease: network.version,
    terrainRelease: live.artifacts.find((artifact) => artifact.name === 'terrain')?.version ?? null,
  })
  return true
}

function logAdopted(log: Logger, live: ReleaseInfo, routing: RoutingPool): void {
  const { budgetBytes, bytesEach } = routing.state().metrics
  const settings = bytesEach === 0 ? 0 : Math.floor(budgetBytes / bytesEach)
  log.info({ release: live.id, settings, settingBytes: bytesEach, settingsBytes: budgetBytes }, 'release taken up')
  if (bytesEach > 0 && settings < 2)
    log.warn(
      `METRIC_CACHE_BYTES has room for ${settings} routing settings of ${bytesEach} bytes: routes are searched without the hierarchy. Give at least ${4 * bytesEach}, or leave it empty.`,
    )
}
