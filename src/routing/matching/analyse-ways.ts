// `match.segments` of an analysis: one row per way followed without a break, in metres and points of the supplied line,
// with the matched metres of network. Ways followed for less than a decimetre are left out of the list, not out of the
// figures.

import { SURFACE_KINDS, SURFACE_SOURCES } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { WayMatch } from './analyse-types.ts'
import { placesOnLine } from './analyse-line.ts'
import type { MatchedTrace } from './match-types.ts'

export function wayMatches(graph: RoutingGraph, matched: MatchedTrace): WayMatch[] {
  const { edgeClass, classHighway, classSac, classSurface, classSurfaceSource } = graph.columns
  const rows: WayMatch[] = []
  for (const segment of matched.segments) {
    const { stepArc, stepAtMm, stepCount } = segment.line
    const placeOf = placesOnLine(matched, segment)
    let point = segment.fromIndex
    for (let first = 0; first < stepCount; ) {
      const edge = stepArc[first] >>> 1
      let end = first + 1
      while (
        end < stepCount &&
        graph.wayIdOf(stepArc[end] >>> 1) === graph.wayIdOf(edge) &&
        edgeClass[stepArc[end] >>> 1] === edgeClass[edge]
      )
        end++
      const fromMm = first === 0 ? segment.fromMm : placeOf(stepAtMm[first])
      const toMm = end === stepCount ? segment.toMm : placeOf(stepAtMm[end])
      while (point < segment.toIndex && matched.atMm[point + 1] <= fromMm) point++
      let last = point
      while (last < segment.toIndex && matched.atMm[last] < toMm) last++
      const k = edgeClass[edge]
      const surface = SURFACE_KINDS[classSurface[k]]
      if (Math.round(toMm / 100) > Math.round(fromMm / 100)) {
        rows.push({
          fromM: Math.round(fromMm / 100) / 10,
          toM: Math.round(toMm / 100) / 10,
          fromIndex: point,
          toIndex: last,
          wayId: graph.wayIdOf(edge),
          highway: graph.string(classHighway[k]) ?? 'unknown',
          name: graph.nameOf(edge),
          surface,
          surfaceSource: surface === 'unknown' ? null : SURFACE_SOURCES[classSurfaceSource[k]],
          sacScale: classSac[k] >= 1 && classSac[k] <= 6 ? classSac[k] : null,
          networkM: Math.round((stepAtMm[end] - stepAtMm[first]) / 100) / 10,
        })
      }
      first = end
    }
  }
  return rows
}
