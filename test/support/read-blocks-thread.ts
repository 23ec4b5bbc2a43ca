// A thread that reads edges at random through a shared cache, and says where they differ from the whole columns.

import { parentPort, workerData } from 'node:worker_threads'
import { BlockCache, type SharedBlockCache } from '../../src/graph/block-cache.ts'
import { type BlockFile, CachedBlocks } from '../../src/graph/edge-blocks.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { edgeText } from './edge-text.ts'
import { seededRandom } from './random-graph.ts'

export interface ReadBlocksTask {
  resident: SharedArrayBuffer
  whole: SharedArrayBuffer
  blocks: BlockFile
  cache: SharedBlockCache
  thread: number
  reads: number
}

const { resident, whole, blocks, cache, thread, reads } = workerData as ReadBlocksTask
const plain = RoutingGraph.from(whole)
const cached = RoutingGraph.from(
  resident,
  (directory) => new CachedBlocks(directory, blocks, new BlockCache(cache, thread)),
)
const random = seededRandom(thread + 1)
const wrong: string[] = []
let near = 0
for (let i = 0; i < reads; i++) {
  // now near the last edge, now far away, as searches read
  if (random() < 0.3) near = Math.floor(random() * plain.edgeCount)
  const edge = Math.min(plain.edgeCount - 1, near + Math.floor(random() * 8))
  const [expected, found] = [edgeText(plain, edge), edgeText(cached, edge)]
  if (found !== expected) wrong.push(`edge ${edge}: ${found.slice(0, 200)} instead of ${expected.slice(0, 200)}`)
}
parentPort!.postMessage(wrong)
