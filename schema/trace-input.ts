// MatchTraceInput: a line as matchTrace takes it, as points with times or in any form of a line.

import { z } from 'zod'
import { readSupplied } from '../resolvers/course-of.ts'
import type { LineInput } from '../resolvers/input/line-input.ts'
import { type MatchTraceInput, matchTrace, matchTraceInput } from '../resolvers/match-trace.ts'
import { ServiceError } from '../src/errors.ts'
import { type DocumentContext, builder, checkedOnce, withoutNulls } from './builder.ts'
import { type GivenLine, LineInputType, lineReady, profileOfLine, readGiven } from './line-input.ts'

const TracePointInput = builder.inputType('TracePointInput', {
  description: 'A recorded point.',
  fields: (t) => ({
    lat: t.float({ required: true, description: 'Latitude in degrees.' }),
    lon: t.float({ required: true, description: 'Longitude in degrees.' }),
    time: t.float({ description: 'Seconds since any moment, ascending.' }),
  }),
})
const TraceCostingEnum = builder.enumType('TraceCosting', {
  description: 'Which ways count: those of walkers or of riders.',
  values: {
    PEDESTRIAN: { value: 'pedestrian', description: 'On foot.' },
    BICYCLE: { value: 'bicycle', description: 'On a bicycle, along ways open to it.' },
  } as const,
})
const TraceOptionsInput = builder.inputType('TraceOptionsInput', {
  description: 'How the line was recorded.',
  fields: (t) => ({
    searchRadius: t.float({ defaultValue: 40, description: 'How far a way may lie from a point, 5 to 100 metres.' }),
    gpsAccuracy: t.float({ defaultValue: 5, description: 'Least noise assumed, 1 to 50 metres.' }),
  }),
})
type TraceInput = MatchTraceInput & { line?: LineInput }

const checked = withoutNulls(matchTraceInput)
/** Stands for a line until it is read. */
const NO_SHAPE = [
  { lat: 0, lon: 0 },
  { lat: 0, lon: 0 },
]

const traceInput = checkedOnce(
  z.custom<Record<string, unknown>>().transform(({ line, ...rest }, context): TraceInput => {
    if (line != null && (rest.shape ?? rest.encodedPolyline) != null)
      context.addIssue({
        code: 'custom',
        path: ['line'],
        message: 'it replaces `shape` and `encodedPolyline`. Send only one of them.',
      })
    const result = checked.safeParse(line == null ? rest : { ...rest, shape: NO_SHAPE })
    if (result.success)
      return line == null ? result.data : { ...result.data, line: readGiven(line as GivenLine, context, 'line') }
    for (const { path, message } of result.error.issues) context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  }),
)

/** With the points of a line. Throws ServiceError as reading one does, `invalid_input`. */
export async function traceReady({ line, ...input }: TraceInput, context: DocumentContext): Promise<MatchTraceInput> {
  if (line === undefined) return input
  const profile = await profileOfLine(line, context.loaders)
  const { count, lon, lat, partStart } = readSupplied(await lineReady(line, context))
  const refuse = (expected: string) =>
    new ServiceError('invalid_input', `\`input.line\`: expected ${expected}.`, { inputPath: 'input.line' })
  if (partStart.length > 2) throw refuse(`one part, got ${partStart.length - 1}`)
  const most = matchTrace.limits.points!
  if (count < 2 || count > most) throw refuse(`2 to ${most} points, got ${count}`)
  const costing = input.costing ?? (profile === 'bike' ? 'bicycle' : 'pedestrian')
  return { ...input, costing, shape: Array.from(lon, (own, i) => ({ lon: own, lat: lat[i] })) }
}

export const MatchTraceInputType = builder
  .inputType('MatchTraceInput', {
    description: 'A line to match, 2 to 2,000 points in one part. Send one of line, shape and encodedPolyline.',
    fields: (t) => ({
      line: t.field({ type: LineInputType, description: 'The line in any form; its times are left out.' }),
      shape: t.field({ type: [TracePointInput], description: 'Points in order.' }),
      encodedPolyline: t.string({ description: 'Encoded polyline with 6 decimal digits.' }),
      costing: t.field({
        type: TraceCostingEnum,
        description:
          'Which ways count: those of walkers or of riders. Left out: as a route or a trail is travelled; PEDESTRIAN for what is sent.',
      }),
      traceOptions: t.field({ type: TraceOptionsInput, description: 'How the line was recorded.' }),
    }),
  })
  .validate(traceInput)
