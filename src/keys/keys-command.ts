// `npm run keys`: creates, lists, revokes and changes keys in the data folder or in the database of DATABASE_URL. A key
// is printed only when it is created; afterwards it is known by its first 12 characters. Works while a server is
// running.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ACCOUNTS_FILE, type Accounts, openPostgresAccounts, openSqliteAccounts } from '../../db/open-accounts.ts'
import { toDatabaseReason } from '../../db/database-fault.ts'
import { moveAccounts } from '../../db/move-accounts.ts'
import { toAccountsFault } from '../../db/sqlite-fault.ts'
import { VARIABLES } from '../config/variables.ts'
import { ServiceError } from '../errors.ts'
import { BatchedCounterStore } from '../metering/batched-counters.ts'
import { PLAN_NAMES, PLANS } from '../metering/plans.ts'
import { KeyActions } from './key-actions.ts'
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
  if (asked.action === 'move') return move(asked, environment, nowMs)
  const accounts = await openStore(asked, environment)
  const counters = new BatchedCounterStore(accounts.counters)
  try {
    return await new KeyActions(accounts.keys, counters, nowMs).run(asked)
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
