// Puts a backup in place of accounts.sqlite. A plain copy restores nothing after an unclean stop: SQLite would replay
// the journal that was left beside the file (-wal) over it.

import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../src/errors.ts'
import { isDiskFull } from '../src/config/disk-full.ts'
import { ACCOUNTS_FILE } from './open-accounts.ts'
import { isLocked, SQLITE_CORRUPT, toAccountsFault } from './sqlite-fault.ts'

/**
 * `file`: a backup, which is not changed. Returns how many keys it has, and where the file that was there is now (null:
 * there was no file). Throws ServiceError `invalid_input` and changes nothing if a server has the file open, or if the
 * backup is not one; and what SQLite throws if the disk is full.
 */
export function restoreAccounts(file: string, dataDir: string): { keys: number; replaced: string | null } {
  const path = join(dataDir, ACCOUNTS_FILE)
  const restoring = `${path}.restoring`
  rmSync(restoring, { force: true })
  try {
    const keys = copyWhole(file, restoring)
    const replaced = existsSync(path) ? `${path}.replaced` : null
    closeJournal(path)
    if (replaced !== null) renameSync(path, replaced)
    for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
    renameSync(restoring, path)
    return { keys, replaced }
  } finally {
    rmSync(restoring, { force: true })
  }
}

/** Copies a backup with what its own journal holds. Returns how many keys it has. */
function copyWhole(file: string, to: string): number {
  if (!existsSync(file)) throw fault(`${file} is not there.`)
  try {
    const backup = new DatabaseSync(file, { readOnly: true })
    try {
      const found = Object.values(backup.prepare('PRAGMA quick_check(1)').get()!)[0] as string
      if (found !== 'ok') throw Object.assign(new Error(found), { errcode: SQLITE_CORRUPT })
      const keys = backup.prepare('select count(*) as n from api_key').get()!.n as number
      backup.prepare('VACUUM INTO ?').run(to)
      return keys
    } finally {
      backup.close()
    }
  } catch (cause) {
    if (isDiskFull(cause)) throw cause
    throw fault(`${file} is no backup of ${ACCOUNTS_FILE}: ${(cause as Error).message}.`, cause)
  }
}

/** Writes the journal into the file and ends it, which SQLite refuses while another process has the file open. */
function closeJournal(path: string): void {
  if (!existsSync(path)) return
  let current: DatabaseSync | null = null
  try {
    current = new DatabaseSync(path, { timeout: 500 })
    current.exec('PRAGMA journal_mode = DELETE')
  } catch (cause) {
    // a damaged file is replaced all the same
    if (isLocked(cause)) throw fault(`Stop the server first: ${toAccountsFault(cause, path)}`, cause)
  } finally {
    current?.close()
  }
}

function fault(sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', sentence, { cause })
}
