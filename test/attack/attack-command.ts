// `npm run attack`: the real server on the demo region, as `npm start` runs it with its default limits, under every
// attack of attacks.ts. Ends with 1 where a bar of bars.ts is broken. Needs Linux, whose /proc tells what a process
// costs.

import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findRegion } from '../fuzz/region.ts'
import { TARGET_WAIT_MS } from '../../src/overload/fair-queue.ts'
import { startRealServer } from '../support/real-server.ts'
import type { ExpensiveRequest, ServerUnderAttack } from './attack.ts'
import { attackOnce } from './attack-round.ts'
import { ATTACKS, EXPENSIVE_REQUESTS, SIEGES } from './attacks.ts'
import { putPack } from './put-pack.ts'
import { randomOf } from './random.ts'
import { headText, type Row, rowText } from './row.ts'
import { freshAddress, untilQuiet } from './run-attacks.ts'
import { type Beside, besideOf } from './run-sieges.ts'
import { holds } from './run-together.ts'
import { prepareServed, SERVED, type Served } from './served-folder.ts'
import { sendRequest } from './send-request.ts'
import { startWeatherProvider } from './weather-provider.ts'

const HELP = `npm run attack -- [--minutes N] [--seed N] [--only TEXT] [--served WHAT] [--list] [--help]

Starts the server on the demo region and attacks it. One round takes about 20 s on two cores, less what making the
region takes: every request and siege comes, and of the repeated expensive requests, in an order by the seed, as many as
there is time for. With --minutes all come again and again, each time in other variants, alone and for longer.

  --minutes N   how long, in minutes; without it one round
  --seed N      makes the same variants again (1)
  --only TEXT   attacks whose name holds TEXT
  --data FOLDER a data folder to serve; without it the demo region is made, which takes longer than the attacks
  --served WHAT demo; regions: the demo region twice, as two regions; store: its heights and maps in a store (demo)
  --list        the names of all attacks
`
/** Of a round, from which on no more crowds begin. */
const ROUND_MS = 17_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
    served: { type: 'string', default: 'demo' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const minutes = values.minutes === undefined ? 0 : Number(values.minutes)
const seed = Number(values.seed)
const served = SERVED.find((one) => one === values.served)
const isChosen = ({ name }: { name: string }): boolean => name.toLowerCase().includes(values.only.toLowerCase())
const [attacks, sieges, expensive] = [
  ATTACKS.filter(isChosen),
  SIEGES.filter(isChosen),
  EXPENSIVE_REQUESTS.filter(isChosen),
]
const chosen = [...attacks, ...sieges, ...expensive]

if (values.help) {
  process.stdout.write(HELP)
} else if (values.list) {
  for (const { name } of chosen) process.stdout.write(`${name}\n`)
} else if (served === undefined || !(minutes >= 0) || !Number.isInteger(seed) || chosen.length === 0) {
  process.stderr.write(HELP)
  process.exitCode = 2
} else if (!existsSync('/proc/self/clear_refs')) {
  process.stderr.write('npm run attack measures a process by /proc, which this system does not have.\n')
  process.exitCode = 2
} else {
  process.exitCode = await attackAll(served)
}

async function attackAll(what: Served): Promise<number> {
  const isLong = minutes > 0
  const provider = await startWeatherProvider()
  const folder = await prepareServed(what)
  const real = await startRealServer(
    {
      WEATHER_URL: provider.url,
      METERING: 'on',
      WARM_UP: 'on',
      TARGET_WAIT_MS: String(TARGET_WAIT_MS),
      LOG_LEVEL: 'error',
      ...folder.environment,
    },
    values.data ?? folder.dataDir,
  )
  const pid = real.child.pid!
  const removePack = await putPack(real.dataDir)
  let others: Beside | null = null
  let failed = 0
  const tell = (row: Row): void => {
    process.stdout.write(rowText(row))
    if (!holds(row)) failed++
  }
  try {
    const server: ServerUnderAttack = { ...real, pid, region: await findRegion(real.api) }
    others = besideOf(server)
    if (isLong) await warmUp(server)
    await untilQuiet(pid)
    process.stdout.write(headText())
    let left: ExpensiveRequest[] = []
    let round = 0
    do {
      const lastCrowdMs = isLong ? Infinity : ROUND_MS
      left = await attackOnce(server, { attacks, sieges, expensive, seed, round, others, isLong, lastCrowdMs, tell })
      round++
    } while (performance.now() < minutes * 60_000)
    for (const { name } of left) process.stdout.write(`no time for: ${name}\n`)
    const rounds = round === 1 ? 'round' : 'rounds'
    process.stdout.write(
      `${failed === 0 ? 'held' : `${failed} FAILED`}: ${chosen.length - left.length} of ${chosen.length} attacks, ${round} ${rounds}, seed ${seed}, ${Math.round(performance.now() / 1000)} s\n`,
    )
  } catch (error) {
    failed++
    process.stdout.write(`FAILED: ${String(error)}\n`)
  } finally {
    for (const probe of others === null ? [] : [others.health, ...others.neighbours]) await probe.end()
    // nobody waits for its last second
    real.child.kill('SIGKILL')
    removePack()
    await Promise.all([real.stop(), provider.end()])
    await folder.end()
  }
  return failed === 0 ? 0 : 1
}

/** What is compiled and read once is nobody's attack; in a short run what meets it is measured again. */
async function warmUp(server: ServerUnderAttack): Promise<void> {
  const requested = [...attacks, ...expensive].map(({ name, make }) => make(randomOf(seed, name), server.region))
  await Promise.all(requested.map((request) => sendRequest(server, request, freshAddress())))
}
