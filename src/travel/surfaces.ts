// The kinds of surface (decision: layouts) and the columns that count their metres. Inside, metres by kind are one
// record; answers and tables have fixed columns. Pure, so that the page may load it.

/** By index in `classSurface` of a network; append new ones. */
export const SURFACE_KINDS = ['unknown', 'paved', 'gravel', 'trail'] as const
export type SurfaceKind = (typeof SURFACE_KINDS)[number]

/** Whether a way of the kind is hard and even, as a road is. */
export const IS_PAVED: Record<SurfaceKind, boolean> = { paved: true, gravel: false, trail: false, unknown: false }

export type SurfaceColumn = 'pavedM' | 'gravelM' | 'trailM' | 'unknownM'
/** The column of each kind. A kind that the interface has no column for counts as unknown: the columns add up. */
export const SURFACE_COLUMN: Record<SurfaceKind, SurfaceColumn> = {
  paved: 'pavedM',
  gravel: 'gravelM',
  trail: 'trailM',
  unknown: 'unknownM',
}

export type SurfaceMetres = Record<SurfaceKind, number>
export type SurfaceColumns = Record<SurfaceColumn, number>

/** Metres by index of the kind, as one record. */
export function surfaceMetres(byIndex: ArrayLike<number>): SurfaceMetres {
  return Object.fromEntries(SURFACE_KINDS.map((kind, i) => [kind, byIndex[i]])) as SurfaceMetres
}

/** Metres by kind, as the columns of answers and tables. `columnOf`: the column of each kind. */
export function surfaceColumns<Kind extends string = SurfaceKind>(
  metres: Record<Kind, number>,
  columnOf: Record<Kind, SurfaceColumn> = SURFACE_COLUMN as Record<Kind, SurfaceColumn>,
): SurfaceColumns {
  const columns = { pavedM: 0, gravelM: 0, trailM: 0, unknownM: 0 }
  for (const kind in metres) columns[columnOf[kind]] += metres[kind]
  return columns
}
