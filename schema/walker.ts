// GraphQL of walker: the caller's own pace from recordings.

import { zodMessage } from '../resolvers/pipeline/zod-message.ts'
import { say } from '../src/language/sentence.ts'
import { z } from 'zod'
import { type WalkerAnswer, measureWalker, walkerInput } from '../resolvers/walker.ts'
import { builder } from './builder.ts'
import { type GivenLine, LineInputType } from './line-input.ts'
import { operation } from './operation.ts'
import { sentenceFields } from './sentence.ts'
import { TravelModeEnum } from './travel-settings.ts'

const SkippedRecordingType = builder.objectRef<WalkerAnswer['skipped'][number]>('SkippedRecording').implement({
  description: 'A recording that says nothing about the pace.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Its place in the list, from 0.' }),
    ...sentenceFields(t, 'reason', 'Why it was left out.', (skipped) => skipped.reason),
  }),
})

const WalkerType = builder.objectRef<WalkerAnswer>('Walker').implement({
  description: 'Your own pace, compared with the model of moving time.',
  fields: (t) => ({
    mode: t.expose('profile', { type: TravelModeEnum, description: 'How the recordings were travelled.' }),
    factor: t.exposeFloat('factor', { description: 'Factor on the moving time of the model.' }),
    spread: t.exposeFloat('spread', {
      description: 'Standard deviation of the logarithm of moving time: the bands of times come from it.',
    }),
    recordings: t.exposeInt('recordings', { description: 'How many recordings could be used.' }),
    ...sentenceFields(t, 'scope', 'What it applies to and how it was measured.', (walker) => walker.scope),
    skipped: t.expose('skipped', { type: [SkippedRecordingType], description: 'Recordings left out.' }),
  }),
})

/** A recording goes to the operation in the form it came in; forms without times are refused by their name. */
const recordingsInput = z
  .custom<{ recordings: GivenLine[]; mode?: unknown }>()
  .transform((value, context): z.output<typeof walkerInput> => {
    const recordings = value.recordings.map(({ gpx, tcx, fit, file, ...others }, index) => {
      for (const [name, form] of Object.entries(others))
        if (form != null)
          context.addIssue({
            code: 'custom',
            path: ['recordings', index, name],
            message: zodMessage(say('rule.no_times')),
          })
      return Object.fromEntries(Object.entries({ gpx, tcx, fit, file }).filter(([, form]) => form != null))
    })
    const result = walkerInput.safeParse({ recordings, ...(value.mode == null ? {} : { profile: value.mode }) })
    if (result.success) return result.data
    for (const issue of result.error.issues)
      context.addIssue({ code: 'custom', path: issue.path, message: issue.message })
    return z.NEVER
  })

operation(measureWalker, {
  type: WalkerType,
  args: (t) =>
    t.validate(
      {
        recordings: t.arg({
          type: [LineInputType],
          required: true,
          description: '1 to 20 recordings of one person with times and heights: gpx, tcx, fit or file.',
        }),
        mode: t.arg({
          required: true,
          defaultValue: 'hike',
          type: TravelModeEnum,
          description: 'How the recordings were travelled.',
        }),
      },
      recordingsInput,
    ),
  resolve: (args, { session }) => session.run(measureWalker, args as never),
})
