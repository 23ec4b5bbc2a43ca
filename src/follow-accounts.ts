// Keys and counters of a running server, from the data folder or the database: keys followed, counters batched, old
// rows dropped now and then, and the log told once when the store goes and once when it is back. Never tells the log an
// address or a password.

import { openPostgresAccounts, openSqliteAccounts } from '../db/open-accounts.ts'
import type { Accounts } from '../db/open-accounts.ts'
import { ConfigError } from './config.ts'
import type { Config } from './config.ts'
import { MemoryKeyStore } from './gateway/api-key.ts'
import type { KeyStore } from './gateway/api-key.ts'
import { BatchedCounterStore } from './gateway/batched-counters.ts'
import type { CounterStats } from './gateway/batched-counters.ts'
import type { CounterStore } from './gateway/counter-store.ts'
import { KeyList } from './gateway/key-list.ts'
import { LeasedCounterStore } from './gateway/leased-counters.ts'
import { MemoryCounterStore } from './gateway/memory-counter-store.ts'
import type { Logger } from './log.ts'

const PRUNE_EVERY_MS = 60_000

export interface FollowedAccounts {
  keys: KeyStore
  counters: CounterStore
  /**
   * For metrics: batches, reservations and faults of the store, whether it is gone, credits leased, keys known; null
   * where nothing is kept.
   */
  figures(): (CounterStats & { leasedCredits: number; keys: number }) | null
  /** Counts what was told, then lets go of the file or the database. */
  close(): Promise<void>
}

/** Throws ConfigError where the data folder cannot hold the counters and metering is on. */
export async function followAccounts(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'metering'>,
  clock: { nowMs(): number },
  log: Logger,
): Promise<FollowedAccounts> {
  let accounts: Accounts
  try {
    accounts =
      config.databaseUrl === ''
        ? await openSqliteAccounts(config.dataDir, clock)
        : openPostgresAccounts(config.databaseUrl)
  } catch (thrown) {
    const problem = `the counters of DATA_DIR "${config.dataDir}" cannot be opened: ${(thrown as Error).message}`
    if (config.metering) throw new ConfigError([`${problem} (METERING=off starts without them)`])
    log.warn(`${problem}; metering is off, so nothing is kept, and there are no keys`)
    return {
      keys: new MemoryKeyStore(),
      counters: new MemoryCounterStore(clock),
      figures: () => null,
      close: async () => {},
    }
  }
  const told = (what: string) => (gone: boolean, cause: unknown) => {
    if (gone) log.error({ cause: reasonOf(cause) }, `${what} cannot be reached`)
    else log.info(`${what} can be reached again`)
  }
  const keys = new KeyList(accounts.keys, told('the store of keys'))
  const batched = new BatchedCounterStore(accounts.counters, told('the store of counters'))
  const counters = new LeasedCounterStore(batched)
  await keys.follow()
  const pruning = setInterval(() => void accounts.prune(clock.nowMs()).catch(() => {}), PRUNE_EVERY_MS)
  pruning.unref()
  return {
    keys,
    counters,
    figures: () => ({ ...batched.stats, leasedCredits: counters.leased, keys: keys.size }),
    close: async () => {
      clearInterval(pruning)
      keys.close()
      counters.close()
      await batched.close()
      await accounts.close()
    },
  }
}

/** What the driver says, which never holds the address. */
function reasonOf(thrown: unknown): string {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown }
  return `${code === undefined ? '' : `${String(code)}: `}${String(message).split('\n')[0]}`
}
