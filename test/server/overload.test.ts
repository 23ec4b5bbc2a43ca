// Clients over real sockets against a main thread that is busy with pages of a few milliseconds each.

import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { sendText } from '../../src/server/send-answer.ts'
import { startFakeApp, type FakeApp } from '../support/fake-services.ts'

const WORK_MS = 3

let app: FakeApp
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

async function start(): Promise<void> {
  const handle = async (context: Parameters<typeof sendText>[0]) => {
    for (const endMs = performance.now() + WORK_MS; performance.now() < endMs; );
    sendText(context, 200, 'text/plain', 'done')
  }
  app = await startFakeApp({
    parts: {
      overload: { targetWaitMs: 1 },
      pages: [{ host: 'api', method: 'GET', path: '/work', name: 'work', handle }],
    },
  })
}

/** A connection that asks again as soon as it is answered; `answers` by status. */
function askWithoutPause(answers: Map<number, number>, isOver: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.api).port), '127.0.0.1')
    sockets.push(socket)
    const ask = () => socket.write('GET /work HTTP/1.1\r\nHost: x\r\n\r\n')
    socket.on('connect', ask)
    socket.on('error', reject)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
      if (end < 0 || text.length < end + 4 + length) return
      const status = Number(text.slice(9, 12))
      if (status === 503 && !/\r\nretry-after: 1\r\n/i.test(text))
        return reject(new Error('a refusal without Retry-After'))
      answers.set(status, (answers.get(status) ?? 0) + 1)
      text = ''
      if (isOver()) resolve()
      else ask()
    })
  })
}

test('eight connections that ask without a pause are never refused, though each waits longer than the target', async () => {
  await start()
  const answers = new Map<number, number>()
  const endMs = performance.now() + 1000
  await Promise.all(Array.from({ length: 8 }, () => askWithoutPause(answers, () => performance.now() > endMs)))
  expect([...answers.keys()]).toEqual([200])
})

test('of far more than the main thread can do, some are answered and the rest refused with Retry-After; afterwards all are answered', async () => {
  await start()
  const answers = new Map<number, number>()
  const isOver = () => (answers.get(503) ?? 0) > 200 && (answers.get(200) ?? 0) > 50
  await Promise.all(Array.from({ length: 80 }, () => askWithoutPause(answers, isOver)))
  expect(new Set(answers.keys())).toEqual(new Set([200, 503]))
  const afterwards = new Map<number, number>()
  for (let i = 0; i < 10; i++) await askWithoutPause(afterwards, () => true)
  expect([...afterwards]).toEqual([[200, 10]])
})
