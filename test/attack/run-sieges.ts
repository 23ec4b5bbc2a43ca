// What many connections or requests of one caller leave to others: sieges, and dear requests repeated while a neighbour
// at another address asks for something cheap.

import type { Attack, ServerUnderAttack, Siege } from './attack.ts'
import { BUSY_MACHINE_SHARE, HEALTH_MS, NEIGHBOUR_P95_MS, RSS_MB } from './bars.ts'
import { type Probe, type ProbeResult, startProbe } from './health-probe.ts'
import { randomOf } from './random.ts'
import { freshAddress, type Row, statusesOf, untilQuiet, waits } from './run-attacks.ts'
import { type Outcome, sendRequest } from './send-request.ts'
import { cpuMs, foreignShare, forgetPeak, machineTimes, mainThreadOf, peakRssMb, rssMb } from './watch-process.ts'

/** Of a neighbour's requests, that may be refused as the server's queue is full. */
const MOST_REFUSED_SHARE = 0.05

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

export async function runSiege(
  server: ServerUnderAttack,
  siege: Siege,
  { seed, round, others, share }: { seed: number; round: number; others: Beside; share: number },
): Promise<Row> {
  return beside(server, siege.name, others, async () => {
    const lift = await siege.lay(server, randomOf(seed, `${siege.name} ${round}`))
    await new Promise((resolve) => setTimeout(resolve, siege.holdMs * share))
    await lift()
    return []
  })
}

export interface CrowdControl {
  seed: number
  round: number
  others: Beside
  holdMs: number
  /** requests that the one caller has under way all the time */
  atOnce: number
}

/** Dear requests of several kinds at a time, each of a caller of its own; where a bar breaks, each kind alone. */
export async function runCrowds(
  server: ServerUnderAttack,
  kinds: readonly Attack[],
  control: CrowdControl,
): Promise<Row[]> {
  const outcomes = new Map<string, Outcome[]>()
  const together = await beside(server, '', control.others, async () => {
    await Promise.all(kinds.map(async (kind) => outcomes.set(kind.name, await repeat(server, kind, control))))
    return [...outcomes.values()].flat()
  })
  if (together.wrong.length === 0 || kinds.length === 1)
    return kinds.map(({ name }) => ({ ...together, name, statuses: statusesOf(outcomes.get(name)!) }))
  const rows: Row[] = []
  for (const kind of kinds) rows.push(...(await runCrowds(server, [kind], control)))
  return rows
}

async function repeat(
  server: ServerUnderAttack,
  dear: Attack,
  { seed, round, holdMs, atOnce }: CrowdControl,
): Promise<Outcome[]> {
  const random = randomOf(seed, `${dear.name} ${round}`)
  const address = freshAddress()
  const outcomes: Outcome[] = []
  const endMs = performance.now() + holdMs
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < endMs) {
        const outcome = await sendRequest(server, dear.make(random, server.region), address)
        outcomes.push(outcome)
        // who is refused and asks again at once is another attack
        if (outcome.status === 429) await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }),
  )
  return outcomes
}

async function beside(
  server: ServerUnderAttack,
  name: string,
  { health, neighbours }: Beside,
  attack: () => Promise<Outcome[]>,
): Promise<Row> {
  const address = freshAddress()
  await Promise.all([health, ...neighbours].map((probe) => probe.begin(address)))
  forgetPeak(server.pid)
  const before = { cpu: cpuMs(server.pid), rss: rssMb(server.pid), machine: machineTimes(), own: process.cpuUsage() }
  const outcomes = await attack()
  const own = process.cpuUsage(before.own)
  const spentMs = cpuMs(server.pid) - before.cpu
  const foreign = foreignShare(before.machine, machineTimes(), spentMs + (own.user + own.system) / 1000)
  const [healthSeen, ...seen] = await Promise.all([health, ...neighbours].map((probe) => probe.rest()))
  const row: Row = {
    name,
    bytes: 0,
    statuses: outcomes.length === 0 ? '' : statusesOf(outcomes),
    cpuMs: Math.round(spentMs),
    cpuBarMs: Infinity,
    healthMs: Math.round(Math.max(...waits(healthSeen, foreign))),
    rssMb: Math.max(0, Math.round(peakRssMb(server.pid) - before.rss)),
    neighbourP95Ms: Math.round(p95(seen.flatMap((one) => waits(one, foreign)))),
    wrong: [],
  }
  row.wrong = faultsOf(row, outcomes, [healthSeen, ...seen], foreign)
  await untilQuiet(server.pid)
  return row
}

function faultsOf(row: Row, outcomes: readonly Outcome[], seen: readonly ProbeResult[], foreign: number): string[] {
  const wrong: string[] = []
  const other = outcomes.find(({ status }) => status !== 200 && status !== 429 && status !== 503)
  if (other !== undefined) wrong.push(`not allowed: ${other.status} ${other.fault ?? other.text.slice(0, 120)}`)
  if (row.healthMs > HEALTH_MS) wrong.push(`/healthz took ${row.healthMs} ms`)
  if (row.neighbourP95Ms! > NEIGHBOUR_P95_MS) wrong.push(`a neighbour's p95 is ${row.neighbourP95Ms} ms`)
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

function p95(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.ceil(list.length * 0.95) - 1] ?? 0
}
