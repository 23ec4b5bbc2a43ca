// One request as an attacker sends it: whatever is in it, on a connection of its own, its answer read to the end and
// thrown away.

import { request as httpRequest } from 'node:http'
import type { SentRequest } from './attack.ts'

const GIVE_UP_MS = 30_000

export interface Outcome {
  /** null where the connection ended without an answer */
  status: number | null
  /** why the status is missing */
  fault: string | null
  bytes: number
  ms: number
  /** the beginning of the answer */
  text: string
}

export function sendRequest(
  servers: { api: string; site: string },
  { host = 'api', method, path, headers = {}, body }: SentRequest,
  localAddress?: string,
  leave?: AbortSignal,
): Promise<Outcome> {
  const url = new URL(servers[host])
  const startedMs = performance.now()
  return new Promise((resolve) => {
    let bytes = 0
    let text = ''
    let status: number | null = null
    const done = (fault: string | null) =>
      resolve({ status, fault, bytes, ms: performance.now() - startedMs, text: text.slice(0, 300) })
    const sent = httpRequest(
      {
        host: url.hostname,
        port: url.port,
        method,
        path,
        localAddress,
        agent: false,
        signal: leave,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      },
      (response) => {
        status = response.statusCode!
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (text.length < 300) text += chunk.toString('latin1', 0, 300)
        })
        response.once('end', () => done(null))
        response.once('error', (error) => done(error.message))
      },
    )
    sent.setTimeout(GIVE_UP_MS, () => sent.destroy(new Error(`nothing for ${GIVE_UP_MS / 1000} s`)))
    // an answer may come before the body is out
    sent.once('error', (error: NodeJS.ErrnoException) =>
      status === null ? done(error.code ?? error.message) : undefined,
    )
    sent.end(body)
  })
}

/** As it lies on the wire, nearly. */
export function sizeOf({ method, path, headers = {}, body }: SentRequest): number {
  let bytes = method.length + path.length + 12
  for (const [name, value] of Object.entries(headers)) bytes += name.length + value.length + 4
  return bytes + (body === undefined ? 0 : Buffer.byteLength(body))
}
