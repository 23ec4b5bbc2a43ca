// Signed distance fields of outlines, as MapLibre reads glyphs: one byte per pixel, 192 (= 255 * (1 - 0.25), rounded
// up) on the edge, more inside, less outside, 0 or 255 from RADIUS_PX away. The parameters are fontnik's: 24 px per em,
// 3 px of border, radius 8, cutoff 0.25. Inside is defined by non-zero winding, so overlapping contours of one glyph do
// not cut holes. Outlines are flat: x0, y0, x1, y1 per straight piece, in pixels, y up. Pure.

export const GLYPH_PX = 24
export const BORDER_PX = 3
const RADIUS_PX = 8
const CUTOFF = 0.25

export interface DistanceField {
  /** rows from the top; (width + 2 * BORDER_PX) * (height + 2 * BORDER_PX) bytes */
  bitmap: Uint8Array
  /** without border */
  widthPx: number
  heightPx: number
  /** position of the box without border, relative to the glyph's origin */
  leftPx: number
  topPx: number
}

/** The distance field of closed outlines; returns null if they enclose nothing (a space). */
export function toDistanceField(pieces: Float64Array): DistanceField | null {
  let [xMin, yMin, xMax, yMax] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < pieces.length; i += 2) {
    if (pieces[i] < xMin) xMin = pieces[i]
    if (pieces[i] > xMax) xMax = pieces[i]
    if (pieces[i + 1] < yMin) yMin = pieces[i + 1]
    if (pieces[i + 1] > yMax) yMax = pieces[i + 1]
  }
  const leftPx = Math.round(xMin)
  const topPx = Math.round(yMax)
  const widthPx = Math.round(xMax) - leftPx
  const heightPx = topPx - Math.round(yMin)
  if (!(xMax > xMin) || !(yMax > yMin)) return null
  const columns = widthPx + 2 * BORDER_PX
  const rows = heightPx + 2 * BORDER_PX
  // from outline to bitmap: x right from the left border, y down from the top border
  const moved = new Float64Array(pieces.length)
  for (let i = 0; i < pieces.length; i += 2) {
    moved[i] = pieces[i] - leftPx + BORDER_PX
    moved[i + 1] = topPx - pieces[i + 1] + BORDER_PX
  }
  const square = nearestSquares(moved, columns, rows)
  const winding = windings(moved, columns, rows)
  const bitmap = new Uint8Array(columns * rows)
  for (let i = 0; i < bitmap.length; i++) {
    const distance = Math.sqrt(square[i]) * (256 / RADIUS_PX) * (winding[i] === 0 ? 1 : -1)
    bitmap[i] = 255 - Math.max(0, Math.min(255, Math.trunc(distance + CUTOFF * 256)))
  }
  return { bitmap, widthPx, heightPx, leftPx, topPx }
}

/** Squared distance from every pixel's centre to the nearest piece, at most RADIUS_PX squared. */
function nearestSquares(pieces: Float64Array, columns: number, rows: number): Float64Array {
  const square = new Float64Array(columns * rows).fill(RADIUS_PX * RADIUS_PX)
  for (let i = 0; i < pieces.length; i += 4) {
    const [x0, y0, x1, y1] = [pieces[i], pieces[i + 1], pieces[i + 2], pieces[i + 3]]
    const dx = x1 - x0
    const dy = y1 - y0
    const perLength = dx * dx + dy * dy === 0 ? 0 : 1 / (dx * dx + dy * dy)
    const firstColumn = Math.max(0, Math.floor(Math.min(x0, x1) - RADIUS_PX))
    const lastColumn = Math.min(columns - 1, Math.ceil(Math.max(x0, x1) + RADIUS_PX))
    const lastRow = Math.min(rows - 1, Math.ceil(Math.max(y0, y1) + RADIUS_PX))
    for (let row = Math.max(0, Math.floor(Math.min(y0, y1) - RADIUS_PX)); row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        const px = column + 0.5 - x0
        const py = row + 0.5 - y0
        const along = Math.max(0, Math.min(1, (px * dx + py * dy) * perLength))
        const ex = px - along * dx
        const ey = py - along * dy
        const distance = ex * ex + ey * ey
        if (distance < square[row * columns + column]) square[row * columns + column] = distance
      }
    }
  }
  return square
}

/** How often the outlines wind around every pixel's centre; 0 is outside. */
function windings(pieces: Float64Array, columns: number, rows: number): Int8Array {
  const winding = new Int8Array(columns * rows)
  for (let i = 0; i < pieces.length; i += 4) {
    const [x0, y0, x1, y1] = [pieces[i], pieces[i + 1], pieces[i + 2], pieces[i + 3]]
    if (y0 === y1) continue
    const turn = y1 > y0 ? 1 : -1
    const lastRow = Math.min(rows - 1, Math.ceil(Math.max(y0, y1) - 0.5) - 1)
    for (let row = Math.max(0, Math.ceil(Math.min(y0, y1) - 0.5)); row <= lastRow; row++) {
      const x = x0 + ((row + 0.5 - y0) / (y1 - y0)) * (x1 - x0)
      // every pixel whose centre is right of the crossing
      for (let column = Math.max(0, Math.ceil(x - 0.5)); column < columns; column++)
        winding[row * columns + column] += turn
    }
  }
  return winding
}
