// A plan and the place of the map as the part of an address after #, and back. Only what differs from an empty plan is
// written. Reading never throws and never invents: a word that is not understood is left out, and the rest still holds.

import type { LonLat } from '../../geo/lon-lat.ts'
import {
  MAX_ALTERNATIVES,
  MAX_LOOP_ALTERNATIVES,
  MAX_THROUGH_PLACES,
  MAX_TRAILS,
  MAX_WAYPOINTS,
  MIN_LOOP_KM,
} from '../../travel/limits.ts'
import { type LoopForm, THROUGH_KINDS } from './loop-form.ts'
import { AVOID_KINDS, type Area, type AvoidForm, areaFault } from './avoid.ts'
import {
  COLOURINGS,
  EMPTY_PLAN,
  MODES,
  type Plan,
  TRAIL_WAYS,
  type Waypoint,
  isTrail,
  isTravelAt,
  maxLoopKm,
} from './plan.ts'
import { MAX_STEPS, NO_REACH, REACH_BOUNDS, REACH_DIRECTIONS, REACH_MEASURES, type ReachForm } from './reach-form.ts'
import { settingsInAddress, settingsOfAddress } from './settings.ts'

export interface Camera {
  lon: number
  lat: number
  zoom: number
}

export interface SharedState {
  plan: Plan
  /** null: not said, the map shows the waypoints or the region */
  camera: Camera | null
}

const PLACE_ID = /^[\w-]{1,80}$/
const DEPARTURE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** Without the #. Empty for an empty plan without a camera. */
export function toHash({ plan, camera }: SharedState): string {
  const { settings, loop } = plan
  const parts: string[] = []
  const put = (key: string, value: string | number, standard?: string | number) => {
    if (value !== standard) parts.push(`${key}=${value}`)
  }
  const putList = (key: string, words: readonly string[]) => {
    if (words.length > 0) put(key, words.join(',').toLowerCase())
  }
  put('m', plan.mode, EMPTY_PLAN.mode)
  if (plan.waypoints.length > 0) put('w', plan.waypoints.map(waypointText).join(';'))
  put('alt', plan.alternative, EMPTY_PLAN.alternative)
  if (plan.straightLegs.length > 0) put('line', plan.straightLegs.join(','))
  for (const [key, text] of settingsInAddress(settings)) put(key, text)
  putList('avoid', plan.avoid.kinds)
  if (plan.avoid.areas.length > 0) put('areas', plan.avoid.areas.map((area) => area.map(pointText).join(';')).join('~'))
  if (loop.start !== null) put('ls', pointText(loop.start))
  put('lk', loop.distanceKm, EMPTY_PLAN.loop.distanceKm)
  if (loop.directionDeg !== null) put('ld', loop.directionDeg)
  put('la', loop.alternatives, EMPTY_PLAN.loop.alternatives)
  putList('lt', loop.throughKinds)
  put('ln', loop.atLeast, EMPTY_PLAN.loop.atLeast)
  if (loop.throughPlaces.length > 0) put('lp', loop.throughPlaces.join(','))
  const { reach } = plan
  if (reach.from !== null) put('rs', pointText(reach.from))
  put('rb', reach.measure, NO_REACH.measure)
  put('rm', reach.most, REACH_BOUNDS[reach.measure].preset)
  put('rn', reach.steps, NO_REACH.steps)
  put('rd', reach.direction.toLowerCase(), NO_REACH.direction.toLowerCase())
  put('by', plan.colouring, EMPTY_PLAN.colouring)
  if (plan.departure !== null) put('at', plan.departure)
  if (plan.travelAt !== null) put('on', plan.travelAt)
  if (plan.speedKmh !== null) put('kmh', plan.speedKmh)
  if (camera !== null) put('map', `${trim(camera.zoom, 2)}/${trim(camera.lat, 5)}/${trim(camera.lon, 5)}`)
  return parts.join('&')
}

