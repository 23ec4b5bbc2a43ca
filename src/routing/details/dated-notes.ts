// What dated tags leave unknown along a line. Without a date: each restriction with its tag and the months in which it
// closes. With one: what the tags then leave open, and the dangers that they name. Equal restrictions are told
// together, with the metres that they cover.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { stateOf, tagApplies, type DatedRestriction, type DatedTag } from '../../osm/dates/dated-restriction.ts'
import { NO, YES } from '../../osm/dates/time-table.ts'
import type { At } from '../../travel/at.ts'
import type { Profile } from '../costs/request-types.ts'
import { whenAt } from '../dates/when.ts'
import { DatedEdges } from '../dates/dated-edges.ts'
import type { RouteLine } from './route-line.ts'
import { Stretches } from './stretches.ts'

/** When a line is travelled: the start, and the seconds to the beginning of each step. */
export interface TravelDate {
  at: At
  secondsAt(step: number): number
}

export interface DatedNote {
  code: 'dated_access' | 'dated_hazard'
  message: string
  /** metres along the line where it begins */
  atM: number
}

export interface DatedNotes {
  notes: DatedNote[]
  /** 1 for steps whose conditional access is known for the time of arrival; null: none */
  settled: Uint8Array | null
}

const NOTHING: DatedNotes = { notes: [], settled: null }

export function datedNotes(
  graph: RoutingGraph,
  line: RouteLine,
  profile: Profile,
  date: TravelDate | null,
): DatedNotes {
  const edges = DatedEdges.of(graph)
  const groups = new Map<string, { stretches: Stretches; note: Omit<DatedNote, 'atM'> }>()
  if (!edges.isKnown && date !== null) return { notes: [NOT_READ], settled: null }
  if (edges.isEmpty) return NOTHING
  const settled = date === null ? null : new Uint8Array(line.stepCount)
  for (let i = 0; i < line.stepCount; i++) {
    const arc = line.stepArc[i]
    const restriction = arc < 0 ? null : edges.find(arc >>> 1)
    if (restriction === null) continue
    const bit = edges.bitOf(arc, profile)
    const told = date === null ? tellUndated(restriction, bit) : tellDated(restriction, bit, date, i)
    if (settled !== null) settled[i] = told.some(({ code }) => code === 'dated_access') ? 0 : 1
    for (const note of told) {
      let group = groups.get(note.message)
      if (group === undefined) groups.set(note.message, (group = { stretches: new Stretches(), note }))
      group.stretches.add(line.stepAtDm[i], line.stepAtDm[i + 1])
    }
  }
  const notes = [...groups.values()].map(({ stretches, note: { code, message } }) => ({
    code,
    message: `${message}: ${stretches}.`,
    atM: stretches.froms[0] / 10,
  }))
  return { notes, settled }
}

const NOT_READ: DatedNote = {
  code: 'dated_access',
  message: 'The network was imported before dated tags were read: what is closed at this time is not known.',
  atM: 0,
}

const shown = ({ key, value }: DatedTag) => `\`${key}=${value}\``
const list = (tags: readonly DatedTag[]) => tags.map(shown).join(', ')
const ofEffect = ({ tags }: DatedRestriction, effect: DatedTag['effect']) => tags.filter((tag) => tag.effect === effect)

function tellUndated(restriction: DatedRestriction, bit: number): Omit<DatedNote, 'atM'>[] {
  const told: Omit<DatedNote, 'atM'>[] = []
  const at = Math.log2(bit)
  const closed = restriction.closedMonths[at]
  const unknown = restriction.unknownMonths[at]
  if ((closed | unknown) !== 0) {
    const closes = closed === 0 ? null : `closes it at times in ${monthWords(closed)}`
    const perhaps =
      unknown === 0 ? null : `may close it in ${monthWords(unknown)} under a condition that cannot be read`
    told.push({
      code: 'dated_access',
      message: `Whether the way is open depends on the date, and none was given (\`at\`). ${list(ofEffect(restriction, 'access'))} ${[closes, perhaps].filter((part) => part !== null).join(' and ')}`,
    })
  }
  for (const tag of ofEffect(restriction, 'hazard'))
    told.push({
      code: 'dated_access',
      message: `A danger depends on the date, and none was given (\`at\`): ${shown(tag)}`,
    })
  return [...told, ...tellUnclear(restriction)]
}

function tellDated(
  restriction: DatedRestriction,
  bit: number,
  { at, secondsAt }: TravelDate,
  step: number,
): Omit<DatedNote, 'atM'>[] {
  const when = whenAt(at, secondsAt(step))
  const { closed, unknown } = stateOf(restriction, when)
  const told: Omit<DatedNote, 'atM'>[] = []
  const access = list(ofEffect(restriction, 'access'))
  if ((closed & bit) !== 0)
    told.push({ code: 'dated_access', message: `The way is closed at the time of arrival by ${access}` })
  else if ((unknown & bit) !== 0)
    told.push({
      code: 'dated_access',
      message: at.wholeDay
        ? `Whether the way is open depends on the hour, or cannot be read: ${access}`
        : `Whether the way is open at the time of arrival cannot be read: ${access}`,
    })
  for (const tag of ofEffect(restriction, 'hazard')) {
    const applies = tagApplies(restriction, tag, when)
    if (applies === YES) told.push({ code: 'dated_hazard', message: `A danger is mapped for this time: ${shown(tag)}` })
    else if (applies !== NO)
      told.push({
        code: 'dated_access',
        message: `Whether a danger is present at this time cannot be read: ${shown(tag)}`,
      })
  }
  return [...told, ...tellUnclear(restriction)]
}

/** Closes nothing, with a date or without. */
function tellUnclear(restriction: DatedRestriction): Omit<DatedNote, 'atM'>[] {
  return ofEffect(restriction, 'unclear').map((tag) => ({
    code: 'dated_access',
    message: `Whether the way can be used all year is not known; the map does not say when in a form that can be read: ${shown(tag)}`,
  }))
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
