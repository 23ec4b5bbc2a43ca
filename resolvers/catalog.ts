// Every operation this service declares, once. Doors, OpenAPI and the catalogue test start from this list.

import { usage } from './account.ts'
import { cleanGpxFile, planPace, profileLine, simplifyGpxFile } from './course.ts'
import type { AnyResolver } from './define-resolver.ts'
import { elevation, health, manifest, status } from './maps.ts'
import { analyseRoute, matchTrace } from './matching.ts'
import { roundTrips } from './round-trips.ts'
import { planRoute, planTrip, routeCapabilities } from './routing.ts'
import { staticMap } from './static-map.ts'
import { routeSnow } from './snow.ts'
import { routeWeather } from './route-weather.ts'
import { forecast } from './weather.ts'
import { pois, reverse, search, trailRelation, trails, trailsBbox } from './search.ts'

export const RESOLVERS: readonly AnyResolver[] = [
  health,
  manifest,
  status,
  elevation,
  planRoute,
  planTrip,
  routeCapabilities,
  roundTrips,
  analyseRoute,
  matchTrace,
  profileLine,
  planPace,
  cleanGpxFile,
  simplifyGpxFile,
  search,
  reverse,
  trails,
  trailRelation,
  trailsBbox,
  pois,
  routeSnow,
  forecast,
  routeWeather,
  staticMap,
  usage,
]
