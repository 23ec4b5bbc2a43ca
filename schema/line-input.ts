// LineInput: a line as any operation takes it, in exactly one form; and the check of an input that holds one. REST has
// no such wrapper: there gpx, geometry and file are beside the settings.

import { say } from '../src/language/sentence.ts'
import { zodMessage } from '../resolvers/pipeline/zod-message.ts'
import { z } from 'zod'
import { analyseRoute } from '../resolvers/analyse-route.ts'
import { type LineInput, readLineInput } from '../resolvers/input/line-input.ts'
import { toFlatLine } from '../resolvers/input/line-forms.ts'
import { unknownTrail } from '../resolvers/search.ts'
import { type AnyOperation, creditsOf, mostCreditsOf } from '../resolvers/pipeline/operation.ts'
import { planRoute } from '../resolvers/routing.ts'
import type { SentForm, SentLine } from '../resolvers/course-of.ts'
import type { Loaders } from '../resolvers/loaders.ts'
import { ServiceError, withPath } from '../src/errors.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type { Profile } from '../src/travel/settings.ts'
import { builder } from './builder.ts'
import type { DocumentContext } from './document-context.ts'
import { type GivenRoute, RouteInput, findRoute, priceOfRoute, findTrail } from './route-input.ts'
import { type GivenTrail, TrailBy } from './trail-by.ts'
import { givenSettings } from './travel-settings.ts'

export const LineInputType = builder.inputType('LineInput', {
  description: 'A line in one of these forms.',
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
        'Encoded polyline with 6 decimal digits, latitude first, as LineString.polyline6 gives it; one part without heights.',
    }),
    tcx: t.string({
      description: 'TCX: its track points with a position; read as `file` reads it.',
    }),
    fit: t.string({
      description: 'FIT in base64: its records with a position; read as `file` reads it.',
    }),
    file: t.string({
      description:
        'A file of any kind, known by its content: GPX, KML, TCX, GeoJSON or an encoded polyline (6 digits) as text; KMZ, FIT or any of these in base64. Answers name the kind that was found.',
    }),
    trail: t.field({
      type: TrailBy,
      description: 'A signed route; more than 5,000 points are thinned to 5,000.',
    }),
    route: t.field({
      type: RouteInput,
      description:
        'A route of at most 300 km to find first, at its own price; more than 5,000 points are thinned to 5,000. Its settings find it; it is analysed for its own mode unless another is requested.',
    }),
  }),
})
export type GivenLine = typeof LineInputType.$inferInput

const DEFAULT_PROFILE: Profile = 'hike'

/** Stands for a line that is not sent, until it is read. */
class LineToRead {
  readonly given: { trail: GivenTrail } | { route: GivenRoute }
  constructor(given: LineToRead['given']) {
    this.given = given
  }
}

/** With what it was sent as, where what is read does not say. */
export interface ReadInput extends SentLine {
  form?: SentForm
}

/** A line as operations take it; errors name the field that was sent. */
export function readGiven(
  { geojson, trail, route, ...forms }: GivenLine,
  context: z.core.$RefinementCtx,
  path: string,
): ReadInput {
  if (trail != null) return { geometry: new LineToRead({ trail }), form: 'trail' }
  if (route != null) return { geometry: new LineToRead({ route }), form: 'route' }
  const line = readLineInput({ ...forms, geometry: geojson }, (fault, field) =>
    context.addIssue({ code: 'custom', path: [path, ...field], message: zodMessage(fault) }),
  )
  return forms.polyline6 == null ? line : { ...line, form: 'polyline6' }
}

/**
 * With the line of a trail or of a route in place of what names it. `path`: where the line stands, for errors. Throws
 * ServiceError as reading a trail and finding a route do, and `too_long`.
 */
