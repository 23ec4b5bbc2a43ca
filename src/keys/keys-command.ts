// `npm run keys`: creates, lists, revokes and changes keys in the data folder or in the database of DATABASE_URL. A key
// is printed only when it is created; afterwards it is known by its first 12 characters. Works while a server is
// running.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ACCOUNTS_FILE, type Accounts, openPostgresAccounts, openSqliteAccounts } from '../../db/open-accounts.ts'
import { toDatabaseReason, toAccountsFault } from '../../db/database-fault.ts'
import { moveAccounts, restoreAccounts } from '../../db/move-accounts.ts'
import { loadEnvFile } from '../config/command-line.ts'
import { inDataFolder, isOfService } from '../config/data-folder.ts'
import { isDiskFull } from '../config/start-error.ts'
import { VARIABLES } from '../config/variables.ts'
import { ServiceError } from '../errors.ts'
import { BatchedCounterStore } from '../metering/batched-counters.ts'
import { PLANS, PLAN_NAMES, periodAt, planOf } from '../metering/plans.ts'
import { REGIONS_FOLDER } from '../releases/read-release.ts'
import { POINTER_FILE } from '../releases/release-manifest.ts'
import { KEYS_HELP, type KeysArguments, parseKeysArguments } from './parse-keys-arguments.ts'
import { type ShownKey, keyTable, keyText, moveText, plansText } from './show-keys.ts'
import type { KeyTable, ListedKey } from '../../db/key-table.ts'
import { creditCounter } from '../metering/allowance.ts'
import { createKey } from '../metering/api-key.ts'

/** Returns the text to print. Throws ServiceError with one sentence for a mistake or an unusable store. */
export async function runKeysCommand(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
  nowMs = Date.now(),
): Promise<string> {
  const requested = parseKeysArguments(argv)
  if (requested === null) return KEYS_HELP
  if (requested.action === 'plans')
    return requested.json
      ? JSON.stringify(
          PLAN_NAMES.map((name) => PLANS[name]),
          null,
          2,
        )
      : plansText()
  if (requested.action === 'restore') return restore(requested, environment)
  return inDataFolder(dataDirOf(requested, environment), () =>
    requested.action === 'move' ? move(requested, environment, nowMs) : act(requested, environment, nowMs),
  )
}

async function act(
  requested: KeyAction,
  environment: Record<string, string | undefined>,
  nowMs: number,
): Promise<string> {
  const accounts = await openStore(requested, environment)
  const counters = new BatchedCounterStore(accounts.counters)
  try {
    const text = await new KeyActions(accounts.keys, counters, nowMs).run(requested)
    return requested.json ? text : `${text}\n${placeText(accounts, requested, environment)}`
  } catch (thrown) {
    const isSaid = (thrown instanceof ServiceError && thrown.code !== 'busy') || isDiskFull(thrown)
    throw isSaid ? thrown : unusable(environment, thrown)
  } finally {
    await counters.close()
    await accounts.close()
  }
}

/** Puts a backup in place of the keys of the data folder. */
async function restore(
  requested: Extract<KeysArguments, { action: 'restore' }>,
  environment: Record<string, string | undefined>,
): Promise<string> {
  const dataDir = resolve(dataDirOf(requested, environment))
  return inDataFolder(dataDir, async () => {
    const { keys, replaced } = restoreAccounts(requested.file, dataDir)
    if (requested.json) return JSON.stringify({ keys, dataDir, replaced })
    const before = replaced === null ? '' : ` What was there is now ${replaced}.`
    return `${join(dataDir, ACCOUNTS_FILE)} has the ${keys} keys of ${requested.file}.${before}`
  })
}

/** Copies keys from the data folder into the database. */
async function move(
  requested: KeysArguments,
  environment: Record<string, string | undefined>,
  nowMs: number,
): Promise<string> {
  if ((environment.DATABASE_URL?.trim() ?? '') === '')
    throw new ServiceError('invalid_input', 'Set DATABASE_URL to the database that the keys should be copied to.')
  const dataDir = dataDirOf(requested, environment)
  const target = await openStore({ ...requested, dataDir: null }, environment)
  try {
    const source = await openStore({ ...requested, dataDir }, environment)
    try {
      const moved = await moveAccounts(source, target, nowMs).catch((thrown: unknown) => {
        throw unusable(environment, thrown)
      })
      return requested.json ? JSON.stringify(moved) : moveText(moved, dataDir)
    } finally {
      await source.close()
    }
  } finally {
    await target.close()
  }
}

