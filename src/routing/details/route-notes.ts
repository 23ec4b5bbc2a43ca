// The notes of a route beside its figures: `warnings` (what to look out for, and where) and `unknowns` (what is not
// known, in metres). One note per kind, with its places. A note appears only if it applies; the absence of one promises
// nothing.

import { type NameValue, say } from '../../language/sentence.ts'
import { ACCESS, type Access, FLAG_FERRY, LIT_UNTAGGED } from '../../osm/edge-facts.ts'
import type { MovingTime } from '../../course/moving-time.ts'
import type { Difficulty, Hazard, Surfaces } from '../costs/way-types.ts'
import { tenths } from '../../wire/numbers.ts'
import {
  type TravelDate,
  datedNotes,
  type NotedStretches,
  type StretchesInput,
  ferrySurfaceUnknownM,
  readStretches,
  placeOf,
  type Stretches,
  Notes,
  type RouteNotes,
} from './notes.ts'
import type { RouteClimb } from './route-legs.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { RouteLine } from './route-line.ts'
import { type RouteWords, WAYPOINT_WORDS } from '../costs/point-subject.ts'
import type { TrailGap } from '../costs/route-types.ts'

export interface NotesInput extends StretchesInput, Omit<SearchNotesInput, 'graph' | 'line'> {
  surfaces: Surfaces
  difficulty: Difficulty | null
  hazards: readonly Hazard[]
  climb: RouteClimb
  time: MovingTime | null
  /** when the line is travelled; absent or null: no date was given */
  date?: TravelDate | null
  /** unlit ways were to be avoided */
  asksLighting?: boolean
}

export function notesOf(input: NotesInput): RouteNotes {
  const notes = new Notes(input.line)
  const dated = datedNotes(input.graph, input.line, input.profile, input.date ?? null)
  const stretches = readStretches(input, dated.access)
  noteSearch(notes, input)
  for (const trail of input.trails ?? []) noteTrail(notes, trail)
  stretches.byAccess.forEach((restricted, access) => noteAccess(notes, ACCESS[access], restricted))
  for (const note of dated.notes)
    if (note.code === 'dated_access') notes.unknown(note.message)
    else notes.warn(note.message, note.atM)
  noteTravel(notes, stretches)
  noteDangers(notes, input, stretches)
  noteUnknowns(notes, input, stretches)
  return { warnings: notes.warnings, unknowns: notes.unknowns }
}

/** What the figures of the line do not cover. */
function noteUnknowns(
  notes: Notes,
  { graph, line, surfaces, difficulty, climb, time, asksLighting = false }: NotesInput,
  { straight, ferries }: NotedStretches,
): void {
  const note = (code: NotedLength, lengthM: number) => {
    if (lengthM > 0) notes.unknown(say(`unknown.${code}`, { lengthM }))
  }
  note('surface_assumed', surfaces.assumedM)
  const ferryM = ferries === null ? 0 : ferrySurfaceUnknownM(graph, line)
  note('surface_unknown', tenths(surfaces.unknownM - (straight?.lengthM ?? 0) - ferryM))
  note('sac_untagged', difficulty === null ? 0 : 'T1M' in difficulty ? difficulty.untaggedPathM : difficulty.untaggedM)
  note('lighting_unknown', asksLighting ? lightingUnknownM(graph, line) : 0)
  note('height_unknown', climb.unknownDm / 10)
  note('time_outside_calibration', time?.outsideCalibrationM ?? 0)
}

type NotedLength =
  | 'surface_assumed'
  | 'surface_unknown'
  | 'sac_untagged'
  | 'lighting_unknown'
  | 'height_unknown'
  | 'time_outside_calibration'

/**
 * How much of a line is mapped neither as lit nor as unlit, for requests that avoid unlit ways. Metres, ferries left
 * out.
 */
function lightingUnknownM(graph: RoutingGraph, line: RouteLine): number {
  const { edgeClass, classFlags, classLit } = graph.columns
  let sumDm = 0
  for (let i = 0; i < line.stepCount; i++) {
    const k = line.stepArc[i] < 0 ? -1 : edgeClass[line.stepArc[i] >>> 1]
    if (k >= 0 && (classFlags[k] & FLAG_FERRY) === 0 && (classLit?.[k] ?? LIT_UNTAGGED) === LIT_UNTAGGED)
      sumDm += line.stepAtDm[i + 1] - line.stepAtDm[i]
  }
  return sumDm / 10
}

/** A snap farther than this gets a warning. */
const FAR_SNAP_M = 100

interface SearchNotesInput {
  graph: RoutingGraph
  line: RouteLine
  snapsM: readonly number[]
  /** waypoints whose nearest way is closed at the time; absent: none */
  closedSnaps?: readonly number[]
  /** what waypoints and legs are called; by default their numbers */
  words?: Pick<RouteWords, 'subjectOf' | 'leg'>
  /** signed routes that legs follow; absent: none */
  trails?: readonly NotedTrail[]
  /** unproven legs: leg number and gap in per cent, null if no bound is above 0 */
  bestEffort: readonly { leg: number; gapPct: number | null; isDated?: boolean }[]
}

/** A signed route that a leg follows, and what it is called. */
interface NotedTrail {
  name: NameValue
  gaps: readonly TrailGap[]
}

/**
 * Notes on how a line was found: legs not proven, points moved far to a way, signed routes not followed throughout. How
 * the search found the line.
 */
