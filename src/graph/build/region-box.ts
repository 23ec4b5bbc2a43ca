// The box of a region: from the headers of its files, else the extent of its network. Of a region across the
// antimeridian its west lies east of its east.

import type { Box } from '../../geo/lon-lat.ts'
import { WideningBox } from '../../geo/split-box.ts'

/** `headers`: null for a file without a box; `west > east` if it spans the antimeridian. Coordinates of all shapes. */
export function regionBox(headers: readonly (Box | null)[], lonE7: Int32Array, latE7: Int32Array): Box {
  const around = new WideningBox()
  for (let p = 0; p < lonE7.length; p++) around.add(lonE7[p] / 1e7, latE7[p] / 1e7)
  const box = around.box()
  // a header around both sides would span the whole world
  if (box[0] > box[2]) return box
  const whole = headers.filter((header) => header !== null).filter(([west, , east]) => west <= east)
  return expectedBox(headers) ?? whole.reduce<Box>(joined, box)
}

/**
 * The box that a region will have unless its network spans the antimeridian, from the headers alone; null if they do
 * not say.
 */
export function expectedBox(headers: readonly (Box | null)[]): Box | null {
  const headerBoxes = headers.filter((box) => box !== null)
  return headerBoxes.length === headers.length && headerBoxes.every(([west, , east]) => west <= east)
    ? headerBoxes.reduce(joined)
    : null
}

function joined(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}
