// Settings as applied (decision: layouts): defaults and refusals of the one table (src/travel/settings.ts). Lists
// the settings left at their defaults, and refuses any setting that the profile does not accept, whatever its value.
// Never changes a value silently, except by applying the table's default.

import { ServiceError } from '../../errors.ts'
import { say } from '../../language/sentence.ts'
import { distanceM, type Box } from '../../geo/lon-lat.ts'
import { MAX_LEG_KM } from '../../travel/limits.ts'
import {
  type Profile,
  SETTINGS,
  type SettingName,
  settingOf,
  type TakenBy,
  takenBy,
  type WireSettingName,
} from '../../travel/settings.ts'
import { toSnake } from '../../wire/key-case.ts'
import { type RouteWords, WAYPOINT_WORDS } from './point-subject.ts'
import type { PlanRouteInput, Position, RouteSettings } from './request-types.ts'

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
