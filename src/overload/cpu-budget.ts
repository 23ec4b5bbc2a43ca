// Processor time of callers: each account has a budget, refilled steadily, from which is taken what ran for it on any
// thread, whether it was answered, refused or failed. Taken when it is known, so a budget can be overdrawn; while a
// request is open a little is held, so that nobody begins a thousand on a full one. Accounts that are full again are
// forgotten, and of very many the newest share some (no lru-cache: dropping an overdrawn account would fill it).
// Refuses nothing by itself.

/** A budget fills within this time. */
const PERIOD_S = 10
/** What a quiet caller saves up: the first requests after a start run cold code and cost several times as much. */
const BURST_FACTOR = 5
/** Held for an open request. */
const HELD_MS = 10
/** Nobody waits longer, however much ran for them at once. */
const MAX_WAIT_S = 60
const SWEEP_ABOVE = 4096
const SWEEP_EVERY_MS = 1000
const MAX_ACCOUNTS = 50_000
const SHARED_ACCOUNTS = 256

interface Account {
  leftMs: number
  atMs: number
  /** refilled, milliseconds of processor time a second */
  perS: number
}

export class CpuBudget {
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

  /** Milliseconds of processor time that an account whose share is 1 is given in ten seconds. */
  get periodMs(): number {
    return PERIOD_S * this.#perS
  }

  /** Begins a request: 0, or the whole seconds to wait where nothing is left. `share`: times the budget of others. */
  begin(name: string, share: number): number {
    const account = this.#filled(name, share)
    if (account.leftMs < HELD_MS) {
      this.refused++
      return Math.max(1, Math.ceil((HELD_MS - account.leftMs) / account.perS))
    }
    account.leftMs -= HELD_MS
    return 0
  }

  /** A request that had begun is over. */
  end(name: string, share: number): void {
    this.spend(name, share, -HELD_MS)
  }

  /** Takes what ran. */
  spend(name: string, share: number, ms: number): void {
    const account = this.#filled(name, share)
    account.leftMs = Math.max(-MAX_WAIT_S * account.perS, Math.min(fullMs(account), account.leftMs - ms))
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
        this.#accounts.set(known, (account = { leftMs: PERIOD_S * BURST_FACTOR * perS, atMs: nowMs, perS }))
      }
    }
    account.leftMs = filledMs(account, nowMs)
    account.atMs = nowMs
    return account
  }

  #sweep(nowMs: number): void {
    this.#sweptMs = nowMs
    for (const [name, account] of this.#accounts)
      if (filledMs(account, nowMs) >= fullMs(account)) this.#accounts.delete(name)
    this.#sweepAbove = Math.min(MAX_ACCOUNTS, Math.max(SWEEP_ABOVE, this.#accounts.size * 2))
  }
}

const fullMs = ({ perS }: Account): number => PERIOD_S * BURST_FACTOR * perS

function filledMs(account: Account, nowMs: number): number {
  return Math.min(fullMs(account), account.leftMs + (Math.max(0, nowMs - account.atMs) / 1000) * account.perS)
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
