// Lines and rings that step over the antimeridian, in two pieces of the plane each: coordinates x, y, x, y, ... that
// jump from one side of the map to the other there. Pure.

/** The plane from its west to its east side; `turn` is once around the earth. */
export interface Seam {
  west: number
  east: number
  turn: number
}

/** 1e-7 degrees. */
export const SEAM_E7: Seam = { west: -1_800_000_000, east: 1_800_000_000, turn: 3_600_000_000 }

/** How often round the earth the step from one longitude to the next goes: 1 eastwards, -1 westwards, mostly 0. */
const turnsOf = (fromX: number, toX: number, { turn }: Seam): number =>
  toX - fromX < -turn / 2 ? 1 : toX - fromX > turn / 2 ? -1 : 0

function crosses(coords: Float64Array, seam: Seam): boolean {
  for (let i = 2; i < coords.length; i += 2) if (turnsOf(coords[i - 2], coords[i], seam) !== 0) return true
  return false
}

/** Pieces that end and begin on the sides of the plane; the line itself where it does not step over. */
export function splitLine(coords: Float64Array, seam: Seam): Float64Array[] {
  if (!crosses(coords, seam)) return [coords]
  const pieces: number[][] = [[coords[0], coords[1]]]
  for (let i = 2; i < coords.length; i += 2) {
    const [fromX, fromY, toX, toY] = coords.subarray(i - 2, i + 2)
    const turns = turnsOf(fromX, toX, seam)
    if (turns !== 0) {
      const [leaves, enters] = turns > 0 ? [seam.east, seam.west] : [seam.west, seam.east]
      const share = (leaves - fromX) / (toX + turns * seam.turn - fromX)
      const y = fromY + (toY - fromY) * share
      pieces.at(-1)!.push(leaves, y)
      pieces.push([enters, y])
    }
    pieces.at(-1)!.push(toX, toY)
  }
  return pieces.map((piece) => Float64Array.from(piece))
}

/** Of a closed ring what lies on each side, closed along the antimeridian; the ring itself where it is not there. */
export function splitRing(ring: Float64Array, seam: Seam): Float64Array[] {
  if (!crosses(ring, seam)) return [ring]
  const flat = Float64Array.from(ring)
  let shift = 0
  for (let i = 2; i < ring.length; i += 2) {
    shift += turnsOf(ring[i - 2], ring[i], seam) * seam.turn
    flat[i] += shift
  }
  // around a pole: it does not come back
  if (shift !== 0) return [ring]
  // on the left of a side of the plane, and on its right
  const side = flat.some((x, i) => i % 2 === 0 && x > seam.east) ? seam.east : seam.west
  const away = side === seam.east ? -seam.turn : seam.turn
  const sides = [keepSide(flat, side, false), keepSide(flat, side, true)]
  const moved = side === seam.east ? 1 : 0
  sides[moved] = sides[moved].map((value, i) => (i % 2 === 0 ? clampTo(value + away, seam) : value))
  return sides.filter(({ length }) => length >= 8)
}

const clampTo = (x: number, { west, east }: Seam): number => Math.max(west, Math.min(east, x))

/** The part of a closed ring west or east of a meridian (Sutherland and Hodgman 1974). */
function keepSide(ring: Float64Array, atX: number, isEast: boolean): Float64Array {
  const kept: number[] = []
  const isIn = (x: number): boolean => (isEast ? x >= atX : x <= atX)
  for (let i = 2; i < ring.length; i += 2) {
    const [fromX, fromY, toX, toY] = ring.subarray(i - 2, i + 2)
    if (isIn(fromX) !== isIn(toX)) kept.push(atX, fromY + ((toY - fromY) * (atX - fromX)) / (toX - fromX))
    if (isIn(toX)) kept.push(toX, toY)
  }
  if (kept.length > 0) kept.push(kept[0], kept[1])
  return Float64Array.from(kept)
}
