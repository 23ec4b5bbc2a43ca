// The page's side of the thread that draws shades: the page goes on answering clicks while tiles are worked out.

import type { Requested, ShadeAnswer, ShadeMessage } from './shade-worker.ts'

export interface ShadeThread {
  /** Rejects if the heights cannot be read, the thread cannot start, or the tile is no longer wanted. */
  draw(requested: Requested, stop: AbortSignal): Promise<ImageBitmap | null>
}

interface Waiting {
  resolve(picture: ImageBitmap | null): void
  reject(error: Error): void
}

/** The thread starts with the first tile, and again with the next one after it ended. */
export function openShadeThread(workerUrl: URL): ShadeThread {
  const waiting = new Map<number, Waiting>()
  let running: Worker | undefined
  let lastId = 0
  const send = (message: ShadeMessage) => (running ??= start()).postMessage(message)
  return {
    draw: (requested, stop) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        send({ id, requested })
        waiting.set(id, { resolve, reject })
        stop.addEventListener('abort', () => {
          if (!waiting.delete(id)) return
          send({ id, requested: null })
          reject(new DOMException('The tile is no longer wanted.', 'AbortError'))
        })
      }),
  }

  function start(): Worker {
    const worker = new Worker(workerUrl, { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<ShadeAnswer>) => {
      const { id, picture, trouble } = data
      const one = waiting.get(id)
      waiting.delete(id)
      if (trouble !== '') return one?.reject(new Error(trouble))
      performance.mark('shade-drawn')
      one?.resolve(picture)
    }
    worker.onerror = (event) => {
      event.preventDefault()
      worker.terminate()
      running = undefined
      for (const { reject } of waiting.values()) reject(new Error(event.message || 'The thread of the shade ended.'))
      waiting.clear()
    }
    return worker
  }
}
