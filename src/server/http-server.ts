// A listener on node:http with limits against slow and broken clients, and a stop that lets accepted requests
// finish. Malformed requests get a short JSON error. Knows nothing of paths.

import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** 2,048 elevation points make a query of 47 KB (decision D3). */
const MAX_HEADER_BYTES = 96 * 1024
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 60_000
const IDLE_SOCKET_MS = 120_000
const KEEP_ALIVE_MS = 65_000

export interface Listener {
  port: number
  /** Accepts nothing new, waits for what runs, at most `withinMs`. */
  stop(withinMs: number): Promise<void>
}

/** Rejects where the port cannot be taken. */
export async function listen(host: string, port: number, handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Listener> {
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS, connectionsCheckingInterval: 2000, noDelay: true },
    handle,
  )
  server.timeout = IDLE_SOCKET_MS
  server.on('clientError', answerClientError)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return { port: (server.address() as AddressInfo).port, stop: (withinMs) => stop(server, withinMs) }
}

function stop(server: Server, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), withinMs)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(sweep)
      resolve()
    })
    // a keep-alive connection becomes idle when its last answer is out
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    server.closeIdleConnections()
  })
}

const CLIENT_ERRORS: Record<string, [string, string, string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'too_large', 'The request line and headers are larger than 96 KB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'timeout', 'The request did not arrive in time.'],
}

function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, code, message] = CLIENT_ERRORS[error.code ?? ''] ?? ['400 Bad Request', 'invalid_input', 'This is not a valid HTTP request.']
  const body = JSON.stringify({ error: code, message })
  socket.end(`HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n${body}`)
}
