// The labels and signs that a picture may show, most important first: towns and villages, then peaks by height, huts,
// passes, lakes, then smaller things. The same selection as the style's (src/map/style/style-pois.ts), as a list
// instead of layers. A peak without a known height shows none; a name that the font cannot write is replaced by one
// that it can.

import { POI_PICTURES } from '../style/style-pois.ts'
import type { FontName } from '../style/glyph-fonts.ts'
import type { PlacedTile } from './draw-ground.ts'
import { type TextLine, breakLines, layOut } from './label-text.ts'
import { COLOURS, type Stops, atZoom } from './layer-rule.ts'
import type { MapView } from './map-view.ts'
import type { LabelPoint } from './tile-content.ts'
import { EXTENT } from './vector-tile.ts'
import type { LabelBox } from './label-space.ts'

export interface PointLabel {
  /** pixels of the picture */
  x: number
  y: number
  /** sign in the sprite; null: none */
  sign: string | null
  lines: { line: TextLine; sizePx: number; colour: string }[]
  /** smaller values are placed earlier */
  order: number
  /** CSS pixels kept free around it */
  reserve: number
  haloPx: number
  /** the sign may be drawn without its text */
  signAlone: boolean
}

interface Look {
  /** band of importance, 0 first */
  band: number
  font: FontName
  size: Stops
  colour: string
  /** lowest zoom of the sign, and of the text */
  signFrom: number
  textFrom: number
  sign: string | null
  withHeight?: boolean
  signAlone?: boolean
  reserve?: number
  haloPx?: number
}

const SMALL_PLACES = new Set(['hamlet', 'isolated_dwelling', 'farm', 'locality', 'allotments'])

function lookOfPlace({ kind, detail }: LabelPoint): Look | null {
  const common = { sign: null, signFrom: 99, colour: COLOURS.placeLabel, haloPx: 1.5 }
  if (kind === 'country')
    return {
      ...common,
      band: 0,
      font: 'Noto Sans Medium',
      size: [3, 11, 7, 18],
      textFrom: 2,
      colour: COLOURS.countryBoundary,
    }
  if (kind === 'region')
    return {
      ...common,
      band: 1,
      font: 'Noto Sans Regular',
      size: [5, 10, 8, 14],
      textFrom: 5,
      colour: COLOURS.regionBoundary,
    }
  if (kind === 'locality') {
    if (detail === 'city')
      return { ...common, band: 0, font: 'Noto Sans Medium', size: [6, 12, 11, 18, 16, 22], textFrom: 4 }
    if (detail === 'town')
      return { ...common, band: 1, font: 'Noto Sans Medium', size: [7, 10.5, 11, 15, 16, 19], textFrom: 7 }
    if (SMALL_PLACES.has(detail))
      return {
        ...common,
        band: detail === 'hamlet' ? 6 : 9,
        font: 'Noto Sans Regular',
        size: [11, 9.5, 16, 13],
        textFrom: detail === 'hamlet' ? 11.5 : 13,
        colour: COLOURS.label,
      }
    return { ...common, band: 2, font: 'Noto Sans Medium', size: [8, 9.5, 11, 12, 16, 16], textFrom: 9 }
  }
  if (kind === 'neighbourhood' || kind === 'macrohood')
    return {
      ...common,
      band: 8,
      font: 'Noto Sans Italic',
      size: [12, 10, 16, 13],
      textFrom: 12.5,
      colour: COLOURS.labelMuted,
    }
  return null
}

type PictureGroup = keyof typeof POI_PICTURES

const GROUP_LOOKS: Record<PictureGroup, Omit<Look, 'sign'>> = {
  peaks: {
    band: 3,
    font: 'Noto Sans Medium',
    size: [9, 9.5, 12, 10.5, 16, 13],
    colour: COLOURS.peakLabel,
    signFrom: 9,
    textFrom: 9,
    withHeight: true,
    reserve: 3,
  },
  huts: {
    band: 4,
    font: 'Noto Sans Regular',
    size: [11, 10, 16, 12.5],
    colour: COLOURS.iconShelter,
    signFrom: 11,
    textFrom: 12,
    withHeight: true,
    signAlone: true,
  },
  shelters: {
    band: 10,
    font: 'Noto Sans Regular',
    size: [12, 9.5, 16, 11.5],
    colour: COLOURS.label,
    signFrom: 12.5,
    textFrom: 14,
    signAlone: true,
  },
  water: {
    band: 11,
    font: 'Noto Sans Regular',
    size: [12, 9.5, 16, 11.5],
    colour: COLOURS.iconWater,
    signFrom: 13.5,
    textFrom: 15,
    signAlone: true,
  },
  transport: {
    band: 12,
    font: 'Noto Sans Regular',
    size: [12, 9.5, 16, 11.5],
    colour: COLOURS.iconTransport,
    signFrom: 13.5,
    textFrom: 15,
    signAlone: true,
  },
  small: {
    band: 13,
    font: 'Noto Sans Regular',
    size: [12, 9.5, 16, 11.5],
    colour: COLOURS.label,
    signFrom: 15,
    textFrom: 16,
    signAlone: true,
  },
}

