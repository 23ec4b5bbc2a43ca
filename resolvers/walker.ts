// Operation walker: recordings with times -> the caller's own pace, which every operation that reports times accepts.
// Nothing of a recording is kept after its answer. Between two recordings others get their turn.

import { zodMessage } from './pipeline/zod-message.ts'
import { type Sentence, say } from '../src/language/sentence.ts'
import { z } from 'zod'
import { MOST_FILE_POINTS } from '../src/course/course.ts'
import { fileKindOf } from '../src/course/files/read-file.ts'
import { isSameRecording, measurePace, type Recording } from '../src/course/measure-walker.ts'
import { PACE_MODELS, MAX_FACTOR, MIN_FACTOR, walkerFrom } from '../src/course/pace-models.ts'
import { readCourse } from '../src/course/read-course.ts'
import type { RecordedTrack } from '../src/course/recorded-travel.ts'
import { type ErrorCode, refusalOf, ServiceError } from '../src/errors.ts'
import type { Profile } from '../src/travel/settings.ts'
import { type Limits, MB, defineOperation } from './pipeline/operation.ts'
import { fields, listOf } from './input/input-fields.ts'
import { exactlyOne } from './input/json-schema.ts'
import { FILE_LIMIT_WORDS, MOST_POINTS_WORDS, fileField } from './input/line-input.ts'
import { nextTurn } from '../src/overload/next-turn.ts'
import { profileField } from './input/setting-fields.ts'
import { roundTo } from '../src/wire/numbers.ts'

export const MAX_RECORDINGS = 20
const LIMITS: Limits = { bodyBytes: 5 * MB, points: MOST_FILE_POINTS }

const FORMS = ['gpx', 'tcx', 'fit', 'file'] as const
const recording = fields({
  gpx: z
    .string({ error: zodMessage(say('expected.gpx')) })
    .optional()
    .describe('GPX 1.0 or 1.1 with times.'),
  tcx: z
    .string({ error: zodMessage(say('expected.tcx')) })
    .optional()
    .describe('TCX with times.'),
  fit: z
    .string({ error: zodMessage(say('expected.fit')) })
    .optional()
    .describe('FIT activity, base64.'),
  file: fileField().describe('Any of them, or KML with times, known by its content; binary files in base64.'),
}).meta(exactlyOne(...FORMS))

/** Bounds of recordings, for descriptions. */
export const RECORDINGS_WORDS = `together at most ${LIMITS.bodyBytes / MB} MB and ${MOST_POINTS_WORDS} each`

export const walkerInput = fields({
  recordings: listOf(recording, 1, MAX_RECORDINGS, 'recordings').describe(
    `Recordings of one person with times and heights: each exactly one of gpx, tcx, fit and file. Together at most ${FILE_LIMIT_WORDS} each.`,
  ),
  profile: profileField().optional().describe('How the recordings were travelled. Default hike.'),
})
export type WalkerInput = z.infer<typeof walkerInput>

export interface WalkerAnswer {
  schema: 'walker/1'
  profile: Profile
  /** times the model's moving time */
  factor: number
  /** standard deviation of the logarithm of moving time over that */
  spread: number
  /** how many recordings could be used */
  recordings: number
  scope: Sentence
  /** recordings that could not be used, by index, with the reason */
  skipped: { index: number; reason: Sentence }[]
}

export const measureWalker = defineOperation<WalkerInput, WalkerAnswer>({
  id: 'walker',
  summary:
    'Your own pace from up to 20 recordings with times, for the field `walker` of every operation that reports times.',
  input: walkerInput,
  limits: LIMITS,
  credits: 3,
  heavy: true,
  ofRelease: true,
  sources: [],
  raises: ['invalid_gpx', 'too_many_points'],
  run: async ({ recordings, profile = 'hike' }, _services, { signal, cpu }) => {
    // unpacked, archives count together as other files do
    const unpackedBytes = Math.floor(LIMITS.bodyBytes / recordings.length)
    const logs: number[] = []
    const used: { index: number; track: RecordedTrack }[] = []
    const skipped: WalkerAnswer['skipped'] = []
    for (const [index, sent] of recordings.entries()) {
      await nextTurn(cpu)
      signal.throwIfAborted()
      const pace = measurePace(readRecording(sent, index, unpackedBytes), profile)
      if ('reason' in pace) {
        skipped.push({ index, reason: pace.reason })
        continue
      }
      const same = used.find(({ track }) => isSameRecording(track, pace.track))
      if (same !== undefined)
        skipped.push({ index, reason: say('reason.recording.same_outing', { index: same.index }) })
      else {
        logs.push(pace.log)
        used.push({ index, track: pace.track })
      }
    }
    const model = PACE_MODELS[profile]
    const walker = walkerFrom(logs, model.own)
    if (walker === null)
      throw new ServiceError(
        say('error.invalid_input.no_recording', {
          field: 'recordings',
          profile,
          skipped: skipped.map(({ index, reason }) =>
            say('part.recording', { field: `recordings[${index}]`, why: reason }),
          ),
        }),
        { inputPath: 'recordings' },
      )
    return {
      schema: 'walker/1',
      profile,
      factor: roundTo(Math.min(MAX_FACTOR, Math.max(MIN_FACTOR, walker.factor)), 1e4),
      spread: roundTo(walker.spread, 1e4),
      recordings: logs.length,
      scope: say('method.walker', {
        model: model.model,
        recordings: logs.length,
        shrinkage: model.own.shrinkage,
      }),
      skipped,
    }
  },
})

const REFUSED = ['invalid_gpx', 'invalid_input', 'too_many_points'] as const
const isRefusedFile = (code: ErrorCode): code is (typeof REFUSED)[number] =>
  (REFUSED as readonly ErrorCode[]).includes(code)

function readRecording(sent: z.infer<typeof recording>, index: number, unpackedBytes: number): Recording {
  const given = FORMS.filter((form) => sent[form] !== undefined)
  const path = `recordings[${index}]`
  if (given.length !== 1)
    throw new ServiceError(say('error.invalid_input.recording_form', { field: path }), { inputPath: path })
  const details = { inputPath: `${path}.${given[0]}` }
  for (const kind of ['tcx', 'fit'] as const)
    if (sent[kind] !== undefined && fileKindOf(sent[kind]) !== kind)
      throw new ServiceError(
        say('error.invalid_input.recording_format', { field: path, format: kind.toUpperCase() }),
        details,
      )
  try {
    const {
      timeMs,
      lon,
      lat,
      heightM,
      isPlan = false,
    } = readCourse(
      { gpx: sent.gpx, file: sent.file ?? sent.tcx ?? sent.fit },
      { points: LIMITS.points!, unpackedBytes },
    )
    return { timeS: timeMs.map((ms) => ms / 1000), lon, lat, heightM, isPlan }
  } catch (error) {
    if (!(error instanceof ServiceError) || !isRefusedFile(error.code)) throw error
    throw new ServiceError(say(`error.${error.code}.recording`, { field: path, refusal: refusalOf(error) }), details)
  }
}
