// Text along lines: names of rivers, roads and paths curved along them, heights on contours, and references in small
// shields. A name is placed upright where its line is straightest, and not repeated within a distance; it is left out
// if it would have to bend sharply.

import type { PlacedTile } from './draw-ground.ts'
import { CAP_EM, type TextLine, layOut } from './label-text.ts'
import type { LabelBox, LabelSpace } from './label-space.ts'
import { COLOURS, type Stops, atZoom } from './layer-rule.ts'
import type { MapView } from './map-view.ts'
import type { FontName } from '../style/glyph-fonts.ts'
import { type PlacedLabels, type PlacedText, type Shield, chooseName } from './list-labels.ts'
import type { LabelLine } from './tile-content.ts'
import { EXTENT } from './vector-tile.ts'

const SHIELD_TEXT_PX = 9
/** A name is not repeated within this distance, CSS pixels. */
const NAME_APART_PX = 260
const SHIELD_APART_PX = 190
const HEIGHT_APART_PX = 150
/** Sharpest bend between two letters, radians. */
const MAX_BEND = 0.42

/** Places text along lines where there is room, after the labels of points. Adds to `placed`; returns the shields. */
export function placeLineLabels(
  basemap: readonly PlacedTile[],
  contours: readonly PlacedTile[],
  space: LabelSpace,
  placed: PlacedLabels,
  view: MapView,
  language: string | null,
): Shield[] {
  const candidates = [
    ...listCandidates(basemap, view, language),
    ...(view.zoom >= 12.3 ? listCandidates(contours, view, language) : []),
  ]
  candidates.sort(
    (a, b) => a.order - b.order || b.lengthPx - a.lengthPx || a.points[0] - b.points[0] || a.points[1] - b.points[1],
  )
  const written = new Map<string, { x: number; y: number }[]>()
  const shields: Shield[] = []
  for (const candidate of candidates) {
    // GR 11 and GR11 are one reference
    const key = candidate.kind === 'height' ? 'height' : `${candidate.kind} ${candidate.text.replace(/\s+/g, '')}`
    const apartPx =
      (candidate.kind === 'name' ? NAME_APART_PX : candidate.kind === 'shield' ? SHIELD_APART_PX : HEIGHT_APART_PX) *
      view.scale
    let places = written.get(key)
    if (places === undefined) written.set(key, (places = []))
    const isFree = (x: number, y: number): boolean =>
      places.every((other) => Math.hypot(other.x - x, other.y - y) >= apartPx)
    const at =
      candidate.kind === 'shield'
        ? placeShield(candidate, isFree, space, placed, shields, view)
        : placeAlong(candidate, isFree, space, placed, view)
    if (at !== null) places.push(at)
  }
  return shields
}

type Place = { x: number; y: number }

function placeShield(
  { text, label, points, lengthPx }: Candidate,
  isFree: (x: number, y: number) => boolean,
  space: LabelSpace,
  placed: PlacedLabels,
  shields: Shield[],
  view: MapView,
): Place | null {
  const line = layOut('Noto Sans Medium', text)
  if (line === null || lengthPx < 24 * view.scale) return null
  const { scale } = view
  const sizePx = SHIELD_TEXT_PX * scale
  const widthPx = line.widthEm * sizePx + 7 * scale
  const heightPx = sizePx + 4.5 * scale
  for (const share of [0.5, 0.3, 0.7, 0.15, 0.85]) {
    const at = pointAlong(points, lengthPx * share)
    if (at === null || !isFree(at.x, at.y)) continue
    const box = {
      left: at.x - widthPx / 2,
      top: at.y - heightPx / 2,
      right: at.x + widthPx / 2,
      bottom: at.y + heightPx / 2,
    }
    if (!space.place([box], 3 * scale)) continue
    shields.push({ box, ...SHIELDS[label.of], edgePx: SHIELDS[label.of].edgePx * scale })
    placed.boxes.push(box)
    placed.texts.push({
      line,
      x: at.x - (line.widthEm * sizePx) / 2,
      y: at.y + (CAP_EM * sizePx) / 2,
      sizePx,
      colour: COLOURS.label,
      haloPx: 0,
      angle: 0,
    })
    return at
  }
  return null
}

function placeAlong(
  { kind, text, label, points, lengthPx }: Candidate,
  isFree: (x: number, y: number) => boolean,
  space: LabelSpace,
  placed: PlacedLabels,
  view: MapView,
): Place | null {
  const look: NameLook =
    kind === 'height'
      ? { font: 'Noto Sans Regular', colour: COLOURS.contourLabel, size: [12, 8.2, 16, 9.5], minZoom: 0 }
      : NAME_LOOKS[label.of]
  const line = layOut(look.font, text)
  if (line === null) return null
  const sizePx = atZoom(look.size, view.zoom) * view.scale
  const widthPx = line.widthEm * sizePx
  if (lengthPx < widthPx * 1.15) return null
  for (const share of [0.5, 0.35, 0.65, 0.2, 0.8]) {
    const start = lengthPx * share - widthPx / 2
    if (start < 0 || start + widthPx > lengthPx) continue
    const middle = pointAlong(points, lengthPx * share)
    if (middle === null || !isFree(middle.x, middle.y)) continue
    const texts = bend(line, points, start, sizePx, look.colour, view)
    if (texts === null) continue
    const boxes = boxesOf(texts, sizePx)
    if (!space.place(boxes, 2 * view.scale)) continue
    placed.boxes.push(...boxes)
    placed.texts.push(...texts)
    return middle
  }
  return null
}

