// `surfaces` (decision: layouts): metres by kind, mapped or assumed, and merged stretches along the line. A
// straight leg is unknown and has no source. The columns sum to the distance.

import { SURFACE_SOURCES } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { RouteLine } from './route-line.ts'
import type { Surfaces } from '../costs/way-types.ts'
import { SURFACE_KINDS, surfaceColumns, surfaceMetres } from '../../travel/surfaces.ts'

const UNKNOWN = SURFACE_KINDS.indexOf('unknown')
const MAPPED = SURFACE_SOURCES.indexOf('mapped')

export function surfacesOf(graph: RoutingGraph, line: RouteLine): Surfaces {
  const { edgeClass, classSurface, classSurfaceSource, classSurfaceTag } = graph.columns
  const { stepArc, stepAtDm, stepCount } = line
  const sumDm = SURFACE_KINDS.map(() => 0)
  let mappedDm = 0
  let assumedDm = 0
  const stretches: Surfaces['stretches'] = []
  let fromDm = 0
  let kind = -1
  let source = -1
  let tag = -1
  const close = (toDm: number) => {
    if (kind >= 0 && toDm > fromDm) {
      stretches.push({
        fromM: fromDm / 10,
        toM: toDm / 10,
        surface: SURFACE_KINDS[kind],
        tag: graph.string(tag),
        source: source < 0 ? null : SURFACE_SOURCES[source],
      })
    }
    fromDm = toDm
  }
  for (let i = 0; i < stepCount; i++) {
    const lengthDm = stepAtDm[i + 1] - stepAtDm[i]
    if (lengthDm === 0) continue
    const arc = stepArc[i]
    const k = arc < 0 ? -1 : edgeClass[arc >>> 1]
    const nextKind = k < 0 ? UNKNOWN : classSurface[k]
    const nextSource = k < 0 ? -1 : classSurfaceSource[k]
    const nextTag = k < 0 ? 0 : classSurfaceTag[k]
    sumDm[nextKind] += lengthDm
    if (nextKind !== UNKNOWN) {
      if (nextSource === MAPPED) mappedDm += lengthDm
      else assumedDm += lengthDm
    }
    if (nextKind !== kind || nextSource !== source || nextTag !== tag) {
      close(stepAtDm[i])
      kind = nextKind
      source = nextSource
      tag = nextTag
    }
  }
  close(stepAtDm[stepCount])
  return {
    ...surfaceColumns(surfaceMetres(sumDm.map((lengthDm) => lengthDm / 10))),
    mappedM: mappedDm / 10,
    assumedM: assumedDm / 10,
    stretches,
  }
}
