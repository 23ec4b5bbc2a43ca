// What SQLite's result codes (sqlite.org/rescode.html) mean for accounts.sqlite, and what a person can do about it.

const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
export const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

/** The primary result code of what was thrown; null where it is not SQLite's. */
function resultCodeOf(thrown: unknown): number | null {
  const code = (thrown as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : null
}

/** Whether another process holds the file. */
export function isLocked(thrown: unknown): boolean {
  const code = resultCodeOf(thrown)
  return code === SQLITE_BUSY || code === SQLITE_LOCKED
}

export function isDamaged(thrown: unknown): boolean {
  const code = resultCodeOf(thrown)
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB
}

/** What is wrong with an accounts file and the way out, in sentences. `path` is shown as it is. */
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
  return `${path} cannot be opened: ${firstLineOf(thrown)}.`
}

function firstLineOf(thrown: unknown): string {
  return String((thrown as Error)?.message ?? thrown).split('\n')[0]
}
