import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callerHash, RequestsInFlight } from '../../src/observe/requests-in-flight.ts'

const PROGRAM = fileURLToPath(new URL('../support/standing-server.ts', import.meta.url))

/** How a process ended, and what it said. */
function run(environment: Record<string, string>) {
  return new Promise<{ signal: string | null; exitCode: number | null; output: string; log: string }>((resolve) => {
    const child = spawn(process.execPath, [PROGRAM], { env: { ...process.env, ...environment } })
    let output = ''
    let log = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
    child.once('close', (exitCode, signal) => resolve({ signal, exitCode, output, log }))
  })
}
const lines = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string; requests?: string[]; blockedMs: number })

test('a blocked main thread is logged with the requests in progress, and the process is ended in time', async () => {
  const { signal, output, log } = await run({ STAND_MS: '60000', EXIT_S: '1' })
  expect([signal, output]).toEqual(['SIGKILL', ''])
  const [stands, ends] = lines(log)
  expect(stands).toMatchObject({
    msg: 'the main thread is blocked',
    requests: ['POST /stands/at/1.23 caller=3', 'GET /waits caller=1'],
  })
  expect(ends.msg).toContain('ending the process')
  expect(ends.blockedMs).toBeGreaterThanOrEqual(1000)
})

test('one that recovers in time is logged and left alone, and so is any if the watchdog may not end the process', async () => {
  const { exitCode, output, log } = await run({ STAND_MS: '1500', EXIT_S: '0' })
  expect([exitCode, output]).toEqual([0, 'went on\n'])
  expect(lines(log).map(({ msg }) => msg)).toEqual(['the main thread is blocked', 'the main thread is running again'])
})

test('the record holds the newest requests in progress, whatever comes and goes', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100), { maxLength: 200 }), (steps) => {
      const requestsInFlight = new RequestsInFlight()
      const reader = new RequestsInFlight(requestsInFlight.memory)
      let open: { text: string; written: number }[] = []
      for (const [n, step] of steps.entries()) {
        if (step < 60 || open.length === 0) {
          const text = `GET /${n} ${'x'.repeat(step * 2)}`
          open.unshift({ text: text.slice(0, 160), written: requestsInFlight.write(text) })
        } else {
          const [ended] = open.splice(step % open.length, 1)
          requestsInFlight.clear(ended.written)
        }
        open = open.filter(({ written }) => written > open[0].written - 32)
        expect(reader.read().slice(0, open.length)).toEqual(open.map(({ text }) => text))
      }
    }),
  )
})

test('callers are distinguished and not named', () => {
  expect(callerHash('10.0.0.1')).toMatch(/^[0-9a-f]{8}$/)
  expect(callerHash('10.0.0.1')).toBe(callerHash('10.0.0.1'))
  expect(callerHash('10.0.0.1')).not.toBe(callerHash('10.0.0.2'))
})
