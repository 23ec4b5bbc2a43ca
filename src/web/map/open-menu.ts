// Opens the menu of the map at a place: by the right button, a finger that rests, or the menu key at the middle.

import type { LngLat, Map as LibreMap, Point } from 'maplibre-gl'
import { mapMenu } from '../map-content.ts'
import { roundPoint } from '../plan.ts'

export function openMenu(map: LibreMap, { x, y }: Pick<Point, 'x' | 'y'>, { lng, lat }: LngLat): void {
  const { clientWidth, clientHeight } = map.getContainer()
  mapMenu.value = { point: roundPoint([lng, lat]), x, y, width: clientWidth, height: clientHeight }
}

/** The menu key, Shift+F10 or Enter on the map open it at its middle. */
export function followMenuKeys(map: LibreMap): void {
  map.getCanvas().addEventListener('keydown', (event) => {
    if (event.key !== 'ContextMenu' && event.key !== 'Enter' && !(event.key === 'F10' && event.shiftKey)) return
    event.preventDefault()
    const center = map.getCenter()
    openMenu(map, map.project(center), center)
  })
}
