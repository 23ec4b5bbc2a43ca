// A matched line -> the answer of `POST /engine/trace_attributes` (decision: matching): edges as travelled, every
// point's place, the matched line of each unbroken segment, and the stretches on no way. `shape` holds the segments one
// after another; indexes of edges count in it. No edge and no part of the shape represents an unmatched stretch.

import { bearingDeg } from '../../geo/lon-lat.ts'
import { encodePolyline6 } from '../../geo/polyline.ts'
import { SURFACE_SOURCES } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { segmentAt } from './near-stretches.ts'
import { MATCHED_BICYCLE } from './match-costs.ts'
import type { MatchedSegment, MatchedTrace, TravelMode } from './match-types.ts'
import { isPushed } from '../costs/pushing.ts'
import type { RouteLine } from '../details/route-line.ts'
import type { MatchJob, TraceAnswer, TraceEdge, TraceFilters, TracePoint, UnmatchedPart } from './trace-types.ts'
import { roundTo } from '../../wire/numbers.ts'
import { toCamel } from '../../wire/key-case.ts'
import { SURFACE_KINDS, type SurfaceKind } from '../../travel/surfaces.ts'

const UNKNOWN_SURFACE = SURFACE_KINDS.indexOf('unknown')

/** With filters applied: members that were not requested are left out. */
export function traceAnswer(
  graph: RoutingGraph,
  job: MatchJob,
  matched: MatchedTrace,
  tileRelease: string,
): Partial<TraceAnswer> {
  const edges: TraceEdge[] = []
  const firstEdge: number[] = []
  const lonE6: number[] = []
  const latE6: number[] = []
  for (const { line } of matched.segments) {
    firstEdge.push(edges.length)
    for (let step = 0; step < line.stepCount; step++) edges.push(edgeOf(graph, job.mode, line, step, lonE6.length))
    for (let i = 0; i < line.lonE6.length; i++) {
      lonE6.push(line.lonE6[i])
      latE6.push(line.latE6[i])
    }
  }
  const answer: TraceAnswer = {
    edges,
    matchedPoints: pointsOf(graph, job, matched, firstEdge),
    shape: encodePolyline6(lonE6, latE6),
    segments: matched.segments.map(({ line, fromIndex, toIndex }) => ({
      shape: encodePolyline6(line.lonE6, line.latE6),
      fromIndex,
      toIndex,
    })),
    unmatched: unmatchedParts(matched),
    lengths: {
      traceM: roundTo(matched.traceM, 10),
      matchedM: roundTo(matched.matchedM, 10),
      networkM: roundTo(matched.networkM, 10),
    },
    units: 'kilometers',
    tileRelease,
  }
  return job.filters === null ? answer : filterTrace(answer, job.filters)
}

/** Stretches without a way, placed along the supplied line. */
export function unmatchedParts({ unmatched }: MatchedTrace): UnmatchedPart[] {
  return unmatched.map(({ fromIndex, toIndex, fromMm, toMm, reason }) => ({
    fromIndex,
    toIndex,
    fromM: roundTo(fromMm / 1000, 10),
    toM: roundTo(toMm / 1000, 10),
    reason,
  }))
}

function edgeOf(graph: RoutingGraph, mode: TravelMode, line: RouteLine, step: number, firstPoint: number): TraceEdge {
  const { edgeClass, edgeLengthMm, classHighway, classSac, classSurface, classSurfaceSource } = graph.columns
  const { stepArc, stepAtMm, stepAlongMm, stepFirstPoint } = line
  const arc = stepArc[step]
  const id = arc >>> 1
  const k = edgeClass[id]
  const highway = graph.string(classHighway[k]) ?? 'road'
  const lengthMm = stepAtMm[step + 1] - stepAtMm[step]
  const from = stepFirstPoint[step]
  const to = Math.max(from, stepFirstPoint[step + 1])
  const names = [graph.nameOf(id), graph.refOf(id)].filter((name) => name !== null)
  const edge: TraceEdge = {
    wayId: graph.wayIdOf(id),
    length: roundTo(lengthMm / 1e6, 1e6),
    surface: surfaceWord(graph, k),
    surfaceSource: classSurface[k] === UNKNOWN_SURFACE ? null : SURFACE_SOURCES[classSurfaceSource[k]],
    use: useWord(highway),
    sacScale: classSac[k] >= 1 && classSac[k] <= 6 ? classSac[k] : null,
    roadClass: roadClassWord(highway),
    beginHeading: heading(line, from, Math.min(from + 1, to)),
    endHeading: heading(line, Math.max(from, to - 1), to),
    beginShapeIndex: firstPoint + from,
    endShapeIndex: firstPoint + to,
  }
  if (names.length > 0) edge.names = names
  if (stepAlongMm[step] > 0) edge.sourcePercentAlong = roundTo(stepAlongMm[step] / edgeLengthMm[id], 1e4)
  if (stepAlongMm[step] + lengthMm < edgeLengthMm[id])
    edge.targetPercentAlong = roundTo((stepAlongMm[step] + lengthMm) / edgeLengthMm[id], 1e4)
  if (mode === 'bike' && isPushed(graph, arc, MATCHED_BICYCLE)) edge.push = true
  addHeights(edge, line, from, to, lengthMm)
  return edge
}

