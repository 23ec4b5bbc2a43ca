// What does not come to the map: requested again in silence first, and told only if it stays away.

import type { Map as LibreMap } from 'maplibre-gl'
import { isOffline, lookForService } from '../offline/connection.ts'
import { mapTrouble } from '../plan/session.ts'

const FIRST_WAIT_MS = 1000
const MOST_TRIES = 3
/** A source that was quiet this long begins again. */
const FORGET_MS = 30_000
const UNREACHED = /failed to fetch|networkerror|load failed|could not be (?:decoded|loaded)|cannot be decoded/i

export function followTrouble(map: LibreMap): void {
  const tries = new Map<string, { count: number; lastMs: number }>()
  map.on('error', (event) => {
    const { message } = event.error
    if (/abort/i.test(message)) return
    // not told of every failure
    const id = 'sourceId' in event && typeof event.sourceId === 'string' ? event.sourceId : undefined
    if (id === undefined || !UNREACHED.test(message)) return void tellTrouble(message)
    const now = performance.now()
    const known = tries.get(id)
    const isNew = known === undefined || now - known.lastMs > FORGET_MS
    // many pieces of one source fail together: that is one try
    if (!isNew && now - known.lastMs < FIRST_WAIT_MS) return
    const count = isNew ? 1 : known.count + 1
    tries.set(id, { count, lastMs: now })
    if (count > MOST_TRIES) return void tellTrouble(message)
    setTimeout(() => map.getSource(id) !== undefined && map.refreshTiles(id), FIRST_WAIT_MS * count)
  })
}

/** Without a connection just that; a piece that did not come while there is one is no more than a piece. */
export async function tellTrouble(message: string): Promise<void> {
  const isUnreached = UNREACHED.test(message)
  if (isUnreached && !isOffline.peek()) await lookForService()
  mapTrouble.value = isOffline.peek() ? 'offline.noMap' : isUnreached ? 'map.piece' : message
}
