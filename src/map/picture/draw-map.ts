// One picture from start to finish: tiles of the release -> ground, relief, water, ways, the caller's shapes, labels,
// scale bar, attribution -> PNG. Tile zoom is the view's zoom rounded down, within the archive's range; between zooms
// and beyond the last one tiles are scaled. The same drawing gives the same bytes on the same build and platform.

import { MAX_MERCATOR_LAT, worldX, worldY } from '../../geo/web-mercator.ts'
import type { FilePlace } from '../../releases/release-info.ts'
import { drawAttribution, drawScaleBar, placeAttribution, placeScaleBar, takeFurniture } from './draw-furniture.ts'
import { type PlacedTile, drawGround } from './draw-ground.ts'
import { type ShadeLook, drawHillshade } from './draw-hillshade.ts'
import { drawLabels, placeLabels } from './draw-labels.ts'
import { drawMarks, listMarks, takeMarks } from './draw-marks.ts'
import { checkWork, drawShapes, placeShapes, takeShapes } from './draw-shapes.ts'
import { type ShadeTile, type ShadeTiles, readShadeGrid, shadeReach, shadeZoom } from './hillshade.ts'
import { PngEncoder } from './encode-png.ts'
import { LabelSpace } from './label-space.ts'
import { COLOURS, type Stops, atZoom } from './layer-rule.ts'
import { placeLineLabels } from './line-labels.ts'
import { listPointLabels } from './list-labels.ts'
import type { MapDrawing } from './map-drawing.ts'
import { fitWithPins } from './fit-pins.ts'
import { type MapView, listTiles, pixelX, pixelY } from './map-view.ts'
import { Raster } from './raster.ts'
import { toRgb } from './rgb.ts'
import { type Signs, readSigns } from './read-signs.ts'
import type { TileStore } from './tile-store.ts'

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
  const bounds = await boundsOf(store, sources.basemap, view)
  const contours = sources.contours === null ? [] : await readTiles(store, sources.contours, view, checkStopped)
  const shades = sources.terrain === null ? null : await readShades(store, sources.terrain, view, checkStopped)
  const signs = await getSigns(view)
  checkStopped()

  const grid = shades === null ? null : readShadeGrid(view, shades)
  const look = lookOfShade(view, bounds)
  const space = new LabelSpace(view.widthPx, view.heightPx)
  const scaleBar = placeScaleBar(view, attribution)
  takeFurniture(space, [attribution, scaleBar])
  const marks = listMarks(shapes)
  takeMarks(space, view, marks)
  takeShapes(space, view, shapes)
  const labels = placeLabels(listPointLabels(basemap, view, drawing.language), space, signs, view)
  const shields = placeLineLabels(basemap, contours, space, labels, view, drawing.language)
  checkStopped()

  const png = new PngEncoder(view.widthPx, view.heightPx)
  const rows = Math.max(LEAST_BAND_ROWS, Math.floor(BAND_PIXELS / view.widthPx / view.scale) * view.scale)
  for (let top = 0; top < view.heightPx; top += rows) {
    const bottom = Math.min(view.heightPx, top + rows)
    const raster = new Raster(view.widthPx, view.heightPx, toRgb(COLOURS.background), top, bottom)
    const shade = () => grid !== null && drawHillshade(raster, view, grid, look)
    drawGround(raster, view, { basemap, contours, shade, checkStopped })
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

function lookOfShade({ zoom }: MapView, bounds: ShadeLook['bounds']): ShadeLook {
  return {
    dark: toRgb(COLOURS.shadeDark),
    light: toRgb(COLOURS.shadeLight),
    darkOpacity: atZoom(DARK_OPACITY, zoom),
    lightOpacity: atZoom(LIGHT_OPACITY, zoom),
    bounds,
  }
}

/** Where the map has data, in pixels: beyond it the background is plain, even if the terrain extends further. */
async function boundsOf(store: TileStore, archive: FilePlace, view: MapView): Promise<ShadeLook['bounds']> {
  const { minLon, minLat, maxLon, maxLat } = await store.vectorHeader(archive)
  const bottom = pixelY(view, worldY(Math.max(minLat, -MAX_MERCATOR_LAT)))
  const top = pixelY(view, worldY(Math.min(maxLat, MAX_MERCATOR_LAT)))
  if (maxLon - minLon >= 359) return [0, top, view.widthPx, bottom]
  const west = worldX(minLon)
  const left = pixelX(view, (west + worldX(maxLon)) / 2) - ((worldX(maxLon) - west) / 2) * view.worldPx
  return [left, top, left + (worldX(maxLon) - west) * view.worldPx, bottom]
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
