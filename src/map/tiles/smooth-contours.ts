// Makes contours of a coarse model look like ground: heights are smoothed a little before lines are traced (half of
// each height comes from its neighbours on the grid, which is finer than the model), and the corners of the lines are
// cut (Chaikin 1974) afterwards. Heights beside a void are unchanged, voids stay voids, and the ends of a line do not
// move, so that lines of neighbouring tiles still meet.

import type { HeightGrid } from './join-pieces.ts'

/** Weight of the neighbours, along each axis. */
const NEIGHBOURS = 0.5
const ROUNDS = 2

/** Returns a new grid; the edges of the grid are unchanged. */
export function smoothHeights({ heights, width, height }: HeightGrid): HeightGrid {
  const across = heights.slice()
  for (let row = 0; row < height; row++) {
    for (let at = row * width + 1; at < (row + 1) * width - 1; at++) {
      const mean = (heights[at - 1] + heights[at + 1]) / 2
      if (!Number.isNaN(mean)) across[at] = heights[at] + NEIGHBOURS * (mean - heights[at])
    }
  }
  const smooth = across.slice()
  for (let at = width; at < width * (height - 1); at++) {
    const mean = (across[at - width] + across[at + width]) / 2
    if (!Number.isNaN(mean)) smooth[at] = across[at] + NEIGHBOURS * (mean - across[at])
  }
  return { heights: smooth, width, height }
}

/** A line of x, y, ... with its corners cut; a closed one stays closed. */
export function smoothLine(line: Float64Array): Float64Array {
  let current = line
  const isClosed = line.length > 6 && line[0] === line[line.length - 2] && line[1] === line[line.length - 1]
  for (let round = 0; round < ROUNDS; round++) {
    const count = current.length / 2
    if (count < 3) return current.slice()
    const next = new Float64Array(isClosed ? 4 * (count - 1) + 2 : 4 * (count - 1))
    let at = 0
    for (let i = 0; i + 1 < count; i++) {
      const ax = current[2 * i]
      const ay = current[2 * i + 1]
      const bx = current[2 * i + 2]
      const by = current[2 * i + 3]
      const keepsStart = i === 0 && !isClosed
      const keepsEnd = i === count - 2 && !isClosed
      next[at++] = keepsStart ? ax : 0.75 * ax + 0.25 * bx
      next[at++] = keepsStart ? ay : 0.75 * ay + 0.25 * by
      next[at++] = keepsEnd ? bx : 0.25 * ax + 0.75 * bx
      next[at++] = keepsEnd ? by : 0.25 * ay + 0.75 * by
    }
    if (isClosed) {
      next[at++] = next[0]
      next[at++] = next[1]
    }
    current = next
  }
  return current
}
