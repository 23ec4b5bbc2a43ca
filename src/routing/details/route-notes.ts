// The notes of a route beside its figures: `warnings` (what to look out for, and where) and `unknowns` (what is not
// known, in metres). One note per kind, with its places. A note appears only if it applies; the absence of one promises
// nothing.

import { ACCESS, type Access, FLAG_FERRY, LIT_UNTAGGED } from '../../osm/edge-facts.ts'
import type { MovingTime } from '../../course/moving-time.ts'
import type { Difficulty, Hazard, Surfaces } from '../costs/way-types.ts'
import { toDistance } from '../legs/snap-waypoints.ts'
import { tenths } from '../../wire/numbers.ts'
import { type TravelDate, datedNotes } from './dated-notes.ts'
import {
  type NotedStretches,
  type StretchesInput,
  ferrySurfaceUnknownM,
  readStretches,
  type Stretches,
  listPlaces,
} from './noted-stretches.ts'
import { Notes, type RouteNotes } from './notes.ts'
import type { RouteClimb } from './route-climb.ts'
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
  for (const { code, message, atM } of dated.notes)
    if (code === 'dated_access') notes.unknown(code, message)
    else notes.warn(code, message, atM)
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
  if (surfaces.assumedM > 0)
    notes.unknown(
      'surface_assumed',
      `The surface of ${toDistance(surfaces.assumedM)} is not mapped; it is assumed from the kind of way.`,
    )
  const ferryM = ferries === null ? 0 : ferrySurfaceUnknownM(graph, line)
  const surfaceUnknownM = tenths(surfaces.unknownM - (straight?.lengthM ?? 0) - ferryM)
  if (surfaceUnknownM > 0)
    notes.unknown('surface_unknown', `The surface of ${toDistance(surfaceUnknownM)} is not known.`)
  const untaggedM = difficulty === null ? 0 : 'T1M' in difficulty ? difficulty.untaggedPathM : difficulty.untaggedM
  if (untaggedM > 0)
    notes.unknown(
      'sac_untagged',
      `${toDistance(untaggedM)} of path have no difficulty grade in the map: they may be of any grade.`,
    )
  const unlitUnknownM = asksLighting ? lightingUnknownM(graph, line) : 0
  if (unlitUnknownM > 0)
    notes.unknown('lighting_unknown', `Whether ${toDistance(unlitUnknownM)} are lit is not mapped: they may be dark.`)
  if (climb.unknownDm > 0)
    notes.unknown(
      'height_unknown',
      `The terrain has no height along ${toDistance(climb.unknownDm / 10)}; climb there is left out.`,
    )
  if (time !== null && time.outsideCalibrationM > 0)
    notes.unknown(
      'time_outside_calibration',
      `${toDistance(time.outsideCalibrationM)} lie outside the calibration of the moving time.`,
    )
}

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
  words?: Pick<RouteWords, 'subjectOf' | 'legOf'>
  /** signed routes that legs follow; absent: none */
  trails?: readonly NotedTrail[]
  /** unproven legs: leg number and gap in per cent, null if no bound is above 0 */
  bestEffort: readonly { leg: number; gapPct: number | null; isDated?: boolean }[]
}

/** A signed route that a leg follows, and what it is called. */
interface NotedTrail {
  name: string
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
  for (const { leg, gapPct, isDated = false } of bestEffort) {
    const gap =
      gapPct === null
        ? 'how much better another way could be is not known'
        : `no way can be more than ${gapPct.toFixed(1)} % cheaper`
    notes.warn(
      'best_effort',
      `From ${words.legOf(leg, line.legFirstStep.length - 1)} ${isDated ? 'ways are closed at some hours' : 'the search reached its budget'}: this is the best way found, ${gap}.`,
      line.atMm[line.legFirstPoint[leg]] / 1000,
    )
  }
  if (graph.meta.synthetic) notes.warn('demo_region', 'This region is made up: no such place exists.', null)
  snapsM.forEach((distanceM, waypoint) => {
    const isClosed = closedSnaps.includes(waypoint)
    if (distanceM <= FAR_SNAP_M && !isClosed) return
    const leg = Math.min(waypoint, line.legFirstPoint.length - 1)
    notes.warn(
      'far_snap',
      `${words.subjectOf(waypoint, snapsM.length).words} lies ${toDistance(distanceM)} from the ${isClosed ? 'nearest way that is open at the time' : 'way it was moved to'}.`,
      line.atMm[line.legFirstPoint[leg]] / 1000,
    )
  })
}

const GAP_WORDS = {
  missing: 'no way on the map',
  closed: 'closed under these settings',
  unreachable: 'no open way leads there',
  turn: 'a turn restriction forbids to go on along it',
} as const

function noteTrail(notes: Notes, { name, gaps }: NotedTrail): void {
  if (gaps.length === 0) return
  const places = listPlaces(gaps, ({ fromM, toM, leftOutM, reason }) => {
    const lengths = [
      ...(leftOutM > 0 ? [`${toDistance(leftOutM)} left out`] : []),
      ...(toM > fromM ? [`${toDistance(toM - fromM)} of other ways instead`] : []),
    ]
    return `at km ${(fromM / 1000).toFixed(1)} (${[...lengths, GAP_WORDS[reason]].join(', ')})`
  })
  notes.warn('trail_gap', `${name} is not followed ${places}.`, gaps[0].fromM)
}

