// Why the server cannot start, found out before it serves.

/** Why the server cannot start, and what to do about it: shown unchanged. */
export class StartError extends Error {}

/** All mistakes in an environment at once. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** sqlite.org/rescode.html: SQLITE_FULL, and SQLITE_IOERR_SHMSIZE, which is a journal's index that cannot grow. */
const SQLITE_FULL = 13
const SQLITE_IOERR_SHMSIZE = 4874

/** A disk without space, as the file system reports it and as SQLite does. */
export function isDiskFull(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { code, errcode } = thrown as NodeJS.ErrnoException & { errcode?: number }
  if (code === 'ERR_SQLITE_ERROR') return errcode === SQLITE_IOERR_SHMSIZE || (errcode ?? 0) % 256 === SQLITE_FULL
  return code === 'ENOSPC' || code === 'EDQUOT'
}
