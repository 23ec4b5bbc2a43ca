// Contour lines over a grid of heights, by marching squares (Lorensen and Cline 1987, in two dimensions): every cell
// gives pieces between its sides, with the higher ground on their right; pieces are joined by their side numbers, which
// match exactly. A cell with an unknown corner gives none, so no line ever bridges a void. At a saddle the mean of the
// corners decides. Heights in metres, NaN: unknown.

import { int32List, uint32List } from '../../storage/typed-list.ts'
import { LIFT_M, PieceJoiner, type HeightGrid, type TakeContour } from './join-pieces.ts'

/**
 * Passes on all contours at multiples of `intervalM` except 0, lowest first. A line is split where it crosses one of
 * the columns or rows of `breaks`, so that neighbouring grids agree on the points there.
 */
export function traceContours(
  grid: HeightGrid,
  intervalM: number,
  breaks: { columns: readonly number[]; rows: readonly number[] },
  take: TakeContour,
): void {
  const from = uint32List(1 << 14)
  const to = uint32List(1 << 14)
  const level = int32List(1 << 14)
  collectPieces(grid, intervalM, (k, a, b) => {
    level.push(k)
    from.push(a)
    to.push(b)
  })
  if (level.length === 0) return
  const { order, start, lowest } = sortByLevel(level.view())
  const isBreak = breakSides(grid, breaks)
  for (let i = 0; i + 1 < start.length; i++) {
    const k = lowest + i
    if (k === 0 || start[i] === start[i + 1]) continue
    const pieces = order.subarray(start[i], start[i + 1])
    const joiner = new PieceJoiner(grid, k * intervalM, pick(from.array, pieces), pick(to.array, pieces), isBreak, take)
    joiner.joinAll()
  }
}

function pick(values: Uint32Array, places: Uint32Array): Uint32Array {
  const picked = new Uint32Array(places.length)
  for (let i = 0; i < places.length; i++) picked[i] = values[places[i]]
  return picked
}

/**
 * Pieces in order of level, equal ones in the order found: those of level `lowest + i` are order[start[i] .. start[i +
 * 1]).
 */
function sortByLevel(levels: Int32Array): { order: Uint32Array; start: Uint32Array; lowest: number } {
  let lowest = Infinity
  let highest = -Infinity
  for (let i = 0; i < levels.length; i++) {
    lowest = Math.min(lowest, levels[i])
    highest = Math.max(highest, levels[i])
  }
  const start = new Uint32Array(highest - lowest + 2)
  for (let i = 0; i < levels.length; i++) start[levels[i] - lowest + 1]++
  for (let k = 1; k < start.length; k++) start[k] += start[k - 1]
  const order = new Uint32Array(levels.length)
  const next = start.slice()
  for (let i = 0; i < levels.length; i++) order[next[levels[i] - lowest]++] = i
  return { order, start, lowest }
}

/** Whether a line that crosses a side is broken there. */
function breakSides(
  { width, height }: HeightGrid,
  breaks: { columns: readonly number[]; rows: readonly number[] },
): (side: number) => boolean {
  const isBreakColumn = new Uint8Array(width)
  const isBreakRow = new Uint8Array(height)
  for (const column of breaks.columns) if (column >= 0 && column < width) isBreakColumn[column] = 1
  for (const row of breaks.rows) if (row >= 0 && row < height) isBreakRow[row] = 1
  return (side) => {
    const cell = side >>> 1
    return (side & 1) === 1 ? isBreakColumn[cell % width] === 1 : isBreakRow[Math.floor(cell / width)] === 1
  }
}

/**
 * Pieces of every cell: level (in intervals) and the two sides it connects. Side 2 * cell runs from a cell's north-west
 * corner to the east, 2 * cell + 1 to the south.
 */
function collectPieces(
  { heights, width, height }: HeightGrid,
  intervalM: number,
  piece: (k: number, from: number, to: number) => void,
): void {
  for (let row = 0; row + 1 < height; row++) {
    for (let column = 0; column + 1 < width; column++) {
      const cell = row * width + column
      const nw = heights[cell]
      const ne = heights[cell + 1]
      const sw = heights[cell + width]
      const se = heights[cell + width + 1]
      const sum = nw + ne + sw + se
      if (Number.isNaN(sum)) continue
      const least = Math.min(nw, ne, sw, se)
      const most = Math.max(nw, ne, sw, se)
      const first = Math.ceil((least - LIFT_M) / intervalM)
      const last = Math.floor((most - LIFT_M) / intervalM)
      for (let k = first; k <= last; k++) {
        const levelM = k * intervalM + LIFT_M
        const corners =
          (nw >= levelM ? 8 : 0) | (ne >= levelM ? 4 : 0) | (se >= levelM ? 2 : 0) | (sw >= levelM ? 1 : 0)
        addPieces(k, corners, cell, width, sum / 4 >= levelM, piece)
      }
    }
  }
}

/** The pieces of a cell by which of its corners are high: 8 north-west, 4 north-east, 2 south-east, 1 south-west. */
function addPieces(
  k: number,
  corners: number,
  cell: number,
  width: number,
  isHighMiddle: boolean,
  piece: (k: number, from: number, to: number) => void,
): void {
  const north = 2 * cell
  const west = north + 1
  const south = 2 * (cell + width)
  const east = 2 * (cell + 1) + 1
  switch (corners) {
    case 1:
      piece(k, west, south)
      break
    case 2:
      piece(k, south, east)
      break
    case 3:
      piece(k, west, east)
      break
    case 4:
      piece(k, east, north)
      break
    case 5:
      piece(k, west, isHighMiddle ? north : south)
      piece(k, east, isHighMiddle ? south : north)
      break
    case 6:
      piece(k, south, north)
      break
    case 7:
      piece(k, west, north)
      break
    case 8:
      piece(k, north, west)
      break
    case 9:
      piece(k, north, south)
      break
    case 10:
      piece(k, south, isHighMiddle ? west : east)
      piece(k, north, isHighMiddle ? east : west)
      break
    case 11:
      piece(k, north, east)
      break
    case 12:
      piece(k, east, west)
      break
    case 13:
      piece(k, east, south)
      break
    case 14:
      piece(k, south, west)
      break
    default:
  }
}
