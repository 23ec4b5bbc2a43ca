// Checks accounts.sqlite from outside, every second: whether it is still the opened file, has SQLite's header and the
// length stated there, and is written by SQLite alone. Otherwise a running server would continue counting in memory and
// lose everything at its end. Reads 240 bytes and never waits for a lock.

import { open, stat, type FileHandle } from 'node:fs/promises'

const LOOK_EVERY_MS = 1000
const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'
/** Of the index of the journal (sqlite.org/walformat.html): what changes when pages go from the journal to the file. */
const INDEX_BYTES = 136
const SALTS = [32, 40] as const
const BACKFILLED = [96, 100] as const
const BACKFILL_BEGUN = [128, 132] as const

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
  const index = await open(`${path}-shm`, 'r')
  let written = await readWritten(file, index)
  let suspect: string | null = null
  let fault: string | null = null
  let looking: Promise<void> | null = null
  const look = async (): Promise<void> => {
    const now = await readWritten(file, index)
    const isForeign = now.modifiedNs !== written.modifiedNs && now.checkpoint === written.checkpoint
    if (!isForeign) written = now
    const found = (await findFileFault(file, path)) ?? (isForeign ? 'was overwritten by another program' : null)
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
      await index.close()
    },
  }
}

/** When the file was written last, and a text that changes whenever SQLite begins or ends to write it. */
async function readWritten(file: FileHandle, index: FileHandle): Promise<{ modifiedNs: bigint; checkpoint: string }> {
  const head = Buffer.alloc(INDEX_BYTES)
  await index.read(head, 0, INDEX_BYTES, 0)
  const checkpoint = [SALTS, BACKFILLED, BACKFILL_BEGUN].map(([from, to]) => head.toString('hex', from, to)).join()
  return { modifiedNs: (await file.stat({ bigint: true })).mtimeNs, checkpoint }
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
