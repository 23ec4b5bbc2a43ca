// What a route says about itself beside its figures: `warnings` (what to look out for, placed) and `unknowns` (what is
// not known, in metres). One note per kind, naming where. Read from the steps of the line; a note appears only where it
// applies, and silence is never a promise.

import { legWords, waypointSubject } from '../costs/point-subject.ts'
import type { PointSubject } from '../costs/point-subject.ts'
import { ACCESS, ACCESS_CLOSED, ACCESS_OPEN, FLAG_FERRY, FLAG_TUNNEL, type Access } from '../../osm/edge-facts.ts'
import { NO_DURATION_S, type RoutingGraph } from '../../graph/routing-graph.ts'
import type { Unknown, UnknownCode, Warning, WarningCode } from '../../unknowns.ts'
import type { RouteClimb } from './route-climb.ts'
import type { RouteLine } from './route-line.ts'
import { PUSHED, ridingByClass } from '../costs/pushing.ts'
import type { BicycleType, Difficulty, Hazard, MovingTime, Position, Profile, Surfaces } from '../costs/route-types.ts'
import { toDistance } from '../legs/snap-waypoints.ts'

/** A snap farther than this gets a warning. */
export const FAR_SNAP_M = 100
/** Places named in one warning; more are counted. */
const MAX_PLACES = 5

const RESTRICTED: ReadonlySet<Access> = new Set([
  'agricultural',
  'forestry',
  'customers',
  'delivery',
  'destination',
  'discouraged',
])
const ACCESS_WORDS: Partial<Record<Access, string>> = {
  agricultural: 'open to agricultural traffic only',
  forestry: 'open to forestry traffic only',
  customers: 'open to customers only',
  delivery: 'open to deliveries only',
  destination: 'open to residents and visitors only',
  discouraged: 'discouraged for this use',
}

/** Stretches of one kind along the line, decimetres, merged where they touch. */
class Stretches {
  readonly froms: number[] = []
  readonly tos: number[] = []

  add(fromDm: number, toDm: number): void {
    const last = this.tos.length - 1
    if (last >= 0 && this.tos[last] === fromDm) this.tos[last] = toDm
    else {
      this.froms.push(fromDm)
      this.tos.push(toDm)
    }
  }

  get lengthM(): number {
    let sumDm = 0
    for (let i = 0; i < this.froms.length; i++) sumDm += this.tos[i] - this.froms[i]
    return sumDm / 10
  }

  /** `at km 1.2 for 300 m and at km 4.0 for 80 m` */
  toString(): string {
    const places = this.froms
      .slice(0, MAX_PLACES)
      .map((fromDm, i) => `at km ${(fromDm / 10_000).toFixed(1)} for ${toDistance((this.tos[i] - fromDm) / 10)}`)
    const more = this.froms.length - places.length
    if (more > 0) places.push(`${more} more`)
    return places.length === 1 ? places[0] : `${places.slice(0, -1).join(', ')} and ${places[places.length - 1]}`
  }
}

export interface NotesInput {
  graph: RoutingGraph
  line: RouteLine
  profile: Profile
  bicycleType?: BicycleType
  surfaces: Surfaces
  difficulty: Difficulty | null
  hazards: readonly Hazard[]
  climb: RouteClimb
  time: MovingTime | null
  snapsM: readonly number[]
  /** what a waypoint is called; by its number where left out */
  subjectOf?: (index: number, count: number) => PointSubject
  ferryDurations: FerryDurations
  /** legs that were not proven: leg number and gap in per cent, null where no bound is above 0 */
  bestEffort: readonly { leg: number; gapPct: number | null }[]
}

/** Duration in seconds by ferry edge, as mapped. */
export type FerryDurations = ReadonlyMap<number, number>

export function indexFerries(graph: RoutingGraph): FerryDurations {
  const { ferryEdge, ferryDurationS } = graph.columns
  const durations = new Map<number, number>()
  for (let i = 0; i < ferryEdge.length; i++)
    if (ferryDurationS[i] !== NO_DURATION_S) durations.set(ferryEdge[i], ferryDurationS[i])
  return durations
}

