// A thread that draws map pictures, one at a time, and caches the tiles it has read. The drawing code checks a flag in
// shared memory between steps and stops once it is set. Errors are returned as data.

import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { toServiceError } from '../errors.ts'
import { drawMap } from '../map/picture/draw-map.ts'
import type { MapDrawing } from '../map/picture/map-drawing.ts'
import { TileStore } from '../map/picture/tile-store.ts'
import type { FromThread } from './seat-types.ts'
import { askForRanges } from './stored-ranges.ts'

export interface MapWorkerSettings {
  tileCacheBytes: number
  /** asks the main thread for ranges of map files that are in a store */
  ranges: MessagePort
}
export interface ToMapWorker {
  drawing: MapDrawing
  /** [0] becomes 1 when the picture is no longer wanted */
  stopFlag: Int32Array
}
type FromMapWorker = FromThread<Uint8Array>

const STOPPED = new Error('stopped')
const port = parentPort!
const { tileCacheBytes, ranges } = workerData as MapWorkerSettings
const store = new TileStore(tileCacheBytes, askForRanges(ranges))

port.on('message', ({ drawing, stopFlag }: ToMapWorker) => {
  const checkStopped = (): void => {
    if (Atomics.load(stopFlag, 0) === 1) throw STOPPED
  }
  const drawn = drawMap(drawing, store, checkStopped).finally(() => {
    if (drawing.isTrial) store.forgetTiles()
  })
  drawn.then(
    (png) => port.postMessage({ answer: png } satisfies FromMapWorker, [png.buffer as ArrayBuffer]),
    (thrown: unknown) => {
      if (thrown === STOPPED) return port.postMessage({ stopped: true } satisfies FromMapWorker)
      const error = toServiceError(thrown)
      const stack =
        error.code === 'internal' ? (error.cause instanceof Error ? error.cause.stack : String(error.cause)) : undefined
      port.postMessage({
        failure: {
          code: error.code,
          message: error.message,
          inputPath: error.inputPath,
          retryAfterS: error.retryAfterS,
        },
        stack,
      } satisfies FromMapWorker)
    },
  )
})
