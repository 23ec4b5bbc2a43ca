// What a new user does first, as a check: starts the server by `npm start -- --verbose` on an empty data folder, waits
// for the ready line, pastes the curl line it prints, and looks at the answer. Exits 1 with a sentence when anything
// differs. A folder named as argument is used and stays.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const READY_WITHIN_S = 10
const GIVE_UP_AFTER_S = 60

const dataDir = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'waypost-first-start-'))
const env = { ...process.env, DATA_DIR: dataDir, API_PORT: '4890', SITE_PORT: '4891' }
const started = performance.now()
const server = spawn('npm', ['start', '--silent', '--', '--verbose'], {
  env,
  detached: true,
  stdio: ['ignore', 'pipe', 'inherit'],
})
let output = ''
let readyAfterS = 0

const ready = new Promise<void>((resolve, reject) => {
  const timer = setTimeout(() => reject(new Error(`no ready line within ${GIVE_UP_AFTER_S} s`)), GIVE_UP_AFTER_S * 1000)
  server.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (readyAfterS === 0 && /^ready http/m.test(output)) readyAfterS = (performance.now() - started) / 1000
    if (readyAfterS > 0 && output.includes('curl ')) {
      clearTimeout(timer)
      resolve()
    }
  })
  server.on('exit', (status) => reject(new Error(`the server ended with status ${status} before it was ready`)))
})

let failure: string | null = null
try {
  await ready
  const line = output
    .split('\n')
    .map((l) => l.slice(l.indexOf('curl ')))
    .find((l) => l.startsWith('curl '))
  if (line === undefined) throw new Error('no curl line was printed')
  const answer = JSON.parse(execFileSync('bash', ['-c', line], { encoding: 'utf8' })) as {
    schema?: string
    status?: string
    distance_m?: number
  }
  if (answer.schema !== 'route/1' || answer.status !== 'complete' || !(Number(answer.distance_m) > 1000)) {
    throw new Error(`the printed curl line did not answer a route: ${JSON.stringify(answer).slice(0, 300)}`)
  }
  console.log(
    `ready after ${readyAfterS.toFixed(1)} s; the printed curl line answers a route of ${Math.round(Number(answer.distance_m))} m`,
  )
  if (readyAfterS > READY_WITHIN_S)
    console.log(`note: slower than the ${READY_WITHIN_S} s that a first start should take`)
} catch (thrown) {
  failure = `first start failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`
} finally {
  server.removeAllListeners('exit')
  if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
  if (process.argv[2] === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
if (failure !== null) {
  console.error(failure)
  process.exit(1)
}
process.exit(0)
