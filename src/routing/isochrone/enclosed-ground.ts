// HOT: npm run bench -- planner
// It walks over most grid points between ways, so it goes by whole runs of a row.
//
// Whether lines enclose ground of less than so many grid points; such ground is filled. Walks over grid points farther
// than half a cell from any line: no step from one to the next crosses a line, and through a gap of two cells it does.
// Points of lines count for a quarter wherever they are met, so that further lines never make a patch larger. What was
// found to be large is not walked over again.

import { FOLLOWED } from './border-gates.ts'
import { INSIDE, TILE, type NearGrid } from './near-grid.ts'

// marks of grid points, beside FOLLOWED
const WALKED = FOLLOWED << 1
const LARGE = FOLLOWED << 2
/** What is filled is as near as a line. */
const FILLED = 0
/** More points than a walk may see: (0.25 km2) / (8 m)^2, and a run more. */
const MOST_WALKED = 4096

// runs of the walk, and points that it goes on from: at most one for each point and two more for each run
const runFrom = new Int32Array(MOST_WALKED)
const runTo = new Int32Array(MOST_WALKED)
const ahead = new Int32Array(MOST_WALKED * 4)

/**
 * Fills the patch around a place outside if it is enclosed and small. `lineCells`: grid points so near to a line are
 * points of it. Marks hold until more lines are drawn.
 */
export function fillIfEnclosed(grid: NearGrid, first: number, mostPoints: number, lineCells: number): boolean {
  const { values, marks } = grid
  const online = INSIDE * lineCells ** 2
  let points = (marks[first] & LARGE) === 0 ? 0 : Infinity
  let runs = 0
  let count = 0
  ahead[count++] = first
  while (count > 0 && points < mostPoints) {
    const seed = ahead[--count]
    if ((marks[seed] & WALKED) !== 0) continue
    const rowFrom = seed & -TILE
    let from = seed
    while (from > rowFrom && values[from - 1] > online) from--
    let to = seed + 1
    while (to < rowFrom + TILE && values[to] > online) to++
    for (let at = from; at < to; at++) marks[at] |= WALKED
    runFrom[runs] = from
    runTo[runs++] = to
    points += to - from
    // the run of a row ends at a line, or goes on in the next tile
    for (let side = 0; side < 4; side++) {
      let at = grid.beside(side === 3 ? to - 1 : from, side)
      if (at < 0) {
        points = Infinity
        break
      }
      const end = at + ((side & 1) === 0 ? to - from : 1)
      for (let isNew = true; at < end; at++) {
        if (values[at] <= online) {
          points += 0.25
          isNew = true
        } else if (isNew) {
          isNew = false
          if ((marks[at] & LARGE) !== 0) points = Infinity
          if ((marks[at] & WALKED) === 0) ahead[count++] = at
        }
      }
    }
  }
  const isSmall = points < mostPoints
  for (let run = 0; run < runs; run++)
    if (isSmall) values.fill(FILLED, runFrom[run], runTo[run])
    else for (let at = runFrom[run]; at < runTo[run]; at++) marks[at] ^= WALKED | LARGE
  return isSmall
}
