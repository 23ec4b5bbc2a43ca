// Notes of a line: `warnings` (what to look out for, and where) and `unknowns` (what is not known, in metres) in the
// order they are added, and the stretches that they mention: pushed, restricted, in tunnels, by ferry, drawn straight.

import { lonBetween } from '../../geo/lon-lat.ts'
import {
  type Unknown,
  type UnknownSentence,
  unknownOf,
  type Warning,
  type WarningSentence,
  warningOf,
} from '../../unknowns.ts'
import type { Position, BicycleType, Profile } from '../costs/request-types.ts'
import type { RouteLine } from './route-line.ts'
import { type Sentence, say } from '../../language/sentence.ts'
import { NO_DURATION_S, type RoutingGraph } from '../../graph/routing-graph.ts'
import { ACCESS, ACCESS_CLOSED, ACCESS_OPEN, FLAG_FERRY, FLAG_TUNNEL, VISIBILITIES } from '../../osm/edge-facts.ts'
import { PUSHED, ridingByClass } from '../costs/pushing.ts'

export interface RouteNotes {
  warnings: Warning[]
  unknowns: Unknown[]
}

export class Notes implements RouteNotes {
  readonly warnings: Warning[] = []
  readonly unknowns: Unknown[] = []
  readonly #line: RouteLine

  constructor(line: RouteLine) {
    this.#line = line
  }

