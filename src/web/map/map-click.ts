// What a click on the map means: a waypoint, the start of a loop, or the thing under it, by what the visitor is doing.

import type { Map as LibreMap, MapMouseEvent } from 'maplibre-gl'
import { picked } from '../map-content.ts'
import { changePlan, plan } from '../session.ts'
import { roundPoint, withWaypoint } from '../plan.ts'
import { OWN } from './map-styles.ts'

/** Half the side of the square around a click in which things count as hit, pixels: a finger's width together. */
const REACH_PX = 10

export function onMapClick(map: LibreMap, { lngLat, point, originalEvent }: MapMouseEvent): void {
  if (originalEvent.target instanceof Element && originalEvent.target.closest('.pin') !== null) return
  const { mode } = plan.peek()
  const at = roundPoint([lngLat.lng, lngLat.lat])
  if (mode === 'route') return changePlan((old) => withWaypoint(old, old.waypoints.length, at))
  if (mode === 'file') return
  const layers = (mode === 'loop' ? [`${OWN}others`] : [`${OWN}places`, `${OWN}trails`]).filter(
    (id) => map.getLayer(id) !== undefined,
  )
  const hit =
    layers.length === 0
      ? undefined
      : map.queryRenderedFeatures(
          [
            [point.x - REACH_PX, point.y - REACH_PX],
            [point.x + REACH_PX, point.y + REACH_PX],
          ],
          { layers },
        )[0]
  if (mode === 'loop') {
    if (hit !== undefined) picked.value = { kind: 'loop', id: Number(hit.properties.index) }
    else changePlan((old) => ({ ...old, loop: { ...old.loop, start: at } }))
  } else if (hit !== undefined)
    picked.value = { kind: hit.layer.id === `${OWN}places` ? 'place' : 'trail', id: Number(hit.properties.id) }
}
