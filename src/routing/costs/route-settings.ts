// What a caller may set, its default, and which profile takes it: one table, read here and by the capabilities.
// `applySettings` turns an input into the settings as applied (decision D13), names what was left at its default, and
// refuses what the profile does not take, whatever its value. Never changes a value silently except by the table's
// default.

import { ServiceError } from '../../errors.ts'
import { distanceM, type Box } from '../../geo/lon-lat.ts'
import { toSnake } from '../../wire/wire-case.ts'
import type { PlanRouteInput, Position, Profile, RouteSettings } from './route-types.ts'

export const MAX_LEG_KM = 60
export const MIN_WAYPOINTS = 2
export const MAX_WAYPOINTS = 100
export const PROFILES: readonly Profile[] = ['hike', 'run', 'bike']
const ON_FOOT: readonly Profile[] = ['hike', 'run']

export interface SettingRow {
  name: keyof RouteSettings
  type: 'enum' | 'integer' | 'number' | 'boolean' | 'integer[]'
  min?: number
  max?: number
  values?: readonly string[]
  default: unknown
  profiles: readonly Profile[]
}

/** Every setting in the order of `/openapi.json`; the last two belong to `/route/v1` alone. */
export const SETTINGS: readonly SettingRow[] = [
  { name: 'profile', type: 'enum', values: PROFILES, default: 'hike', profiles: PROFILES },
  { name: 'maxSac', type: 'integer', min: 1, max: 6, default: 3, profiles: ON_FOOT },
  { name: 'markedTrails', type: 'enum', values: ['strict', 'prefer', 'off'], default: 'prefer', profiles: ON_FOOT },
  { name: 'avoidPaved', type: 'boolean', default: false, profiles: PROFILES },
  { name: 'hills', type: 'number', min: -1, max: 1, default: 0, profiles: PROFILES },
  { name: 'shortest', type: 'boolean', default: false, profiles: PROFILES },
  { name: 'bicycleType', type: 'enum', values: ['road', 'hybrid', 'mountain'], default: 'hybrid', profiles: ['bike'] },
  { name: 'straightLegs', type: 'integer[]', min: 0, max: MAX_WAYPOINTS - 2, default: [], profiles: PROFILES },
  { name: 'snapRadiusM', type: 'number', min: 10, max: 5000, default: 500, profiles: PROFILES },
]
export const TRIP_SETTINGS: readonly SettingRow[] = [
  { name: 'useRoads', type: 'number', min: 0, max: 1, default: 0.5, profiles: ['bike'] },
  { name: 'useFerry', type: 'number', min: 0, max: 1, default: 0.5, profiles: PROFILES },
]

export interface AppliedSettings {
  settings: RouteSettings
  /** wire names of what was left at its default */
  settingsDefaulted: string[]
}

/**
 * Settings as applied. Throws `setting_refused` (422) and, for leg numbers that do not exist, `invalid_input` (400).
 */
export function applySettings(input: PlanRouteInput): AppliedSettings {
  const profile = input.profile ?? 'hike'
  const applied: Record<string, unknown> = {}
  const settingsDefaulted: string[] = []
  for (const row of SETTINGS) {
    const given = input[row.name]
    if (!row.profiles.includes(profile)) {
      if (given !== undefined) refuse(row, profile)
    } else if (given === undefined) {
      applied[row.name] = Array.isArray(row.default) ? [...row.default] : row.default
      settingsDefaulted.push(toSnake(row.name))
    } else applied[row.name] = given
  }
  for (const row of TRIP_SETTINGS) {
    const given = input[row.name]
    if (given === undefined) continue
    if (!row.profiles.includes(profile)) refuse(row, profile)
    applied[row.name] = given
  }
  const settings = applied as unknown as RouteSettings
  settings.straightLegs = checkStraightLegs(settings.straightLegs, input.waypoints.length - 1)
  return { settings, settingsDefaulted }
}

function refuse(row: SettingRow, profile: Profile): never {
  throw new ServiceError(
    'setting_refused',
    `\`${row.name}\` is a setting of ${row.profiles.join(' and ')}; the profile here is ${profile}. Leave it out.`,
    { inputPath: row.name },
  )
}

/** Ascending, each once. */
function checkStraightLegs(legs: readonly number[], legCount: number): number[] {
  legs.forEach((leg, i) => {
    if (!Number.isInteger(leg) || leg < 0 || leg >= legCount) {
      const range = legCount === 1 ? 'the only leg is 0' : `legs are 0 to ${legCount - 1}`
      throw new ServiceError('invalid_input', `\`straightLegs[${i}]\` is ${leg}, but ${range}.`, {
        inputPath: `straightLegs[${i}]`,
      })
    }
  })
  return [...new Set(legs)].sort((a, b) => a - b)
}

/** Throws `leg_too_long` or `outside_region` (422). A waypoint may lie outside the box by the snap radius. */
export function checkWaypoints(waypoints: readonly Position[], bbox: Box, snapRadiusM: number): void {
  const [minLon, minLat, maxLon, maxLat] = bbox
  waypoints.forEach(([lon, lat], i) => {
    const nearLon = Math.max(minLon, Math.min(maxLon, lon))
    const nearLat = Math.max(minLat, Math.min(maxLat, lat))
    if ((nearLon !== lon || nearLat !== lat) && distanceM(lon, lat, nearLon, nearLat) > snapRadiusM) {
      const box = bbox.map((degrees) => Number(degrees.toFixed(5))).join(', ')
      throw new ServiceError(
        'outside_region',
        `Waypoint ${i} at ${lon}, ${lat} lies outside the region of this network (${box}).`,
        { inputPath: `waypoints[${i}]` },
      )
    }
  })
  for (let leg = 0; leg + 1 < waypoints.length; leg++) {
    const lengthM = distanceM(waypoints[leg][0], waypoints[leg][1], waypoints[leg + 1][0], waypoints[leg + 1][1])
    if (lengthM > MAX_LEG_KM * 1000) {
      throw new ServiceError(
        'leg_too_long',
        `Leg ${leg} is ${(lengthM / 1000).toFixed(1)} km in a straight line; at most ${MAX_LEG_KM} km are allowed. Put a waypoint between.`,
        { inputPath: `waypoints[${leg + 1}]` },
      )
    }
  }
}
