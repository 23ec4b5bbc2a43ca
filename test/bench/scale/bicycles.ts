// Settings by bicycle that were never asked before, one kind after the other, once the metrics that bound them are
// read.

import { BICYCLE_TYPES } from '../../../src/routing/costs/route-settings.ts'
import type { BicycleType } from '../../../src/routing/costs/request-types.ts'
import { quantile, type Pair } from '../routing/pairs.ts'
import { type LargeServer, routeBody } from './over-http.ts'

/** Sliders count in tenths, so this many differ. */
const SETTINGS = 84
const setting = (i: number, bicycleType: BicycleType) => ({
  profile: 'bike',
  bicycle_type: bicycleType,
  hills: ((i % 21) - 10) / 10,
  avoid_paved: Math.floor(i / 21) % 2 === 1,
  avoid_steps: Math.floor(i / 42) % 2 === 1,
})
/** Rounds of settings that are not measured. */
const ROUNDS = 3
/** Until what is still made for those has been made. */
const SETTLE_MS = 6000

export interface BicycleTimes {
  bicycleType: BicycleType
  p50Ms: number
  p95Ms: number
  mostMs: number
  failed: number
}

/** `others`: pairs of the same kind, to warm up what is measured. */
export async function measureBicycles(
  server: LargeServer,
  pairs: readonly Pair[],
  others: readonly Pair[],
): Promise<BicycleTimes[]> {
  for (const pair of others) await server.ask(routeBody(pair, { profile: 'bike' }))
  const measured: BicycleTimes[] = []
  for (const bicycleType of BICYCLE_TYPES) {
    // settings of their own, with the same bounds
    for (let i = 0; i < ROUNDS * SETTINGS; i++)
      await server.ask(routeBody(others[i % others.length], { ...setting(i, bicycleType), push: 'never' }))
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    const times: number[] = []
    let failed = 0
    for (let i = 0; i < SETTINGS; i++) {
      const { ms, status } = await server.ask(routeBody(pairs[i % pairs.length], setting(i, bicycleType)))
      times.push(ms)
      if (status !== 200) failed++
    }
    const [p50Ms, p95Ms] = [quantile(times, 0.5), quantile(times, 0.95)]
    measured.push({ bicycleType, p50Ms, p95Ms, mostMs: Math.max(...times), failed })
  }
  return measured
}
