// What lies near points, nearest first: at most one statement for each of RINGS, however many points there are. The
// search starts close and continues farther out only for points that do not have enough results yet.

import { say } from '../src/language/sentence.ts'
import { ServiceError } from '../src/errors.ts'
import { type Box, type LonLat, distanceM } from '../src/geo/lon-lat.ts'
import { boxAround, splitBox } from '../src/geo/split-box.ts'

/** Search radii in turn, as shares of the full radius. */
const RINGS = [1 / 64, 1 / 8, 1]
const LEAST_RING_M = 500

export interface PointBox {
  /** index of the point */
  point: number
  box: Box
}

/** `read` returns what is in the boxes; among results at equal distance the lowest `orderOf` comes first. */
export async function findNearest<Hit extends { point: number; lon: number; lat: number }>(
  points: readonly LonLat[],
  { radiusM, limit }: { radiusM: number; limit: number },
  read: (boxes: PointBox[]) => Promise<readonly Hit[]>,
  orderOf: (hit: Hit) => number,
): Promise<{ hit: Hit; distanceM: number }[][]> {
  const found: { hit: Hit; distanceM: number }[][] = points.map(() => [])
  let open = points.map((_, i) => i)
  let reachedM = 0
  for (const share of RINGS) {
    const ringM = share === 1 ? radiusM : Math.max(LEAST_RING_M, radiusM * share)
    if (open.length === 0 || ringM <= reachedM || (share < 1 && ringM >= radiusM)) continue
    reachedM = ringM
    const boxes = open.flatMap((point) =>
      splitBox(boxAround(points[point][0], points[point][1], ringM)).map((box) => ({ point, box })),
    )
    for (const point of open) found[point] = []
    for (const hit of await read(boxes)) {
      const [lon, lat] = points[hit.point]
      const awayM = distanceM(lon, lat, hit.lon, hit.lat)
      if (awayM <= ringM) found[hit.point].push({ hit, distanceM: awayM })
    }
    open = open.filter((point) => found[point].length < limit)
  }
  for (const list of found) {
    list.sort((a, b) => a.distanceM - b.distanceM || orderOf(a.hit) - orderOf(b.hit))
    if (list.length > limit) list.length = limit
  }
  return found
}

/** Points must be valid coordinates: the code below relies on it. */
export function checkPoints(points: readonly LonLat[]): void {
  for (const [lon, lat] of points) {
    if (!(lon >= -180 && lon <= 180 && lat >= -90 && lat <= 90))
      throw new ServiceError(say('error.invalid_input.point'))
  }
}
