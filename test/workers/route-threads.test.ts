import { LARGE_PIECE_BYTES } from '../support/large-piece.ts'
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { EncodedAnswer } from '../../src/wire/encoded-answer.ts'
import type { SharedNetwork } from '../../src/workers/route-calls.ts'
import { documentSpent, ServiceError } from '../../src/errors.ts'
import type { JobOptions } from '../../src/job-options.ts'
import { RouteThreads, type RouteThreadsOptions } from '../../src/workers/route-threads.ts'

interface Echo {
  echo: unknown
  threadId: number
  adopted: string | null
  opened: string[]
  metrics: string[]
  parts: string[]
  collected: number
}

const faults: { event: string; details: Record<string, unknown> }[] = []
let pool: RouteThreads

async function open(options: Partial<RouteThreadsOptions> = {}, adopt = true): Promise<RouteThreads> {
  faults.length = 0
  pool = new RouteThreads({
    version: '0',
    threads: 2,
    maxQueued: 50,
    metricCacheBytes: 10_000,
    maxSettled: 1000,
    // a pause of the machine in the middle of a burst is no overload; the test of overload says its own
    targetWaitMs: 60_000,
    onFault: (event, details) => faults.push({ event, details }),
    workerUrl: new URL('../support/fake-worker.ts', import.meta.url),
    ...options,
  })
  if (adopt) await adoptNetwork(network('r1'))
  return pool
}

const network = (networkRelease: string) => ({
  buffer: new SharedArrayBuffer(8),
  blocks: null,
  positions: new SharedArrayBuffer(0),
  engine: { name: 'waypost' as const, version: '0', networkRelease, terrainRelease: null },
})
const adoptNetwork = (one: ReturnType<typeof network> | null, blockBytes = 0) =>
  pool.replace('', async () => (one === null ? null : { network: one as SharedNetwork, blockBytes }))
/** A network with memory and a file of its own. */
async function adoptOwn(): Promise<WeakRef<SharedArrayBuffer>> {
  const buffer = new SharedArrayBuffer(1_000_000)
  const descriptor = openSync(fileURLToPath(import.meta.url), 'r')
  const blocks = { path: '', descriptor, firstByte: 0, firstKey: 0, hints: new Int32Array(1) }
  await pool.replace('', async () => ({ network: { ...network('first'), buffer, blocks }, blockBytes: 0 }))
  return new WeakRef(buffer)
}
const never = (): JobOptions => ({ signal: new AbortController().signal })
const run = (input: object, options = never()) =>
  pool.run('', 'route', input as never, options) as unknown as Promise<EncodedAnswer<Echo>>

/** With two settings customised on a large network. */
async function openLarge(): Promise<void> {
  await open({ metricCacheBytes: 100_000_000 }, false)
  await adoptNetwork(network('large 1'), LARGE_PIECE_BYTES)
  for (const needs of ['a', 'b', 'a', 'b']) await run({ needs })
  await expect.poll(async () => (await run({})).value.metrics.length).toBe(2)
}

/** What each of the two threads holds, asked until both have answered and hold something. */
async function metricsByThread(): Promise<Map<number, string[]>> {
  for (let tries = 0; ; tries++) {
    const answers = await Promise.all(Array.from({ length: 6 }, () => run({ spinMs: 20 })))
    const byThread = new Map(answers.map((answer) => [answer.value.threadId, answer.value.metrics]))
    if (tries === 50 || (byThread.size === 2 && [...byThread.values()].every((metrics) => metrics.length > 0)))
      return byThread
  }
}

afterEach(() => pool.close())

