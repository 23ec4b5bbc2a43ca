// The bytes of an OSM PBF file: read at any offset; faults name the file and the byte.

import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { ServiceError } from '../errors.ts'

/** Random access to the bytes of one OSM PBF file. */
export interface PbfSource {
  /** for messages; never a whole path */
  name: string
  sizeBytes: number
  /** exactly `length` bytes from `offset`, or fewer at the end of the file */
  read(offset: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

/** Opens a file for reading blob by blob. Throws ServiceError `invalid_input` if it cannot be opened. */
export async function openPbfFile(path: string): Promise<PbfSource> {
  const name = basename(path)
  const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw new ServiceError(
      'invalid_input',
      `${name} cannot be opened${cause.code === 'ENOENT' ? ': there is no such file' : ''}.`,
      { cause },
    )
  })
  const { size } = await file.stat()
  return {
    name,
    sizeBytes: size,
    async read(offset, length) {
      const bytes = new Uint8Array(Math.min(length, Math.max(0, size - offset)))
      let got = 0
      while (got < bytes.length) {
        const { bytesRead } = await file.read(bytes, got, bytes.length - got, offset + got).catch((cause) => {
          throw new ServiceError('invalid_input', `${name} cannot be read.`, { cause })
        })
        if (bytesRead === 0) break
        got += bytesRead
      }
      return bytes.subarray(0, got)
    },
    close: () => file.close(),
  }
}

/** The error for any unusable PBF file: names the file, the byte and what is wrong. */
export function pbfFault(source: PbfSource, offset: number, sentence: string, cause?: unknown): ServiceError {
  return new ServiceError(
    'invalid_input',
    `${source.name}, byte ${offset}: ${sentence}`,
    cause === undefined ? {} : { cause },
  )
}
