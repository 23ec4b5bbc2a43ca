// The waypoints of an open file, each with its name beside it.

import { effect } from '@preact/signals'
import { type Map as LibreMap, Marker } from 'maplibre-gl'
import { filePoints } from '../state/map-content.ts'
import { plan } from '../plan/session.ts'

export function followFilePoints(map: LibreMap): void {
  let markers: Marker[] = []
  effect(() => {
    const points = plan.value.mode === 'file' ? filePoints.value : []
    for (const marker of markers) marker.remove()
    markers = points.map(({ point, name }) => {
      const element = document.createElement('div')
      element.className = 'file-point'
      element.append(document.createElement('i'), name ?? '')
      return new Marker({ element, anchor: 'left', offset: [-6, 0] }).setLngLat([point[0], point[1]]).addTo(map)
    })
  })
}
