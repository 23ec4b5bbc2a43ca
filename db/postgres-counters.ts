// Batches of counting in PostgreSQL: one call of the function apply_batch each, which counts for all replicas and
// stores the last answer of each, so that a batch whose answer was lost can be repeated. Committed before it answers.

import { sql, type Kysely } from 'kysely'
import type { CounterBatch, CounterEngine, CounterOutcome } from '../src/metering/batched-counters.ts'
import type { BucketStore } from '../src/metering/shared-buckets.ts'
import type { AccountTables } from './tables.ts'
import { listUsage } from './list-usage.ts'

interface Answer {
  after: number[]
  /** -1: none */
  refused: number[]
  granted: boolean[]
  reads: number[]
}

/** A round trip and a commit take a millisecond of processor time on both sides together, whatever they count. */
const SPACING_MS = 5

/** `ready` creates the tables if they do not exist; called before each batch until it has succeeded. */
export function createPostgresCounters(
  db: Kysely<AccountTables>,
  replicaId: string,
  ready: () => Promise<void>,
): CounterEngine {
  return {
    spacingMs: SPACING_MS,
    async apply(batchNumber, batch) {
      await ready()
      const { names, keeps, gives, demands } = numbered(batch)
      const calls = batch.calls.map((row) => ({
        account: row.account,
        key_prefix: row.keyPrefix,
        period_id: row.periodId,
        operation: row.operation,
        calls: row.calls,
        credits: row.credits,
        keep_until_ms: row.keepUntilMs,
      }))
      const { rows } = await sql<{
        answer: Answer
      }>`select apply_batch(${replicaId}, ${batchNumber}, ${names}, ${keeps}, ${gives},
        ${demands.map((d) => d.take)}, ${demands.map((d) => d.counter)}, ${demands.map((d) => d.amount)}, ${demands.map((d) => d.limit)}, ${JSON.stringify(calls)},
        ${batch.slotReleases.map((r) => r.account)}, ${batch.slotReleases.map((r) => r.count)}, ${batch.slotTakes.map((s) => s.account)}, ${batch.slotTakes.map((s) => s.slots)}, ${batch.reads}) as answer`.execute(
        db,
      )
      return toOutcome(batch, rows[0].answer)
    },
    async listUsage(account, periodId, keyPrefix) {
      await ready()
      return listUsage(db, account, periodId, keyPrefix)
    },
  }
}

/** Each counter of a batch once, and its demands by the counter's number, from 1. */
function numbered(batch: CounterBatch) {
  const numberOf = new Map<string, number>()
  const names: string[] = []
  const keeps: number[] = []
  const gives: number[] = []
  const numberFor = (name: string): number => {
    let number = numberOf.get(name)
    if (number === undefined) {
      number = names.push(name)
      numberOf.set(name, number)
      keeps.push(0)
      gives.push(0)
    }
    return number
  }
  for (const { counter, amount } of batch.gives) gives[numberFor(counter) - 1] += amount
  const demands = batch.takes.flatMap((take, at) =>
    take.map(({ counter, amount, limit, keepUntilMs }) => {
      const number = numberFor(counter)
      keeps[number - 1] = keepUntilMs
      return { take: at, counter: number, amount, limit }
    }),
  )
  return { names, keeps, gives, demands }
}

function toOutcome(batch: CounterBatch, { after, refused, granted, reads }: Answer): CounterOutcome {
  let at = 0
  return {
    takes: batch.takes.map((demands, i) => ({
      refused: refused[i] < 0 ? null : refused[i],
      sums: after.slice(at, (at += demands.length)),
    })),
    slotTakes: granted,
    reads,
  }
}

/** Full buckets dropped at a time. */
const BUCKETS_PRUNED_AT_ONCE = 5000
const PRUNE_EVERY_MS = 60_000

/**
 * Token buckets of all replicas in PostgreSQL: an unlogged table, for after a crash everybody may begin with full
 * buckets. Times are the database's. `ready` creates the table if it does not exist. The connection stays its owner's.
 */
export function createPostgresBuckets(db: Kysely<never>, ready: () => Promise<void>): BucketStore {
  const pruning = setInterval(
    () =>
      void ready()
        .then(() => prune(db))
        .catch(() => {}),
    PRUNE_EVERY_MS,
  )
  pruning.unref()
  return {
    async exchange(changes) {
      await ready()
      const { rows } = await sql<{ name: string; tokens: number }>`
        insert into bucket as held (name, tokens, capacity, per_s, at_s)
        select name, capacity - taken, capacity, per_s, extract(epoch from clock_timestamp())::double precision
        from unnest(${changes.map(({ name }) => name)}::text[], ${changes.map(({ taken }) => taken)}::double precision[],
          ${changes.map(({ capacity }) => capacity)}::double precision[], ${changes.map(({ perS }) => perS)}::double precision[])
          as given (name, taken, capacity, per_s)
        order by name collate "C" -- replicas lock rows in one order
        on conflict (name) do update set
          tokens = least(excluded.capacity, held.tokens + greatest(0, excluded.at_s - held.at_s) * excluded.per_s)
            - (excluded.capacity - excluded.tokens),
          capacity = excluded.capacity, per_s = excluded.per_s, at_s = excluded.at_s
        returning name, least(capacity, tokens) as tokens`.execute(db)
      const left = new Map(rows.map(({ name, tokens }) => [name, tokens]))
      return changes.map(({ name }) => left.get(name)!)
    },
    close: async () => clearInterval(pruning),
  }
}

async function prune(db: Kysely<never>): Promise<void> {
  await sql`delete from bucket where name in (
    select name from bucket
    where tokens + (extract(epoch from clock_timestamp())::double precision - at_s) * per_s >= capacity
    limit ${sql.lit(BUCKETS_PRUNED_AT_ONCE)} for update skip locked)`.execute(db)
}
