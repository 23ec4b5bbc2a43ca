// What an attack is. Three kinds, in files of one theme each (`*-attacks.ts`), all named in attacks.ts:
// - a request that is meant to cost more than it may: its processor time is measured;
// - a siege: many connections or a lasting state, beside which others must be served;
// - an expensive request that is allowed, repeated by one caller while another asks for something cheap.
// Everything that varies comes from the `Random` handed in, so that a seed makes the same attack again.

import type { Region } from '../fuzz/region.ts'
import type { Random } from './random.ts'

export interface SentRequest {
  /** `api` where left out */
  host?: 'api' | 'site'
  method: string
  /** with its query, as it goes on the wire */
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface Attack {
  /** a fact, e.g. `a Range of 6,000 tabs` */
  name: string
  make(random: Random, region: Region): SentRequest
  /** its own bar, where that is not told by its size */
  cpuBarMs?: number
  /** processor time that it takes as a rule, where that is more than 10 ms: so many come together (batches.ts) */
  usualMs?: number
  /** it is wrong to answer it with anything else */
  statuses?: readonly number[]
  /** its answers begin with a text in which this is: that what is attacked was reached */
  says?: RegExp
  /** times that it is sent at once; once where left out */
  times?: number
}

export interface ServerUnderAttack {
  api: string
  site: string
  ops: string
  pid: number
  region: Region
}

export interface Siege {
  name: string
  /** Lays the siege; what it returns lifts it. Others are asked meanwhile for `holdMs`. */
  lay(server: ServerUnderAttack, random: Random): Promise<() => Promise<void> | void>
  holdMs: number
}

/** The most expensive request of a kind that the contract allows. */
export type ExpensiveRequest = Attack
