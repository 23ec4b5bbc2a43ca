// A listener on node:http with limits against slow and broken clients, and a stop that lets accepted requests
// finish. Malformed requests get a short JSON error. Knows nothing about paths.

import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { ConnectionLimits } from './connection-limits.ts'

/** 2,048 elevation points make a query of 47 KB (decision: errors). */
const MAX_HEADER_BYTES = 96 * 1024
/**
 * Connections that may wait to be accepted while the main thread is busy; beyond that, clients retry only after a
 * second or more.
 */
const BACKLOG = 4096
/**
 * While stopping: how long an open connection may still send a request, which is answered with `Connection: close`.
 */
const LINGER_MS = 1000
const SWEEP_MS = 50

export interface ListenLimits {
  /** from the first byte, or from the connection on, until the head is complete */
  headersMs?: number
  /** until the body is complete too */
  requestMs?: number
  /** without a byte in either direction, even during a request */
  idleMs?: number
  /** between two requests */
  keepAliveMs?: number
  /** interval for checking the first two */
  checkMs?: number
  /** connections beyond this are closed at once */
  maxConnections?: number
  /** limits over all listeners, and for each address */
  connections?: ConnectionLimits
  /** called for requests that could not be parsed, and for connections over the limit */
  onBroken?: (code: string) => void
}

export interface Listener {
  port: number
  /**
   * Accepts nothing new and waits for running requests, at most `withinMs`. Connections end with their last answer,
   * idle ones soon after.
   */
  stop(withinMs: number): Promise<void>
  connections(): Promise<number>
}

/** Rejects if the port cannot be opened. */
export async function listen(
  host: string,
  port: number,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  limits: ListenLimits = {},
): Promise<Listener> {
  const {
    headersMs = 10_000,
    requestMs = 60_000,
    idleMs = 60_000,
    keepAliveMs = 65_000,
    checkMs = 2000,
    maxConnections,
    connections,
    onBroken = () => undefined,
  } = limits
  let isStopping = false
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: checkMs,
      noDelay: true,
      keepAlive: true,
    },
    (request, response) => {
      if (isStopping) response.shouldKeepAlive = false
      if (connections !== undefined) {
        const { socket } = request
        connections.began(socket)
        response.once('close', () => connections.ended(socket))
      }
      const refusal = findRefusal(request)
      if (refusal === null) return handle(request, response)
      onBroken('invalid_input')
      const body = JSON.stringify({ error: 'invalid_input', message: refusal[1] })
      response.writeHead(refusal[0], { ...ERROR_HEADERS, 'Content-Length': body.length }).end(body)
    },
  )
  server.timeout = idleMs
  if (maxConnections !== undefined) server.maxConnections = maxConnections
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => answerClientError(error, socket, onBroken))
  server.on('drop', () => onBroken('too_many_connections'))
  server.on('connection', (socket) => {
    if (connections?.admit(socket) === false) onBroken('too_many_connections')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject)
      // no file descriptor is left for another connection: it is refused, and the server continues
      server.on('error', () => onBroken('not_accepted'))
      resolve()
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: (withinMs) => {
      isStopping = true
      return stop(server, withinMs)
    },
    connections: () =>
      new Promise((resolve) => server.getConnections((error, count) => resolve(error === null ? count : 0))),
  }
}

/**
 * A client that is sending its next request over an open connection must not lose it: idle connections are closed only
 * after a while.
 */
function stop(server: Server, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    let sweep: NodeJS.Timeout | undefined
    const timer = setTimeout(() => server.closeAllConnections(), withinMs)
    const linger = setTimeout(
      () => (sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)),
      Math.min(LINGER_MS, withinMs / 4),
    )
    // not the http server's own close, which would drop idle connections at once
    NetServer.prototype.close.call(server, () => {
      clearTimeout(timer)
      clearTimeout(linger)
      clearInterval(sweep)
      server.close(() => resolve()) // ends its timers; reports an error because it no longer listens
    })
  })
}

const ERROR_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Access-Control-Allow-Origin': '*',
  Connection: 'close',
}

/** What node:http takes and a server must refuse (RFC 9112, 3.2 and 6.1): status and sentence. */
function findRefusal({ rawHeaders, headers }: IncomingMessage): [number, string] | null {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === 'host') hosts++
  if (hosts > 1) return [400, 'A request has one Host header.']
  const coding = headers['transfer-encoding']
  if (coding === undefined || coding.toLowerCase() === 'chunked') return null
  return [501, 'The only transfer encoding that is read is chunked; compress a body with Content-Encoding.']
}

const CLIENT_ERRORS: Record<string, [string, string, string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'too_large',
    'The request line and headers are larger than 96 KB.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'timeout', 'The request did not arrive in time.'],
}

function answerClientError(error: NodeJS.ErrnoException, socket: Socket, onBroken: (code: string) => void): void {
  onBroken(CLIENT_ERRORS[error.code ?? '']?.[1] ?? (error.code === 'ECONNRESET' ? 'reset' : 'invalid_input'))
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, code, message] = CLIENT_ERRORS[error.code ?? ''] ?? [
    '400 Bad Request',
    'invalid_input',
    'This is not a valid HTTP request.',
  ]
  const body = JSON.stringify({ error: code, message })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n${body}`,
  )
}
