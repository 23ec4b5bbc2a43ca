// Reduces a shape to what a zoom and those above it need.

import type { Shape } from './clip-shape.ts'

/**
 * A shape with the vertices that are needed at `zoom` or above; null where nothing is left. Rings that have no area
 * then are left out, an outer one with its inner ones.
 */
export function keepToZoom(shape: Shape, isArea: boolean, zoom: number): Shape | null {
  const { coords, zooms, partStart, first, last } = shape
  const most = partStart[last] - partStart[first]
  const kept: Shape = {
    coords: new Int32Array(2 * most),
    zooms: new Uint8Array(most),
    partStart: new Uint32Array(last - first + 1),
    inner: new Uint8Array(last - first),
    first: 0,
    last: 0,
  }
  let count = 0
  let hasOuter = false
  for (let p = first; p < last; p++) {
    const isInner = shape.inner[p] === 1
    if (isInner && !hasOuter) continue
    const start = count
    for (let v = partStart[p]; v < partStart[p + 1]; v++) {
      if (zooms[v] > zoom) continue
      kept.coords[2 * count] = coords[2 * v]
      kept.coords[2 * count + 1] = coords[2 * v + 1]
      kept.zooms[count++] = zooms[v]
    }
    const isLeft = !isArea || count - start >= 4
    if (!isInner) hasOuter = isLeft
    if (isLeft) {
      kept.inner[kept.last++] = shape.inner[p]
      kept.partStart[kept.last] = count
    } else count = start
  }
  return kept.last === 0 ? null : kept
}
