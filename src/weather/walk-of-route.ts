// A found route, or a supplied line matched to the network, as the line along which its weather is sampled, with the
// seconds of walking to each of its points. Surfaces, grades, steps and heights are those of the route's own time, so
// that the arrival at its end equals that time. `atM` are metres of the line, ascending; stretches of a route are in
// its own metres and are scaled to the line. Pure.

import { type LineTimes, secondsAlong, type PaceStretch, type Traveller } from '../course/moving-time.ts'
import { SAC_PACE_FACTOR, STEPS_PACE_FACTOR, SURFACE_PACE_FACTOR } from '../course/pace-models.ts'
import { distanceM } from '../geo/lon-lat.ts'
import type { WaypointRoute } from '../routing/costs/route-types.ts'
import { say } from '../language/sentence.ts'
import { type Unknown, unknownOf } from '../unknowns.ts'
import type { SampledLine } from './route-samples.ts'

/** Facts of a route, or of an analysed line (`distanceM`: its length); null if no part of it is on the network. */
export interface WalkFacts extends LineTimes {
  distanceM: number
  surfaces: WaypointRoute['surfaces'] | null
  ways: Pick<WaypointRoute['ways'], 'stretches'> | null
  difficulty: WaypointRoute['difficulty']
  hazards: WaypointRoute['hazards']
}

const ON_FOOT: Traveller = { profile: 'hike', walker: null }

/** Points of the route with its heights, NaN: void. */
export function lineOfRoute({ geometry: { coordinates } }: Pick<WaypointRoute, 'geometry'>): SampledLine {
  const atM = new Float64Array(coordinates.length)
  for (let i = 1; i < coordinates.length; i++)
    atM[i] = atM[i - 1] + distanceM(coordinates[i - 1][0], coordinates[i - 1][1], coordinates[i][0], coordinates[i][1])
  return {
    atM,
    lon: Float64Array.from(coordinates, ([lon]) => lon),
    lat: Float64Array.from(coordinates, ([, lat]) => lat),
    heightM: Float64Array.from(coordinates, ([, , heightM]) => heightM ?? NaN),
  }
}

/**
 * Seconds to each point of `line` on a hike; null if the route has no walking time. They end at `time.movingS`;
 * straight legs are added to it as untagged paths, and ferries take no time: both are reported in `unknowns`.
 */
export function walkOfRoute(route: WalkFacts, line: SampledLine): { atS: Float64Array; unknowns: Unknown[] } | null {
  if (route.movingTime === null) return null
  const lengthM = line.atM[line.atM.length - 1]
  const perM = route.distanceM > 0 ? lengthM / route.distanceM : 1
  const { walked, straightM, ferryM } = toStretches(route, perM)
  const onFoot = secondsAlong(line, walked, ON_FOOT)
  const totalS = onFoot[onFoot.length - 1]
  const scale = totalS > 0 && route.time !== null && route.time.movingS > 0 ? route.time.movingS / totalS : 1
  const atS =
    straightM === 0
      ? onFoot
      : secondsAlong(
          line,
          walked.map((stretch) => (stretch.isStraight ? { ...stretch, paceFactor: 1 } : stretch)),
          ON_FOOT,
        )
  const unknowns: Unknown[] = []
  if (ferryM > 0) unknowns.push(unknownOf(say('unknown.ferry_time_unknown.arrival', { stretchM: ferryM })))
  if (straightM > 0) unknowns.push(unknownOf(say('unknown.straight_leg.arrival', { stretchM: straightM })))
  return { atS: atS.map((seconds) => seconds * scale), unknowns }
}

interface WalkedStretch extends PaceStretch {
  isStraight: boolean
}

/** Every fact that changes the pace, split at all of their ends. */
function toStretches(
  { surfaces, ways, difficulty, hazards }: WalkFacts,
  perM: number,
): { walked: WalkedStretch[]; straightM: number; ferryM: number } {
  const graded = difficulty?.stretches ?? []
  const grounds = surfaces?.stretches ?? []
  const followed = ways?.stretches ?? []
  const aids = hazards.filter(({ kind }) => kind === 'via_ferrata')
  const cuts = [
    ...new Set([grounds, followed, graded, aids].flatMap((list) => list.flatMap(({ fromM, toM }) => [fromM, toM]))),
  ].sort((a, b) => a - b)
  const surfaceAt = cursorOf(grounds)
  const wayAt = cursorOf(followed)
  const gradeAt = cursorOf(graded)
  const aidAt = cursorOf(aids)
  const walked: WalkedStretch[] = []
  let straightM = 0
  let ferryM = 0
  for (let k = 0; k + 1 < cuts.length; k++) {
    const [fromM, toM] = [cuts[k], cuts[k + 1]]
    const highway = wayAt(fromM)?.highway ?? null
    const grade = gradeAt(fromM)?.grade ?? null
    const sac =
      aidAt(fromM) !== null || grade === 'via_ferrata'
        ? 7
        : grade !== null && /^T[1-6]$/.test(grade)
          ? Number(grade[1])
          : 0
    const isWalked = highway !== 'ferry' && highway !== 'straight_leg'
    if (highway === 'ferry') ferryM += toM - fromM
    if (highway === 'straight_leg') straightM += toM - fromM
    walked.push({
      fromM: fromM * perM,
      toM: toM * perM,
      outsideReason: null,
      isStraight: highway === 'straight_leg',
      paceFactor: isWalked
        ? SAC_PACE_FACTOR[sac] *
          SURFACE_PACE_FACTOR[surfaceAt(fromM)?.surface ?? 'unknown'] *
          (highway === 'steps' ? STEPS_PACE_FACTOR : 1)
        : 0,
    })
  }
  return { walked, straightM, ferryM }
}

/** The stretch that contains a place, for ascending places; stretches are in order. */
function cursorOf<Stretch extends { fromM: number; toM: number }>(
  stretches: readonly Stretch[],
): (atM: number) => Stretch | null {
  let i = 0
  return (atM) => {
    while (i < stretches.length && stretches[i].toM <= atM) i++
    return i < stretches.length && stretches[i].fromM <= atM ? stretches[i] : null
  }
}
