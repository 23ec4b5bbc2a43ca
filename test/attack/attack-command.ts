// `npm run attack`: the real server on the demo region, as `npm start` runs it with its default limits, under every
// attack of attacks.ts. Ends with 1 where a bar of bars.ts is broken. Needs Linux, whose /proc tells what a process
// costs.

import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findRegion } from '../fuzz/region.ts'
import { TARGET_WAIT_MS } from '../../src/overload/queue-guard.ts'
import { startRealServer } from '../support/real-server.ts'
import type { Attack, ServerUnderAttack } from './attack.ts'
import { ATTACKS, DEAR_REQUESTS, SIEGES } from './attacks.ts'
import { headText, rowText } from './print-row.ts'
import { randomOf } from './random.ts'
import { freshAddress, type Row, runAttacks, untilQuiet } from './run-attacks.ts'
import { type Beside, besideOf, runCrowds, runSiege } from './run-sieges.ts'
import { sendRequest } from './send-request.ts'

const HELP = `npm run attack -- [--minutes N] [--seed N] [--only TEXT] [--list] [--help]

Starts the server on the demo region and attacks it. Every attack once takes about 20 s, less what making the region
takes; with --minutes they come again and again, each time in other variants, and sieges and repeated dear requests
last longer.

  --minutes N   how long, in minutes; without it every attack comes once
  --seed N      makes the same variants again (1)
  --only TEXT   attacks whose name holds TEXT
  --data FOLDER a data folder to serve; without it the demo region is made, which takes longer than the attacks
  --list        the names of all attacks
`
const CROWD_MS = 400
/** Requests of one caller of a crowd: one at work and one that waits. Those after them take most of a short run. */
const CROWD_REQUESTS = 2
/** Attacks at a time; where they break a bar together, each comes alone. */
const ATTACKS_AT_ONCE = 6
/** Crowds of different callers at a time; where that breaks a bar, each comes alone. */
const CROWDS_AT_ONCE = 3
/** Of the time for which a siege is held. */
const SHORT_SIEGE_SHARE = 0.4
const LONG_CROWD_MS = 5000
const LONG_CROWD_REQUESTS = 4

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const minutes = values.minutes === undefined ? 0 : Number(values.minutes)
const seed = Number(values.seed)
const isChosen = ({ name }: { name: string }): boolean => name.toLowerCase().includes(values.only.toLowerCase())
const [attacks, sieges, dear] = [ATTACKS.filter(isChosen), SIEGES.filter(isChosen), DEAR_REQUESTS.filter(isChosen)]
const chosen = [...attacks, ...sieges, ...dear]

if (values.help) {
  process.stdout.write(HELP)
} else if (values.list) {
  for (const { name } of chosen) process.stdout.write(`${name}\n`)
} else if (!(minutes >= 0) || !Number.isInteger(seed) || chosen.length === 0) {
  process.stderr.write(HELP)
  process.exitCode = 2
} else if (!existsSync('/proc/self/clear_refs')) {
  process.stderr.write('npm run attack measures a process by /proc, which this system does not have.\n')
  process.exitCode = 2
} else {
  process.exitCode = await attackAll()
}

/** So many at a time; those with a bar of their own, which is no bar for others, alone. */
function batchesOf(attacks: readonly Attack[], atOnce: number): Attack[][] {
  const alike = attacks.filter(({ cpuBarMs }) => cpuBarMs === undefined)
  const batches = attacks.filter((attack) => !alike.includes(attack)).map((attack) => [attack])
  for (let n = 0; n < alike.length; n += atOnce) batches.push(alike.slice(n, n + atOnce))
  return batches
}

async function attackAll(): Promise<number> {
  const startedMs = Date.now()
  const endMs = startedMs + minutes * 60_000
  const real = await startRealServer(
    { WEATHER_URL: 'off', METERING: 'on', TARGET_WAIT_MS: String(TARGET_WAIT_MS), LOG_LEVEL: 'error' },
    values.data,
    ['--max-semi-space-size=4', '--no-parallel-scavenge', '--v8-pool-size=1'],
  )
  const pid = real.child.pid!
  let open: Beside | null = null
  const failed: Row[] = []
  const tell = (row: Row): void => {
    process.stdout.write(rowText(row))
    if (row.wrong.length > 0) failed.push(row)
  }
  try {
    const server: ServerUnderAttack = { ...real, pid, region: await findRegion(real.api) }
    const others = (open = besideOf(server))
    // what is compiled and read once is nobody's attack; in a short run what meets it is measured again
    const isLong = minutes > 0
    await Promise.all(
      (isLong ? [...attacks, ...dear] : []).map((warm) =>
        sendRequest(server, warm.make(randomOf(seed, warm.name), server.region), freshAddress()),
      ),
    )
    await untilQuiet(pid)
    process.stdout.write(headText())
    let round = 0
    do {
      for (const some of batchesOf(attacks, isLong ? 1 : ATTACKS_AT_ONCE))
        for (const row of await runAttacks(server, some, { seed, round, health: others.health })) tell(row)
      const siegeShare = isLong ? 1 : SHORT_SIEGE_SHARE
      for (const siege of sieges) tell(await runSiege(server, siege, { seed, round, others, share: siegeShare }))
      const holdMs = isLong ? LONG_CROWD_MS : CROWD_MS
      const atOnce = isLong ? LONG_CROWD_REQUESTS : CROWD_REQUESTS
      const control = { seed, round, others, holdMs, atOnce }
      const crowds = isLong ? 1 : CROWDS_AT_ONCE
      for (let n = 0; n < dear.length; n += crowds)
        for (const row of await runCrowds(server, dear.slice(n, n + crowds), control)) tell(row)
      round++
    } while (Date.now() < endMs)
    process.stdout.write(
      `${failed.length === 0 ? 'held' : `${failed.length} FAILED`}: ${chosen.length} attacks, ${round} ${round === 1 ? 'round' : 'rounds'}, seed ${seed}, ${Math.round((Date.now() - startedMs) / 1000)} s\n`,
    )
  } finally {
    for (const probe of open === null ? [] : [open.health, ...open.neighbours]) await probe.end()
    await real.stop()
  }
  return failed.length === 0 ? 0 : 1
}
