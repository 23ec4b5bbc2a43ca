// A plan and the place of the map as the part of an address after #, and back. Only what differs from an empty plan is
// written. Reading never throws and never invents: a word that is not understood is left out, and the rest still holds.

import type { LonLat } from '../geo/lon-lat.ts'
import { MAX_LOOP_ALTERNATIVES, MAX_WAYPOINTS, MIN_LOOP_KM } from '../travel/limits.ts'
import { COLOURINGS, EMPTY_PLAN, isTravelAt, maxLoopKm, MODES } from './plan.ts'
import type { Plan } from './plan.ts'
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

const DEPARTURE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** Without the #. Empty for an empty plan without a camera. */
export function toHash({ plan, camera }: SharedState): string {
  const { settings, loop } = plan
  const parts: string[] = []
  const put = (key: string, value: string | number, standard?: string | number) => {
    if (value !== standard) parts.push(`${key}=${value}`)
  }
  put('m', plan.mode, EMPTY_PLAN.mode)
  if (plan.waypoints.length > 0) put('w', plan.waypoints.map(pointText).join(';'))
  if (plan.straightLegs.length > 0) put('line', plan.straightLegs.join(','))
  for (const [key, text] of settingsInAddress(settings)) put(key, text)
  if (loop.start !== null) put('ls', pointText(loop.start))
  put('lk', loop.distanceKm, EMPTY_PLAN.loop.distanceKm)
  if (loop.directionDeg !== null) put('ld', loop.directionDeg)
  put('la', loop.alternatives, EMPTY_PLAN.loop.alternatives)
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
    .map(readPoint)
    .filter((point) => point !== null)
    .slice(0, MAX_WAYPOINTS)
  const number = (key: string, min: number, max: number): number | null => readNumber(words.get(key), min, max)
  const word = <Word extends string>(key: string, known: readonly Word[]): Word | null =>
    known.find((one) => one.toLowerCase() === words.get(key)?.toLowerCase()) ?? null
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
      straightLegs: words.has('line') ? legs : [],
      settings,
      loop: {
        start: readPoint(words.get('ls') ?? ''),
        distanceKm: number('lk', MIN_LOOP_KM, maxLoopKm(settings.profile)) ?? EMPTY_PLAN.loop.distanceKm,
        directionDeg: number('ld', 0, 360),
        alternatives: whole(number('la', 0, MAX_LOOP_ALTERNATIVES)) ?? EMPTY_PLAN.loop.alternatives,
      },
      colouring: word('by', COLOURINGS) ?? EMPTY_PLAN.colouring,
      departure:
        departure !== null && DEPARTURE.test(departure) && !Number.isNaN(Date.parse(departure)) ? departure : null,
      travelAt: travelAt !== null && isTravelAt(travelAt) ? travelAt : null,
      speedKmh: number('kmh', 1, 60),
    },
    camera: readCamera(words.get('map')),
  }
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
