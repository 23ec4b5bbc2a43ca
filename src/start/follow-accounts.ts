// Keys and counters of a running server, from the data folder or the database: follows keys, batches counters, deletes
// old rows from time to time, and logs once when the store goes down and once when it is back. Never logs an address or
// a password.

import { join } from 'node:path'
import { toDatabaseReason, isLocked, toAccountsFault } from '../../db/database-fault.ts'
import {
  ACCOUNTS_FILE,
  type Accounts,
  listKeysLeft,
  openPostgresAccounts,
  openSqliteAccounts,
} from '../../db/open-accounts.ts'
import { watchAccountsFile, type AccountsFileWatch } from '../../db/watch-accounts-file.ts'
import { StartError } from '../config/start-error.ts'
import type { Config } from '../config/variables.ts'
import { ServiceError } from '../errors.ts'
import { type KeyStore, MemoryKeyStore } from '../metering/api-key.ts'
import { type AccountFigures, BatchedCounterStore } from '../metering/batched-counters.ts'
import type { CounterStore } from '../metering/counter-store.ts'
import { KeyList } from '../metering/key-list.ts'
import type { BucketStore } from '../metering/shared-buckets.ts'
import { LeasedCounterStore } from '../metering/leased-counters.ts'
import { MemoryCounterStore } from '../metering/memory-counter-store.ts'
import type { Logger } from '../log.ts'

const PRUNE_EVERY_MS = 60_000
/** How long startup waits for another process that has locked the file. */
const LOCKED_AT_START_MS = 3000

export interface FollowedAccounts {
  keys: KeyStore
  counters: CounterStore
  /** for rates of all replicas; null without a database */
  buckets: BucketStore | null
  /**
   * Metrics: batches, reservations and faults of the store, whether it is down, credits leased, keys known; null if
   * nothing is stored.
   */
  figures(): AccountFigures | null
  /** What is down now, a sentence each with the remedy; empty if all is well. Never an address or a password. */
  listLost(): string[]
  /** Stores the remaining counts, then closes the file or the database. */
  close(): Promise<void>
}

/** Throws StartError if the data folder cannot hold the counters and metering is on. */
export async function followAccounts(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'metering'>,
  clock: { nowMs(): number },
  log: Logger,
): Promise<FollowedAccounts> {
  const path = join(config.dataDir, ACCOUNTS_FILE)
  let accounts: Accounts
  let file: AccountsFileWatch | null = null
  try {
    if (config.databaseUrl === '') {
      accounts = await openUnlocked(config.dataDir, clock)
      file = await watchAccountsFile(path, (fault) => log.error(damagedText(path, fault)))
    } else accounts = openPostgresAccounts(config.databaseUrl)
  } catch (thrown) {
    const problem = `Keys and credits: ${toAccountsFault(thrown, path)}`
    if (config.metering) throw new StartError(`${problem}\nMETERING=off starts without keys and credits.`)
    log.warn(`${problem} Metering is off, so nothing is counted, and there are no keys.`)
    return {
      keys: new MemoryKeyStore(),
      counters: new MemoryCounterStore(clock),
      buckets: null,
      figures: () => null,
      listLost: () => [problem],
      close: async () => {},
    }
  }
  const whole = file === null ? accounts : whileWhole(accounts, file)
  let reason = ''
  const reportChange = (what: string) => (gone: boolean, cause: unknown) => {
    if (gone) log.error({ cause: (reason = reasonOf(cause)) }, `${what} cannot be reached`)
    else log.info(`${what} can be reached again`)
  }
  const keys = new KeyList(whole.keys, reportChange('the key store'))
  const batched = new BatchedCounterStore(whole.counters, reportChange('the counter store'))
  const counters = new LeasedCounterStore(batched)
  await keys.follow()
  const left = config.databaseUrl === '' ? [] : findKeysLeft(config.dataDir, clock.nowMs(), log)
  const countLeft = (): number =>
    keys.isGone ? left.length : left.filter((prefix) => keys.listByPrefix(prefix).length === 0).length
  const pruning = setInterval(() => void accounts.prune(clock.nowMs()).catch(() => {}), PRUNE_EVERY_MS)
  pruning.unref()
  return {
    keys,
    counters,
    buckets: accounts.buckets,
    figures: () => ({ ...batched.stats, leasedCredits: counters.leased, keys: keys.size }),
    listLost() {
      const lost: string[] = []
      const fault = file?.findFault() ?? null
      const where = config.databaseUrl === '' ? path : 'the database of DATABASE_URL'
      if (fault !== null) lost.push(damagedText(path, fault))
      else if (batched.stats.gone || keys.isGone)
        lost.push(`Keys and credits: ${where} cannot be used (${reason}); requests that cost credits are refused.`)
      const missing = countLeft()
      if (missing > 0)
        lost.push(
          `Keys: ${missing} of ${path} are not in the database of DATABASE_URL and are refused. Run npm run keys -- move.`,
        )
      return lost
    },
    close: async () => {
      clearInterval(pruning)
      await file?.close()
      keys.close()
      counters.close()
      await batched.close()
      await accounts.close()
    },
  }
}

/** Waits while another process holds the file for a moment. */
async function openUnlocked(dataDir: string, clock: { nowMs(): number }): Promise<Accounts> {
  const giveUpAtMs = performance.now() + LOCKED_AT_START_MS
  for (;;) {
    try {
      return await openSqliteAccounts(dataDir, clock, 0)
    } catch (thrown) {
      if (!isLocked(thrown) || performance.now() > giveUpAtMs) throw thrown
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** Counts and reads keys only while the file is intact: the content of a damaged file is not trusted. */
function whileWhole({ keys, counters }: Accounts, file: AccountsFileWatch): Pick<Accounts, 'keys' | 'counters'> {
  const check = (): void => {
    const fault = file.findFault()
    if (fault !== null) throw new Error(`${ACCOUNTS_FILE} ${fault}`)
  }
  return {
    keys: {
      ...keys,
      readChanges: async (since) => {
        check()
        return keys.readChanges(since)
      },
    },
    counters: {
      ...counters,
      apply(number, batch) {
        check()
        return counters.apply(number, batch)
      },
    },
  }
}

function damagedText(path: string, fault: string): string {
  return `Keys and credits: ${path} ${fault}; requests that cost credits are refused. Restore a copy of it, or move it away, and restart.`
}

/** Keys of the data folder that a server on a database does not use. */
function findKeysLeft(dataDir: string, nowMs: number, log: Logger): string[] {
  try {
    return listKeysLeft(dataDir, nowMs)
  } catch (thrown) {
    log.warn(`Keys left in the data folder cannot be counted: ${toAccountsFault(thrown, join(dataDir, ACCOUNTS_FILE))}`)
    return []
  }
}

/** The driver's message, which never contains the address. */
function reasonOf(thrown: unknown): string {
  return toDatabaseReason(thrown instanceof ServiceError && thrown.cause !== undefined ? thrown.cause : thrown)
}