/** Reads what `toHash` wrote; with or without the #. */
export function fromHash(hash: string): SharedState {
  const words = new URLSearchParams(hash.replace(/^#/, ''))
  const waypoints = (words.get('w') ?? '')
    .split(';')
    .map(readWaypoint)
    .filter((waypoint) => waypoint !== null)
    .filter(fewTrails())
    .slice(0, MAX_WAYPOINTS)
  const number = (key: string, min: number, max: number): number | null => readNumber(words.get(key), min, max)
  const word = <Word extends string>(key: string, known: readonly Word[]): Word | null =>
    readWord(words.get(key), known)
  const settings = settingsOfAddress(words)
  const legs = (words.get('line') ?? '')
    .split(',')
    .map(Number)
    .filter((leg, i, all) => Number.isInteger(leg) && leg >= 0 && leg < waypoints.length - 1 && all.indexOf(leg) === i)
  const departure = words.get('at')
  const travelAt = words.get('on')
  return {
    plan: {
      mode: word('m', MODES) ?? EMPTY_PLAN.mode,
      waypoints,
      alternative: whole(number('alt', 0, MAX_ALTERNATIVES)) ?? EMPTY_PLAN.alternative,
      straightLegs: words.has('line') ? legs : [],
      settings,
      avoid: readAvoid(words),
      loop: readLoop(words, maxLoopKm(settings.profile)),
      reach: readReach(words),
      colouring: word('by', COLOURINGS) ?? EMPTY_PLAN.colouring,
      departure:
        departure !== null && DEPARTURE.test(departure) && !Number.isNaN(Date.parse(departure)) ? departure : null,
      travelAt: travelAt !== null && isTravelAt(travelAt) ? travelAt : null,
      speedKmh: number('kmh', 1, 60),
    },
    camera: readCamera(words.get('map')),
  }
}

function readLoop(words: URLSearchParams, mostKm: number): LoopForm {
  const { loop } = EMPTY_PLAN
  const number = (key: string, min: number, max: number): number | null => readNumber(words.get(key), min, max)
  return {
    start: readPoint(words.get('ls') ?? ''),
    distanceKm: number('lk', MIN_LOOP_KM, mostKm) ?? loop.distanceKm,
    directionDeg: number('ld', 0, 360),
    alternatives: whole(number('la', 0, MAX_LOOP_ALTERNATIVES)) ?? loop.alternatives,
    throughKinds: readWords(words.get('lt'), THROUGH_KINDS),
    atLeast: whole(number('ln', 1, MAX_THROUGH_PLACES)) ?? loop.atLeast,
    throughPlaces: [...new Set((words.get('lp') ?? '').split(',').filter((id) => PLACE_ID.test(id)))].slice(
      0,
      MAX_THROUGH_PLACES,
    ),
  }
}

function readReach(words: URLSearchParams): ReachForm {
  const measure = readWord(words.get('rb'), REACH_MEASURES) ?? NO_REACH.measure
  const { min, max, preset } = REACH_BOUNDS[measure]
  return {
    from: readPoint(words.get('rs') ?? ''),
    measure,
    most: whole(readNumber(words.get('rm'), min, max)) ?? preset,
    steps: whole(readNumber(words.get('rn'), 1, MAX_STEPS)) ?? NO_REACH.steps,
    direction: readWord(words.get('rd'), REACH_DIRECTIONS) ?? NO_REACH.direction,
  }
}

/** An area with an unreadable corner is left out whole: without that corner it would be a different area. */
function readAvoid(words: URLSearchParams): AvoidForm {
  const areas: Area[] = []
  for (const text of (words.get('areas') ?? '').split('~')) {
    const corners = text.split(';').map(readPoint)
    const area = corners.filter((corner) => corner !== null)
    if (area.length === corners.length && areaFault(area, { areas, kinds: [] }) === null) areas.push(area)
  }
  return { areas, kinds: readWords(words.get('avoid'), AVOID_KINDS) }
}

function readWord<Word extends string>(text: string | null, known: readonly Word[]): Word | null {
  return known.find((one) => one.toLowerCase() === text?.toLowerCase()) ?? null
}

/** Those that are known, each once, in the order of the list that knows them. */
function readWords<Word extends string>(text: string | null, known: readonly Word[]): Word[] {
  const given = (text ?? '').toLowerCase().split(',')
  return known.filter((one) => given.includes(one.toLowerCase()))
}

/** `t8123`, with a letter behind it for another way round: `t8123b`. */
function waypointText(waypoint: Waypoint): string {
  if (!isTrail(waypoint)) return pointText(waypoint)
  const letter = waypoint.way === TRAIL_WAYS[0] ? '' : waypoint.way[0].toLowerCase()
  return `t${waypoint.trail}${letter}`
}

function readWaypoint(text: string): Waypoint | null {
  const found = /^t([1-9]\d{0,14})([a-z]?)$/.exec(text)
  if (found === null) return readPoint(text)
  const way = found[2] === '' ? TRAIL_WAYS[0] : TRAIL_WAYS.find((one) => one[0].toLowerCase() === found[2])
  return way === undefined ? null : { trail: Number(found[1]), way }
}

/** Keeps every point, and of trails as many as a route takes. */
function fewTrails(): (waypoint: Waypoint) => boolean {
  let trails = 0
  return (waypoint) => !isTrail(waypoint) || ++trails <= MAX_TRAILS
}

function pointText([lon, lat]: LonLat): string {
  return `${trim(lon, 5)},${trim(lat, 5)}`
}

function readPoint(text: string): LonLat | null {
  const parts = text.split(',')
  if (parts.length !== 2) return null
  const lon = readNumber(parts[0], -180, 180)
  const lat = readNumber(parts[1], -90, 90)
  return lon === null || lat === null ? null : [lon, lat]
}

function readCamera(text: string | null): Camera | null {
  const parts = (text ?? '').split('/')
  if (parts.length !== 3) return null
  const zoom = readNumber(parts[0], 0, 24)
  const lat = readNumber(parts[1], -90, 90)
  const lon = readNumber(parts[2], -180, 180)
  return zoom === null || lat === null || lon === null ? null : { lon, lat, zoom }
}

function readNumber(text: string | null, min: number, max: number): number | null {
  if (text === null || !/^-?\d+(\.\d+)?$/.test(text)) return null
  const value = Number(text)
  return value >= min && value <= max ? value : null
}

function whole(value: number | null): number | null {
  return value !== null && Number.isInteger(value) ? value : null
}

/** At most so many decimals, no zeros at the end, never in powers of ten. */
function trim(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)) + 0).includes('e') ? '0' : String(Number(value.toFixed(decimals)) + 0)
}
