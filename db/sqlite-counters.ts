// Batches of counting in SQLite: one transaction each, by statements prepared once. Committed batches survive a killed
// process; a failure rolls the whole batch back. Several processes may share the file; each is a replica with its own
// slots.

import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import type { CounterBatch, CounterEngine, CounterOutcome } from '../src/metering/batched-counters.ts'
import type { Taken } from '../src/metering/counter-store.ts'
import type { AccountTables } from './tables.ts'
import { listUsage } from './list-usage.ts'
import { REPLICA_DEAD_AFTER_MS } from './migrations/apply-batch.ts'
import { isLocked } from './database-fault.ts'

/** Other processes write for a few milliseconds; a longer lock is a fault. */
const LOCKED_MS = 500

export function createSqliteCounters(
  raw: DatabaseSync,
  db: Kysely<AccountTables>,
  replicaId: string,
  clock: { nowMs(): number },
): CounterEngine {
  const statements = prepareStatements(raw)
  const usedOf = (name: string): number => (statements.used.get(name)?.used as number | undefined) ?? 0

  function applyAll(batch: CounterBatch): CounterOutcome {
    const sums = new Map<string, number>()
    const known = (counter: string): number => {
      let sum = sums.get(counter)
      if (sum === undefined) sums.set(counter, (sum = usedOf(counter)))
      return sum
    }
    const changed = new Map<string, number | null>()
    for (const { counter, amount } of batch.gives) {
      sums.set(counter, Math.max(0, known(counter) - amount))
      changed.set(counter, null)
    }
    const takes = batch.takes.map((demands): Taken => {
      const refused = demands.findIndex(({ counter, amount, limit }) => known(counter) + amount > limit)
      if (refused < 0) {
        for (const { counter, amount, keepUntilMs } of demands) {
          sums.set(counter, known(counter) + amount)
          changed.set(counter, keepUntilMs)
        }
      }
      return { refused: refused < 0 ? null : refused, sums: demands.map(({ counter }) => known(counter)) }
    })
    for (const [counter, keepUntilMs] of changed) {
      if (keepUntilMs === null) statements.lower.run(known(counter), counter)
      else statements.write.run(counter, known(counter), keepUntilMs)
    }
    for (const { account, keyPrefix, periodId, operation, calls, credits, keepUntilMs } of batch.calls)
      statements.call.run(account, keyPrefix, periodId, operation, calls, credits, keepUntilMs)
    return { takes, slotTakes: applySlots(batch), reads: batch.reads.map(known) }
  }

  let hasSlots = false
  function applySlots({ slotReleases, slotTakes }: CounterBatch): boolean[] {
    const nowMs = clock.nowMs()
    if (slotTakes.length > 0 || hasSlots) statements.seen.run(replicaId, nowMs)
    for (const { account, count } of slotReleases) statements.release.run(count, account, replicaId)
    if (slotReleases.length > 0) statements.drop.run(replicaId)
    const granted = slotTakes.map(({ account, slots }) => {
      const fits = (statements.held.get(account, replicaId, nowMs)!.held as number) < slots
      if (fits) statements.slot.run(account, replicaId)
      return fits
    })
    hasSlots ||= granted.includes(true)
    return granted
  }

  const applyNow = (batch: CounterBatch): CounterOutcome => {
    statements.begin.run()
    try {
      const outcome = applyAll(batch)
      statements.commit.run()
      return outcome
    } catch (thrown) {
      if (raw.isTransaction) statements.rollback.run()
      throw thrown
    }
  }
  /** Retried between other work for as long as a normal writer may lock the file. */
  const applySoon = async (batch: CounterBatch): Promise<CounterOutcome> => {
    const giveUpAtMs = performance.now() + LOCKED_MS
    for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, 50)) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      try {
        return applyNow(batch)
      } catch (thrown) {
        if (!isLocked(thrown) || performance.now() > giveUpAtMs) throw thrown
      }
    }
  }

  return {
    apply(_number, batch) {
      try {
        return applyNow(batch)
      } catch (thrown) {
        if (!isLocked(thrown)) throw thrown
        return applySoon(batch)
      }
    },
    listUsage: (account, periodId, keyPrefix) => listUsage(db, account, periodId, keyPrefix),
  }
}

function prepareStatements(raw: DatabaseSync) {
  return {
    begin: raw.prepare('BEGIN IMMEDIATE'),
    commit: raw.prepare('COMMIT'),
    rollback: raw.prepare('ROLLBACK'),
    used: raw.prepare('SELECT used FROM counter WHERE name = ?'),
    write: raw.prepare('INSERT INTO counter VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET used = excluded.used'),
    lower: raw.prepare('UPDATE counter SET used = ? WHERE name = ?'),
    call: raw.prepare(
      'INSERT INTO call_count VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, credits = credits + excluded.credits',
    ),
    seen: raw.prepare(
      `INSERT INTO replica VALUES (?, ?, 0, '') ON CONFLICT (id) DO UPDATE SET seen_ms = excluded.seen_ms`,
    ),
    release: raw.prepare('UPDATE slot SET taken = taken - ? WHERE account = ? AND replica = ?'),
    drop: raw.prepare('DELETE FROM slot WHERE replica = ? AND taken <= 0'),
    held: raw.prepare(
      `SELECT coalesce(sum(taken), 0) AS held FROM slot JOIN replica ON id = replica WHERE account = ? AND (replica = ? OR abs(? - seen_ms) < ${REPLICA_DEAD_AFTER_MS})`,
    ),
    slot: raw.prepare('INSERT INTO slot VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET taken = taken + 1'),
  }
}
