// Which edges a request closes: as a whole, or a part of them. No path passes over an edge of which any part is closed,
// but one may begin and end on the rest of it.

export interface ClosedEdges {
  /** whether any part of the edge is closed */
  (edge: number): boolean
  /** whether all of it is; absent: wherever a part is */
  isWhole?: (edge: number) => boolean
  /** whether a part between two places is, in millimetres from edgeFrom; absent: wherever any part is */
  isPart?: (edge: number, fromMm: number, toMm: number) => boolean
}

export function isWhollyClosed(isClosed: ClosedEdges, edge: number): boolean {
  return isClosed(edge) && (isClosed.isWhole?.(edge) ?? true)
}

/** In either order of the places. */
export function isPartClosed(isClosed: ClosedEdges, edge: number, aMm: number, bMm: number): boolean {
  return isClosed(edge) && (isClosed.isPart?.(edge, Math.min(aMm, bMm), Math.max(aMm, bMm)) ?? true)
}

/** What either closes; null: nothing is closed. */
export function eitherClosed(a: ClosedEdges | null, b: ClosedEdges | null): ClosedEdges | null {
  if (a === null || b === null) return a ?? b
  return Object.assign((edge: number) => a(edge) || b(edge), {
    isWhole: (edge: number) => isWhollyClosed(a, edge) || isWhollyClosed(b, edge),
    isPart: (edge: number, fromMm: number, toMm: number) =>
      isPartClosed(a, edge, fromMm, toMm) || isPartClosed(b, edge, fromMm, toMm),
  })
}
