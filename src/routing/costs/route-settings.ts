// Settings as applied (decision: layouts): defaults and refusals of the one table (src/travel/settings.ts). Lists
// the settings left at their defaults, and refuses any setting that the profile does not accept, whatever its value.
// Never changes a value silently, except by applying the table's default. Of these, what decides costs and its key.

import { ServiceError } from '../../errors.ts'
import { say } from '../../language/sentence.ts'
import { distanceM, type Box } from '../../geo/lon-lat.ts'
import { MAX_LEG_KM } from '../../travel/limits.ts'
import {
  SETTINGS,
  type SettingName,
  settingOf,
  type TakenBy,
  takenBy,
  type WireSettingName,
} from '../../travel/settings.ts'
import { toSnake } from '../../wire/key-case.ts'
import { type RouteWords, WAYPOINT_WORDS } from './point-subject.ts'
import type { PlanRouteInput, Position, Profile, RouteSettings, BicycleType, MarkedTrails } from './request-types.ts'
import { tenths } from '../../wire/numbers.ts'

export interface SettingsOutcome {
  settings: RouteSettings
  /** wire names of the settings left at their defaults */
  settingsDefaulted: WireSettingName<TakenBy<'route'>>[]
}

/**
 * Settings as applied. Throws `setting_refused` (422) and, for leg numbers that do not exist, `invalid_input` (400).
 */
export function applySettings(input: PlanRouteInput): SettingsOutcome {
  const profile = input.profile ?? SETTINGS.profile.default
  const applied: Record<string, unknown> = {}
  const settingsDefaulted: WireSettingName<TakenBy<'route'>>[] = []
  for (const name of takenBy('route')) {
    const row = settingOf(name)
    const given = input[name]
    if (!row.profiles.includes(profile)) {
      if (given !== undefined) refuse(name, profile)
    } else if (given === undefined) {
      applied[name] = row.type === 'integer[]' ? [...row.default] : row.default
      settingsDefaulted.push(toSnake(name) as WireSettingName<TakenBy<'route'>>)
    } else applied[name] = given
  }
  for (const name of takenBy('trip')) {
    const given = input[name]
    if (given === undefined) continue
    if (!settingOf(name).profiles.includes(profile)) refuse(name, profile)
    applied[name] = given
  }
  const settings = applied as unknown as RouteSettings
  settings.straightLegs = checkStraightLegs(settings.straightLegs, input.waypoints.length - 1)
  return { settings, settingsDefaulted }
}

function refuse(name: SettingName, profile: Profile): never {
  const takers = settingOf(name).profiles
  throw new ServiceError(say('error.setting_refused.profile', { field: name, takers, profile }), { inputPath: name })
}

/** Ascending, each once. */
function checkStraightLegs(legs: readonly number[], legCount: number): number[] {
  legs.forEach((leg, i) => {
    if (!Number.isInteger(leg) || leg < 0 || leg >= legCount) {
      const inputPath = `straightLegs[${i}]`
      const given = { field: inputPath, number: leg }
      throw new ServiceError(
        legCount === 1
          ? say('error.invalid_input.only_leg', given)
          : say('error.invalid_input.straight_leg', { ...given, lastLeg: legCount - 1 }),
        { inputPath },
      )
    }
  })
  return [...new Set(legs)].sort((a, b) => a - b)
}

/** Throws `leg_too_long` or `outside_region` (422). A waypoint may lie outside the box by the snap radius. */
export function checkWaypoints(
  waypoints: readonly Position[],
  boxes: readonly Box[],
  snapRadiusM: number,
  { subjectOf, leg: legOf }: Pick<RouteWords, 'subjectOf' | 'leg'> = WAYPOINT_WORDS,
  maxLegKm: number = MAX_LEG_KM,
  onTrail: { point(index: number): boolean; leg(index: number): boolean } | null = null,
): void {
  waypoints.forEach(([lon, lat], i) => {
    if (onTrail?.point(i)) return // taken from the network
    if (boxes.every((box) => metresFrom(box, lon, lat) > snapRadiusM)) {
      const { point, inputPath } = subjectOf(i, waypoints.length)
      const shown = boxes.map((box) => `[${box.map((degrees) => Number(degrees.toFixed(5))).join(', ')}]`)
      throw new ServiceError(say('error.outside_region.network', { point, position: `${lon}, ${lat}`, boxes: shown }), {
        inputPath,
        about: { at: [lon, lat] },
      })
    }
  })
  for (let leg = 0; leg + 1 < waypoints.length; leg++) {
    if (onTrail?.leg(leg)) continue
    const lengthM = distanceM(waypoints[leg][0], waypoints[leg][1], waypoints[leg + 1][0], waypoints[leg + 1][1])
    if (lengthM > maxLegKm * 1000) {
      throw new ServiceError(
        say('error.leg_too_long', { leg: legOf(leg, waypoints.length - 1), distanceM: lengthM, maxKm: maxLegKm }),
        { inputPath: subjectOf(leg + 1, waypoints.length).inputPath },
      )
    }
  }
}

