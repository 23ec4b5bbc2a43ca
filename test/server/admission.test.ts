import { expect, it } from 'vitest'
import { ByteBudget } from '../../src/overload/byte-budget.ts'
import { LoopGuard } from '../../src/overload/loop-guard.ts'
import { Admission } from '../../src/server/admission.ts'
import type { Exchange } from '../../src/server/exchange.ts'

const exchangeOf = (socket: object): Exchange => ({ request: { socket }, startedMs: 0 }) as unknown as Exchange

it('a main thread that stays behind refuses operations with busy and Retry-After, but no file of a map', () => {
  let nowMs = 0
  let endTurn = () => {}
  const loop = new LoopGuard({ targetMs: 2, graceMs: 100, burstMs: 2000, calmMs: 1000 }, () => nowMs, (work) => (endTurn = work))
  const admission = new Admission({ loop, bodies: new ByteBudget(1e6), maxInFlight: 10_000, maxUnreadBytes: 1e9 })
  const ask = (isFile: boolean) => {
    const exchange = exchangeOf({})
    admission.open(exchange)
    admission.check(exchange, undefined, isFile)
  }
  for (let turn = 0; turn < 10; turn++) {
    ask(false)
    nowMs += 30
    endTurn()
  }
  ask(false)
  nowMs += 30
  expect(() => ask(false)).toThrow(expect.objectContaining({ code: 'busy', retryAfterS: 1 }))
  ask(true)
  expect(admission.refused.main_thread).toBe(1)
})
