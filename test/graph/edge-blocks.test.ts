import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BlockCache, createBlockCache, forgetThread, stateOfCache } from '../../src/graph/block-cache.ts'
import { CachedBlocks } from '../../src/graph/edge-blocks.ts'
import { BLOCK_BYTES } from '../../src/graph/network-file.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { loadNetwork, openNetwork, type LoadedNetwork } from '../../src/workers/load-network.ts'
import { edgeText } from '../support/edge-text.ts'
import { fileOf, networkOfShapes, randomPointCounts } from '../support/random-network.ts'
import type { ReadBlocksTask } from '../support/read-blocks-thread.ts'

const EDGES = 4000
let folder = ''
let path = ''
let network: LoadedNetwork
let whole: SharedArrayBuffer
let expected: string[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-blocks-'))
  path = join(folder, 'network.bin')
  writeFileSync(path, new Uint8Array(fileOf(networkOfShapes(randomPointCounts(EDGES, 1)))))
  network = await openNetwork(path)
  whole = await loadNetwork(path)
  const graph = RoutingGraph.from(whole)
  expected = Array.from({ length: EDGES }, (_, edge) => edgeText(graph, edge))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Hints are of one cache. */
const noHints = (blocks: number) => new Int32Array(new SharedArrayBuffer(blocks * 4))

/** A thread's view of the network through a cache of so many slots. */
function opened({ buffer, blocks }: LoadedNetwork, slots: number, threads = 1) {
  const cache = createBlockCache(slots * BLOCK_BYTES, threads)
  const views: CachedBlocks[] = []
  const graphs = Array.from({ length: threads }, (_, thread) =>
    RoutingGraph.from(buffer, (directory) => {
      views.push(
        new CachedBlocks(
          directory,
          { ...blocks!, hints: noHints(blocks!.hints.length), firstKey: 0 },
          new BlockCache(cache, thread),
        ),
      )
      return views[thread]
    }),
  )
  return { cache, graphs, views }
}

test('what searches touch is all that is loaded', () => {
  expect(network.buffer.byteLength).toBeLessThan(whole.byteLength / 2)
  expect(network.blocks!.hints.length).toBeGreaterThan(60)
})

test.each([1, 2, 9, 64, 1000])('with %i slots every edge is what it is in the file', (slots) => {
  const { cache, graphs } = opened(network, slots)
  for (let round = 0; round < 2; round++)
    for (let edge = 0; edge < EDGES; edge += 7) expect(edgeText(graphs[0], edge)).toBe(expected[edge])
  expect(stateOfCache(cache).bytes).toBeLessThanOrEqual(slots * BLOCK_BYTES)
})

test('a cache with room for all reads each block once, for all threads', () => {
  const { blocks } = network
  const cache = createBlockCache(1000 * BLOCK_BYTES, 2)
  const hints = noHints(blocks!.hints.length)
  for (const thread of [0, 1]) {
    const graph = RoutingGraph.from(
      network.buffer,
      (directory) => new CachedBlocks(directory, { ...blocks!, hints, firstKey: 0 }, new BlockCache(cache, thread)),
    )
    for (let edge = 0; edge < EDGES; edge++) graph.blockOf(edge)
  }
  const { requested } = stateOfCache(cache)
  expect(requested.read + requested.unshared / 2).toBe(hints.length)
  expect(requested.hit).toBe(requested.read)
})

test('what was requested holds until eight other blocks have been requested', () => {
  const { graphs } = opened(network, 1)
  const firsts = [...new Set(expected.map((_, edge) => graphs[0].blockOf(edge).firstEdge))]
  for (let i = 0; i + 8 < firsts.length; i += 5) {
    const held = firsts.slice(i, i + 8).map((edge) => graphs[0].blockOf(edge))
    held.forEach((block, n) => expect(block.firstEdge).toBe(firsts[i + n]))
    for (const block of held)
      expect([...block.shapeLonE7]).toEqual([...RoutingGraph.from(whole).blockOf(block.firstEdge).shapeLonE7])
  }
})

test('threads that race for few slots never read a wrong value', async () => {
  const threads = 4
  const cache = createBlockCache(24 * BLOCK_BYTES, threads)
  const hints = noHints(network.blocks!.hints.length)
  const run = async (thread: number): Promise<string[]> => {
    const task: ReadBlocksTask = {
      resident: network.buffer,
      whole,
      blocks: { ...network.blocks!, hints, firstKey: 0 },
      cache,
      thread,
      reads: 6000,
    }
    const worker = new Worker(new URL('../support/read-blocks-thread.ts', import.meta.url), { workerData: task })
    const [wrong] = (await once(worker, 'message')) as [string[]]
    await worker.terminate()
    return wrong
  }
  expect((await Promise.all(Array.from({ length: threads }, (_, thread) => run(thread)))).flat()).toEqual([])
  const { requested } = stateOfCache(cache)
  expect(requested.read).toBeGreaterThan(1000)
  expect(requested.hit).toBeGreaterThan(100)
})

describe('a thread that ends', () => {
  test('gives up the slots that it read', () => {
    const { cache, graphs } = opened(network, 8, 2)
    for (let edge = 0; edge < EDGES; edge++) graphs[0].blockOf(edge)
    const read = [...cache.reading.subarray(0, 8)].flatMap((isRead, slot) => (isRead === 1 ? [slot] : []))
    const ownersOf = () => read.map((slot) => cache.owners[slot])
    const before = ownersOf()
    for (let edge = 0; edge < EDGES; edge++) graphs[1].blockOf(edge)
    expect(read.length).toBeGreaterThan(3)
    expect(ownersOf()).toEqual(before)
    forgetThread(cache, 0)
    for (let edge = 0; edge < EDGES; edge++) graphs[1].blockOf(edge)
    for (const [i, owner] of ownersOf().entries()) expect(owner).not.toBe(before[i])
  })

  test('gives up the slot that it was filling', () => {
    const { cache } = opened(network, 4, 2)
    cache.owners[2] = -3 // what thread 1 writes while it fills
    forgetThread(cache, 0)
    expect(cache.owners[2]).toBe(-3)
    forgetThread(cache, 1)
    expect(cache.owners[2]).toBe(-1)
  })
})

describe('a network that leaves', () => {
  test('keeps no slot from another one', () => {
    const { cache, graphs, views } = opened(network, 8)
    for (let edge = 0; edge < EDGES; edge++) graphs[0].blockOf(edge)
    expect(cache.reading.includes(1)).toBe(true)
    views[0].close()
    expect(cache.reading.includes(1)).toBe(false)
  })

  test('does not lend its blocks to the next one', async () => {
    const other = join(folder, 'other.bin')
    writeFileSync(other, new Uint8Array(fileOf(networkOfShapes(randomPointCounts(EDGES, 2)))))
    const next = await openNetwork(other)
    const cache = createBlockCache(1000 * BLOCK_BYTES, 1)
    const mine = new BlockCache(cache, 0)
    const open = ({ buffer, blocks }: LoadedNetwork, firstKey: number) =>
      RoutingGraph.from(
        buffer,
        (directory) =>
          new CachedBlocks(directory, { ...blocks!, hints: noHints(blocks!.hints.length), firstKey }, mine),
      )
    const [first, second] = [open(network, 0), open(next, network.blocks!.hints.length)]
    const plain = RoutingGraph.from(await loadNetwork(other))
    for (let edge = 0; edge < EDGES; edge += 13) {
      expect(edgeText(first, edge)).toBe(expected[edge])
      expect(edgeText(second, edge)).toBe(edgeText(plain, edge))
    }
  })
})

describe('a file that is not what it was', () => {
  const damaged = (change: (bytes: Uint8Array) => Uint8Array): string => {
    const file = join(folder, 'damaged.bin')
    writeFileSync(file, change(new Uint8Array(readFileSync(path))))
    return file
  }

  test('is refused where it ends within its columns or its blocks', async () => {
    const size = whole.byteLength
    for (const length of [0, 10, 100, network.blocks!.firstByte - 1, network.blocks!.firstByte + 50_000, size - 1])
      await expect(openNetwork(damaged((bytes) => bytes.slice(0, length)))).rejects.toThrow(RangeError)
    expect((await openNetwork(damaged((bytes) => bytes))).buffer.byteLength).toBe(network.buffer.byteLength)
  })

  test('cut short after it was opened: the block that is missing is named, those before it are read', async () => {
    const file = damaged((bytes) => bytes)
    const { graphs } = opened(await openNetwork(file), 100)
    truncateSync(file, network.blocks!.firstByte + 100_000)
    expect(edgeText(graphs[0], 5)).toBe(expected[5])
    for (let times = 0; times < 2; times++)
      expect(() => graphs[0].blockOf(EDGES - 1)).toThrow(
        /^block \d+ of .*damaged\.bin cannot be read: the file ends before it$/,
      )
    expect(edgeText(graphs[0], 6)).toBe(expected[6])
  })

  test('with one bit that has changed: never a wrong line', async () => {
    const at = network.blocks!.firstByte + 20_000
    const file = damaged((bytes) => bytes.with(at, bytes[at] ^ 4))
    const { cache, graphs } = opened(await openNetwork(file), 100)
    let failed = 0
    for (let edge = 0; edge < EDGES; edge++)
      try {
        const found = edgeText(graphs[0], edge)
        if (found !== expected[edge]) expect.fail(`edge ${edge} is ${found}`)
      } catch (error) {
        expect((error as Error).message).toMatch(/^block \d+ of .*damaged\.bin is damaged: its checksum differs$/)
        failed++
      }
    expect(failed).toBeGreaterThan(0)
    expect(failed).toBeLessThan(EDGES / 10)
    expect(cache.owners.every((owner) => owner >= -1)).toBe(true) // no slot stays taken
  })
})
