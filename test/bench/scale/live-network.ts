import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { fromPointerText, POINTER_FILE, RELEASES_FOLDER } from '../../../src/releases/release-manifest.ts'
import { loadNetwork } from '../../../src/workers/load-network.ts'

/** The network of the release that a data folder serves. */
export async function openLiveNetwork(dataDir: string): Promise<RoutingGraph> {
  const { release } = fromPointerText(readFileSync(join(dataDir, POINTER_FILE), 'utf8'))
  return RoutingGraph.from(await loadNetwork(join(dataDir, RELEASES_FOLDER, release, 'network.bin')))
}
