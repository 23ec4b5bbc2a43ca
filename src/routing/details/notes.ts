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
import {
  accessThen,
  stateOf,
  tagApplies,
  type DatedRestriction,
  type DatedTag,
} from '../../osm/dates/dated-restriction.ts'
import { NO, YES } from '../../osm/dates/time-table.ts'
import type { At } from '../../travel/at.ts'
import { whenAt } from '../dates/closures.ts'
import { DatedEdges } from '../dates/dated-edges.ts'

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

/** When a line is travelled: the start, and the seconds to the beginning of each step. */
export interface TravelDate {
  at: At
  secondsAt(step: number): number
}

/** `atM`: metres along the line where it begins. */
export type DatedNote =
  | { code: 'dated_access'; message: UnknownSentence; atM: number }
  | { code: DangerCode; message: WarningSentence; atM: number }
type DangerCode = 'dated_hazard' | 'mapped_hazard'

/** A note without where it applies. */
interface Noted {
  code: DatedNote['code']
  note: Sentence
}

export interface DatedNotes {
  notes: DatedNote[]
  /** by step, the access (index of ACCESS) on arrival where that is conditional, 0: not known; null: none is known */
  access: Uint8Array | null
}

const NOTHING: DatedNotes = { notes: [], access: null }

/**
 * What dated tags leave unknown along a line. Without a date: each restriction with its tag and the months in which it
 * closes or applies. With one: what the tags then leave open. Either way the dangers that tags name, and ways that are
 * there at times only. Equal restrictions are reported together, with the metres that they cover.
 */
export function datedNotes(
  graph: RoutingGraph,
  line: RouteLine,
  profile: Profile,
  date: TravelDate | null,
): DatedNotes {
  const edges = DatedEdges.of(graph)
  const groups = new Map<string, { stretches: Stretches; noted: Noted }>()
  if (!edges.isKnown && date !== null) return { notes: [NOT_READ], access: null }
  if (edges.isEmpty) return NOTHING
  const access = date === null ? null : new Uint8Array(line.stepCount)
  const tell = (restriction: DatedRestriction, step: number, fromDm: number, toDm: number) => {
    const bit = edges.bitOf(line.stepArc[step], profile)
    const found = date === null ? tellUndated(restriction, bit) : tellDated(restriction, bit, date, step)
    for (const noted of found) {
      const key = JSON.stringify(noted)
      let group = groups.get(key)
      if (group === undefined) groups.set(key, (group = { stretches: new Stretches(), noted }))
      group.stretches.add(fromDm, toDm)
    }
    return found
  }
  for (let i = 0; i < line.stepCount; i++) {
    const arc = line.stepArc[i]
    if (arc < 0) continue
    for (const { atDm, restriction } of dangersOnStep(graph, edges, line, i)) tell(restriction, i, atDm, atDm)
    const restriction = edges.find(arc >>> 1)
    if (restriction === null) continue
    const found = tell(restriction, i, line.stepAtDm[i], line.stepAtDm[i + 1])
    if (date !== null && !found.some(({ code }) => code === 'dated_access'))
      access![i] = accessThen(restriction, edges.bitOf(arc, profile), whenAt(date.at, date.secondsAt(i))) ?? ACCESS_OPEN
  }
  const notes = [...groups.values()].map(({ stretches, noted: { code, note } }): DatedNote => {
    const values = { note, places: stretches.places }
    const atM = stretches.froms[0] / 10
    return code === 'dated_access'
      ? { code, message: say('unknown.dated_access', values), atM }
      : { code, message: say(`warning.${code}`, values), atM }
  })
  return { notes, access }
}

/** Dangers that nodes name on a step, in order, with their place on the line. */
function dangersOnStep(
  graph: RoutingGraph,
  edges: DatedEdges,
  { stepArc, stepAlongMm, stepAtMm }: RouteLine,
  step: number,
): { atDm: number; restriction: DatedRestriction }[] {
  const edge = stepArc[step] >>> 1
  const isBack = (stepArc[step] & 1) === 1
  const lengthMm = stepAtMm[step + 1] - stepAtMm[step]
  return edges
    .dangersOn(edge)
    .map(({ atMm, restriction }) => {
      const onStepMm = (isBack ? graph.columns.edgeLengthMm[edge] - atMm : atMm) - stepAlongMm[step]
      return { onStepMm, restriction }
    })
    .filter(({ onStepMm }) => onStepMm >= 0 && onStepMm <= lengthMm)
    .sort((a, b) => a.onStepMm - b.onStepMm)
    .map(({ onStepMm, restriction }) => ({ atDm: Math.round((stepAtMm[step] + onStepMm) / 100), restriction }))
}

