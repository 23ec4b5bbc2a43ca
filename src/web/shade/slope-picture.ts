// Steep ground of a terrain tile in the classes that avalanche bulletins and ski maps use; what the model has no height
// for is hatched. Pure. One pass over a quarter of a million cells: plain loops over typed arrays.

export interface SlopeClass {
  fromDeg: number
  colour: readonly [red: number, green: number, blue: number]
}

export const SLOPE_CLASSES: readonly SlopeClass[] = [
  { fromDeg: 30, colour: [244, 220, 60] },
  { fromDeg: 35, colour: [244, 150, 40] },
  { fromDeg: 40, colour: [220, 50, 40] },
  { fromDeg: 45, colour: [120, 60, 170] },
]
const ALPHA = 150
/** Grey stripes in both pictures: unknown. */
const HATCH = { colour: [90, 90, 100], alpha: 130, everyPx: 12, widthPx: 3 } as const

/** Heights in metres by rows, one cell wider than the picture on each side; NaN: void. */
export interface HeightGrid {
  heights: Float32Array
  /** cells of the picture in a row and in a column */
  size: number
  cellM: number
}

/** RGBA, `size` times `size`; clear below the first class. */
export function slopePicture({ heights, size, cellM }: HeightGrid): Uint8ClampedArray<ArrayBuffer> {
  const picture = new Uint8ClampedArray(size * size * 4)
  const wide = size + 2
  const limits = SLOPE_CLASSES.map(({ fromDeg }) => Math.tan((fromDeg * Math.PI) / 180) ** 2)
  for (let y = 0, out = 0; y < size; y++)
    for (let x = 0; x < size; x++, out += 4) {
      const at = (y + 1) * wide + x + 1
      const east = (heights[at + 1] - heights[at - 1]) / (2 * cellM)
      const south = (heights[at + wide] - heights[at - wide]) / (2 * cellM)
      const steep = east * east + south * south
      if (Number.isNaN(steep) || Number.isNaN(heights[at])) hatch(picture, out, x, y)
      else if (steep >= limits[0]) {
        let found = 0
        while (found + 1 < limits.length && steep >= limits[found + 1]) found++
        const { colour } = SLOPE_CLASSES[found]
        picture[out] = colour[0]
        picture[out + 1] = colour[1]
        picture[out + 2] = colour[2]
        picture[out + 3] = ALPHA
      }
    }
  return picture
}

export function hatch(picture: Uint8ClampedArray, out: number, x: number, y: number): void {
  if ((x + y) % HATCH.everyPx >= HATCH.widthPx) return
  picture[out] = HATCH.colour[0]
  picture[out + 1] = HATCH.colour[1]
  picture[out + 2] = HATCH.colour[2]
  picture[out + 3] = HATCH.alpha
}
