// Why a file cannot be read, as an error of the field `file`.

import { ServiceError } from '../../errors.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'
import { GpxFault, lineOf } from '../gpx/gpx-fault.ts'

/** `what`: the format in words, e.g. `KML`. */
export const fileError = (what: string, reason: string): ServiceError =>
  new ServiceError('invalid_input', `\`file\`: the ${what} cannot be read: ${reason}.`, { inputPath: 'file' })

/** Runs a reader of XML; a fault that it throws becomes an error with line and offset. */
export function readXml<Value>(what: string, text: Utf8Text, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof GpxFault)) throw error
    const { message, offset } = error
    throw fileError(what, `${message} (line ${lineOf(text, offset)}, offset ${text.unitsBefore(offset)})`)
  }
}
