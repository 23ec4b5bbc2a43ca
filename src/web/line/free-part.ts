// The part of the map that nothing lies over: where a line is to be seen whole. Pure.

/** In pixels, the origin at the top left. */
export interface PixelBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** More than this many things over the map are not looked at: each multiplies the cases by up to four. */
const MAX_OBSTACLES = 8

/**
 * The rectangle without any obstacle in which a shape of so many pixels can be drawn largest; of equal ones the one
 * with the larger area. Exact: a rectangle that avoids an obstacle lies wholly on one of its four sides.
 */
export function freePart(
  whole: PixelBox,
  obstacles: readonly PixelBox[],
  shape: { width: number; height: number },
): PixelBox {
  const scale = ({ left, top, right, bottom }: PixelBox) =>
    Math.min((right - left) / Math.max(1, shape.width), (bottom - top) / Math.max(1, shape.height))
  const area = ({ left, top, right, bottom }: PixelBox) => (right - left) * (bottom - top)
  const isBetter = (one: PixelBox, than: PixelBox) =>
    scale(one) > scale(than) || (scale(one) === scale(than) && area(one) > area(than))
  let best: PixelBox = { left: whole.left, top: whole.top, right: whole.left, bottom: whole.top }
  const search = (box: PixelBox, rest: readonly PixelBox[]): void => {
    if (!isBetter(box, best)) return
    const over = rest.find((one) => overlaps(one, box))
    if (over === undefined) {
      best = box
      return
    }
    const others = rest.filter((one) => one !== over)
    const sides = [
      { ...box, right: Math.min(box.right, over.left) },
      { ...box, left: Math.max(box.left, over.right) },
      { ...box, bottom: Math.min(box.bottom, over.top) },
      { ...box, top: Math.max(box.top, over.bottom) },
    ]
    for (const side of sides) if (side.right > side.left && side.bottom > side.top) search(side, others)
  }
  search(whole, obstacles.slice(0, MAX_OBSTACLES))
  return best
}

function overlaps(one: PixelBox, other: PixelBox): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
}
