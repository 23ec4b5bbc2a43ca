// A thread that draws map pictures, one at a time, with the tiles it has read kept between them. A flag in shared
// memory says that nobody waits any more; it is looked at between the steps of a drawing. Everything it throws goes
// back as data.

import { parentPort, workerData } from 'node:worker_threads'
import { toServiceError } from '../errors.ts'
import { drawMap } from '../static-map/draw-map.ts'
import type { MapDrawing } from '../static-map/map-drawing.ts'
import { TileStore } from '../static-map/tile-store.ts'
import type { FromSeat } from './seat-pool.ts'

export interface MapWorkerSettings {
  tileCacheBytes: number
}
export interface ToMapWorker {
  drawing: MapDrawing
  /** [0] is 1 once the picture is not wanted any more */
  stopFlag: Int32Array
}
type FromMapWorker = FromSeat<Uint8Array>

const STOPPED = new Error('stopped')
const port = parentPort!
const store = new TileStore((workerData as MapWorkerSettings).tileCacheBytes)

port.on('message', ({ drawing, stopFlag }: ToMapWorker) => {
  const checkStopped = (): void => {
    if (Atomics.load(stopFlag, 0) === 1) throw STOPPED
  }
  drawMap(drawing, store, checkStopped).then(
    (bytes) => {
      // memory of libvips cannot move between threads
      const png = Uint8Array.from(bytes)
      port.postMessage({ answer: png } satisfies FromMapWorker, [png.buffer])
    },
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
