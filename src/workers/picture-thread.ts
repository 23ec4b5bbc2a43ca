// A thread that draws map pictures, one at a time, and caches the tiles it has read. The drawing code looks at the
// cancel flag between steps.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { callerLeft } from '../errors.ts'
import { drawMap } from '../map/picture/draw-map.ts'
import type { MapDrawing } from '../map/picture/map-drawing.ts'
import { TileStore } from '../map/picture/tile-store.ts'
import type { ReadStored, StoredPlace } from '../releases/release-info.ts'
import { errorOf, type Failure, serveCalls } from './thread-handle.ts'

export interface PictureThreadSettings {
  cancelFlag: Int32Array
  tileCacheBytes: number
  /** requests ranges of map files that are in a store */
  ranges: MessagePort
}

/** A range of a file in a store, requested by the thread. */
export interface RangeQuery {
  id: number
  place: StoredPlace
  offset: number
  length: number
}
export type RangeAnswer = { id: number } & ({ bytes: Uint8Array } | { failure: Failure })

const { cancelFlag, tileCacheBytes, ranges } = workerData as PictureThreadSettings
const store = new TileStore(tileCacheBytes, askForRanges(ranges))

serveCalls<{ picture: MapDrawing }>(parentPort!, cancelFlag, {
  async picture(drawing) {
    try {
      const png = await drawMap(drawing, store, stopIfCancelled)
      return { answer: png, transfer: [png.buffer as ArrayBuffer] }
    } finally {
      if (drawing.isTrial) store.forgetTiles()
    }
  },
})

function stopIfCancelled(): void {
  if (Atomics.load(cancelFlag, 0) === 1) throw callerLeft()
}

/** Asks the main thread, which has the connections, the cache and the keys. */
function askForRanges(port: MessagePort): ReadStored {
  const waiting = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (reason: Error) => void }>()
  let lastId = 0
  port.on('message', (answered: RangeAnswer) => {
    const requested = waiting.get(answered.id)
    waiting.delete(answered.id)
    if ('bytes' in answered) return requested?.resolve(answered.bytes)
    requested?.reject(errorOf(answered.failure))
  })
  return (place, offset, length) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      port.postMessage({ id, place, offset, length } satisfies RangeQuery)
    })
}
