// One picture from start to finish: tiles of the release -> ground, relief, water, ways, the caller's shapes, labels,
// scale bar, attribution -> PNG. Tile zoom is the view's zoom rounded down, within the archive's range; between zooms
// and beyond the last one tiles are scaled. The same drawing gives the same bytes on the same build and platform.

import { worldX, worldY } from '../../geo/web-mercator.ts'
import type { FilePlace } from '../../releases/release-info.ts'
import { edgeInView, fadeEdge, type RegionEdge } from './draw-edge.ts'
import { drawAttribution, drawScaleBar, placeAttribution, placeScaleBar, takeFurniture } from './draw-furniture.ts'
import { type PlacedTile, drawGround } from './draw-ground.ts'
import { type ShadeLook, drawHillshade } from './draw-hillshade.ts'
import {
  PIN_SIDES_PX,
  drawMarks,
  listMarks,
  takeMarks,
  checkWork,
  drawShapes,
  placeShapes,
  takeShapes,
} from './draw-shapes.ts'
import { type ShadeTile, type ShadeTiles, readShadeGrid, shadeReach, shadeZoom } from './hillshade.ts'
import { PngEncoder } from './encode-png.ts'
import { type LabelBox, LabelSpace } from './label-space.ts'
import { COLOURS, type Stops, atZoom } from './layer-rule.ts'
import { placeLineLabels } from './line-labels.ts'
import { type PointLabel, listPointLabels, type PlacedLabels, type PlacedText, type Shield } from './list-labels.ts'
import type { MapDrawing } from './map-drawing.ts'
import { type MapView, fitView, listTiles, pixelX, pixelY } from './map-view.ts'
import { Raster } from './raster.ts'
import { toRgb } from './rgb.ts'
import type { TileStore } from './tile-store.ts'
import { drawWords } from './glyph-masks.ts'
import { CAP_EM, DESCENT_EM, layHalo, layText } from './label-text.ts'
import { type Signs, readSigns, drawSign } from './draw-sign.ts'
import { layRing, strokeLine } from './stroke.ts'

/** Strong at small scales, where there is little but relief; light close up, where ways and text matter more. */
const DARK_OPACITY: Stops = [6, 0.62, 10, 0.52, 12, 0.46, 14, 0.36, 16, 0.26]
const LIGHT_OPACITY: Stops = [6, 0.6, 12, 0.5, 16, 0.25]
/** A picture is drawn and packed in bands of about this size, so that a band stays in the processor's cache. */
const BAND_PIXELS = 1_048_576
const LEAST_BAND_ROWS = 64

const signsBySize = new Map<number, Promise<Signs>>()

/** Throws ServiceError; whatever `checkStopped` throws ends the drawing. */
export async function drawMap(drawing: MapDrawing, store: TileStore, checkStopped: () => void): Promise<Uint8Array> {
  const view = fitWithPins(drawing)
  const { sources } = drawing
  const attribution = placeAttribution(view, sources.attributions)
  const shapes = placeShapes(drawing.shapes, view)
  checkWork(shapes, view)
  const basemap = await readTiles(store, sources.basemap, view, checkStopped)
  const edge = edgeInView(await store.vectorHeader(sources.basemap), view)
  const contours = sources.contours === null ? [] : await readTiles(store, sources.contours, view, checkStopped)
  const shades = sources.terrain === null ? null : await readShades(store, sources.terrain, view, checkStopped)
  const signs = await getSigns(view)
  checkStopped()

  const grid = shades === null ? null : readShadeGrid(view, shades)
  const look = lookOfShade(view, edge)
  const space = new LabelSpace(view.widthPx, view.heightPx)
  const scaleBar = placeScaleBar(view, attribution)
  takeFurniture(space, [attribution, scaleBar])
  const marks = listMarks(shapes)
  takeMarks(space, view, marks)
  takeShapes(space, view, shapes)
  const labels = placeLabels(listPointLabels(basemap, view, drawing.language), space, signs, view)
  const shields = placeLineLabels(basemap, contours, space, labels, view, drawing.language)
  checkStopped()

  const background = toRgb(COLOURS.background)
  const png = new PngEncoder(view.widthPx, view.heightPx)
  const rows = Math.max(LEAST_BAND_ROWS, Math.floor(BAND_PIXELS / view.widthPx / view.scale) * view.scale)
  for (let top = 0; top < view.heightPx; top += rows) {
    const bottom = Math.min(view.heightPx, top + rows)
    const raster = new Raster(view.widthPx, view.heightPx, background, top, bottom)
    const shade = () => grid !== null && drawHillshade(raster, view, grid, look)
    const fade = () => fadeEdge(raster, view, edge, background)
    drawGround(raster, view, { basemap, contours, shade, fade, checkStopped })
    checkStopped()
    drawShapes(raster, view, shapes, checkStopped)
    drawLabels(raster, labels, shields, signs)
    drawMarks(raster, view, marks, checkStopped)
    if (scaleBar !== null) drawScaleBar(raster, view, scaleBar)
    if (attribution !== null) drawAttribution(raster, view, attribution)
    checkStopped()
    png.addRows(raster.pixels, bottom - top)
    raster.release()
  }
  return png.finish()
}

