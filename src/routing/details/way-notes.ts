// Notes on the ways of a line: restricted access, a bicycle that is pushed, ferries, straight legs, fords, aided
// passages, steep grades and tunnels.

import type { Access } from '../../osm/edge-facts.ts'
import type { Difficulty, Hazard } from '../costs/way-types.ts'
import { toDistance } from '../legs/snap-waypoints.ts'
import type { NotedStretches } from './noted-stretches.ts'
import type { Notes } from './notes.ts'
import { listPlaces, type Stretches } from './stretches.ts'

/** Kinds of access that are worth a warning. */
const ACCESS_WORDS: Partial<Record<Access, string>> = {
  agricultural: 'open to agricultural traffic only',
  forestry: 'open to forestry traffic only',
  customers: 'open to customers only',
  delivery: 'open to deliveries only',
  destination: 'open to residents and visitors only',
  discouraged: 'discouraged for this use',
}

export function noteAccess(notes: Notes, access: Access, stretches: Stretches | undefined): void {
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
export function noteTravel(
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

export function noteDangers(
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
