// What does not come to the map: requested again in silence first, and reported only if it stays missing.

import type { Map as LibreMap, RasterTileSource, Tile, VectorTileSource } from 'maplibre-gl'
import type { Protocol } from 'pmtiles'
import { isOffline, lookForService } from '../offline/connection.ts'
import { mapTrouble } from '../plan/session.ts'

const FIRST_WAIT_MS = 1000
const MOST_TRIES = 3
/** A source that was quiet this long begins again. */
const FORGET_MS = 30_000
/** Also what a busy server answers, as the library and the reader of archives write it. */
const UNREACHED =
  /failed to fetch|networkerror|load failed|could not be (?:decoded|loaded)|cannot be decoded|(?:code: |\()(?:429|50[234])\b/i

type Place = { x: number; y: number; z: number }

interface Tries {
  count: number
  lastMs: number
  /** what is to be requested again */
  lost: Place[]
}

export function followTrouble(map: LibreMap, archives: Protocol): void {
  const tries = new Map<string, Tries>()
  map.on('error', (event) => {
    const { message } = event.error
    if (/abort/i.test(message)) return
    // not told of every failure
    const id = 'sourceId' in event && typeof event.sourceId === 'string' ? event.sourceId : undefined
    if (id === undefined || !UNREACHED.test(message)) return void tellTrouble(message)
    const now = performance.now()
    const known = tries.get(id)
    const isNew = known === undefined || now - known.lastMs > FORGET_MS
    const lost = 'tile' in event ? [(event.tile as Tile).tileID.canonical] : []
    // many pieces of one source fail together: that is one try
    if (!isNew && now - known.lastMs < FIRST_WAIT_MS) return void known.lost.push(...lost)
    const count = isNew ? 1 : known.count + 1
    tries.set(id, { count, lastMs: now, lost })
    if (count > MOST_TRIES) return void tellTrouble(message)
    setTimeout(() => askAgain(map, archives, id, lost), FIRST_WAIT_MS * count)
  })
}

function askAgain(map: LibreMap, archives: Protocol, id: string, lost: Place[]): void {
  const source = map.getSource<VectorTileSource | RasterTileSource>(id)
  if (source === undefined) return
  if (source.url !== undefined && source.tiles === undefined) {
    // the list of its tiles is what did not come: the archive is opened again
    archives.tiles.delete(source.url.replace(/^pmtiles:\/\//, ''))
    source.setUrl(source.url)
  } else if (source.type === 'raster') map.refreshTiles(id)
  // without their names, the library waits for those that failed instead of requesting them
  else map.refreshTiles(id, lost)
}

/** Without a connection just that; a piece that did not come while there is one is no more than a piece. */
export async function tellTrouble(message: string): Promise<void> {
  const isUnreached = UNREACHED.test(message)
  if (isUnreached && !isOffline.peek()) await lookForService()
  mapTrouble.value = isOffline.peek() ? 'offline.noMap' : isUnreached ? 'map.piece' : message
}