/** Mean height and grade, if every height along the edge is known. */
function addHeights(edge: TraceEdge, { heightM, atMm }: RouteLine, from: number, to: number, lengthMm: number): void {
  let sum = 0
  for (let p = from + 1; p <= to; p++) sum += ((heightM[p - 1] + heightM[p]) / 2) * (atMm[p] - atMm[p - 1])
  if (lengthMm < 1000 || Number.isNaN(sum)) return
  edge.meanElevation = roundTo(sum / (atMm[to] - atMm[from]), 10)
  edge.weightedGrade = roundTo(((heightM[to] - heightM[from]) / lengthMm) * 1e5, 100)
}

function heading({ lonE6, latE6 }: RouteLine, a: number, b: number): number {
  return Math.round(bearingDeg(lonE6[a] / 1e6, latE6[a] / 1e6, lonE6[b] / 1e6, latE6[b] / 1e6)) % 360
}

function pointsOf(
  graph: RoutingGraph,
  { lon, lat }: MatchJob,
  matched: MatchedTrace,
  firstEdge: readonly number[],
): TracePoint[] {
  const { segmentOf, placeMm, awayM, isLookedUp, segments } = matched
  const points: TracePoint[] = []
  for (let i = 0; i < lon.length; i++) {
    const s = segmentOf[i]
    if (s < 0) {
      points.push({
        lat: roundTo(lat[i], 1e6),
        lon: roundTo(lon[i], 1e6),
        type: 'unmatched',
        edgeIndex: null,
        distanceAlongEdge: null,
        distanceFromTracePoint: null,
      })
      continue
    }
    const { edge, share } = stepAt(graph, segments[s], placeMm[i])
    const point: TracePoint = {
      lat: roundTo(matched.lat[i], 1e6),
      lon: roundTo(matched.lon[i], 1e6),
      type: isLookedUp[i] === 1 ? 'matched' : 'interpolated',
      edgeIndex: firstEdge[s] + edge,
      distanceAlongEdge: roundTo(share, 1e4),
      distanceFromTracePoint: roundTo(awayM[i], 1000),
    }
    if (i === segments[s].toIndex && s + 1 < segments.length) point.beginRouteDiscontinuity = true
    if (i === segments[s].fromIndex && s > 0) point.endRouteDiscontinuity = true
    points.push(point)
  }
  return points
}

/** Step of a segment at a place, and how far along its whole arc. */
function stepAt(graph: RoutingGraph, { line }: MatchedSegment, mm: number): { edge: number; share: number } {
  const step = segmentAt(line.stepAtMm, mm)
  const lengthMm = graph.columns.edgeLengthMm[line.stepArc[step] >>> 1]
  const alongMm = line.stepAlongMm[step] + mm - line.stepAtMm[step]
  return { edge: step, share: lengthMm === 0 ? 0 : Math.max(0, Math.min(1, alongMm / lengthMm)) }
}

/** `matched.point` means both of its coordinates. */
const POINT_KEYS: Record<string, string[]> = { point: ['lat', 'lon'] }

/**
 * `filters` of map matching, in Valhalla's names: `edge.*`, `matched.*`, `shape`. Include keeps the named members,
 * exclude removes them. Members that Valhalla does not have (segments, unmatched, lengths) always stay, so that no
 * filter hides a gap.
 */
