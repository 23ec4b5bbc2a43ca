// `hazards`: fords, aided passages and via ferratas placed in metres along the line. A hazard at a junction is on both
// edges in the network and is reported once; adjoining hazards of one kind are one hazard.

import { HAZARD_KINDS } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { RouteLine } from './route-line.ts'
import type { Hazard } from '../costs/way-types.ts'

/** First hazard of every edge that has one; computed once per network. */
export function indexHazards(graph: RoutingGraph): Map<number, number> {
  const first = new Map<number, number>()
  const { hazardEdge } = graph.columns
  for (let h = hazardEdge.length - 1; h >= 0; h--) first.set(hazardEdge[h], h)
  return first
}

export function hazardsOf(graph: RoutingGraph, firstHazard: ReadonlyMap<number, number>, line: RouteLine): Hazard[] {
  if (firstHazard.size === 0) return []
  const { hazardEdge, hazardKind, hazardFromMm, hazardToMm, hazardWayId, edgeLengthMm } = graph.columns
  const { stepArc, stepAlongMm, stepAtMm, stepCount } = line
  const found: { kind: number; fromMm: number; toMm: number; wayId: number }[] = []
  for (let i = 0; i < stepCount; i++) {
    const arc = stepArc[i]
    if (arc < 0) continue
    const edge = arc >>> 1
    const first = firstHazard.get(edge)
    if (first === undefined) continue
    const startMm = stepAlongMm[i]
    const endMm = startMm + stepAtMm[i + 1] - stepAtMm[i]
    for (let h = first; h < hazardEdge.length && hazardEdge[h] === edge; h++) {
      let fromMm = hazardFromMm[h]
      let toMm = hazardToMm[h]
      if ((arc & 1) === 1) [fromMm, toMm] = [edgeLengthMm[edge] - toMm, edgeLengthMm[edge] - fromMm]
      if (toMm < startMm || fromMm > endMm) continue
      const isPoint = fromMm === toMm
      fromMm = Math.max(fromMm, startMm)
      toMm = Math.min(toMm, endMm)
      if (!isPoint && fromMm === toMm && endMm > startMm) continue // the line only touches its end
      found.push({
        kind: hazardKind[h],
        fromMm: stepAtMm[i] + fromMm - startMm,
        toMm: stepAtMm[i] + toMm - startMm,
        wayId: hazardWayId[h],
      })
    }
  }
  found.sort((a, b) => a.fromMm - b.fromMm || a.toMm - b.toMm)
  const merged: typeof found = []
  const lastOfKind: (typeof found)[number][] = []
  for (const hazard of found) {
    const last = lastOfKind[hazard.kind]
    if (last !== undefined && hazard.fromMm <= last.toMm) {
      last.toMm = Math.max(last.toMm, hazard.toMm)
      continue
    }
    merged.push(hazard)
    lastOfKind[hazard.kind] = hazard
  }
  return merged.map(({ kind, fromMm, toMm, wayId }) => {
    const fromDm = Math.round(fromMm / 100)
    const toDm = Math.round(toMm / 100)
    return {
      kind: HAZARD_KINDS[kind],
      fromM: fromDm / 10,
      toM: toDm / 10,
      lengthM: (toDm - fromDm) / 10,
      wayId: wayId > 0 ? wayId : null,
    }
  })
}
