// The view of a picture with markers: that of its box, or a wider one if a pin in the box would be cut off at an edge,
// or lie under the scale bar or the sources.

import { worldX, worldY } from '../../geo/web-mercator.ts'
import { placeAttribution, placeScaleBar } from './draw-furniture.ts'
import { PIN_SIDES_PX } from './draw-marks.ts'
import type { MapDrawing } from './map-drawing.ts'
import { fitView, type MapView, pixelX, pixelY } from './map-view.ts'

/** So much of a small picture stays for its box. */
const LEAST_ROOM_SHARE = 0.3
/** Of a degree: positions are rounded. */
const TOLERANCE_DEG = 1e-7

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
