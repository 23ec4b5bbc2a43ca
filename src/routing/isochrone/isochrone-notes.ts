// What is not known of the ways within reach, in metres of them (unknowns of `reach/1`).

import { DEG_TO_RAD, M_PER_DEG_LAT, type Box } from '../../geo/lon-lat.ts'
import type { NetworkMeta } from '../../graph/network-file.ts'
import { NO_CLIMB_DM, type RoutingGraph } from '../../graph/routing-graph.ts'
import { ACCESS, LIT_UNTAGGED, SURFACE_SOURCES } from '../../osm/edge-facts.ts'
import type { Unknown } from '../../unknowns.ts'
import type { Profile } from '../costs/request-types.ts'
import { DatedEdges } from '../dates/dated-edges.ts'
import { keepByTravel } from '../directions/keep-by-travel.ts'
import { isPathClass } from '../details/route-difficulty.ts'
import { toDistance } from '../legs/snap-waypoints.ts'
import type { ReachInput } from './isochrone-types.ts'
import type { EdgeParts } from './reached-edges.ts'
import { SURFACE_KINDS } from '../../travel/surfaces.ts'

/** What is reached so near the edge of the map may go on beyond it. */
const EDGE_M = 250
const CONDITIONAL = ACCESS.indexOf('conditional')

/** What may be unknown of a class of ways. */
const FACT = { conditional: 1, unlit: 2, assumed: 4, surface: 8, untagged: 16 } as const
const FACT_SETS = 32

/** `metUnknown`: a ferry was not taken because its duration is not mapped. */
export function unknownsOfIsochrone(
  graph: RoutingGraph,
  { avoid }: ReachInput,
  profile: Profile,
  parts: EdgeParts,
  metUnknown: boolean,
): Unknown[] {
  const { edgeClass, edgeLengthMm, edgeAscentDm } = graph.columns
  const facts = unknownFacts(graph, profile)
  const dated = DatedEdges.of(graph)
  const metresBySet = new Float64Array(FACT_SETS)
  const metres = { dated: 0, height: 0 }
  for (let i = 0; i < parts.count; i++) {
    const edge = parts.edge[i]
    const lengthM = (edgeLengthMm[edge] / 1000) * (parts.to[i] - parts.from[i])
    metresBySet[facts[edgeClass[edge]]] += lengthM
    if (dated.mayClose(edge * 2, profile) || dated.mayClose(edge * 2 + 1, profile)) metres.dated += lengthM
    if (edgeAscentDm[edge] === NO_CLIMB_DM) metres.height += lengthM
  }
  const withFact = (fact: number) => metresBySet.reduce((sum, m, set) => ((set & fact) === 0 ? sum : sum + m), 0)
  const unknowns: Unknown[] = []
  const tell = (code: Unknown['code'], lengthM: number, words: (distance: string) => string) => {
    if (lengthM >= 0.5) unknowns.push({ code, message: words(toDistance(lengthM)) })
  }
  tell(
    'access_conditional',
    withFact(FACT.conditional),
    (d) => `Access to ${d} depends on conditions that were not evaluated.`,
  )
  tell('dated_access', metres.dated, (d) => `${d} are closed, or may be, at times of the year or of the day.`)
  if (avoid?.kinds?.includes('unlit') === true)
    tell('lighting_unknown', withFact(FACT.unlit), (d) => `Whether ${d} are lit is not mapped: they may be dark.`)
  tell('surface_assumed', withFact(FACT.assumed), (d) => `The surface of ${d} is assumed from the kind of way.`)
  tell('surface_unknown', withFact(FACT.surface), (d) => `The surface of ${d} is not known.`)
  tell(
    'sac_untagged',
    withFact(FACT.untagged),
    (d) => `${d} of path have no difficulty grade: they may be of any grade.`,
  )
  tell('height_unknown', metres.height, (d) => `The terrain has no height along ${d}, which count as level.`)
  if (comesToEdge(graph, parts))
    unknowns.push({
      code: 'map_edge',
      message: 'The map ends beside what is reached: how far one gets beyond its edge is not known.',
    })
  if (metUnknown)
    unknowns.push({
      code: 'ferry_time_unknown',
      message: 'The duration of a ferry is not mapped; what lies beyond it is left out.',
    })
  return unknowns
}

