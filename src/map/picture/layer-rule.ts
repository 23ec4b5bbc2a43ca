// What a rule of the style says, and values by zoom.

import { MAP_COLOURS } from '../style/map-colours.ts'

export const COLOURS = MAP_COLOURS.light

/** zoom, value, zoom, value ...: linear in between, constant beyond. */
export type Stops = readonly number[]

export interface FillRule {
  kind: 'fill'
  classes: readonly string[]
  colour: string
  opacity?: number
  minZoom?: number
}

export interface LineRule {
  kind: 'line'
  classes: readonly string[]
  colour: string
  width: Stops
  /** CSS pixels on each side, painted before the line itself: the casing's width is that of the line plus twice this */
  casing?: number
  /** in line widths */
  dash?: readonly number[]
  opacity?: number
  minZoom?: number
  cap?: 'cut' | 'round'
}

export interface ShadeRule {
  kind: 'shade'
}
export interface ContourRule {
  kind: 'contours'
}

export type Rule = FillRule | LineRule | ShadeRule | ContourRule

/** The value of stops at a given zoom. */
export function atZoom(stops: Stops, zoom: number): number {
  const count = stops.length / 2
  if (zoom <= stops[0]) return stops[1]
  for (let i = 1; i < count; i++) {
    const to = stops[i * 2]
    if (zoom > to) continue
    const from = stops[i * 2 - 2]
    return stops[i * 2 - 1] + ((stops[i * 2 + 1] - stops[i * 2 - 1]) * (zoom - from)) / (to - from)
  }
  return stops[stops.length - 1]
}
