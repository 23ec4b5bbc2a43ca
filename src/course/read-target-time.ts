// Finish times as people write them.

import { ServiceError } from '../errors.ts'
import { MAX_NUMBER_CHARACTERS } from '../wire/decimal-of.ts'

export const MAX_TARGET_S = 360_000

/** Seconds of `h:mm:ss`, `mm:ss` or minutes. Throws ServiceError `invalid_input`. */
export function readTargetTime(word: string): number {
  const parts =
    word.length > MAX_NUMBER_CHARACTERS
      ? null
      : /^\s*(?:(?:(\d{1,3}):)?(\d{1,4}):(\d{2}(?:\.\d+)?)|(\d{1,5}(?:\.\d+)?))\s*$/.exec(word)
  const seconds =
    parts === null
      ? NaN
      : parts[4] !== undefined
        ? Number(parts[4]) * 60
        : Number(parts[3]) >= 60 || (parts[1] !== undefined && Number(parts[2]) >= 60)
          ? NaN
          : Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3])
  if (!(seconds > 0 && seconds <= MAX_TARGET_S)) {
    throw new ServiceError(
      'invalid_input',
      '`targetTime`: expected h:mm:ss, mm:ss or minutes, more than 0 and at most 100 hours.',
      { inputPath: 'targetTime' },
    )
  }
  return seconds
}
