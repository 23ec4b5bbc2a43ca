// A PostgreSQL server of a test's own in a temporary folder, to be killed and started again. As root it runs as the
// user `postgres`, which PostgreSQL asks for.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const INSTALLED = '/usr/lib/postgresql'
/** Folder of initdb and postgres; null where PostgreSQL is not installed. */
export const CLUSTER_PROGRAMS = findPrograms()

export interface OwnCluster {
  url: string
  /** SIGKILL to the postmaster; settles when nothing of it answers any more */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it and removes its folder. */
  remove(): Promise<void>
}

export async function startOwnCluster(): Promise<OwnCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-cluster-'))
  const owner = ownerOf('postgres')
  if (owner !== null) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const as = { ...owner, cwd: folder }
  const setUp = ['-D', data, '-U', 'waypost', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(CLUSTER_PROGRAMS!, 'initdb'), setUp, { ...as, stdio: 'ignore' })
  const port = await findFreePort()
  const address = (name: string) => `postgres://waypost@127.0.0.1:${port}/${name}`
  let child: ChildProcess
  const ended = (): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve()
      else child.once('exit', () => resolve())
    })
  const start = async (): Promise<void> => {
    for (let triesLeft = 50; ; triesLeft--) {
      // a killed one leaves processes behind for a moment, and their memory
      const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-k', folder, '-p', `${port}`]
      child = spawn(join(CLUSTER_PROGRAMS!, 'postgres'), ['-D', data, ...settings], { ...as, stdio: 'ignore' })
      if (await answers(address('postgres'), child)) return
      if (triesLeft === 0) throw new Error('PostgreSQL does not start')
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  await start()
  await run(address('postgres'), 'create database waypost')
  return {
    url: address('waypost'),
    start,
    async kill() {
      const gone = ended()
      child.kill('SIGKILL')
      await gone
    },
    async remove() {
      const gone = ended()
      child.kill('SIGINT')
      await gone
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    if (
      await run(url, 'select 1').then(
        () => true,
        () => false,
      )
    )
      return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

function findPrograms(): string | null {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a)) : []
  const found = versions
    .map((version) => join(INSTALLED, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
  return found !== undefined && (process.getuid?.() !== 0 || ownerOf('postgres') !== null) ? found : null
}

/** Null where this process is not root and stays who it is, or where there is no such user. */
function ownerOf(user: string): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  try {
    const id = (what: string) => Number(execFileSync('id', [what, user], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