function noteSearch(
  notes: Notes,
  { graph, line, bestEffort, snapsM, closedSnaps = [], words = WAYPOINT_WORDS }: SearchNotesInput,
): void {
  for (const { leg: index, gapPct, isDated = false } of bestEffort) {
    const leg = words.leg(index, line.legFirstStep.length - 1)
    const atM = line.atMm[line.legFirstPoint[index]] / 1000
    if (gapPct === null) notes.warn(say(`warning.best_effort.${isDated ? 'dated' : 'budget'}`, { leg }), atM)
    else
      notes.warn(say(`warning.best_effort.${isDated ? 'dated' : 'budget'}_gap`, { leg, gapShare: gapPct / 100 }), atM)
  }
  if (graph.meta.synthetic) notes.warn(say('warning.demo_region'), null)
  snapsM.forEach((lengthM, waypoint) => {
    const isClosed = closedSnaps.includes(waypoint)
    if (lengthM <= FAR_SNAP_M && !isClosed) return
    const leg = Math.min(waypoint, line.legFirstPoint.length - 1)
    const { point } = words.subjectOf(waypoint, snapsM.length)
    notes.warn(
      say(isClosed ? 'warning.far_snap.closed' : 'warning.far_snap', { point, lengthM }),
      line.atMm[line.legFirstPoint[leg]] / 1000,
    )
  })
}

function noteTrail(notes: Notes, { name, gaps }: NotedTrail): void {
  if (gaps.length === 0) return
  const places = gaps.map(({ fromM, toM, leftOutM, reason }) =>
    say('part.note.gap', {
      atM: fromM,
      facts: [
        ...(leftOutM > 0 ? [say('part.note.left_out', { lengthM: leftOutM })] : []),
        ...(toM > fromM ? [say('part.note.instead', { lengthM: toM - fromM })] : []),
        say(`part.note.gap.${reason}`),
      ],
    }),
  )
  notes.warn(say('warning.trail_gap', { name, places }), gaps[0].fromM)
}

/** Kinds of access that are worth a warning. */
const RESTRICTED = ['agricultural', 'forestry', 'customers', 'delivery', 'destination', 'discouraged'] as const

const isRestricted = (access: Access): access is (typeof RESTRICTED)[number] =>
  (RESTRICTED as readonly Access[]).includes(access)

/** Ways of the line that are not open to everybody, and those whose access is not known. */
function noteAccess(notes: Notes, access: Access, stretches: Stretches | undefined): void {
  if (stretches === undefined || stretches.lengthM === 0) return
  const atM = stretches.froms[0] / 10
  const { places, lengthM } = stretches
  if (access === 'conditional') {
    notes.warn(say('warning.access_conditional', { places }), atM)
    notes.unknown(say('unknown.access_conditional', { lengthM }))
  } else if (access === 'dismount') notes.warn(say('warning.dismount.now', { places }), atM)
  else if (access === 'cycleway_untagged') notes.unknown(say('unknown.cycleway_foot_unknown', { lengthM }))
  else if (isRestricted(access)) notes.warn(say(`warning.access_restricted.${access}`, { places }), atM)
}

/** Where the line is not simply walked or ridden but pushed, lifted, drawn straight or by ferry. */
function noteTravel(
  notes: Notes,
  { pushed, liftedDm, straight, ferries, ferrySailingS: sailingS, ferryUnknownDm }: NotedStretches,
): void {
  if (pushed !== null)
    notes.warn(say('warning.dismount', { lengthM: pushed.lengthM, places: pushed.places }), pushed.froms[0] / 10)
  if (liftedDm !== null) notes.warn(say('warning.dismount.barrier', { atM: liftedDm / 10 }), liftedDm / 10)
  if (straight !== null) {
    notes.warn(say('warning.straight_leg', { places: straight.places }), straight.froms[0] / 10)
    notes.unknown(say('unknown.straight_leg', { lengthM: straight.lengthM }))
  }
  if (ferries !== null) {
    const { places, froms } = ferries
    if (sailingS === 0) notes.warn(say('warning.ferry', { places }), froms[0] / 10)
    else
      notes.warn(
        say(ferryUnknownDm > 0 ? 'warning.ferry.sailing_part' : 'warning.ferry.sailing', { places, sailingS }),
        froms[0] / 10,
      )
    if (ferryUnknownDm > 0) notes.unknown(say('unknown.ferry_time_unknown', { lengthM: ferryUnknownDm / 10 }))
  }
}

const HAZARD_WARNINGS = [
  { kind: 'ford', code: 'ford' },
  { kind: 'aid', code: 'aided_passage' },
  { kind: 'via_ferrata', code: 'via_ferrata' },
] as const

function noteDangers(
  notes: Notes,
  { hazards, difficulty }: { hazards: readonly Hazard[]; difficulty: Difficulty | null },
  { tunnels, invisible }: Pick<NotedStretches, 'tunnels' | 'invisible'>,
): void {
  for (const { kind, code } of HAZARD_WARNINGS) {
    const found = hazards.filter((hazard) => hazard.kind === kind)
    if (found.length === 0) continue
    const places = found.map(({ fromM, lengthM }) => placeOf(fromM, lengthM))
    notes.warn(say(`warning.${code}`, { places }), found[0].fromM)
  }
  const hardest = difficulty?.hardest ?? null
  if (hardest !== null && (/^T[456]$/.test(hardest.grade) || /^S[3-6]$/.test(hardest.grade))) {
    const { grade, fromM, toM } = hardest
    notes.warn(say('warning.steep_grade', { grade, atM: fromM, lengthM: toM - fromM }), fromM)
  }
  if (invisible !== null)
    notes.warn(say('warning.hardly_visible', { places: invisible.places }), invisible.froms[0] / 10)
  if (tunnels !== null) notes.warn(say('warning.tunnel', { places: tunnels.places }), tunnels.froms[0] / 10)
}
