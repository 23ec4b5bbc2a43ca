// Does what examples/deploy/Dockerfile says without a container engine: its COPY and RUN steps in a folder, its CMD as
// the user it names, its HEALTHCHECK until that succeeds, then the stop of a container. Exits 1 with a sentence when
// anything differs. `build FOLDER` copies and runs into an empty folder, `start FOLDER DATA` starts and stops what was
// built there with a data folder as the volume.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const GIVE_UP_AFTER_S = 90
/** `docker stop` waits as long before it kills */
const STOPPED_WITHIN_S = 10
/** the user `node` of the official image */
const NODE_UID = 1000

const [part, folder = '', volume = ''] = process.argv.slice(2)
const image = join(folder, 'opt/waypost')
const context = join(folder, 'context')
const data = join(folder, 'data')
const inside = (text: string) => text.replaceAll('/opt/waypost', image).replaceAll('/data', data)

function run(step: string, command: string, options: { cwd: string; env: NodeJS.ProcessEnv }): void {
  console.log(`${step}: ${command}`)
  execFileSync('sh', ['-c', command], { ...options, stdio: 'inherit' })
}

/** The lines of the Dockerfile as [instruction, rest]. */
function readSteps(): [string, string][] {
  return readFileSync(join(ROOT, 'examples/deploy/Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])
}

const env: NodeJS.ProcessEnv = { ...process.env }
let command: string[] = []
let health = ''
let user = ''

/** What names the server, its user and its probe; what is copied and run is only done `toBuild`. */
function follow(toBuild: boolean): void {
  for (const [instruction, rest] of readSteps()) {
    if (instruction === 'WORKDIR') mkdirSync(inside(rest), { recursive: true })
    else if (instruction === 'COPY') {
      const names = rest.split(' ')
      if (toBuild)
        for (const name of names.slice(0, -1))
          cpSync(join(context, name), join(image, names.at(-1)!, name), { recursive: true })
    } else if (instruction === 'RUN') {
      if (toBuild) run(instruction, inside(rest).replace('chown node', `chown ${NODE_UID}`), { cwd: image, env })
    } else if (instruction === 'ENV')
      for (const pair of rest.split(' ')) env[pair.split('=')[0]] = inside(pair.slice(pair.indexOf('=') + 1))
    else if (instruction === 'USER') user = rest
    else if (instruction === 'HEALTHCHECK') health = rest.slice(rest.indexOf('CMD ') + 4)
    else if (instruction === 'CMD') command = JSON.parse(rest) as string[]
    else if (!['FROM', 'VOLUME', 'EXPOSE'].includes(instruction))
      throw new Error(`${instruction} is not understood here`)
  }
}

function build(): void {
  // what the build context holds: the commit
  mkdirSync(context, { recursive: true })
  execFileSync('sh', ['-c', `git archive HEAD | tar -x -C '${context}'`], { cwd: ROOT })
  follow(true)
}

/** Whether a process of the group lives. */
function isRunning(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}

async function startAndStop(): Promise<string> {
  if (user !== 'node') throw new Error(`the server must not run as ${user === '' ? 'root' : user}`)
  cpSync(volume, data, { recursive: true })
  execFileSync('chown', ['-R', String(NODE_UID), data])
  execFileSync('chmod', ['-R', 'a+rX', folder])
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const server = spawn(command[0], command.slice(1), {
    cwd: image,
    env: { ...env, HOME: data },
    stdio: ['ignore', 'pipe', 'inherit'],
    uid: NODE_UID,
    detached: true,
  })
  let output = ''
  server.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<string>((resolve) =>
    server.once('exit', (status, signal) => resolve(`${status ?? signal}`)),
  )
  try {
    while (spawnSync('sh', ['-c', health], { stdio: 'ignore' }).status !== 0) {
      if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
      if (seconds() > GIVE_UP_AFTER_S) throw new Error(`not healthy after ${GIVE_UP_AFTER_S} s: ${output}`)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    const healthyAfterS = seconds()
    server.kill('SIGTERM')
    const late = new Promise<string>((resolve) => setTimeout(() => resolve('late'), STOPPED_WITHIN_S * 1000).unref())
    const status = await Promise.race([ended, late])
    if (status !== '0') throw new Error(`ended with ${status} after SIGTERM, not with 0 within ${STOPPED_WITHIN_S} s`)
    return `healthy after ${healthyAfterS.toFixed(1)} s as user ${user}, stopped with ${status}`
  } finally {
    if (isRunning(server.pid!)) process.kill(-server.pid!, 'SIGKILL')
  }
}

try {
  if (part === 'build') build()
  else if (part === 'start') {
    follow(false)
    console.log(await startAndStop())
  } else throw new Error('build FOLDER, or start FOLDER DATA')
  process.exit(0)
} catch (thrown) {
  console.error(`Dockerfile: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  process.exit(1)
}
