// Pictures that the page makes of the heights of the release: shades over the ground and under roads and names, after
// each style and at each time of the sun; and the ground itself, with its small voids filled for drawing.

import { effect } from '@preact/signals'
import { type Map as LibreMap, type RasterSourceSpecification, type RasterTileSource, addProtocol } from 'maplibre-gl'
import type { Protocol } from 'pmtiles'
import { config } from '../plan/session.ts'
import type { ShadeThread } from '../shade/shade-thread.ts'
import type { Picture } from '../shade/shade-worker.ts'
import { shade, shadeZooms, sunAtMs } from '../state/shade-choice.ts'
import { archiveOf, serveGround } from './filled-ground.ts'
import { OWN } from './map-styles.ts'

const SHADE = 'shade'
/** Steepness is worked out where a cell is at most four times that of the model: on coarser ones cliffs vanish. */
const ZOOMS_OF_SLOPE = 2
/** Tiles of the sun are not smaller than this, so that ridges far off are in their neighbours. */
const SUN_MAX_ZOOM = 12
const REST_MS = 150

interface TerrainJson {
  minzoom: number
  maxzoom: number
  bounds: [number, number, number, number]
}

/** Lays the chosen shade over the ground. */
export function followShade(map: LibreMap, archives: Protocol): void {
  serveShades()
  let timer: ReturnType<typeof setTimeout> | undefined
  effect(() => {
    const address = addressOf()
    clearTimeout(timer)
    // a slider goes through many times
    timer = setTimeout(() => void lay(map, archives, address), map.getSource(SHADE) === undefined ? 0 : REST_MS)
  })
  map.on('styledata', () => {
    if (shade.peek() !== 'none' && map.getSource(SHADE) === undefined) void lay(map, archives, addressOf())
  })
}

/** Of the tiles of the shade of now, without the terrain's; null: none is chosen. */
function addressOf(): string | null {
  if (shade.value === 'none') return null
  return shade.value === 'slope' ? 'waypost-shade://slope' : `waypost-shade://sun-${sunAtMs.value}`
}

async function lay(map: LibreMap, archives: Protocol, address: string | null): Promise<void> {
  const terrain = archiveOf(map.getSource<RasterTileSource>('terrain')?.url)
  const source = map.getSource<RasterTileSource>(SHADE)
  if (address === null || terrain === undefined) {
    shadeZooms.value = null
    if (source === undefined) return
    map.removeLayer(SHADE)
    map.removeSource(SHADE)
    return
  }
  const tiles = [`${address}/${encodeURIComponent(terrain)}/{z}/{x}/{y}`]
  const isSun = address.includes('sun')
  if (source !== undefined && source.tiles[0].startsWith('waypost-shade://sun') === isSun)
    return void source.setTiles(tiles)
  const { minzoom, maxzoom, bounds } = (await archives.tile({ url: terrain, type: 'json' }, new AbortController()))
    .data as TerrainJson
  if (addressOf() !== address) return
  if (map.getSource(SHADE) !== undefined) {
    map.removeLayer(SHADE)
    map.removeSource(SHADE)
  }
  const deepest = isSun ? Math.min(maxzoom, Math.max(minzoom, SUN_MAX_ZOOM)) : maxzoom
  const spec: RasterSourceSpecification = {
    type: 'raster',
    tiles,
    tileSize: 512,
    bounds,
    minzoom: Math.max(minzoom, deepest - ZOOMS_OF_SLOPE),
    maxzoom: deepest,
  }
  shadeZooms.value = { min: spec.minzoom!, max: deepest }
  map.addSource(SHADE, spec)
  map.addLayer({ id: SHADE, type: 'raster', source: SHADE, paint: { 'raster-fade-duration': 0 } }, firstAbove(map))
}

/** Over land and hills; the first layer of lines or words, or of this page. */
function firstAbove(map: LibreMap): string | undefined {
  const order = map.getLayersOrder()
  const hills = order.findLastIndex((id) => map.getLayer(id)?.type === 'hillshade')
  return hills >= 0 ? order[hills + 1] : order.find((id) => id.startsWith(OWN))
}

/** Tiles come from a thread of their own, which is loaded with the first of them. */
let thread: Promise<ShadeThread> | undefined

async function draw(archive: string, place: readonly [number, number, number], picture: Picture, stop: AbortSignal) {
  const load = async () => {
    const { openShadeThread } = await import('../shade/shade-thread.ts')
    return openShadeThread(new URL(config.shadeWorkerUrl, location.href))
  }
  // what could not be loaded is loaded again for the next tile
  thread ??= load().catch((error: unknown) => {
    thread = undefined
    throw error
  })
  return (await thread).draw({ archive: archive.replace(/^pmtiles:\/\//, ''), place, picture }, stop)
}

function serveShades(): void {
  addProtocol('waypost-shade', async ({ url }, stop) => {
    const [, kind, terrain, ...place] = /^waypost-shade:\/\/([\w-]+)\/([^/]+)\/(\d+)\/(\d+)\/(\d+)$/.exec(url)!
    const [z, x, y] = place.map(Number)
    const picture: Picture = kind === 'slope' ? { kind } : { kind: 'sun', atMs: Number(kind.slice(4)) }
    return { data: (await draw(decodeURIComponent(terrain), [z, x, y], picture, stop.signal))! }
  })
}

/** Ground for hill shading and relief, drawn by the thread (filled-ground.ts). */
export function serveShadedGround(archives: Protocol): void {
  serveGround(addProtocol, archives, (archive, place, isWhole, stop) =>
    draw(archive, place, { kind: 'ground', isWhole }, stop),
  )
}
