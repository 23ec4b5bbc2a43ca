// How far two pictures of one page differ, whatever the fonts and the graphics of a machine make of its edges.

import sharp from 'sharp'

/** Edges of letters and lines vanish in cells as wide as a line of text is high. */
const CELL_PX = 16
/** Of 255, in one of the three colours of a cell. */
const TOLERANCE = 30

/** 0: alike; 1: other in every cell. `width` and `height`: of what is shown, whatever the pictures have. */
export async function shareThatDiffers(
  one: Buffer,
  other: Buffer,
  { width, height }: { width: number; height: number },
): Promise<number> {
  const [across, down] = [Math.round(width / CELL_PX), Math.round(height / CELL_PX)]
  const cells = (picture: Buffer) =>
    sharp(picture).removeAlpha().toColourspace('srgb').resize(across, down, { fit: 'fill' }).raw().toBuffer()
  const [a, b] = await Promise.all([cells(one), cells(other)])
  let count = 0
  for (let at = 0; at < a.length; at += 3)
    if ([0, 1, 2].some((colour) => Math.abs(a[at + colour] - b[at + colour]) > TOLERANCE)) count++
  return count / (across * down)
}