function filterTrace(answer: TraceAnswer, { attributes, action }: TraceFilters): Partial<TraceAnswer> {
  const keep = action === 'include'
  const named = new Set(attributes)
  const keysOf = (prefix: string): Set<string> => {
    const keys = attributes
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => POINT_KEYS[name.slice(prefix.length)] ?? [toCamel(name.slice(prefix.length))])
    return new Set(keys)
  }
  const filtered: Partial<TraceAnswer> = { ...answer }
  const edges = thin(answer.edges, keysOf('edge.'), keep)
  const points = thin(answer.matchedPoints, keysOf('matched.'), keep)
  if (edges === null) delete filtered.edges
  else filtered.edges = edges
  if (points === null) delete filtered.matchedPoints
  else filtered.matchedPoints = points
  if (named.has('shape') !== keep) delete filtered.shape
  return filtered
}

/** Objects with only the wanted keys; null if no key is wanted. */
function thin<T extends object>(items: readonly T[], keys: ReadonlySet<string>, keep: boolean): T[] | null {
  if (keep && keys.size === 0) return null
  if (!keep && keys.size === 0) return [...items]
  return items.map((item) => Object.fromEntries(Object.entries(item).filter(([key]) => keys.has(key) === keep)) as T)
}

const SURFACE_OF_TAG: Record<string, string[]> = {
  paved_smooth: ['asphalt', 'concrete', 'paved', 'asphalt:lanes', 'concrete:plates', 'concrete:lanes', 'chipseal'],
  paved: [
    'paving_stones',
    'paving_stones:lanes',
    'bricks',
    'brick',
    'tiles',
    'tartan',
    'rubber',
    'plastic',
    'acrylic',
    'wood',
    'metal',
    'grade1',
  ],
  paved_rough: [
    'sett',
    'cobblestone',
    'cobblestone:flattened',
    'unhewn_cobblestone',
    'metal_grid',
    'grid',
    'grass_paver',
  ],
  compacted: ['compacted', 'fine_gravel', 'crushed_limestone', 'grade2'],
  gravel: ['gravel', 'pebblestone', 'shells', 'cinder', 'unpaved', 'grade3'],
  dirt: ['dirt', 'earth', 'ground', 'soil', 'clay', 'mud', 'sand', 'woodchips', 'dirt/sand', 'salt', 'grade4'],
  path: [
    'grass',
    'rock',
    'rocks',
    'stone',
    'stones',
    'bare_rock',
    'scree',
    'roots',
    'snow',
    'ice',
    'stepping_stones',
    'trail',
    'grade5',
  ],
}
const WORD_OF_TAG = new Map(
  Object.entries(SURFACE_OF_TAG).flatMap(([word, tags]) => tags.map((tag) => [tag, word] as const)),
)
const WORD_OF_KIND: Record<SurfaceKind, string | null> = {
  unknown: null,
  paved: 'paved',
  gravel: 'gravel',
  trail: 'path',
}

/**
 * Valhalla's words for what a way is: `surface`, `use`, `road_class` (the enums of its trace serializer). Taken from
 * the map's own values if known; an unknown surface is null.
 */
function surfaceWord(graph: RoutingGraph, classIndex: number): string | null {
  const { classSurface, classSurfaceTag } = graph.columns
  const tag = graph.string(classSurfaceTag[classIndex])
  return (tag === null ? undefined : WORD_OF_TAG.get(tag)) ?? WORD_OF_KIND[SURFACE_KINDS[classSurface[classIndex]]]
}

const USE_OF_HIGHWAY = new Map([
  ['track', 'track'],
  ['living_street', 'living_street'],
  ['service', 'service_road'],
  ['cycleway', 'cycleway'],
  ['footway', 'footway'],
  ['steps', 'steps'],
  ['path', 'path'],
  ['via_ferrata', 'path'],
  ['pedestrian', 'pedestrian'],
  ['platform', 'platform'],
  ['bridleway', 'bridleway'],
  ['ferry', 'ferry'],
  ['pier', 'footway'],
])

function useWord(highway: string): string {
  return USE_OF_HIGHWAY.get(highway) ?? (highway.endsWith('_link') ? 'ramp' : 'road')
}

const ROAD_CLASSES = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'unclassified', 'residential']

function roadClassWord(highway: string): string {
  const main = highway.replace(/_link$/, '')
  return ROAD_CLASSES.includes(main) ? main : main === 'road' ? 'unclassified' : 'service_other'
}