const LOOK_OF_KIND = new Map<string, Look>(
  (Object.keys(POI_PICTURES) as PictureGroup[]).flatMap((group) =>
    Object.entries(POI_PICTURES[group]).map(([kind, sign]): [string, Look] => [kind, { ...GROUP_LOOKS[group], sign }]),
  ),
)

function lookOf(point: LabelPoint): Look | null {
  if (point.layer === 'places') return lookOfPlace(point)
  if (point.layer === 'water')
    return {
      band: 5,
      font: 'Noto Sans Italic',
      size: [9, 9.5, 13, 11, 16, 13],
      colour: COLOURS.waterLabel,
      signFrom: 99,
      textFrom: 9.5,
      sign: null,
    }
  const look = LOOK_OF_KIND.get(point.kind) ?? null
  if (look !== null && (point.kind === 'saddle' || point.kind === 'mountain_pass'))
    return { ...look, band: 7, textFrom: 11, signFrom: 11 }
  return look
}

/** The name in the requested language, else the local one; null if none can be written. */
export function chooseName(
  names: Readonly<Record<string, string>>,
  language: string | null,
  font: FontName,
): string | null {
  const preferred = language === null ? undefined : names[`name:${language}`]
  for (const name of [preferred, names.name, names['name:en'], ...Object.values(names)])
    if (name !== undefined && layOut(font, name) !== null) return name
  return null
}

/** Labels of points, most important first. */
export function listPointLabels(tiles: readonly PlacedTile[], view: MapView, language: string | null): PointLabel[] {
  const labels: PointLabel[] = []
  for (const { place, content } of tiles) {
    const factor = place.sidePx / EXTENT
    for (const point of content.points) {
      // a point in the margin is in the neighbouring tile, too
      if (point.x < 0 || point.x >= EXTENT || point.y < 0 || point.y >= EXTENT) continue
      const look = lookOf(point)
      if (look === null || view.zoom < Math.min(look.signFrom, look.textFrom) || view.zoom < point.minZoom - 0.6)
        continue
      const x = place.leftPx + point.x * factor
      const y = place.topPx + point.y * factor
      if (x < 0 || y < 0 || x > view.widthPx || y > view.heightPx) continue
      const lines = view.zoom >= look.textFrom ? textOf(point, look, view, language) : []
      const sign = view.zoom >= look.signFrom ? look.sign : null
      if (sign === null && lines.length === 0) continue
      if (look.sign !== null && lines.length === 0 && look.signAlone !== true && view.zoom < 13) continue
      labels.push({
        x,
        y,
        sign,
        lines,
        order: look.band * 1e6 + withinBand(point),
        reserve: look.reserve ?? 2,
        haloPx: look.haloPx ?? 1.3,
        signAlone: look.signAlone ?? view.zoom >= 13,
      })
    }
  }
  // ties are ordered by position, so that the order of tiles never matters
  return labels.sort((a, b) => a.order - b.order || a.x - b.x || a.y - b.y)
}

/** Larger places first; higher peaks first, peaks of unknown height last. */
function withinBand(point: LabelPoint): number {
  if (point.layer === 'places') return 1000 * (20 - point.populationRank)
  if (point.layer === 'pois' && point.elevationM !== null) return 10_000 - point.elevationM
  return 50_000 + point.minZoom * 1000 + Math.min(999, point.sortRank)
}

function textOf(point: LabelPoint, look: Look, view: MapView, language: string | null): PointLabel['lines'] {
  const sizePx = atZoom(look.size, view.zoom) * view.scale
  const name = chooseName(point.names, language, look.font)
  const lines =
    name === null ? [] : breakLines(look.font, name, 8.5).map((line) => ({ line, sizePx, colour: look.colour }))
  const height =
    look.withHeight === true && point.elevationM !== null && (name !== null || view.zoom >= 14)
      ? layOut('Noto Sans Regular', `${Math.round(point.elevationM)} m`)
      : null
  if (height !== null)
    lines.push({ line: height, sizePx: Math.max(8 * view.scale, sizePx * 0.88), colour: look.colour })
  return lines
}

/** Labels with their positions, before they are drawn. A piece of text at its final position. */
export interface PlacedText {
  line: PointLabel['lines'][number]['line']
  x: number
  /** baseline */
  y: number
  sizePx: number
  colour: string
  haloPx: number
  angle: number
}

export interface PlacedLabels {
  signs: { name: string; x: number; y: number }[]
  texts: PlacedText[]
  /** every reserved box */
  boxes: LabelBox[]
}

export interface Shield {
  box: LabelBox
  edge: string
  edgePx: number
}
