// Attacks that are sent together, so that a round is short: as many as cost half a bar together, and whose bodies the
// server holds at the same time.

import type { Attack, SentRequest } from './attack.ts'
import { LARGE_CPU_MS, SMALL_BYTES, SMALL_CPU_MS } from './bars.ts'
import type { Region } from '../fuzz/region.ts'
import { randomOf } from './random.ts'
import { sizeOf } from './send-request.ts'

/** Of those that do not say. */
const USUAL_MS = 10
/** Of a bar, that a batch costs as a rule: the rest is for code that runs for the first time, and slow machines. */
const BATCH_SHARE = 0.5
/** Half of what the server holds by default (`MAX_BODY_BYTES_HELD`), which counts what a body may grow to. */
const BATCH_BYTES = 16_000_000

export interface PreparedAttack {
  name: string
  attack: Attack
  requests: readonly SentRequest[]
  /** of its largest request, head included */
  bytes: number
  cpuBarMs: number
}

/** The same for the same seed and variant. */
export function prepare(attack: Attack, region: Region, seed: number, variant: string): PreparedAttack {
  const random = randomOf(seed, `${seed} ${attack.name} ${variant}`)
  const requests = Array.from({ length: attack.times ?? 1 }, () => attack.make(random, region))
  const bytes = Math.max(...requests.map(sizeOf))
  const cpuBarMs = attack.cpuBarMs ?? (bytes > SMALL_BYTES ? LARGE_CPU_MS : SMALL_CPU_MS)
  return { name: attack.name, attack, requests, bytes, cpuBarMs }
}

/** Those of one bar together; those with a bar of their own, which is no bar for others, alone. */
export function* batchesOf(attacks: Iterable<PreparedAttack>): Generator<PreparedAttack[]> {
  const open = new Map<number, { attacks: PreparedAttack[]; ms: number; bytes: number }>()
  for (const one of attacks) {
    if (one.attack.cpuBarMs !== undefined) {
      yield [one]
      continue
    }
    const ms = one.attack.usualMs ?? USUAL_MS
    const bytes = one.bytes * one.requests.length
    let batch = open.get(one.cpuBarMs)
    if (batch !== undefined && (batch.ms + ms > one.cpuBarMs * BATCH_SHARE || batch.bytes + bytes > BATCH_BYTES)) {
      yield batch.attacks
      batch = undefined
    }
    if (batch === undefined) open.set(one.cpuBarMs, (batch = { attacks: [], ms: 0, bytes: 0 }))
    batch.attacks.push(one)
    batch.ms += ms
    batch.bytes += bytes
  }
  for (const { attacks } of open.values()) yield attacks
}
