// Defines <waypost-map>; called by the server's own script, which knows the addresses.

import type { EmbedServer } from './embed-server.ts'
import { WaypostMap } from './waypost-map.tsx'

/** Does nothing where the page has it already. `baseUrl`: address of the script. */
export function defineWaypostMap(server: EmbedServer, baseUrl: string): void {
  if (customElements.get('waypost-map') !== undefined) return
  WaypostMap.server = {
    ...server,
    mapLibre: new URL(server.mapLibre, baseUrl).href,
    worker: new URL(server.worker, baseUrl).href,
    languages: Object.fromEntries(
      Object.entries(server.languages).map(([tag, file]) => [tag, file === null ? null : new URL(file, baseUrl).href]),
    ),
  }
  customElements.define('waypost-map', WaypostMap)
}
