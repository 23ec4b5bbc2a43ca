// Small voids of a grid of heights, filled for drawing alone from their rim: hill shading and relief then have no holes
// in the shape of a sensor's shadow. Answers never read what is filled here. Pure.

/** A void wider or taller than this is left as it is: nothing around it says what lies in it. */
export const MOST_VOID_M = 2000
/** Steps of the relaxation; beyond them a void of that size changes by less than is seen. */
const STEPS = 160
const OVER = 1.9

/**
 * Fills each void of at most `mostCells` cells in width and height that does not touch the edge of the grid, as a film
 * stretched over its rim lies. Returns a mark for each filled cell; null without any. The same void over the same
 * rim is filled with the same heights, whatever else is in the grid.
 */
export function fillVoids(heights: Float32Array, columns: number, mostCells: number): Uint8Array | null {
  const marks = new Uint8Array(heights.length)
  let filled: Uint8Array | null = null
  for (let at = 0; at < heights.length; at++) {
    if (marks[at] !== 0 || !Number.isNaN(heights[at])) continue
    const cells = cellsOfSmall(heights, columns, at, mostCells, marks)
    if (cells === null) continue
    filled ??= new Uint8Array(heights.length)
    for (const cell of cells) filled[cell] = 1
    stretch(heights, columns, cells)
  }
  return filled
}

const SEEN = 1
const TOO_LARGE = 2

/**
 * Cells of the void around the first, joined by their edges, in the order of the grid; null if it is too large or
 * touches the edge of the grid. A large one, such as the sea, is never held whole: what is found of it is marked, and
 * whatever touches that is large, too.
 */
function cellsOfSmall(
  heights: Float32Array,
  columns: number,
  first: number,
  mostCells: number,
  marks: Uint8Array,
): number[] | null {
  const rows = heights.length / columns
  const cells = [first]
  marks[first] = SEEN
  let [west, east, north, south] = [columns, -1, rows, -1]
  let isLarge = false
  const take = (cell: number) => {
    if (marks[cell] === TOO_LARGE) isLarge = true
    if (marks[cell] !== 0 || !Number.isNaN(heights[cell])) return
    marks[cell] = SEEN
    cells.push(cell)
  }
  for (let i = 0; i < cells.length && !isLarge; i++) {
    const cell = cells[i]
    const column = cell % columns
    const row = (cell - column) / columns
    west = Math.min(west, column)
    east = Math.max(east, column)
    north = Math.min(north, row)
    south = Math.max(south, row)
    isLarge =
      west === 0 ||
      north === 0 ||
      east === columns - 1 ||
      south === rows - 1 ||
      east - west >= mostCells ||
      south - north >= mostCells
    if (isLarge) break
    take(cell - 1)
    take(cell + 1)
    take(cell - columns)
    take(cell + columns)
  }
  if (!isLarge) return cells.sort((a, b) => a - b)
  for (const cell of cells) marks[cell] = TOO_LARGE
  return null
}

/** Each cell becomes the mean of its four neighbours, by successive over-relaxation from the mean of the rim. */
function stretch(heights: Float32Array, columns: number, cells: readonly number[]): void {
  let sum = 0
  let count = 0
  for (const cell of cells)
    for (const beside of [cell - 1, cell + 1, cell - columns, cell + columns])
      if (!Number.isNaN(heights[beside])) {
        sum += heights[beside]
        count++
      }
  const heightM = Float64Array.from(cells, () => sum / count)
  const place = new Map(cells.map((cell, i) => [cell, i]))
  // of each cell its four neighbours: a cell of the void by its place, one of the rim by minus one
  const around = Int32Array.from(
    cells.flatMap((cell) => [cell - 1, cell + 1, cell - columns, cell + columns].map((one) => place.get(one) ?? -1)),
  )
  const rim = Float64Array.from(cells, (cell) =>
    [cell - 1, cell + 1, cell - columns, cell + columns].reduce(
      (all, one) => all + (place.has(one) ? 0 : heights[one]),
      0,
    ),
  )
  for (let step = 0; step < STEPS; step++)
    for (let i = 0; i < cells.length; i++) {
      let all = rim[i]
      for (let side = 4 * i; side < 4 * i + 4; side++) if (around[side] >= 0) all += heightM[around[side]]
      heightM[i] += OVER * (all / 4 - heightM[i])
    }
  cells.forEach((cell, i) => (heights[cell] = heightM[i]))
}
