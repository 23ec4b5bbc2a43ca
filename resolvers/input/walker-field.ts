// The input field `walker`: the caller's own pace, as operation walker returns it.

import { MAX_FACTOR, MAX_SPREAD, MIN_FACTOR, MIN_SPREAD } from '../../src/course/walker-pace.ts'
import { fields, numberFrom } from './input-fields.ts'

/** `walker` of every operation that reports times. */
export const walkerField = () =>
  fields({
    factor: numberFrom(MIN_FACTOR, MAX_FACTOR).describe('Factor on the moving time of the model.'),
    spread: numberFrom(MIN_SPREAD, MAX_SPREAD).describe(
      'Standard deviation of the logarithm of moving time; the bands come from it.',
    ),
  })
    .optional()
    .describe('Your own pace, as POST /v1/walker measures it. Left out: a typical walker.')
