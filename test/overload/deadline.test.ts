import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { abortReason } from '../../src/errors.ts'
import { Deadline } from '../../src/overload/deadline.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const forever = () => new Promise<never>(() => undefined)
const LATE = { code: 'busy', status: 503, retryAfterS: 1, message: expect.stringContaining('time limit') }

test('past it the signal aborts, and nothing is waited for any longer', async () => {
  const deadline = new Deadline(new AbortController().signal, 1000)
  const waits = [deadline.within(forever()), deadline.within(forever())].map((one) => one.catch((e: unknown) => e))
  vi.advanceTimersByTime(999)
  expect(deadline.signal.aborted).toBe(false)
  expect(await deadline.within(Promise.resolve(7))).toBe(7)
  vi.advanceTimersByTime(1)
  expect(deadline.signal.aborted).toBe(true)
  expect(abortReason(deadline.signal)).toMatchObject(LATE)
  for (const one of await Promise.all(waits)) expect(one).toMatchObject(LATE)
  await expect(deadline.within(forever())).rejects.toMatchObject(LATE)
})

test('the signal aborts when the caller leaves, before or after; what does not look at it is waited for', async () => {
  const [caller, left] = [new AbortController(), new AbortController()]
  left.abort()
  const deadline = new Deadline(caller.signal, 1000)
  const working = deadline.within(Promise.resolve(7))
  caller.abort()
  for (const { signal } of [deadline, new Deadline(left.signal, 1000)]) {
    expect(signal.aborted).toBe(true)
    expect(abortReason(signal)).toMatchObject({ code: 'busy', message: expect.stringContaining('disconnected') })
  }
  expect(await working).toBe(7)
})

test('once the request is answered nothing of it is left: no timer, no listener', () => {
  const caller = new AbortController()
  const deadline = new Deadline(caller.signal, 1000)
  deadline.end()
  expect(vi.getTimerCount()).toBe(0)
  caller.abort()
  expect(deadline.signal.aborted).toBe(false)
})
