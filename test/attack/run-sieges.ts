// What many connections or requests of one caller leave to others: sieges, and expensive requests repeated while a
// neighbour at another address asks for something cheap.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, SentRequest, ServerUnderAttack, Siege } from './attack.ts'
import { BUSY_MACHINE_SHARE, HEALTH_MS, NEIGHBOUR_P95_MS, RSS_MB } from './bars.ts'
import { type Probe, type ProbeResult, startProbe } from './health-probe.ts'
import { randomOf } from './random.ts'
import type { Row } from './row.ts'
import { freshAddress, longest, statusesOf, untilQuiet, waits } from './run-attacks.ts'
import { runTogether } from './run-together.ts'
import { type Outcome, sendRequest } from './send-request.ts'
import { cpuMs, foreignShare, forgetPeak, machineTimes, mainThreadOf, peakRssMb, rssMb } from './watch-process.ts'
import { type Pace, paceNow, USUAL_PACE } from './yardstick.ts'

/** Of a neighbour's requests, that may be refused as the server's queue is full. */
const MOST_REFUSED_SHARE = 0.05
/** Of a crowd, one request of each kind, also where other programs have most of the machine. */
const ANSWERED_WITHIN_MS = 30_000

/** What others ask while one attacks. */
export interface Beside {
  health: Probe
  neighbours: readonly Probe[]
}

/** Probes of `/healthz` and of what is cheap: nothing that needs more than a look, within the rate of an address. */
export function besideOf({ api, pid }: ServerUnderAttack): Beside {
  const watched = mainThreadOf(pid)
  return {
    health: startProbe({ url: `${api}/healthz`, watched }),
    neighbours: [
      startProbe({ url: `${api}/tiles/v1/status`, watched, pauseMs: 50 }),
      startProbe({ url: `${api}/search/v1/forward?q=berg`, watched, pauseMs: 250 }),
    ],
  }
}

export interface SiegeControl {
  seed: number
  round: number
  others: Beside
  /** of the time for which each is held */
  share: number
}

/** Sieges at the same time; where a bar breaks, each alone. */
export function runSieges(
  server: ServerUnderAttack,
  sieges: readonly Siege[],
  { seed, round, others, share }: SiegeControl,
): Promise<Row[]> {
  return runTogether(
    sieges,
    async (some, variant, floorMb) => {
      const row = await beside(server, others, floorMb, async () => {
        const lifts = await Promise.all(
          some.map((siege) => siege.lay(server, randomOf(seed, `${siege.name} ${round}${variant}`))),
        )
        const holdMs = Math.max(...some.map((siege) => siege.holdMs)) * share
        await sleep(holdMs)
        for (const lift of lifts) await lift()
      })
      return some.map(({ name }) => ({ ...row, name }))
    },
    rssMb(server.pid),
  )
}

export interface CrowdControl {
  seed: number
  round: number
  others: Beside
  holdMs: number
  /** requests that the one caller has under way all the time */
  atOnce: number
}

/** Expensive requests of several kinds at a time, each from its own caller; if a bar breaks, each kind alone. */
export function runCrowds(server: ServerUnderAttack, kinds: readonly Attack[], control: CrowdControl): Promise<Row[]> {
  return runTogether(
    kinds,
    async (some, variant, floorMb) => {
      const outcomes = some.map((): Outcome[] => [])
      const row = await beside(server, control.others, floorMb, () => crowd(server, some, variant, control, outcomes))
      return some.map(({ name, statuses = [200] }, n) => {
        const crowdedOut = !isAnswered(outcomes[n]) && some.length > 1
        const isVain = !isAnswered(outcomes[n]) && some.length === 1
        const wrong = [...row.wrong, ...notAllowed(outcomes[n], [...statuses, 429, 503])]
        if (isVain) wrong.push('not one of them was answered')
        return { ...row, name, wrong, statuses: statusesOf(outcomes[n]), crowdedOut }
      })
    },
    rssMb(server.pid),
  )
}

/** All leave when their time is over and one request of each kind was answered. */
async function crowd(
  server: ServerUnderAttack,
  kinds: readonly Attack[],
  variant: string,
  control: CrowdControl,
  outcomes: Outcome[][],
): Promise<void> {
  const startedMs = performance.now()
  const leave = new AbortController()
  const working = kinds.map(({ name, make }, n) => {
    const random = randomOf(control.seed, `${name} ${control.round}${variant}`)
    return repeat(server, () => make(random, server.region), control, outcomes[n], leave.signal)
  })
  const lasted = (): number => performance.now() - startedMs
  while (lasted() < control.holdMs || (!outcomes.every(isAnswered) && lasted() < ANSWERED_WITHIN_MS)) await sleep(10)
  leave.abort()
  await Promise.all(working)
}

