// The only outbound call: JSON from an Open-Meteo server (the public one or your own), as a considerate client. Few
// calls at a time, each limited in time and bytes; temporary failures are retried a limited number of times with
// jitter; 429 and Retry-After are obeyed; a server that keeps failing is not called for a while. Neither interprets nor
// caches answers.

import { say } from '../language/sentence.ts'
import { refusalOf, ServiceError } from '../errors.ts'
import { FairQueue } from '../overload/fair-queue.ts'
import { checkStructure } from '../wire/json-structure.ts'
import { HOUR_MS } from '../durations.ts'

export const FAILURES_TO_OPEN = 4
const REST_MS = 30_000
/** Longest pause accepted from a provider. */
const MAX_PAUSE_MS = HOUR_MS

/**
 * Stops calls to a failing provider: after several failures in a row it pauses for a while, then a single call tries
 * again. If the provider names the pause (Retry-After), it lasts exactly that long. Counts failures only.
 */
class CircuitBreaker {
  #failures = 0
  #closedUntilMs = 0
  #isTrying = false
  #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Milliseconds until the next call is allowed; 0: now. After a pause only the first caller passes. */
  waitMs(): number {
    const wait = this.#closedUntilMs - this.#nowMs()
    if (wait > 0) return wait
    if (this.#failures < FAILURES_TO_OPEN) return 0
    if (this.#isTrying) return 1000
    this.#isTrying = true
    return 0
  }

  succeeded(): void {
    this.#failures = 0
    this.#isTrying = false
  }

  failed(): void {
    this.#isTrying = false
    if (++this.#failures >= FAILURES_TO_OPEN)
      this.#closedUntilMs = Math.max(this.#closedUntilMs, this.#nowMs() + REST_MS)
  }

  /** Records a pause that the provider requested. */
  pause(ms: number): void {
    this.#isTrying = false
    this.#closedUntilMs = Math.max(this.#closedUntilMs, this.#nowMs() + Math.min(ms, MAX_PAUSE_MS))
  }
}

export interface OpenMeteoOptions {
  nowMs: () => number
  timeoutMs?: number
  maxBytes?: number
  /** concurrent calls */
  maxConcurrent?: number
  maxQueued?: number
  /** retries after the first attempt */
  retries?: number
  retryBaseMs?: number
}

/** Of one question. */
export interface Requested {
  /** absent: one that all share */
  caller?: string | undefined
  mostValues?: number
}

const DEFAULTS = {
  timeoutMs: 6000,
  maxBytes: 32 * 1024 * 1024,
  maxConcurrent: 4,
  maxQueued: 64,
  retries: 2,
  retryBaseMs: 250,
}
/** Of an answer: what stands in it beside its values, and what a value takes. */
const OTHER_BYTES = 65_536
const VALUE_BYTES = 16
/** Lists and objects of an answer, and members of its objects: 50 places have 80 columns each, with their units. */
const MAX_MEMBERS = 50_000
const USER_AGENT = 'waypost (open outdoor-maps service)'

/** A failure that may be temporary. */
class Passing extends ServiceError {}

export class OpenMeteo {
  #options: Required<OpenMeteoOptions>
  #running = 0
  /** of whose turn it is: true, or false where another caller takes the place */
  #waiting = new FairQueue<(mayAsk: boolean) => void>()
  /** one per server: an ensemble server that is down does not stop the forecast */
  #breakers = new Map<string, CircuitBreaker>()
  /** calls sent, for tests and logs */
  sent = 0

  constructor(options: OpenMeteoOptions) {
    this.#options = { ...DEFAULTS, ...options }
  }

  /**
   * The parsed body of a 200. Throws ServiceError: `forecast_unavailable` (503: down, slow, paused, too many calls) or
   * `forecast_failed` (502: it answers, but not as requested). `caller`: waiting callers take turns.
   * `mostValues`: numbers that were requested; an answer that is much larger is neither read to its end nor parsed.
   */
  async getJson(url: string, { caller = '', mostValues = Infinity }: Requested = {}): Promise<unknown> {
    const { retries, retryBaseMs } = this.#options
    const breaker = this.#breakerOf(new URL(url))
    for (let attempt = 0; ; attempt++) {
      const waitMs = breaker.waitMs()
      if (waitMs > 0)
        throw new ServiceError(say('error.forecast_unavailable.resting'), { retryAfterS: Math.ceil(waitMs / 1000) })
      try {
        const body = await this.#inTurn(caller, () => this.#attempt(url, breaker, mostValues))
        breaker.succeeded()
        return body
      } catch (thrown) {
        if (!(thrown instanceof Passing)) throw thrown
        breaker.failed()
        if (attempt >= retries)
          throw new ServiceError(thrown.sentence!, {
            cause: thrown,
            ...(thrown.code === 'forecast_unavailable' ? { retryAfterS: 30 } : {}),
          })
        // full jitter over a doubling interval
        await new Promise((resolve) => setTimeout(resolve, Math.random() * retryBaseMs * 2 ** attempt))
      }
    }
  }

  #breakerOf({ host, pathname }: URL): CircuitBreaker {
    // metadata has its own breaker: a server without it can still forecast
    const key = `${host}${pathname.startsWith('/data/') ? '/data' : pathname}`
    let breaker = this.#breakers.get(key)
    if (breaker === undefined) this.#breakers.set(key, (breaker = new CircuitBreaker(this.#options.nowMs)))
    return breaker
  }

  async #attempt(url: string, breaker: CircuitBreaker, mostValues: number): Promise<unknown> {
    const maxBytes = Math.min(this.#options.maxBytes, OTHER_BYTES + VALUE_BYTES * mostValues)
    const timeout = AbortSignal.timeout(this.#options.timeoutMs)
    let response: Response
    this.sent++
    try {
      response = await fetch(url, {
        headers: { accept: 'application/json', 'user-agent': USER_AGENT },
        redirect: 'error',
        signal: timeout,
      })
    } catch (_error) {
      throw new Passing(
        timeout.aborted
          ? say('error.forecast_unavailable.slow', { withinS: this.#options.timeoutMs / 1000 })
          : say('error.forecast_unavailable.unreachable'),
      )
    }
    if (response.status === 429 || response.status === 503) {
      const given = await readText(response, maxBytes).then(reasonOf, () => null)
      const namedS = retryAfterS(response.headers.get('retry-after'), this.#options.nowMs())
      if (response.status === 429 || namedS !== null) {
        // Open-Meteo says which limit is used up: per minute, hour or day
        const pauseS = namedS ?? (/hourly|daily/i.test(given ?? '') ? 3600 : 60)
        breaker.pause(pauseS * 1000)
        throw new ServiceError(
          given === null
            ? say('error.forecast_unavailable.pause')
            : say('error.forecast_unavailable.pause_reason', { given: given.replace(/\.$/, '') }),
          { retryAfterS: pauseS },
        )
      }
    }
    if (response.status >= 500) {
      if (!response.bodyUsed) await response.body?.cancel().catch(() => undefined)
      throw new Passing(say('error.forecast_unavailable.status', { status: response.status }))
    }
    let text: string
    try {
      text = await readText(response, maxBytes)
    } catch (error) {
      if (error instanceof ServiceError) throw error
      throw new Passing(
        timeout.aborted
          ? say('error.forecast_unavailable.incomplete', { withinS: this.#options.timeoutMs / 1000 })
          : say('error.forecast_unavailable.cut'),
      )
    }
    if (response.status !== 200) {
      breaker.succeeded() // it answers, so the request is at fault
      const { status } = response
      const given = reasonOf(text)
      throw new ServiceError(
        given === null
          ? say('error.forecast_failed.refused', { status })
          : say('error.forecast_failed.refused_reason', { status, given }),
      )
    }
    try {
      checkStructure(text, say('part.subject.it'), {
        containers: MAX_MEMBERS,
        members: MAX_MEMBERS,
        commas: MAX_MEMBERS + mostValues,
      })
    } catch (error) {
      breaker.succeeded()
      throw new ServiceError(say('error.forecast_failed.structure', { refusal: refusalOf(error) }))
    }
    try {
      return JSON.parse(text)
    } catch {
      throw new Passing(say('error.forecast_failed.no_json'))
    }
  }

  async #inTurn<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const { maxConcurrent, maxQueued } = this.#options
    if (this.#running >= maxConcurrent) {
      const mayWait = await new Promise<boolean>((resolve) => {
        const isFull = this.#waiting.size >= maxQueued
        const crowded = isFull ? this.#waiting.evictFor(caller) : undefined
        if (isFull && crowded === undefined) return resolve(false)
        crowded?.(false)
        this.#waiting.push(caller, resolve)
      })
      if (!mayWait) throw new ServiceError(say('error.forecast_unavailable.crowded'), { retryAfterS: 2 })
    }
    this.#running++
    try {
      return await work()
    } finally {
      this.#running--
      this.#waiting.shift()?.(true)
    }
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new ServiceError(say('error.forecast_failed.large'))
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Open-Meteo gives the cause in `reason`; only its plain words are passed on. Null without one. */
function reasonOf(text: string): string | null {
  try {
    const { reason } = JSON.parse(text) as { reason?: unknown }
    return typeof reason === 'string' ? reason.replace(/[^\w .,:'-]/g, '').slice(0, 120) || null : null
  } catch {
    return null
  }
}

/** Seconds, or a date; null if absent or neither. */
export function retryAfterS(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header.trim())) return Math.max(1, Number(header))
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(1, Math.ceil((at - nowMs) / 1000))
}
