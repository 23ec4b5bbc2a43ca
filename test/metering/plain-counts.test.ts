// After any interleaving of calls with faults of the store, every counter, pool, slot and key equals a plain count.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Allowance, creditCounter, type Reservation } from '../../src/metering/allowance.ts'
import type { KeyRecord } from '../../src/metering/api-key.ts'
import { BatchedCounterStore, type CounterBatch, type CounterOutcome } from '../../src/metering/batched-counters.ts'
import { type Caller, keylessCaller, visitorOf } from '../../src/metering/caller.ts'
import { Concurrency } from '../../src/metering/concurrency.ts'
import { countersGone } from '../../src/metering/counter-store.ts'
import { KeyList } from '../../src/metering/key-list.ts'
import { MemoryCounterStore } from '../../src/metering/memory-counter-store.ts'
import { PLANS, periodAt } from '../../src/metering/plans.ts'
import { caseCount } from '../support/case-count.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 12)

/** Slots as a store of all servers counts them, plainly. */
class PlainSlots extends MemoryCounterStore {
  readonly taken = new Map<string, number>()
  isGone = false

  override takeSlot(account: string, slots: number): boolean {
    if (this.isGone) throw countersGone()
    const taken = this.taken.get(account) ?? 0
    if (taken < slots) this.taken.set(account, taken + 1)
    return taken < slots
  }

  override releaseSlot(account: string): void {
    this.taken.set(account, (this.taken.get(account) ?? 0) - 1)
  }
}

test('slots are given back where they were taken, each once, whenever the store goes and comes back', async () => {
  const callers = [1, 2].map((slots): Caller => ({ ...keylessCaller(`s${slots}`), plan: { ...PLANS.free, slots } }))
  const step = fc.oneof(
    fc.record({ does: fc.constant('take'), server: fc.nat(1), caller: fc.nat(1) }),
    fc.record({ does: fc.constant('release'), which: fc.nat(9), again: fc.boolean() }),
    fc.record({ does: fc.constant('switch') }),
  )
  const counts = { granted: 0, refused: 0, uncounted: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const store = new PlainSlots({ nowMs: () => NOW_MS })
      const servers = [new Concurrency(store), new Concurrency(store)]
      const held: { server: number; account: string; isStored: boolean; release: () => void }[] = []
      const ofServer = (server: number, account: string) =>
        held.filter((one) => one.server === server && one.account === account).length
      const stored = (account: string) => held.filter((one) => one.account === account && one.isStored).length
      for (const one of steps) {
        if (one.does === 'switch') store.isGone = !store.isGone
        if (one.does === 'release' && 'which' in one && held.length > 0) {
          const [{ release }] = held.splice(one.which % held.length, 1)
          release()
          if (one.again) release()
        }
        if (one.does === 'take' && 'server' in one) {
          const { server } = one
          const caller = callers[one.caller]
          const { account, plan } = caller
          const isFree = ofServer(server, account) < plan.slots && (store.isGone || stored(account) < plan.slots)
          const release = await servers[server].take(caller).catch((refusal: unknown) => {
            expect(refusal).toMatchObject({ code: 'concurrency_limit' })
            return null
          })
          expect(release !== null).toBe(isFree)
          counts[release === null ? 'refused' : store.isGone ? 'uncounted' : 'granted']++
          if (release !== null) held.push({ server, account, isStored: !store.isGone, release })
        }
        for (const { account } of callers) expect(store.taken.get(account) ?? 0).toBe(stored(account))
        servers.forEach((server, s) =>
          expect(server.accounts).toBe(callers.filter(({ account }) => ofServer(s, account) > 0).length),
        )
      }
    }),
    { numRuns: caseCount(150, 5000) },
  )
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(20)
})

/** A database of keys that can be restored from a backup, or not be read. */
class KeyDatabase {
  last = 0
  keys = new Map<string, { record: KeyRecord; change: number }>()
  isGone = false
  #before = 0
  /** never given twice, restored or not */
  #number = 0
  #backup: { last: number; before: number; keys: KeyDatabase['keys'] } | null = null