/** Kinds of access that are worth a warning. */
const ACCESS_WORDS: Partial<Record<Access, string>> = {
  agricultural: 'open to agricultural traffic only',
  forestry: 'open to forestry traffic only',
  customers: 'open to customers only',
  delivery: 'open to deliveries only',
  destination: 'open to residents and visitors only',
  discouraged: 'discouraged for this use',
}

/**
 * Notes on the ways of a line: restricted access, a bicycle that is pushed, ferries, straight legs, fords, aided
 * passages, steep grades and tunnels.
 */
function noteAccess(notes: Notes, access: Access, stretches: Stretches | undefined): void {
  if (stretches === undefined || stretches.lengthM === 0) return
  const atM = stretches.froms[0] / 10
  if (access === 'conditional') {
    notes.warn(
      'access_conditional',
      `Access depends on conditions (times, season, vehicles) that were not evaluated, ${stretches}.`,
      atM,
    )
    notes.unknown(
      'access_conditional',
      `Whether access is granted is not known for ${toDistance(stretches.lengthM)}: the map ties it to conditions.`,
    )
  } else if (access === 'dismount')
    notes.warn('dismount', `At this time the bicycle has to be pushed, ${stretches}.`, atM)
  else if (access === 'cycleway_untagged')
    notes.unknown(
      'cycleway_foot_unknown',
      `Whether walking is allowed is not mapped for ${toDistance(stretches.lengthM)} of cycleway.`,
    )
  else if (ACCESS_WORDS[access] !== undefined)
    notes.warn('access_restricted', `The way is ${ACCESS_WORDS[access]} (${access}), ${stretches}.`, atM)
}

/** Where the line is not simply walked or ridden but pushed, lifted, drawn straight or by ferry. */
function noteTravel(
  notes: Notes,
  { pushed, liftedDm, straight, ferries, ferrySailingS, ferryUnknownDm }: NotedStretches,
): void {
  if (pushed !== null)
    notes.warn(
      'dismount',
      `The bicycle has to be pushed for ${toDistance(pushed.lengthM)}: ${pushed}.`,
      pushed.froms[0] / 10,
    )
  if (liftedDm !== null)
    notes.warn(
      'dismount',
      `The bicycle has to be lifted or pushed past a barrier that is closed to it, at km ${(liftedDm / 10_000).toFixed(1)}.`,
      liftedDm / 10,
    )
  if (straight !== null) {
    notes.warn('straight_leg', `Drawn straight as requested, following no way, ${straight}.`, straight.froms[0] / 10)
    notes.unknown(
      'straight_leg',
      `${toDistance(straight.lengthM)} are drawn straight: their climb, time and surface are not known and in no total.`,
    )
  }
  if (ferries !== null) {
    const sailing =
      ferrySailingS > 0
        ? `; the map gives ${minutesText(ferrySailingS)} of sailing${ferryUnknownDm > 0 ? ' for a part' : ''}, waiting not included`
        : ''
    notes.warn(
      'ferry',
      `A ferry is used ${ferries}${sailing}. The walking time does not include it.`,
      ferries.froms[0] / 10,
    )
    if (ferryUnknownDm > 0)
      notes.unknown(
        'ferry_time_unknown',
        `How long the ferry takes is not mapped for ${toDistance(ferryUnknownDm / 10)}.`,
      )
  }
}

const HAZARD_WARNINGS = [
  { kind: 'ford', code: 'ford', words: 'A stream is forded' },
  { kind: 'aid', code: 'aided_passage', words: 'The path is secured with ladders, ropes or rungs' },
  { kind: 'via_ferrata', code: 'via_ferrata', words: 'The way is a via ferrata' },
] as const

function noteDangers(
  notes: Notes,
  { hazards, difficulty }: { hazards: readonly Hazard[]; difficulty: Difficulty | null },
  { tunnels, invisible }: Pick<NotedStretches, 'tunnels' | 'invisible'>,
): void {
  for (const { kind, code, words } of HAZARD_WARNINGS) {
    const found = hazards.filter((hazard) => hazard.kind === kind)
    if (found.length === 0) continue
    const places = listPlaces(
      found,
      ({ fromM, lengthM }) => `at km ${(fromM / 1000).toFixed(1)}${lengthM > 0 ? ` for ${toDistance(lengthM)}` : ''}`,
    )
    notes.warn(code, `${words} ${places}.`, found[0].fromM)
  }
  const hardest = difficulty?.hardest ?? null
  if (hardest !== null && (/^T[456]$/.test(hardest.grade) || /^S[3-6]$/.test(hardest.grade)))
    notes.warn(
      'steep_grade',
      `The hardest stretch is ${hardest.grade}, at km ${(hardest.fromM / 1000).toFixed(1)} for ${toDistance(hardest.toM - hardest.fromM)}.`,
      hardest.fromM,
    )
  if (invisible !== null)
    notes.warn(
      'hardly_visible',
      `The path is hardly visible on the ground, or not at all (\`trail_visibility\`), ${invisible}.`,
      invisible.froms[0] / 10,
    )
  if (tunnels !== null) notes.warn('tunnel', `The way goes through a tunnel ${tunnels}.`, tunnels.froms[0] / 10)
}

function minutesText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes === 0 ? 'less than a minute' : minutes === 1 ? '1 minute' : `${minutes} minutes`
}
