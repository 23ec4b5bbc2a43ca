// `npm run keys`: creates, lists, revokes and changes keys in the data folder or in the database of DATABASE_URL. A key
// is printed only when it is created; afterwards it is known by its first 12 characters. Works while a server is
// running.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ACCOUNTS_FILE, type Accounts, openPostgresAccounts, openSqliteAccounts } from '../../db/open-accounts.ts'
import { toDatabaseReason } from '../../db/database-fault.ts'
import { moveAccounts } from '../../db/move-accounts.ts'
import { restoreAccounts } from '../../db/restore-accounts.ts'
import { toAccountsFault } from '../../db/sqlite-fault.ts'
import { loadEnvFile } from '../config/command-line.ts'
import { keepOwner } from '../config/folder-owner.ts'
import { VARIABLES } from '../config/variables.ts'
import { ServiceError } from '../errors.ts'
import { BatchedCounterStore } from '../metering/batched-counters.ts'
import { PLAN_NAMES, PLANS } from '../metering/plans.ts'
import { REGIONS_FOLDER } from '../releases/region-folder.ts'
import { POINTER_FILE } from '../releases/release-manifest.ts'
import { type KeyAction, KeyActions } from './key-actions.ts'
import { KEYS_HELP, type KeysArguments, parseKeysArguments } from './parse-keys-arguments.ts'
import { moveText, plansText } from './show-keys.ts'

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
  if (asked.action === 'move') return move(asked, environment, nowMs)
  return keepOwner(dataDirOf(asked, environment), () => act(asked, environment, nowMs))
}

async function act(asked: KeyAction, environment: Record<string, string | undefined>, nowMs: number): Promise<string> {
  const accounts = await openStore(asked, environment)
  const counters = new BatchedCounterStore(accounts.counters)
  try {
    const text = await new KeyActions(accounts.keys, counters, nowMs).run(asked)
    return asked.json ? text : `${text}\n${placeText(accounts, asked, environment)}`
  } catch (thrown) {
    throw thrown instanceof ServiceError && thrown.code !== 'busy' ? thrown : unusable(environment, thrown)
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
  return keepOwner(dataDir, async () => {
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
    if (![POINTER_FILE, REGIONS_FOLDER].some((name) => existsSync(join(dataDir, name))))
      throw new ServiceError(
        'not_found',
        `${absent} and no release, so no server uses this folder: name the data folder with --data or --env-file, or import a region first.`,
      )
  }
  try {
    return await openSqliteAccounts(dataDir)
  } catch (cause) {
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