export function notesOf(input: NotesInput): { warnings: Warning[]; unknowns: Unknown[] } {
  const { graph, line, profile, surfaces, difficulty, hazards, climb, time, ferryDurations } = input
  const { subjectOf = waypointSubject } = input
  const { edgeClass, classFlags, classFootForward, classFootBackward, classBikeForward, classBikeBackward } =
    graph.columns
  const { stepArc, stepAtDm, stepCount } = line
  const forward = profile === 'bike' ? classBikeForward : classFootForward
  const backward = profile === 'bike' ? classBikeBackward : classFootBackward
  const riding = profile === 'bike' ? ridingByClass(graph, input.bicycleType ?? 'hybrid') : null
  let pushed: Stretches | null = null
  let liftedDm = -1
  let byAccess: (Stretches | undefined)[] | null = null
  let tunnels: Stretches | null = null
  let ferries: Stretches | null = null
  let straight: Stretches | null = null
  let ferrySailingS = 0
  let ferryUnknownDm = 0
  for (let i = 0; i < stepCount; i++) {
    const fromDm = stepAtDm[i]
    const toDm = stepAtDm[i + 1]
    const arc = stepArc[i]
    if (arc < 0) {
      ;(straight ??= new Stretches()).add(fromDm, toDm)
      continue
    }
    const k = edgeClass[arc >>> 1]
    let access = (arc & 1) === 0 ? forward[k] : backward[k]
    if (riding !== null && riding[k * 2 + (arc & 1)] === PUSHED) {
      if (toDm > fromDm) (pushed ??= new Stretches()).add(fromDm, toDm)
      else if (access === ACCESS_CLOSED && liftedDm < 0) liftedDm = fromDm
      access = (arc & 1) === 0 ? classFootForward[k] : classFootBackward[k]
    }
    if (access !== ACCESS_OPEN && access !== ACCESS_CLOSED)
      ((byAccess ??= [])[access] ??= new Stretches()).add(fromDm, toDm)
    const flags = classFlags[k]
    if ((flags & FLAG_TUNNEL) !== 0) (tunnels ??= new Stretches()).add(fromDm, toDm)
    if ((flags & FLAG_FERRY) !== 0) {
      ;(ferries ??= new Stretches()).add(fromDm, toDm)
      const whole = ferryDurations.get(arc >>> 1)
      if (whole === undefined) ferryUnknownDm += toDm - fromDm
      else ferrySailingS += whole * shareOfEdge(graph, line, i)
    }
  }

  const warnings: Warning[] = []
  const unknowns: Unknown[] = []
  const warn = (code: WarningCode, message: string, atM: number | null) =>
    warnings.push({ code, message, location: atM === null ? null : placeAt(line, atM) })
  const unknown = (code: UnknownCode, message: string) => unknowns.push({ code, message })

  for (const { leg, gapPct } of input.bestEffort) {
    const gap =
      gapPct === null
        ? 'how much better another way could be is not known'
        : `no way can be more than ${gapPct.toFixed(1)} % cheaper`
    warn(
      'best_effort',
      `From ${legWords(leg, line.legFirstStep.length - 1)} the search reached its budget: this is the best way found, ${gap}.`,
      line.atMm[line.legFirstPoint[leg]] / 1000,
    )
  }
  if (graph.meta.synthetic) warn('demo_region', 'This region is made up: no such place exists.', null)
  input.snapsM.forEach((distanceM, waypoint) => {
    if (distanceM > FAR_SNAP_M) {
      const leg = Math.min(waypoint, input.line.legFirstPoint.length - 1)
      warn(
        'far_snap',
        `${subjectOf(waypoint, input.snapsM.length).words} lies ${toDistance(distanceM)} from the way it was moved to.`,
        line.atMm[line.legFirstPoint[leg]] / 1000,
      )
    }
  })
  byAccess?.forEach((stretches, access) => {
    if (stretches === undefined || stretches.lengthM === 0) return
    const kind = ACCESS[access]
    const atM = stretches.froms[0] / 10
    if (kind === 'conditional') {
      warn(
        'access_conditional',
        `Access depends on conditions (times, season, vehicles) that were not evaluated, ${stretches}.`,
        atM,
      )
      unknown(
        'access_conditional',
        `Whether access is granted is not known for ${toDistance(stretches.lengthM)}: the map ties it to conditions.`,
      )
    } else if (kind === 'cycleway_untagged')
      unknown(
        'cycleway_foot_unknown',
        `Whether walking is allowed is not mapped for ${toDistance(stretches.lengthM)} of cycleway.`,
      )
    else if (RESTRICTED.has(kind))
      warn('access_restricted', `The way is ${ACCESS_WORDS[kind]} (${kind}), ${stretches}.`, atM)
  })
  if (pushed !== null)
    warn('dismount', `The bicycle has to be pushed for ${toDistance(pushed.lengthM)}: ${pushed}.`, pushed.froms[0] / 10)
  if (liftedDm >= 0)
    warn(
      'dismount',
      `The bicycle has to be lifted or pushed past a barrier that is closed to it, at km ${(liftedDm / 10_000).toFixed(1)}.`,
      liftedDm / 10,
    )
  if (straight !== null) {
    warn('straight_leg', `Drawn straight as asked, following no way, ${straight}.`, straight.froms[0] / 10)
    unknown(
      'straight_leg',
      `${toDistance(straight.lengthM)} are drawn straight: their climb, time and surface are not known and in no total.`,
    )
  }
  if (ferries !== null) {
    const sailing =
      ferrySailingS > 0
        ? `; the map gives ${Math.round(ferrySailingS / 60)} minutes of sailing${ferryUnknownDm > 0 ? ' for a part' : ''}, waiting not included`
        : ''
    warn('ferry', `A ferry is used ${ferries}${sailing}. It is in no walking time.`, ferries.froms[0] / 10)
    if (ferryUnknownDm > 0)
      unknown('ferry_time_unknown', `How long the ferry takes is not mapped for ${toDistance(ferryUnknownDm / 10)}.`)
  }
  warnHazards(hazards, warn)
  const hardest = difficulty?.hardest ?? null
  if (hardest !== null && (/^T[456]$/.test(hardest.grade) || /^S[3-6]$/.test(hardest.grade))) {
    warn(
      'steep_grade',
      `The hardest stretch is ${hardest.grade}, at km ${(hardest.fromM / 1000).toFixed(1)} for ${toDistance(hardest.toM - hardest.fromM)}.`,
      hardest.fromM,
    )
  }
  if (tunnels !== null) warn('tunnel', `The way goes through a tunnel ${tunnels}.`, tunnels.froms[0] / 10)

  if (surfaces.assumedM > 0)
    unknown(
      'surface_assumed',
      `The surface of ${toDistance(surfaces.assumedM)} is not mapped; it is assumed from the kind of way.`,
    )
  const surfaceUnknownM =
    surfaces.unknownM - (straight?.lengthM ?? 0) - (ferries === null ? 0 : ferrySurfaceUnknownM(graph, line))
  if (surfaceUnknownM > 0.05) unknown('surface_unknown', `The surface of ${toDistance(surfaceUnknownM)} is not known.`)
  const untaggedM = difficulty === null ? 0 : 'T1M' in difficulty ? difficulty.untaggedPathM : difficulty.untaggedM
  if (untaggedM > 0)
    unknown(
      'sac_untagged',
      `${toDistance(untaggedM)} of path have no difficulty grade in the map: they may be of any grade.`,
    )
  if (climb.unknownDm > 0)
    unknown(
      'height_unknown',
      `The terrain has no height along ${toDistance(climb.unknownDm / 10)}; climb there is left out.`,
    )
  if (time !== null && time.outsideCalibrationM > 0)
    unknown(
      'time_outside_calibration',
      `${toDistance(time.outsideCalibrationM)} lie outside what the moving time was made for.`,
    )
  return { warnings, unknowns }
}

