import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RouteThreads } from '../../src/workers/route-threads.ts'
import { fileOf } from '../support/random-network.ts'
import { tinyGraph } from '../support/tiny-graph.ts'

let folder = ''
let networkPath = ''
let pool: RouteThreads
const faults: string[] = []
const tiny = tinyGraph('A---B---C', { defaults: { name: 'High Street' } })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-pool-'))
  networkPath = join(folder, 'network.bin')
  writeFileSync(networkPath, new Uint8Array(fileOf(tiny.graph)))
  faults.length = 0
  pool = new RouteThreads({
    version: '0',
    threads: 2,
    maxQueued: 10,
    metricCacheBytes: 0,
    blockCacheBytes: 1024 ** 2,
    maxSettled: 1000,
    targetWaitMs: 60_000,
    onFault: (_event, details) => faults.push(String(details.stack)),
  })
})
afterEach(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

const adopt = () => pool.adoptRelease({ networkPath, networkRelease: 'r', terrainRelease: null })
const ask = () =>
  pool.run('', 'route', { waypoints: [tiny.at('A'), tiny.at('C')] }, { signal: new AbortController().signal })
const namesOf = async () => JSON.stringify((await ask()).value.ways)

test('threads read shapes and names from the file, which may be deleted meanwhile', async () => {
  await adopt()
  rmSync(networkPath)
  expect(await namesOf()).toContain('High Street')
  const { bytes, budgetBytes, requested } = pool.state.blocks
  expect(budgetBytes).toBe(1024 ** 2)
  expect(bytes).toBe(16_384)
  expect(requested.read).toBeGreaterThan(0)
})

test('a block that is cut off fails the request that needs it, by its name in the log; a whole release serves again', async () => {
  await adopt()
  truncateSync(networkPath, readFileSync(networkPath).length - 8)
  await expect(ask()).rejects.toMatchObject({ code: 'internal' })
  expect(faults.join()).toContain(`block 0 of ${networkPath} cannot be read: the file ends before it`)
  expect(pool.state).toMatchObject({ crashes: 0 })
  const whole = join(folder, 'whole.bin')
  writeFileSync(whole, new Uint8Array(fileOf(tiny.graph)))
  await pool.adoptRelease({ networkPath: whole, networkRelease: 's', terrainRelease: null })
  expect(await namesOf()).toContain('High Street')
})

test.runIf(existsSync('/proc/self/fd'))(
  'a network that nobody reads any more is closed, and the last one at the end',
  async () => {
    const openFiles = () =>
      readdirSync('/proc/self/fd').filter((name) => {
        try {
          return readlinkSync(`/proc/self/fd/${name}`) === networkPath
        } catch {
          return false // closed meanwhile
        }
      }).length
    for (let times = 0; times < 4; times++) await adopt()
    await ask()
    await expect.poll(openFiles).toBe(1)
    await pool.close()
    expect(openFiles()).toBe(0)
  },
)

test('a release that is cut short is not taken up, and the last one still serves', async () => {
  await adopt()
  const short = join(folder, 'short.bin')
  writeFileSync(short, new Uint8Array(fileOf(tiny.graph)).slice(0, -8))
  await expect(pool.adoptRelease({ networkPath: short, networkRelease: 's', terrainRelease: null })).rejects.toThrow(
    /short\.bin is cut short in its blocks$/,
  )
  expect(await namesOf()).toContain('High Street')
})