/**
 * Letters one by one along the line, reading from left to right; null if it bends too sharply or leaves the picture.
 */
function bend(
  line: TextLine,
  points: Float64Array,
  startPx: number,
  sizePx: number,
  colour: string,
  view: MapView,
): PlacedText[] | null {
  const widthPx = line.widthEm * sizePx
  const first = pointAlong(points, startPx)
  const last = pointAlong(points, startPx + widthPx)
  if (first === null || last === null) return null
  const backwards = last.x < first.x
  // one continuous direction: each letter takes it from a stretch around itself, so that small kinks do not matter
  const smoothPx = Math.max(sizePx, 6)
  const texts: PlacedText[] = []
  let lastAngle: number | null = null
  for (let i = 0; i < line.glyphs.length; i++) {
    const { glyph, xEm } = line.glyphs[i]
    const middlePx = (xEm + glyph.advanceEm / 2) * sizePx
    const along = backwards ? startPx + widthPx - middlePx : startPx + middlePx
    const at = pointAlong(points, along)
    const before = pointAlong(points, along - smoothPx / 2)
    const after = pointAlong(points, along + smoothPx / 2)
    if (at === null || before === null || after === null) return null
    const angle = backwards
      ? Math.atan2(before.y - after.y, before.x - after.x)
      : Math.atan2(after.y - before.y, after.x - before.x)
    if (lastAngle !== null && Math.abs(Math.atan2(Math.sin(angle - lastAngle), Math.cos(angle - lastAngle))) > MAX_BEND)
      return null
    lastAngle = angle
    // centred on the line, the baseline a little below it
    const cos = Math.cos(angle)
    const sin = Math.sin(angle)
    const half = (glyph.advanceEm / 2) * sizePx
    const drop = (CAP_EM / 2) * sizePx
    texts.push({
      line: { glyphs: [{ glyph, xEm: 0 }], widthEm: glyph.advanceEm },
      x: at.x - cos * half - sin * drop,
      y: at.y - sin * half + cos * drop,
      sizePx,
      colour,
      haloPx: 1.4 * view.scale,
      angle,
    })
  }
  return texts
}

/** One box for each letter. */
function boxesOf(texts: readonly PlacedText[], sizePx: number): LabelBox[] {
  return texts.map(({ x, y, angle, line }) => {
    const dx = Math.cos(angle) * line.widthEm * sizePx
    const dy = Math.sin(angle) * line.widthEm * sizePx
    const ux = Math.sin(angle) * CAP_EM * sizePx
    const uy = -Math.cos(angle) * CAP_EM * sizePx
    const xs = [x, x + dx, x + ux, x + dx + ux]
    const ys = [y, y + dy, y + uy, y + dy + uy]
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
  })
}

/** Null before the start and after the end. */
function pointAlong(points: Float64Array, alongPx: number): Place | null {
  if (alongPx < -0.001) return null
  let left = alongPx
  for (let i = 2; i < points.length; i += 2) {
    const dx = points[i] - points[i - 2]
    const dy = points[i + 1] - points[i - 1]
    const length = Math.sqrt(dx * dx + dy * dy)
    if (left <= length) {
      const share = length === 0 ? 0 : left / length
      return { x: points[i - 2] + dx * share, y: points[i - 1] + dy * share }
    }
    left -= length
  }
  return left < 0.001 && points.length >= 2 ? { x: points[points.length - 2], y: points[points.length - 1] } : null
}

interface NameLook {
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
const NAME_LOOKS: Record<string, NameLook> = {
  river: WATER,
  stream: { ...WATER, minZoom: 12.5 },
  major1: { ...ROAD, minZoom: 13 },
  major2: { ...ROAD, minZoom: 13 },
  minor: ROAD,
  track: { ...ROAD, minZoom: 14 },
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((grade) => [`path${grade}`, { ...ROAD, minZoom: 14 }])),
}

/** Shields: border colour and lowest zoom. */
const SHIELDS: Record<string, { edge: string; minZoom: number; edgePx: number }> = {
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

interface Candidate {
  kind: 'name' | 'shield' | 'height'
  text: string
  label: LabelLine
  points: Float64Array
  lengthPx: number
  order: number
}

const ORDER = { shield: 0, name: 1, height: 2 }
const RANK = ['motorway', 'major1', 'trail1', 'trail2', 'major2', 'river', 'trail3', 'cycleTrail', 'trail4', 'minor']
/**
 * Texts that lines of the map may carry: names along them, shields of roads and trails, heights of contours. Listed in
 * the order in which they get room.
 */
function listCandidates(tiles: readonly PlacedTile[], view: MapView, language: string | null): Candidate[] {
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
