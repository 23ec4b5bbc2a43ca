// A proxy before a server that answers as it does, but for what is to be broken.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { overHttp } from './client.ts'
import type { Answer } from './operation.ts'

const HEADER_BYTES = 96 * 1024

export interface BreakingProxy {
  url: string
  close: () => Promise<void>
}

/** `change`: what is different about the answer to a path. */
export async function startBreakingProxy(
  server: string,
  change: (path: string, answer: Answer) => Partial<Answer>,
): Promise<BreakingProxy> {
  const proxy = createServer({ maxHeaderSize: HEADER_BYTES }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>
    const body = chunks.length > 0 ? Buffer.concat(chunks).toString() : undefined
    const path = request.url!
    const answer = await overHttp(`${server}${path}`, { host: 'api', method: request.method!, path, body }, headers)
    const after = { ...answer, ...change(path, answer) }
    const { 'content-length': ___, 'content-encoding': ____, ...kept } = after.headers
    response.writeHead(after.status, kept)
    response.end(after.json === undefined ? after.bytes : JSON.stringify(after.json))
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => new Promise((done) => proxy.close(() => done())),
  }
}
