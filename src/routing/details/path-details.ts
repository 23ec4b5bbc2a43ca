// Path details: what routes, trips and loops all report along their line, as decision `layouts` has it.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { MovingTime } from '../../course/moving-time.ts'
import type { RouteSettings, Profile } from '../costs/request-types.ts'
import type { Difficulty, Hazard, Surfaces, GradedStretch, HardestStretch, WayGrade } from '../costs/way-types.ts'
import type { FerryDurations, RouteNotes } from './notes.ts'
import { climbOfRoute, type RouteClimb } from './route-legs.ts'
import type { RouteLine } from './route-line.ts'
import { notesOf, type NotesInput } from './route-notes.ts'
import { SURFACE_SOURCES, SAC_VIA_FERRATA, WAY_KINDS, HAZARD_KINDS } from '../../osm/edge-facts.ts'
import { SURFACE_KINDS, surfaceColumns, surfaceMetres } from '../../travel/surfaces.ts'
import { isPathLike } from '../../osm/grades.ts'

/** Read once per network. */
export interface NetworkIndexes {
  graph: RoutingGraph
  firstHazard: ReadonlyMap<number, number>
  ferryDurations: FerryDurations
}

export interface LineFacts {
  climb: RouteClimb
  surfaces: Surfaces
  difficulty: Difficulty | null
  hazards: Hazard[]
  notes: RouteNotes
}

/** How the line was found. */
type SearchFacts = Pick<
  NotesInput,
  'bestEffort' | 'snapsM' | 'closedSnaps' | 'words' | 'trails' | 'date' | 'asksLighting'
>

/** `time` null: no leg follows the network. */
export function readLineFacts(
  { graph, firstHazard, ferryDurations }: NetworkIndexes,
  { profile, bicycleType }: Pick<RouteSettings, 'profile' | 'bicycleType'>,
  search: SearchFacts,
  line: RouteLine,
  time: MovingTime | null,
): LineFacts {
  const climb = climbOfRoute(line)
  const surfaces = surfacesOf(graph, line)
  const difficulty = difficultyOf(graph, line, profile)
  const hazards = hazardsOf(graph, firstHazard, line)
  const notes = notesOf({
    graph,
    line,
    profile,
    bicycleType,
    surfaces,
    difficulty,
    hazards,
    climb,
    time,
    ferryDurations,
    ...search,
  })
  return { climb, surfaces, difficulty, hazards, notes }
}

const UNKNOWN = SURFACE_KINDS.indexOf('unknown')
const MAPPED = SURFACE_SOURCES.indexOf('mapped')

/**
 * `surfaces` (decision: layouts): metres by kind, mapped or assumed, and merged stretches along the line. A straight
 * leg is unknown and has no source. The columns sum to the distance.
 */
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

const FERRY = WAY_KINDS.indexOf('ferry')
const UNTAGGED_PATH = 0
const ROAD = -1
const NOT_A_WAY = -2

/** Whether an untagged way of this class has an unknown grade (a path) rather than being a road. */
export function isPathClass(graph: RoutingGraph, k: number): boolean {
  const { classWayKind, classSurface } = graph.columns
  return isPathLike(WAY_KINDS[classWayKind[k]], SURFACE_KINDS[classSurface[k]])
}

const sacName = (grade: number) => (grade === SAC_VIA_FERRATA ? 'via_ferrata' : `T${grade}`) as WayGrade
const mtbName = (grade: number) => `S${grade - 1}` as WayGrade

/**
 * `difficulty` of decision `layouts`: metres by SAC grade on foot or by mtb:scale by bicycle, the hardest stretch, and
 * stretches. Untagged has its own figure and is never a low grade. A way counts as a path (untagged: unknown) when it
 * is a path or an unpaved footway or flight of steps; the rest is road. Null if the line has neither graded ways nor
 * paths. Ferries and straight legs are left out.
 */
