// HOT: npm run bench -- planner
// It walks over most grid points between ways.
//
// Whether lines enclose ground of less than so many grid points. Walks over grid points farther than half a cell from
// any line: no step from one to the next crosses a line, and through a gap of two cells it does. Points of lines count
// for a quarter wherever they are met, so that further lines never make a patch larger. A point is walked over once for
// all holes of its patch.

import { FOLLOWED } from './border-gates.ts'
import { INSIDE, TILE, TILE_BITS, type NearGrid } from './near-grid.ts'

// marks of grid points, beside FOLLOWED: the patch that a point lies in
const SMALL = FOLLOWED << 1
const LARGE = FOLLOWED << 2
/** More points than a walk may see: (0.25 km2) / (8 m)^2, and a step more. */
const MOST_WALKED = 4096

/**
 * The patch around a place outside, after the borders were followed. `lineCells`: grid points so near to a line are
 * points of it.
 */
export function isEnclosed(grid: NearGrid, first: number, mostPoints: number, lineCells: number): boolean {
  const { values, marks } = grid
  if ((marks[first] & (SMALL | LARGE)) !== 0) return (marks[first] & SMALL) !== 0
  const online = INSIDE * lineCells ** 2
  let count = 0
  let points = 1
  marks[first] |= SMALL
  walked[count++] = first
  for (let i = 0; i < count && points < mostPoints; i++) {
    const place = walked[i]
    const isWithin = isWithinTile(place)
    for (let side = 0; side < 4; side++) {
      const at = isWithin ? place + STEPS[side] : grid.beside(place, side)
      if (at < 0 || (marks[at] & LARGE) !== 0) points = Infinity
      else if (values[at] <= online) points += 0.25
      else if ((marks[at] & SMALL) === 0) {
        marks[at] |= SMALL
        walked[count++] = at
        points++
      }
    }
  }
  if (points < mostPoints) return true
  for (let i = 0; i < count; i++) marks[walked[i]] ^= SMALL | LARGE
  return false
}

const walked = new Int32Array(MOST_WALKED)
/** Within a tile, to the neighbour up, left, down, right. */
const STEPS = Int32Array.of(TILE, -1, -TILE, 1)

/** Whether the neighbours of a place lie in the same tile. */
function isWithinTile(place: number): boolean {
  const inX = place & (TILE - 1)
  const inY = (place >> TILE_BITS) & (TILE - 1)
  return inX > 0 && inX < TILE - 1 && inY > 0 && inY < TILE - 1
}
