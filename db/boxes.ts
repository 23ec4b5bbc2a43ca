// Many boxes in one statement: their parts as a box index takes them, and which of its entries lie in which.

import { type Box, holdsPoint } from '../src/geo/lon-lat.ts'
import { splitBox } from '../src/geo/split-box.ts'

/** Numbered by their box; one across the antimeridian has two. */
export const partsOf = (boxes: readonly Box[]): { point: number; box: Box }[] =>
  boxes.flatMap((box, point) => splitBox(box).map((part) => ({ point, box: part })))

/** Rows by box, each once, in their order. The boxes of an index are wider than a place by rounding. */
export function keysOfBoxes<Row extends { point: number; id: number; lon: number; lat: number }>(
  boxes: readonly Box[],
  rows: readonly Row[],
): Omit<Row, 'point'>[][] {
  const parts = boxes.map(splitBox)
  const found = boxes.map(() => new Map<number, Omit<Row, 'point'>>())
  for (const { point, ...key } of rows)
    if (parts[point].some((part) => holdsPoint(part, key.lon, key.lat))) found[point].set(key.id, key)
  return found.map((keys) => [...keys.values()])
}
