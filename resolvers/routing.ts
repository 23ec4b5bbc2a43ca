// Routing operations: waypoint-route, route (the Valhalla-shaped one) and the planner's capabilities.
// Both route operations share one credits rule and one router; only their input and answer differ.

import { zodMessage } from './pipeline/zod-message.ts'
import { say } from '../src/language/sentence.ts'
import { z } from 'zod'
import { ServiceError } from '../src/errors.ts'
import type { PlanRouteInput } from '../src/routing/costs/request-types.ts'
import type { WaypointRoute } from '../src/routing/costs/route-types.ts'
import type { TripAnswer } from '../src/routing/route/trip-answer.ts'
import { MAX_ALTERNATIVES, MAX_LEG_KM, MAX_TRAILS, MAX_WAYPOINTS, MIN_WAYPOINTS } from '../src/travel/limits.ts'
import { SETTINGS } from '../src/travel/settings.ts'
import {
  type RouteCapabilities,
  type ServedRegion,
  routeCapabilities as capabilitiesOf,
} from '../src/routing/route/route-capabilities.ts'
import type { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import type { RegionRelease } from '../src/releases/release-info.ts'
import { defineOperation, MB } from './pipeline/operation.ts'
import { engineOf } from './course.ts'
import {
  atField,
  fields,
  flag,
  integerFrom,
  languageTag,
  listOf,
  noInput,
  numberFrom,
  oneOf,
  onlyFields,
  walkerField,
} from './input/input-fields.ts'
import { avoidField, settingField, settingFields } from './input/setting-fields.ts'
import { countTrails, findWaypoints, waypointsField } from './input/waypoints.ts'

/** 1 credit, 1 more per further 10 waypoints (decision: keys-and-credits), and 1 more per trail that is followed. */
function waypointCredits(waypointCount: number, trailCount = 0): number {
  return 1 + Math.floor(Math.max(0, waypointCount - 1) / 10) + trailCount
}

const creditsOfRoute = ({ waypoints }: z.infer<typeof planRouteInput>) =>
  waypointCredits(waypoints.length, countTrails(waypoints))

const ROUTER_RAISES = [
  'no_path',
  'no_snap',
  'leg_too_long',
  'outside_region',
  'setting_refused',
  'waypoint_avoided',
  'network_unavailable',
  'busy',
] as const

export const planRouteInput = fields({
  waypoints: waypointsField(),
  names: flag()
    .optional()
    .describe(
      'Also names waypoints that are points, after the nearest named place within 250 m. Places and trails have their names anyway. Default false.',
    ),
  ...settingFields('route'),
  walker: walkerField(),
  avoid: avoidField(),
  at: atField(),
  alternatives: integerFrom(0, MAX_ALTERNATIVES)
    .optional()
    .describe(
      'Other good routes wanted beside the best, of two waypoints: each at most 1.5 times as costly, at most 70 % shared, and without a detour. Fewer is normal. Default 0.',
    ),
}).check(({ value: { straightLegs, waypoints }, issues }) => {
  straightLegs?.forEach((leg, index) => {
    if (leg > waypoints.length - 2)
      issues.push({
        code: 'custom',
        input: leg,
        path: ['straightLegs', index],
        message: zodMessage(say('expected.leg', { max: waypoints.length - 2 })),
      })
  })
})

/** GraphQL allows longer legs than the interface of REST: the budget of nodes bounds their work all the same. */
export const withLongLegs = <Input extends object>(input: Input): Input => ({ ...input, longLegs: true })

export const planRoute = defineOperation<z.infer<typeof planRouteInput>, EncodedAnswer<WaypointRoute>>({
  id: 'waypoint-route',
  summary:
    'A route over waypoints on foot or by bicycle, with surfaces, difficulty, hazards, maneuvers and what is not known.',
  input: planRouteInput,
  limits: { bodyBytes: MB, points: MAX_WAYPOINTS, lengthKm: MAX_LEG_KM },
  credits: (input) => creditsOfRoute(input) + (input.alternatives ?? 0),
  mostCredits: waypointCredits(MAX_WAYPOINTS, MAX_TRAILS) + MAX_ALTERNATIVES,
  chargedFor: (input, { extra }) => creditsOfRoute(input) + extra,
  creditsRule:
    '1, and 1 for each further 10 waypoints, and 1 for each trail that is followed, and 1 for each alternative that is found',
  ofRelease: true,
  sources: ['map', 'heights'],
  raises: [...ROUTER_RAISES, 'not_found', 'too_long', 'artifacts_missing'],
  run: async ({ waypoints, names, ...settings }, services, context) => {
    const found = await findWaypoints(waypoints, services, names)
    return services.run('route', { ...found, ...settings } as PlanRouteInput, context)
  },
})

/** The alternatives of a route that was answered: the same operation, of which the route itself is paid for. */
export const planAlternatives = defineOperation({
  ...planRoute,
  credits: ({ alternatives = 0 }) => alternatives,
  mostCredits: MAX_ALTERNATIVES,
  chargedFor: (_input, { extra }) => extra,
})

const location = fields({
  lat: numberFrom(-85.05, 85.05, 'latitude'),
  lon: numberFrom(-180, 180, 'longitude'),
})

/** In the OpenAPI document: options of the costing alone. */
const OPTIONS_OF_COSTING = {
  if: { properties: { costing: { const: 'bicycle' } } },
  then: { properties: { service: false, costingOptions: { properties: { pedestrian: false } } } },
  else: { properties: { costingOptions: { properties: { bicycle: false } } } },
}

const planTripInput = fields({
  locations: listOf(location, MIN_WAYPOINTS, MAX_WAYPOINTS, 'locations').describe(
    'Places to pass, in order, each {lat, lon} in degrees.',
  ),
  costing: z
    .enum(['pedestrian', 'bicycle'], {
      error: (issue) =>
        zodMessage(
          issue.input === 'auto'
            ? say('rule.no_car')
            : say('expected.one_of', { words: ['"pedestrian"', '"bicycle"'] }),
        ),
    })
    .describe('pedestrian or bicycle. auto is refused.'),
  service: fields({ profile: oneOf(['run']) })
    .optional()
    .describe('Asks for running.'),
  costingOptions: onlyFields({
    pedestrian: onlyFields({
      maxHikingDifficulty: settingField('maxSac').describe(SETTINGS.maxSac.about),
    }).optional(),
    bicycle: onlyFields({
      bicycleType: oneOf(['hybrid']),
      useRoads: settingField('useRoads').describe(SETTINGS.useRoads.about),
      useFerry: settingField('useFerry').describe(SETTINGS.useFerry.about),
    }).optional(),
  })
    .optional()
    .describe('Options of the costing that is asked.'),
  directionsOptions: fields({ language: languageTag().nullish() })
    .nullish()
    .describe('Where older clients of Valhalla say the language; language at the top counts more.'),
  walker: walkerField(),
  avoid: avoidField(),
  at: atField(),
})
  .superRefine((input, context) => {
    const other = input.costing === 'bicycle' ? 'pedestrian' : 'bicycle'
    if (input.costingOptions?.[other] !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['costingOptions', other],
        message: zodMessage(say('rule.costing_options', { costing: input.costing })),
      })
    }
    if (input.service !== undefined && input.costing === 'bicycle') {
      context.addIssue({ code: 'custom', path: ['service', 'profile'], message: zodMessage(say('rule.run')) })
    }
  })
  .meta(OPTIONS_OF_COSTING)

