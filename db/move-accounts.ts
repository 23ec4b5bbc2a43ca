// Copies projects, keys and their counters from one store of accounts to another, for a move from accounts.sqlite to
// PostgreSQL. Can be repeated at any time while servers run on either: what was copied before is recorded, so that only
// later changes are added. The source is not changed.

import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql, type Transaction } from 'kysely'
import { ServiceError } from '../src/errors.ts'
import { isDiskFull } from '../src/config/start-error.ts'
import type { AccountTables } from './tables.ts'
import { nextChange } from './key-table.ts'
import { type Accounts, ACCOUNTS_FILE } from './open-accounts.ts'
import { isLocked, SQLITE_CORRUPT, toAccountsFault } from './database-fault.ts'

export interface MovedAccounts {
  projects: number
  keys: number
  /** keys that already existed and have since been revoked in the source */
  revoked: number
  /** keys that already existed */
  known: number
  /** counters of credits, areas and calls that changed */
  counters: number
  /** projects in both stores whose plans differ: the target's plan stays */
  otherPlans: string[]
  /** prefixes of keys that equal the prefix of another key in the target: new keys are needed */
  refused: string[]
}

/** All in one transaction of the target, or nothing. Throws what the stores throw. */
export async function moveAccounts(source: Accounts, target: Accounts, nowMs: number): Promise<MovedAccounts> {
  await Promise.all([source.ready(), target.ready()])
  const from = await source.db.transaction().execute((step) => readAll(step, nowMs))
  return target.db.transaction().execute(async (step) => {
    const change = await nextChange(step)
    return {
      ...(await moveProjects(step, from.projects)),
      ...(await moveKeys(step, from.keys, change)),
      counters: await moveCounters(step, from),
    }
  })
}

type Source = Awaited<ReturnType<typeof readAll>>

async function readAll(step: Transaction<AccountTables>, nowMs: number) {
  const made = await sql<{ timestamp: string }>`select timestamp from kysely_migration order by name limit 1`.execute(
    step,
  )
  const ofProjects = (column: string) => sql<boolean>`${sql.ref(column)} like '%project:%'`
  return {
    /** identifies a store by its time of creation */
    id: made.rows[0].timestamp,
    projects: await step.selectFrom('project').selectAll().orderBy('name').execute(),
    keys: await step.selectFrom('apiKey').selectAll().orderBy('prefix').execute(),
    counters: await step
      .selectFrom('counter')
      .selectAll()
      .where(ofProjects('name'))
      .where('keepUntilMs', '>', nowMs)
      .orderBy('name')
      .execute(),
    calls: await step
      .selectFrom('callCount')
      .selectAll()
      .where(ofProjects('account'))
      .where('keepUntilMs', '>', nowMs)
      .orderBy('account')
      .orderBy('periodId')
      .orderBy('keyPrefix')
      .orderBy('operation')
      .execute(),
  }
}

async function moveProjects(step: Transaction<AccountTables>, projects: Source['projects']) {
  const moved = { projects: 0, otherPlans: [] as string[] }
  for (const project of projects) {
    const known = await step.selectFrom('project').selectAll().where('name', '=', project.name).executeTakeFirst()
    if (known === undefined) {
      await step.insertInto('project').values(project).execute()
      moved.projects++
    } else if (
      known.plan !== project.plan ||
      known.credits !== project.credits ||
      known.ratePerS !== project.ratePerS ||
      known.slots !== project.slots
    )
      moved.otherPlans.push(project.name)
  }
  return moved
}

async function moveKeys(step: Transaction<AccountTables>, keys: Source['keys'], change: number) {
  const moved = { keys: 0, revoked: 0, known: 0, refused: [] as string[] }
  for (const key of keys) {
    const known = await step.selectFrom('apiKey').selectAll().where('prefix', '=', key.prefix).executeTakeFirst()
    if (known === undefined) {
      await step
        .insertInto('apiKey')
        .values({ ...key, change })
        .execute()
      moved.keys++
      continue
    }
    if (known.sha256 !== key.sha256) {
      moved.refused.push(key.prefix)
      continue
    }
    moved.known++
    if (key.revokedMs === null || key.revokedMs >= (known.revokedMs ?? Infinity)) continue
    await step
      .updateTable('apiKey')
      .set({ revokedMs: key.revokedMs, change })
      .where('prefix', '=', key.prefix)
      .execute()
    moved.revoked++
  }
  return moved
}

