// The thread that draws shades: reads heights from the release's archive, works the tile out, and sends the picture.

import { PMTiles } from 'pmtiles'
import { groundTile } from './ground-tile.ts'
import { shadeTile } from './shade-tile.ts'
import { terrainTiles, type TerrainTiles } from './terrain-tiles.ts'

export interface Requested {
  /** address of the terrain's archive */
  archive: string
  place: readonly [z: number, x: number, y: number]
  picture: Picture
}

/** Steepness, the sun at a time, or the ground itself as a terrain tile: for hill shading, or whole for the relief. */
export type Picture = { kind: 'slope' } | { kind: 'sun'; atMs: number } | { kind: 'ground'; isWhole: boolean }

/** `asked` null: what was asked under the number is no longer wanted. */
export interface ShadeMessage {
  id: number
  requested: Requested | null
}

/** `picture` is null without trouble where there is no tile. */
export interface ShadeAnswer {
  id: number
  picture: ImageBitmap | null
  trouble: string
}

interface Thread {
  addEventListener(type: 'message', listener: (event: MessageEvent<ShadeMessage>) => void): void
  postMessage(answer: ShadeAnswer, handedOver: Transferable[]): void
}

const thread = globalThis as unknown as Thread
const terrains = new Map<string, TerrainTiles>()
const stops = new Map<number, AbortController>()

thread.addEventListener('message', ({ data: { id, requested } }) => {
  if (requested !== null) void answer(id, requested)
  else stops.get(id)?.abort()
})

async function answer(id: number, { archive, place, picture: requested }: Requested): Promise<void> {
  const stop = new AbortController()
  stops.set(id, stop)
  try {
    const tiles = terrainOf(archive)
    const picture =
      requested.kind === 'ground'
        ? await groundTile(tiles, place, requested.isWhole, stop.signal)
        : await shadeTile(tiles, place, requested.kind === 'sun' ? requested.atMs : null, stop.signal)
    thread.postMessage({ id, picture, trouble: '' }, picture === null ? [] : [picture])
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