export const planTrip = defineOperation<z.infer<typeof planTripInput>, EncodedAnswer<TripAnswer>>({
  id: 'route',
  summary: 'Point-to-point routing that a Valhalla client reads unchanged.',
  input: planTripInput,
  limits: { bodyBytes: MB, points: MAX_WAYPOINTS, lengthKm: MAX_LEG_KM },
  credits: (input) => waypointCredits(input.locations.length),
  mostCredits: waypointCredits(MAX_WAYPOINTS),
  creditsRule: '1, and 1 for each further 10 waypoints',
  ofRelease: true,
  sources: ['map', 'heights'],
  raises: [...ROUTER_RAISES],
  run: (input, services, context) => services.run('trip', tripToPlan(input), context),
})

/** The Valhalla-shaped request as the router takes it. */
function tripToPlan(input: z.infer<typeof planTripInput>): PlanRouteInput {
  const waypoints = input.locations.map(({ lon, lat }): [number, number] => [lon, lat])
  const shared = {
    ...(input.walker === undefined ? {} : { walker: input.walker }),
    ...(input.avoid === undefined ? {} : { avoid: input.avoid }),
    ...(input.at === undefined ? {} : { at: input.at }),
  }
  if (input.costing === 'bicycle') {
    const options = input.costingOptions?.bicycle
    return {
      waypoints,
      profile: 'bike',
      bicycleType: options?.bicycleType ?? 'hybrid',
      useRoads: options?.useRoads,
      useFerry: options?.useFerry,
      ...shared,
    }
  }
  return {
    waypoints,
    profile: input.service?.profile ?? 'hike',
    maxSac: input.costingOptions?.pedestrian?.maxHikingDifficulty,
    ...shared,
  }
}

