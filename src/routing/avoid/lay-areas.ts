// Areas to avoid, laid on grids: which segments they touch. Throws 400 `invalid_input` where a ring crosses or touches
// itself, or where its coordinates are evidently in the wrong order.

import { type RefusalSentence, ServiceError } from '../../errors.ts'
import { say } from '../../language/sentence.ts'
import { holdsPoint, type Box } from '../../geo/lon-lat.ts'
import { PolygonGrid, sidesOf, turn } from '../../geo/polygon-grid.ts'
import type { Segments } from '../../geo/segment-cells.ts'
import type { AvoidArea, AvoidRing } from '../../travel/avoid.ts'

/** `boxes`: of the network, to detect coordinates given as latitude, longitude. */
export function layAreas(areas: readonly AvoidArea[], boxes: readonly Box[]): PolygonGrid[] {
  return areas.map(({ path, rings }) => {
    rings.forEach((ring, i) => checkRing(ring, `${path}[${i}]`, i + 1, boxes))
    return new PolygonGrid(rings)
  })
}

function checkRing(ring: AvoidRing, path: string, number: number, boxes: readonly Box[]): void {
  const isIn = (x: number, y: number) => boxes.some((box) => holdsPoint(box, x, y))
  if (ring.every(([lon, lat]) => isIn(lat, lon)) && !ring.some(([lon, lat]) => isIn(lon, lat)))
    throw fault(`${path}[0]`, (field) =>
      say('error.invalid_input.ring_order', { field, ring: number, position: ring[0].join(', ') }),
    )
  const sides = sidesOf([ring])
  if (sides.ax.length < 3) throw fault(path, (field) => say('error.invalid_input.ring_empty', { field, ring: number }))
  const crossing = findCrossing(sides)
  if (crossing === null) return
  // vertices that differ from the one before
  const kept = ring
    .map((_, i) => i)
    .filter((i) => i === 0 || ring[i][0] !== ring[i - 1][0] || ring[i][1] !== ring[i - 1][1])
  const { first, second } = crossing
  const sidesFrom = { vertex: kept[first] + 1, otherVertex: kept[second] + 1 }
  throw fault(`${path}[${kept[first]}]`, (field) =>
    say('error.invalid_input.ring_crosses', { field, ring: number, ...sidesFrom }),
  )
}

/** Two sides that meet, in the order of the ring. */
interface Crossing {
  first: number
  second: number
}

/**
 * The first side that meets another than its neighbours, or turns back over one of them, and the first that it meets.
 * Each pair is looked at once, in order from the west: no ring of the most vertices costs more than 12.5 million looks,
 * however its sides lie.
 */
function findCrossing(sides: Segments): Crossing | null {
  const count = sides.ax.length
  const order = orderFromWest(sides)
  const crossing = { first: count, second: count }
  for (let i = 0; i < count; i++) meetEastern(sides, order, i, crossing)
  return crossing.first === count ? null : crossing
}

interface WestEnd {
  side: number
  west: number
}

function orderFromWest({ ax, bx }: Segments): Uint32Array {
  const ends: WestEnd[] = []
  for (let side = 0; side < ax.length; side++) ends.push({ side, west: Math.min(ax[side], bx[side]) })
  ends.sort(byWest)
  const order = new Uint32Array(ends.length)
  for (let i = 0; i < order.length; i++) order[i] = ends[i].side
  return order
}

function byWest(a: WestEnd, b: WestEnd): number {
  return a.west - b.west
}

/** Keeps the crossing of a side with one that begins further east if it comes before the one known so far. */
function meetEastern(sides: Segments, order: Uint32Array, i: number, crossing: Crossing): void {
  const { ax, ay, bx, by } = sides
  const s = order[i]
  const east = Math.max(ax[s], bx[s])
  const low = Math.min(ay[s], by[s])
  const high = Math.max(ay[s], by[s])
  for (let j = i + 1; j < order.length; j++) {
    const t = order[j]
    if (ax[t] > east && bx[t] > east) break
    if ((ay[t] > high && by[t] > high) || (ay[t] < low && by[t] < low)) continue
    const lesser = s < t ? s : t
    const greater = s < t ? t : s
    if (lesser > crossing.first || (lesser === crossing.first && greater > crossing.second) || !doMeet(sides, s, t))
      continue
    const isNext = greater === lesser + 1
    if (isNext && !turnsBack(sides, lesser, greater)) continue
    if (lesser === 0 && greater === order.length - 1 && !turnsBack(sides, greater, lesser)) continue
    crossing.first = lesser
    crossing.second = greater
  }
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

const fault = (inputPath: string, sentenceOf: (field: string) => RefusalSentence) =>
  new ServiceError(sentenceOf(inputPath), { inputPath })