describe('worker pool', () => {
  test('answers every job with its own answer, on more than one thread', async () => {
    await open()
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => run({ echo: i, spinMs: 5 })))
    expect(answers.map((a) => a.value.echo)).toEqual(Array.from({ length: 40 }, (_, i) => i))
    expect(new Set(answers.map((a) => a.value.threadId)).size).toBe(2)
  })

  test('refuses with network_unavailable while nothing is published', async () => {
    await open({}, false)
    await expect(run({ echo: 1 })).rejects.toMatchObject({ code: 'network_unavailable', status: 503 })
  })

  test('refuses with busy once the queue is full, and answers again afterwards', async () => {
    await open({ maxQueued: 2, threads: 1 })
    await run({})
    const held = Array.from({ length: 3 }, () => run({ spinMs: 60 }))
    await expect(run({ echo: 'late' })).rejects.toMatchObject({ code: 'busy', retryAfterS: 1 })
    await Promise.all(held)
    expect((await run({ echo: 'again' })).value.echo).toBe('again')
  })

  test('refuses what would wait too long once it has been overloaded for a while, and takes all again when that is over', async () => {
    await open({ threads: 1, targetWaitMs: 5 })
    let stopped = false
    const outcomes: string[] = []
    const lanes = Array.from({ length: 48 }, async () => {
      while (!stopped) {
        outcomes.push(
          await run({ spinMs: 10 }).then(
            () => 'answered',
            (error: ServiceError) => error.code,
          ),
        )
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    })
    await expect.poll(() => outcomes.includes('busy')).toBe(true)
    expect(pool.state.overloaded).toEqual({ short: true, long: false })
    stopped = true
    await Promise.all(lanes)
    expect(outcomes).toContain('answered')
    expect(new Set(outcomes)).toEqual(new Set(['answered', 'busy']))
    await expect.poll(async () => run({}).then(() => pool.state.overloaded.short)).toBe(false)
    expect(pool.state).toMatchObject({ queued: 0, running: 0, size: 1, ready: 1 })
  })

  test('a route does not wait behind loops: one thread is kept for it', async () => {
    await open({ threads: 2 })
    // time stands still, so that the thread stays kept, however slow the machine is
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    try {
      await run({ echo: 'warm' })
      const caller = new AbortController()
      const untilStopped = { signal: caller.signal }
      const ended: string[] = []
      const loops = Array.from({ length: 3 }, () =>
        pool
          .run('', 'loops', { spinMs: 600_000 } as never, untilStopped)
          .then(() => ended.push('answered'))
          .catch(() => ended.push('stopped')),
      )
      expect((await run({ echo: 'quick' })).value.echo).toBe('quick')
      expect(ended).toEqual([])
      caller.abort()
      await Promise.all(loops)
      expect(ended).toEqual(['stopped', 'stopped', 'stopped'])
    } finally {
      clock.mockRestore()
    }
  })

  test('carries a failure whole across threads', async () => {
    await open()
    const error = await run({ throws: true }).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ code: 'no_path', status: 422, inputPath: 'waypoints[1]' })
  })

  test('fails only the jobs a dead worker held, and heals', async () => {
    await open({ threads: 1 })
    await run({ echo: 'warm' })
    const dead = await run({ crash: true }).catch((e: unknown) => e)
    expect(dead).toMatchObject({ code: 'internal', status: 500 })
    expect((await run({ echo: 'after' })).value.echo).toBe('after')
    expect(faults.some((f) => f.event === 'a routing thread ended')).toBe(true)
  })

  test('keeps the jobs that were still queued when a worker dies', async () => {
    await open({ threads: 1 })
    const crash = run({ crash: true }).catch((e: unknown) => e)
    const others = Array.from({ length: 10 }, (_, i) =>
      run({ echo: i }).then(
        (a) => a.value.echo,
        () => 'lost',
      ),
    )
    await crash
    const outcomes = await Promise.all(others)
    expect(outcomes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('stops a running job when its caller goes away', async () => {
    await open({ threads: 1 })
    const caller = new AbortController()
    const long = run({ spinMs: 30_000 }, { signal: caller.signal }).catch((e: unknown) => e)
    setTimeout(() => caller.abort(), 30)
    expect(await long).toMatchObject({ code: 'busy' })
    expect((await run({ echo: 'free' })).value.echo).toBe('free')
  })

  test('asks whether a job may still begin when a thread is free for it', async () => {
    await open({ threads: 1 })
    let requested = 0
    const options = {
      ...never(),
      cpu: {
        checkDocument() {
          if (++requested > 2) throw documentSpent()
        },
        spend: () => undefined,
      },
    }
    const all = Array.from({ length: 6 }, (_, echo) =>
      run({ echo, spinMs: 20 }, options).then(
        (answer) => answer.value.echo,
        ({ code }) => code,
      ),
    )
    expect(await Promise.all(all)).toEqual([0, 1, ...Array<string>(4).fill('rate_limited')])
    expect((await run({ echo: 'free' })).value.echo).toBe('free')
  })

  test('the memory of a network that another one has replaced is free soon', async () => {
    await open({}, false)
    const first = await adoptOwn()
    expect((await run({})).value.adopted).toBe('first')
    expect(first.deref() === undefined).toBe(false)
    adoptNetwork(network('second'))
    await expect.poll(() => first.deref() === undefined).toBe(true)
    expect((await run({})).value.adopted).toBe('second')
  })

  test('a network is opened beside the last one, with the metric that was used last, before it serves', async () => {
    await openLarge()
    await metricsByThread()
    await adoptNetwork(network('large 2'), LARGE_PIECE_BYTES)
    const answers = await Promise.all(Array.from({ length: 6 }, () => run({ spinMs: 20 })))
    const byThread = new Map(answers.map(({ value }) => [value.threadId, value]))
    expect(byThread.size).toBe(2)
    expect([...byThread.values()].map(({ opened }) => opened).sort()).toEqual([
      ['large 2 beside large 1, reads a'],
      ['large 2 beside large 1, reads null'],
    ])
    for (const { adopted, metrics } of byThread.values()) expect([adopted, metrics]).toEqual(['large 2', ['a']])
    expect(pool.state.metrics.bytes).toBe(2 * LARGE_PIECE_BYTES)
  })

  test('jobs that come while a large network is replaced are all answered', async () => {
    await openLarge()
    let isReplaced = false
    const callers = Array.from({ length: 4 }, async () => {
      const adopted: (string | null)[] = []
      while (!isReplaced) adopted.push((await run({ spinMs: 2 })).value.adopted)
      return adopted
    })
    await pool.replace('', async () => ({ network: network('large 2'), blockBytes: LARGE_PIECE_BYTES }))
    isReplaced = true
    expect((await Promise.all(callers)).flat()).toContain('large 1')
    const { value } = await run({})
    expect([value.adopted, value.metrics.length]).toEqual(['large 2', 1])
  })

  test('where the next network cannot be read, the last one serves, and metrics are made again', async () => {
    await openLarge()
    await expect(pool.replace('', () => Promise.reject(new RangeError('cut short')))).rejects.toThrow('cut short')
    expect((await run({})).value).toMatchObject({ adopted: 'large 1', metrics: [expect.anything(), expect.anything()] })
  })

  test('a network that comes while another is opened serves after it, and none is left open', async () => {
    await open({}, false)
    await adoptNetwork(network('large 1'), LARGE_PIECE_BYTES)
    const second = adoptNetwork(network('large 2'), LARGE_PIECE_BYTES)
    const third = adoptNetwork(network('large 3'), LARGE_PIECE_BYTES)
    await second
    expect((await run({})).value.adopted).not.toBe('large 1')
    await third
    expect((await run({})).value.adopted).toBe('large 3')
    const fourth = adoptNetwork(network('large 4'), LARGE_PIECE_BYTES)
    await adoptNetwork(null)
    await fourth
    await expect(run({})).rejects.toMatchObject({ code: 'network_unavailable' })
  })

  test('stops a job at its deadline', async () => {
    await open({ threads: 1 })
    const late = await run({ spinMs: 30_000 }, { signal: AbortSignal.timeout(60) }).catch((e: unknown) => e)
    expect(late).toMatchObject({ code: 'busy', message: expect.stringContaining('time limit') })
    expect((await run({ echo: 'free' })).value.echo).toBe('free')
  })

  test('serves a new network to later jobs without failing the ones in flight', async () => {
    await open({ threads: 1 })
    const before = run({ spinMs: 50 })
    await new Promise((resolve) => setTimeout(resolve, 20))
    const adopted = adoptNetwork(network('r2'))
    expect((await before).value.adopted).toBe('r1')
    await adopted
    expect((await run({})).value.adopted).toBe('r2')
  })

  test('has a wanted metric customised once and shares it with every worker, also one that starts later', async () => {
    await open()
    await Promise.all(Array.from({ length: 6 }, () => run({ needs: 'hike|prefer', spinMs: 5 })))
    const before = await metricsByThread()
    expect([...before.values()]).toEqual([['hike|prefer'], ['hike|prefer']])
    await run({ crash: true }).catch(() => null)
    await expect
      .poll(async () => [...(await metricsByThread()).keys()].some((thread) => !before.has(thread)))
      .toBe(true)
    expect([...(await metricsByThread()).values()]).toEqual([['hike|prefer'], ['hike|prefer']])
  })

  test('hands connected parts that one worker made to the others, once', async () => {
    await open()
    await run({ makesComponents: 'sac 2' })
    const partsByThread = new Map<number, string[]>()
    await expect
      .poll(async () => {
        for (const { value } of await Promise.all(Array.from({ length: 6 }, () => run({ spinMs: 5 }))))
          partsByThread.set(value.threadId, value.parts)
        return [...partsByThread.values()].toSorted((a, b) => a.length - b.length)
      })
      .toEqual([[], ['sac 2']])
  })

  test('has a metric customised also while every worker stays busy', async () => {
    await open({ threads: 1, targetWaitMs: 1000 })
    let busy = true
    const lanes = Array.from({ length: 8 }, async () => {
      while (busy) await run({ spinMs: 5 })
    })
    for (let times = 0; times < 2; times++) await run({ needs: 'hike|off' })
    await expect.poll(async () => (await run({})).value.metrics).toEqual(['hike|off'])
    busy = false
    await Promise.all(lanes)
  })

  test('counts what making a metric took for the caller whose request had it made, and for nobody else', async () => {
    await open({ threads: 1 })
    const spent = { first: 0, second: 0 }
    const as = (who: keyof typeof spent) => ({ ...never(), cpu: { spend: (ms: number) => void (spent[who] += ms) } })
    await run({ needs: 'a' }, as('first'))
    await run({ needs: 'a' }, as('second'))
    await expect.poll(async () => (await run({})).value.metrics).toEqual(['a'])
    expect([spent.first < 30, spent.second >= 30]).toEqual([true, true])
  })

  test('forgets metrics of the old network', async () => {
    await open({ threads: 1 })
    for (let times = 0; times < 2; times++) await run({ needs: 'a' })
    await expect.poll(async () => (await run({})).value.metrics).toEqual(['a'])
    await adoptNetwork(network('r2'))
    expect((await run({})).value.metrics).toEqual([])
  })
})
