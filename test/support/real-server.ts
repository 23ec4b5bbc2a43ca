// The real server as a child process on free ports, on the demo region or on a data folder given.

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneFileOf } from './one-file.ts'
import { copyDemo, preparePages } from './prepared-regions.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export interface RealServer {
  api: string
  site: string
  /** probes and metrics */
  ops: string
  dataDir: string
  /** all of standard output so far */
  output: () => string
  child: ChildProcess
  stop(): Promise<number | null>
}

/**
 * Starts it and waits for the ready line. Without `dataDir` it serves the demo region from a temporary folder. It is in
 * one file unless `isFromSources`, as a user starts it.
 */
export async function startRealServer(
  environment: Record<string, string> = {},
  dataDir?: string,
  flags: readonly string[] = [],
  isFromSources = false,
): Promise<RealServer> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'waypost-server-'))
  if (dataDir === undefined && (environment.DATABASE_URL ?? '') === '') await copyDemo(folder)
  await preparePages()
  const program = isFromSources ? 'src/main.ts' : await oneFileOf('src/main.ts')
  const child = spawn(process.execPath, [...flags, program, '--verbose'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: folder,
      API_PORT: '0',
      SITE_PORT: '0',
      OPS_PORT: '0',
      LOG_LEVEL: 'warn',
      METERING: 'off',
      WARM_UP: 'off', // pictures that hardly any test asks for
      TARGET_WAIT_MS: '2000', // a busy machine is not what is tested
      ...environment,
    },
  })
  let output = ''
  let faults = ''
  child.stderr.on('data', (chunk: Buffer) => (faults += chunk.toString()))
  const [api, site, ops] = await new Promise<[string, string, string]>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const ready = /^ready (http\S+) \(api\) (http\S+) \(site\)$[\s\S]*^ {2}probes +(http\S+)\/readyz/m.exec(output)
      if (ready !== null) resolve([ready[1], ready[2], ready[3]])
    })
    child.once('exit', (status) => reject(new Error(`the server ended with ${status}: ${faults.slice(-2000)}`)))
  })
  return {
    api,
    site,
    ops,
    dataDir: folder,
    child,
    output: () => output,
    stop: async () => {
      const exited = new Promise<number | null>((resolve) =>
        child.exitCode !== null || child.signalCode !== null ? resolve(child.exitCode) : child.once('exit', resolve),
      )
      child.kill('SIGTERM')
      const status = await exited
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
      return status
    },
  }
}
