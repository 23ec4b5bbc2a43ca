// How another good route differs from the best one: figures, and a sentence made of those that matter to a person.

import type { RouteDifference, WaypointRoute } from '../costs/route-types.ts'
import { toDistance } from '../legs/snap-waypoints.ts'
import { roundTo, tenths } from '../../wire/round-to.ts'

/** Smaller differences are not worth a word. */
const LEAST_M = 50
const LEAST_CLIMB_M = 10
const LEAST_MINUTES = 1
const LEAST_PAVED_M = 100

type Compared = Pick<WaypointRoute, 'distanceM' | 'ascentM' | 'movingTime' | 'difficulty' | 'surfaces'>

/** `sharedShare`: of the other route's cost, 0 to 1. */
export function differenceOf(best: Compared, other: Compared, sharedShare: number): RouteDifference {
  const figures = {
    distanceM: tenths(other.distanceM - best.distanceM),
    ascentM: less(other.ascentM, best.ascentM),
    movingS: less(other.movingTime?.movingS ?? null, best.movingTime?.movingS ?? null),
    hardestSac: less(hardestSac(other), hardestSac(best)),
    pavedM: tenths(other.surfaces.pavedM - best.surfaces.pavedM),
    sharedShare: roundTo(sharedShare, 1e4),
  }
  return { ...figures, because: sentence(figures, best, other) }
}

function less(other: number | null, best: number | null): number | null {
  return other === null || best === null ? null : tenths(other - best)
}

/** 1 to 6, 7 for a via ferrata; null by bicycle, and where no stretch has a grade. */
function hardestSac({ difficulty }: Compared): number | null {
  const grade = difficulty?.hardest?.grade
  return grade === 'via_ferrata' ? 7 : grade !== undefined && /^T[1-6]$/.test(grade) ? Number(grade[1]) : null
}

function sentence(figures: Omit<RouteDifference, 'because'>, best: Compared, other: Compared): string {
  const { distanceM, ascentM, movingS, hardestSac: grades, pavedM, sharedShare } = figures
  const minutes = movingS === null ? 0 : Math.round(movingS / 60)
  const words: string[] = []
  if (Math.abs(distanceM) >= LEAST_M)
    words.push(`${toDistance(Math.abs(distanceM))} ${distanceM > 0 ? 'longer' : 'shorter'}`)
  if (Math.abs(minutes) >= LEAST_MINUTES)
    words.push(
      `${Math.abs(minutes)} ${Math.abs(minutes) === 1 ? 'minute' : 'minutes'} ${minutes > 0 ? 'slower' : 'quicker'}`,
    )
  if (ascentM !== null && Math.abs(ascentM) >= LEAST_CLIMB_M)
    words.push(`${Math.round(Math.abs(ascentM))} m ${ascentM > 0 ? 'more' : 'less'} climb`)
  if (grades !== null && grades !== 0) words.push(`hardest grade ${gradeWords(other)} instead of ${gradeWords(best)}`)
  if (Math.abs(pavedM) >= LEAST_PAVED_M)
    words.push(`${toDistance(Math.abs(pavedM))} ${pavedM > 0 ? 'more' : 'less'} on paved ways`)
  // a climb that is not known is not said to be alike
  const alike = ascentM === null ? 'about as long' : 'about as long, with about as much climb'
  const text = words.length === 0 ? alike : words.join(', ')
  return `${text[0].toUpperCase()}${text.slice(1)}; ${Math.round(sharedShare * 100)} % of its cost is on the best route.`
}

const gradeWords = ({ difficulty }: Compared) => difficulty!.hardest!.grade.replace('_', ' ')