  /** `atM` null: it has no single place. */
  warn(message: WarningSentence, atM: number | null): void {
    this.warnings.push(warningOf(message, atM === null ? null : placeAt(this.#line, atM)))
  }

  unknown(message: UnknownSentence): void {
    this.unknowns.push(unknownOf(message))
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
  const lon = lonBetween(lonE6[before] / 1e6, lonE6[low] / 1e6, share)
  const latE6At = latE6[before] + (latE6[low] - latE6[before]) * share
  return [Math.round(lon * 1e6) / 1e6, Math.round(latE6At) / 1e6]
}

const ACCESS_CONDITIONAL = ACCESS.indexOf('conditional')
/** `horrible`, and after it `no`. */
const HARDLY_VISIBLE = VISIBILITIES.indexOf('horrible')

/** Duration in seconds by ferry edge, as mapped. */
export type FerryDurations = ReadonlyMap<number, number>

export function indexFerries(graph: RoutingGraph): FerryDurations {
  const { ferryEdge, ferryDurationS } = graph.columns
  const durations = new Map<number, number>()
  for (let i = 0; i < ferryEdge.length; i++)
    if (ferryDurationS[i] !== NO_DURATION_S) durations.set(ferryEdge[i], ferryDurationS[i])
  return durations
}

export interface StretchesInput {
  graph: RoutingGraph
  line: RouteLine
  profile: Profile
  bicycleType?: BicycleType
  ferryDurations: FerryDurations
}

/** Null if the line has none. */
export interface NotedStretches {
  pushed: Stretches | null
  /** the first barrier that is closed to the bicycle, decimetres from the start */
  liftedDm: number | null
  /** by access value, where access is neither open nor closed */
  byAccess: (Stretches | undefined)[]
  tunnels: Stretches | null
  /** `trail_visibility` of `horrible` or `no` */
  invisible: Stretches | null
  ferries: Stretches | null
  straight: Stretches | null
  /** seconds of sailing according to the map */
  ferrySailingS: number
  /** decimetres by ferry without a duration in the map */
  ferryUnknownDm: number
}

/** The stretches that notes mention. `known`: by step, what conditional access is at the time, 0: not known. */
export function readStretches(
  { graph, line, profile, bicycleType, ferryDurations }: StretchesInput,
  known: Uint8Array | null = null,
): NotedStretches {
  const { edgeClass, classFlags, classVisibility } = graph.columns
  const { classFootForward, classFootBackward, classBikeForward, classBikeBackward } = graph.columns
  const { stepArc, stepAtDm, stepCount } = line
  const forward = profile === 'bike' ? classBikeForward : classFootForward
  const backward = profile === 'bike' ? classBikeBackward : classFootBackward
  const riding = profile === 'bike' ? ridingByClass(graph, bicycleType ?? 'hybrid') : null
  const noted: NotedStretches = {
    pushed: null,
    liftedDm: null,
    byAccess: [],
    tunnels: null,
    invisible: null,
    ferries: null,
    straight: null,
    ferrySailingS: 0,
    ferryUnknownDm: 0,
  }
  for (let i = 0; i < stepCount; i++) {
    const fromDm = stepAtDm[i]
    const toDm = stepAtDm[i + 1]
    const arc = stepArc[i]
    if (arc < 0) {
      ;(noted.straight ??= new Stretches()).add(fromDm, toDm)
      continue
    }
    const k = edgeClass[arc >>> 1]
    let access = (arc & 1) === 0 ? forward[k] : backward[k]
    if (riding !== null && riding[k * 2 + (arc & 1)] === PUSHED) {
      if (toDm > fromDm) (noted.pushed ??= new Stretches()).add(fromDm, toDm)
      else if (access === ACCESS_CLOSED) noted.liftedDm ??= fromDm
      access = (arc & 1) === 0 ? classFootForward[k] : classFootBackward[k]
    }
    if (access === ACCESS_CONDITIONAL) access = known?.[i] || access
    if (access !== ACCESS_OPEN && access !== ACCESS_CLOSED)
      (noted.byAccess[access] ??= new Stretches()).add(fromDm, toDm)
    if (classVisibility[k] >= HARDLY_VISIBLE) (noted.invisible ??= new Stretches()).add(fromDm, toDm)
    const flags = classFlags[k]
    if ((flags & FLAG_TUNNEL) !== 0) (noted.tunnels ??= new Stretches()).add(fromDm, toDm)
    if ((flags & FLAG_FERRY) !== 0) {
      ;(noted.ferries ??= new Stretches()).add(fromDm, toDm)
      const wholeS = ferryDurations.get(arc >>> 1)
      if (wholeS === undefined) noted.ferryUnknownDm += toDm - fromDm
      else noted.ferrySailingS += wholeS * shareOfEdge(graph, line, i)
    }
  }
  return noted
}

/** Share of the step's edge that is travelled, 0..1. */
export function shareOfEdge(graph: RoutingGraph, line: RouteLine, step: number): number {
  const lengthMm = graph.columns.edgeLengthMm[line.stepArc[step] >>> 1]
  return lengthMm === 0 ? 1 : (line.stepAtMm[step + 1] - line.stepAtMm[step]) / lengthMm
}

/** Metres by ferry without a surface in the map. */
export function ferrySurfaceUnknownM(graph: RoutingGraph, line: RouteLine): number {
  const { edgeClass, classFlags, classSurface } = graph.columns
  let sumDm = 0
  for (let i = 0; i < line.stepCount; i++) {
    const k = line.stepArc[i] < 0 ? -1 : edgeClass[line.stepArc[i] >>> 1]
    if (k >= 0 && (classFlags[k] & FLAG_FERRY) !== 0 && classSurface[k] === 0)
      sumDm += line.stepAtDm[i + 1] - line.stepAtDm[i]
  }
  return sumDm / 10
}

/** Stretches of one kind along the line, decimetres, merged where they touch. */
export class Stretches {
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

  /** where they lie; a point has no length */
  get places(): Sentence[] {
    return this.froms.map((fromDm, i) => placeOf(fromDm / 10, (this.tos[i] - fromDm) / 10))
  }
}

/** `at km 1.2 for 300 m`, or for a point `at km 1.2`. */
export function placeOf(atM: number, lengthM: number): Sentence {
  return lengthM > 0 ? say('part.note.stretch', { atM, lengthM }) : say('part.note.place', { atM })
}
