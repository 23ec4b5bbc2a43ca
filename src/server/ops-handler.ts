// Serves the operator's own listener (OPS_PORT): /healthz, /readyz and /metrics, and nothing else. It bypasses queues,
// limits and the log, so that probes are answered when the public ports are exhausted. /metrics is open to this machine
// on a loopback listener; a request that came through a proxy is from somebody else and needs the token, and so does
// every request if the listener is not on loopback. Anybody else gets 404.

import type { RefusalSentence } from '../errors.ts'
import { english } from '../language/catalogue-files.ts'
import { say } from '../language/sentence.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MetricRegistry } from '../observe/metric-registry.ts'
import { shortHeader } from '../wire/header-text.ts'
import type { ReleaseService } from '../releases/release-info.ts'

export interface OpsParts {
  findReadiness: () => Readiness
  registry: MetricRegistry
  /** empty: no token is accepted */
  metricsToken: string
  /** whether the listener is on loopback */
  isLoopback: boolean
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
/** Any other name could be one that a foreign page resolved to this machine. */
const LOCAL_HOST = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?$/i
const JSON_TYPE = 'application/json; charset=utf-8'

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || LOOPBACK.test(host)
}

export function createOpsHandler(parts: OpsParts): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const send = (status: number, type: string, body: string, headers: readonly string[] = []) => {
      response.writeHead(status, [
        'Content-Type',
        type,
        'Content-Length',
        String(Buffer.byteLength(body)),
        'Cache-Control',
        'no-store',
        ...headers,
      ])
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    const refuse = (status: number, error: string, message: string, headers: readonly string[] = []) =>
      send(status, JSON_TYPE, JSON.stringify({ error, message }), headers)
    request.resume()
    const path = request.url!.split('?', 1)[0]
    const isKnown = path === '/healthz' || path === '/readyz' || (path === '/metrics' && mayReadMetrics(request, parts))
    if (!isKnown) return refuse(404, 'not_found', 'This listener has /healthz, /readyz and /metrics.')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(405, 'method_not_allowed', 'This path takes GET, HEAD.', ['Allow', 'GET, HEAD'])
    if (path === '/healthz') return send(200, 'text/plain; charset=utf-8', 'ok')
    if (path === '/metrics') return send(200, 'text/plain; version=0.0.4; charset=utf-8', parts.registry.text())
    const readiness = parts.findReadiness()
    if ('unready' in readiness)
      return refuse(503, 'network_unavailable', english.render(readiness.unready), ['Retry-After', '2'])
    return send(200, JSON_TYPE, readinessText(readiness))
  }
}

function mayReadMetrics(request: IncomingMessage, { metricsToken, isLoopback }: OpsParts): boolean {
  return (isLoopback && isLocal(request)) || holdsToken(request, metricsToken)
}

function isLocal({ headers, socket }: IncomingMessage): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    LOCAL_HOST.test(headers.host ?? '') &&
    headers['x-forwarded-for'] === undefined &&
    headers.forwarded === undefined &&
    headers.via === undefined
  )
}

function holdsToken({ headers }: IncomingMessage, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(shortHeader(headers.authorization) ?? '')?.[1]
  return token !== '' && given !== undefined && timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * `release`: the one that routes are found on; of several regions all of them, joined by `+`. `lost`: parts that are
 * down while the rest works, a sentence each.
 */
export type Readiness = { release: string; lost: readonly string[] } | { unready: RefusalSentence }

/**
 * `findUnready`: why requests cannot be answered now, null if they can. `findServed`: the releases that were taken up,
 * null while there is one that was not.
 */
export function readReadiness(
  releases: ReleaseService,
  findUnready: () => RefusalSentence | null,
  listLost: () => readonly string[] = () => [],
  findServed: () => string | null = () => null,
): Readiness {
  const live = releases.findLive()
  if (live === null) return { unready: say('error.network_unavailable.no_release') }
  const unready = findUnready()
  return unready === null ? { release: findServed() ?? live.id, lost: listLost() } : { unready }
}

/** The body of a 200: if a part is down the rest still works, so the server stays in service. */
function readinessText({ release, lost }: { release: string; lost: readonly string[] }): string {
  return JSON.stringify(lost.length === 0 ? { status: 'ready', release } : { status: 'degraded', lost, release })
}

/** The public version: which parts are down, but not why or where they are stored. */
export function publicReadinessText({ release, lost }: { release: string; lost: readonly string[] }): string {
  return readinessText({ release, lost: lost.map((sentence) => sentence.split(':', 1)[0]) })
}
