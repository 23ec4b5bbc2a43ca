// Operation reach: what can be reached from a point, or from where it can be reached, within times or lengths.

import type { z } from 'zod'
import type { Reach, ReachInput } from '../src/routing/isochrone/isochrone-types.ts'
import { exactlyOne } from './input/json-schema.ts'
import { applyReachRequest } from '../src/routing/isochrone/isochrone-request.ts'
import { MAX_CONTOURS, REACH_METRES, REACH_MINUTES, REACH_TOLERANCE_M } from '../src/travel/limits.ts'
import type { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import { noAtField } from './input/at-field.ts'
import { avoidField } from './input/avoid-field.ts'
import { defineOperation, MB } from './pipeline/operation.ts'
import { fields, flag, listOf, numberFrom, oneOf, onlyFields, position } from './input/input-fields.ts'
import { settingFields } from './input/setting-fields.ts'
import { walkerField } from './input/walker-field.ts'

/** What one further credit pays for. */
const MINUTES_PER_CREDIT = 120
const METRES_PER_CREDIT = 12_000

const limits = (what: string, { min, max }: { min: number; max: number }) =>
  listOf(numberFrom(min, max, what), 1, MAX_CONTOURS, `ascending numbers of ${what}`).optional()

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
    const issue = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
    if (input.minutes === undefined && input.metres === undefined)
      issue('minutes', 'a list of 1 to 4 ascending numbers of minutes; or `metres`')
    if (input.minutes !== undefined && input.metres !== undefined)
      issue('metres', 'no `metres` beside `minutes`, one of them says it all')
    for (const name of ['minutes', 'metres'] as const)
      if (input[name]?.some((limit, i, all) => i > 0 && limit <= all[i - 1]))
        issue(name, `numbers of ${name} of which each is greater than the one before`)
  })
  .meta(exactlyOne('minutes', 'metres'))

function creditsOfReach({ minutes, metres }: z.infer<typeof reachInput>): number {
  const share = minutes === undefined ? metres!.at(-1)! / METRES_PER_CREDIT : minutes.at(-1)! / MINUTES_PER_CREDIT
  return 1 + Math.ceil(share)
}

export const reach = defineOperation<z.infer<typeof reachInput>, EncodedAnswer<Reach>>({
  id: 'reach',
  summary: 'What is within reach of a point in given times or lengths of way, as nested polygons and as lines.',
  input: reachInput,
  limits: { bodyBytes: MB },
  credits: creditsOfReach,
  creditsRule: '1, and 1 for each 120 minutes or 12 km, or part of them, of the largest contour',
  heavy: true,
  areaLookup: false,
  keyed: true,
  rated: true,
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
    return services.routing.findReach(input as ReachInput, context)
  },
})
