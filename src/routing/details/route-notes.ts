// The notes of a route beside its figures: `warnings` (what to look out for, and where) and `unknowns` (what is not
// known, in metres). One note per kind, with its places. A note appears only if it applies; the absence of one promises
// nothing.

import { ACCESS } from '../../osm/edge-facts.ts'
import type { MovingTime } from '../../course/moving-time.ts'
import type { Difficulty, Hazard, Surfaces } from '../costs/way-types.ts'
import { toDistance } from '../legs/snap-waypoints.ts'
import { datedNotes, type TravelDate } from './dated-notes.ts'
import { lightingUnknownM } from './lighting.ts'
import { ferrySurfaceUnknownM, readStretches, type NotedStretches, type StretchesInput } from './noted-stretches.ts'
import { Notes, type RouteNotes } from './notes.ts'
import type { RouteClimb } from './route-climb.ts'
import { noteSearch, noteTrail, type SearchNotesInput } from './search-notes.ts'
import { noteAccess, noteDangers, noteTravel } from './way-notes.ts'

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
  const surfaceUnknownM =
    surfaces.unknownM - (straight?.lengthM ?? 0) - (ferries === null ? 0 : ferrySurfaceUnknownM(graph, line))
  if (surfaceUnknownM > 0.05)
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
