// What panels ask the map to draw beside the line. Filled by the panels, read by the map; empty until then.

import { signal } from '@preact/signals'
import { language, sheet } from '../i18n/preferences.ts'
import type { Map as LibreMap } from 'maplibre-gl'
import type { NamedPoint } from '../files/gpx-waypoints.ts'
import type { MultiPolygon } from 'geojson'
import type { LonLat } from '../../geo/lon-lat.ts'
import type { MapSource } from './attribution.ts'
import { isSecondMap } from './second-map.ts'
import { changePlan, config } from '../plan/session.ts'

export interface ShownHazard {
  kind: string
  fromM: number
  toM: number
  lengthM: number
}

export interface ShownPlace {
  id: string
  lon: number
  lat: number
  colour: string
  chosen: boolean
}

export interface ShownContour {
  colour: string
  /** one of the two is null */
  movingS: number | null
  lengthM: number | null
  areaKm2: number
  polygons: MultiPolygon
}

export interface ShownTrail {
  id: number
  colour: string
  /** another one is chosen */
  isFaded: boolean
  lines: [number, number][][]
}

export const hazardsShown = signal<readonly ShownHazard[]>([])
interface OtherLine {
  /** its number in the answer */
  index: number
  coordinates: [number, number][]
}
/** Loops that are not the chosen one. */
export const otherLoops = signal<readonly OtherLine[]>([])
/** The best route and its alternatives but the chosen one; the best has the index 0. */
export const otherRoutes = signal<readonly OtherLine[]>([])
/** The index of the one that list or map point at. */
export const pointedRoute = signal<number | null>(null)
/** What is within reach, the smallest contour first. */
export const reachShown = signal<readonly ShownContour[]>([])
/** Places within reach. */
export const reachedPlaces = signal<readonly ShownPlace[]>([])
export const placesShown = signal<readonly ShownPlace[]>([])
export const trailsShown = signal<readonly ShownTrail[]>([])

/** The map itself, once it is there: for panels that read its style. */
export const libreMap = signal<LibreMap | null>(null)

/** What the style says of whose data it shows, as it comes. */
export const styleSources = signal<readonly MapSource[]>([])

/** Whose data the map shows, by the release and by the style, in the language of the page. */
export function shownSources(): MapSource[] {
  const own = config.attributions.map(({ text, url, inLanguages }) => ({
    text: inLanguages[language.value] ?? text,
    url,
  }))
  const second = isSecondMap.value && config.secondMap !== null ? [config.secondMap.attribution] : []
  return [...second, ...own, ...styleSources.value]
}

export interface OpenMenu {
  point: LonLat
  /** pixels in the map, and its size */
  x: number
  y: number
  width: number
  height: number
}
/** The menu of the map; null: closed. */
export const mapMenu = signal<OpenMenu | null>(null)

/** What was clicked on the map, for the panel that drew it. */
export const picked = signal<{ kind: 'place'; id: string } | { kind: 'trail' | 'loop'; id: number } | null>(null)

/** Its card and its line, from wherever it is named; the sheet of a phone makes room for the card. */
export function showTrail(osmRelation: number): void {
  changePlan((old) => ({ ...old, mode: 'view' }), { undoable: false })
  picked.value = { kind: 'trail', id: osmRelation }
  if (sheet.peek() === 'low') sheet.value = 'half'
}

/** Places of the open file beside its line. */
export const filePoints = signal<NamedPoint[]>([])
