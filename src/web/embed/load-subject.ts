// Asks for what a <waypost-map> shows: a route (1 credit), a signed trail (4), or a file's profile (2). What cannot be
// had is thrown as an EmbedFault with words for the visitor; a profile that fails leaves the line, and says so.

import { createGraphql, type Graphql } from '../../../clients/typescript/src/graphql.ts'
import { WaypostError } from '../../../clients/typescript/src/waypost-error.ts'
import { decodePolyline6 } from '../../geo/polyline.ts'
import {
  EmbedRouteDocument,
  EmbedTrailDocument,
  EmbedProfileDocument,
  type RouteInput,
} from '../documents/generated/graphql.ts'
import { profileParts, toShownLine, type ShownLine } from '../line/shown-line.ts'
import { scanGpx } from '../files/gpx-scan.ts'
import { thinLine } from '../files/thin-line.ts'
import { fromHash } from '../plan/plan-hash.ts'
import { toRouteInput } from '../plan/plan.ts'
import { isSettingOfAddress } from '../plan/settings.ts'
import { answerNotes, EmbedFault, failureNotes, mayPass, note, type Note } from './embed-notes.ts'
import type { Language } from '../i18n/words.ts'
import { lengthText, numberText } from './embed-words.ts'

type LonLatParts = [number, number][][]

export interface Shown {
  /** null: it has none */
  name: string | null
  lengthM: number
  elevation: { ascentM: number; descentM: number } | null
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
  language: Language
  signal: AbortSignal
}

/** Throws EmbedFault, and what the signal says. */
export async function loadSubject(subject: Subject, asking: Asking): Promise<Shown> {
  const { apiUrl, key, language, signal } = asking
  const graphql = createGraphql({ apiUrl, ...(key === null ? {} : { key }), retries: 1, maxWaitS: 2, language })
  try {
    if (subject.kind === 'route') return await loadRoute(graphql, subject.input, asking)
    if (subject.kind === 'trail') return await loadTrail(graphql, subject.osmRelation, asking)
    return await loadFile(graphql, subject.url, asking)
  } catch (thrown) {
    signal.throwIfAborted()
    throw thrown instanceof EmbedFault ? thrown : new EmbedFault(failureNotes(language, thrown), mayPass(thrown))
  }
}

async function loadRoute(graphql: Graphql, input: RouteInput, { language, signal }: Asking): Promise<Shown> {
  const { data } = await graphql.query(EmbedRouteDocument, { input, language }, { signal })
  const { lengthM, elevation, time, line, warnings, unknowns } = data.route!
  const coordinates = line.coordinates!
  return {
    name: null,
    lengthM,
    elevation,
    movingS: time?.movingS ?? null,
    parts: [flat(coordinates)],
    line: toShownLine([coordinates], lengthM),
    notes: answerNotes(language, [...warnings, ...unknowns]),
  }
}

async function loadTrail(graphql: Graphql, osmRelation: number, { language, signal }: Asking): Promise<Shown> {
  const requested = await graphql
    .query(EmbedTrailDocument, { osmRelation, language }, { signal })
    .catch((thrown: unknown) => {
      const isNone = thrown instanceof WaypostError && thrown.code === 'not_found'
      throw isNone ? new EmbedFault([note(language, 'trail.none', { id: osmRelation })], false) : thrown
    })
  const { errors } = requested
  const trail = requested.data.trail!
  const { name, ref, lengthM, elevation, elevationProfile } = trail
  const parts: LonLatParts = trail.line.parts.map(({ polyline6 }) => decodePolyline6(polyline6))
  const gapsM = trail.gapsM.reduce((sum, gapM) => sum + gapM, 0)
  const notes: Note[] = []
  if (gapsM > 0) notes.push(note(language, 'trail.gaps', { gaps: lengthText(language, gapsM) }))
  if (trail.missingWayCount > 0) notes.push(note(language, 'trail.missing'))
  notes.push(...answerNotes(language, elevationProfile?.unknowns))
  if (errors.length > 0) notes.push(note(language, 'profile.failed'))
  notes.push(...errors.flatMap((one) => failureNotes(language, one)))
  const series = elevationProfile?.series
  const line = toShownLine(series === undefined ? parts : profileParts(series), lengthM)
  return { name: name ?? ref, lengthM, elevation, parts, line, notes }
}

async function loadFile(graphql: Graphql, url: string, { language, signal }: Asking): Promise<Shown> {
  const { parts, thinned } = await readTrack(url, language, signal)
  const line = toShownLine(parts, null)
  const shown: Shown = {
    name: null,
    lengthM: line.lengthM,
    elevation: null,
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
    const sent = { geojson: { type: 'MultiLineString', coordinates: parts } }
    const { data } = await graphql.query(EmbedProfileDocument, { line: sent, language }, { signal })
    const { elevation, series, unknowns } = data.line!.elevationProfile!
    shown.elevation = elevation
    shown.line = toShownLine(profileParts(series), shown.lengthM)
    shown.notes.push(...answerNotes(language, unknowns))
  } catch (thrown) {
    signal.throwIfAborted()
    shown.notes.push(note(language, 'profile.failed'), ...failureNotes(language, thrown))
  }
  return shown
}

