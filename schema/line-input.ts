// LineInput: a line as any operation takes it, in exactly one form; and the check of an input that holds one. REST has
// no such wrapper: there gpx and geometry stand beside the settings.

import { z } from 'zod'
import { readLineInput } from '../resolvers/line-input.ts'
import type { LineInput } from '../resolvers/line-input.ts'
import type { Loaders } from '../resolvers/loaders.ts'
import { unknownTrail } from '../resolvers/search.ts'
import { builder, checkedOnce } from './builder.ts'
import { findTrail } from './waypoint-input.ts'

export const LineInputType = builder.inputType('LineInput', {
  description: 'A line, said in one of these ways.',
  isOneOf: true,
  fields: (t) => ({
    gpx: t.string({ description: 'GPX 1.0 or 1.1; each trkseg (else rte) is one part.' }),
    geojson: t.field({
      type: 'GeoJSON',
      description:
        'LineString, MultiLineString, a Feature of either, or a FeatureCollection of them; a third coordinate is a height in metres.',
    }),
    polyline6: t.string({
      description:
        'Encoded polyline with 6 decimal digits, latitude first, as LineString.polyline6 gives it; one part without heights. Answers call it GEOJSON.',
    }),
    tcx: t.string({
      description: 'TCX: its track points with position and time, as one part. Answers call it GEOJSON.',
    }),
    fit: t.string({
      description: 'FIT activity in base64: its records with a position, as one part. Answers call it GEOJSON.',
    }),
    trail: t.id({
      description:
        'Id of a signed route, or the number of its relation; of more than 5,000 points it is thinned to as many. Answers call it GEOJSON.',
    }),
  }),
})
export type GivenLine = typeof LineInputType.$inferInput

/** Stands for the line of a trail until it is read. */
class TrailLineOf {
  readonly id: string
  constructor(id: string) {
    this.id = id
  }
}

/** A line as operations take it; what is wrong with it is said of the field that was sent. */
function readGiven({ geojson, trail, ...forms }: GivenLine, context: z.core.$RefinementCtx, path: string): LineInput {
  if (trail != null) return { geometry: new TrailLineOf(trail) }
  return readLineInput({ ...forms, geometry: geojson }, (message, field) =>
    context.addIssue({ code: 'custom', path: [path, ...field], message }),
  )
}

/** With the line of a trail in place of its id. Throws ServiceError `invalid_input`, `not_found`. */
export async function lineReady<Input extends { geometry?: unknown }>(
  input: Input,
  loaders: Loaders,
  field = 'input.line.trail',
): Promise<Input> {
  const { geometry } = input
  if (!(geometry instanceof TrailLineOf)) return input
  const { relationId } = await findTrail(geometry.id, loaders, field)
  const line = await loaders.trailLine(relationId)
  if (line === null) throw unknownTrail(relationId)
  return { ...input, geometry: await loaders.trailGeometry(line) }
}

/** Of a field that takes nothing but a line. */
export const lineArgs = checkedOnce(
  z.custom<{ input: GivenLine }>().transform(({ input }, context) => readGiven(input, context, 'input')),
)

/**
 * An operation's schema for an input whose line stands in `line`; explicit nulls are the same as leaving the field out.
 * `toSettings`: what stands beside the line, as the operation has it.
 */
export function withLine<T extends z.ZodType>(
  schema: T,
  toSettings: (rest: Record<string, unknown>) => Record<string, unknown> = (rest) => rest,
) {
  const read = z.custom<{ line: GivenLine } & Record<string, unknown>>().transform((value, context): z.output<T> => {
    const { line, ...rest } = value
    const sent = readGiven(line, context, 'line')
    const settings = Object.fromEntries(Object.entries(toSettings(rest)).filter(([, member]) => member !== null))
    const result = schema.safeParse({ ...settings, ...sent })
    if (result.success) return result.data
    for (const issue of result.error.issues)
      context.addIssue({ code: 'custom', path: issue.path, message: issue.message })
    return z.NEVER
  })
  return checkedOnce(read)
}
