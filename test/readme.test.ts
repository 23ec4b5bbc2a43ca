// The linked query of README.md and the answer beside it, on the demo region as it starts.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RealServer, startRealServer } from './support/real-server.ts'
import { readmeAnswered } from './support/record-examples.ts'

let server: RealServer
beforeAll(async () => {
  server = await startRealServer({ METERING: 'on', WORKERS: '1' })
})
afterAll(() => server?.stop())

test('the answer of README.md is the one that its query gets (npm run examples -- --readme)', async () => {
  expect(await readmeAnswered(server.api)).toBe(readFileSync(new URL('../README.md', import.meta.url), 'utf8'))
})
