// What panels ask the map to draw beside the line. Filled by the panels, read by the map; empty until then.

import { signal } from '@preact/signals'
import type { LonLat } from '../geo/lon-lat.ts'
import type { MapSource } from './map-sources.ts'

export interface ShownHazard {
  fromM: number
  toM: number
}

export interface ShownPlace {
  id: number
  lon: number
  lat: number
  colour: string
  chosen: boolean
}

export interface ShownTrail {
  id: number
  colour: string
  lines: [number, number][][]
}

export const hazardsShown = signal<readonly ShownHazard[]>([])
/** Loops that are not the chosen one, with their number in the answer. */
export const otherLoops = signal<readonly { index: number; coordinates: [number, number][] }[]>([])
export const placesShown = signal<readonly ShownPlace[]>([])
export const trailsShown = signal<readonly ShownTrail[]>([])

/** What the style says of whose data it shows, as it comes. */
export const styleSources = signal<readonly MapSource[]>([])

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
export const picked = signal<{ kind: 'place' | 'trail' | 'loop'; id: number } | null>(null)
