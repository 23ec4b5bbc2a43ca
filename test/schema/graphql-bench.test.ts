// `npm run bench -- graphql` starts: each of its programs answers once, with nothing wrong in the answer.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { POINT } from '../bench/graphql/questions.ts'
import { ask, endConnections, startProcess } from '../bench/served-process.ts'

test.each(['door', 'bare'])('%s, without sockets', async (which) => {
  const program = fork('test/bench/graphql/in-process.ts', [which, 'on'], {})
  const ended = once(program, 'exit').then(([code]) => Promise.reject(new Error(`ended with ${code}`)))
  const said = () => Promise.race([once(program, 'message'), ended])
  expect((await said())[0]).toBe('ready')
  program.send({ body: JSON.stringify(POINT.body), times: 100 })
  expect((await said())[0]).toBeGreaterThan(0)
  ended.catch(() => undefined)
  program.disconnect()
})

test('bare graphql-js over HTTP', async () => {
  // a point needs no release
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'))
  const bare = await startProcess(['test/bench/graphql/bare-server.ts'], { DATA_DIR: folder })
  try {
    expect(JSON.parse((await ask(bare, POINT)).toString())).toEqual({ data: { point: { location: [1.53, 42.55] } } })
  } finally {
    endConnections()
    await bare.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
