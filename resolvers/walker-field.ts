// The input field `walker`: one's own pace, as operation walker gives it.

import { MAX_FACTOR, MAX_SPREAD, MIN_FACTOR, MIN_SPREAD } from '../src/course/walker-pace.ts'
import { fields, numberFrom } from './input-fields.ts'

/** `walker` of every operation that tells time. */
export const walkerField = () =>
  fields({
    factor: numberFrom(MIN_FACTOR, MAX_FACTOR).describe('Times the moving time that the model tells.'),
    spread: numberFrom(MIN_SPREAD, MAX_SPREAD).describe(
      'Standard deviation of the logarithm of moving time; the bands come from it.',
    ),
  })
    .optional()
    .describe("One's own pace, as POST /v1/walker gives it. Default: somebody unknown.")
