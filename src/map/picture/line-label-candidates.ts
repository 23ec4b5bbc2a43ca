// Texts that lines of the map may carry: names along them, shields of roads and trails, heights of contours. Listed in
// the order in which they get room.

import type { FontName } from '../style/glyph-fonts.ts'
import type { PlacedTile } from './draw-ground.ts'
import { COLOURS, type Stops } from './layer-rule.ts'
import type { MapView } from './map-view.ts'
import { chooseName } from './list-labels.ts'
import type { LabelLine } from './tile-content.ts'
import { EXTENT } from './vector-tile.ts'

export interface NameLook {
  font: FontName
  colour: string
  size: Stops
  minZoom: number
}

const MAX_REF_CHARACTERS = 12

const WATER: NameLook = {
  font: 'Noto Sans Italic',
  colour: COLOURS.waterLabel,
  size: [10, 9, 13, 10.5, 16, 12.5],
  minZoom: 10,
}

const ROAD: NameLook = { font: 'Noto Sans Regular', colour: COLOURS.roadLabel, size: [13, 9, 16, 11.5], minZoom: 13.6 }
export const NAME_LOOKS: Record<string, NameLook> = {
  river: WATER,
  stream: { ...WATER, minZoom: 12.5 },
  major1: { ...ROAD, minZoom: 13 },
  major2: { ...ROAD, minZoom: 13 },
  minor: ROAD,
  track: { ...ROAD, minZoom: 14 },
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((grade) => [`path${grade}`, { ...ROAD, minZoom: 14 }])),
}

/** Shields: border colour and lowest zoom. */
export const SHIELDS: Record<string, { edge: string; minZoom: number; edgePx: number }> = {
  motorway: { edge: COLOURS.shieldEdge, minZoom: 8, edgePx: 1 },
  major1: { edge: COLOURS.shieldEdge, minZoom: 9.5, edgePx: 1 },
  major2: { edge: COLOURS.shieldEdge, minZoom: 11.5, edgePx: 1 },
  trail1: { edge: COLOURS.trailLevels[0], minZoom: 10, edgePx: 1.6 },
  trail2: { edge: COLOURS.trailLevels[1], minZoom: 10, edgePx: 1.6 },
  trail3: { edge: COLOURS.trailLevels[2], minZoom: 11.5, edgePx: 1.6 },
  trail4: { edge: COLOURS.trailLevels[3], minZoom: 12.5, edgePx: 1.6 },
  trail0: { edge: COLOURS.trailUnknown, minZoom: 13, edgePx: 1.6 },
  cycleTrail: { edge: COLOURS.cycleTrail, minZoom: 11.5, edgePx: 1.6 },
}

export interface Candidate {
  kind: 'name' | 'shield' | 'height'
  text: string
  label: LabelLine
  points: Float64Array
  lengthPx: number
  order: number
}

const ORDER = { shield: 0, name: 1, height: 2 }
const RANK = ['motorway', 'major1', 'trail1', 'trail2', 'major2', 'river', 'trail3', 'cycleTrail', 'trail4', 'minor']
export function listCandidates(tiles: readonly PlacedTile[], view: MapView, language: string | null): Candidate[] {
  const candidates: Candidate[] = []
  for (const { place, content } of tiles) {
    for (const label of content.lines) {
      const look = NAME_LOOKS[label.of]
      const shield = SHIELDS[label.of]
      const ref =
        shield !== undefined &&
        view.zoom >= shield.minZoom &&
        label.ref !== null &&
        label.ref.length <= MAX_REF_CHARACTERS
          ? label.ref
          : null
      const name = look !== undefined && view.zoom >= look.minZoom ? chooseName(label.names, language, look.font) : null
      const height =
        label.of === 'contourIndex' && label.elevationM !== null ? String(Math.round(label.elevationM)) : null
      if (ref === null && name === null && height === null) continue
      const { points, lengthPx } = toPixels(label, place.leftPx, place.topPx, place.sidePx / EXTENT)
      const rank = RANK.indexOf(label.of)
      const add = (kind: Candidate['kind'], text: string) =>
        candidates.push({
          kind,
          text,
          label,
          points,
          lengthPx,
          order: ORDER[kind] * 100 + (rank < 0 ? RANK.length : rank),
        })
      if (ref !== null) add('shield', ref)
      if (name !== null) add('name', name)
      if (height !== null) add('height', height)
    }
  }
  return candidates
}

function toPixels(
  { coordinates }: LabelLine,
  leftPx: number,
  topPx: number,
  factor: number,
): { points: Float64Array; lengthPx: number } {
  const points = new Float64Array(coordinates.length)
  let lengthPx = 0
  for (let i = 0; i < coordinates.length; i += 2) {
    points[i] = leftPx + coordinates[i] * factor
    points[i + 1] = topPx + coordinates[i + 1] * factor
    if (i > 0) lengthPx += Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1])
  }
  return { points, lengthPx }
}
