// The rates of a running server: its own, or with RATE_STORE one for all replicas. Logs once when the store is gone and
// once when it is back. Never logs an address or a password.

import { toDatabaseReason } from '../../db/database-fault.ts'
import type { Config } from '../config/variables.ts'
import type { FollowedAccounts } from './follow-accounts.ts'
import { PointAllowance } from '../metering/point-allowance.ts'
import { RateLimiter } from '../metering/rate-limiter.ts'
import { SharedBuckets, type BucketStore } from '../metering/shared-buckets.ts'
import type { Logger } from '../log.ts'

export interface FollowedRates {
  requests: RateLimiter
  forecastPoints: PointAllowance
  /** What is down now, a sentence with the remedy; empty if all is well. */
  listLost(): string[]
  close(): Promise<void>
}

export async function followRates(
  config: Pick<Config, 'rateStore' | 'metering'>,
  accounts: Pick<FollowedAccounts, 'buckets'>,
  clock: { nowMs(): number },
  log: Logger,
): Promise<FollowedRates> {
  const store = config.metering ? await openStore(config.rateStore, accounts) : null
  if (store === null)
    return {
      requests: new RateLimiter(),
      forecastPoints: new PointAllowance(),
      listLost: () => [],
      close: async () => {},
    }
  const shared = new SharedBuckets(store, clock, (gone, cause) => {
    if (gone) log.error({ cause: toDatabaseReason(cause) }, 'the store of the rates cannot be reached')
    else log.info('the store of the rates can be reached again')
  })
  return {
    requests: new RateLimiter(shared.ofKind('requests')),
    forecastPoints: new PointAllowance(shared.ofKind('points')),
    listLost: () =>
      shared.isGone
        ? ['Rates: the store of RATE_STORE cannot be used; until it can, each server allows the whole rate.']
        : [],
    close: () => shared.close(),
  }
}

async function openStore(
  rateStore: string,
  { buckets }: Pick<FollowedAccounts, 'buckets'>,
): Promise<BucketStore | null> {
  if (rateStore === '') return null
  if (rateStore === 'postgres') return buckets
  // its client takes a while to load
  const { createRedisBuckets } = await import('../../db/redis-buckets.ts')
  return createRedisBuckets(rateStore)
}
