// The outline of a place as GeoJSON (RFC 7946): lines as they are; rings as polygons, each hole in the ring around it,
// outer rings counterclockwise. Pure.

import type { LonLat } from '../geo/lon-lat.ts'
import type { PlaceOutline } from './catalogue-rows.ts'

type Ring = readonly LonLat[]
export type OutlineGeometry =
  | { type: 'Polygon'; coordinates: Ring[] }
  | { type: 'MultiPolygon'; coordinates: Ring[][] }
  | { type: 'LineString'; coordinates: Ring }
  | { type: 'MultiLineString'; coordinates: Ring[] }

export function toOutlineGeometry({ isArea, parts }: PlaceOutline): OutlineGeometry {
  if (!isArea)
    return parts.length === 1
      ? { type: 'LineString', coordinates: parts[0] }
      : { type: 'MultiLineString', coordinates: parts }
  const around = parts.map((ring) => parts.flatMap((other, i) => (other !== ring && isInside(ring, other) ? [i] : [])))
  const polygons = new Map<number, Ring[]>()
  parts.forEach((ring, i) => around[i].length % 2 === 0 && polygons.set(i, [turned(ring, true)]))
  parts.forEach((ring, i) => {
    if (around[i].length % 2 === 0) return
    // the innermost ring around it lies in all the others
    const outer = around[i].find((j) => around[j].length === around[i].length - 1)
    if (outer !== undefined) polygons.get(outer)?.push(turned(ring, false))
  })
  const coordinates = [...polygons.values()]
  return coordinates.length === 1
    ? { type: 'Polygon', coordinates: coordinates[0] }
    : { type: 'MultiPolygon', coordinates }
}

/** Whether a ring lies in another: rings of an area never cross, but may touch, so that most of its points decide. */
function isInside(ring: Ring, other: Ring): boolean {
  const step = Math.max(1, Math.floor(ring.length / 9))
  let [inside, all] = [0, 0]
  for (let i = 0; i < ring.length; i += step) {
    all++
    if (holds(other, ring[i])) inside++
  }
  return inside * 2 > all
}

function holds(ring: Ring, [lon, lat]: LonLat): boolean {
  let inside = false
  for (let i = 1; i < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1], ring[i]]
    if (y1 > lat !== y2 > lat && x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1) > lon) inside = !inside
  }
  return inside
}

function turned(ring: Ring, counterclockwise: boolean): Ring {
  let doubled = 0
  for (let i = 1; i < ring.length; i++) doubled += ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1]
  return doubled > 0 === counterclockwise ? ring : ring.toReversed()
}
