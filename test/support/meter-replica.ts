// A server process of its own for tests of metering: the real pipeline, transports, keys and counters over fake
// services. Takes DATA_DIR or DATABASE_URL from its environment, prints its address, and holds every round trip open
// for HOLD_MS, printing `holding` as it begins to.

import { followAccounts } from '../../src/start/follow-accounts.ts'
import { createLog } from '../../src/log.ts'
import { startFakeApp } from './fake-services.ts'

const holdMs = Number(process.env.HOLD_MS ?? 0)
/** Awaited by each round trip: fulfilled HOLD_MS after it asked. */
const hold = {
  then: (resolve: () => void) => {
    process.stdout.write('holding\n')
    setTimeout(resolve, holdMs)
  },
} as unknown as Promise<void>
const { log } = createLog('silent')
const accounts = await followAccounts(
  { dataDir: process.env.DATA_DIR ?? '', databaseUrl: process.env.DATABASE_URL ?? '', metering: true },
  { nowMs: () => Date.now() },
  log,
)
const app = await startFakeApp({
  nowMs: () => Date.now(),
  counters: accounts.counters,
  keys: accounts.keys,
  ...(holdMs > 0 ? { hold } : {}),
})
process.stdout.write(`ready ${app.api}\n`)
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => accounts.close())
    .then(() => process.exit(0))
})
