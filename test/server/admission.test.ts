import { afterEach, expect, test } from 'vitest'
import type { ServiceError } from '../../src/errors.ts'
import { ByteBudget } from '../../src/server/connection-limits.ts'
import { EventLoopScheduler } from '../../src/overload/event-loop-scheduler.ts'
import { Admission } from '../../src/server/admission.ts'
import type { RequestContext } from '../../src/server/request-context.ts'

const exchangeOf = (signal = new AbortController().signal): RequestContext =>
  ({
    request: { socket: {} },
    response: { headersSent: false },
    startedMs: 0,
    signal,
    admitted: null,
  }) as unknown as RequestContext

// an open request keeps the sweep going, beyond its test
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function openAdmission(callerOf?: (context: RequestContext) => string) {
  const clock = { nowMs: 0, endTurn: () => {} }
  const scheduler = new EventLoopScheduler(
    2,
    () => clock.nowMs,
    (work) => (clock.endTurn = work),
  )
  const admission = new Admission({
    scheduler,
    callerOf,
    bodies: new ByteBudget(1e6),
    maxInFlight: 10_000,
    maxUnreadBytes: 1e9,
  })
  const ask = async (isFile = false, signal?: AbortSignal) => {
    const context = exchangeOf(signal)
    admission.open(context)
    ends.push(() => admission.close(context))
    return admission.enter(context, isFile).then(
      () => 'let in',
      (error: ServiceError) => error,
    )
  }
  return { admission, clock, ask }
}

test('a main thread that stays behind refuses operations with busy and Retry-After, but no file of a map', async () => {
  const { admission, clock, ask } = openAdmission()
  const answers: unknown[] = []
  for (; clock.nowMs < 400; clock.nowMs += 5) {
    for (let i = 0; i < 10; i++) void ask().then((answer) => answers.push(answer))
    clock.endTurn()
    await null
  }
  await expect
    .poll(() => answers)
    .toContainEqual(expect.objectContaining({ code: 'busy', status: 503, retryAfterS: 1 }))
  expect(answers).toContain('let in')
  expect(admission.state.mainThreadStrict).toBe(true)
  expect(admission.refused.main_thread).toBe(answers.filter((answer) => answer !== 'let in').length)
  expect(await ask(true)).toBe('let in')
})

test('a caller who left while its request waited costs no work', async () => {
  const { clock, ask } = openAdmission()
  const caller = new AbortController()
  expect(await ask()).toBe('let in')
  const waiting = ask(false, caller.signal)
  caller.abort()
  clock.endTurn()
  expect(await waiting).toMatchObject({ code: 'busy' })
})

test('a request that rests is not in flight and holds no body, and ends like any other', () => {
  const { admission } = openAdmission(() => 'a')
  const [resting, working] = [exchangeOf(), exchangeOf()]
  for (const context of [resting, working]) {
    Object.assign(context.request, { headers: { 'content-length': '1000' }, complete: true })
    admission.open(context)
    admission.holdBody(context, 2000)
  }
  const inFlightAndBytes = () => [admission.state.inFlight, admission.state.bodyBytes]
  expect(inFlightAndBytes()).toEqual([2, 2000])
  admission.rest(resting)
  admission.rest(resting)
  expect(inFlightAndBytes()).toEqual([1, 1000])
  admission.close(resting)
  admission.rest(resting)
  expect(inFlightAndBytes()).toEqual([1, 1000])
  admission.close(working)
  expect(inFlightAndBytes()).toEqual([0, 0])
})
