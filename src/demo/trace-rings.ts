// Outlines of a lattice field: closed rings where it crosses a level (marching squares, saddles split by the mean).
// Rings in the plane (metres), first point again at the end, the higher side on the left: outer rings run
// counter-clockwise, as OSM wants the coast. The frame counts as below the level, so that every ring closes.

import { COLS, ROWS, xOfColumn, yOfRow } from './island-grid.ts'
import { cutCorners, dropStraight, type Plane } from './smooth-line.ts'

/** Rings of at least `minAreaM2`, largest first, thinned to `toleranceM`. Holes run clockwise. */
export function traceRings(field: Float32Array, level: number, toleranceM: number, minAreaM2: number): Plane[][] {
  // segment from crossing to crossing; a crossing is its lattice edge: cell * 2 (to the east) or cell * 2 + 1 (to the
  // south)
  const next = new Map<number, number>()
  const high = (cell: number) => field[cell] > level
  for (let row = 0; row < ROWS - 1; row++) {
    for (let column = 0; column < COLS - 1; column++) {
      const cell = row * COLS + column
      const shape =
        (high(cell) ? 8 : 0) | (high(cell + 1) ? 4 : 0) | (high(cell + COLS + 1) ? 2 : 0) | (high(cell + COLS) ? 1 : 0)
      if (shape === 0 || shape === 15) continue
      const north = cell * 2
      const east = (cell + 1) * 2 + 1
      const south = (cell + COLS) * 2
      const west = cell * 2 + 1
      const joined =
        shape === 5 || shape === 10
          ? field[cell] + field[cell + 1] + field[cell + COLS] + field[cell + COLS + 1] > 4 * level
          : false
      for (const [from, to] of segmentsOf(shape, joined, north, east, south, west)) next.set(to, from)
    }
  }
  const rings: { ring: Plane[]; area: number }[] = []
  for (const start of [...next.keys()]) {
    if (!next.has(start)) continue
    const ring: Plane[] = []
    let at: number | undefined = start
    while (at !== undefined && next.has(at)) {
      ring.push(crossing(field, level, at))
      const to: number | undefined = next.get(at)
      next.delete(at)
      at = to
    }
    ring.push(ring[0])
    const area = signedAreaM2(ring)
    if (Math.abs(area) < minAreaM2) continue
    const thin = dropStraight(cutCorners(ring), toleranceM)
    if (thin.length >= 4) rings.push({ ring: thin, area })
  }
  return rings.sort((a, b) => Math.abs(b.area) - Math.abs(a.area)).map(({ ring }) => ring)
}

/** From crossing to crossing with the higher corner on the right (turned round by the caller). */
function segmentsOf(shape: number, joined: boolean, n: number, e: number, s: number, w: number): [number, number][] {
  switch (shape) {
    case 8:
      return [[n, w]]
    case 4:
      return [[e, n]]
    case 2:
      return [[s, e]]
    case 1:
      return [[w, s]]
    case 12:
      return [[e, w]]
    case 6:
      return [[s, n]]
    case 3:
      return [[w, e]]
    case 9:
      return [[n, s]]
    case 7:
      return [[w, n]]
    case 11:
      return [[n, e]]
    case 13:
      return [[e, s]]
    case 14:
      return [[s, w]]
    case 10:
      return joined
        ? [
            [n, e],
            [s, w],
          ]
        : [
            [n, w],
            [s, e],
          ]
    default:
      return joined
        ? [
            [e, s],
            [w, n],
          ]
        : [
            [e, n],
            [w, s],
          ]
  }
}

function crossing(field: Float32Array, level: number, edge: number): Plane {
  const cell = edge >> 1
  const other = edge & 1 ? cell + COLS : cell + 1
  const share = (level - field[cell]) / (field[other] - field[cell])
  const column = cell % COLS
  const row = Math.floor(cell / COLS)
  return edge & 1 ? [xOfColumn(column), yOfRow(row + share)] : [xOfColumn(column + share), yOfRow(row)]
}

/** Area in square metres, positive for a counter-clockwise ring. */
export function signedAreaM2(ring: readonly Plane[]): number {
  let sum = 0
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1]
  return sum / 2
}

/** Whether a point lies inside a closed ring (even-odd). */
export function inRing(xM: number, yM: number, ring: readonly Plane[]): boolean {
  let inside = false
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1]
    const [bx, by] = ring[i]
    if (ay > yM !== by > yM && xM < ax + ((yM - ay) / (by - ay)) * (bx - ax)) inside = !inside
  }
  return inside
}
