// Opens the menu of the map at a place: by the right button, a finger that rests, or the menu key at the middle.

import type { LngLat, Map as LibreMap, Point } from 'maplibre-gl'
import { mapMenu } from '../state/map-content.ts'
import { addCorner, endSketch, sketch, takeCornerBack } from '../state/area-sketch.ts'
import { addMeasured, measuring } from '../state/measure-session.ts'
import { roundPoint } from '../plan/plan.ts'

export function openMenu(map: LibreMap, { x, y }: Pick<Point, 'x' | 'y'>, { lng, lat }: LngLat): void {
  if (sketch.peek() !== null) return
  const { clientWidth, clientHeight } = map.getContainer()
  mapMenu.value = { point: roundPoint([lng, lat]), x, y, width: clientWidth, height: clientHeight }
}

/**
 * The menu key, Shift+F10 or Enter on the map open it at its middle. While one measures Enter sets a place there;
 * while an area is drawn it sets a corner, Backspace takes the last one back, and Escape ends it.
 */
export function followMenuKeys(map: LibreMap): void {
  map.getCanvas().addEventListener('keydown', (event) => {
    if (sketch.peek() !== null) return sketchKey(map, event)
    if (event.key !== 'ContextMenu' && event.key !== 'Enter' && !(event.key === 'F10' && event.shiftKey)) return
    event.preventDefault()
    const center = map.getCenter()
    if (event.key === 'Enter' && measuring.peek() !== null) return addMeasured([center.lng, center.lat])
    openMenu(map, map.project(center), center)
  })
}

function sketchKey(map: LibreMap, event: KeyboardEvent): void {
  const { lng, lat } = map.getCenter()
  if (event.key === 'Enter') addCorner([lng, lat])
  else if (event.key === 'Backspace') takeCornerBack()
  else if (event.key === 'Escape') endSketch()
  else return
  event.preventDefault()
}
