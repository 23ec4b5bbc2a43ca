// HOT: npm run bench -- basemap
// The box of every feature is compared with every tile near it, so boxes are four numbers in a column.
//
// Boxes in world units: minX, minY, maxX, maxY at [b], [b + 1], ... of a column.

/** Sides of a box, inclusive. */
export interface UnitBox {
  minX: number
  minY: number
  maxX: number
  maxY: number
}

/** Writes the box of vertices [from, to), of which there must be one, to boxes[at] and after it. */
export function putBox(coords: Int32Array, from: number, to: number, boxes: Int32Array, at: number): void {
  let minX = coords[2 * from]
  let minY = coords[2 * from + 1]
  let maxX = minX
  let maxY = minY
  for (let v = from + 1; v < to; v++) {
    const x = coords[2 * v]
    const y = coords[2 * v + 1]
    if (x < minX) minX = x
    else if (x > maxX) maxX = x
    if (y < minY) minY = y
    else if (y > maxY) maxY = y
  }
  boxes[at] = minX
  boxes[at + 1] = minY
  boxes[at + 2] = maxX
  boxes[at + 3] = maxY
}

/** What two boxes share; empty, with a side beyond its opposite, where they are apart. */
export function intersection(a: UnitBox, b: UnitBox): UnitBox {
  return {
    minX: Math.max(a.minX, b.minX),
    minY: Math.max(a.minY, b.minY),
    maxX: Math.min(a.maxX, b.maxX),
    maxY: Math.min(a.maxY, b.maxY),
  }
}

/** Whether the box at [b] lies entirely outside another. */
export function isApart(boxes: Int32Array, b: number, box: UnitBox): boolean {
  return boxes[b] > box.maxX || boxes[b + 2] < box.minX || boxes[b + 1] > box.maxY || boxes[b + 3] < box.minY
}

/** Whether the box at [b] lies entirely inside another. */
export function isInside(boxes: Int32Array, b: number, box: UnitBox): boolean {
  return boxes[b] >= box.minX && boxes[b + 2] <= box.maxX && boxes[b + 1] >= box.minY && boxes[b + 3] <= box.maxY
}
