// What no route may use: areas drawn on the map and kinds of way. An area is a ring of corners without the first one
// repeated. Pure.

import type { LonLat } from '../../geo/lon-lat.ts'
import type { AvoidInput, AvoidKind } from '../documents/generated/graphql.ts'

export type Area = readonly LonLat[]
export interface AvoidForm {
  areas: readonly Area[]
  kinds: readonly AvoidKind[]
}

export const NOTHING_AVOIDED: AvoidForm = { areas: [], kinds: [] }
export const AVOID_KINDS = [
  'FERRY',
  'STEPS',
  'TUNNEL',
  'FORD',
  'AIDED',
  'VIA_FERRATA',
  'MOTOR_TRAFFIC',
  'UNLIT',
] as const satisfies readonly AvoidKind[]
/** So that a plan fits an address; the service takes 50 rings of 5,000 corners in all. */
export const MAX_AREAS = 20
export const MAX_CORNERS = 300
export const MIN_CORNERS = 3

const cornersOf = ({ areas }: AvoidForm): number => areas.reduce((sum, area) => sum + area.length, 0)

/** The part of the settings of a request; empty where nothing is avoided. */
export function avoidInput({ areas, kinds }: AvoidForm): { avoid?: AvoidInput } {
  if (areas.length + kinds.length === 0) return {}
  return {
    avoid: {
      ...(areas.length === 0
        ? {}
        : { areas: { type: 'MultiPolygon', coordinates: areas.map((area) => [closed(area)]) } }),
      ...(kinds.length === 0 ? {} : { kinds: [...kinds] }),
    },
  }
}

/** A ring with its first corner at the end, as GeoJSON has it. */
export function closed(area: Area): [number, number][] {
  return [...area, area[0]].map(([lon, lat]) => [lon, lat])
}

export type AreaFault = 'few' | 'crossing' | 'many'

/** Why a ring of corners cannot be an area beside others; null: it can. */
export function areaFault(ring: Area, { areas }: AvoidForm): AreaFault | null {
  const corners = ring.filter(([lon, lat], i) => {
    const [beforeLon, beforeLat] = ring[(i + ring.length - 1) % ring.length]
    return lon !== beforeLon || lat !== beforeLat
  })
  if (corners.length < MIN_CORNERS) return 'few'
  if (areas.length >= MAX_AREAS || cornersOf({ areas, kinds: [] }) + ring.length > MAX_CORNERS) return 'many'
  return crossesItself(ring) ? 'crossing' : null
}

/** Whether two sides that are not neighbours meet, or neighbours lie on one another. */
export function crossesItself(ring: Area): boolean {
  const count = ring.length
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const [a, b, c, d] = [ring[i], ring[(i + 1) % count], ring[j], ring[(j + 1) % count]]
      if (
        j === i + 1
          ? isOn(a, b, d) || isOn(c, d, a)
          : (j + 1) % count === i
            ? isOn(a, b, c) || isOn(c, d, b)
            : meet(a, b, c, d)
      )
        return true
    }
  return false
}

/** Whether the side from the last corner to a new one meets a side before it. */
export function crossesSide(corners: Area, corner: LonLat): boolean {
  const last = corners.at(-1)
  if (last === undefined) return false
  return corners.some((from, i) => {
    if (i >= corners.length - 1) return false
    const to = corners[i + 1]
    return i === corners.length - 2 ? isOn(from, to, corner) || isOn(last, corner, from) : meet(from, to, last, corner)
  })
}

function meet(a: LonLat, b: LonLat, c: LonLat, d: LonLat): boolean {
  const [c1, c2, a1, a2] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (c1 * c2 < 0 && a1 * a2 < 0) return true
  return isOn(a, b, c) || isOn(a, b, d) || isOn(c, d, a) || isOn(c, d, b)
}

/** On which side of a line a point lies: positive left, negative right. */
function side([aLon, aLat]: LonLat, [bLon, bLat]: LonLat, [lon, lat]: LonLat): number {
  return (bLon - aLon) * (lat - aLat) - (bLat - aLat) * (lon - aLon)
}

function isOn(a: LonLat, b: LonLat, point: LonLat): boolean {
  return (
    side(a, b, point) === 0 &&
    point[0] >= Math.min(a[0], b[0]) &&
    point[0] <= Math.max(a[0], b[0]) &&
    point[1] >= Math.min(a[1], b[1]) &&
    point[1] <= Math.max(a[1], b[1])
  )
}
