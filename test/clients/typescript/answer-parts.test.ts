import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MergedAnswer } from '../../../clients/typescript/src/merge-parts.ts'
import { readMultipart } from '../../../clients/typescript/src/graphql.ts'

const BODY = [{ data: { text: 'Höhe --- "\\r\\n---"' } }, { incremental: [] }, { hasNext: false }]
const bytes = new TextEncoder().encode(
  `preamble\r\n---${BODY.map((part) => `\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(part)}\r\n---`).join('')}--\r\n`,
)

/** The bytes, cut at the places given. */
function responseOf(given: Uint8Array, cuts: readonly number[] = []): Response {
  const ends = [...new Set(cuts)].sort((a, b) => a - b)
  const chunks = [0, ...ends].map((from, index) => given.slice(from, ends[index] ?? given.length))
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'multipart/mixed; boundary="-"' } })
}

async function partsOf(response: Response): Promise<unknown[]> {
  const parts: unknown[] = []
  for await (const part of readMultipart(response)) parts.push(part)
  return parts
}

test('parts are the same wherever the network cuts them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length - 1), { maxLength: 20 }), async (cuts) => {
      expect(await partsOf(responseOf(bytes, cuts))).toEqual(BODY)
    }),
  )
})

test('an answer that ends before its last boundary has broken off', async () => {
  await expect(partsOf(responseOf(bytes.slice(0, bytes.length - 8)))).rejects.toThrow('last boundary')
})

test('a loop that is left ends the response', async () => {
  let isEnded = false
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('\r\n---\r\n\r\n{}')),
    cancel: () => {
      isEnded = true
    },
  })
  for await (const part of readMultipart(new Response(endless))) {
    expect(part).toEqual({})
    break
  }
  expect(isEnded).toBe(true)
})

test('deferred objects and streamed items come to their places, in both formats', () => {
  const current = new MergedAnswer()
  current.add({
    data: { route: { a: 1, deep: { x: 1 } }, list: [{ n: 0 }] },
    pending: [
      { id: '0', path: ['route'] },
      { id: '1', path: ['list'] },
    ],
    hasNext: true,
  })
  const first = current.data
  current.add({
    incremental: [
      { id: '0', data: { b: 2, deep: { y: 2 } } },
      { id: '0', subPath: ['deep'], data: { z: 3 } },
      { id: '1', items: [{ n: 1 }, { n: 2 }] },
    ],
    completed: [{ id: '0' }, { id: '1' }],
    hasNext: false,
  })
  const whole = { route: { a: 1, b: 2, deep: { x: 1, y: 2, z: 3 } }, list: [{ n: 0 }, { n: 1 }, { n: 2 }] }
  expect(current.data).toEqual(whole)
  expect(first).toEqual({ route: { a: 1, deep: { x: 1 } }, list: [{ n: 0 }] })

  const older = new MergedAnswer()
  older.add({ data: first as object, hasNext: true })
  older.add({
    incremental: [
      { path: ['list', 1], items: [{ n: 1 }, { n: 2 }] },
      { path: ['route'], data: { b: 2, deep: { y: 2, z: 3 } } },
    ],
    hasNext: false,
  })
  expect(older.data).toEqual(whole)
})

test('a deferred part that failed leaves its errors and nothing else', () => {
  const answer = new MergedAnswer()
  answer.add({ data: { route: { a: 1 } }, pending: [{ id: '0', path: ['route'] }], hasNext: true })
  answer.add({ completed: [{ id: '0', errors: [{ message: 'no' }] }], hasNext: false })
  expect([answer.data, answer.errors]).toEqual([{ route: { a: 1 } }, [{ message: 'no' }]])
})