function lookOfShade({ zoom }: MapView, { bounds }: RegionEdge): ShadeLook {
  return {
    dark: toRgb(COLOURS.shadeDark),
    light: toRgb(COLOURS.shadeLight),
    darkOpacity: atZoom(DARK_OPACITY, zoom),
    lightOpacity: atZoom(LIGHT_OPACITY, zoom),
    bounds,
  }
}

async function readTiles(
  store: TileStore,
  archive: FilePlace,
  view: MapView,
  checkStopped: () => void,
): Promise<PlacedTile[]> {
  const { minZoom, maxZoom } = await store.vectorHeader(archive)
  const z = Math.max(minZoom, Math.min(maxZoom, Math.floor(view.zoom + 1e-9)))
  const tiles: PlacedTile[] = []
  // an archive that begins at a higher zoom has nothing to show
  if (view.zoom < minZoom - 1.5) return tiles
  for (const place of listTiles(view, z)) {
    checkStopped()
    const content = await store.vectorTile(archive, place.z, place.x, place.y)
    if (content !== null) tiles.push({ place, content })
  }
  return tiles
}

async function readShades(
  store: TileStore,
  archive: FilePlace,
  view: MapView,
  checkStopped: () => void,
): Promise<ShadeTiles | null> {
  const { tileSize, minZoom, maxZoom } = await store.terrain(archive)
  const z = shadeZoom(view, tileSize, minZoom, maxZoom)
  if (view.zoom < minZoom - 1.5) return null
  const reach = shadeReach(view, z, tileSize)
  const count = 2 ** z
  const tiles = new Map<number, ShadeTile | null>()
  // smoothing reads a few pixels further
  for (const { x, y } of listTiles(view, z, (view.worldPx / count / tileSize) * 4)) {
    checkStopped()
    if (!tiles.has(y * count + x)) tiles.set(y * count + x, await store.shadeTile(archive, z, x, y, reach))
  }
  return { z, tileSize, find: (x, y) => tiles.get(y * count + x) ?? null }
}

function getSigns(view: MapView): Promise<Signs> {
  const factor = view.scale * (view.zoom < 12 ? 0.75 : view.zoom < 14 ? 0.85 : 1)
  let signs = signsBySize.get(factor)
  if (signs === undefined) {
    signs = readSigns(factor)
    signsBySize.set(factor, signs)
    signs.catch(() => signsBySize.delete(factor))
  }
  return signs
}

const LINE_STEP = 1.16
const SIGN_GAP_PX = 1.5

