// The page's side of the thread that draws shades: the page goes on answering clicks while tiles are worked out.

import { PMTiles } from 'pmtiles'
import { shadeTile } from './shade-tile.ts'
import { type TerrainTiles, terrainTiles } from './terrain-tiles.ts'

export interface ShadeThread {
  /** Rejects if the heights cannot be read, the thread cannot start, or the tile is no longer wanted. */
  draw(asked: Asked, stop: AbortSignal): Promise<ImageBitmap>
}

interface Waiting {
  resolve(picture: ImageBitmap): void
  reject(error: Error): void
}

/** The thread starts with the first tile, and again with the next one after it ended. */
export function openShadeThread(workerUrl: URL): ShadeThread {
  const waiting = new Map<number, Waiting>()
  let running: Worker | undefined
  let lastId = 0
  const send = (message: ShadeMessage) => (running ??= start()).postMessage(message)
  return {
    draw: (asked, stop) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        send({ id, asked })
        waiting.set(id, { resolve, reject })
        stop.addEventListener('abort', () => {
          if (!waiting.delete(id)) return
          send({ id, asked: null })
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
      if (picture === null) return one?.reject(new Error(trouble))
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

// The thread that draws shades: reads heights from the release's archive, works the tile out, and sends the picture.

export interface Asked {
  /** address of the terrain's archive */
  archive: string
  place: readonly [z: number, x: number, y: number]
  /** the sun then; null: steepness */
  atMs: number | null
}

/** `asked` null: what was asked under the number is no longer wanted. */
export interface ShadeMessage {
  id: number
  asked: Asked | null
}

export type ShadeAnswer =
  | { id: number; picture: ImageBitmap; trouble: '' }
  | { id: number; picture: null; trouble: string }

interface Thread {
  addEventListener(type: 'message', listener: (event: MessageEvent<ShadeMessage>) => void): void
  postMessage(answer: ShadeAnswer, handedOver: Transferable[]): void
}

const thread = globalThis as unknown as Thread
const terrains = new Map<string, TerrainTiles>()
const stops = new Map<number, AbortController>()

thread.addEventListener('message', ({ data: { id, asked } }) => {
  if (asked !== null) void answer(id, asked)
  else stops.get(id)?.abort()
})

async function answer(id: number, { archive, place, atMs }: Asked): Promise<void> {
  const stop = new AbortController()
  stops.set(id, stop)
  try {
    const picture = await shadeTile(terrainOf(archive), place, atMs, stop.signal)
    thread.postMessage({ id, picture, trouble: '' }, [picture])
  } catch (error) {
    // an archive that could not be reached is opened again
    if (!stop.signal.aborted) terrains.delete(archive)
    thread.postMessage({ id, picture: null, trouble: error instanceof Error ? error.message : String(error) }, [])
  } finally {
    stops.delete(id)
  }
}

function terrainOf(archive: string): TerrainTiles {
  const known = terrains.get(archive)
  if (known !== undefined) return known
  const file = new PMTiles(archive)
  const tiles = terrainTiles(async (z, x, y) => {
    const found = await file.getZxy(z, x, y)
    return found === undefined ? null : new Uint8Array(found.data)
  })
  terrains.set(archive, tiles)
  return tiles
}
