// What SQLite's result codes (sqlite.org/rescode.html) mean for accounts.sqlite, and what to do about them.

import { isDiskFull } from '../src/config/disk-full.ts'

const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
export const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

/** The primary result code of a thrown error; null if it is not SQLite's. */
function resultCodeOf(thrown: unknown): number | null {
  const code = (thrown as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : null
}

/** Whether another process locks the file. */
export function isLocked(thrown: unknown): boolean {
  const code = resultCodeOf(thrown)
  return code === SQLITE_BUSY || code === SQLITE_LOCKED
}

function isDamaged(thrown: unknown): boolean {
  const code = resultCodeOf(thrown)
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB
}

/** What is wrong with an accounts file and how to fix it, in sentences. `path` is shown unchanged. */
export function toAccountsFault(thrown: unknown, path: string): string {
  if (isLocked(thrown))
    return (
      `${path} is locked by another program (a backup, a database browser, a hanging command): ` +
      `end it (fuser ${path} names it), then start again.`
    )
  if (isDamaged(thrown))
    return (
      `${path} is damaged (${firstLineOf(thrown)}): put a copy of it back, ` +
      `or set it aside (mv ${path} ${path}.damaged; rm -f ${path}-wal ${path}-shm) and make new keys with npm run keys.`
    )
  if (isDiskFull(thrown)) return `${path} cannot be opened: its disk is full. Free some space and start again.`
  return `${path} cannot be opened: ${firstLineOf(thrown)}.`
}

function firstLineOf(thrown: unknown): string {
  return String((thrown as Error)?.message ?? thrown).split('\n')[0]
}
