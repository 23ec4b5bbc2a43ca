// GraphQL of walker: the caller's own pace from recordings.

import { z } from 'zod'
import { MAX_RECORDINGS, RECORDINGS_WORDS, type WalkerAnswer, measureWalker, walkerInput } from '../resolvers/walker.ts'
import { builder } from './builder.ts'
import { operation } from './operation.ts'
import { sentenceFields } from './sentence.ts'
import { ofMode, TravelModeEnum } from './travel-settings.ts'

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
    recordingCount: t.exposeInt('recordings', { description: 'How many recordings could be used.' }),
    ...sentenceFields(t, 'scope', 'What it applies to and how it was measured.', (walker) => walker.scope),
    skipped: t.expose('skipped', { type: [SkippedRecordingType], description: 'Recordings left out.' }),
  }),
})

const WalkerSourceInput = builder.inputType('WalkerSource', {
  description: `A recording with times and heights, in one of these forms. Those of a query have ${RECORDINGS_WORDS}.`,
  isOneOf: true,
  fields: (t) => ({
    gpx: t.string({ description: 'GPX 1.0 or 1.1.' }),
    tcx: t.string({ description: 'TCX as text.' }),
    fit: t.string({ description: 'FIT in base64.' }),
    file: t.string({
      description: 'A file of any kind that has times, known by its content; what is no text, in base64.',
    }),
  }),
})

const recordingsInput = z.preprocess((given) => ofMode(given as Record<string, unknown>), walkerInput)

operation(measureWalker, {
  type: WalkerType,
  args: (t) =>
    t.validate(
      {
        recordings: t.arg({
          type: [WalkerSourceInput],
          required: true,
          description: `1 to ${MAX_RECORDINGS} recordings of one person with times and heights, ${RECORDINGS_WORDS}.`,
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
