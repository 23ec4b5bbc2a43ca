// Operation reach: what can be reached from a point, or from where it can be reached, within times or lengths.

import { type Expectation, zodMessage } from './pipeline/zod-message.ts'
import { say } from '../src/language/sentence.ts'
import { z } from 'zod'
import { type Reach, type ReachInput, applyReachRequest } from '../src/routing/isochrone/isochrone-types.ts'
import { MAX_CONTOURS, REACH_METRES, REACH_MINUTES, REACH_TOLERANCE_M } from '../src/travel/limits.ts'
import type { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type { PlaceChoice } from '../src/places/one-place.ts'
import type { Arrival, Arrivals } from '../src/routing/isochrone/one-to-many.ts'
import type { Services } from '../src/services.ts'
import { toSeconds } from './input/units.ts'
import { exactlyOne } from './input/json-schema.ts'
import { defineOperation, MB, type RunContext } from './pipeline/operation.ts'
import { findInBoxes } from './near-places.ts'
import {
  noAtField,
  fields,
  flag,
  listOf,
  numberFrom,
  oneOf,
  onlyFields,
  position,
  walkerField,
} from './input/input-fields.ts'
import { avoidField, settingFields } from './input/setting-fields.ts'

/** What one further credit pays for. */
const MINUTES_PER_CREDIT = 120
const METRES_PER_CREDIT = 12_000

const limits = (what: 'minutes' | 'seconds' | 'metres', { min, max }: { min: number; max: number }) =>
  listOf(numberFrom(min, max, what), 1, MAX_CONTOURS, what).optional()

const ascends = (list: readonly number[]): boolean => list.every((limit, i) => i === 0 || limit > list[i - 1])

/** How far, as GraphQL has it: moving times in seconds, or lengths of way. */
export const reachLimits = fields({
  movingS: limits('seconds', { min: toSeconds(REACH_MINUTES.min), max: toSeconds(REACH_MINUTES.max) }),
  lengthM: limits('metres', REACH_METRES),
}).superRefine(({ movingS, lengthM }, context) => {
  for (const [name, unit, list] of [
    ['movingS', 'seconds', movingS],
    ['lengthM', 'metres', lengthM],
  ] as const)
    if (list !== undefined && !ascends(list))
      context.addIssue({ code: 'custom', path: [name], message: zodMessage(say('expected.reach.ascending', { unit })) })
})

export const reachInput = fields({
  from: position().describe('The point, [lon, lat] in degrees.'),
  direction: oneOf(['from', 'to'])
    .optional()
    .describe('`from`: what can be reached from the point; `to`: from where the point can be reached. Default from.'),
  minutes: limits('minutes', REACH_MINUTES).describe(
    'Moving times, 1 to 600 minutes, ascending, up to 4. Give these or metres.',
  ),
  metres: limits('metres', REACH_METRES).describe(
    'Lengths of way, 100 to 60,000 metres, ascending, up to 4. Give these or minutes.',
  ),
  output: onlyFields({
    polygons: flag().optional().describe('The ground within reach. Default true.'),
    lines: flag().optional().describe('The ways within reach. Default false.'),
  })
    .optional()
    .describe('What is drawn.'),
  toleranceM: numberFrom(REACH_TOLERANCE_M.min, REACH_TOLERANCE_M.max, 'metres')
    .optional()
    .describe('How far ground extends to both sides of a way, 10 to 500 metres, default 25.'),
  ...settingFields('reach'),
  walker: walkerField(),
  avoid: avoidField(),
  at: noAtField(),
})
  .superRefine((input, context) => {
    const issue = (name: string, expected: Expectation) =>
      context.addIssue({ code: 'custom', path: [name], message: zodMessage(expected) })
    if (input.minutes === undefined && input.metres === undefined) issue('minutes', say('expected.reach.either'))
    if (input.minutes !== undefined && input.metres !== undefined) issue('metres', say('expected.reach.once'))
    for (const name of ['minutes', 'metres'] as const)
      if (!ascends(input[name] ?? [])) issue(name, say('expected.reach.ascending', { unit: name }))
  })
  .meta(exactlyOne('minutes', 'metres'))

function creditsOfReach({ minutes, metres }: Pick<z.infer<typeof reachInput>, 'minutes' | 'metres'>): number {
  const share = minutes === undefined ? metres!.at(-1)! / METRES_PER_CREDIT : minutes.at(-1)! / MINUTES_PER_CREDIT
  return 1 + Math.ceil(share)
}

export const reach = defineOperation<z.infer<typeof reachInput>, EncodedAnswer<Reach>>({
  id: 'reach',
  summary: 'What is within reach of a point in given times or lengths of way, as nested polygons and as lines.',
  input: reachInput,
  limits: { bodyBytes: MB },
  credits: creditsOfReach,
  mostCredits: Math.max(...[{ minutes: [REACH_MINUTES.max] }, { metres: [REACH_METRES.max] }].map(creditsOfReach)),
  creditsRule: '1, and 1 for each 120 minutes or 12 km, or part of them, of the largest contour',
  heavy: true,
  ofRelease: true,
  sources: ['map', 'heights'],
  raises: [
    'no_snap',
    'outside_region',
    'setting_refused',
    'too_long',
    'waypoint_avoided',
    'network_unavailable',
    'busy',
  ],
  run: (input, services, context) => {
    applyReachRequest(input as ReachInput) // refuses before anything waits for a worker
    return services.run('reach', input as ReachInput, context)
  },
})

/** Most places that are judged. */
const MOST_PLACES = 2000
/**
 * What lies within a reach: places and signed routes, each with the minutes and metres there.
 * Places are looked up in the box of the ways and then judged by the network, which knows when each is arrived at.
 */
export const REACHED_CREDITS = 3

interface Requested {
  reach: ReachInput
  choice: PlaceChoice
}

export interface ReachedPlace extends Arrival {
  id: number
}

interface ReachedPlaces {
  /** the nearest first, by the measure of the reach */
  places: ReachedPlace[]
  /** there are more places in the box than were judged */
  truncated: boolean
}

/** Nothing is drawn for it. */
const undrawn = (input: ReachInput): ReachInput => ({ ...input, output: { polygons: false, lines: false } })

async function arrivalsAt(
  input: ReachInput,
  points: readonly LonLat[],
  services: Services,
  context: RunContext,
): Promise<Arrivals> {
  const job = { reach: undrawn(input), points: points.map(([lon, lat]): [number, number] => [lon, lat]) }
  return (await services.run('arrivals', job, context)).value
}

const LINK = { ...reach, credits: REACHED_CREDITS, creditsRule: `${REACHED_CREDITS}`, chargedFor: undefined }

export const placesInReach = defineOperation<Requested, ReachedPlaces>({
  ...LINK,
  areaLookup: true,
  input: z.custom<Requested>(),
  run: async ({ reach: input, choice }, services, context) => {
    const { box } = await arrivalsAt(input, [], services, context)
    const [found] = await findInBoxes(services, [box], choice)
    const judged = found.slice(0, MOST_PLACES)
    const at = judged.map(({ lon, lat }): LonLat => [lon, lat])
    const { points } = await arrivalsAt(input, at, services, context)
    const places = judged.flatMap(({ id }, i): ReachedPlace[] => {
      const arrival = points[i]
      return arrival === null ? [] : [{ id, ...arrival }]
    })
    const measure = ({ minutes, metres }: Arrival) => (input.minutes === undefined ? metres : (minutes ?? Infinity))
    places.sort((a, b) => measure(a) - measure(b) || a.id - b.id)
    return { places, truncated: found.length > MOST_PLACES }
  },
})

export const trailsInReach = defineOperation<Pick<Requested, 'reach'>, Arrivals['trails']>({
  ...LINK,
  input: z.custom<Pick<Requested, 'reach'>>(),
  run: async ({ reach: input }, services, context) => (await arrivalsAt(input, [], services, context)).trails,
})
