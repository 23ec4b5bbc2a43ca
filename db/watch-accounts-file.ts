// Checks accounts.sqlite from outside, every second: whether it is still the opened file, has SQLite's header and the
// length stated there. Otherwise a running server would continue counting in memory and lose everything at its end.
// Reads 100 bytes and never waits for a lock.

import { open, stat, type FileHandle } from 'node:fs/promises'

const LOOK_EVERY_MS = 1000
const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'

export interface AccountsFileWatch {
  /** What is wrong with the file, as the end of a sentence; null while it is intact. */
  findFault(): string | null
  close(): Promise<void>
}

/**
 * `onFault` is called when the file is found damaged twice in a row, since a checkpoint writes it page by page. A fault
 * found remains.
 */
export async function watchAccountsFile(
  path: string,
  onFault: (fault: string) => void,
  everyMs = LOOK_EVERY_MS,
): Promise<AccountsFileWatch> {
  // kept open: closing a file drops every lock that this process has on it (POSIX)
  const file = await open(path, 'r')
  let suspect: string | null = null
  let fault: string | null = null
  let looking: Promise<void> | null = null
  const look = async (): Promise<void> => {
    const found = await findFileFault(file, path)
    if (found !== null && found === suspect && fault === null) {
      fault = found
      onFault(found)
    }
    suspect = found
  }
  const timer = setInterval(() => {
    if (fault === null) looking ??= look().finally(() => (looking = null))
  }, everyMs)
  timer.unref()
  return {
    findFault: () => fault,
    async close() {
      clearInterval(timer)
      await looking
      await file.close()
    },
  }
}

async function findFileFault(file: FileHandle, path: string): Promise<string | null> {
  try {
    const [now, own] = await Promise.all([stat(path), file.stat()])
    if (now.ino !== own.ino || now.dev !== own.dev) return 'was exchanged for another file'
    const header = Buffer.alloc(HEADER_BYTES)
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0)
    if (bytesRead < HEADER_BYTES) return 'was cut short'
    if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'was overwritten: it is no database any more'
    const stored = header.readUInt16BE(16)
    const pageBytes = stored === 1 ? 65_536 : stored
    return own.size < pageBytes * header.readUInt32BE(28) ? 'was cut short' : null
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    return code === 'ENOENT' ? 'was removed' : `cannot be read (${code})`
  }
}
