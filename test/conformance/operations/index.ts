// Every operation of the interface, in its order; the callers' limits last.

import type { Operation } from '../operation.ts'
import { capabilities, changes, hosts, openApi, usage } from './account.ts'
import { health, manifest, status } from './artifacts.ts'
import { elevation } from './elevation.ts'
import { elevationProfile } from './elevation-profile.ts'
import { gpxClean, gpxSimplify } from './gpx-files.ts'
import { limits } from './limits.ts'
import { pacePlan } from './pace-plan.ts'
import { pois } from './pois.ts'
import { route } from './route.ts'
import { routeAnalysis } from './route-analysis.ts'
import { roundTrips } from './round-trips.ts'
import { routeWeather } from './route-weather.ts'
import { reverse, search } from './search.ts'
import { snow } from './snow.ts'
import { staticMap, staticMapAddress } from './static-map.ts'
import { traceAttributes } from './trace-attributes.ts'
import { trailRelation, trails, trailsBbox } from './trails.ts'
import { waypointRoute } from './waypoint-route.ts'
import { weather } from './weather.ts'

export const OPERATIONS: readonly Operation[] = [
  health,
  manifest,
  status,
  elevation,
  weather,
  routeAnalysis,
  roundTrips,
  routeWeather,
  elevationProfile,
  waypointRoute,
  pacePlan,
  gpxClean,
  gpxSimplify,
  search,
  reverse,
  trails,
  trailsBbox,
  trailRelation,
  pois,
  staticMap,
  staticMapAddress,
  traceAttributes,
  snow,
  route,
  capabilities,
  usage,
  openApi,
  changes,
  hosts,
  limits,
]
