// LineInput: a line as any operation takes it, in exactly one of five forms; and the check of an input that holds one.
// REST has no such wrapper: there gpx and geometry stand beside the settings.

import { z } from 'zod'
import { readLineInput } from '../resolvers/line-input.ts'
import type { LineInput } from '../resolvers/line-input.ts'
import { builder, checkedOnce } from './builder.ts'

export const LineInputType = builder.inputType('LineInput', {
  description: 'A line: exactly one of gpx, geometry, polyline6, tcx and fit.',
  fields: (t) => ({
    gpx: t.string({ description: 'GPX 1.0 or 1.1; each trkseg (else rte) is one part.' }),
    geometry: t.field({
      type: 'GeoJSON',
      description:
        'LineString, MultiLineString, a Feature of either, or a FeatureCollection of them; a third coordinate is a height in metres.',
    }),
    polyline6: t.string({
      description:
        'Encoded polyline with 6 decimal digits, latitude first, as Line.polyline6 gives it; one part without heights. Answers call it GEOJSON.',
    }),
    tcx: t.string({
      description: 'TCX: its track points with position and time, as one part. Answers call it GEOJSON.',
    }),
    fit: t.string({
      description: 'FIT activity in base64: its records with a position, as one part. Answers call it GEOJSON.',
    }),
  }),
})

/**
 * An operation's schema for an input whose line stands in `line`; explicit nulls are the same as leaving the field out.
 */
export function withLine<T extends z.ZodType>(schema: T) {
  const read = z.custom<{ line: LineInput } & Record<string, unknown>>().transform((value, context): z.output<T> => {
    const { line, ...rest } = value
    const sent = readLineInput(line, (message, field) =>
      context.addIssue({ code: 'custom', path: ['line', ...field], message }),
    )
    const settings = Object.fromEntries(Object.entries(rest).filter(([, member]) => member !== null))
    const result = schema.safeParse({ ...settings, ...sent })
    if (result.success) return result.data
    for (const issue of result.error.issues)
      context.addIssue({ code: 'custom', path: issue.path, message: issue.message })
    return z.NEVER
  })
  return checkedOnce(read)
}
