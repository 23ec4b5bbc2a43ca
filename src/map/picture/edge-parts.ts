// An edge of a shape that crosses a side of the picture, as parts.

/** x0, y0, x1, y1 of each part in order; what lies left of the picture is moved to its left side. */
export function partsOfEdge(x0: number, y0: number, x1: number, y1: number, width: number): Float64Array {
  const parts: number[] = []
  addParts(parts, x0, y0, x1, y1, width)
  return Float64Array.from(parts)
}

function addParts(parts: number[], x0: number, y0: number, x1: number, y1: number, width: number): void {
  if (x0 < 0 !== x1 < 0) {
    const y = y0 - (x0 * (y1 - y0)) / (x1 - x0)
    addParts(parts, Math.max(x0, 0), y0, 0, y, width)
    addParts(parts, 0, y, Math.max(x1, 0), y1, width)
  } else if (x0 > width !== x1 > width) {
    const y = y0 + ((width - x0) * (y1 - y0)) / (x1 - x0)
    if (x0 > width) addParts(parts, width, y, x1, y1, width)
    else addParts(parts, x0, y0, width, y, width)
  } else parts.push(x0, y0, x1, y1)
}
