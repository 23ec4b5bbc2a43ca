// Calls and credits of an account in a period by operation, for all its keys or one, the same on both engines.

import type { Kysely } from 'kysely'
import type { UsageRow } from '../src/metering/counter-store.ts'
import type { AccountTables } from './tables.ts'

export async function listUsage(
  db: Kysely<AccountTables>,
  account: string,
  periodId: string,
  keyPrefix?: string,
): Promise<UsageRow[]> {
  let requested = db.selectFrom('callCount').where('account', '=', account).where('periodId', '=', periodId)
  if (keyPrefix !== undefined) requested = requested.where('keyPrefix', '=', keyPrefix)
  const rows = await requested
    .groupBy('operation')
    .select([
      'operation',
      ({ fn }) => fn.sum<string | number>('calls').as('calls'),
      ({ fn }) => fn.sum<string | number>('credits').as('credits'),
    ])
    .execute()
  // PostgreSQL's sums are numerics, which the driver returns as text
  return rows
    .map(({ operation, calls, credits }) => ({ operation, calls: Number(calls), credits: Number(credits) }))
    .sort((a, b) => (a.operation < b.operation ? -1 : 1))
}
