// Asks for what a <waypost-map> shows: a route (1 credit), a signed trail (4), or a file's profile (2). What cannot be
// had is thrown as an EmbedFault with words for the visitor; a profile that fails leaves the line, and says so.

import { createGraphql, type Graphql } from '../../../clients/typescript/src/graphql.ts'
import { WaypostError } from '../../../clients/typescript/src/waypost-error.ts'
import { decodePolyline6 } from '../../geo/polyline.ts'
import {
  EmbedRouteDocument,
  EmbedTrailDocument,
  LineProfileDocument,
  type RouteInput,
} from '../documents/generated/graphql.ts'
import { profileParts } from '../line/profile-points.ts'
import { toShownLine, type ShownLine } from '../line/shown-line.ts'
import { answerNotes, EmbedFault, failureNotes, mayPass, note, type Note } from './embed-notes.ts'
import { lengthText, numberText, type EmbedLanguage } from './embed-words.ts'
import { readTrack } from './read-track.ts'
import type { Subject } from './read-subject.ts'

type LonLatParts = [number, number][][]

export interface Shown {
  /** null: it has none */
  name: string | null
  distanceM: number
  ascentM: number | null
  descentM: number | null
  /** null: unknown; left out where none belongs to it */
  movingS?: number | null
  /** what the map draws, part by part */
  parts: LonLatParts
  /** what the chart draws */
  line: ShownLine
  notes: Note[]
}

export interface Asking {
  apiUrl: string
  /** null: without a key */
  key: string | null
  language: EmbedLanguage
  signal: AbortSignal
}

/** Throws EmbedFault, and what the signal says. */
export async function loadSubject(subject: Subject, asking: Asking): Promise<Shown> {
  const { apiUrl, key, language, signal } = asking
  const graphql = createGraphql({ apiUrl, ...(key === null ? {} : { key }), retries: 1, maxWaitS: 2 })
  try {
    if (subject.kind === 'route') return await loadRoute(graphql, subject.input, asking)
    if (subject.kind === 'trail') return await loadTrail(graphql, subject.relationId, asking)
    return await loadFile(graphql, subject.url, asking)
  } catch (thrown) {
    signal.throwIfAborted()
    throw thrown instanceof EmbedFault ? thrown : new EmbedFault(failureNotes(language, thrown), mayPass(thrown))
  }
}

async function loadRoute(graphql: Graphql, input: RouteInput, { language, signal }: Asking): Promise<Shown> {
  const { data } = await graphql.query(EmbedRouteDocument, { input }, { signal })
  const { distanceM, ascentM, descentM, time, line, warnings, unknowns } = data.route!
  const coordinates = line.coordinates!
  return {
    name: null,
    distanceM,
    ascentM,
    descentM,
    movingS: time?.movingS ?? null,
    parts: [flat(coordinates)],
    line: toShownLine([coordinates], distanceM),
    notes: [...answerNotes(language, 'warning', warnings), ...answerNotes(language, 'unknownCode', unknowns)],
  }
}

async function loadTrail(graphql: Graphql, relationId: number, { language, signal }: Asking): Promise<Shown> {
  const asked = await graphql
    .query(EmbedTrailDocument, { relationId, language }, { signal })
    .catch((thrown: unknown) => {
      const isNone = thrown instanceof WaypostError && thrown.code === 'not_found'
      throw isNone ? new EmbedFault([note(language, 'trail.none', { id: relationId })], false) : thrown
    })
  const { errors } = asked
  const trail = asked.data.trail!
  const { name, ref, distanceM, ascentM, descentM, profile } = trail
  const parts: LonLatParts = trail.line.parts.map(({ polyline6 }) => decodePolyline6(polyline6))
  const gapsM = trail.gapsM.reduce((sum, gapM) => sum + gapM, 0)
  const notes: Note[] = []
  if (gapsM > 0) notes.push(note(language, 'trail.gaps', { gaps: lengthText(language, gapsM) }))
  if (trail.missingWays > 0) notes.push(note(language, 'trail.missing'))
  notes.push(...answerNotes(language, 'unknownCode', profile?.unknowns))
  if (errors.length > 0) notes.push(note(language, 'profile.failed'))
  notes.push(...errors.flatMap((one) => failureNotes(language, one)))
  const series = profile?.series
  const line = toShownLine(series === undefined ? parts : profileParts(series), distanceM)
  return { name: name ?? ref, distanceM, ascentM, descentM, parts, line, notes }
}

async function loadFile(graphql: Graphql, url: string, { language, signal }: Asking): Promise<Shown> {
  const { parts, thinned } = await readTrack(url, language, signal)
  const line = toShownLine(parts, null)
  const shown: Shown = {
    name: null,
    distanceM: line.lengthM,
    ascentM: null,
    descentM: null,
    parts: parts.map(flat),
    line,
    notes: [],
  }
  if (thinned !== null)
    shown.notes.push(
      note(language, 'gpx.thinned', {
        points: numberText(language, thinned.points),
        metres: Math.ceil(thinned.deviationM),
      }),
    )
  try {
    const input = { line: { geojson: { type: 'MultiLineString', coordinates: parts } }, points: 1500 }
    const { data } = await graphql.query(LineProfileDocument, { input }, { signal })
    const { elevation, series, unknowns } = data.elevationProfile!
    shown.ascentM = elevation.ascentM
    shown.descentM = elevation.descentM
    shown.line = toShownLine(profileParts(series), shown.distanceM)
    shown.notes.push(...answerNotes(language, 'unknownCode', unknowns))
  } catch (thrown) {
    signal.throwIfAborted()
    shown.notes.push(note(language, 'profile.failed'), ...failureNotes(language, thrown))
  }
  return shown
}

const flat = (part: readonly (readonly [number, number, ...unknown[]])[]): [number, number][] =>
  part.map(([lon, lat]) => [lon, lat])
