// Failures of PostgreSQL itself, as opposed to wrong statements: a server that is gone, full, restarting or silent, or
// whose rights or tables were removed. A caller sees them as 503 `busy`, never as 500.

import { say } from '../src/language/sentence.ts'
import { ServiceError } from '../src/errors.ts'
import { isDiskFull } from '../src/config/start-error.ts'

/** Classes of SQLSTATE (PostgreSQL, appendix A) that are not the statement's fault. */
const GONE_CLASSES = new Set(['08', '25', '28', '3D', '3F', '40', '53', '55', '57', '58', 'F0', 'XX'])
/** Tables dropped and rights revoked while the server runs. */
const GONE_CODES = new Set(['42P01', '42501'])
/** The driver's messages about connections, which have no code. */
const GONE_WORDS = /connection|timeout|terminated|SASL|SSL/i

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  ENOTFOUND: 'there is no such host',
  EHOSTUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host does not answer',
  '28P01': 'the password is wrong',
  '28000': 'the role may not log in',
  '3D000': 'there is no such database',
  '42501': 'the role lacks rights: it must own the database, or be granted CREATE on it',
  '0A000': 'PostGIS is not installed there',
  '25006': 'it is read-only (a standby?)',
  '53100': 'its disk is full',
  '53300': 'it takes no more connections',
  '57P01': 'it was stopped',
  '57P02': 'it crashed',
  '57P03': 'it is starting or stopping',
}

/** Whether the database failed, rather than the statement or this program. */
export function isDatabaseGone(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || thrown instanceof ServiceError) return false
  const { code, errors } = thrown as Error & { code?: unknown; errors?: unknown[] }
  if (typeof code === 'string')
    return /^E[A-Z]+$/.test(code) || GONE_CODES.has(code) || (code.length === 5 && GONE_CLASSES.has(code.slice(0, 2)))
  // several addresses of one host, none of which answered
  if (Array.isArray(errors)) return errors.some(isDatabaseGone)
  return thrown.constructor === Error && GONE_WORDS.test(thrown.message)
}

/** The reason in words, without any address or password. */
export function toDatabaseReason(thrown: unknown): string {
  if (isDiskFull(thrown)) return 'its disk is full'
  const { code, message, errors } = (thrown ?? {}) as { code?: unknown; message?: unknown; errors?: unknown[] }
  if (typeof code === 'string' && Object.hasOwn(WORDS, code)) return WORDS[code]
  if (Array.isArray(errors) && errors.length > 0) return toDatabaseReason(errors[0])
  return String(message ?? thrown).split('\n')[0]
}

export function databaseGone(cause: unknown): ServiceError {
  return new ServiceError(say('error.busy.database'), {
    retryAfterS: 2,
    cause,
  })
}

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

/**
 * What SQLite's result codes (sqlite.org/rescode.html) mean for accounts.sqlite, and what to do about them. What is
 * wrong with an accounts file and how to fix it, in sentences. `path` is shown unchanged.
 */
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
