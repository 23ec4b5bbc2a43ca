// What dated tags leave unknown along a line. Without a date: each restriction with its tag and the months in which it
// closes or applies. With one: what the tags then leave open. Either way the dangers that tags name, and ways that are
// there at times only. Equal restrictions are reported together, with the metres that they cover.

import { type Sentence, say } from '../../language/sentence.ts'
import type { UnknownSentence, WarningSentence } from '../../unknowns.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import {
  accessThen,
  stateOf,
  tagApplies,
  type DatedRestriction,
  type DatedTag,
} from '../../osm/dates/dated-restriction.ts'
import { ACCESS_OPEN } from '../../osm/edge-facts.ts'
import { NO, YES } from '../../osm/dates/time-table.ts'
import type { At } from '../../travel/at.ts'
import type { Profile } from '../costs/request-types.ts'
import { whenAt } from '../dates/closures.ts'
import { DatedEdges } from '../dates/dated-edges.ts'
import type { RouteLine } from './route-line.ts'
import { Stretches } from './notes.ts'

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