const factsOf = keepByTravel(() => ({ byClass: null as Uint8Array | null }))

/** By class, bits of FACT; made once per network and kind of travel. */
function unknownFacts(graph: RoutingGraph, profile: Profile): Uint8Array {
  const kept = factsOf(graph, profile)
  if (kept.byClass !== null) return kept.byClass
  const { classSurface, classSurfaceSource, classSac, classMtb, classLit } = graph.columns
  const { classFootForward, classFootBackward, classBikeForward, classBikeBackward } = graph.columns
  const byBike = profile === 'bike'
  const forward = byBike ? classBikeForward : classFootForward
  const backward = byBike ? classBikeBackward : classFootBackward
  const grade = byBike ? classMtb : classSac
  return (kept.byClass = Uint8Array.from({ length: graph.classCount }, (_, k) => {
    const isUnknown = SURFACE_KINDS[classSurface[k]] === 'unknown'
    const isAssumed = SURFACE_SOURCES[classSurfaceSource[k]] === 'class_default'
    return (
      (forward[k] === CONDITIONAL || backward[k] === CONDITIONAL ? FACT.conditional : 0) |
      ((classLit?.[k] ?? LIT_UNTAGGED) === LIT_UNTAGGED ? FACT.unlit : 0) |
      (isUnknown ? FACT.surface : isAssumed ? FACT.assumed : 0) |
      (grade[k] === 0 && isPathClass(graph, k) ? FACT.untagged : 0)
    )
  }))
}

/** Whether an edge of the parts ends beside the box of the map, or outside it. */
function comesToEdge(graph: RoutingGraph, { count, edge }: EdgeParts): boolean {
  const { edgeFrom, edgeTo } = graph.columns
  const isAtEdge = nodesAtEdge(graph)
  for (let i = 0; i < count; i++) if ((isAtEdge[edgeFrom[edge[i]]] | isAtEdge[edgeTo[edge[i]]]) === 1) return true
  return false
}

/** Across the antimeridian its west lies east of its east. */
function wholeBox({ bbox, beyond }: NetworkMeta): Box {
  if (beyond === undefined) return bbox
  const [east, west] = bbox[0] < beyond[0] ? [bbox, beyond] : [beyond, bbox]
  return [west[0], Math.min(bbox[1], beyond[1]), east[2], Math.max(bbox[3], beyond[3])]
}

const atEdgeOf = new WeakMap<RoutingGraph, Uint8Array>()

/** By junction; made once per network. */
function nodesAtEdge(graph: RoutingGraph): Uint8Array {
  let isAtEdge = atEdgeOf.get(graph)
  if (isAtEdge !== undefined) return isAtEdge
  const { nodeLonE7, nodeLatE7 } = graph.columns
  const [west, south, east, north] = wholeBox(graph.meta)
  const marginLat = EDGE_M / M_PER_DEG_LAT
  const marginLon = marginLat / Math.cos(Math.max(Math.abs(south), Math.abs(north)) * DEG_TO_RAD)
  const widthDeg = (east - west + 360) % 360 || 360
  isAtEdge = new Uint8Array(graph.nodeCount)
  for (let node = 0; node < graph.nodeCount; node++) {
    const lat = nodeLatE7[node] / 1e7
    const eastOfWest = (nodeLonE7[node] / 1e7 - west + 360) % 360
    if (
      lat < south + marginLat ||
      lat > north - marginLat ||
      (widthDeg < 360 && (eastOfWest < marginLon || eastOfWest > widthDeg - marginLon))
    )
      isAtEdge[node] = 1
  }
  atEdgeOf.set(graph, isAtEdge)
  return isAtEdge
}
