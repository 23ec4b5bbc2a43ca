// One request: retried after Retry-After, ended by its signal, its cost reported. Says nothing about what is asked.

import { trimSlashes } from './address.ts'
import { retryAfterOf, WaypostError } from './waypost-error.ts'

export interface Cost {
  /** the REST function or the GraphQL operation */
  operation: string
  /** credits that the whole may take, as `@dryRun` reports before anything runs; null if the answer does not say */
  reserved: number | null
  /** credits; null where the answer does not say */
  charged: number | null
  /** credits left of the day; null where nothing is counted */
  left: number | null
}

export interface ClientOptions {
  /** the API host, such as `https://api.example.org`, with the path that a proxy may have put before it */
  apiUrl: string
  /** the site host, which `routeCapabilities` and `weather` need */
  siteUrl?: string
  /** left out: without a key */
  key?: string
  /** what refusals are said in, such as `de`; left out: as the platform sends it */
  language?: string
  /** How often a request is sent again after 429 and 503 with Retry-After. Default 2. */
  retries?: number
  /** A longer Retry-After is not waited for but thrown. Default 30. */
  maxWaitS?: number
  /** called with every answer that says what it cost or what is left */
  onCost?: (cost: Cost) => void
  /** in place of the platform's */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** in place of a timer; rejects as the signal does */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** What any call takes beside its input. */
export interface CallOptions {
  /** ends the request, here and at the service; the call then throws the signal's reason */
  signal?: AbortSignal | undefined
}

export interface Request extends CallOptions {
  url: string
  body?: object | undefined
  accept?: string
  headers?: Record<string, string>
}

/** Without a slash at its end. Throws TypeError for an address that is absent. */
export function baseOf(address: string): string {
  if (typeof address !== 'string') throw new TypeError('`apiUrl`, the address of the API host, is missing.')
  return trimSlashes(address)
}

/** The response, whatever its status. Throws WaypostError `no_connection`, and what the signal says. */
export async function send(options: ClientOptions, { url, body, accept, headers, signal }: Request): Promise<Response> {
  const { retries = 2, maxWaitS = 30, key, language, wait = waitFor } = options
  const init: RequestInit = {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(accept === undefined ? {} : { accept }),
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...(language === undefined ? {} : { 'accept-language': language }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }
  for (let sent = 0; ; sent++) {
    const response = await (options.fetch ?? fetch)(url, init).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw new WaypostError('no_connection', `${url.replace(/[?#].*/, '')} could not be reached.`, { cause: error })
    })
    const retryAfterS = retryAfterOf(response)
    const isRefused = response.status === 429 || response.status === 503
    if (!isRefused || retryAfterS === null || retryAfterS > maxWaitS || sent >= retries) return response
    await response.body?.cancel()
    await wait(retryAfterS * 1000, signal)
  }
}

/** Credits left as the headers say it; null where nothing is counted. */
export function creditsLeft({ headers }: Response): number | null {
  const left =
    headers.get('x-service-credits-remaining') ?? /"credits";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]
  return left === null || left === undefined ? null : Number(left)
}

export function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
