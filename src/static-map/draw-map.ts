// One picture from first to last: tiles of the release -> ground, relief, water, ways, the caller's shapes, labels,
// scale bar, attribution -> PNG. Tile zoom is the view's zoom rounded down, within what the archive has; between zooms
// and beyond the last one tiles are scaled. The same drawing gives the same bytes on one build and platform.

import sharp from 'sharp'
import { MAX_MERCATOR_LAT, worldX, worldY } from '../geo/web-mercator.ts'
import { drawAttribution, drawScaleBar, placeAttribution, placeScaleBar, takeFurniture } from './draw-furniture.ts'
import { drawGround } from './draw-ground.ts'
import type { PlacedTile } from './draw-ground.ts'
import { drawLabels, placeLabels } from './draw-labels.ts'
import { drawMarks, listMarks, takeMarks } from './draw-marks.ts'
import { checkWork, drawShapes, placeShapes } from './draw-shapes.ts'
import { drawHillshade, shadeReach, shadeZoom } from './hillshade.ts'
import type { ShadeLook, ShadeTile, ShadeTiles } from './hillshade.ts'
import { LabelSpace } from './label-space.ts'
import { atZoom, COLOURS } from './layer-rules.ts'
import type { Stops } from './layer-rules.ts'
import { placeLineLabels } from './line-labels.ts'
import { listPointLabels } from './list-labels.ts'
import type { MapDrawing } from './map-drawing.ts'
import { fitView, listTiles, pixelX, pixelY } from './map-view.ts'
import type { MapView } from './map-view.ts'
import { Raster } from './raster.ts'
import { toRgb } from './rgb.ts'
import { readSigns } from './read-signs.ts'
import type { Signs } from './read-signs.ts'
import type { TileStore } from './tile-store.ts'

// one thread for each picture: many at once must not take every core
sharp.concurrency(1)
sharp.cache(false)

/** Strong from afar, where relief is all there is; light close up, where ways and words matter more. */
const DARK_OPACITY: Stops = [6, 0.62, 10, 0.52, 12, 0.46, 14, 0.36, 16, 0.26]
const LIGHT_OPACITY: Stops = [6, 0.6, 12, 0.5, 16, 0.25]
/** Light compression: stronger costs twice the time for a tenth of the size. */
const COMPRESSION = 6
/** Of pictures above `LARGE_PIXELS`: half the time of the above, for a third more bytes. */
const LARGE_COMPRESSION = 1
const LARGE_PIXELS = 4_194_304

const signsBySize = new Map<number, Promise<Signs>>()

/** Throws ServiceError; whatever `checkStopped` throws ends the drawing. */
export async function drawMap(drawing: MapDrawing, store: TileStore, checkStopped: () => void): Promise<Buffer> {
  const view = fitView(drawing.box, drawing, drawing.paddingPx, drawing.maxZoom)
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

  const raster = new Raster(view.widthPx, view.heightPx, toRgb(COLOURS.background))
  drawGround(raster, view, {
    basemap,
    contours,
    shade: () => shades !== null && drawHillshade(raster, view, shades, lookOfShade(view, bounds)),
    checkStopped,
  })
  checkStopped()
  const space = new LabelSpace(view.widthPx, view.heightPx)
  const scaleBar = placeScaleBar(view, attribution)
  takeFurniture(space, [attribution, scaleBar])
  const marks = listMarks(shapes)
  takeMarks(space, view, marks)
  drawShapes(raster, view, shapes, space, checkStopped)
  checkStopped()
  const labels = placeLabels(listPointLabels(basemap, view, drawing.language), space, signs, view)
  const shields = placeLineLabels(basemap, contours, space, labels, view, drawing.language)
  drawLabels(raster, labels, shields, signs)
  drawMarks(raster, view, marks, checkStopped)
  if (scaleBar !== null) drawScaleBar(raster, view, scaleBar)
  if (attribution !== null) drawAttribution(raster, view, attribution)
  raster.release()
  checkStopped()
  return encode(raster)
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

/** Where the map has data, in pixels: beyond it the background stays plain, though the terrain may reach further. */
async function boundsOf(store: TileStore, path: string, view: MapView): Promise<ShadeLook['bounds']> {
  const { minLon, minLat, maxLon, maxLat } = await store.vectorHeader(path)
  const bottom = pixelY(view, worldY(Math.max(minLat, -MAX_MERCATOR_LAT)))
  const top = pixelY(view, worldY(Math.min(maxLat, MAX_MERCATOR_LAT)))
  if (maxLon - minLon >= 359) return [0, top, view.widthPx, bottom]
  const west = worldX(minLon)
  const left = pixelX(view, (west + worldX(maxLon)) / 2) - ((worldX(maxLon) - west) / 2) * view.worldPx
  return [left, top, left + (worldX(maxLon) - west) * view.worldPx, bottom]
}

function encode(raster: Raster): Promise<Buffer> {
  const compressionLevel = raster.width * raster.height > LARGE_PIXELS ? LARGE_COMPRESSION : COMPRESSION
  return sharp(raster.pixels, { raw: { width: raster.width, height: raster.height, channels: 3 } })
    .png({ compressionLevel, adaptiveFiltering: false, palette: false })
    .toBuffer()
}

async function readTiles(
  store: TileStore,
  path: string,
  view: MapView,
  checkStopped: () => void,
): Promise<PlacedTile[]> {
  const { minZoom, maxZoom } = await store.vectorHeader(path)
  const z = Math.max(minZoom, Math.min(maxZoom, Math.floor(view.zoom + 1e-9)))
  const tiles: PlacedTile[] = []
  // an archive that begins further in has nothing to show from afar
  if (view.zoom < minZoom - 1.5) return tiles
  for (const place of listTiles(view, z)) {
    checkStopped()
    const content = await store.vectorTile(path, place.z, place.x, place.y)
    if (content !== null) tiles.push({ place, content })
  }
  return tiles
}

async function readShades(
  store: TileStore,
  path: string,
  view: MapView,
  checkStopped: () => void,
): Promise<ShadeTiles | null> {
  const { tileSize, minZoom, maxZoom } = await store.terrain(path)
  const z = shadeZoom(view, tileSize, minZoom, maxZoom)
  if (view.zoom < minZoom - 1.5) return null
  const reach = shadeReach(view, z, tileSize)
  const count = 2 ** z
  const tiles = new Map<number, ShadeTile | null>()
  // smoothing looks a few pixels further
  for (const { x, y } of listTiles(view, z, (view.worldPx / count / tileSize) * 4)) {
    checkStopped()
    if (!tiles.has(y * count + x)) tiles.set(y * count + x, await store.shadeTile(path, z, x, y, reach))
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
