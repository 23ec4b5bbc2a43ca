import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_FURTHER_RUNS, ReservedCredits } from '../../../resolvers/pipeline/credit-session.ts'
import { Allowance } from '../../../src/metering/allowance.ts'
import { keylessCaller } from '../../../src/metering/caller.ts'
import { MemoryCounterStore } from '../../../src/metering/memory-counter-store.ts'
import { PLANS } from '../../../src/metering/plans.ts'

const LIMIT = PLANS.none.credits
const nowMs = () => Date.UTC(2026, 10, 21)
const caller = keylessCaller('a')

async function opened(demand = { credits: 0, areaCredits: 0 }) {
  const store = new MemoryCounterStore({ nowMs })
  const allowance = new Allowance(store, true)
  const calls: number[] = []
  const reserve = allowance.reserve.bind(allowance)
  allowance.reserve = (who, wanted, at) => {
    calls.push(wanted.credits)
    return reserve(who, wanted, at)
  }
  const reservation = await reserve(caller, demand, nowMs())
  const cover = new ReservedCredits((wanted) => allowance.reserve(caller, wanted, nowMs()), { demand, reservation })
  const used = async () => (await allowance.usageState(caller, nowMs())).used
  const areasUsed = () => store.used(`area ${caller.account} 2026-11-21`)
  return { cover, calls, used, areasUsed }
}

describe('what runs is covered', () => {
  test('at once where it was reserved, by one further reservation for all of a turn where it was not', async () => {
    const { cover, calls } = await opened({ credits: 3, areaCredits: 0 })
    expect([cover.claim(1, 0), cover.claim(2, 0)]).toEqual([null, null])
    await Promise.all(Array.from({ length: 100 }, () => cover.claim(1, 0)))
    expect(calls).toEqual([100])
    expect(cover.credits).toBe(103)
  })

  test('not beyond the credits of the day; what failed leaves room for another', async () => {
    const { cover, used } = await opened({ credits: LIMIT - 5, areaCredits: 0 })
    await cover.claim(LIMIT + 1, 0)?.then(
      () => expect.unreachable(),
      (error) => expect(error).toMatchObject({ code: 'credits_exhausted' }),
    )
    cover.giveUp(LIMIT + 1, 0)
    expect(cover.claim(LIMIT - 5, 0)).toBeNull()
    await cover.claim(5, 0)
    expect(await used()).toBe(LIMIT)
    cover.settle(7, 0)
    expect(await used()).toBe(7)
  })

  test('up to a bound: what a list claims beyond it is refused, alone', async () => {
    const { cover, calls } = await opened({ credits: 7, areaCredits: 0 })
    const claims = Array.from({ length: MAX_FURTHER_RUNS + 17 }, async () => {
      try {
        await cover.claim(1, 0)
        return 'runs'
      } catch (error) {
        return (error as { code: string }).code
      }
    })
    expect(calls).toEqual([])
    const outcomes = await Promise.all(claims)
    expect(outcomes.filter((one) => one === 'runs')).toHaveLength(MAX_FURTHER_RUNS + 7)
    expect(outcomes.filter((one) => one === 'invalid_input')).toHaveLength(10)
    expect(calls).toEqual([MAX_FURTHER_RUNS])
  })

  test('area lookups by their own ceiling, also where other credits are left', async () => {
    const { cover } = await opened({ credits: 10, areaCredits: 0 })
    await cover.claim(2, 2)
    expect(cover.credits).toBe(12)
    cover.giveUp(2, 2)
    expect(cover.claim(2, 2)).toBeNull()
  })

  test('whatever is claimed, given up and charged: never more than the limit, and in the end what was charged', () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat(LIMIT),
        fc.nat(LIMIT),
        fc.array(fc.record({ credits: fc.nat(90), isArea: fc.boolean(), fails: fc.boolean(), waits: fc.boolean() }), {
          maxLength: 20,
        }),
        async (credits, ofAreas, runs) => {
          const { cover, used, areasUsed } = await opened({ credits, areaCredits: Math.min(credits, ofAreas) })
          let charged = 0
          let areasCharged = 0
          const running = []
          for (const { credits: own, isArea, fails, waits } of runs) {
            const area = isArea ? own : 0
            const run = (async () => {
              let isClaimed = false
              try {
                const covered = cover.claim(own, area)
                isClaimed = true
                await covered
                if (fails) throw new Error('it failed')
                charged += own
                areasCharged += area
              } catch {
                if (isClaimed) cover.giveUp(own, area)
              }
            })()
            running.push(run)
            if (waits) await run
            expect(await used()).toBeLessThanOrEqual(LIMIT)
          }
          await Promise.all(running)
          expect(charged).toBeLessThanOrEqual(cover.credits)
          cover.settle(charged, areasCharged)
          expect([await used(), areasUsed()]).toEqual([charged, areasCharged])
        },
      ),
      { numRuns: 200 },
    ))
})
