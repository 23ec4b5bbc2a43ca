// One round: single requests, sieges, crowds of expensive requests.

import type { Attack, ExpensiveRequest, ServerUnderAttack, Siege } from './attack.ts'
import { randomOf } from './random.ts'
import type { Row } from './row.ts'
import { runAttacks } from './run-attacks.ts'
import { type Beside, runCrowds, runSieges } from './run-sieges.ts'

const CROWD_MS = 250
/** Requests of one caller of a crowd: one at work and one that waits. Those after them take most of a short run. */
const CROWD_REQUESTS = 2
/** Of different callers, at a time. */
const CROWDS_AT_ONCE = 6
const SIEGES_AT_ONCE = 4
/** Of the time for which a siege is held. */
const SHORT_SIEGE_SHARE = 0.25
const LONG_CROWD_MS = 5000
const LONG_CROWD_REQUESTS = 4

export interface Round {
  attacks: readonly Attack[]
  sieges: readonly Siege[]
  expensive: readonly ExpensiveRequest[]
  seed: number
  round: number
  others: Beside
  /** each alone and for longer, else several together */
  isLong: boolean
  /** no group of crowds but the first begins later (of `performance.now`) */
  lastCrowdMs: number
  tell(row: Row): void
}

/** Returns the expensive requests for which there was no time. */
export async function attackOnce(server: ServerUnderAttack, parts: Round): Promise<ExpensiveRequest[]> {
  const { attacks, sieges, seed, round, others, isLong, tell } = parts
  const control = { seed, round, health: others.health, alone: isLong }
  for await (const row of runAttacks(server, attacks, control)) tell(row)
  for (const some of groupsOf(sieges, isLong ? 1 : SIEGES_AT_ONCE)) {
    const share = isLong ? 1 : SHORT_SIEGE_SHARE
    for (const row of await runSieges(server, some, { seed, round, others, share })) tell(row)
  }
  return runCrowdsInTime(server, parts)
}

async function runCrowdsInTime(server: ServerUnderAttack, parts: Round): Promise<ExpensiveRequest[]> {
  const { expensive, seed, round, others, isLong, lastCrowdMs, tell } = parts
  const holdMs = isLong ? LONG_CROWD_MS : CROWD_MS
  const atOnce = isLong ? LONG_CROWD_REQUESTS : CROWD_REQUESTS
  const left = shuffled(expensive, seed, round)
  do {
    const some = left.splice(0, isLong ? 1 : CROWDS_AT_ONCE)
    if (some.length === 0) break
    for (const row of await runCrowds(server, some, { seed, round, others, holdMs, atOnce })) tell(row)
  } while (performance.now() < lastCrowdMs)
  return left
}

function groupsOf<T>(all: readonly T[], size: number): T[][] {
  const groups: T[][] = []
  for (let n = 0; n < all.length; n += size) groups.push(all.slice(n, n + size))
  return groups
}

/** In another order for each seed and round. */
export function shuffled<T>(all: readonly T[], seed: number, round: number): T[] {
  const random = randomOf(seed, `order ${seed} ${round}`)
  return all
    .map((one) => ({ one, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}