export function difficultyOf(graph: RoutingGraph, line: RouteLine, profile: Profile): Difficulty | null {
  const { edgeClass, classSac, classMtb, classWayKind } = graph.columns
  const onFoot = profile !== 'bike'
  const classGrade = onFoot ? classSac : classMtb
  const nameOf = onFoot ? sacName : mtbName
  const { stepArc, stepAtDm, stepCount } = line
  const gradeDm = new Array<number>(8).fill(0)
  let roadDm = 0
  const stretches: GradedStretch[] = []
  let grade = NOT_A_WAY
  let fromDm = 0
  let hardest: HardestStretch | null = null
  let hardestGrade = 0
  const close = (toDm: number) => {
    if (grade < UNTAGGED_PATH || toDm === fromDm) return
    stretches.push({ fromM: fromDm / 10, toM: toDm / 10, grade: grade === UNTAGGED_PATH ? null : nameOf(grade) })
    const longer =
      hardest === null ||
      grade > hardestGrade ||
      (grade === hardestGrade && toDm - fromDm > Math.round((hardest.toM - hardest.fromM) * 10))
    if (grade > UNTAGGED_PATH && grade >= hardestGrade && longer) {
      hardest = { grade: nameOf(grade), fromM: fromDm / 10, toM: toDm / 10 }
      hardestGrade = grade
    }
  }
  for (let i = 0; i < stepCount; i++) {
    const lengthDm = stepAtDm[i + 1] - stepAtDm[i]
    if (lengthDm === 0) continue
    const arc = stepArc[i]
    let next = NOT_A_WAY
    if (arc >= 0) {
      const k = edgeClass[arc >>> 1]
      if (classWayKind[k] !== FERRY)
        next = classGrade[k] > 0 ? classGrade[k] : isPathClass(graph, k) ? UNTAGGED_PATH : ROAD
    }
    if (next >= UNTAGGED_PATH) gradeDm[next] += lengthDm
    else if (next === ROAD) roadDm += lengthDm
    if (next !== grade) {
      close(stepAtDm[i])
      grade = next
      fromDm = stepAtDm[i]
    }
  }
  close(stepAtDm[stepCount])
  if (stretches.length === 0) return null
  return onFoot
    ? { ...metresOnFoot(gradeDm), roadM: roadDm / 10, hardest, stretches }
    : { ...metresByBike(gradeDm), hardest, stretches }
}

/** Metres by SAC grade, from decimetres by number of the grade. */
function metresOnFoot(gradeDm: readonly number[]) {
  const m = (grade: number) => gradeDm[grade] / 10
  return {
    T1M: m(1),
    T2M: m(2),
    T3M: m(3),
    T4M: m(4),
    T5M: m(5),
    T6M: m(6),
    viaFerrataM: m(SAC_VIA_FERRATA),
    untaggedPathM: m(UNTAGGED_PATH),
  }
}

/** Likewise by mtb:scale. */
function metresByBike(gradeDm: readonly number[]) {
  const m = (grade: number) => gradeDm[grade] / 10
  return { S0M: m(1), S1M: m(2), S2M: m(3), S3M: m(4), S4M: m(5), S5M: m(6), S6M: m(7), untaggedM: m(UNTAGGED_PATH) }
}

/** Hardest SAC grade on the line as a number (7 = via ferrata), 0 if none is tagged. */
export function hardestSac(graph: RoutingGraph, line: RouteLine): number {
  const { edgeClass, classSac } = graph.columns
  let hardest = 0
  for (let i = 0; i < line.stepCount; i++)
    if (line.stepArc[i] >= 0) hardest = Math.max(hardest, classSac[edgeClass[line.stepArc[i] >>> 1]])
  return hardest
}

/** First hazard of every edge that has one; computed once per network. */
export function indexHazards(graph: RoutingGraph): Map<number, number> {
  const first = new Map<number, number>()
  const { hazardEdge } = graph.columns
  for (let h = hazardEdge.length - 1; h >= 0; h--) first.set(hazardEdge[h], h)
  return first
}

/**
 * `hazards`: fords, aided passages and via ferratas placed in metres along the line. A hazard at a junction is on both
 * edges in the network and is reported once; adjoining hazards of one kind are one hazard.
 */
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
