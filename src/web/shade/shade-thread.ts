// The page's side of the thread that draws shades: the page goes on answering clicks while tiles are worked out.

import { config } from '../session.ts'
import type { Asked, ShadeAnswer, ShadeMessage } from './shade-worker.ts'

export interface ShadeThread {
  /** Rejects where the heights cannot be read, the thread cannot start, or the tile is no longer wanted. */
  draw(asked: Asked, stop: AbortSignal): Promise<ImageBitmap>
}

interface Waiting {
  resolve(picture: ImageBitmap): void
  reject(error: Error): void
}

export function startShadeThread(): ShadeThread {
  const worker = new Worker(new URL(config.shadeWorkerUrl, location.href), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  const send = (message: ShadeMessage) => worker.postMessage(message)
  worker.onmessage = ({ data }: MessageEvent<ShadeAnswer>) => {
    const { id, picture, trouble } = data
    const one = waiting.get(id)
    waiting.delete(id)
    if (picture === null) return one?.reject(new Error(trouble))
    performance.mark('shade-drawn')
    one?.resolve(picture)
  }
  worker.onerror = (event) => {
    event.preventDefault()
    worker.terminate()
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'The thread of the shade ended.'))
    waiting.clear()
  }
  return {
    draw: (asked, stop) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        send({ id, asked })
        stop.addEventListener('abort', () => {
          if (!waiting.delete(id)) return
          send({ id, asked: null })
          reject(new DOMException('The tile is no longer wanted.', 'AbortError'))
        })
      }),
  }
}
