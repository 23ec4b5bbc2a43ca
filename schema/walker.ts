// GraphQL of walker: one's own pace from recordings, and the input that carries it to operations that tell time.

import { z } from 'zod'
import { measureWalker, walkerInput } from '../resolvers/walker.ts'
import type { WalkerAnswer } from '../resolvers/walker.ts'
import { builder, operationField } from './builder.ts'
import type { GivenLine } from './line-input.ts'
import { LineInputType } from './line-input.ts'
import { ProfileEnum } from './setting-fields.ts'

export const WalkerInputType = builder.inputType('WalkerInput', {
  description: "One's own pace, as walker gives it.",
  fields: (t) => ({
    factor: t.float({ required: true, description: 'Times the moving time that the model tells, 0.4 to 2.5.' }),
    spread: t.float({
      required: true,
      description: 'Standard deviation of the logarithm of moving time, 0.02 to 0.5; the bands come from it.',
    }),
  }),
})
export const WALKER_ABOUT = "One's own pace, as walker gives it. Default: somebody unknown."

const SkippedRecordingType = builder.objectRef<WalkerAnswer['skipped'][number]>('SkippedRecording').implement({
  description: 'A recording that tells nothing of the pace.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Its place in the list, from 0.' }),
    reason: t.exposeString('reason', { description: 'Why it was left out.' }),
  }),
})

const WalkerType = builder.objectRef<WalkerAnswer>('Walker').implement({
  description: "One's own pace against the model of moving time.",
  fields: (t) => ({
    profile: t.field({ type: ProfileEnum, description: 'What was recorded.', resolve: (w) => w.profile }),
    factor: t.exposeFloat('factor', { description: 'Times the moving time that the model tells.' }),
    spread: t.exposeFloat('spread', { description: 'Standard deviation of the logarithm of moving time.' }),
    recordings: t.exposeInt('recordings', { description: 'How many recordings told something.' }),
    scope: t.exposeString('scope', { description: 'What it is for and how it was found.' }),
    skipped: t.field({
      type: [SkippedRecordingType],
      description: 'Recordings left out.',
      resolve: (w) => w.skipped,
    }),
  }),
})

/** A recording goes to the operation in the form it came in; forms without times are refused by their name. */
const recordingsInput = z
  .custom<{ recordings: GivenLine[]; profile?: unknown }>()
  .transform((value, context): z.output<typeof walkerInput> => {
    const recordings = value.recordings.map(({ gpx, tcx, fit, ...others }, index) => {
      for (const [name, form] of Object.entries(others))
        if (form != null)
          context.addIssue({
            code: 'custom',
            path: ['recordings', index, name],
            message: 'it carries no times. Send `gpx`, `tcx` or `fit`.',
          })
      return Object.fromEntries(Object.entries({ gpx, tcx, fit }).filter(([, form]) => form != null))
    })
    const result = walkerInput.safeParse({ recordings, ...(value.profile == null ? {} : { profile: value.profile }) })
    if (result.success) return result.data
    for (const issue of result.error.issues)
      context.addIssue({ code: 'custom', path: issue.path, message: issue.message })
    return z.NEVER
  })

builder.queryFields((t) => ({
  walker: t.field({
    type: WalkerType,
    ...operationField(measureWalker),
    args: t.validate(
      {
        recordings: t.arg({
          type: [LineInputType],
          required: true,
          description: '1 to 20 recordings of one person with times and heights: gpx, tcx or fit.',
        }),
        profile: t.arg({ type: ProfileEnum, description: 'What was recorded. Default HIKE.' }),
      },
      recordingsInput,
    ),
    resolve: (_, args, { ledger }) => ledger.run(measureWalker, args as never),
  }),
}))