function servedRegion({ region, release }: RegionRelease): ServedRegion[] {
  const versionOf = (name: string) => release.artifacts.find((artifact) => artifact.name === name)?.version ?? null
  const networkRelease = versionOf('network')
  if (networkRelease === null) return []
  return [
    {
      name: region === '' ? release.name : region,
      bbox: release.bbox,
      core: release.core ?? null,
      networkRelease,
      terrainRelease: versionOf('terrain'),
    },
  ]
}

export { PLANNER } from '../src/routing/route/route-capabilities.ts'

export const routeCapabilities = defineOperation<z.infer<typeof noInput>, RouteCapabilities>({
  id: 'route-capabilities',
  summary: 'What the planner can be asked: profiles, settings with their bounds and defaults, limits and region.',
  input: noInput,
  limits: { bodyBytes: 0 },
  credits: 0,
  takesKey: false,
  rateLimited: false,
  ofRelease: true,
  sources: [],
  raises: ['network_unavailable'],
  run: (_input, services) => {
    const live = services.releases.findLive()
    const network = live?.artifacts.find((artifact) => artifact.name === 'network')
    if (live === null || network === undefined)
      throw new ServiceError(say('error.network_unavailable.none'), {
        retryAfterS: 5,
      })
    const regions = services.releases.listRegions?.() ?? []
    const { networkRelease, terrainRelease } = engineOf(services)
    return capabilitiesOf(
      {
        name: 'waypost',
        version: services.version,
        networkRelease: networkRelease ?? network.version,
        terrainRelease,
      },
      live.bbox,
      regions.flatMap(servedRegion),
    )
  },
})

/** What was requested of a route, its alternatives included. */
type RouteRequest = z.infer<typeof planRouteInput>

const ofAnswers = new WeakMap<EncodedAnswer<WaypointRoute>, RouteRequest>()
const ofRoutes = new WeakMap<object, RouteRequest>()

export function rememberRequest<Answer extends EncodedAnswer<WaypointRoute>>(
  answer: Answer,
  request: RouteRequest,
): Answer {
  ofAnswers.set(answer, request)
  return answer
}

/**
 * What a route was requested with, as long as the route is in use: its alternatives are requested in the same words.
 * The route of an answer, which keeps its request.
 */
export function routeOfAnswer(answer: EncodedAnswer<WaypointRoute>): WaypointRoute {
  const request = ofAnswers.get(answer)
  if (request !== undefined) ofRoutes.set(answer.value, request)
  return answer.value
}

/** Other routes of a request, which keep it too. */
export function alternativesOf<Route extends object>(
  routes: readonly Route[],
  request: RouteRequest,
): readonly Route[] {
  for (const route of routes) ofRoutes.set(route, request)
  return routes
}

export const requestOfRoute = (route: object): RouteRequest | null => ofRoutes.get(route) ?? null
