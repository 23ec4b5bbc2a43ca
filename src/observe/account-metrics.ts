// Metrics of credits and their store, read at each scrape: reservations, returned credits, refusals, batches, faults,
// leases, keys. Sums of this process; nothing names a key, a project or an address.

import type { Allowance } from '../metering/allowance.ts'
import type { AccountFigures } from '../metering/batched-counters.ts'
import type { MetricRegistry } from './metric-registry.ts'

export function addAccountMetrics(
  registry: MetricRegistry,
  totals: Allowance['totals'],
  figures: () => AccountFigures | null,
): void {
  registry.read(
    'waypost_credits_reserved_total',
    'Credits reserved before operations ran.',
    () => totals.reserved,
    'counter',
  )
  registry.read(
    'waypost_credits_given_back_total',
    'Credits returned after operations that failed or did not run.',
    () => totals.givenBack,
    'counter',
  )
  registry.read(
    'waypost_credits_refused_total',
    'Requests refused because credits ran out or the ceiling for area lookups was reached.',
    () => [
      { labels: { code: 'credits_exhausted' }, value: totals.refusedCredits },
      { labels: { code: 'bbox_daily_ceiling' }, value: totals.refusedAreas },
    ],
    'counter',
  )
  registry.read(
    'waypost_counter_store_batches_total',
    'Transactions that count credits.',
    () => figures()?.batches ?? null,
    'counter',
  )
  registry.read(
    'waypost_counter_store_faults_total',
    'Transactions that count credits and failed.',
    () => figures()?.faults ?? null,
    'counter',
  )
  registry.read('waypost_counter_store_gone', '1 while credits cannot be counted.', () => {
    const known = figures()
    return known === null ? null : Number(known.gone)
  })
  registry.read(
    'waypost_credits_leased',
    'Credits leased from the store and not spent yet.',
    () => figures()?.leasedCredits ?? null,
  )
  registry.read('waypost_keys_known', 'Keys in memory, including revoked ones.', () => figures()?.keys ?? null)
}
