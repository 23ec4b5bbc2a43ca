// Sends what is asked, one at a time: waits where the server says Retry-After, remembers the credits left, and tells a
// server that cannot be reached from one that answers wrongly.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Ask } from './operation.ts'

const TIMEOUT_MS = 60_000
const MAX_WAIT_S = 70
const MAX_RETRIES = 6
export const ORIGIN = 'https://conformance.example'

/** No answer came: says nothing about conformance. */
export class NetworkFailure extends Error {}

/** The server refuses to go on: out of credits, or still busy. */
export class GivenUp extends Error {}

/** Takes a request to an answer; throws NetworkFailure. */
export type Transport = (url: string, ask: Ask, headers: Record<string, string>) => Promise<Answer>

export class Client {
  readonly #api: string
  readonly #site: string | null
  readonly #key: string | null
  readonly #transport: Transport
  /** of the key, after the last answer that showed it */
  creditsLeft: number | null = null
  requests = 0

  constructor(options: { api: string; site: string | null; key: string | null; transport?: Transport }) {
    this.#api = options.api
    this.#site = options.site
    this.#key = options.key
    this.#transport = options.transport ?? overHttp
  }

  get hasSite(): boolean {
    return this.#site !== null
  }

  /** Throws NetworkFailure, GivenUp. */
  async send(ask: Ask): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const answer = ask.burst === undefined ? await this.#once(ask) : await this.#burst(ask, ask.burst)
      const waitS = ask.burst === undefined ? waitOf(answer) : null
      if (waitS === null) return answer
      if (attempt === MAX_RETRIES || waitS > MAX_WAIT_S)
        throw new GivenUp(
          `${ask.method} ${ask.path.slice(0, 60)} is answered ${answer.status} with Retry-After ${waitS}`,
        )
      await sleep(waitS * 1000)
    }
  }

  async #once(ask: Ask): Promise<Answer> {
    this.requests++
    const base = ask.host === 'site' ? this.#site : this.#api
    const headers: Record<string, string> = { origin: ORIGIN, ...ask.headers }
    if (headers.origin === '') delete headers.origin
    const isKeyed = ask.withoutKey !== true && this.#key !== null
    if (isKeyed) headers['x-api-key'] = this.#key!
    const answer = await this.#transport(`${base}${ask.path}`, ask, headers)
    const left = answer.headers['x-service-credits-remaining']
    if (isKeyed && left !== undefined) this.creditsLeft = Number(left)
    return answer
  }

  /** The first refusal by too many, else the last answer. */
  async #burst(ask: Ask, times: number): Promise<Answer> {
    const answers = await Promise.all(Array.from({ length: times }, () => this.#once(ask)))
    return answers.find(({ status }) => status === 429) ?? answers.at(-1)!
  }
}

/** Seconds to wait before it is asked again; null where this is the answer. */
function waitOf({ status, headers, json }: Answer): number | null {
  const text = JSON.stringify(json ?? null)
  const isForNow = status === 429 ? !text.includes('bbox_daily_ceiling') : status === 503 && text.includes('"busy"')
  if (!isForNow) return null
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.max(seconds, 0.1) : null
}

export const overHttp: Transport = async (url, ask, headers) => {
  try {
    const response = await fetch(url, {
      method: ask.method,
      headers,
      body: ask.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: Object.fromEntries(response.headers), bytes, json: readJson(bytes) }
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    throw new NetworkFailure(`${ask.method} ${url.slice(0, 100)}: ${cause?.code ?? cause?.message ?? message}`)
  }
}

export function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