export async function lineReady<Input extends { geometry?: unknown }>(
  input: Input,
  context: DocumentContext,
  path = 'input.line',
): Promise<Input> {
  const { geometry } = input
  if (!(geometry instanceof LineToRead)) return input
  const { loaders } = context
  const { given } = geometry
  if ('route' in given) {
    const { distanceM, geometry: found } = (await findRoute(given.route, context, `${path}.route.`)).value
    const maxKm = analyseRoute.limits.lengthKm!
    // before it is thinned, which takes longer than finding it
    if (distanceM > maxKm * 1000)
      throw new ServiceError(say('error.too_long.line', { lineM: distanceM, maxKm }), {
        inputPath: `${path}.route`,
      })
    const { coordinates } = found
    return {
      ...input,
      geometry:
        coordinates.length <= analyseRoute.limits.points!
          ? toFlatLine(coordinates)
          : await loaders.trailGeometry({ parts: [coordinates.map(([lon, lat]): LonLat => [lon, lat])] }),
    }
  }
  const { relationId } = await findTrail(given.trail, loaders, `${path}.trail`)
  const line = await loaders.trailLine(relationId)
  if (line === null) throw unknownTrail(relationId)
  return { ...input, geometry: await loaders.trailGeometry(line) }
}

/**
 * Runs an operation over a line; its errors name the field as GraphQL has it. REST has the forms of a line beside the
 * settings, and an encoded polyline, TCX and FIT in other forms.
 */
export async function inLineWords<T>(
  work: Promise<T>,
  path = 'input.line',
  nameOf: (name: string) => PropertyKey[] = (name) => [name],
): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    throw withPath(thrown, (inputPath) => {
      if (inputPath.startsWith('input')) return inputPath
      if (inputPath === 'geometry' || inputPath === 'file') return path
      if (inputPath === 'gpx') return `${path}.gpx`
      return inputPath.startsWith('geometry.')
        ? inputPath.replace('geometry', `${path}.geojson`)
        : `input.${nameOf(inputPath).join('.')}`
    })
  }
}

/** How a route or a trail is travelled; null for a line that was sent, which does not say. Before it is read. */
export async function profileOfLine({ geometry }: { geometry?: unknown }, loaders: Loaders): Promise<Profile | null> {
  if (!(geometry instanceof LineToRead)) return null
  const { given } = geometry
  if ('route' in given) return (givenSettings(given.route.settings).profile as Profile | undefined) ?? DEFAULT_PROFILE
  // what is wrong with its id is reported where its line is read
  const trail = await findTrail(given.trail, loaders, '').catch(() => null)
  return trail === null ? null : trail.type === 'bicycle' ? 'bike' : DEFAULT_PROFILE
}

/** What finding a line costs before anything is done with it. */
export const priceOfLine = ({ geometry }: { geometry?: unknown }): number =>
  geometry instanceof LineToRead && 'route' in geometry.given ? priceOfRoute(geometry.given.route) : 0

/** What a field with such an `input` costs: with that of a route to be found first. */
export const creditsOverLine = (operation: AnyOperation) => ({
  credits: (args: object) => {
    const { input } = args as { input: { line?: LineInput } & LineInput }
    return creditsOf(operation, input) + priceOfLine(input.line ?? input)
  },
  mostCredits: mostCreditsOf(operation) + mostCreditsOf(planRoute),
})

/** Of a field that takes nothing but a line. */
export const lineArgs = z
  .custom<{ input: GivenLine }>()
  .transform(({ input }, context) => readGiven(input, context, 'input'))

/**
 * An operation's schema for an input whose line is in `line`; an explicit null is the same as an omitted field.
 * `toSettings`: turns the fields beside the line into the operation's; `nameOf`: GraphQL's path to one of these.
 */
export function withLine<T extends z.ZodType>(
  schema: T,
  toSettings: (rest: Record<string, unknown>) => Record<string, unknown>,
  nameOf: (key: PropertyKey) => PropertyKey[],
) {
  return z
    .custom<{ line: GivenLine } & Record<string, unknown>>()
    .transform((value, context): z.output<T> & { form: SentForm | undefined } => {
      const { line, ...rest } = value
      const { form, ...sent } = readGiven(line, context, 'line')
      const settings = Object.fromEntries(Object.entries(toSettings(rest)).filter(([, member]) => member !== null))
      const result = schema.safeParse({ ...settings, ...sent })
      if (result.success) return { ...(result.data as z.output<T> & object), form }
      for (const issue of result.error.issues)
        context.addIssue({ code: 'custom', path: issue.path.flatMap(nameOf), message: issue.message })
      return z.NEVER
    })
}
