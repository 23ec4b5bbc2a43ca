// One real server over the demo region, from its sources, for all files of a worker that only ask it: a start costs 3 s
// of processor time. The first file starts it, with the settings of `startRealServer`; vitest's global set-up ends it
// after the run.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyDemo } from './prepared-regions.ts'
import { startRealServer, type RealServer } from './real-server.ts'

const FOLDER = 'WAYPOST_TEST_SERVERS'
const END_WITHIN_MS = 15_000

let started: Promise<RealServer> | undefined

export type SharedServer = Omit<RealServer, 'stop' | 'child'>

/** Not to be stopped, and nothing about it to be changed. */
export async function sharedServer(): Promise<SharedServer> {
  started ??= start()
  const server = await started
  // it may have closed connections of an earlier file while this one was computing: let the worker notice first
  await sleep(10)
  return server
}

async function start(): Promise<RealServer> {
  const folder = process.env[FOLDER]
  if (folder === undefined) throw new Error('servers are shared in a run of the tests alone')
  const dataDir = mkdtempSync(join(folder, 'data-'))
  await copyDemo(dataDir)
  const server = await startRealServer({}, dataDir, [], true)
  writeFileSync(join(folder, 'pids', String(server.child.pid)), '')
  // the worker need not wait for it
  server.child.unref()
  for (const stream of [server.child.stdout, server.child.stderr]) (stream as Socket | null)?.unref()
  return server
}

/** Vitest's global set-up: ends after the run what was started in it. */
export default function nameFolder(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-servers-'))
  mkdirSync(join(folder, 'pids'))
  process.env[FOLDER] = folder
  return async () => {
    const pids = readdirSync(join(folder, 'pids')).map(Number)
    const untilMs = performance.now() + END_WITHIN_MS
    for (const pid of pids) end(pid, 'SIGTERM')
    while (pids.some((pid) => end(pid, 0)) && performance.now() < untilMs) await sleep(50)
    for (const pid of pids) end(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** Whether the process was there. */
function end(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
