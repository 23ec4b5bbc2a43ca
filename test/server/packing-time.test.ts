// The time it takes to compress an answer counts for its caller.

import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CpuBucket } from '../../src/overload/cpu-bucket.ts'
import { CpuMeter } from '../../src/overload/cpu-meter.ts'
import { openRequestContext } from '../../src/server/request-context.ts'
import { sendChunks, sendText } from '../../src/server/send-answer.ts'

class Spent extends CpuBucket {
  ms = 0
  override spend(_name: string, _share: number, ms: number): void {
    this.ms += ms
  }
}

const TEXT = Buffer.from(randomBytes(1_000_000).toString('base64'))
let server: Server
let spent: Spent
beforeAll(async () => {
  server = createServer((request, response) => {
    const context = openRequestContext(request, response, 'api', () => undefined)
    context.cpu = new CpuMeter(spent)
    context.cpu.begin('caller', 1)
    if (context.path === '/chunks')
      void sendChunks(context, 200, 'text/plain', [TEXT.subarray(0, 600_000), TEXT.subarray(600_000)])
    else sendText(context, 200, 'text/plain', TEXT)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

async function spentOn(path: string, encoding: string): Promise<number> {
  spent = new Spent(1)
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers: { 'accept-encoding': encoding },
  })
  expect((await answer.arrayBuffer()).byteLength).toBe(TEXT.length)
  expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
  await new Promise((resolve) => setImmediate(resolve))
  return spent.ms
}

test.each(['br', 'gzip'])('%s counts, of a text and of chunks', async (encoding) => {
  for (const path of ['/text', '/chunks']) {
    const packed = await spentOn(path, encoding)
    // gzip takes 15 ns a byte and more
    expect(packed).toBeGreaterThan(TEXT.length * 5e-6)
    // what elapsed, at most 100 ns a byte, and what the main thread did to send it
    expect(packed).toBeLessThan(TEXT.length * 1e-4 + 500)
  }
})

test('nothing of it counts where nothing is packed', async () => {
  expect(await spentOn('/text', 'identity')).toBe(0)
})
