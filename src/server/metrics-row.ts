// GET /metrics, for this machine and for who holds the token; to everybody else there is nothing at this path (404). A
// request that came through a proxy is somebody else's, wherever the proxy stands. Tells counts and times, never who
// asked for what.

import { createHash, timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import type { MetricRegistry } from '../observe/metric-registry.ts'
import { shortHeader } from '../wire/header-text.ts'
import type { Exchange } from './exchange.ts'
import type { PageRow } from './page-row.ts'
import { sendText } from './send-answer.ts'

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

export function metricsRow(registry: MetricRegistry, token: string): PageRow {
  return {
    host: 'api',
    method: 'GET',
    path: '/metrics',
    name: 'metrics',
    vital: true,
    handle: (exchange) => {
      if (!isLocal(exchange) && !holdsToken(exchange, token))
        throw new ServiceError('not_found', 'There is nothing at this path of the api host.')
      sendText(exchange, 200, 'text/plain; version=0.0.4; charset=utf-8', registry.text(), [
        'Cache-Control',
        'no-store',
      ])
    },
  }
}

function isLocal({ request }: Exchange): boolean {
  const { headers, socket } = request
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    headers['x-forwarded-for'] === undefined &&
    headers.forwarded === undefined &&
    headers.via === undefined
  )
}

function holdsToken({ request }: Exchange, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(shortHeader(request.headers.authorization) ?? '')?.[1]
  return token !== '' && given !== undefined && timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
