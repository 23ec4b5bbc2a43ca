// The map library that the pages get, over a plane that rises to the south-east and has no heights in its middle.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadEmbedBundle } from '../../src/site/bundles.ts'
import { hasChromium, openPage, type OpenPage } from '../support/open-browser.ts'

const TILE = 256
/** Columns and rows of the void. */
const VOID = { from: 96, to: 160 }
const PAGE = `<!doctype html><link rel="icon" href="data:,"><style>html,body,#map{margin:0;width:256px;height:256px}</style>
<div id="map"></div><script type="module">
import { Map, setWorkerUrl } from '/library.js'
setWorkerUrl(new URL('/worker.js', location.href).href)
// one tile of zoom 10 fills the map
const middle = (512 + 0.5) / 1024
const map = new Map({
  container: 'map', center: [360 * middle - 180, Math.atan(Math.sinh(Math.PI * (1 - 2 * middle))) * 180 / Math.PI], zoom: 9,
  attributionControl: false, fadeDuration: 0,
  canvasContextAttributes: { preserveDrawingBuffer: true },
  style: {
    version: 8,
    sources: { terrain: { type: 'raster-dem', encoding: 'terrarium', tileSize: 256, maxzoom: 10,
      tiles: [location.origin + '/{z}/{x}/{y}.png'] } },
    layers: [
      { id: 'white', type: 'background', paint: { 'background-color': '#ffffff' } },
      { id: 'hills', type: 'hillshade', source: 'terrain', paint: { 'hillshade-exaggeration': 1, 'hillshade-highlight-color': '#000000' } },
    ],
  },
})
map.once('idle', () => (window.isDrawn = true))
</script>`

async function terrainTile(): Promise<Buffer> {
  const pixels = new Uint8Array(TILE * TILE * 3)
  const isVoid = (at: number) => at >= VOID.from && at < VOID.to
  for (let y = 0; y < TILE; y++)
    for (let x = 0; x < TILE; x++) if (!isVoid(x) || !isVoid(y)) pixels.set([128 + 4, x + y, 0], (y * TILE + x) * 3)
  return sharp(pixels, { raw: { width: TILE, height: TILE, channels: 3 } })
    .png()
    .toBuffer()
}

describe.skipIf(!hasChromium)('hill shading of terrain with a void (needs Chromium)', () => {
  let open: OpenPage
  const server = createServer()
  beforeAll(async () => {
    const { files, mapLibre, worker } = await loadEmbedBundle()
    const tile = await terrainTile()
    server.on('request', (request, response) => {
      if (request.url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
      if (request.url!.endsWith('.png')) return response.writeHead(200, { 'content-type': 'image/png' }).end(tile)
      const { contentType, gzip } = files.get(request.url === '/library.js' ? mapLibre : worker)!
      return response.writeHead(200, { 'content-type': contentType, 'content-encoding': 'gzip' }).end(gzip)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open = await openPage(TILE, TILE)
    await open.page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })
  afterAll(async () => {
    await open?.close()
    server.close()
    server.closeAllConnections()
  })

  test('neither the void nor the known pixel beside it is shaded, and everything else is', async () => {
    await open.page.waitForFunction('window.isDrawn === true')
    const { data, info } = await sharp(await open.page.screenshot())
      .raw()
      .toBuffer({ resolveWithObject: true })
    const isShaded = (x: number, y: number) => data[(y * info.width + x) * info.channels] < 250
    const wrong: string[] = []
    for (let y = 0; y < TILE; y++)
      for (let x = 0; x < TILE; x++) {
        const away = Math.max(VOID.from - Math.min(x, y), Math.max(x, y) - VOID.to + 1)
        if (away !== 1 && away !== 2 && isShaded(x, y) !== away > 2) wrong.push(`${x} ${y}`)
      }
    expect(wrong).toEqual([])
    expect(open.faults).toEqual([])
  })
})
