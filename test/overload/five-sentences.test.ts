// The numbers in docs/overload.md are those of the code.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FEW, FEW_LEFT, INTERVAL_MS } from '../../src/overload/fair-queue.ts'
import { CpuBucket } from '../../src/overload/cpu-bucket.ts'
import { DOCUMENT_MS } from '../../src/overload/cpu-meter.ts'

const page = readFileSync(new URL('../../docs/overload.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')

test('the page has five rules, with the numbers of the queues and of the document’s bucket', () => {
  expect(page.match(/ [1-9]\. [A-Z]/g)).toHaveLength(5)
  expect(page).toContain(`A queue of more than ${FEW} that has held something **late** for ${INTERVAL_MS} ms on end`)
  expect(page).toContain(
    `rejects the late but for ${FEW_LEFT} (503 with \`Retry-After\`), until it has rejected no more than ${FEW} in a second`,
  )
  expect(page).toContain(`A GraphQL document has a small one of its own, ${DOCUMENT_MS} ms`)
})

test('and of the bucket of a caller: one second in ten, five seconds saved at most', () => {
  let nowMs = 0
  const bucket = new CpuBucket(1, () => nowMs)
  bucket.spend('a', 1, 4999)
  expect(bucket.waitS('a', 1)).toBe(0)
  bucket.spend('a', 1, 1001)
  expect(bucket.waitS('a', 1)).toBe(10)
  expect(page).toContain('one second in ten, five seconds saved at most')
  nowMs += 10_001
  expect(bucket.waitS('a', 1)).toBe(0)
})
