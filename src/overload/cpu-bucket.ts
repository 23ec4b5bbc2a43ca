// Processor time of callers: each account has a token bucket, filled steadily, from which is taken what ran for it on
// any thread, whether it was answered, refused or failed. Taken when it is known, so a bucket can be overdrawn.
// Accounts that are full again are forgotten, and of very many the newest share some (no lru-cache: dropping an
// overdrawn account would fill it). Refuses nothing by itself.

/** Seconds that the time of CPU_BUDGET is for. */
const PERIOD_S = 10
/** A bucket holds what fills within this time. */
const FILLED_WITHIN_S = 50
/** Nobody waits longer, however much ran for them at once. */
const MAX_WAIT_S = 60
const SWEEP_ABOVE = 4096
const SWEEP_EVERY_MS = 1000
const MAX_ACCOUNTS = 50_000
const SHARED_ACCOUNTS = 256

interface Account {
  leftMs: number
  atMs: number
  /** filled, milliseconds of processor time a second */
  perS: number
}

export class CpuBucket {
  /** requests refused, for metrics */
  refused = 0
  readonly #perS: number
  readonly #nowMs: () => number
  readonly #accounts = new Map<string, Account>()
  #sweepAbove = SWEEP_ABOVE
  #sweptMs = 0

  /** `secondsInTen`: of an account whose share is 1. */
  constructor(secondsInTen: number, nowMs: () => number = () => performance.now()) {
    this.#perS = (secondsInTen * 1000) / PERIOD_S
    this.#nowMs = nowMs
  }

  get size(): number {
    return this.#accounts.size
  }

  /** 0, or the whole seconds to wait if the bucket is empty. `share`: times the bucket of others. */
  waitS(name: string, share: number): number {
    const { leftMs, perS } = this.#filled(name, share)
    if (leftMs > 0) return 0
    this.refused++
    return Math.max(1, Math.ceil(-leftMs / perS))
  }

  /** Takes what ran. */
  spend(name: string, share: number, ms: number): void {
    const account = this.#filled(name, share)
    account.leftMs = Math.max(-MAX_WAIT_S * account.perS, account.leftMs - ms)
  }

  #filled(name: string, share: number): Account {
    const nowMs = this.#nowMs()
    let account = this.#accounts.get(name)
    if (account === undefined) {
      const isFull = this.#sweepAbove === MAX_ACCOUNTS
      if (this.#accounts.size >= this.#sweepAbove && (!isFull || nowMs - this.#sweptMs > SWEEP_EVERY_MS))
        this.#sweep(nowMs)
      const known = this.#accounts.size < MAX_ACCOUNTS ? name : `shared ${hashOf(name) % SHARED_ACCOUNTS}`
      account = this.#accounts.get(known)
      if (account === undefined) {
        const perS = this.#perS * share
        this.#accounts.set(known, (account = { leftMs: FILLED_WITHIN_S * perS, atMs: nowMs, perS }))
      }
    }
    account.leftMs = filledMs(account, nowMs)
    account.atMs = nowMs
    return account
  }

  #sweep(nowMs: number): void {
    this.#sweptMs = nowMs
    for (const [name, account] of this.#accounts)
      if (filledMs(account, nowMs) >= FILLED_WITHIN_S * account.perS) this.#accounts.delete(name)
    this.#sweepAbove = Math.min(MAX_ACCOUNTS, Math.max(SWEEP_ABOVE, this.#accounts.size * 2))
  }
}

function filledMs({ leftMs, atMs, perS }: Account, nowMs: number): number {
  return Math.min(FILLED_WITHIN_S * perS, leftMs + (Math.max(0, nowMs - atMs) / 1000) * perS)
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