const NOT_READ: DatedNote = { code: 'dated_access', message: say('unknown.dated_access.not_read'), atM: 0 }

const shown = ({ key, value }: DatedTag) => `${key}=${value}`
const ofEffect = ({ tags }: DatedRestriction, effect: DatedTag['effect']) => tags.filter((tag) => tag.effect === effect)
const accessTags = (restriction: DatedRestriction, bit: number): Sentence[] =>
  ofEffect(restriction, 'access')
    .filter(({ bits = bit }) => (bits & bit) !== 0)
    .map((tag) => say('part.note.tag', { tag: shown(tag) }))
const access = (note: Sentence): Noted => ({ code: 'dated_access', note })

function tellUndated(restriction: DatedRestriction, bit: number): Noted[] {
  const found: Noted[] = []
  const at = Math.log2(bit)
  const closes = listMonths(restriction.closedMonths[at])
  const mayClose = listMonths(restriction.unknownMonths[at])
  const applies = listMonths(restriction.appliesMonths?.[at] ?? 0)
  const tags = accessTags(restriction, bit)
  if (closes.length > 0 && mayClose.length > 0)
    found.push(access(say('unknown.dated_access.undated.both', { tags, closes, mayClose })))
  else if (closes.length > 0) found.push(access(say('unknown.dated_access.undated.closes', { tags, closes })))
  else if (mayClose.length > 0) found.push(access(say('unknown.dated_access.undated.may_close', { tags, mayClose })))
  else if (applies.length > 0) found.push(access(say('unknown.dated_access.undated.applies', { tags, applies })))
  for (const tag of ofEffect(restriction, 'hazard'))
    found.push(access(say('unknown.dated_access.undated.danger', { tag: shown(tag) })))
  return [...found, ...tellAlways(restriction)]
}

function tellDated(restriction: DatedRestriction, bit: number, { at, secondsAt }: TravelDate, step: number): Noted[] {
  const when = whenAt(at, secondsAt(step))
  const { closed, unknown } = stateOf(restriction, when)
  const found: Noted[] = []
  const tags = accessTags(restriction, bit)
  const precision = at.wholeDay ? 'hour' : 'arrival'
  if ((closed & bit) !== 0) found.push(access(say('unknown.dated_access.closed', { tags })))
  else if ((unknown & bit) !== 0) found.push(access(say(`unknown.dated_access.open.${precision}`, { tags })))
  else if (tags.length > 0 && restriction.access !== undefined && accessThen(restriction, bit, when) === null)
    found.push(access(say(`unknown.dated_access.to_whom.${precision}`, { tags })))
  for (const dated of ofEffect(restriction, 'hazard')) {
    const tag = shown(dated)
    const applies = tagApplies(restriction, dated, when)
    if (applies === YES) found.push({ code: 'dated_hazard', note: say('warning.dated_hazard.now', { tag }) })
    else if (applies !== NO) found.push(access(say('unknown.dated_access.danger', { tag })))
  }
  return [...found, ...tellAlways(restriction)]
}

/** Closes nothing, with a date or without. */
function tellAlways(restriction: DatedRestriction): Noted[] {
  const dangers = ofEffect(restriction, 'danger').map(
    (tag): Noted => ({ code: 'mapped_hazard', note: say('warning.mapped_hazard.named', { tag: shown(tag) }) }),
  )
  const unclear = ofEffect(restriction, 'unclear').map((tag) =>
    access(say(`unknown.dated_access.${UNCLEAR[tag.key] ?? 'season'}`, { tag: shown(tag) })),
  )
  return [...dangers, ...unclear]
}

const UNCLEAR: Record<string, 'winter' | 'tide' | 'flood'> = {
  ice_road: 'winter',
  winter_road: 'winter',
  surface: 'winter',
  tidal: 'tide',
  flood_prone: 'flood',
}

/** From 1, of bits. */
function listMonths(bits: number): number[] {
  return Array.from({ length: 12 }, (_, month) => month + 1).filter((month) => (bits & (1 << (month - 1))) !== 0)
}