/** Part of the step's edge that is travelled, 0..1. */
export function shareOfEdge(graph: RoutingGraph, line: RouteLine, step: number): number {
  const lengthMm = graph.columns.edgeLengthMm[line.stepArc[step] >>> 1]
  return lengthMm === 0 ? 1 : (line.stepAtMm[step + 1] - line.stepAtMm[step]) / lengthMm
}

function ferrySurfaceUnknownM(graph: RoutingGraph, line: RouteLine): number {
  const { edgeClass, classFlags, classSurface } = graph.columns
  let sumDm = 0
  for (let i = 0; i < line.stepCount; i++) {
    const k = line.stepArc[i] < 0 ? -1 : edgeClass[line.stepArc[i] >>> 1]
    if (k >= 0 && (classFlags[k] & FLAG_FERRY) !== 0 && classSurface[k] === 0)
      sumDm += line.stepAtDm[i + 1] - line.stepAtDm[i]
  }
  return sumDm / 10
}

const HAZARD_WARNINGS = [
  { kind: 'ford', code: 'ford', words: 'A stream is forded' },
  { kind: 'aid', code: 'aided_passage', words: 'The path is secured with ladders, ropes or rungs' },
  { kind: 'via_ferrata', code: 'via_ferrata', words: 'The way is a via ferrata' },
] as const

function warnHazards(
  hazards: readonly Hazard[],
  warn: (code: WarningCode, message: string, atM: number) => void,
): void {
  for (const { kind, code, words } of HAZARD_WARNINGS) {
    const found = hazards.filter((hazard) => hazard.kind === kind)
    if (found.length === 0) continue
    const places = found
      .slice(0, MAX_PLACES)
      .map(
        ({ fromM, lengthM }) => `at km ${(fromM / 1000).toFixed(1)}${lengthM > 0 ? ` for ${toDistance(lengthM)}` : ''}`,
      )
    if (found.length > MAX_PLACES) places.push(`${found.length - MAX_PLACES} more`)
    warn(
      code,
      `${words} ${places.length === 1 ? places[0] : `${places.slice(0, -1).join(', ')} and ${places[places.length - 1]}`}.`,
      found[0].fromM,
    )
  }
}

/** The place on the line at a distance from its start. */
export function placeAt(line: RouteLine, atM: number): Position {
  const { atMm, lonE6, latE6 } = line
  const mm = atM * 1000
  let low = 0
  let high = atMm.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (atMm[middle] < mm) low = middle + 1
    else high = middle
  }
  const before = Math.max(0, low - 1)
  const spanMm = atMm[low] - atMm[before]
  const share = spanMm <= 0 ? 1 : Math.min(1, Math.max(0, (mm - atMm[before]) / spanMm))
  const between = (values: Int32Array) => Math.round(values[before] + (values[low] - values[before]) * share) / 1e6
  return [between(lonE6), between(latE6)]
}
