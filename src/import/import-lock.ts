// One import at a time per data folder: `import.lock` holds the pid of the import that is running. The file is written
// under another name and linked into place, so nobody ever reads part of it. The lock of a dead process (killed, power
// cut) is renamed away and checked again, so that of two imports that find it only one continues. Never waits: the
// second import ends with one sentence.

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '../errors.ts'

export const LOCK_FILE = 'import.lock'

export interface ImportLock {
  /** Throws ServiceError `busy` if another import has taken the lock since. */
  confirm(): void
  release(): void
}

interface Holder {
  pid: number
  /** distinguishes two processes with the same pid; null if the system does not provide it */
  startMark: string | null
  startedAt: string
}

/** Takes the lock of an existing data folder. Throws ServiceError `busy` while another import holds it. */
export function takeImportLock(dataDir: string): ImportLock {
  const path = join(dataDir, LOCK_FILE)
  const own = `${path}.${process.pid}`
  const text = JSON.stringify({
    pid: process.pid,
    startMark: startMarkOf(process.pid),
    startedAt: new Date().toISOString(),
  } satisfies Holder)
  writeFileSync(own, text)
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (tryLink(own, path))
        return { confirm: () => confirmLock(path, text, dataDir), release: () => releaseLock(path, text) }
      setAsideIfDead(path, own, dataDir)
    }
    throw busy(dataDir, null)
  } finally {
    rmSync(own, { force: true })
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
  if (holder !== null && isAlive(holder)) throw busy(dataDir, holder)
  const aside = `${own}.dead`
  try {
    renameSync(path, aside)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return
    throw thrown
  }
  const taken = findText(aside)
  // another import was quicker and this is its fresh lock: put it back
  if (taken !== text) tryLink(aside, path)
  rmSync(aside, { force: true })
}

function confirmLock(path: string, text: string, dataDir: string): void {
  if (findText(path) !== text) throw busy(dataDir, null)
}

function releaseLock(path: string, text: string): void {
  if (findText(path) === text) rmSync(path, { force: true })
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

function isAlive({ pid, startMark }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return startMark === null || startMarkOf(pid) === startMark
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
  const who = holder === null ? 'Another import' : `Another import (pid ${holder.pid}, since ${holder.startedAt})`
  return new ServiceError('busy', `${who} is working in ${dataDir}: wait for it to end, then start again.`)
}
