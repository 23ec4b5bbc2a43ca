// A store of objects over HTTP for tests: plain, or one that takes only requests signed as S3 wants them. Each request
// may be interfered with.

import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const S3_KEYS = {
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  AWS_REGION: 'eu-central-1',
}

export interface ObjectServer {
  url: string
  objects: Map<string, Buffer>
  /** `METHOD path`, as they came */
  requested: string[]
  /** headers of the last request */
  lastHeaders: IncomingMessage['headers']
  /** true: it answered by itself */
  interfere: (request: IncomingMessage, response: ServerResponse, path: string) => boolean
  stop(): Promise<void>
}

export async function startObjectServer({ signed = false } = {}): Promise<ObjectServer> {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const path = request.url!
    made.requested.push(`${request.method} ${path}`)
    made.lastHeaders = request.headers
    if (made.interfere(request, response, path)) return
    const fault = signed ? signatureFault(request) : null
    if (fault !== null)
      return response
        .writeHead(403, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${fault}</Code><AWSAccessKeyId>${S3_KEYS.AWS_ACCESS_KEY_ID}</AWSAccessKeyId></Error>`)
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) return response.writeHead(411).end()
      const chunks: Buffer[] = []
      try {
        for await (const chunk of request) chunks.push(chunk as Buffer)
      } catch {
        return // broken off: nothing is stored
      }
      objects.set(path, Buffer.concat(chunks))
      return response.writeHead(200).end()
    }
    const object = objects.get(path)
    if (object === undefined) return response.writeHead(404).end()
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (range !== null && request.method === 'GET') {
      const [from, last] = [Number(range[1]), Math.min(Number(range[2]), object.length - 1)]
      if (from >= object.length) return response.writeHead(416).end()
      const part = object.subarray(from, last + 1)
      return response
        .writeHead(206, { 'content-length': part.length, 'content-range': `bytes ${from}-${last}/${object.length}` })
        .end(part)
    }
    response.writeHead(200, { 'content-length': object.length })
    return response.end(request.method === 'HEAD' ? undefined : object)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const made: ObjectServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    requested: [],
    lastHeaders: {},
    interfere: () => false,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return made
}

/** AWS Signature Version 4, worked out again; null where it is right. */
function signatureFault({ method, url, headers }: IncomingMessage): string | null {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (match === null) return 'AccessDenied'
  const [, id, day, region, names, signature] = match
  const stamp = String(headers['x-amz-date'])
  if (id !== S3_KEYS.AWS_ACCESS_KEY_ID || region !== S3_KEYS.AWS_REGION) return 'InvalidAccessKeyId'
  if (!/^\d{8}T\d{6}Z$/.test(stamp) || !stamp.startsWith(day)) return 'RequestTimeTooSkewed'
  const signedNames = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signedNames.includes(name))) return 'AccessDenied'
  const canonical = [
    method,
    url,
    '',
    ...signedNames.map((name) => `${name}:${String(headers[name])}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  let key: Buffer = Buffer.from(`AWS4${S3_KEYS.AWS_SECRET_ACCESS_KEY}`)
  for (const word of [day, region, 's3', 'aws4_request']) key = hmac(key, word)
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
