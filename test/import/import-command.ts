// The import as a user runs it: a process of its own.

import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ended } from './sample-input.ts'

/** That of src/compile-cache.mjs: halves the start of each child. */
const compileCache = join(tmpdir(), 'node-compile-cache')

const IMPORT_SCRIPT = join(import.meta.dirname, '../../src/import/import-osm.ts')

export interface RunOptions {
  /** kill -9 after this long */
  killAfterMs?: number
  script?: string
  env?: Record<string, string>
  uid?: number
  /** shell text before the command, e.g. to mount something */
  before?: string
}

/** Runs the real command as a child process. */
export function runImportCommand(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const line = [options.script ?? IMPORT_SCRIPT, ...words]
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE: compileCache, ...options.env }
  const startedMs = performance.now()
  const child =
    options.before === undefined
      ? spawn(process.execPath, line, { env, uid: options.uid, stdio: ['ignore', 'pipe', 'pipe'] })
      : spawn('unshare', ['-rm', 'sh', '-c', `${options.before} && exec "$@"`, 'sh', process.execPath, ...line], {
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        })
  const timer =
    options.killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), options.killAfterMs)
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status, signal) => {
      clearTimeout(timer)
      resolve({ status, signal, ...output, durationMs: performance.now() - startedMs })
    })
  })
}
