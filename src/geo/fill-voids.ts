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
  const rows = heights.length / columns
  const isSeen = new Uint8Array(heights.length)
  let filled: Uint8Array | null = null
  for (let at = 0; at < heights.length; at++) {
    if (isSeen[at] === 1 || !Number.isNaN(heights[at])) continue
    const cells = cellsOfVoid(heights, columns, at, isSeen)
    if (!isSmall(cells, columns, rows, mostCells)) continue
    filled ??= new Uint8Array(heights.length)
    for (const cell of cells) filled[cell] = 1
    stretch(heights, columns, cells)
  }
  return filled
}

/** Cells that join the first by an edge, in the order of the grid. */
function cellsOfVoid(heights: Float32Array, columns: number, first: number, isSeen: Uint8Array): number[] {
  const cells = [first]
  isSeen[first] = 1
  const take = (cell: number) => {
    if (isSeen[cell] === 1 || !Number.isNaN(heights[cell])) return
    isSeen[cell] = 1
    cells.push(cell)
  }
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]
    const column = cell % columns
    if (column > 0) take(cell - 1)
    if (column < columns - 1) take(cell + 1)
    if (cell >= columns) take(cell - columns)
    if (cell + columns < heights.length) take(cell + columns)
  }
  return cells.sort((a, b) => a - b)
}

function isSmall(cells: readonly number[], columns: number, rows: number, mostCells: number): boolean {
  let [west, east] = [columns, -1]
  for (const cell of cells) {
    const column = cell % columns
    if (column < west) west = column
    if (column > east) east = column
  }
  const north = Math.floor(cells[0] / columns)
  const south = Math.floor(cells[cells.length - 1] / columns)
  if (west === 0 || north === 0 || east === columns - 1 || south === rows - 1) return false
  return east - west < mostCells && south - north < mostCells
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
