// `difficulty` of decision `layouts`: metres by SAC grade on foot or by mtb:scale by bicycle, the hardest stretch, and
// stretches. Untagged has its own figure and is never a low grade. A way counts as a path (untagged: unknown) when it
// is a path or an unpaved footway or flight of steps; the rest is road. Null if the line has neither graded ways nor
// paths. Ferries and straight legs are left out.

import { SAC_VIA_FERRATA, WAY_KINDS } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { isPathLike } from '../../osm/grades.ts'
import type { RouteLine } from './route-line.ts'
import type { Profile } from '../costs/request-types.ts'
import type { Difficulty, GradedStretch, HardestStretch, WayGrade } from '../costs/way-types.ts'
import { SURFACE_KINDS } from '../../travel/surfaces.ts'

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
