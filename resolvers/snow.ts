// The operation "snow": observed snow cover at points along a route, and the forecast beside it. Points without a valid
// observation are unknown with their reason, never clear; no raster at all is an answer too, with every point unknown.

import { zodMessage } from './pipeline/zod-message.ts'
import { say } from '../src/language/sentence.ts'
import { z } from 'zod'
import { type LonLat, distanceM } from '../src/geo/lon-lat.ts'
import { ServiceError } from '../src/errors.ts'
import type { Services } from '../src/services.ts'
import type { SnowInfo } from '../src/weather/snow/snow-types.ts'
import { type Unknown, unknownOf } from '../src/unknowns.ts'
import type { SnowReason } from '../src/weather/snow/snow-products.ts'
import {
  type ObservedSnow,
  type SnowEvidence,
  type SnowPoint,
  measureSnow,
  observedSnow,
  snowEvidence,
} from '../src/weather/snow/route-snow.ts'
import { sampleLine } from '../src/weather/route-samples.ts'
import { type SnowForecast, snowForecast } from '../src/weather/snow/snow-forecast.ts'
import { defineOperation, MB } from './pipeline/operation.ts'
import { fields, flag, integerFrom, listOf, position } from './input/input-fields.ts'
import { tenths } from '../src/wire/numbers.ts'
import type { LineParts } from '../src/search/places-along.ts'

const MAX_SNOW_POINTS = 512
/** Samples of a route for `Route.snow` lie at least this far apart: no product is finer. */
const ROUTE_SPACING_M = 20

const REVISION = zodMessage(say('expected.revision'))
const SEGMENTS = zodMessage(say('expected.segments'))

const routeSnowInput = fields({
  points: listOf(position(), 1, MAX_SNOW_POINTS, 'pairs').describe('1 to 512 points [lon, lat] in degrees.'),
  evidence: flag()
    .optional()
    .describe('Adds the route-snow-evidence/1 block: class, source, coverage and a short validity per point.'),
  revision: z
    .string({ error: REVISION })
    .regex(/^[A-Za-z0-9._:-]{1,64}$/, { error: REVISION })
    .optional()
    .describe('Your version of the geometry, given back: 1 to 64 letters, digits or . _ : -'),
  segments: listOf(integerFrom(0, MAX_SNOW_POINTS - 1), 1, MAX_SNOW_POINTS, 'starts')
    .optional()
    .describe('Start indices of disconnected segments, ascending, the first 0.'),
}).superRefine(({ points, segments }, context) => {
  if (segments === undefined) return
  const isSound =
    segments[0] === 0 && segments.every((start, i) => start < points.length && (i === 0 || start > segments[i - 1]))
  if (!isSound) context.addIssue({ code: 'custom', path: ['segments'], message: SEGMENTS })
})
export type RouteSnowInput = z.infer<typeof routeSnowInput>

export interface RouteSnow {
  schema: 'route-snow/1'
  revision?: string
  checkedAt: string
  attribution: SnowInfo['attribution'][]
  observed: ObservedSnow['observed']
  points: ObservedSnow['points']
  summary: ObservedSnow['summary']
  sections: ObservedSnow['sections']
  forecast: SnowForecast['forecast']
  unknowns: Unknown[]
  evidence?: SnowEvidence
}

export const routeSnow = defineOperation<RouteSnowInput, RouteSnow>({
  id: 'snow',
  summary:
    'Observed snow cover at points along a route, each with its age, and the forecasts at 24 and 48 hours apart. Unknown is never clear.',
  input: routeSnowInput,
  limits: { bodyBytes: MB, points: MAX_SNOW_POINTS },
  credits: 3,
  sources: ['heights'],
  raises: ['snow_unavailable'],
  run: async ({ points, evidence, revision, segments = [0] }, services, context) => {
    const nowMs = services.clock.nowMs()
    const [observation, heightsM] = await Promise.all([services.snow.observe(points), findHeights(points, services)])
    const snow = observedSnow(points, segments, heightsM, observation, nowMs)
    const ahead = await snowForecast(services.snowForecast, snow.points, nowMs, context)
    return {
      schema: 'route-snow/1',
      ...(revision === undefined ? {} : { revision }),
      checkedAt: new Date(nowMs).toISOString(),
      attribution: [observation?.info.attribution, ahead.attribution].filter(
        (named) => named !== null && named !== undefined,
      ),
      observed: snow.observed,
      points: snow.points,
      summary: snow.summary,
      sections: snow.sections,
      forecast: ahead.forecast,
      unknowns: [...unknownsOf(snow), ...ahead.unknowns],
      ...(evidence === true ? { evidence: snowEvidence(snow, observation?.info.id ?? null, nowMs) } : {}),
    }
  },
})

