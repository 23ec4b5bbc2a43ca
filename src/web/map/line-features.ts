// What of a line is drawn in which colour: one kind of stretch per legend entry, the same in map, bar and chart.
// Unknown is a kind of its own and drawn broken, never in the colour of something known. What is assumed has the colour
// of its kind under a row of white dots.

import { KIND_COLOURS, type LineKind } from './palette.ts'
import type { Colouring } from '../plan/plan.ts'
import { type Piece, type ShownLine, cutLine } from '../line/shown-line.ts'
import { slopePieces } from '../line/steepness.ts'

/** Stretches are rounded to 0.1 m; shorter gaps between them come from rounding. */
const SLIVER_M = 0.6

export interface KindPiece {
  fromM: number
  toM: number
  kind: LineKind
  /** not mapped, but taken from the kind of way */
  isAssumed?: true
}

/** Pieces that cover the whole line without gaps or overlaps, in order; none for a line of one plain colour. */
export function kindPieces(line: ShownLine, colouring: Colouring): KindPiece[] {
  if (line.plainColour !== null) return []
  const given: readonly Piece[] | null =
    colouring === 'surface' ? line.surfaces : colouring === 'sac' ? line.grades : slopePieces(line)
  const between: LineKind = colouring !== 'sac' || given === null ? 'UNKNOWN' : 'NONE'
  const pieces: KindPiece[] = []
  const put = (fromM: number, toM: number, kind: LineKind, isAssumed = false) => {
    if (toM - fromM < SLIVER_M) return
    const last = pieces.at(-1)
    const isSame = last?.kind === kind && (last.isAssumed ?? false) === isAssumed
    if (last !== undefined && isSame && fromM - last.toM < SLIVER_M) last.toM = toM
    else pieces.push({ fromM, toM, kind, ...(isAssumed ? { isAssumed } : {}) })
  }
  let at = 0
  for (const piece of [...(given ?? [])].sort((a, b) => a.fromM - b.fromM)) {
    const from = Math.max(at, piece.fromM)
    const to = Math.min(line.lengthM, piece.toM)
    if (to <= from) continue
    put(at, from, between)
    const kind = kindOf(piece)
    put(from, to, kind, kind !== 'UNKNOWN' && piece.isAssumed === true)
    at = to
  }
  put(at, line.lengthM, between)
  // heights are those of the line, whether it follows a way or not
  return line.unmatched.length === 0 || colouring === 'slope' ? pieces : withUnmatched(pieces, line.unmatched)
}

/** A stretch that follows no way is unknown, whatever lies beside it. */
function withUnmatched(
  pieces: readonly KindPiece[],
  unmatched: readonly { fromM: number; toM: number }[],
): KindPiece[] {
  return pieces.flatMap((piece) => {
    let rest = [piece]
    for (const { fromM, toM } of unmatched) {
      rest = rest.flatMap((one) => {
        if (toM <= one.fromM || fromM >= one.toM || one.kind === 'UNKNOWN') return [one]
        const cut: KindPiece[] = [
          { ...one, toM: fromM },
          { fromM: Math.max(one.fromM, fromM), toM: Math.min(one.toM, toM), kind: 'UNKNOWN' },
          { ...one, fromM: toM },
        ]
        return cut.filter((part) => part.toM > part.fromM)
      })
    }
    return rest
  })
}

function kindOf({ kind }: Piece): LineKind {
  return kind !== null && kind in KIND_COLOURS ? (kind as LineKind) : 'UNKNOWN'
}

/** What of the pieces lies between two distances. */
export function clampedPieces(pieces: readonly KindPiece[], fromM: number, toM: number): KindPiece[] {
  return pieces
    .map((piece) => ({ ...piece, fromM: Math.max(fromM, piece.fromM), toM: Math.min(toM, piece.toM) }))
    .filter((piece) => piece.toM > piece.fromM)
}

/** Metres of each kind that occurs, in the order of the legend. */
export function kindLengths(pieces: readonly KindPiece[]): { kind: LineKind; lengthM: number }[] {
  const sums = new Map<LineKind, number>()
  for (const { kind, fromM, toM } of pieces) sums.set(kind, (sums.get(kind) ?? 0) + toM - fromM)
  return (Object.keys(KIND_COLOURS) as LineKind[]).flatMap((kind) =>
    sums.has(kind) ? [{ kind, lengthM: sums.get(kind)! }] : [],
  )
}

export interface LineFeature {
  type: 'Feature'
  properties: { kind: LineKind | 'PLAIN'; colour: string; known: boolean; assumed: boolean }
  geometry: { type: 'MultiLineString'; coordinates: [number, number][][] }
}

/** GeoJSON of the pieces, for the map. */
export function lineFeatures(line: ShownLine, colouring: Colouring): LineFeature[] {
  if (line.plainColour !== null)
    return [
      {
        type: 'Feature',
        properties: { kind: 'PLAIN', colour: line.plainColour, known: true, assumed: false },
        geometry: { type: 'MultiLineString', coordinates: cutLine(line, 0, line.lengthM) },
      },
    ]
  return kindPieces(line, colouring).map(({ fromM, toM, kind, isAssumed = false }) => ({
    type: 'Feature',
    properties: { kind, colour: KIND_COLOURS[kind], known: kind !== 'UNKNOWN', assumed: isAssumed },
    geometry: { type: 'MultiLineString', coordinates: cutLine(line, fromM, toM) },
  }))
}
