// Finish times as people write them.

import { ServiceError } from '../errors.ts'
import { MAX_NUMBER_CHARACTERS } from '../wire/decimal-of.ts'

export const MAX_TARGET_S = 360_000

export const TARGET_TIME = /^\s*(?:(?:(\d{1,3}):([0-5]?\d)|(\d{1,4})):([0-5]\d(?:\.\d+)?)|(\d{1,5}(?:\.\d+)?))\s*$/

/** Seconds of `h:mm:ss`, `mm:ss` or minutes. Throws ServiceError `invalid_input`. */
export function readTargetTime(word: string): number {
  const parts = word.length > MAX_NUMBER_CHARACTERS ? null : TARGET_TIME.exec(word)
  const [, hours = '0', minutesOfHour, minutes, ofMinute, alone] = parts ?? []
  const seconds =
    parts === null
      ? NaN
      : alone === undefined
        ? Number(hours) * 3600 + Number(minutesOfHour ?? minutes) * 60 + Number(ofMinute)
        : Number(alone) * 60
  if (!(seconds > 0 && seconds <= MAX_TARGET_S)) {
    throw new ServiceError(
      'invalid_input',
      '`targetTime`: expected h:mm:ss, mm:ss or minutes, more than 0 and at most 100 hours.',
      { inputPath: 'targetTime' },
    )
  }
  return seconds
}
