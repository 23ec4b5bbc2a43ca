// The input that carries the caller's own pace to operations that report times.

import { builder } from './builder.ts'

export const WalkerInputType = builder.inputType('WalkerInput', {
  description: 'Your own pace, as the query `walker` returns it.',
  fields: (t) => ({
    factor: t.float({ required: true, description: 'Factor on the moving time of the model, 0.4 to 2.5.' }),
    spread: t.float({
      required: true,
      description: 'Standard deviation of the logarithm of moving time, 0.02 to 0.5; the bands come from it.',
    }),
  }),
})
export const WALKER_ABOUT = 'Your own pace, as `walker` measures it. Left out: a typical walker.'
