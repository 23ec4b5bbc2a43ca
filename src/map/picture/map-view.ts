// Which part of the world a picture shows, and the position of a place in it. Web Mercator, north up, one scale for
// both axes; the requested box is entirely inside the picture, which shows more on two sides if its shape differs. Zoom
// is MapLibre's: the world is 512 * 2^zoom CSS pixels wide. Worlds repeat to the east and west, so that a box across
// the antimeridian is one piece. Pixels are those of the picture (CSS pixels times scale). Never stretches, never
// leaves Web Mercator.

import { MAX_MERCATOR_LAT, latOfWorldY, lonOfWorldX, worldX, worldY } from '../../geo/web-mercator.ts'
import type { Box } from '../../geo/lon-lat.ts'

/** A picture of a point, or of a very small box, shows no more detail than this. */
export const MAX_FIT_ZOOM = 16
export const MAX_VIEW_ZOOM = 20
const WORLD_PX = 512

export interface MapView {
  widthPx: number
  heightPx: number
  /** picture pixels per CSS pixel: 1 or 2 */
  scale: number
  zoom: number
  /** world coordinates (0..1 across one world) of the picture's west and north side; west may be outside 0..1 */
  westX: number
  northY: number
  /** picture pixels across one world */
  worldPx: number
}

/** CSS pixels at each side of a picture. */
export interface SidesPx {
  top: number
  right: number
  bottom: number
  left: number
}

/**
 * The view that contains a box. `box` may cross the antimeridian (west above east). `padding` CSS pixels stay free on
 * all sides, or on each as given.
 */
export function fitView(
  box: Box,
  size: { width: number; height: number; scale: number },
  padding: number | SidesPx,
  maxZoom: number,
): MapView {
  const west = worldX(box[0])
  const east = worldX(box[2]) + (box[0] > box[2] ? 1 : 0)
  const north = worldY(Math.min(box[3], MAX_MERCATOR_LAT))
  const south = worldY(Math.max(box[1], -MAX_MERCATOR_LAT))
  const free = typeof padding === 'number' ? { top: padding, right: padding, bottom: padding, left: padding } : padding
  const roomX = size.width - free.left - free.right
  const roomY = size.height - free.top - free.bottom
  const worldCssPx = Math.min(roomX / Math.max(east - west, 1e-12), roomY / Math.max(south - north, 1e-12))
  const zoom = Math.min(maxZoom, Math.log2(worldCssPx / WORLD_PX))
  const worldPx = WORLD_PX * 2 ** zoom * size.scale
  const widthPx = size.width * size.scale
  const heightPx = size.height * size.scale
  return {
    widthPx,
    heightPx,
    scale: size.scale,
    zoom,
    worldPx,
    westX: (west + east) / 2 - (widthPx / 2 + ((free.left - free.right) / 2) * size.scale) / worldPx,
    northY: (north + south) / 2 - (heightPx / 2 + ((free.top - free.bottom) / 2) * size.scale) / worldPx,
  }
}

/** Picture x of a world x, in the world nearest to the middle of the picture. */
export function pixelX(view: MapView, x: number): number {
  const middle = view.westX + view.widthPx / 2 / view.worldPx
  return (x - Math.round(x - middle) - view.westX) * view.worldPx
}

export function pixelY(view: MapView, y: number): number {
  return (y - view.northY) * view.worldPx
}

/** Longitude (may exceed 180 across the antimeridian) and latitude of a pixel. */
export function placeOfPixel(view: MapView, xPx: number, yPx: number): { lon: number; lat: number } {
  return { lon: lonOfWorldX(view.westX + xPx / view.worldPx), lat: latOfWorldY(view.northY + yPx / view.worldPx) }
}

export interface TilePlace {
  z: number
  x: number
  y: number
  /** picture pixels of its north-west corner, and the length of its side */
  leftPx: number
  topPx: number
  sidePx: number
}

/**
 * Tiles of zoom `z` that intersect the picture and a margin of pixels around it, row by row. A tile may occur several
 * times if the picture shows several worlds.
 */
export function listTiles(view: MapView, z: number, marginPx = 0): TilePlace[] {
  const count = 2 ** z
  const sidePx = view.worldPx / count
  const margin = marginPx / view.worldPx
  const firstX = Math.floor((view.westX - margin) * count)
  const lastX = Math.floor((view.westX + view.widthPx / view.worldPx + margin) * count - 1e-9)
  const firstY = Math.max(0, Math.floor((view.northY - margin) * count))
  const lastY = Math.min(count - 1, Math.floor((view.northY + view.heightPx / view.worldPx + margin) * count - 1e-9))
  const places: TilePlace[] = []
  for (let y = firstY; y <= lastY; y++) {
    for (let column = firstX; column <= lastX; column++) {
      places.push({
        z,
        x: ((column % count) + count) % count,
        y,
        leftPx: column * sidePx - view.westX * view.worldPx,
        topPx: y * sidePx - view.northY * view.worldPx,
        sidePx,
      })
    }
  }
  return places
}

/** Ground metres per CSS pixel at the middle of the picture. */
export function metresPerCssPx(view: MapView): number {
  const { lat } = placeOfPixel(view, view.widthPx / 2, view.heightPx / 2)
  return (Math.cos((lat * Math.PI) / 180) * 2 * Math.PI * 6_378_137) / (view.worldPx / view.scale)
}
