// What the router can do, as reported by `/api/route/capabilities` (docs/decisions.md, D13): from the same table that
// applies the settings, so that the two cannot differ. Pure.

import type { Box } from '../../geo/lon-lat.ts'
import { SIGNED } from '../costs/foot-penalties.ts'
import type { Engine, Profile } from '../costs/route-types.ts'
import { toSnake } from '../../wire/wire-case.ts'
import { MAX_AVOID_RINGS, MAX_AVOID_VERTICES, MAX_AVOID_WAYS } from '../../travel/avoid.ts'
import { MAX_ALTERNATIVES, MAX_LEG_KM, MAX_WAYPOINTS, MIN_WAYPOINTS } from '../../travel/limits.ts'
import { PROFILES, SETTINGS, settingOf, takenBy } from '../../travel/settings.ts'

export interface RouteCapabilities {
  engine: Engine
  profiles: readonly Profile[]
  /** costings of `/route/v1`; `auto` is refused */
  costings: readonly string[]
  settings: {
    name: string
    type: string
    min: number | null
    max: number | null
    values: readonly string[] | null
    default: unknown
    profiles: readonly Profile[]
  }[]
  /** weight of a metre on foot by the best signed route on it, with `markedTrails` prefer */
  markedTrailWeights: Record<'none' | 'unknown' | 'local' | 'regional' | 'national' | 'international', number>
  limits: {
    waypointsMin: number
    waypointsMax: number
    legMaxKm: number
    snapRadiusMaxM: number
    alternativesMax: number
    avoidRingsMax: number
    avoidVerticesMax: number
    avoidWaysMax: number
    bodyBytes: number
  }
  release: string
  regionBbox: Box
}

/** Everything a client needs to build its form. */
export function routeCapabilities(engine: Engine, regionBbox: Box): RouteCapabilities {
  const [none, unknown, local, regional, national, international] = SIGNED
  return {
    engine,
    profiles: PROFILES,
    costings: ['pedestrian', 'bicycle'],
    settings: takenBy('route').map((name) => {
      const row = settingOf(name)
      return {
        name: toSnake(name),
        type: row.type,
        min: 'min' in row ? row.min : null,
        max: 'max' in row ? row.max : null,
        values: row.type === 'enum' ? Object.keys(row.words) : null,
        default: row.default,
        profiles: row.profiles,
      }
    }),
    markedTrailWeights: { none, unknown, local, regional, national, international },
    limits: {
      waypointsMin: MIN_WAYPOINTS,
      waypointsMax: MAX_WAYPOINTS,
      legMaxKm: MAX_LEG_KM,
      snapRadiusMaxM: SETTINGS.snapRadiusM.max,
      alternativesMax: MAX_ALTERNATIVES,
      avoidRingsMax: MAX_AVOID_RINGS,
      avoidVerticesMax: MAX_AVOID_VERTICES,
      avoidWaysMax: MAX_AVOID_WAYS,
      bodyBytes: 1_048_576,
    },
    release: engine.networkRelease,
    regionBbox,
  }
}
