// `npm run keys`: creates, lists, revokes and changes keys in the data folder or in the database of DATABASE_URL. A key
// is printed only when it is created; afterwards it is known by its first 12 characters. Works while a server is
// running.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ACCOUNTS_FILE, openPostgresAccounts, openSqliteAccounts } from '../../db/open-accounts.ts'
import type { Accounts } from '../../db/open-accounts.ts'
import type { ListedKey } from '../../db/key-table.ts'
import { toDatabaseReason } from '../../db/database-fault.ts'
import { moveAccounts } from '../../db/move-accounts.ts'
import { toAccountsFault } from '../../db/sqlite-fault.ts'
import { VARIABLES } from '../config.ts'
import { ServiceError } from '../errors.ts'
import { creditCounter } from '../gateway/allowance.ts'
import { createKey } from '../gateway/api-key.ts'
import { BatchedCounterStore } from '../gateway/batched-counters.ts'
import { periodAt, planOf, PLAN_NAMES, PLANS } from '../gateway/plans.ts'
import { KEYS_HELP, parseKeysArguments } from './parse-keys-arguments.ts'
import type { KeysArguments } from './parse-keys-arguments.ts'
import { keyTable, keyText, moveText, plansText } from './show-keys.ts'
import type { ShownKey } from './show-keys.ts'

/** Returns the text to print. Throws ServiceError with one sentence for a mistake or an unusable store. */
export async function runKeysCommand(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
  nowMs = Date.now(),
): Promise<string> {
  const asked = parseKeysArguments(argv)
  if (asked === null) return KEYS_HELP
  if (asked.action === 'plans')
    return asked.json
      ? JSON.stringify(
          PLAN_NAMES.map((name) => PLANS[name]),
          null,
          2,
        )
      : plansText()
  if (asked.action === 'move') return move(asked, environment, nowMs)
  const accounts = await openStore(asked, environment)
  const counters = new BatchedCounterStore(accounts.counters)
  try {
    return await act(asked, accounts, counters, nowMs)
  } catch (thrown) {
    throw thrown instanceof ServiceError && thrown.code !== 'busy' ? thrown : unusable(environment, thrown)
  } finally {
    await counters.close()
    await accounts.close()
  }
}

/** Copies keys from the data folder into the database. */
async function move(
  asked: KeysArguments,
  environment: Record<string, string | undefined>,
  nowMs: number,
): Promise<string> {
  if ((environment.DATABASE_URL?.trim() ?? '') === '')
    throw new ServiceError('invalid_input', 'Set DATABASE_URL to the database that the keys should be copied to.')
  const dataDir = dataDirOf(asked, environment)
  const target = await openStore({ ...asked, dataDir: null }, environment)
  try {
    const source = await openStore({ ...asked, dataDir }, environment)
    try {
      const moved = await moveAccounts(source, target, nowMs).catch((thrown: unknown) => {
        throw unusable(environment, thrown)
      })
      return asked.json ? JSON.stringify(moved) : moveText(moved, dataDir)
    } finally {
      await source.close()
    }
  } finally {
    await target.close()
  }
}

function dataDirOf(asked: KeysArguments, environment: Record<string, string | undefined>): string {
  return asked.dataDir ?? (environment.DATA_DIR?.trim() || VARIABLES.dataDir.fallback)
}

async function openStore(asked: KeysArguments, environment: Record<string, string | undefined>): Promise<Accounts> {
  const databaseUrl = environment.DATABASE_URL?.trim() ?? ''
  if (databaseUrl !== '' && asked.dataDir === null) {
    try {
      return openPostgresAccounts(VARIABLES.databaseUrl.read(databaseUrl))
    } catch (thrown) {
      throw unusable(environment, thrown)
    }
  }
  const dataDir = dataDirOf(asked, environment)
  if (asked.action !== 'create' && !existsSync(join(dataDir, ACCOUNTS_FILE)))
    throw new ServiceError(
      'not_found',
      `There are no keys in "${dataDir}": name the data folder with --data, or create a key with npm run keys -- create.`,
    )
  try {
    return await openSqliteAccounts(dataDir)
  } catch (cause) {
    throw new ServiceError('invalid_input', toAccountsFault(cause, join(dataDir, ACCOUNTS_FILE)), { cause })
  }
}

