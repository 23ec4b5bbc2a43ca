// Why a file cannot be read, as an error of the field `file`.

import { ServiceError } from '../../errors.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'
import { say } from '../../language/sentence.ts'
import { type FileFault, GpxFault, placeOf } from '../gpx/gpx-fault.ts'

/** `format`: e.g. `KML`; null: not known. */
export function fileError(format: string | null, fault: FileFault): ServiceError {
  const details = { inputPath: 'file' }
  return format === null
    ? new ServiceError(say('error.invalid_input.file_fault', { field: 'file', fault }), details)
    : new ServiceError(say('error.invalid_input.format_fault', { field: 'file', format, fault }), details)
}

/** Runs a reader of XML; a fault that it throws becomes an error with line and offset. */
export function readXml<Value>(format: string, text: Utf8Text, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof GpxFault)) throw error
    const { fault, offset } = error
    throw fileError(format, say('file.at', { fault, ...placeOf(text, offset) }))
  }
}
