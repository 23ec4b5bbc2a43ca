import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Operation, defineOperation } from '../../../resolvers/pipeline/operation.ts'
import { fields, integerFrom, listOf, onlyFields, position } from '../../../resolvers/input/input-fields.ts'
import { inputError, parseInput, pathText } from '../../../resolvers/pipeline/parse-input.ts'
import { openSession } from '../../../resolvers/pipeline/credit-session.ts'
import { OperationPipeline } from '../../../resolvers/pipeline/pipeline.ts'
import { ServiceError } from '../../../src/errors.ts'
import { Allowance } from '../../../src/metering/allowance.ts'
import { createKey, MemoryKeyStore } from '../../../src/metering/api-key.ts'
import { type Caller, keylessCaller } from '../../../src/metering/caller.ts'
import { Concurrency } from '../../../src/metering/concurrency.ts'
import { MemoryCounterStore } from '../../../src/metering/memory-counter-store.ts'
import { PLANS } from '../../../src/metering/plans.ts'
import { RateLimiter } from '../../../src/metering/rate-limiter.ts'
import { type CpuMeter, NO_METER } from '../../../src/overload/cpu-meter.ts'
import type { Services } from '../../../src/services.ts'

const clock = { nowMs: () => Date.UTC(2026, 10, 21) }
function newPipeline(more: object = {}): OperationPipeline {
  const counters = new MemoryCounterStore(clock)
  const services = { clock, allowance: new Allowance(counters, true), ...more } as unknown as Services
  return new OperationPipeline({
    services,
    keys: new MemoryKeyStore(),
    rates: new RateLimiter(),
    concurrency: new Concurrency(counters),
    metering: true,
    requestTimeoutMs: 1000,
    explorer: null,
  })
}
const call = (address = 'a') => ({
  caller: keylessCaller(address),
  signal: new AbortController().signal,
  requestId: 'r',
})
function operation(
  change: Partial<Operation<{ n?: number }, number>> = {},
): Readonly<Operation<{ n?: number }, number>> {
  return defineOperation<{ n?: number }, number>({
    id: 'test',
    summary: 'A test.',
    input: fields({ n: integerFrom(0, 5).optional() }),
    limits: { bodyBytes: 1 },
    credits: 2,
    heavy: false,
    areaLookup: false,
    takesKey: true,
    rateLimited: true,
    sources: [],
    raises: [],
    run: ({ n }) => n ?? 0,
    ...change,
  })
}