  async readChanges(since: number): Promise<{ last: number; isWhole: boolean; keys: KeyRecord[] }> {
    if (this.isGone) throw new Error('gone')
    const isWhole = since !== this.last && since !== this.#before
    const changed = [...this.keys.values()].filter(({ change }) => isWhole || change > since)
    return { last: this.last, isWhole, keys: changed.map(({ record }) => record) }
  }

  write(prefix: string, id: number, revoked: boolean): void {
    const sha256 = Buffer.from(`${prefix} ${id}`)
    const record = { prefix, sha256, project: 'p', plan: 'free' as const, browser: false, origins: [], revoked }
    this.#before = this.last
    this.last = ++this.#number
    this.keys.set(`${prefix} ${id}`, { record, change: this.last })
  }

  backUp(): void {
    this.#backup = { last: this.last, before: this.#before, keys: new Map(this.keys) }
  }

  restore(): void {
    if (this.#backup === null) return
    this.last = this.#backup.last
    this.#before = this.#backup.before
    this.keys = new Map(this.#backup.keys)
  }
}

test('the keys that work are those of the database when it was last read, a restored one too', async () => {
  const prefixes = ['svc_a', 'svc_b']
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(fc.constant('write' as const), fc.nat(1), fc.nat(2), fc.boolean()) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('backUp', 'restore', 'fail', 'read', 'read' as const)) },
  )
  let restored = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const database = new KeyDatabase()
      const changes: boolean[] = []
      const list = new KeyList(database, (gone) => changes.push(gone))
      expect(list.isGone).toBe(true)
      expect(() => list.listByPrefix('svc_a')).toThrow(expect.objectContaining({ code: 'busy' }))
      for (const [does, ...of] of steps) {
        if (does === 'write') database.write(prefixes[of[0] as number], of[1] as number, of[2] as boolean)
        if (does === 'backUp') database.backUp()
        if (does === 'restore') {
          const { last } = database
          database.restore()
          if (database.last < last) restored++
        }
        const known = prefixes.map((prefix) => [...(list.isGone ? [] : list.listByPrefix(prefix))])
        const wasRead = !list.isGone
        if (does === 'fail') {
          database.isGone = true
          await list.refresh()
          database.isGone = false
          expect(list.isGone).toBe(true)
          if (wasRead) expect(prefixes.map((prefix) => [...list.listByPrefix(prefix)])).toEqual(known)
        }
        if (does !== 'read') continue
        await list.refresh()
        expect(list.isGone).toBe(false)
        const text = (records: readonly KeyRecord[]) =>
          records.map(({ sha256, revoked }) => `${sha256.toString()} ${revoked}`).sort()
        for (const prefix of prefixes)
          expect(text(list.listByPrefix(prefix))).toEqual(
            text([...database.keys.values()].map(({ record }) => record).filter((one) => one.prefix === prefix)),
          )
      }
      // each failure and each recovery is reported once
      expect(changes).toEqual(changes.map((_, i) => i % 2 === 0))
    }),
    { numRuns: caseCount(150, 5000) },
  )
  expect(restored).toBeGreaterThan(10)
})

/** Applies each batch once, as the engines of db/ do; `fails` says when an answer is lost, or nothing is applied. */
function faultyEngine(fails: () => 'lost' | 'refused' | null) {
  const store = new MemoryCounterStore({ nowMs: () => NOW_MS })
  let last: { number: number; outcome: CounterOutcome } | null = null
  const apply = (number: number, batch: CounterBatch): CounterOutcome => {
    if (last?.number === number) return last.outcome
    for (const { counter, amount } of batch.gives) store.giveBack(counter, amount)
    const takes = batch.takes.map((demands) => store.take(demands))
    for (const { calls, ...call } of batch.calls) {
      for (let i = 0; i < calls; i++) store.recordCall({ ...call, credits: i === 0 ? call.credits : 0 })
    }
    const reads = batch.reads.map((counter) => store.used(counter))
    last = { number, outcome: { takes, slotTakes: [], reads } }
    return last.outcome
  }
  return {
    store,
    apply: async (number: number, batch: CounterBatch) => {
      const fault = fails()
      if (fault === 'refused') throw new Error('not reached')
      const outcome = apply(number, batch)
      if (fault === 'lost') throw new Error('the connection broke')
      return outcome
    },
    listUsage: async (account: string, period: string, key?: string) => store.listUsage(account, period, key),
  }
}

