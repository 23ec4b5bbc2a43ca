// The points of a profile, from the columns of its series.

import type { LinePoint } from './shown-line.ts'

interface Columns {
  lon: readonly (number | null)[]
  lat: readonly (number | null)[]
  elevationM: readonly (number | null)[]
}

/** [lon, lat, height], degrees and metres; the height is null in a void. */
export function profilePoints({ lon, lat, elevationM }: Columns): LinePoint[] {
  return elevationM.map((heightM, at): LinePoint => [lon[at]!, lat[at]!, heightM])
}

/** The same, part by part. */
export function profileParts(series: {
  columns: Columns
  parts: readonly { first: number; last: number }[]
}): LinePoint[][] {
  const points = profilePoints(series.columns)
  return series.parts.map(({ first, last }) => points.slice(first, last + 1))
}