/** The input for a whole line: at most 512 evenly spaced points, start and end among them, at least 20 m apart. */
export function snowInputOfLine(
  line: readonly (readonly [lon: number, lat: number, ...rest: unknown[]])[],
  evidence: boolean,
): RouteSnowInput {
  return { points: sampleLine(line, MAX_SNOW_POINTS, ROUTE_SPACING_M) as [number, number][], evidence }
}

/** Parts of a line that are sampled at most: the longest ones. */
const MAX_SNOW_PARTS = 100

/**
 * The input for a line in parts, one segment each: evenly spaced points over all of them, the ends of each part among
 * them; of more than 100 parts the longest.
 */
export function snowInputOfParts(parts: LineParts, evidence: boolean): RouteSnowInput {
  const kept = sampledParts(parts)
  const lengthM = kept.reduce((sum, part) => sum + part.lengthM, 0)
  const spacingM = Math.max(ROUTE_SPACING_M, lengthM / (MAX_SNOW_POINTS - 2 * kept.length))
  const points: [number, number][] = []
  const segments: number[] = []
  for (const { part } of kept) {
    segments.push(points.length)
    points.push(...(sampleLine(part, MAX_SNOW_POINTS, spacingM) as [number, number][]))
  }
  return { points, segments, evidence }
}

/** Lengths of the parts that `snowInputOfParts` samples, metres. */
export function sampledLengthsM(parts: LineParts): number[] {
  return sampledParts(parts).map(({ lengthM }) => lengthM)
}

function sampledParts<Part extends LineParts[number]>(parts: readonly Part[]): { part: Part; lengthM: number }[] {
  return parts
    .filter((part) => part.length > 0)
    .map((part, order) => ({
      part,
      order,
      lengthM: part.slice(1).reduce((sum, to, i) => sum + distanceM(part[i][0], part[i][1], to[0], to[1]), 0),
    }))
    .toSorted((a, b) => b.lengthM - a.lengthM)
    .slice(0, MAX_SNOW_PARTS)
    .sort((a, b) => a.order - b.order)
}

/** What rounding of coordinates can add to a line. */
const ROUNDED_SHARE = 0.01

/**
 * The input for a line, its parts that are sampled and their metres; `distanceM` is the reported length of the whole.
 */
export function snowOfCourse<Part extends LineParts[number]>(
  parts: readonly Part[],
  distanceM: number,
  evidence: boolean,
): { input: RouteSnowInput; lengthsM: number[]; sampled: Part[] } {
  const kept = sampledParts(parts)
  const sampled = kept.map(({ part }) => part)
  const lengthsM = kept.map(({ lengthM }) => lengthM)
  if (parts.length > 1) return { input: snowInputOfParts(parts, evidence), lengthsM, sampled }
  // the reported length is that of the coordinates before rounding
  const isSame = Math.abs(lengthsM[0] - distanceM) < ROUNDED_SHARE * distanceM
  return { input: snowInputOfLine(parts[0], evidence), lengthsM: [isSame ? distanceM : lengthsM[0]], sampled }
}

/** An answer at samples of a line in metres of that line, so that its lengths add up to it. */
export function snowAlongLine(answer: RouteSnow, { segments = [0] }: RouteSnowInput, lengthsM: number[]): RouteSnow {
  const { sections, summary } = measureSnow(answer.points, segments, lengthsM)
  return { ...answer, sections, summary }
}

/** Heights of the terrain; nulls where there is no terrain, for the observation does not need them. */
async function findHeights(points: readonly LonLat[], services: Services): Promise<readonly (number | null)[]> {
  try {
    const { heightsM } = await services.terrain.sample('current', points, null)
    return heightsM.map((heightM) => (heightM === null ? null : tenths(heightM)))
  } catch (thrown) {
    if (thrown instanceof ServiceError) return points.map(() => null)
    throw thrown
  }
}

function unknownsOf({ points, widestGapM }: ObservedSnow): Unknown[] {
  const unknowns: Unknown[] = []
  const counts = new Map<SnowReason, number>()
  for (const { reason } of points) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const unknown = points.filter((point: SnowPoint) => point.class === 'unknown').length
  if (unknown > 0) {
    const reasons = [...counts].map(([snowReason, number]) => say('part.snow', { snowReason, number }))
    unknowns.push(unknownOf(say('unknown.snow_not_observed', { missing: unknown, of: points.length, reasons })))
  }
  if (widestGapM > 0) unknowns.push(unknownOf(say('unknown.snow_between_samples', { apartM: widestGapM })))
  const withoutHeight = points.filter((point) => point.elevationM === null).length
  if (withoutHeight > 0)
    unknowns.push(unknownOf(say('unknown.terrain_void.points', { missing: withoutHeight, of: points.length })))
  return unknowns
}
