// Checks the files of an import before any work: each exists, is a readable file, is not empty and is given once.
// Their content is checked by the readers. Never changes a file.

import { closeSync, openSync, realpathSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { ServiceError } from '../errors.ts'

export interface InputFile {
  path: string
  name: string
  bytes: number
}

/** Throws ServiceError `invalid_input` with one sentence for the first map file that cannot be read. */
export function checkMapFiles(paths: readonly string[]): InputFile[] {
  const seen = new Set<string>()
  return paths.map((path) => {
    const file = checkFile(path, 'map file')
    const real = realpathSync(path)
    if (seen.has(real))
      throw new ServiceError('invalid_input', `The map file ${path} is given twice: name each file once.`)
    seen.add(real)
    return file
  })
}

/**
 * Throws ServiceError `invalid_input` for the first height file or folder that cannot be read; the content of a folder
 * is not checked.
 */
export function checkHeightFiles(paths: readonly string[]): InputFile[] {
  return paths.map((path) => {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return { path, name: basename(path), bytes: 0 }
    return checkFile(path, 'height file')
  })
}

/** Throws ServiceError `invalid_input` for a basemap archive that cannot be read. */
export function checkBasemapFile(path: string): InputFile {
  return checkFile(path, 'basemap')
}

function checkFile(path: string, what: string): InputFile {
  const fault = (sentence: string, cause?: unknown) =>
    new ServiceError('invalid_input', `The ${what} ${path} ${sentence}`, { cause })
  let size: number
  try {
    const stat = statSync(path)
    if (stat.isDirectory()) throw fault('is a folder: name the file in it.')
    if (!stat.isFile()) throw fault('is not a file: name a file on disk.')
    size = stat.size
    closeSync(openSync(path, 'r'))
  } catch (thrown) {
    if (thrown instanceof ServiceError) throw thrown
    const { code } = thrown as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') throw fault('does not exist: check its name and folder.', thrown)
    if (code === 'EACCES' || code === 'EPERM')
      throw fault('cannot be read by this user: change its permissions.', thrown)
    throw fault(`cannot be opened (${code}): check the disk.`, thrown)
  }
  if (size === 0) throw fault('is empty: download it again.')
  return { path, name: basename(path), bytes: size }
}