function dataDirOf(requested: KeysArguments, environment: Record<string, string | undefined>): string {
  return requested.dataDir ?? (environment.DATA_DIR?.trim() || VARIABLES.dataDir.fallback)
}

async function openStore(requested: KeysArguments, environment: Record<string, string | undefined>): Promise<Accounts> {
  const databaseUrl = environment.DATABASE_URL?.trim() ?? ''
  if (databaseUrl !== '' && requested.dataDir === null) {
    try {
      return openPostgresAccounts(VARIABLES.databaseUrl.read(databaseUrl))
    } catch (thrown) {
      throw unusable(environment, thrown)
    }
  }
  const dataDir = dataDirOf(requested, environment)
  if (!existsSync(join(dataDir, ACCOUNTS_FILE))) {
    const absent = `There are no keys in ${resolve(dataDir)}`
    if (requested.action !== 'create')
      throw new ServiceError(
        'not_found',
        `${absent}: name the data folder with --data, or create a key with npm run keys -- create.`,
      )
    const hasRelease = [POINTER_FILE, REGIONS_FOLDER].some((name) => existsSync(join(dataDir, name)))
    if (!hasRelease && !isOfService(dataDir))
      throw new ServiceError(
        'not_found',
        `${absent} and no release, so no server uses this folder: name the data folder with --data or --env-file, or import a region first.`,
      )
  }
  try {
    return await openSqliteAccounts(dataDir)
  } catch (cause) {
    if (isDiskFull(cause)) throw cause
    throw new ServiceError('invalid_input', toAccountsFault(cause, join(dataDir, ACCOUNTS_FILE)), { cause })
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

/** Where the keys are that were shown or changed. */
function placeText(
  { engine }: Accounts,
  requested: KeysArguments,
  environment: Record<string, string | undefined>,
): string {
  return engine === 'sqlite'
    ? `Keys of ${join(resolve(dataDirOf(requested, environment)), ACCOUNTS_FILE)}.`
    : 'Keys of the database of DATABASE_URL.'
}

async function main(argv: readonly string[]): Promise<string> {
  loadEnvFile(argv)
  return runKeysCommand(argv, process.env)
}

if (import.meta.main) {
  main(process.argv.slice(2)).then(
    (text) => process.stdout.write(`${text}\n`),
    (error: Error) => {
      process.stderr.write(`${error instanceof ServiceError ? error.message : (error.stack ?? error.message)}\n`)
      process.exitCode = 1
    },
  )
}

/** Actions on the keys of one store. */
export type KeyAction = Exclude<KeysArguments, { action: 'plans' | 'move' | 'restore' }>
type Requested<Action extends KeyAction['action']> = Extract<KeyAction, { action: Action }>

/** What the keys command does to the keys of a store, one function for each action. */
class KeyActions {
  readonly #keys: KeyTable
  readonly #counters: BatchedCounterStore
  readonly #nowMs: number

  constructor(keys: KeyTable, counters: BatchedCounterStore, nowMs: number) {
    this.#keys = keys
    this.#counters = counters
    this.#nowMs = nowMs
  }

  /** Returns the text to print. Throws ServiceError for a mistake. */
  run(requested: KeyAction): Promise<string> {
    switch (requested.action) {
      case 'create':
        return this.#create(requested)
      case 'list':
        return this.#list(requested)
      case 'show':
        return this.#show(requested)
      case 'revoke':
        return this.#revoke(requested)
      case 'rotate':
        return this.#rotate(requested)
      case 'plan':
        return this.#plan(requested)
    }
  }

  async #create(requested: Requested<'create'>): Promise<string> {
    const known = await this.#keys.findProject(requested.project)
    const isChange =
      (requested.plan !== null && requested.plan !== known?.plan) || Object.keys(requested.overrides).length > 0
    if (known !== null && isChange)
      throw new ServiceError(
        'invalid_input',
        `The project "${requested.project}" already exists, on plan ${known.plan}, and its keys share one plan. Change it with npm run keys -- plan ${requested.project} --plan PLAN.`,
      )
    if (known === null)
      await this.#keys.writeProject(requested.project, requested.plan ?? 'free', requested.overrides, this.#nowMs)
    const plan = known?.plan ?? requested.plan ?? 'free'
    return madeText(
      requested,
      await this.#add(
        { project: requested.project, plan, browser: requested.browser, origins: requested.origins },
        requested.note,
      ),
      `${requested.browser ? `Browser key for ${requested.origins.join(', ')}` : 'Server key'}, project ${requested.project}, plan ${plan}.`,
    )
  }

  async #list(requested: Requested<'list'>): Promise<string> {
    const listed = await Promise.all(
      (await this.#keys.listKeys())
        .filter(({ project }) => requested.project === null || project === requested.project)
        .map((key) => this.#shown(key)),
    )
    return requested.json ? JSON.stringify(listed, null, 2) : keyTable(listed)
  }

  async #show(requested: Requested<'show' | 'revoke'>): Promise<string> {
    const key = await this.#find(requested.prefix)
    const whole = await this.#shown(key)
    const operations = await this.#counters.listUsage(`project:${key.project}`, whole.period, key.prefix)
    return requested.json ? JSON.stringify({ ...whole, operations }, null, 2) : keyText(whole, operations)
  }

  async #revoke(requested: Requested<'show' | 'revoke'>): Promise<string> {
    const { prefix } = await this.#find(requested.prefix)
    await this.#keys.revokeKey(prefix, this.#nowMs)
    return requested.json
      ? JSON.stringify({ revoked: prefix })
      : `${prefix} is revoked: calls with it get 401 within 2 seconds.`
  }

  async #rotate(requested: Requested<'rotate'>): Promise<string> {
    const old = await this.#find(requested.prefix)
    if (old.revokedMs !== null && old.revokedMs <= this.#nowMs)
      throw new ServiceError(
        'invalid_input',
        `${old.prefix} is already revoked: create a new key with npm run keys -- create --project ${old.project}.`,
      )
    const key = await this.#add(old, old.note)
    await this.#keys.revokeKey(old.prefix, this.#nowMs + requested.graceMs)
    return madeText(
      requested,
      key,
      `Replaces ${old.prefix}, which ${requested.graceMs === 0 ? 'is revoked' : `works until ${new Date(this.#nowMs + requested.graceMs).toISOString()}`}.`,
    )
  }

  async #plan(requested: Requested<'plan'>): Promise<string> {
    if ((await this.#keys.findProject(requested.project)) === null)
      throw new ServiceError(
        'not_found',
        `There is no project "${requested.project}": create its first key with npm run keys -- create --project ${requested.project}.`,
      )
    await this.#keys.writeProject(requested.project, requested.plan, requested.overrides, this.#nowMs)
    const { credits, ratePerS, slots } = planOf(requested.plan, requested.overrides)
    return requested.json
      ? JSON.stringify({ project: requested.project, plan: requested.plan })
      : `Project ${requested.project} switches to plan ${requested.plan} within 2 seconds: ${credits} credits a month, ${ratePerS === Infinity ? 'no rate limit' : `${ratePerS} requests a second`}, ${slots} heavy requests at once.`
  }

  async #find(prefix: string): Promise<ListedKey> {
    // if a whole key was pasted by mistake, it is found by its prefix and never repeated
    const found = (await this.#keys.listKeys()).find((key) => key.prefix === prefix.slice(0, 12))
    if (found === undefined || prefix.length < 12)
      throw new ServiceError(
        'not_found',
        `There is no key "${prefix.slice(0, 12)}": npm run keys -- list shows the first 12 characters of each key.`,
      )
    return found
  }

  async #shown(key: ListedKey): Promise<ShownKey> {
    const plan = planOf(key.plan, key.overrides)
    const period = periodAt(plan.period, this.#nowMs)
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
      isLive: revokedMs === null || revokedMs > this.#nowMs,
      credits: plan.credits,
      creditsUsed: await this.#counters.used(creditCounter(`project:${project}`, period.id)),
      ratePerS: plan.ratePerS === Infinity ? null : plan.ratePerS,
      slots: plan.slots,
      period: period.id,
    }
  }

  async #add(options: Parameters<typeof createKey>[0], note: string): Promise<string> {
    for (;;) {
      const { key, record } = createKey(options)
      if (await this.#keys.addKey(record, note, this.#nowMs)) return key
    }
  }
}

function madeText({ json }: KeyAction, key: string, sentence: string): string {
  return json
    ? JSON.stringify({ key, prefix: key.slice(0, 12) })
    : `${key}\n\n${sentence}\nThis key will not be shown again: only its SHA-256 is stored. It works within 2 seconds.`
}
