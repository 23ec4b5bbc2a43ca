// Describes why an import failed: one sentence with what happened, where, and what to do next. Expected failures carry
// their own sentence; those of the file system are described here by their code. Anything else is a bug, so its stack
// is included for a report. It always says that nothing was published.

import { resolve } from 'node:path'
import { ServiceError } from '../errors.ts'
import { isDiskFull } from '../config/start-error.ts'
import { toCount } from './progress-bar.ts'

export interface FailureText {
  sentence: string
  /** null if the sentence is enough */
  stack: string | null
}

/** A failure whose text is already written, because the code that threw it knew more. */
export class ImportFault extends Error {
  readonly text: FailureText
  constructor(text: FailureText, cause: unknown) {
    super(text.sentence, { cause })
    this.name = 'ImportFault'
    this.text = text
  }
}

/** `stage`: the stage in progress, null before the first. Pure. */
export function toFailureText(thrown: unknown, stage: string | null, dataDir: string): FailureText {
  if (thrown instanceof ImportFault) return thrown.text
  if (thrown instanceof ServiceError && thrown.code !== 'internal')
    return { sentence: `${thrown.message} Nothing was published.`, stack: null }
  const during = stage === null ? '' : ` during "${stage}"`
  const system = findSystemSentence(thrown, during, dataDir)
  if (system !== null) return { sentence: `${system} Nothing was published.`, stack: null }
  const cause = thrown instanceof ServiceError && thrown.cause !== undefined ? thrown.cause : thrown
  const error = cause instanceof Error ? cause : new Error(String(cause))
  return {
    sentence: `The import failed${during}: ${error.message}. Nothing was published; please report this with the lines below.`,
    stack: error.stack ?? null,
  }
}

function findSystemSentence(thrown: unknown, during: string, dataDir: string): string | null {
  if (!(thrown instanceof Error)) return null
  const { code, path } = thrown as NodeJS.ErrnoException
  if (isDiskFull(thrown)) return `The disk of ${dataDir} is full${during}: free some space and import again.`
  const where = path === undefined || resolve(path).startsWith(resolve(dataDir)) ? dataDir : path
  switch (code) {
    case 'EFBIG':
      return `A file in ${dataDir} grew larger than this user or file system allows${during}: raise the limit and import again.`
    case 'EACCES':
    case 'EPERM':
      return `${where} cannot be used by this user${during}: change its permissions, or name another folder with --data.`
    case 'EROFS':
      return `${dataDir} lies on a disk that is mounted read-only${during}: name another folder with --data.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${where} is in the way${during}: a folder is needed there; name another one with --data.`
    case 'ENOENT':
      return `${where} disappeared${during}: check whether another program cleans that folder, and import again.`
    case 'EMFILE':
    case 'ENFILE':
      return `Too many files are open${during}: raise the limit (ulimit -n) and import again.`
    case 'EIO':
      return `The disk gave an error${during} at ${where}: check the disk.`
    case 'ERR_FS_FILE_TOO_LARGE':
      return `${where} is larger than ${toCount(2 ** 31)} bytes and cannot be read in one piece${during}: use a smaller extract.`
    default:
      return null
  }
}
