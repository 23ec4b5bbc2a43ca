// The subscriptions that are open: how many a caller may have and all together, how much of what they sent is kept, and
// what they watch. While any is open, the marks (release, snow raster) are looked at every second, once for all.

import { say } from '../../../src/language/sentence.ts'
import { ServiceError } from '../../../src/errors.ts'
import type { Caller } from '../../../src/metering/caller.ts'
import type { Services } from '../../../src/services.ts'
import { RunTurns } from './run-turns.ts'
import { HOUR_MS } from '../../../src/durations.ts'

export interface SubscriptionLimits {
  /** over all callers */
  maxOpen: number
  /** a client comes back after this */
  lifetimeMs: number
  /** a comment goes out after this long without an event, so that proxies keep the connection */
  pingMs: number
  /** between looks at the marks */
  lookMs: number
  /** between looks at the key */
  keyMs: number
  /** before a run that failed for a while is tried again; doubled each time */
  retryMs: number
}

const SUBSCRIPTION_LIMITS: SubscriptionLimits = {
  maxOpen: 1000,
  lifetimeMs: HOUR_MS,
  pingMs: 15_000,
  lookMs: 1000,
  keyMs: 2000,
  retryMs: 15_000,
}

/** Open subscriptions of a caller for each request a second of its plan. */
const OPEN_FOR_RATE = 2
/** Bytes of the requests of open subscriptions, of which each is kept to be run again. */
const MAX_BYTES_OF_CALLER = 2 * 1_048_576
const MAX_BYTES = 16 * 1_048_576
const RUNS_AT_ONCE = 2

const END_REASONS = ['client_left', 'lifetime', 'stopping', 'refused', 'failed'] as const
export type EndReason = (typeof END_REASONS)[number]

export interface WatchedMarks {
  release: string | null
  /** with what lags behind it: the network being loaded, the catalogue being opened */
  releaseMark: string
  snow: { id: string; publishedAt: string | null } | null
}

/** One open subscription. */
export interface Seat {
  /** counts once, however often it is called */
  close(reason: EndReason): void
}

export class OpenSubscriptions {
  readonly limits: SubscriptionLimits
  readonly turns = new RunTurns(RUNS_AT_ONCE)
  /** for metrics */
  readonly ended: Record<EndReason, number> = { client_left: 0, lifetime: 0, stopping: 0, refused: 0, failed: 0 }
  readonly refused = { caller: 0, all: 0, bytes: 0 }
  events = 0
  readonly #services: Services
  readonly #perCaller = new Map<string, { open: number; bytes: number }>()
  #open = 0
  #bytes = 0
  #marks: WatchedMarks | null = null
  #stopping = new AbortController()
  #timer: NodeJS.Timeout | null = null
  #looking: Promise<WatchedMarks> | null = null
  #tick = Promise.withResolvers<void>()

  constructor(services: Services, limits: Partial<SubscriptionLimits> = {}) {
    this.#services = services
    this.limits = { ...SUBSCRIPTION_LIMITS, ...limits }
  }

  get open(): number {
    return this.#open
  }

  /** Aborted when the server stops. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** `bytes`: of its request, kept while it is open. Throws ServiceError `concurrency_limit`, `busy`, `too_large`. */
  take({ rateAccount, ratePerS }: Caller, bytes: number): Seat {
    const own = this.#perCaller.get(rateAccount) ?? { open: 0, bytes: 0 }
    const maxOpen = OPEN_FOR_RATE * ratePerS
    if (own.open >= maxOpen) {
      this.refused.caller++
      throw new ServiceError(say('error.concurrency_limit.subscriptions', { max: maxOpen }), { retryAfterS: 30 })
    }
    if (own.bytes + bytes > MAX_BYTES_OF_CALLER) {
      this.refused.bytes++
      throw new ServiceError(say('error.too_large.subscriptions', { maxBytes: MAX_BYTES_OF_CALLER }))
    }
    if (this.#open >= this.limits.maxOpen || this.#bytes + bytes > MAX_BYTES || this.stopping.aborted) {
      this.refused.all++
      throw new ServiceError(say('error.busy.subscriptions'), {
        retryAfterS: this.stopping.aborted ? 1 : 30,
      })
    }
    this.#count(rateAccount, 1, bytes)
    this.#timer ??= setInterval(() => void this.#onLook(), this.limits.lookMs).unref()
    let isOpen = true
    return {
      close: (reason) => {
        if (!isOpen) return
        isOpen = false
        this.ended[reason]++
        this.#count(rateAccount, -1, -bytes)
        if (this.#open > 0 || this.#timer === null) return
        clearInterval(this.#timer)
        this.#timer = null
        this.#marks = null
      },
    }
  }

  /** As they were at the last look. */
  async marks(): Promise<WatchedMarks> {
    return this.#marks ?? (await this.#look())
  }

  /** Resolves after the next look, and when the server stops. */
  nextLook(): Promise<void> {
    return this.#tick.promise
  }

  /** The server stops: all end, none is opened. */
  stop(): void {
    this.#stopping.abort()
    this.#wake()
  }

  #count(account: string, open: number, bytes: number): void {
    const own = this.#perCaller.get(account) ?? { open: 0, bytes: 0 }
    own.open += open
    own.bytes += bytes
    if (own.open === 0) this.#perCaller.delete(account)
    else this.#perCaller.set(account, own)
    this.#open += open
    this.#bytes += bytes
  }

  async #onLook(): Promise<void> {
    // what cannot be looked at now is as it was; a look that takes long holds nobody up
    if (this.#looking === null) await this.#look().catch(() => undefined)
    this.#wake()
  }

  #wake(): void {
    this.#tick.resolve()
    this.#tick = Promise.withResolvers<void>()
  }

  #look(): Promise<WatchedMarks> {
    return (this.#looking ??= this.#readMarks().finally(() => (this.#looking = null)))
  }

  async #readMarks(): Promise<WatchedMarks> {
    const { releases, snow, findCatalogueRevision, findNetworkRevision } = this.#services
    const release = releases.findLive()?.id ?? null
    const [catalogue, raster] = await Promise.all([findCatalogueRevision?.() ?? null, snow.findLive()])
    this.#marks = {
      release,
      releaseMark: JSON.stringify([release, findNetworkRevision?.() ?? null, catalogue]),
      snow: raster === null ? null : { id: raster.id, publishedAt: raster.promotedAt },
    }
    return this.#marks
  }
}

/** Without a change of marks an answer is made again after this: what is observed grows old. */
export const LONGEST_WITHOUT_RUN_MS = HOUR_MS