/** Adds the increase of each counter since the last copy. In the order in which servers lock them. */
async function moveCounters(step: Transaction<AccountTables>, { id, counters, calls }: Source): Promise<number> {
  const before = new Map(
    (await step.selectFrom('movedCounter').selectAll().where('source', '=', id).execute()).map((row) => [
      row.name,
      row,
    ]),
  )
  let changed = 0
  const gainOf = async (name: string, used: number, ofCalls: number) => {
    const { used: usedBefore, calls: callsBefore } = before.get(name) ?? { used: 0, calls: 0 }
    const gain = { used: used - usedBefore, calls: ofCalls - callsBefore }
    if (gain.used === 0 && gain.calls === 0) return null
    changed++
    await step
      .insertInto('movedCounter')
      .values({ source: id, name, used, calls: ofCalls })
      .onConflict((on) => on.columns(['source', 'name']).doUpdateSet({ used, calls: ofCalls }))
      .execute()
    return gain
  }
  for (const { name, used, keepUntilMs } of counters) {
    const gain = await gainOf(name, used, 0)
    if (gain === null) continue
    await step
      .insertInto('counter')
      .values({ name, used: Math.max(0, gain.used), keepUntilMs })
      .onConflict((on) =>
        on.column('name').doUpdateSet({ used: sql<number>`greatest(0, counter.used + ${gain.used})` }),
      )
      .execute()
  }
  for (const row of calls) {
    const { account, periodId, keyPrefix, operation } = row
    const gain = await gainOf(JSON.stringify([account, periodId, keyPrefix, operation]), row.credits, row.calls)
    if (gain === null) continue
    await step
      .insertInto('callCount')
      .values({ ...row, credits: gain.used, calls: gain.calls })
      .onConflict((on) =>
        on.columns(['account', 'periodId', 'keyPrefix', 'operation']).doUpdateSet({
          credits: sql<number>`call_count.credits + ${gain.used}`,
          calls: sql<number>`call_count.calls + ${gain.calls}`,
        }),
      )
      .execute()
  }
  return changed
}

/**
 * Puts a backup in place of accounts.sqlite. A plain copy restores nothing after an unclean stop: SQLite would replay
 * the journal that was left beside the file (-wal) over it. `file`: a backup, which is not changed. Returns how many
 * keys it has, and where the file that was there is now (null: there was no file). Throws ServiceError `invalid_input`
 * and changes nothing if a server has the file open, or if the backup is not one; and what SQLite throws if the disk is
 * full.
 */
export function restoreAccounts(file: string, dataDir: string): { keys: number; replaced: string | null } {
  const path = join(dataDir, ACCOUNTS_FILE)
  const restoring = `${path}.restoring`
  rmSync(restoring, { force: true })
  try {
    const keys = copyWhole(file, restoring)
    const replaced = existsSync(path) ? `${path}.replaced` : null
    closeJournal(path)
    if (replaced !== null) renameSync(path, replaced)
    for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
    renameSync(restoring, path)
    return { keys, replaced }
  } finally {
    rmSync(restoring, { force: true })
  }
}

/** Copies a backup with what its own journal holds. Returns how many keys it has. */
function copyWhole(file: string, to: string): number {
  if (!existsSync(file)) throw fault(`${file} is not there.`)
  try {
    const backup = new DatabaseSync(file, { readOnly: true })
    try {
      const found = Object.values(backup.prepare('PRAGMA quick_check(1)').get()!)[0] as string
      if (found !== 'ok') throw Object.assign(new Error(found), { errcode: SQLITE_CORRUPT })
      const keys = backup.prepare('select count(*) as n from api_key').get()!.n as number
      backup.prepare('VACUUM INTO ?').run(to)
      return keys
    } finally {
      backup.close()
    }
  } catch (cause) {
    if (isDiskFull(cause)) throw cause
    throw fault(`${file} is no backup of ${ACCOUNTS_FILE}: ${(cause as Error).message}.`, cause)
  }
}

/** Writes the journal into the file and ends it, which SQLite refuses while another process has the file open. */
function closeJournal(path: string): void {
  if (!existsSync(path)) return
  let current: DatabaseSync | null = null
  try {
    current = new DatabaseSync(path, { timeout: 500 })
    current.exec('PRAGMA journal_mode = DELETE')
  } catch (cause) {
    // a damaged file is replaced all the same
    if (isLocked(cause)) throw fault(`Stop the server first: ${toAccountsFault(cause, path)}`, cause)
  } finally {
    current?.close()
  }
}

function fault(sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', sentence, { cause })
}
