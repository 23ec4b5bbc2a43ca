// Where and why a GPX text is wrong, raised while it is read; becomes `invalid_gpx` with line and offset at the end.
// Lines are counted only then, never while reading.

import { ServiceError } from '../../errors.ts'
import { type MessageCode, type Sentence, say } from '../../language/sentence.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'

/** What is wrong with a file, said inside a refusal. */
export type FileFault = Sentence<Extract<MessageCode, `file.${string}`>>

export class GpxFault extends Error {
  readonly fault: FileFault
  readonly offset: number

  constructor(fault: FileFault, offset: number) {
    super(fault.code)
    this.name = 'GpxFault'
    this.fault = fault
    this.offset = offset
  }

  toServiceError(text: Utf8Text): ServiceError {
    return gpxError(text, this.fault, this.offset)
  }
}

export function secondDocument(offset: number): GpxFault {
  return new GpxFault(say('file.second_document.gpx'), offset)
}

/**
 * `invalid_gpx` with a message that ends with the line (from 1) and the offset (characters from 0); the argument
 * `offset` is in bytes.
 */
export function gpxError(text: Utf8Text, fault: FileFault, offset: number): ServiceError {
  return new ServiceError(say('error.invalid_gpx.fault', { fault, ...placeOf(text, offset) }), { inputPath: 'gpx' })
}

/** For people: the line from 1, the offset in characters from 0; the argument is in bytes. */
export const placeOf = (text: Utf8Text, offset: number) => ({
  line: lineOf(text, offset),
  offset: text.unitsBefore(offset),
})

/** Line number, from 1, of an offset. */
function lineOf(text: Utf8Text, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n', 0); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
