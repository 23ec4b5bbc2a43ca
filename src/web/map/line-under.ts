// The route under a point of the map: where on it, and where a waypoint that is put into it there belongs.

import type { LngLat, Map as LibreMap } from 'maplibre-gl'
import type { LonLat } from '../../geo/lon-lat.ts'
import { nearestOnLine, pointAt } from '../line/shown-line.ts'
import { waypointAt } from '../line/slice-line.ts'
import { plan, shown } from '../plan/session.ts'
import { sketch } from '../state/area-sketch.ts'
import { measuring } from '../state/measure-session.ts'
import { shownRoute } from '../state/route-session.ts'
import { metresPerPx } from './follow-lines.ts'

export const REACH_PX = 10
export const FINGER_REACH_PX = 16

export interface LineUnder {
  /** on the line */
  point: LonLat
  /** the place of a new waypoint among the others; null on a trail that is followed */
  index: number | null
}

/** Null: no route is there, or something else is being done. */
export function lineUnder(map: LibreMap, { lng, lat }: LngLat, reachPx: number): LineUnder | null {
  const line = shown.peek()
  const found = shownRoute.peek()
  if (line === null || found === null || plan.peek().mode !== 'route') return null
  if (sketch.peek() !== null || measuring.peek() !== null) return null
  const near = nearestOnLine(line, lng, lat)
  if (near === null || near.distanceM / metresPerPx(map, lat) > reachPx) return null
  const [lon, pointLat] = pointAt(line, near.atM)
  return { point: [lon, pointLat], index: waypointAt(found.legs, near.atM) }
}