/** Places labels in the given order. */
export function placeLabels(
  labels: readonly PointLabel[],
  space: LabelSpace,
  signs: Signs,
  view: MapView,
): PlacedLabels {
  const placed: PlacedLabels = { signs: [], texts: [], boxes: [] }
  for (const label of labels) {
    const sign = label.sign === null ? undefined : signs.get(label.sign)
    const signBox =
      sign === undefined
        ? null
        : boxAt(Math.round(label.x - sign.width / 2), Math.round(label.y - sign.height / 2), sign.width, sign.height)
    const found = label.lines.length === 0 ? null : findPlace(label, signBox, space, view)
    if (
      found === null &&
      !(
        signBox !== null &&
        (label.signAlone || label.lines.length === 0) &&
        space.place([signBox], label.reserve * view.scale)
      )
    )
      continue
    if (signBox !== null) {
      placed.signs.push({ name: label.sign!, x: signBox.left, y: signBox.top })
      placed.boxes.push(signBox)
    }
    if (found !== null) {
      placed.boxes.push(found.box)
      placed.texts.push(...found.texts)
    }
  }
  return placed
}

function findPlace(
  label: PointLabel,
  signBox: LabelBox | null,
  space: LabelSpace,
  view: MapView,
): { box: LabelBox; texts: PlacedText[] } | null {
  const widthPx = Math.max(...label.lines.map(({ line, sizePx }) => line.widthEm * sizePx))
  const first = label.lines[0].sizePx
  const last = label.lines[label.lines.length - 1].sizePx
  let heightPx = CAP_EM * first + DESCENT_EM * last
  for (let i = 1; i < label.lines.length; i++) heightPx += label.lines[i].sizePx * LINE_STEP
  for (const [left, top, align] of listAnchors(label, signBox, widthPx, heightPx, view)) {
    const box = boxAt(left, top, widthPx, heightPx)
    if (!space.place(signBox === null ? [box] : [box, signBox], label.reserve * view.scale)) continue
    let baseline = top + CAP_EM * first
    const texts = label.lines.map(({ line, sizePx, colour }, i): PlacedText => {
      if (i > 0) baseline += sizePx * LINE_STEP
      return {
        line,
        x: left + (widthPx - line.widthEm * sizePx) * align,
        y: baseline,
        sizePx,
        colour,
        haloPx: label.haloPx * view.scale,
        angle: 0,
      }
    })
    return { box, texts }
  }
  return null
}

/** Left, top, and the alignment of lines in the block (0 left, 0.5 middle, 1 right). */
function listAnchors(
  { x, y }: PointLabel,
  signBox: LabelBox | null,
  widthPx: number,
  heightPx: number,
  view: MapView,
): [left: number, top: number, align: number][] {
  if (signBox === null)
    return [
      [x - widthPx / 2, y - heightPx / 2, 0.5],
      [x - widthPx / 2, y - heightPx * 1.1, 0.5],
      [x - widthPx / 2, y + heightPx * 0.1, 0.5],
    ]
  const gap = SIGN_GAP_PX * view.scale
  return [
    [x - widthPx / 2, signBox.bottom + gap, 0.5],
    [x - widthPx / 2, signBox.top - gap - heightPx, 0.5],
    [signBox.right + gap, y - heightPx / 2, 0],
    [signBox.left - gap - widthPx, y - heightPx / 2, 1],
  ]
}

function boxAt(left: number, top: number, width: number, height: number): LabelBox {
  return { left, top, right: left + width, bottom: top + height }
}

/**
 * Places labels one by one where there is room, and draws those placed: signs first, then all halos, then all text, so
 * that no halo covers text. A label with a sign is tried below, above, right and left of it; one without a sign is
 * centred on its point.
 */
function drawLabels(raster: Raster, placed: PlacedLabels, shields: readonly Shield[], signs: Signs): void {
  for (const { box, edge, edgePx } of shields)
    if (box.bottom >= raster.top && box.top <= raster.bottom) drawShield(raster, box, edge, edgePx)
  for (const { name, x, y } of placed.signs) drawSign(raster, signs.get(name)!, x, y)
  const texts = placed.texts.filter((text) => isInBand(raster, text))
  const halo = toRgb(COLOURS.labelHalo)
  for (const { line, x, y, sizePx, haloPx, angle } of texts) {
    if (haloPx === 0) continue
    if (angle === 0) drawWords(raster, line, x, y, sizePx, haloPx, halo)
    else layHalo(raster, line, x, y, sizePx, haloPx, angle)
  }
  raster.paint(halo)
  for (const [colour, same] of Map.groupBy(texts, (text) => text.colour)) {
    const rgb = toRgb(colour)
    for (const { line, x, y, sizePx, angle } of same) {
      if (angle === 0) drawWords(raster, line, x, y, sizePx, 0, rgb)
      else layText(raster, line, x, y, sizePx, angle)
    }
    raster.paint(rgb)
  }
}