const flat = (part: readonly (readonly [number, number, ...unknown[]])[]): [number, number][] =>
  part.map(([lon, lat]) => [lon, lat])

/** What a profile takes. */
const MOST_POINTS = 5000
const MOST_MB = 20

export type Position = [number, number] | [number, number, number]

export interface Track {
  parts: Position[][]
  /** null where all points stayed */
  thinned: { points: number; deviationM: number } | null
}

/**
 * The track of a GPX file at an address: its parts with the file's heights, thinned to what a profile takes. Throws
 * EmbedFault where it cannot be loaded or has no track.
 */
async function readTrack(url: string, language: Language, signal: AbortSignal): Promise<Track> {
  const track = parseTrack(await readText(url, language, signal))
  if (track === null) throw new EmbedFault([note(language, 'gpx.empty', { url })], false)
  return track
}

/** Null for a text without a track. */
export function parseTrack(text: string): Track | null {
  const scan = scanGpx(text)
  const { kept, deviationM } = thinLine(scan, MOST_POINTS)
  const starts = new Set(scan.partStarts)
  const parts: Position[][] = []
  for (const i of kept) {
    if (starts.has(i)) parts.push([])
    parts
      .at(-1)!
      .push(Number.isNaN(scan.heightM[i]) ? [scan.lon[i], scan.lat[i]] : [scan.lon[i], scan.lat[i], scan.heightM[i]])
  }
  const whole = parts.filter((part) => part.length > 1)
  if (whole.length === 0) return null
  return { parts: whole, thinned: kept.length === scan.count ? null : { points: kept.length, deviationM } }
}

async function readText(url: string, language: Language, signal: AbortSignal): Promise<string> {
  const unreachable = (why: string) => new EmbedFault([note(language, 'gpx.unreachable', { url, why })], true)
  try {
    const response = await fetch(url, { signal })
    if (!response.ok) throw unreachable(`HTTP ${response.status}`)
    const reader = response.body!.getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (let bytes = 0; ; ) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      bytes += value.byteLength
      if (bytes > MOST_MB * 1e6) {
        await reader.cancel()
        throw new EmbedFault([note(language, 'gpx.tooLarge', { url, most: MOST_MB })], false)
      }
      text += decoder.decode(value, { stream: true })
    }
  } catch (thrown) {
    signal.throwIfAborted()
    throw thrown instanceof EmbedFault ? thrown : unreachable(thrown instanceof Error ? thrown.message : String(thrown))
  }
}

type Subject =
  | { kind: 'route'; input: RouteInput }
  | { kind: 'trail'; osmRelation: number }
  | { kind: 'gpx'; url: string }

/** What is wrong with the attributes, a key of the words. */
export type SubjectFault = 'none' | 'several' | 'route' | 'trail' | 'gpx'

/** Words of the explorer's address beside settings; what says nothing about the route is passed over. */
const ADDRESS_WORDS: ReadonlySet<string> = new Set(
  'm w alt line avoid areas ls lk ld la lt ln lp rs rb rm rn rd by at kmh map'.split(' '),
)

export const SUBJECTS = ['route', 'trail', 'gpx'] as const

/**
 * What a <waypost-map> is to show, read from its attributes. A value that is not understood is a fault that tells
 * the author of the page; nothing is skipped silently and nothing is guessed. Pure. `baseUrl`: of the page, which
 * the address of a file may be relative to.
 */
export function readSubject(
  attribute: (name: (typeof SUBJECTS)[number]) => string | null,
  baseUrl: string,
): Subject | SubjectFault {
  const given = SUBJECTS.filter((name) => attribute(name) !== null)
  if (given.length !== 1) return given.length === 0 ? 'none' : 'several'
  const text = attribute(given[0])!.trim()
  if (given[0] === 'route') return readRoute(text)
  if (given[0] === 'trail') return /^\d{1,15}$/.test(text) ? { kind: 'trail', osmRelation: Number(text) } : 'trail'
  const url = text === '' ? null : URL.parse(text, baseUrl)
  return url === null || !/^(https?|blob|data):$/.test(url.protocol) ? 'gpx' : { kind: 'gpx', url: url.href }
}

/** `lon,lat;lon,lat`, with settings after `&`, or a whole address of the explorer. */
function readRoute(text: string): Subject | SubjectFault {
  const hash = text.slice(text.indexOf('#') + 1)
  const words = new URLSearchParams(/(^|&)w=/.test(hash) ? hash : `w=${hash}`)
  const { plan } = fromHash(words.toString())
  const input = toRouteInput(plan)
  const requested = countOf(words, 'w', ';')
  const isWhole =
    plan.waypoints.length === requested &&
    plan.avoid.areas.length === countOf(words, 'areas', '~') &&
    plan.avoid.kinds.length === countOf(words, 'avoid', ',') &&
    plan.alternative === 0 &&
    [...words].every(([key, value]) => isSettingOfAddress(key, value) ?? ADDRESS_WORDS.has(key))
  return input === null || !isWhole || plan.mode !== 'route' ? 'route' : { kind: 'route', input }
}

function countOf(words: URLSearchParams, key: string, between: string): number {
  return (words.get(key) ?? '').split(between).filter((one) => one.trim() !== '').length
}
