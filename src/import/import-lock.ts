// One import at a time per data folder: `import.lock` holds the pid of the import that is running, and where: a pid of
// another container or machine means nothing here. The file is written under another name and linked into place, so
// nobody ever reads part of it. The lock of a dead process (killed, power cut) is renamed away and checked again, so
// that of two imports that find it only one continues. A lock from elsewhere is dead once it has had no sign of life
// for STALE_MS. Never waits: the second import ends with one sentence. Who gets the lock deletes such files of dead
// processes.

import { randomUUID } from 'node:crypto'
import { linkSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ServiceError } from '../errors.ts'
import { MINUTE_MS } from '../durations.ts'
import { Worker } from 'node:worker_threads'
import type { LockBeatSettings } from './lock-beat-thread.ts'

export const LOCK_FILE = 'import.lock'
/** Time without a sign of life after which a lock from elsewhere is dead. */
export const STALE_MS = 120_000
const BEAT_EVERY_MS = 15_000
/** Ending of the name under which a dead process's lock is set aside. */
const DEAD = '.dead'

export interface ImportLock {
  /** Throws ServiceError `busy` if another import has taken the lock since. */
  confirm(): void
  release(): void
}

interface Holder {
  pid: number
  /** the system and pid namespace in which the pid means this process; absent in locks of older versions */
  place?: string
  hostName?: string
  /** distinguishes two processes with the same pid; null if the system does not provide it */
  startMark: string | null
  startedAt: string
}

/** Takes the lock of an existing data folder. Throws ServiceError `busy` while another import holds it. */
export function takeImportLock(dataDir: string, { beatEveryMs = BEAT_EVERY_MS } = {}): ImportLock {
  const path = join(dataDir, LOCK_FILE)
  const own = `${path}.${randomUUID()}`
  const text = JSON.stringify({
    pid: process.pid,
    place: placeOfPids(),
    hostName: hostname(),
    startMark: startMarkOf(process.pid),
    startedAt: new Date().toISOString(),
  } satisfies Holder)
  writeFileSync(own, text)
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (tryLink(own, path)) {
        removeLeftovers(dataDir, own)
        return holdLock(path, text, dataDir, beatEveryMs)
      }
      setAsideIfDead(path, own, dataDir)
    }
    throw busy(dataDir, null)
  } finally {
    rmSync(own, { force: true })
  }
}

/** Deletes what imports wrote to take the lock and, killed, left. A file that names no process is judged by its age. */
function removeLeftovers(dataDir: string, own: string): void {
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name)
    if (!name.startsWith(`${LOCK_FILE}.`) || path === own) continue
    const holder = name.endsWith(DEAD) ? null : findHolder(findText(path) ?? '')
    const isInUse = holder === null ? msBetween(path, own) <= STALE_MS : isAlive(holder, path, own)
    if (!isInUse) rmSync(path, { force: true })
  }
}

function holdLock(path: string, text: string, dataDir: string, everyMs: number): ImportLock {
  const stopBeat = startLockBeat({ path, text, everyMs })
  return {
    confirm: () => confirmLock(path, text, dataDir),
    release() {
      stopBeat()
      releaseLock(path, text)
    },
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw thrown
  }
}

/** Removes the lock if its process is dead; throws `busy` if it is alive. */
function setAsideIfDead(path: string, own: string, dataDir: string): void {
  const text = findText(path)
  if (text === null) return
  const holder = findHolder(text)
  if (holder !== null && isAlive(holder, path, own)) throw busy(dataDir, holder)
  const aside = `${own}${DEAD}`
  try {
    renameSync(path, aside)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return
    throw thrown
  }
  const taken = findText(aside)
  // another import was quicker and this is its fresh lock, or it gave a sign of life: put it back
  if (taken !== text) tryLink(aside, path)
  rmSync(aside, { force: true })
}

function confirmLock(path: string, text: string, dataDir: string): void {
  if (findText(path)?.trimEnd() !== text) throw busy(dataDir, null)
}

function releaseLock(path: string, text: string): void {
  if (findText(path)?.trimEnd() === text) rmSync(path, { force: true })
}

function findText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw thrown
  }
}

/** Returns null for a file not written by an import. */
function findHolder(text: string): Holder | null {
  try {
    const holder = JSON.parse(text) as Holder
    return Number.isInteger(holder.pid) && holder.pid > 0 ? holder : null
  } catch {
    return null
  }
}

function isAlive({ pid, place, startMark }: Holder, path: string, own: string): boolean {
  if (place !== undefined && place !== placeOfPids()) return msBetween(path, own) <= STALE_MS
  try {
    process.kill(pid, 0)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return startMark === null || startMarkOf(pid) === startMark
}

/** From the last sign of life of a lock to a file written now, by the clock of their file system. */
function msBetween(path: string, own: string): number {
  try {
    return statSync(own).mtimeMs - statSync(path).mtimeMs
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return Infinity
    throw thrown
  }
}

/** Where a pid means one process: the running system and its pid namespace (Linux), else the machine's name. */
function placeOfPids(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** When a process started, as reported by the kernel (Linux: boot id and ticks since boot); null elsewhere. */
function startMarkOf(pid: number): string | null {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // a zombie process has ended, although it still has an entry
    return afterName[0] === 'Z'
      ? 'ended'
      : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${afterName[19]}`
  } catch {
    return null
  }
}

function busy(dataDir: string, holder: Holder | null): ServiceError {
  const isElsewhere = holder?.place !== undefined && holder.place !== placeOfPids()
  const where = isElsewhere ? ` on ${holder.hostName ?? 'another host'}` : ''
  const who =
    holder === null ? 'Another import' : `Another import (pid ${holder.pid}${where}, since ${holder.startedAt})`
  const until = isElsewhere ? `; if that host is gone, its lock ends ${STALE_MS / MINUTE_MS} minutes after it` : ''
  return new ServiceError('busy', `${who} is working in ${dataDir}: wait for it to end, then start again${until}.`)
}

/**
 * The sign of life of an import that holds the lock of a data folder, from a thread of its own, since an import
 * computes for minutes at a time. Begins at once; returns a function that ends it.
 */
function startLockBeat(settings: LockBeatSettings): () => void {
  const thread = new Worker(new URL('./lock-beat-thread.ts', import.meta.url), {
    workerData: settings,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  thread.unref()
  // without it the lock is only as good as its last sign of life
  thread.on('error', () => {})
  return () => void thread.terminate()
}