/** Whether any of a text may be in the band, however it is turned. */
function isInBand({ top, bottom }: Raster, { line, y, sizePx, haloPx, angle }: PlacedText): boolean {
  const reachPx = (angle === 0 ? 2 : 2 + line.widthEm) * sizePx + haloPx
  return y + reachPx >= top && y - reachPx <= bottom
}

function drawShield(raster: Raster, { left, top, right, bottom }: LabelBox, edge: string, edgePx: number): void {
  const inset = edgePx / 2
  const outline = [
    left + inset,
    top + inset,
    right - inset,
    top + inset,
    right - inset,
    bottom - inset,
    left + inset,
    bottom - inset,
    left + inset,
    top + inset,
  ]
  layRing(raster, outline, 0, 4)
  raster.paint(toRgb(COLOURS.shield))
  strokeLine(raster, [...outline, outline[2], outline[3]], 0, 6, edgePx, 'cut')
  raster.paint(toRgb(edge))
}

/** So much of a small picture stays for its box. */
const LEAST_ROOM_SHARE = 0.3
/** Of a degree: positions are rounded. */
const TOLERANCE_DEG = 1e-7

/**
 * The view of a picture with markers: that of its box, or a wider one if a pin in the box would be cut off at an edge,
 * or lie under the scale bar or the sources.
 */
export function fitWithPins(drawing: MapDrawing): MapView {
  const { box, paddingPx, maxZoom, width, height, scale } = drawing
  const view = fitView(box, drawing, paddingPx, maxZoom)
  const pins = drawing.shapes
    .filter(({ kind }) => kind === 'point')
    .flatMap(({ parts }) => parts.map((part) => [part[0], part[1]] as const))
    .filter(([lon, lat]) => isInBox(lon, lat, box))
  if (pins.length === 0) return view
  const attribution = placeAttribution(view, drawing.sources.attributions)
  const corners = [attribution, placeScaleBar(view, attribution)].flatMap((one) => (one === null ? [] : [one.box]))
  const { top, right, bottom, left } = PIN_SIDES_PX
  const isCut = pins.some(([lon, lat]) => {
    const x = pixelX(view, worldX(lon))
    const y = pixelY(view, worldY(lat))
    const pin = { left: x - left * scale, right: x + right * scale, top: y - top * scale, bottom: y + bottom * scale }
    return (
      pin.left < 0 ||
      pin.right > view.widthPx ||
      pin.top < 0 ||
      pin.bottom > view.heightPx ||
      corners.some(
        (corner) =>
          pin.left < corner.right && pin.right > corner.left && pin.top < corner.bottom && pin.bottom > corner.top,
      )
    )
  })
  if (!isCut) return view
  const furniturePx = Math.max(0, ...corners.map((corner) => (view.heightPx - corner.top) / scale))
  const most = { x: (width * (1 - LEAST_ROOM_SHARE)) / 2, y: (height * (1 - LEAST_ROOM_SHARE)) / 2 }
  const side = (px: number, mostPx: number) => Math.min(Math.max(paddingPx, px), mostPx)
  return fitView(
    box,
    drawing,
    {
      top: side(top, most.y),
      bottom: side(bottom + furniturePx, most.y),
      left: side(left, most.x),
      right: side(right, most.x),
    },
    maxZoom,
  )
}

function isInBox(lon: number, lat: number, [west, south, east, north]: MapDrawing['box']): boolean {
  if (lat < south - TOLERANCE_DEG || lat > north + TOLERANCE_DEG) return false
  const [fromWest, fromEast] = [lon >= west - TOLERANCE_DEG, lon <= east + TOLERANCE_DEG]
  return west <= east ? fromWest && fromEast : fromWest || fromEast
}
