// The settings of a request as what decides costs, each in its one quantised form, and the key of that. Sliders are
// quantised to 0.1, so that a setting has one key and one cached metric.

import { SETTINGS } from '../../travel/settings.ts'
import type { BicycleType, MarkedTrails, Profile, RouteSettings } from './request-types.ts'
import { tenths } from '../../wire/numbers.ts'

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

/** The settings that decide costs, each in its one quantised form. */
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
