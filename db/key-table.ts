// Keys and their projects in either engine: created, changed and listed by the keys command, followed by servers. Every
// change gets the next number, so that a server reads only what has changed since. Holds SHA-256 sums, never a key.

import { randomInt } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { ServiceError } from '../src/errors.ts'
import type { KeyRecord } from '../src/metering/api-key.ts'
import type { PlanName, PlanOverrides } from '../src/metering/plans.ts'
import type { AccountTables } from './tables.ts'

/** Rows of `keyChange`. */
const LAST = 1
const ONE_BEFORE = 2

export interface ListedKey extends KeyRecord {
  note: string
  createdMs: number
  revokedMs: number | null
}

export interface KeyTable {
  /**
   * Keys that changed after change `since`, and the number of the last change. All keys (`isWhole`) unless `since` is
   * this change or the one before it: a database restored from a backup may have changed again.
   */
  readChanges(since: number): Promise<{ last: number; isWhole: boolean; keys: ListedKey[] }>
  /** All keys, revoked ones too, by project and age. */
  listKeys(): Promise<ListedKey[]>
  findProject(name: string): Promise<{ plan: PlanName; overrides: PlanOverrides } | null>
  /** Creates the project, or changes its plan and that of its keys. */
  writeProject(name: string, plan: PlanName, overrides: PlanOverrides, nowMs: number): Promise<void>
  /** Returns false if a key with this prefix exists: make another one. The project must exist. */
  addKey(record: KeyRecord, note: string, nowMs: number): Promise<boolean>
  /** The key stops working at `atMs`. Returns false if there is no such key. */
  revokeKey(prefix: string, atMs: number): Promise<boolean>
}

export function createKeyTable(db: Kysely<AccountTables>): KeyTable {
  return {
    async readChanges(since) {
      // read before the keys: changes in between are read again next time
      const rows = await db.selectFrom('keyChange').selectAll().execute()
      const numberOf = (id: number): number => rows.find((row) => row.id === id)?.last ?? 0
      const last = numberOf(LAST)
      if (last === since) return { last, isWhole: false, keys: [] }
      const isWhole = numberOf(ONE_BEFORE) !== since
      const found = await keyRows(db)
        .where('change', '>', isWhole ? -1 : since)
        .execute()
      return { last, isWhole, keys: found.map(toListedKey) }
    },
    listKeys: async () =>
      (await keyRows(db).orderBy('apiKey.project').orderBy('apiKey.createdMs').orderBy('prefix').execute()).map(
        toListedKey,
      ),
    async findProject(name) {
      const row = await db.selectFrom('project').selectAll().where('name', '=', name).executeTakeFirst()
      return row === undefined ? null : { plan: row.plan as PlanName, overrides: toOverrides(row) }
    },
    writeProject: (name, plan, overrides, nowMs) =>
      change(db, (step, number) => writeProject(step, number, name, plan, overrides, nowMs)),
    addKey: (record, note, nowMs) => change(db, (step, number) => addKey(step, number, record, note, nowMs)),
    async revokeKey(prefix, atMs) {
      const known = await db.selectFrom('apiKey').select('prefix').where('prefix', '=', prefix).executeTakeFirst()
      if (known === undefined) return false
      await change(db, (step, number) =>
        step.updateTable('apiKey').set({ revokedMs: atMs, change: number }).where('prefix', '=', prefix).execute(),
      )
      return true
    },
  }
}

/** Keys with the values of their project. */
function keyRows(db: Kysely<AccountTables>) {
  return db
    .selectFrom('apiKey')
    .innerJoin('project', 'project.name', 'apiKey.project')
    .select([
      'prefix',
      'sha256',
      'apiKey.project',
      'browser',
      'origins',
      'note',
      'apiKey.createdMs',
      'revokedMs',
      'change',
      'plan',
      'credits',
      'ratePerS',
      'slots',
    ])
}

/** One change at a time, numbered in the order in which they become visible. */
function change<T>(
  db: Kysely<AccountTables>,
  work: (step: Transaction<AccountTables>, number: number) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (step) => work(step, await nextChange(step)))
}

async function writeProject(
  step: Transaction<AccountTables>,
  number: number,
  name: string,
  plan: PlanName,
  { credits, ratePerS, slots }: PlanOverrides,
  nowMs: number,
): Promise<void> {
  const values = {
    plan,
    credits: credits ?? null,
    ratePerS: ratePerS === undefined ? null : Number.isFinite(ratePerS) ? ratePerS : 0,
    slots: slots ?? null,
  }
  await step
    .insertInto('project')
    .values({ name, ...values, createdMs: nowMs })
    .onConflict((on) => on.column('name').doUpdateSet(values))
    .execute()
  await step.updateTable('apiKey').set({ change: number }).where('project', '=', name).execute()
}

async function addKey(
  step: Transaction<AccountTables>,
  number: number,
  record: KeyRecord,
  note: string,
  nowMs: number,
): Promise<boolean> {
  const { prefix, sha256, project, browser, origins } = record
  if ((await step.selectFrom('project').select('name').where('name', '=', project).executeTakeFirst()) === undefined)
    throw new ServiceError('not_found', `There is no project "${project}".`)
  const added = await step
    .insertInto('apiKey')
    .values({
      prefix,
      sha256: sha256.toString('hex'),
      project,
      browser: browser ? 1 : 0,
      origins: JSON.stringify(origins),
      note,
      createdMs: nowMs,
      revokedMs: null,
      change: number,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return Number(added.numInsertedOrUpdatedRows ?? 0) === 1
}

/**
 * The number of this transaction's change of keys; others wait for its end. Made from the clock, so that a database
 * restored from a backup never gives a number again that a server has read.
 */
export async function nextChange(step: Transaction<AccountTables>): Promise<number> {
  const { last } = await step
    .updateTable('keyChange')
    .set((is) => ({ last: is.ref('last') }))
    .where('id', '=', LAST)
    .returning('last')
    .executeTakeFirstOrThrow()
  const next = Math.max(last + 1, Date.now() * 1000 + randomInt(1000))
  await step.updateTable('keyChange').set({ last: next }).where('id', '=', LAST).execute()
  await step
    .insertInto('keyChange')
    .values({ id: ONE_BEFORE, last })
    .onConflict((on) => on.column('id').doUpdateSet({ last }))
    .execute()
  return next
}

type Overrides = Pick<AccountTables['project'], 'credits' | 'ratePerS' | 'slots'>

function toOverrides({ credits, ratePerS, slots }: Overrides): PlanOverrides {
  return {
    ...(credits === null ? {} : { credits }),
    ...(ratePerS === null ? {} : { ratePerS: ratePerS === 0 ? Infinity : ratePerS }),
    ...(slots === null ? {} : { slots }),
  }
}

function toListedKey(
  row: Overrides & Omit<AccountTables['apiKey'], 'change'> & Pick<AccountTables['project'], 'plan'>,
): ListedKey {
  const { prefix, project, note, createdMs, revokedMs } = row
  return {
    prefix,
    sha256: Buffer.from(row.sha256, 'hex'),
    project,
    plan: row.plan as PlanName,
    browser: row.browser === 1,
    origins: JSON.parse(row.origins) as string[],
    revoked: false,
    revokedMs,
    overrides: toOverrides(row),
    note,
    createdMs,
  }
}
