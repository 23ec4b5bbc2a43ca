// The areas of the map that this browser keeps, as the page sees them.

import { signal } from '@preact/signals'
import { listAreas, type KeptArea } from './kept-area.ts'

export const keptAreas = signal<readonly KeptArea[]>([])

/** After every change: the service worker looks anew, too. */
export async function readAreas(): Promise<void> {
  keptAreas.value = await listAreas()
  navigator.serviceWorker?.controller?.postMessage('areas')
}