/** Has so many under way for `holdMs`, and until one is answered. */
async function repeat(
  server: ServerUnderAttack,
  make: () => SentRequest,
  { holdMs, atOnce }: CrowdControl,
  outcomes: Outcome[],
  leave: AbortSignal,
): Promise<void> {
  const address = freshAddress()
  const endMs = performance.now() + holdMs
  const ask = async (): Promise<void> => {
    while (!leave.aborted && (performance.now() < endMs || !isAnswered(outcomes))) {
      const outcome = await sendRequest(server, make(), address, leave)
      if (leave.aborted && outcome.status === null) return
      outcomes.push(outcome)
      // who is refused and asks again at once is another attack
      if (outcome.status === 429) await sleep(50)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, ask))
}

/** What is wrong with the first answer of another status. */
function notAllowed(outcomes: readonly Outcome[], allowed: readonly number[]): string[] {
  const other = outcomes.find(({ status }) => status === null || !allowed.includes(status))
  return other === undefined ? [] : [`not allowed: ${other.status} ${other.fault ?? other.text.slice(0, 120)}`]
}

const isAnswered = (outcomes: readonly Outcome[]): boolean => outcomes.some(({ status }) => status === 200)

async function beside(
  server: ServerUnderAttack,
  { health, neighbours }: Beside,
  floorMb: number,
  attack: () => Promise<void>,
): Promise<Row> {
  const address = freshAddress()
  await Promise.all([health, ...neighbours].map((probe) => probe.begin(address)))
  forgetPeak(server.pid)
  const before = { cpu: cpuMs(server.pid), machine: machineTimes(), own: process.cpuUsage() }
  await attack()
  const own = process.cpuUsage(before.own)
  const spentMs = cpuMs(server.pid) - before.cpu
  const foreign = foreignShare(before.machine, machineTimes(), spentMs + (own.user + own.system) / 1000)
  const [healthSeen, ...seen] = await Promise.all([health, ...neighbours].map((probe) => probe.rest()))
  const row: Row = {
    name: '',
    bytes: 0,
    statuses: '',
    cpuMs: Math.round(spentMs),
    healthMs: Math.round(longest(waits(healthSeen, foreign))),
    rssMb: Math.max(0, Math.round(peakRssMb(server.pid) - floorMb)),
    neighbourP95Ms: Math.round(p95(seen.flatMap((one) => waits(one, foreign)))),
    slow: [],
    wrong: [],
  }
  row.wrong = faultsOf(row, [healthSeen, ...seen], foreign)
  row.slow = slownessOf(row, USUAL_PACE)
  if (row.slow.length > 0) row.slow = slownessOf(row, paceNow(foreign))
  await untilQuiet(server.pid)
  return row
}

function slownessOf(row: Row, { waiting }: Pace): string[] {
  const slow: string[] = []
  if (row.healthMs > HEALTH_MS * waiting) slow.push(`/healthz took ${row.healthMs} ms`)
  if (row.neighbourP95Ms! > NEIGHBOUR_P95_MS * waiting) slow.push(`a neighbour's p95 is ${row.neighbourP95Ms} ms`)
  return slow
}

function faultsOf(row: Row, seen: readonly ProbeResult[], foreign: number): string[] {
  const wrong: string[] = []
  if (row.rssMb > RSS_MB) wrong.push(`${row.rssMb} MB more memory`)
  const statuses = seen.flatMap((one) => Object.entries(one.statuses))
  const all = statuses.reduce((sum, [, count]) => sum + count, 0)
  for (const [status, count] of statuses) {
    if (status === '200') continue
    // the machine's other programs may make it too much for all: refused at once, as documented
    const isFew = count <= Math.max(1, all * MOST_REFUSED_SHARE) || foreign > BUSY_MACHINE_SHARE
    if (status !== '503' || !isFew) wrong.push(`a neighbour got ${status}, ${count} times of ${all}`)
  }
  return [...new Set(wrong)]
}

/** Without a single answer nothing was shown. */
export function p95(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.ceil(list.length * 0.95) - 1] ?? Infinity
}