const callOf = ({ account }: Caller, periodId: string, credits: number) => ({
  ...{ account, periodId, credits },
  ...{ keyPrefix: 'svc_a', operation: 'route', keepUntilMs: NOW_MS + 1e9 },
})

test('credits of callers, their pool and area lookups are what was charged, whatever answers are lost', async () => {
  const pool = { account: 'explorer', plan: { ...PLANS.free, credits: 900 } }
  const small = { credits: 600, areaCreditsPerDay: 150 }
  const callers = [keylessCaller('c1'), visitorOf(pool, 'c2'), visitorOf(pool, 'c3')].map(
    (caller): Caller => ({ ...caller, plan: { ...caller.plan, ...small } }),
  )
  const call = fc.record({
    caller: fc.nat(2),
    credits: fc.integer({ min: 1, max: 120 }),
    areaShare: fc.constantFrom(0, 0, 0.5, 1),
    kept: fc.constantFrom(0, 0.5, 1, 2),
    fault: fc.constantFrom(null, null, null, 'lost' as const, 'refused' as const),
  })
  const counts = { charged: 0, refused: 0, faults: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 15, maxLength: 40 }), async (calls) => {
      let fault: 'lost' | 'refused' | null = null
      const engine = faultyEngine(() => {
        const now = fault
        fault = null
        return now
      })
      const counters = new BatchedCounterStore(engine)
      const allowance = new Allowance(counters, true)
      const plain = new Map<string, number>()
      const add = (counter: string, amount: number) => plain.set(counter, (plain.get(counter) ?? 0) + amount)
      const used = (counter: string) => plain.get(counter) ?? 0
      const usage = new Map<string, number>()
      for (const { caller: c, credits, areaShare, kept, fault: next } of calls) {
        const caller = callers[c]
        const areaCredits = Math.floor(credits * areaShare)
        const own = creditCounter(caller.account, periodAt(caller.plan.period, NOW_MS).id)
        const shared = caller.pool && creditCounter(caller.pool.account, periodAt(caller.pool.plan.period, NOW_MS).id)
        const area = `area ${caller.account} ${periodAt('day', NOW_MS).id}`
        fault = next
        if (next !== null) counts.faults++
        const fits =
          used(own) + credits <= caller.plan.credits &&
          (areaCredits === 0 || used(area) + areaCredits <= caller.plan.areaCreditsPerDay) &&
          (shared === undefined || used(shared) + credits <= caller.pool!.plan.credits)
        const reservation: Reservation | null = await allowance
          .reserve(caller, { credits, areaCredits }, NOW_MS)
          .catch((refusal: { code: string }) => {
            expect(['credits_exhausted', 'bbox_daily_ceiling']).toContain(refusal.code)
            return null
          })
        expect(reservation !== null).toBe(fits)
        counts[fits ? 'charged' : 'refused']++
        if (reservation === null) continue
        const charged = Math.min(credits, Math.round(credits * kept))
        const areaCharged = Math.min(areaCredits, Math.round(areaCredits * kept))
        reservation.settle(Math.round(credits * kept), Math.round(areaCredits * kept))
        reservation.settle(0, 0)
        add(own, charged)
        if (shared !== undefined) add(shared, charged)
        if (areaCredits > 0) add(area, areaCharged)
        for (const periodId of ['2026-11', '2026-12']) counters.recordCall(callOf(caller, periodId, charged))
        usage.set(caller.account, (usage.get(caller.account) ?? 0) + charged)
        const state = await allowance.state(caller, NOW_MS)
        expect(state).toMatchObject({ used: used(own), remaining: Math.max(0, caller.plan.credits - used(own)) })
      }
      await counters.flush()
      for (const [account, credits] of usage)
        for (const periodId of ['2026-11', '2026-12'])
          expect(await counters.listUsage(account, periodId)).toMatchObject([{ operation: 'route', credits }])
      for (const [counter, sum] of plain) expect([counter, engine.store.used(counter)]).toEqual([counter, sum])
      await counters.close()
    }),
    { numRuns: caseCount(60, 1000) },
  )
  expect(counts.refused).toBeGreaterThan(10)
  expect(counts.faults).toBeGreaterThan(50)
})
