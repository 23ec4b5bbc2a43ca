// Areas to avoid, laid on grids: which segments they touch. Throws 400 `invalid_input` where a ring crosses or touches
// itself, or where its coordinates are evidently in the wrong order.

import { ServiceError } from '../../errors.ts'
import type { Box } from '../../geo/lon-lat.ts'
import { PolygonGrid, turn } from '../../geo/polygon-grid.ts'
import type { Segments } from '../../geo/segment-cells.ts'
import type { AvoidArea, AvoidRing } from '../../travel/avoid.ts'

/** `bbox`: of the network, to detect coordinates given as latitude, longitude. */
export function layAreas(areas: readonly AvoidArea[], bbox: Box): PolygonGrid[] {
  return areas.map(({ path, rings }) => {
    rings.forEach((ring, i) => checkRing(ring, `${path}[${i}]`, i + 1, bbox))
    return new PolygonGrid(rings)
  })
}

function checkRing(ring: AvoidRing, path: string, number: number, bbox: Box): void {
  const isIn = (x: number, y: number) => x >= bbox[0] && x <= bbox[2] && y >= bbox[1] && y <= bbox[3]
  if (ring.every(([lon, lat]) => isIn(lat, lon)) && !ring.some(([lon, lat]) => isIn(lon, lat)))
    throw fault(
      `${path}[0]`,
      `ring ${number}, vertex 1 [${ring[0].join(', ')}] lies outside the region, and inside it the other way round: ` +
        'the longitude comes first',
    )
  // vertices that differ from the one before
  const kept = ring
    .map((_, i) => i)
    .filter((i) => i === 0 || ring[i][0] !== ring[i - 1][0] || ring[i][1] !== ring[i - 1][1])
  if (kept.length < 4) throw fault(path, `ring ${number} encloses nothing`)
  const sides = sidesOf(ring)
  const crossing = findCrossing(sides)
  if (crossing === null) return
  const [s, other] = crossing
  const words = `ring ${number} crosses or touches itself: its side from vertex ${kept[s] + 1} meets the one from vertex ${kept[other] + 1}`
  throw fault(`${path}[${kept[s]}]`, words)
}

/** The sides of a ring, without those of no length. */
function sidesOf(ring: AvoidRing): Segments {
  const pairs = ring.slice(1).map((to, i) => [ring[i], to] as const)
  const sides = pairs.filter(([a, b]) => a[0] !== b[0] || a[1] !== b[1])
  return {
    ax: Float64Array.from(sides, ([a]) => a[0]),
    ay: Float64Array.from(sides, ([a]) => a[1]),
    bx: Float64Array.from(sides, ([, b]) => b[0]),
    by: Float64Array.from(sides, ([, b]) => b[1]),
  }
}

/**
 * The first side that meets another than its neighbours, or turns back over one of them, and the first that it meets.
 * Each pair is looked at once, in order from the west: no ring of the most vertices costs more than 12.5 million looks,
 * however its sides lie.
 */
function findCrossing(sides: Segments): [number, number] | null {
  const { ax, ay, bx, by } = sides
  const count = ax.length
  const west = (s: number) => Math.min(ax[s], bx[s])
  const order = Uint32Array.from(ax.keys()).sort((a, b) => west(a) - west(b))
  let [first, second] = [count, count]
  for (let i = 0; i < count; i++) {
    const s = order[i]
    const east = Math.max(ax[s], bx[s])
    const low = Math.min(ay[s], by[s])
    const high = Math.max(ay[s], by[s])
    for (let j = i + 1; j < count; j++) {
      const t = order[j]
      if (ax[t] > east && bx[t] > east) break
      if ((ay[t] > high && by[t] > high) || (ay[t] < low && by[t] < low)) continue
      const lesser = s < t ? s : t
      const greater = s < t ? t : s
      if (lesser > first || (lesser === first && greater > second) || !doMeet(sides, s, t)) continue
      const isNext = greater === lesser + 1
      if (isNext && !turnsBack(sides, lesser, greater)) continue
      if (lesser === 0 && greater === count - 1 && !turnsBack(sides, greater, lesser)) continue
      first = lesser
      second = greater
    }
  }
  return first === count ? null : [first, second]
}

/** Whether two sides whose boxes overlap have a point in common. */
function doMeet({ ax, ay, bx, by }: Segments, s: number, t: number): boolean {
  const one = turn(ax[s], ay[s], bx[s], by[s], ax[t], ay[t])
  const two = turn(ax[s], ay[s], bx[s], by[s], bx[t], by[t])
  if ((one > 0 && two > 0) || (one < 0 && two < 0)) return false
  const three = turn(ax[t], ay[t], bx[t], by[t], ax[s], ay[s])
  const four = turn(ax[t], ay[t], bx[t], by[t], bx[s], by[s])
  return !((three > 0 && four > 0) || (three < 0 && four < 0))
}

/** Whether a side runs back over the one before it. */
function turnsBack({ ax, ay, bx, by }: Segments, first: number, second: number): boolean {
  const x1 = bx[first] - ax[first]
  const y1 = by[first] - ay[first]
  const x2 = bx[second] - ax[second]
  const y2 = by[second] - ay[second]
  return x1 * y2 - y1 * x2 === 0 && x1 * x2 + y1 * y2 < 0
}

const fault = (inputPath: string, words: string) =>
  new ServiceError('invalid_input', `\`${inputPath}\`: ${words}.`, { inputPath })
