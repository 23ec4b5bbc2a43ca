// Everything the network stores about one way, from its tags: one small function per fact, combined here. A way that is
// not part of the network, or closed to everyone, is returned with the reason, so that an import can count it. Pure.

import {
  FLAG_BRIDGE,
  FLAG_DRIVE,
  FLAG_FERRY,
  FLAG_ROUNDABOUT,
  FLAG_STEPS,
  FLAG_TUNNEL,
  LIGHTINGS,
} from './edge-facts.ts'
import { bikeAccess, footAccess, type AccessPair } from './way-access.ts'
import { mtbGrade, sacGrade, trailVisibility } from './grades.ts'
import { wayHazards } from './hazards.ts'
import { smoothness, type Surface, surfaceOf } from './surface.ts'
import { type Tags, isTagged } from './tags.ts'
import { type WayClass, findWayClass } from './way-class.ts'

export interface WayFacts extends WayClass {
  foot: AccessPair
  bike: AccessPair
  surface: Surface
  sac: number
  mtb: number
  visibility: number
  /** index into SMOOTHNESSES */
  smoothness: number
  /** FLAG_* bits */
  flags: number
  /** index into LIGHTINGS */
  lit: number
  /** bits of HAZARD_KINDS */
  hazards: number
  name: string | null
  ref: string | null
  /** of a ferry, seconds; null if untagged or not a ferry */
  durationS: number | null
}

/** Why a way is left out: its highway value is not part of the network, or nobody may use it. */
type WayRefusal = { refused: 'not_of_network' | 'closed_to_all' }

/** Keys of which a way must have at least one to be considered. */
export const WAY_KEYS: readonly string[] = ['highway', 'route', 'man_made', 'railway', 'public_transport']

export function readWayFacts(tags: Tags): WayFacts | WayRefusal {
  const way = findWayClass(tags)
  if (way === null) return { refused: 'not_of_network' }
  const foot = footAccess(tags, way)
  const bike = bikeAccess(tags, way)
  if ([...foot, ...bike].every((access) => access === 'closed')) return { refused: 'closed_to_all' }
  return {
    ...way,
    foot,
    bike,
    surface: surfaceOf(tags, way),
    sac: sacGrade(tags),
    mtb: mtbGrade(tags),
    visibility: trailVisibility(tags),
    smoothness: smoothness(tags),
    flags: wayFlags(tags, way),
    lit: lighting(tags),
    hazards: wayHazards(tags),
    name: tags.get('name') ?? null,
    ref: tags.get('ref') ?? null,
    durationS: way.kind === 'ferry' ? durationS(tags.get('duration')) : null,
  }
}

function wayFlags(tags: Tags, way: WayClass): number {
  return (
    (isTagged(tags, 'tunnel') ? FLAG_TUNNEL : 0) |
    (isTagged(tags, 'bridge') ? FLAG_BRIDGE : 0) |
    (way.kind === 'ferry' ? FLAG_FERRY : 0) |
    (way.kind === 'steps' ? FLAG_STEPS : 0) |
    (tags.get('junction') === 'roundabout' ? FLAG_ROUNDABOUT : 0) |
    (way.highway === 'service' && DRIVES.has(tags.get('service') ?? '') ? FLAG_DRIVE : 0)
  )
}

const DRIVES = new Set(['driveway', 'parking_aisle', 'drive-through'])

/** Reads `HH:MM`, `HH:MM:SS`, minutes, or ISO 8601 `PT1H30M`; returns null for anything else and for 0. */
function durationS(value: string | undefined): number | null {
  if (value === undefined) return null
  const clock = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/.exec(value)
  const iso = /^PT(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(value)
  const [hours, minutes, seconds] = clock?.slice(1) ??
    iso?.slice(1) ?? [undefined, /^\d{1,4}$/.test(value) ? value : undefined, undefined]
  const total = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
  return total > 0 && total < 31 * 86400 ? total : null
}

const LIT = new Set(['yes', '24/7', 'automatic', 'sunset-sunrise', 'dusk-dawn', 'limited', 'interval'])
const UNLIT = new Set(['no', 'disused'])

/** `lit`: whether a way is lit at night. A value that is not listed says nothing. Index into LIGHTINGS. */
function lighting(tags: Tags): number {
  const value = tags.get('lit')
  if (value === undefined) return LIGHTINGS.indexOf('untagged')
  return LIGHTINGS.indexOf(UNLIT.has(value) ? 'unlit' : LIT.has(value) ? 'lit' : 'untagged')
}
