// The areas of the map that this browser keeps, as the page sees them.

import { computed, signal } from '@preact/signals'
import { camera } from '../plan/session.ts'
import { isOffline } from './connection.ts'
import { areaWithMapAt, listAreas, type KeptArea } from './kept-area.ts'

export const keptAreas = signal<readonly KeptArea[]>([])

/** Without a connection, the area whose map is shown where the visitor looks; null: the map that is served. */
export const areaWithMapHere = computed(() => {
  if (!isOffline.value || camera.value === null) return null
  return areaWithMapAt(keptAreas.value, [camera.value.lon, camera.value.lat])
})

/** After every change: the service worker looks again, too. */
export async function readAreas(): Promise<void> {
  keptAreas.value = await listAreas()
  navigator.serviceWorker?.controller?.postMessage('areas')
}
