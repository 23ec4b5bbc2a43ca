import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CostTable } from '../../src/routing/costs/arc-cost.ts'
import { type NetworkThreads, RegionNetworks } from '../../src/workers/network-swap.ts'
import type { FromRouteThread, SharedMetric, SharedNetwork } from '../../src/workers/route-calls.ts'

/** Threads that reply when the test says so. */
class FakeThreads {
  readonly calls: { kind: string; input: any; end: (answers?: unknown[]) => void }[] = []
  readonly sent: unknown[] = []

  callEach = (kind: string, input: unknown) => this.#add<void>(kind, input)
  callInTurn = (kind: string, inputOf: (turn: number) => unknown) => this.#add<unknown[]>(kind, inputOf(0))
  call = (_thread: unknown, kind: string, input: unknown) => this.#add<unknown>(kind, input)
  run = (kind: string, input: object) => this.#add<SharedMetric | null>(kind, input)
  broadcast = (message: unknown) => void this.sent.push(message)

  get kinds(): string[] {
    return this.calls.map(({ kind }) => kind)
  }
  /** Ends the oldest call, and lets the swap go on. */
  async end(kind: string, answers?: unknown): Promise<any> {
    const index = this.calls.findIndex((one) => one.kind === kind)
    const [call] = this.calls.splice(index, 1)
    call.end(answers as unknown[])
    await settle()
    return call.input
  }
  #add<Answer>(kind: string, input: unknown): Promise<Answer> {
    return new Promise((resolve) => this.calls.push({ kind, input, end: (answers) => resolve(answers as Answer) }))
  }
}
const settle = async () => {
  for (let i = 0; i < 20; i++) await null
}

let threads: FakeThreads
let networks: RegionNetworks

beforeEach(() => {
  vi.useFakeTimers()
  threads = new FakeThreads()
  networks = new RegionNetworks(threads as unknown as NetworkThreads, 10_000)
})
afterEach(() => {
  networks.close()
  vi.useRealTimers()
})

const openFile = () => openSync(fileURLToPath(import.meta.url), 'r')
/** Closing a file twice is an error. */
function isOpen(descriptor: number): boolean {
  try {
    closeSync(descriptor)
  } catch {
    return false
  }
  return true
}
const networkOf = (networkRelease: string, file: number | null = null) =>
  ({
    buffer: new SharedArrayBuffer(1),
    blocks: file === null ? null : { descriptor: file },
    engine: { networkRelease },
  }) as SharedNetwork
const replace = async (network: SharedNetwork | null, region = '') => {
  let isOver = false
  void networks
    .replace(region, async () => (network === null ? null : { network, blockBytes: 8 }))
    .then(() => (isOver = true))
  await settle()
  return () => isOver
}
const generation = () => threads.calls.findLast(({ kind }) => kind === 'adopt')!.input.generation
const tableOf = (key: string) => ({ key, factor: new Float64Array(1) }) as CostTable
const metricOf = (key: string, usedMs: number) =>
  ({ key, table: tableOf(key), pieces: [], arcCount: 1, used: Float64Array.of(usedMs) }) as SharedMetric
const say = (message: object) => networks.onMessage(message as FromRouteThread, {} as never, undefined)

test('the first network of a region serves at once, each region has its own', async () => {
  const isOver = await replace(networkOf('a'))
  expect([isOver(), threads.kinds, networks.has(''), networks.has('b')]).toEqual([true, ['adopt'], true, false])
  await replace(networkOf('b'), 'b')
  expect(networks.state.map(({ region }) => region)).toEqual(['', 'b'])
})

test('the next one is opened with the metric used last before it serves, and that metric goes to every thread with it', async () => {
  await replace(networkOf('a'))
  for (const metric of [metricOf('early', 1), metricOf('late', 2)])
    say({ type: 'made', region: '', generation: generation(), metric })
  const isOver = await replace(networkOf('b'))
  expect([isOver(), threads.kinds]).toEqual([false, ['adopt', 'open']])
  expect(await threads.end('open', [metricOf('late', 2), null])).toMatchObject({ readKey: 'late' })
  expect(isOver()).toBe(true)
  expect(threads.calls.at(-1)).toMatchObject({
    kind: 'adopt',
    input: { network: { engine: { networkRelease: 'b' } }, metrics: [{ key: 'late' }] },
  })
})

test('it serves after three seconds, however far the threads have come', async () => {
  await replace(networkOf('a'))
  const isOver = await replace(networkOf('b'))
  await vi.advanceTimersByTimeAsync(2999)
  expect(isOver()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOver()).toBe(true)
})

test('a retired network is closed once every thread has adopted the next, and then each collects its garbage', async () => {
  const descriptor = openFile()
  await replace(networkOf('a', descriptor))
  await threads.end('adopt')
  await replace(networkOf('b'))
  await threads.end('open', [null])
  expect(threads.kinds).toEqual(['adopt'])
  await threads.end('adopt')
  expect(threads.kinds).toEqual(['collect'])
  expect(isOpen(descriptor)).toBe(false)
})

test('a network that comes while another is opened serves after it', async () => {
  await replace(networkOf('a'))
  const second = await replace(networkOf('b'))
  const third = await replace(null)
  expect([second(), third()]).toEqual([false, false])
  await threads.end('open', [null])
  expect([second(), third(), networks.has('')]).toEqual([true, true, false])
})

test('where the next one cannot be read, the last one serves on, and a later one is taken up', async () => {
  await replace(networkOf('a'))
  await expect(networks.replace('', () => Promise.reject(new RangeError('cut short')))).rejects.toThrow('cut short')
  expect(networks.has('')).toBe(true)
  const isOver = await replace(null)
  expect(isOver()).toBe(true)
})

test('what a thread says of an earlier network is ignored', async () => {
  await replace(networkOf('a'))
  say({ type: 'made', region: '', generation: generation() - 1, metric: metricOf('m', 1) })
  expect([networks.state[0].metrics.count, threads.sent]).toEqual([0, []])
})

test('one metric is made at a time, whatever the region, and parts go to the other threads', async () => {
  for (const region of ['a', 'b']) {
    await replace(networkOf(region), region)
    for (let times = 0; times < 2; times++)
      say({ type: 'needed', region, generation: generation(), table: tableOf('m'), isStored: false })
  }
  await settle()
  expect(threads.kinds.filter((kind) => kind === 'metric')).toEqual(['metric'])
  expect(await threads.end('metric', metricOf('m', 1))).toMatchObject({ region: 'a' })
  expect(await threads.end('metric', metricOf('m', 1))).toMatchObject({ region: 'b' })
  say({ type: 'components', region: 'b', generation: generation(), components: { key: 'p' } })
  expect(threads.sent).toMatchObject([
    { type: 'metric', region: 'a' },
    { type: 'metric', region: 'b' },
    { type: 'components', region: 'b' },
  ])
})

test('a thread that starts adopts every network, with its metrics', async () => {
  await replace(networkOf('a'))
  say({ type: 'made', region: '', generation: generation(), metric: metricOf('m', 1) })
  threads.calls.length = 0
  networks.onStart({} as never)
  expect(threads.calls).toMatchObject([{ kind: 'adopt', input: { region: '', metrics: [{ key: 'm' }] } }])
})

test('what is open is closed in the end, retired or not', async () => {
  const descriptor = openFile()
  await replace(networkOf('a', descriptor))
  networks.close()
  expect(isOpen(descriptor)).toBe(false)
})
