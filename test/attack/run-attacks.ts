// Attacks one by one against a running server, each from an address of its own: what they cost, what others got
// meanwhile, and what is wrong with it. A cost over its bar is measured again with fresh variants, and the least
// counts: a collection of garbage or a first compilation is nobody's attack.

import type { Attack, ServerUnderAttack } from './attack.ts'
import { BUSY_MACHINE_SHARE, HEALTH_MS, LARGE_CPU_MS, RSS_MB, SMALL_BYTES, SMALL_CPU_MS } from './bars.ts'
import type { Probe, ProbeResult } from './health-probe.ts'
import { randomOf } from './random.ts'
import { type Outcome, sendRequest, sizeOf } from './send-request.ts'
import { cpuMs, foreignShare, forgetPeak, machineTimes, peakRssMb, rssMb } from './watch-process.ts'

const MOST_TRIES = 5
const QUIET_CHECK_MS = 25
const QUIET_AT_MOST_MS = 6000

export interface Row {
  name: string
  /** of one request, head included */
  bytes: number
  /** how often which status came; `-` for none */
  statuses: string
  /** of all that came at the same time */
  cpuMs: number
  cpuBarMs: number
  healthMs: number
  rssMb: number
  /** of sieges and crowds */
  neighbourP95Ms?: number
  wrong: string[]
}

let nextAddress = 0
/** Loopback has 16 million; each attack and each neighbour gets one nobody had before. */
export function freshAddress(): string {
  nextAddress++
  return `127.7.${nextAddress >> 8}.${nextAddress & 255}`
}

export interface AttackControl {
  seed: number
  round: number
  health: Probe
}

/**
 * Some attacks at the same time, which hold if together they cost no more than the least of their bars; otherwise each
 * alone.
 */
export async function runAttacks(
  server: ServerUnderAttack,
  attacks: readonly Attack[],
  control: AttackControl,
): Promise<Row[]> {
  if (attacks.length > 1) {
    const together = await measure(server, attacks, 'together', control)
    if (together.every(({ wrong }) => wrong.length === 0)) return together
  }
  const rows: Row[] = []
  for (const attack of attacks) rows.push(await runAttack(server, attack, control))
  return rows
}

async function runAttack(server: ServerUnderAttack, attack: Attack, control: AttackControl): Promise<Row> {
  let best: Row | null = null
  for (let again = 0; again < MOST_TRIES && (best === null || best.wrong.length > 0); again++) {
    const [row] = await measure(server, [attack], String(again), control)
    if (best === null || row.wrong.length < best.wrong.length || row.cpuMs < best.cpuMs) best = row
    // a crash is no matter of chance
    if (row.wrong.some((what) => what.startsWith('status') || what.startsWith('the server'))) return row
  }
  return best!
}

async function measure(
  server: ServerUnderAttack,
  attacks: readonly Attack[],
  variant: string,
  { seed, round, health }: AttackControl,
): Promise<Row[]> {
  const sent = attacks.map(({ name, make, times = 1, cpuBarMs }) => {
    const random = randomOf(seed, `${seed} ${name} ${round}.${variant}`)
    const requests = Array.from({ length: times }, () => make(random, server.region))
    const bytes = Math.max(...requests.map(sizeOf))
    const barMs = cpuBarMs ?? (bytes > SMALL_BYTES ? LARGE_CPU_MS : SMALL_CPU_MS)
    return { name, requests, bytes, barMs, address: freshAddress() }
  })
  await health.begin(freshAddress())
  forgetPeak(server.pid)
  const before = { cpu: cpuMs(server.pid), rss: rssMb(server.pid), machine: machineTimes(), own: process.cpuUsage() }
  const outcomes = await Promise.all(
    sent.map(({ requests, address }) => Promise.all(requests.map((one) => sendRequest(server, one, address)))),
  )
  await untilQuiet(server.pid)
  const own = process.cpuUsage(before.own)
  const spentMs = cpuMs(server.pid) - before.cpu
  const foreign = foreignShare(before.machine, machineTimes(), spentMs + (own.user + own.system) / 1000)
  const beside = await health.rest()
  const cpuBarMs = Math.min(...sent.map(({ barMs }) => barMs))
  return sent.map(({ name, requests, bytes }, n) => {
    const row: Row = {
      name,
      bytes,
      statuses: statusesOf(outcomes[n]),
      cpuMs: Math.round(spentMs / (attacks.length === 1 ? requests.length : 1)),
      cpuBarMs,
      healthMs: Math.round(Math.max(...waits(beside, foreign))),
      rssMb: Math.max(0, Math.round(peakRssMb(server.pid) - before.rss)),
      wrong: [],
    }
    row.wrong = faultsOf(row, outcomes[n], beside)
    return row
  })
}

/** Waiting times of neighbours; on a busy machine without what their threads waited for a processor. */
export function waits(result: ProbeResult, foreign: number): number[] {
  return foreign > BUSY_MACHINE_SHARE ? result.correctedMs : result.wallMs
}

function faultsOf(row: Row, outcomes: readonly Outcome[], beside: ProbeResult): string[] {
  const wrong: string[] = []
  for (const { status, fault, text } of outcomes) {
    if (status === null) wrong.push(`no answer: ${fault}`)
    else if (status >= 500 && status !== 503) wrong.push(`status ${status}: ${text.slice(0, 120)}`)
  }
  if (row.cpuMs > row.cpuBarMs) wrong.push(`${row.cpuMs} ms of processor time, ${row.cpuBarMs} are allowed`)
  if (row.healthMs > HEALTH_MS) wrong.push(`/healthz took ${row.healthMs} ms`)
  if (row.rssMb > RSS_MB) wrong.push(`${row.rssMb} MB more memory`)
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
