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
  if (asked.action === 'restore') return restore(asked, environment)
  return inDataFolder(dataDirOf(asked, environment), () =>
    asked.action === 'move' ? move(asked, environment, nowMs) : act(asked, environment, nowMs),
  )
}

async function act(asked: KeyAction, environment: Record<string, string | undefined>, nowMs: number): Promise<string> {
  const accounts = await openStore(asked, environment)
  const counters = new BatchedCounterStore(accounts.counters)
  try {
    const text = await new KeyActions(accounts.keys, counters, nowMs).run(asked)
    return asked.json ? text : `${text}\n${placeText(accounts, asked, environment)}`
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
  asked: Extract<KeysArguments, { action: 'restore' }>,
  environment: Record<string, string | undefined>,
): Promise<string> {
  const dataDir = resolve(dataDirOf(asked, environment))
  return inDataFolder(dataDir, async () => {
    const { keys, replaced } = restoreAccounts(asked.file, dataDir)
    if (asked.json) return JSON.stringify({ keys, dataDir, replaced })
    const before = replaced === null ? '' : ` What was there is now ${replaced}.`
    return `${join(dataDir, ACCOUNTS_FILE)} has the ${keys} keys of ${asked.file}.${before}`
  })
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
  if (!existsSync(join(dataDir, ACCOUNTS_FILE))) {
    const absent = `There are no keys in ${resolve(dataDir)}`
    if (asked.action !== 'create')
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
  asked: KeysArguments,
  environment: Record<string, string | undefined>,
): string {
  return engine === 'sqlite'
    ? `Keys of ${join(resolve(dataDirOf(asked, environment)), ACCOUNTS_FILE)}.`
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
type Asked<Action extends KeyAction['action']> = Extract<KeyAction, { action: Action }>

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
  run(asked: KeyAction): Promise<string> {
    switch (asked.action) {
      case 'create':
        return this.#create(asked)
      case 'list':
        return this.#list(asked)
      case 'show':
        return this.#show(asked)
      case 'revoke':
        return this.#revoke(asked)
      case 'rotate':
        return this.#rotate(asked)
      case 'plan':
        return this.#plan(asked)
    }
  }

  async #create(asked: Asked<'create'>): Promise<string> {
    const known = await this.#keys.findProject(asked.project)
    const isChange = (asked.plan !== null && asked.plan !== known?.plan) || Object.keys(asked.overrides).length > 0
    if (known !== null && isChange)
      throw new ServiceError(
        'invalid_input',
        `The project "${asked.project}" already exists, on plan ${known.plan}, and its keys share one plan. Change it with npm run keys -- plan ${asked.project} --plan PLAN.`,
      )
    if (known === null) await this.#keys.writeProject(asked.project, asked.plan ?? 'free', asked.overrides, this.#nowMs)
    const plan = known?.plan ?? asked.plan ?? 'free'
    return madeText(
      asked,
      await this.#add({ project: asked.project, plan, browser: asked.browser, origins: asked.origins }, asked.note),
      `${asked.browser ? `Browser key for ${asked.origins.join(', ')}` : 'Server key'}, project ${asked.project}, plan ${plan}.`,
    )
  }

  async #list(asked: Asked<'list'>): Promise<string> {
    const listed = await Promise.all(
      (await this.#keys.listKeys())
        .filter(({ project }) => asked.project === null || project === asked.project)
        .map((key) => this.#shown(key)),
    )
    return asked.json ? JSON.stringify(listed, null, 2) : keyTable(listed)
  }

  async #show(asked: Asked<'show' | 'revoke'>): Promise<string> {
    const key = await this.#find(asked.prefix)
    const whole = await this.#shown(key)
    const operations = await this.#counters.listUsage(`project:${key.project}`, whole.period, key.prefix)
    return asked.json ? JSON.stringify({ ...whole, operations }, null, 2) : keyText(whole, operations)
  }

  async #revoke(asked: Asked<'show' | 'revoke'>): Promise<string> {
    const { prefix } = await this.#find(asked.prefix)
    await this.#keys.revokeKey(prefix, this.#nowMs)
    return asked.json
      ? JSON.stringify({ revoked: prefix })
      : `${prefix} is revoked: calls with it get 401 within 2 seconds.`
  }

  async #rotate(asked: Asked<'rotate'>): Promise<string> {
    const old = await this.#find(asked.prefix)
    if (old.revokedMs !== null && old.revokedMs <= this.#nowMs)
      throw new ServiceError(
        'invalid_input',
        `${old.prefix} is already revoked: create a new key with npm run keys -- create --project ${old.project}.`,
      )
    const key = await this.#add(old, old.note)
    await this.#keys.revokeKey(old.prefix, this.#nowMs + asked.graceMs)
    return madeText(
      asked,
      key,
      `Replaces ${old.prefix}, which ${asked.graceMs === 0 ? 'is revoked' : `works until ${new Date(this.#nowMs + asked.graceMs).toISOString()}`}.`,
    )
  }

  async #plan(asked: Asked<'plan'>): Promise<string> {
    if ((await this.#keys.findProject(asked.project)) === null)
      throw new ServiceError(
        'not_found',
        `There is no project "${asked.project}": create its first key with npm run keys -- create --project ${asked.project}.`,
      )
    await this.#keys.writeProject(asked.project, asked.plan, asked.overrides, this.#nowMs)
    const { credits, ratePerS, slots } = planOf(asked.plan, asked.overrides)
    return asked.json
      ? JSON.stringify({ project: asked.project, plan: asked.plan })
      : `Project ${asked.project} switches to plan ${asked.plan} within 2 seconds: ${credits} credits a month, ${ratePerS === Infinity ? 'no rate limit' : `${ratePerS} requests a second`}, ${slots} heavy requests at once.`
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