describe('a call of an operation', () => {
  test('charges what answers and nothing for what fails', async () => {
    const pipeline = newPipeline()
    expect(await pipeline.answer(operation(), { n: 4 }, call())).toEqual({ output: 4, charged: 2 })
    const failing = operation({
      run: () => {
        throw new ServiceError('no_path', 'none')
      },
    })
    await expect(pipeline.answer(failing, {}, call())).rejects.toMatchObject({ code: 'no_path' })
    expect((await pipeline.receipt(call().caller)).credits?.used).toBe(2)
  })

  test('is counted among those of its key when it answers, not when it fails', async () => {
    const pipeline = newPipeline()
    const { record: key } = createKey({ project: 'p', plan: 'free' })
    const caller: Caller = { ...keylessCaller('a'), account: 'project:p', plan: PLANS.free, key }
    const failing = operation({ run: () => Promise.reject(new ServiceError('no_path', 'none')) })
    await expect(pipeline.answer(failing, {}, { ...call(), caller })).rejects.toMatchObject({ code: 'no_path' })
    const listed = () => pipeline.services.allowance.listUsage(caller, clock.nowMs())
    expect(await listed()).toEqual([])
    await pipeline.answer(operation(), {}, { ...call(), caller })
    expect(await listed()).toEqual([{ operation: 'test', calls: 1, credits: 2 }])
  })

  test('is of a caller with as much processor time as its rate is times that of anybody, and no less', () => {
    const shares: [string, number][] = []
    const cpu = (waitS: number) =>
      ({ begin: (name: string, share: number) => (shares.push([name, share]), waitS) }) as unknown as CpuMeter
    const ofRate = (ratePerS: number): Caller => ({ ...keylessCaller('a'), rateAccount: `at ${ratePerS}`, ratePerS })
    const pipeline = newPipeline()
    for (const ratePerS of [2, 5, 10, 100, Infinity]) pipeline.checkCpu(cpu(0), ofRate(ratePerS))
    expect(shares).toEqual([
      ['at 2', 1],
      ['at 5', 1],
      ['at 10', 2],
      ['at 100', 20],
    ])
    const refusal = { code: 'rate_limited', retryAfterS: 7 }
    expect(() => pipeline.checkCpu(cpu(7), ofRate(5))).toThrow(expect.objectContaining(refusal))
    expect(() => pipeline.checkCpu(cpu(7), ofRate(Infinity))).not.toThrow()
  })

  test('turns a stray throw into internal and keeps its cause', async () => {
    const stray = new TypeError('inside')
    await expect(
      newPipeline().answer(operation({ run: () => Promise.reject(stray) }), {}, call()),
    ).rejects.toMatchObject({
      code: 'internal',
      cause: stray,
    })
  })

  test('the rate that is checked, given back and reported is that of the visitor, whose project counts the credits', async () => {
    const pipeline = newPipeline()
    const [here, there] = ['a', 'b'].map(
      (address): Caller => ({
        ...keylessCaller(address),
        ...{ account: 'project:p', rateAccount: `visitor:k:${address}`, ratePerS: 2 },
      }),
    )
    const left = async (caller: Caller) => (await pipeline.receipt(caller)).rate?.remaining
    for (let taken = 0; taken < 4; taken++) pipeline.checkRate(here)
    expect(() => pipeline.checkRate(here)).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfterS: 1 }))
    expect([await left(here), await left(there)]).toEqual([0, 4])
    pipeline.checkRate(there)
    pipeline.giveBackRate(here)
    expect([await left(here), await left(there)]).toEqual([1, 3])
    await pipeline.answer(operation(), {}, { ...call(), caller: here })
    expect((await pipeline.receipt(there)).credits?.used).toBe(2)
  })

  test('a second heavy request of one address is refused, another address is not', async () => {
    const pipeline = newPipeline()
    let finish: (n: number) => void = () => undefined
    const heavy = operation({ heavy: true, run: () => new Promise<number>((resolve) => (finish = resolve)) })
    const first = pipeline.answer(heavy, {}, call())
    await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    await expect(pipeline.answer(heavy, {}, call())).rejects.toMatchObject({
      code: 'concurrency_limit',
      retryAfterS: 2,
    })
    expect((await pipeline.receipt(call().caller)).credits?.used).toBe(2) // the first one's reservation only
    finish(1)
    await first
    const other = pipeline.answer(operation({ heavy: true }), {}, call('b'))
    expect((await other).charged).toBe(2)
    expect((await pipeline.answer(operation({ heavy: true }), {}, call())).charged).toBe(2)
  })

  test('a call whose time is up is refused, free of charge and cancelled; its permit is free once its work has ended', async () => {
    const pipeline = newPipeline()
    pipeline.parts.requestTimeoutMs = 20
    let seen: AbortSignal | null = null
    let finish: (n: number) => void = () => undefined
    const slow = operation({
      heavy: true,
      run: (_input, _services, { signal }) => {
        seen = signal
        return new Promise<number>((resolve) => (finish = resolve))
      },
    })
    const late = { code: 'busy', status: 503, message: expect.stringContaining('time limit') }
    await expect(pipeline.answer(slow, {}, call())).rejects.toMatchObject(late)
    expect(seen!.reason).toMatchObject(late)
    expect((await pipeline.receipt(call().caller)).credits?.used).toBe(0)
    await expect(pipeline.answer(slow, {}, call())).rejects.toMatchObject({ code: 'concurrency_limit' })
    finish(1)
    await expect.poll(() => pipeline.parts.concurrency.accounts).toBe(0)
    const session = await openSession(pipeline, call(), { credits: 4, areaCredits: 0 })
    const both = await Promise.allSettled([session.run(slow, {}), session.run(operation(), { n: 3 })])
    expect(both).toMatchObject([{ reason: late }, { value: 3 }])
    finish(1)
    session.settle()
    expect((await pipeline.receipt(call().caller)).credits?.used).toBe(2)
  })

  test('heavy operations of one document share a permit; their jobs wait for each other, also after a failure', async () => {
    let running = 0
    let most = 0
    const signals = new Set<AbortSignal>()
    const runJob = async (_kind: string, { n }: { n: number }, { signal }: { signal: AbortSignal }) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running--
      signals.add(signal)
      if (n === 2) throw new ServiceError('no_loop', 'none')
      return n
    }
    const pipeline = newPipeline({ run: runJob })
    const session = await openSession(pipeline, call(), { credits: 6, areaCredits: 0 })
    const heavy = operation({
      heavy: true,
      run: ({ n }, services, context) => services.run('matrix', { n } as never, context) as never,
    })
    const fields = [1, 2, 3].map((n) => session.forField({ prev: undefined, key: `field${n}` }).run(heavy, { n }))
    const results = await Promise.allSettled(fields)
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(most).toBe(1)
    // and one deadline
    expect([...signals]).toEqual([session.signal])
    expect(session.charged).toBe(4)
    session.settle()
    expect((await pipeline.receipt(call().caller)).credits?.used).toBe(4)
    await expect.poll(() => pipeline.parts.concurrency.accounts).toBe(0)
  })

  test('steps 1 to 4 are taken in their order, and each refuses before the next begins', async () => {
    const pipeline = newPipeline()
    const context = { caller: null, cpu: NO_METER }
    const steps: string[] = []
    const keys = { authorization: undefined, apiKeyHeader: 'a', queryKeys: ['b'], origin: undefined, address: 'a' }
    const read = (value: unknown) => () => {
      steps.push('body')
      return { value, raw: null }
    }
    await expect(pipeline.accept(operation(), context, keys, read({}))).rejects.toThrow('two different')
    const keyless = { ...keys, apiKeyHeader: undefined, queryKeys: [] }
    await expect(pipeline.accept(operation(), context, keyless, read({ n: 9 }))).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(steps).toEqual(['body'])
    expect(await pipeline.accept(operation(), context, keyless, read({ n: 3 }))).toMatchObject({ input: { n: 3 } })
    for (let i = 0; i < 100; i++)
      await pipeline.accept(operation({ rateLimited: true }), context, keyless, read({})).catch(() => undefined)
    steps.length = 0
    await expect(pipeline.accept(operation(), context, keyless, read({}))).rejects.toMatchObject({
      code: 'rate_limited',
    })
    expect(steps).toEqual([])
    expect((await pipeline.receipt(keylessCaller('a'))).credits?.used).toBe(0)
  })
})