async function act(
  asked: Exclude<KeysArguments, { action: 'plans' | 'move' }>,
  { keys }: Accounts,
  counters: BatchedCounterStore,
  nowMs: number,
): Promise<string> {
  const find = async (prefix: string): Promise<ListedKey> => {
    // if a whole key was pasted by mistake, it is found by its prefix and never repeated
    const found = (await keys.listKeys()).find((key) => key.prefix === prefix.slice(0, 12))
    if (found === undefined || prefix.length < 12)
      throw new ServiceError(
        'not_found',
        `There is no key "${prefix.slice(0, 12)}": npm run keys -- list shows the first 12 characters of each key.`,
      )
    return found
  }
  const shown = async (key: ListedKey): Promise<ShownKey> => {
    const plan = planOf(key.plan, key.overrides)
    const period = periodAt(plan.period, nowMs)
    const { prefix, project, browser, origins, note, createdMs, revokedMs } = key
    return {
      prefix,
      project,
      plan: plan.name,
      browser,
      origins: [...origins],
      note,
      createdAt: new Date(createdMs).toISOString(),
      revokedAt: revokedMs === null ? null : new Date(revokedMs).toISOString(),
      isLive: revokedMs === null || revokedMs > nowMs,
      credits: plan.credits,
      creditsUsed: await counters.used(creditCounter(`project:${project}`, period.id)),
      ratePerS: plan.ratePerS === Infinity ? null : plan.ratePerS,
      slots: plan.slots,
      period: period.id,
    }
  }
  const add = async (options: Parameters<typeof createKey>[0], note: string): Promise<string> => {
    for (;;) {
      const { key, record } = createKey(options)
      if (await keys.addKey(record, note, nowMs)) return key
    }
  }
  const made = (key: string, sentence: string): string =>
    asked.json
      ? JSON.stringify({ key, prefix: key.slice(0, 12) })
      : `${key}\n\n${sentence}\nThis key will not be shown again: only its SHA-256 is stored. It works within 2 seconds.`

  switch (asked.action) {
    case 'create': {
      const known = await keys.findProject(asked.project)
      const isChange = (asked.plan !== null && asked.plan !== known?.plan) || Object.keys(asked.overrides).length > 0
      if (known !== null && isChange)
        throw new ServiceError(
          'invalid_input',
          `The project "${asked.project}" already exists, on plan ${known.plan}, and its keys share one plan. Change it with npm run keys -- plan ${asked.project} --plan PLAN.`,
        )
      if (known === null) await keys.writeProject(asked.project, asked.plan ?? 'free', asked.overrides, nowMs)
      const plan = known?.plan ?? asked.plan ?? 'free'
      return made(
        await add({ project: asked.project, plan, browser: asked.browser, origins: asked.origins }, asked.note),
        `${asked.browser ? `Browser key for ${asked.origins.join(', ')}` : 'Server key'}, project ${asked.project}, plan ${plan}.`,
      )
    }
    case 'list': {
      const listed = await Promise.all(
        (await keys.listKeys()).filter(({ project }) => asked.project === null || project === asked.project).map(shown),
      )
      return asked.json ? JSON.stringify(listed, null, 2) : keyTable(listed)
    }
    case 'show': {
      const key = await find(asked.prefix)
      const whole = await shown(key)
      const operations = await counters.listUsage(`project:${key.project}`, whole.period, key.prefix)
      return asked.json ? JSON.stringify({ ...whole, operations }, null, 2) : keyText(whole, operations)
    }
    case 'revoke': {
      const { prefix } = await find(asked.prefix)
      await keys.revokeKey(prefix, nowMs)
      return asked.json
        ? JSON.stringify({ revoked: prefix })
        : `${prefix} is revoked: calls with it get 401 within 2 seconds.`
    }
    case 'rotate': {
      const old = await find(asked.prefix)
      if (old.revokedMs !== null && old.revokedMs <= nowMs)
        throw new ServiceError(
          'invalid_input',
          `${old.prefix} is already revoked: create a new key with npm run keys -- create --project ${old.project}.`,
        )
      const key = await add(old, old.note)
      await keys.revokeKey(old.prefix, nowMs + asked.graceMs)
      return made(
        key,
        `Replaces ${old.prefix}, which ${asked.graceMs === 0 ? 'is revoked' : `works until ${new Date(nowMs + asked.graceMs).toISOString()}`}.`,
      )
    }
    case 'plan': {
      if ((await keys.findProject(asked.project)) === null)
        throw new ServiceError(
          'not_found',
          `There is no project "${asked.project}": create its first key with npm run keys -- create --project ${asked.project}.`,
        )
      await keys.writeProject(asked.project, asked.plan, asked.overrides, nowMs)
      const { credits, ratePerS, slots } = planOf(asked.plan, asked.overrides)
      return asked.json
        ? JSON.stringify({ project: asked.project, plan: asked.plan })
        : `Project ${asked.project} switches to plan ${asked.plan} within 2 seconds: ${credits} credits a month, ${ratePerS === Infinity ? 'no rate limit' : `${ratePerS} requests a second`}, ${slots} heavy requests at once.`
    }
  }
}

/** The database's address is never repeated: it contains a password. */
function unusable(environment: Record<string, string | undefined>, thrown: unknown): ServiceError {
  const cause = thrown instanceof ServiceError ? thrown.cause : thrown
  const where = (environment.DATABASE_URL ?? '') === '' ? 'The key store' : 'The database of DATABASE_URL'
  return new ServiceError('invalid_input', `${where} cannot be used: ${toDatabaseReason(cause ?? thrown)}.`, {
    cause: thrown,
  })
}

if (import.meta.main) {
  runKeysCommand(process.argv.slice(2), process.env).then(
    (text) => process.stdout.write(`${text}\n`),
    (error: Error) => {
      process.stderr.write(`${error instanceof ServiceError ? error.message : (error.stack ?? error.message)}\n`)
      process.exitCode = 1
    },
  )
}
