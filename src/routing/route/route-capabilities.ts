// What the router can do, as reported by `/api/route/capabilities` (decision: layouts): from the same table that
// applies the settings, so that the two cannot differ. Pure.

import type { Box } from '../../geo/lon-lat.ts'
import { SIGNED, SIGNED_ROAD } from '../costs/foot-penalties.ts'
import type { Profile } from '../costs/request-types.ts'
import type { Engine } from '../costs/route-types.ts'
import { toSnake } from '../../wire/key-case.ts'
import { MAX_AVOID_RINGS, MAX_AVOID_VERTICES, MAX_AVOID_WAYS } from '../../travel/avoid.ts'
import {
  MAX_ALTERNATIVES,
  MAX_FOLLOWED_KM,
  MAX_LEG_KM,
  MAX_MATRIX_PAIRS,
  MAX_MATRIX_POINTS,
  MAX_TRAILS,
  MAX_WAYPOINTS,
  MIN_WAYPOINTS,
} from '../../travel/limits.ts'
import { PROFILES, SETTINGS, settingOf, takenBy } from '../../travel/settings.ts'

export interface RouteCapabilities {
  engine: Engine
  profiles: readonly Profile[]
  /** costings of `/route/v1`; `auto` is refused */
  costings: readonly ('pedestrian' | 'bicycle')[]
  settings: {
    name: string
    type: string
    min: number | null
    max: number | null
    values: readonly string[] | null
    default: unknown
    profiles: readonly Profile[]
  }[]
  /**
   * weight of a metre on foot by the best signed route on it, with `markedTrails` prefer; `road`: of a signed road,
   * street or other paved way, whatever the level
   */
  markedTrailWeights: Record<'none' | 'unknown' | 'local' | 'regional' | 'national' | 'international' | 'road', number>
  limits: {
    waypointsMin: number
    waypointsMax: number
    legMaxKm: number
    snapRadiusMaxM: number
    alternativesMax: number
    /** points on each side of a matrix, and pairs of them */
    matrixPointsMax: number
    matrixPairsMax: number
    avoidRingsMax: number
    avoidVerticesMax: number
    avoidWaysMax: number
    /** signed trails followed by one route, and kilometres of each */
    followTrailsMax: number
    followMaxKm: number
    bodyBytes: number
  }
  release: string
  /** of several regions the box around all */
  regionBbox: Box
  /** the regions, where there are several; absent: there is one */
  regions?: ServedRegion[]
}

/** One of several regions: points in its core are routed on its network first. */
export interface ServedRegion {
  name: string
  bbox: Box
  /** rings, by the even-odd rule; null: the whole box */
  core: [number, number][][] | null
  networkRelease: string
  terrainRelease: string | null
}

const [none, unknown, local, regional, national, international] = SIGNED

/** What holds whatever is published. */
export const PLANNER: Pick<RouteCapabilities, 'profiles' | 'costings' | 'settings' | 'markedTrailWeights' | 'limits'> =
  {
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
    markedTrailWeights: { none, unknown, local, regional, national, international, road: SIGNED_ROAD },
    limits: {
      waypointsMin: MIN_WAYPOINTS,
      waypointsMax: MAX_WAYPOINTS,
      legMaxKm: MAX_LEG_KM,
      snapRadiusMaxM: SETTINGS.snapRadiusM.max,
      alternativesMax: MAX_ALTERNATIVES,
      matrixPointsMax: MAX_MATRIX_POINTS,
      matrixPairsMax: MAX_MATRIX_PAIRS,
      avoidRingsMax: MAX_AVOID_RINGS,
      avoidVerticesMax: MAX_AVOID_VERTICES,
      avoidWaysMax: MAX_AVOID_WAYS,
      followTrailsMax: MAX_TRAILS,
      followMaxKm: MAX_FOLLOWED_KM,
      bodyBytes: 1_048_576,
    },
  }

/** Everything a client needs to build its form. */
export function routeCapabilities(
  engine: Engine,
  regionBbox: Box,
  regions: readonly ServedRegion[] = [],
): RouteCapabilities {
  return {
    engine,
    ...PLANNER,
    release: engine.networkRelease,
    regionBbox,
    ...(regions.length > 1 ? { regions: [...regions] } : {}),
  }
}
