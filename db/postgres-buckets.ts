// Token buckets of all replicas in PostgreSQL: an unlogged table, for after a crash everybody may begin with full
// buckets. Times are the database's.

import { sql, type Kysely } from 'kysely'
import type { BucketStore } from '../src/metering/shared-buckets.ts'

/** Full buckets dropped at a time. */
const PRUNED_AT_ONCE = 5000
const PRUNE_EVERY_MS = 60_000

/** `ready` creates the table if it does not exist. The connection stays its owner's. */
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
    limit ${sql.lit(PRUNED_AT_ONCE)} for update skip locked)`.execute(db)
}