describe('a sentence about a bad input', () => {
  const shape = fields({
    maxSac: integerFrom(1, 6).optional(),
    points: listOf(position(), 1, 3, 'points'),
    inner: onlyFields({ a: z.string({ error: 'a text' }) }).optional(),
  })
  const parsed = operation({ input: shape as never })
  const sentence = (raw: unknown) => {
    try {
      parseInput(parsed, raw)
      return 'passed'
    } catch (error) {
      return (error as ServiceError).message
    }
  }
  test.each<[unknown, string]>([
    [{ points: [[1, 2]] }, 'passed'],
    [{}, '`points` is missing: expected a list of 1 to 3 points.'],
    [{ points: [] }, '`points`: expected a list of 1 to 3 points, got a list of 0.'],
    [
      {
        points: [
          [1, 2],
          [1, 95],
        ],
      },
      '`points[1][1]`: expected a number from -90 to 90 (latitude, degrees), got 95.',
    ],
    [{ points: [[1]] }, '`points[0]`: expected a [lon, lat] pair, got a list of 1.'],
    [{ points: [[1, 2]], maxSac: '3' }, '`maxSac`: expected a whole number from 1 to 6, got "3".'],
    [
      { points: [[1, 2]], maxSac: 'x'.repeat(50) },
      '`maxSac`: expected a whole number from 1 to 6, got a text of 50 characters.',
    ],
    [{ points: [[1, 2]], inner: { a: 'x', b: 1 } }, '`inner.b` is not known: expected an object that holds only `a`.'],
    [null, 'The request: expected an object, got null.'],
  ])('%j: %s', (raw, expected) => expect(sentence(raw)).toBe(expected))

  test('carries the path of the field', () => {
    expect(inputError([{ message: 'a thing', path: ['a', 3, 'b'] }], {}).inputPath).toBe('a[3].b')
    expect(pathText(['waypoints', 3, 0])).toBe('waypoints[3][0]')
  })

  test('a million items are refused by their number, not one by one', () => {
    const many = new Array(1_000_000).fill('x')
    expect(sentence({ points: many })).toBe('`points`: expected a list of 1 to 3 points, got a list of 1000000.')
  })
})