function metresFrom([west, south, east, north]: Box, lon: number, lat: number): number {
  const nearLon = Math.max(west, Math.min(east, lon))
  const nearLat = Math.max(south, Math.min(north, lat))
  return nearLon === lon && nearLat === lat ? 0 : distanceM(lon, lat, nearLon, nearLat)
}

export const BICYCLE_TYPES = Object.keys(SETTINGS.bicycleType.words) as BicycleType[]

/**
 * How many times climbs and drops count at `hills` -1. On foot with less the asphalt of the valleys weighs more than
 * any climb, and the setting is hardly felt (round-trips.test.ts).
 */
export const MOST_CLIMB_WEIGHT: Record<Profile, number> = { hike: 5, run: 5, bike: 3 }

/** How many times climbs and drops count: once at `hills` 0, not at all at 1. */
export const climbWeight = ({ profile, hills }: Pick<CostSettings, 'profile' | 'hills'>): number =>
  hills < 0 ? 1 - (MOST_CLIMB_WEIGHT[profile] - 1) * hills : 1 - hills

/** `useRoads` and `useFerry` that leave costs as they are. */
export const NEUTRAL = SETTINGS.useRoads.default

/**
 * Where a bicycle is pushed: nowhere; where it is allowed but not ridden, since a tag or the ground says so (the
 * everyday table); wherever walking is allowed (only for a leg with no other way, search-leg.ts).
 */
export type Pushing = 'never' | 'open' | 'anywhere'

/**
 * The settings of a request as what decides costs, each in its one quantised form, and the key of that. Sliders are
 * quantised to 0.1, so that a setting has one key and one cached metric. The settings that decide costs, each in its
 * one quantised form.
 */
export interface CostSettings {
  profile: Profile
  maxSac: number
  markedTrails: MarkedTrails
  avoidPaved: boolean
  avoidSteps: boolean
  hills: number
  shortest: boolean
  bicycleType: BicycleType
  push: Pushing
  useRoads: number
  useFerry: number
  /** opens via ferratas; only used for the one that a waypoint lies on (via-ferrata.ts) */
  ferrata: boolean
}

// + 0: -0 and 0 are one key
const keyTenths = (value: number) => tenths(value) + 0

/** Drops what has no effect, so that equal costs have equal keys. */
export function costSettings(settings: RouteSettings): CostSettings {
  const { profile, shortest } = settings
  const onFoot = profile !== 'bike'
  return {
    profile,
    maxSac: onFoot ? (settings.maxSac ?? SETTINGS.maxSac.default) : 0,
    markedTrails: !onFoot
      ? 'off'
      : shortest && settings.markedTrails === 'prefer'
        ? 'off'
        : (settings.markedTrails ?? SETTINGS.markedTrails.default),
    avoidPaved: shortest ? false : settings.avoidPaved,
    avoidSteps: shortest ? false : settings.avoidSteps,
    hills: shortest ? 0 : keyTenths(settings.hills),
    shortest,
    bicycleType: settings.bicycleType ?? SETTINGS.bicycleType.default,
    push: settings.push === 'never' ? 'never' : 'open',
    useRoads: shortest || onFoot ? NEUTRAL : keyTenths(settings.useRoads ?? NEUTRAL),
    useFerry: shortest ? NEUTRAL : keyTenths(settings.useFerry ?? NEUTRAL),
    ferrata: false,
  }
}

const PUSHING_KEYS: Record<Pushing, string> = { never: ',ridden', open: '', anywhere: ',pushed' }

/** The key of a cost table, the same for equal costs on one network. */
export function costKey(s: CostSettings): string {
  const own =
    s.profile === 'bike'
      ? `${s.bicycleType},r${s.useRoads}${PUSHING_KEYS[s.push]}`
      : `sac${s.maxSac},${s.markedTrails}${s.ferrata ? ',ferrata' : ''}`
  return (
    `${s.profile},${own},f${s.useFerry}` +
    (s.shortest ? ',shortest' : `,h${s.hills}${s.avoidPaved ? ',unpaved' : ''}${s.avoidSteps ? ',nosteps' : ''}`)
  )
}

const WAYPOINTS: PlanRouteInput['waypoints'] = [
  [0, 0],
  [0, 0],
]

export function defaultsOf(profile: Profile): CostSettings {
  return costSettings(applySettings({ waypoints: WAYPOINTS, profile }).settings)
}
