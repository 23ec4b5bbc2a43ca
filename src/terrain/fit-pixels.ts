// HOT: npm run bench -- terrain
// An import runs this for every pixel of its deepest tiles, so the sums along a row are worked out once for all rows of
// pixels that need them, and kept only as long.
//
// One damped step towards the pixels whose bilinear interpolation fits the source best: the errors half-way to the
// eight neighbours, by their weights. Over known ground they add up to the source at half pixels under a tent (1/2, 1,
// 1/2 along each axis) less the source at pixels under a wider one (1/4, 3/2, 1/4).

/** Measured on Andorra, 3 arc seconds at z12: 97.9 % of points within 0.6 m with 0, 99.1 % with 0.3 to 0.5. */
const FIT_STEP = 0.35
/** Number of half pixels around a pixel that its fit uses. */
export const AROUND = 2
/** From the row before one of pixels to AROUND after it. */
const KEPT_ROWS = 4

/**
 * Fills `fitted`, `wide` pixels wide and high, from `source`, `side` half pixels wide, whose first pixel lies AROUND
 * rows and columns in. A pixel is NaN exactly where the source is; errors beside a void count 0.
 */
export function fitPixels(source: Float64Array, side: number, fitted: Float64Array, wide: number): void {
  const tents = Array.from({ length: KEPT_ROWS }, () => new Float64Array(wide))
  const wideTents = Array.from({ length: KEPT_ROWS }, () => new Float64Array(wide))
  let done = 0
  for (let row = 0; row < wide; row++) {
    const sourceRow = 2 * row + AROUND
    for (; done <= sourceRow + AROUND; done++) {
      const at = done * side + AROUND
      sumAlong(source, at, 1, 1, tents[done % KEPT_ROWS])
      if (done % 2 === 0) sumAlong(source, at, 2, 1.5, wideTents[(done / 2) % KEPT_ROWS])
    }
    fitRow(
      source,
      sourceRow * side + AROUND,
      side,
      [-1, 0, 1].map((step) => tents[(sourceRow + step) % KEPT_ROWS]),
      [0, 1, 2].map((step) => wideTents[(row + step) % KEPT_ROWS]),
      fitted.subarray(row * wide, (row + 1) * wide),
    )
  }
}

/** Pixels of one row; the first is at `from` of the source. Tents of the rows to its north, on it and to its south. */
function fitRow(
  source: Float64Array,
  from: number,
  side: number,
  [north, middle, south]: readonly Float64Array[],
  [wideNorth, wideMiddle, wideSouth]: readonly Float64Array[],
  fitted: Float64Array,
): void {
  for (let col = 0; col < fitted.length; col++) {
    const at = from + 2 * col
    const fine = middle[col] + (north[col] + south[col]) / 2
    const coarse = 1.5 * wideMiddle[col] + (wideNorth[col] + wideSouth[col]) / 4
    let miss = fine - coarse
    if (Number.isNaN(miss) && !Number.isNaN(source[at])) miss = missBesideVoid(source, at, side)
    fitted[col] = source[at] + FIT_STEP * miss
  }
}

/** A tent along one row: every pixel times `weight`, and half of what lies `step` half pixels to either side of it. */
function sumAlong(source: Float64Array, from: number, step: number, weight: number, sums: Float64Array): void {
  const share = 0.5 / step
  for (let col = 0; col < sums.length; col++) {
    const at = from + 2 * col
    sums[col] = weight * source[at] + share * (source[at - step] + source[at + step])
  }
}

/** The errors one by one, where some are unknown and count 0. */
function missBesideVoid(source: Float64Array, at: number, side: number): number {
  const nw = source[at - 2 * side - 2]
  const n = source[at - 2 * side]
  const ne = source[at - 2 * side + 2]
  const w = source[at - 2]
  const here = source[at]
  const e = source[at + 2]
  const sw = source[at + 2 * side - 2]
  const s = source[at + 2 * side]
  const se = source[at + 2 * side + 2]
  const straight =
    known(source[at - side] - (n + here) / 2) +
    known(source[at + side] - (s + here) / 2) +
    known(source[at - 1] - (w + here) / 2) +
    known(source[at + 1] - (e + here) / 2)
  const diagonal =
    known(source[at - side - 1] - (nw + n + w + here) / 4) +
    known(source[at - side + 1] - (ne + n + e + here) / 4) +
    known(source[at + side - 1] - (sw + s + w + here) / 4) +
    known(source[at + side + 1] - (se + s + e + here) / 4)
  return straight / 2 + diagonal / 4
}

function known(miss: number): number {
  return Number.isNaN(miss) ? 0 : miss
}
