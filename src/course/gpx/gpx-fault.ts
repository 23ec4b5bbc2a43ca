// Where and why a GPX text is wrong, raised while it is read; becomes `invalid_gpx` with line and offset at the end.
// Lines are counted only then, never while reading.

import { ServiceError } from '../../errors.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'

export class GpxFault extends Error {
  readonly offset: number

  constructor(reason: string, offset: number) {
    super(reason)
    this.name = 'GpxFault'
    this.offset = offset
  }

  toServiceError(text: Utf8Text): ServiceError {
    return gpxError(text, this.message, this.offset)
  }
}

export function secondDocument(offset: number): GpxFault {
  return new GpxFault('a second document begins; send each in a file of its own', offset)
}

/**
 * `invalid_gpx` with a message that ends with the line (from 1) and the offset (characters from 0); the argument
 * `offset` is in bytes.
 */
export function gpxError(text: Utf8Text, reason: string, offset: number): ServiceError {
  return new ServiceError(
    'invalid_gpx',
    `The GPX cannot be read: ${reason} (line ${lineOf(text, offset)}, offset ${text.unitsBefore(offset)}).`,
    { inputPath: 'gpx' },
  )
}

/** Line number, from 1, of an offset. */
export function lineOf(text: Utf8Text, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n', 0); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
