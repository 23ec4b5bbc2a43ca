// A page with MapLibre GL and the `pmtiles` protocol, as an ordinary client of the manifest would write it, served from
// node_modules.
// It draws a style and tells everything that went wrong: errors of the map, missing images, failed requests, and glyphs
// that a label needs and its font range does not have.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const PACKAGES = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const FILES = new Map([
  ['/pmtiles.js', ['pmtiles/dist/pmtiles.js', 'text/javascript']],
  ['/maplibre-gl.css', ['maplibre-gl/dist/maplibre-gl.css', 'text/css']],
  ...['maplibre-gl', 'maplibre-gl-shared', 'maplibre-gl-worker'].map(
    (name) => [`/${name}.mjs`, [`maplibre-gl/dist/${name}.mjs`, 'text/javascript']] as [string, [string, string]],
  ),
] as [string, [string, string]][])

const PAGE = `<!doctype html><meta charset="utf-8"><title>map</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/maplibre-gl.css">
<style>html,body,#map{margin:0;height:100%}</style><div id="map"></div><script src="/pmtiles.js"></script>
<script type="module">
import * as maplibregl from '/maplibre-gl.mjs'
maplibregl.addProtocol('pmtiles', new pmtiles.Protocol().tile)
// one map for all drawings: a new one would compile its shaders again, which is most of the work in software
let map
window.drawMap = ({ style, center, zoom }) => new Promise((resolve) => {
  const problems = []
  if (map === undefined) map = new maplibregl.Map({ container: 'map', style, center, zoom, fadeDuration: 0, attributionControl: { compact: false }, canvasContextAttributes: { preserveDrawingBuffer: true } })
  else map.resize().setStyle(style, { diff: false }).jumpTo({ center, zoom })
  const onError = ({ error, sourceId, tile }) => problems.push('error: ' + (error?.message ?? error) + (sourceId ? ' in ' + sourceId : ''))
  const onMissing = ({ id }) => problems.push('no image: ' + id)
  map.on('error', onError)
  map.on('styleimagemissing', onMissing)
  const finish = () => {
    clearTimeout(late)
    map.off('idle', finish)
    map.off('error', onError)
    map.off('styleimagemissing', onMissing)
    const texts = new Set()
    for (const { properties, layer } of map.queryRenderedFeatures()) {
      if (layer.type !== 'symbol') continue
      for (const name of ['name', 'ref']) if (typeof properties[name] === 'string') texts.add(properties[name])
    }
    resolve({ problems, texts: [...texts], layers: [...new Set(map.queryRenderedFeatures().map(({ layer }) => layer.id))], attribution: document.querySelector('.maplibregl-ctrl-attrib').innerText })
  }
  map.once('idle', finish)
  const late = setTimeout(() => { problems.push('not idle after 60 s'); finish() }, 60_000)
})
window.isReady = true
</script>`

export interface Drawn {
  problems: string[]
  /** names and references of labels that were placed */
  texts: string[]
  /** ids of layers that drew something */
  layers: string[]
  attribution: string
}

export interface MapPages {
  url: string
  close(): Promise<void>
}

/** Serves the page on a free port. */
export async function serveMapPage(): Promise<MapPages> {
  const server = createServer((request, response) => {
    const file = FILES.get((request.url ?? '').split('?')[0])
    if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
    else if (file === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': file[1] }).end(readFileSync(PACKAGES + file[0]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // it may stay until the process ends, which need not wait for it
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Draws a style (its address, or the document) until the map rests. */
export async function drawMap(
  page: Page,
  view: { style: string | object; center: [number, number]; zoom: number },
): Promise<Drawn> {
  await page.waitForFunction('window.isReady === true')
  return page.evaluate(
    (given) => (window as unknown as { drawMap(view: unknown): Promise<Drawn> }).drawMap(given),
    view,
  )
}
