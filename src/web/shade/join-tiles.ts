// A tile of heights with what lies around it, from its neighbours. Where there is no neighbour the ground goes on as it
// comes to the edge, so that an edge is no cliff; beyond that it is void. Pure.

/** By column and row beside the tile: `[0, 0]` is the tile itself. */
export type NeighbourOf = (column: number, row: number) => Float32Array | null

export interface Around {
  west: number
  east: number
  north: number
  south: number
}

/** Rows of `west + size + east` cells; each side at most `size` wide. */
export function joinTiles(size: number, around: Around, neighbour: NeighbourOf): Float32Array {
  const { west, east, north, south } = around
  const wide = west + size + east
  const tall = north + size + south
  const joined = new Float32Array(wide * tall).fill(Number.NaN)
  const spans = (before: number, after: number): [step: number, from: number, to: number][] => [
    [-1, size - before, size],
    [0, 0, size],
    [1, 0, after],
  ]
  for (const [row, top, bottom] of spans(north, south))
    for (const [column, left, right] of spans(west, east)) {
      const tile = left < right && top < bottom ? neighbour(column, row) : null
      if (tile === null) continue
      for (let y = top; y < bottom; y++)
        joined.set(
          tile.subarray(y * size + left, y * size + right),
          (north + row * size + y) * wide + west + column * size + left,
        )
    }
  goOn(joined, wide, { size, left: west, top: north, tall })
  return joined
}

/** One cell beyond each edge of the tile that has no neighbour, in a straight line from the last two. */
function goOn(
  joined: Float32Array,
  wide: number,
  { size, left, top, tall }: { size: number; left: number; top: number; tall: number },
): void {
  const put = (at: number, edge: number, inner: number) => {
    if (Number.isNaN(joined[at])) joined[at] = 2 * joined[edge] - joined[inner]
  }
  for (let i = 0; i < size; i++) {
    const row = (top + i) * wide
    if (left > 0) put(row + left - 1, row + left, row + left + 1)
    if (left + size < wide) put(row + left + size, row + left + size - 1, row + left + size - 2)
    const column = left + i
    if (top > 0) put((top - 1) * wide + column, top * wide + column, (top + 1) * wide + column)
    if (top + size < tall)
      put((top + size) * wide + column, (top + size - 1) * wide + column, (top + size - 2) * wide + column)
  }
}
