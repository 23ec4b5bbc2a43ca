// What dated tags leave unknown along a line. Without a date: each restriction with its tag and the months in which it
// closes or applies. With one: what the tags then leave open. Either way the dangers that tags name, and ways that are
// there at times only. Equal restrictions are reported together, with the metres that they cover.

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
import { Stretches } from './noted-stretches.ts'

/** When a line is travelled: the start, and the seconds to the beginning of each step. */
export interface TravelDate {
  at: At
  secondsAt(step: number): number
}

export interface DatedNote {
  code: 'dated_access' | 'dated_hazard' | 'mapped_hazard'
  message: string
  /** metres along the line where it begins */
  atM: number
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
  const groups = new Map<string, { stretches: Stretches; note: Omit<DatedNote, 'atM'> }>()
  if (!edges.isKnown && date !== null) return { notes: [NOT_READ], access: null }
  if (edges.isEmpty) return NOTHING
  const access = date === null ? null : new Uint8Array(line.stepCount)
  const tell = (restriction: DatedRestriction, step: number, fromDm: number, toDm: number) => {
    const bit = edges.bitOf(line.stepArc[step], profile)
    const found = date === null ? tellUndated(restriction, bit) : tellDated(restriction, bit, date, step)
    for (const note of found) {
      let group = groups.get(note.message)
      if (group === undefined) groups.set(note.message, (group = { stretches: new Stretches(), note }))
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
  const notes = [...groups.values()].map(({ stretches, note: { code, message } }) => ({
    code,
    message: `${message}: ${stretches}.`,
    atM: stretches.froms[0] / 10,
  }))
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

const NOT_READ: DatedNote = {
  code: 'dated_access',
  message: 'The network was imported before dated tags were read: what is closed at this time is not known.',
  atM: 0,
}

const shown = ({ key, value }: DatedTag) => `\`${key}=${value}\``
const list = (tags: readonly DatedTag[]) => tags.map(shown).join(', ')
const ofEffect = ({ tags }: DatedRestriction, effect: DatedTag['effect']) => tags.filter((tag) => tag.effect === effect)
const accessTags = (restriction: DatedRestriction, bit: number) =>
  list(ofEffect(restriction, 'access').filter(({ bits = bit }) => (bits & bit) !== 0))

function tellUndated(restriction: DatedRestriction, bit: number): Omit<DatedNote, 'atM'>[] {
  const found: Omit<DatedNote, 'atM'>[] = []
  const at = Math.log2(bit)
  const closed = restriction.closedMonths[at]
  const unknown = restriction.unknownMonths[at]
  const applies = restriction.appliesMonths?.[at] ?? 0
  if ((closed | unknown) !== 0) {
    const closes = closed === 0 ? null : `closes it at times in ${monthWords(closed)}`
    const perhaps =
      unknown === 0 ? null : `may close it in ${monthWords(unknown)} under a condition that cannot be read`
    found.push({
      code: 'dated_access',
      message: `Whether the way is open depends on the date, and none was given (\`at\`). ${accessTags(restriction, bit)} ${[closes, perhaps].filter((part) => part !== null).join(' and ')}`,
    })
  } else if (applies !== 0)
    found.push({
      code: 'dated_access',
      message: `To whom the way is open depends on the date, and none was given (\`at\`). ${accessTags(restriction, bit)} applies at times in ${monthWords(applies)}`,
    })
  for (const tag of ofEffect(restriction, 'hazard'))
    found.push({
      code: 'dated_access',
      message: `A danger depends on the date, and none was given (\`at\`): ${shown(tag)}`,
    })
  return [...found, ...tellAlways(restriction)]
}

function tellDated(
  restriction: DatedRestriction,
  bit: number,
  { at, secondsAt }: TravelDate,
  step: number,
): Omit<DatedNote, 'atM'>[] {
  const when = whenAt(at, secondsAt(step))
  const { closed, unknown } = stateOf(restriction, when)
  const found: Omit<DatedNote, 'atM'>[] = []
  const access = accessTags(restriction, bit)
  if ((closed & bit) !== 0)
    found.push({ code: 'dated_access', message: `The way is closed at the time of arrival by ${access}` })
  else if ((unknown & bit) !== 0)
    found.push({
      code: 'dated_access',
      message: at.wholeDay
        ? `Whether the way is open depends on the hour, or cannot be read: ${access}`
        : `Whether the way is open at the time of arrival cannot be read: ${access}`,
    })
  else if (access !== '' && restriction.access !== undefined && accessThen(restriction, bit, when) === null)
    found.push({
      code: 'dated_access',
      message: at.wholeDay
        ? `To whom the way is open depends on the hour, or cannot be read: ${access}`
        : `To whom the way is open at the time of arrival cannot be read: ${access}`,
    })
  for (const tag of ofEffect(restriction, 'hazard')) {
    const applies = tagApplies(restriction, tag, when)
    if (applies === YES)
      found.push({ code: 'dated_hazard', message: `A danger is mapped for this time: ${shown(tag)}` })
    else if (applies !== NO)
      found.push({
        code: 'dated_access',
        message: `Whether a danger is present at this time cannot be read: ${shown(tag)}`,
      })
  }
  return [...found, ...tellAlways(restriction)]
}

/** Closes nothing, with a date or without. */
function tellAlways(restriction: DatedRestriction): Omit<DatedNote, 'atM'>[] {
  const dangers = ofEffect(restriction, 'danger').map(
    (tag): Omit<DatedNote, 'atM'> => ({
      code: 'mapped_hazard',
      message: `The map names a danger: ${shown(tag)}`,
    }),
  )
  const unclear = ofEffect(restriction, 'unclear').map(
    (tag): Omit<DatedNote, 'atM'> => ({
      code: 'dated_access',
      message: `${UNCLEAR[tag.key] ?? UNCLEAR_SEASON}: ${shown(tag)}`,
    }),
  )
  return [...dangers, ...unclear]
}

const UNCLEAR_SEASON =
  'Whether the way can be used all year is not known; the map does not say when in a form that can be read'
const IN_WINTER = 'The way exists in winter only, while ice or snow bears; the map does not say when'
const UNCLEAR: Record<string, string> = {
  ice_road: IN_WINTER,
  winter_road: IN_WINTER,
  surface: IN_WINTER,
  tidal: 'The tide covers the way at times; the map does not say when',
  flood_prone: 'Water covers the way at times; the map does not say when',
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const EVERY_MONTH = 0xfff

/** `November to April`, `July and December`, `every month`. */
export function monthWords(months: number): string {
  if (months === EVERY_MONTH) return 'every month'
  const has = (month: number) => (months & (1 << ((month + 12) % 12))) !== 0
  const runs: string[] = []
  for (let first = 0; first < 12; first++) {
    if (!has(first) || has(first - 1)) continue
    let last = first
    while (has(last + 1)) last++
    const word = last === first + 1 ? 'and' : 'to'
    runs.push(last === first ? MONTHS[first] : `${MONTHS[first]} ${word} ${MONTHS[last % 12]}`)
  }
  return runs.length === 1 ? runs[0] : `${runs.slice(0, -1).join(', ')} and ${runs.at(-1)}`
}
