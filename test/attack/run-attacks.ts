// Single requests against a running server, each from an address of its own: what they cost, what others got meanwhile,
// and what is wrong with it.

import type { Attack, ServerUnderAttack } from './attack.ts'
import { BUSY_MACHINE_SHARE, HEALTH_MS, RSS_MB } from './bars.ts'
import { batchesOf, prepare, type PreparedAttack } from './batches.ts'
import type { Probe, ProbeResult } from './health-probe.ts'
import type { Row } from './row.ts'
import { runTogether } from './run-together.ts'
import { type Outcome, sendRequest } from './send-request.ts'
import { cpuMs, foreignShare, forgetPeak, machineTimes, peakRssMb, rssMb } from './watch-process.ts'
import { type Pace, paceNow, USUAL_PACE } from './yardstick.ts'

const QUIET_CHECK_MS = 20
const QUIET_AT_MOST_MS = 6000
/** After this long a batch is on its way. */
const SENDING_MS = 40

let nextAddress = 0
// what an address has spent of its day is kept in a data folder
const net = 32 + Math.floor(Math.random() * 200)
/** Loopback has 16 million; each attack and each neighbour gets one nobody had before. */
export function freshAddress(): string {
  nextAddress++
  return `127.${net}.${nextAddress >> 8}.${nextAddress & 255}`
}

export interface AttackControl {
  seed: number
  round: number
  health: Probe
  /** each alone, else as many together as half a bar allows */
  alone: boolean
}

export async function* runAttacks(
  server: ServerUnderAttack,
  attacks: readonly Attack[],
  control: AttackControl,
): AsyncGenerator<Row> {
  const { seed, round } = control
  function* prepared(): Generator<PreparedAttack> {
    for (const attack of attacks) yield prepare(attack, server.region, seed, String(round))
  }
  const batches = control.alone ? alone(prepared()) : batchesOf(prepared())
  for (let next = batches.next(); !next.done; ) {
    const running = runTogether(
      next.value,
      (some, variant, floorMb) => {
        const anew = ({ attack }: PreparedAttack) => prepare(attack, server.region, seed, `${round}${variant}`)
        return measure(server, variant === '' ? some : some.map(anew), floorMb, control.health)
      },
      rssMb(server.pid),
    )
    // the next bodies are written while the server is at work
    await new Promise((resolve) => setTimeout(resolve, SENDING_MS))
    next = batches.next()
    yield* await running
  }
}

function* alone(attacks: Iterable<PreparedAttack>): Generator<PreparedAttack[]> {
  for (const attack of attacks) yield [attack]
}

async function measure(
  server: ServerUnderAttack,
  attacks: readonly PreparedAttack[],
  floorMb: number,
  health: Probe,
): Promise<Row[]> {
  const addresses = attacks.map(freshAddress)
  await health.begin(freshAddress())
  forgetPeak(server.pid)
  const before = { cpu: cpuMs(server.pid), machine: machineTimes(), own: process.cpuUsage() }
  const outcomes = await Promise.all(
    attacks.map(({ requests }, n) => Promise.all(requests.map((one) => sendRequest(server, one, addresses[n])))),
  )
  await untilQuiet(server.pid)
  const own = process.cpuUsage(before.own)
  const spentMs = cpuMs(server.pid) - before.cpu
  const foreign = foreignShare(before.machine, machineTimes(), spentMs + (own.user + own.system) / 1000)
  const beside = await health.rest()
  const cpuBarMs = Math.min(...attacks.map((one) => one.cpuBarMs))
  return attacks.map(({ attack, requests, bytes }, n) => {
    const row: Row = {
      name: attack.name,
      bytes,
      statuses: statusesOf(outcomes[n]),
      cpuMs: Math.round(spentMs / (attacks.length === 1 ? requests.length : 1)),
      healthMs: Math.round(longest(waits(beside, foreign))),
      rssMb: Math.max(0, Math.round(peakRssMb(server.pid) - floorMb)),
      slow: [],
      wrong: faultsOf(outcomes[n], beside, attack),
      crowdedOut: attacks.length > 1 && outcomes[n].some(({ status }) => status === 503 && isRefusal(status, attack)),
    }
    if (row.rssMb > RSS_MB) row.wrong.push(`${row.rssMb} MB more memory`)
    row.slow = slownessOf(row, cpuBarMs, USUAL_PACE)
    if (row.slow.length > 0 && attacks.length === 1) row.slow = slownessOf(row, cpuBarMs, paceNow(foreign))
    // tried again, as what is slow: a busy machine may refuse once
    if (outcomes[n].every(({ status }) => isRefusal(status, attack))) row.slow.push('refused before it did anything')
    return row
  })
}

/** Refused for what others or the caller did before, where that is not what the attack is about. */
export function isRefusal(status: number | null, { statuses }: Pick<Attack, 'statuses'>): boolean {
  return (status === 429 || status === 503) && statuses?.includes(status) !== true
}

/** Without a single answer nothing was shown. */
export const longest = (ms: readonly number[]): number => (ms.length === 0 ? Infinity : Math.max(...ms))

/** Waiting times of neighbours; on a busy machine without what their threads waited for a processor. */
export function waits(result: ProbeResult, foreign: number): number[] {
  return foreign > BUSY_MACHINE_SHARE ? result.correctedMs : result.wallMs
}

function slownessOf(row: Row, cpuBarMs: number, pace: Pace): string[] {
  const slow: string[] = []
  const barMs = Math.round(cpuBarMs * pace.work)
  if (row.cpuMs > barMs) slow.push(`${row.cpuMs} ms of processor time, ${barMs} are allowed`)
  if (row.healthMs > HEALTH_MS * pace.waiting) slow.push(`/healthz took ${row.healthMs} ms`)
  return slow
}

function faultsOf(outcomes: readonly Outcome[], beside: ProbeResult, attack: Attack): string[] {
  const { statuses: allowed, says } = attack
  const wrong: string[] = []
  for (const { status, fault, text } of outcomes) {
    if (status === null) wrong.push(`no answer: ${fault}`)
    else if (allowed === undefined ? status >= 500 && status !== 503 : !allowed.includes(status))
      wrong.push(`status ${status}: ${text.slice(0, 120)}`)
    else if (says !== undefined && !says.test(text)) wrong.push(`not what is attacked: ${text.slice(0, 120)}`)
  }
  const failed = Object.keys(beside.statuses).filter((status) => status !== '200')
  if (failed.length > 0) wrong.push(`/healthz answered ${failed.join(', ')}`)
  return [...new Set(wrong)]
}

export function statusesOf(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>()
  for (const { status } of outcomes) {
    const word = status === null ? '-' : String(status)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].map(([status, count]) => (count === 1 ? status : `${status} x${count}`)).join(', ')
}

/** What an answered request left behind is done: the server takes no more than probes cost. */
export async function untilQuiet(pid: number): Promise<void> {
  const endMs = performance.now() + QUIET_AT_MOST_MS
  for (let last = cpuMs(pid), quiet = 0; quiet < 2 && performance.now() < endMs; ) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_CHECK_MS))
    const now = cpuMs(pid)
    quiet = now - last <= 10 ? quiet + 1 : 0
    last = now
  }
}
