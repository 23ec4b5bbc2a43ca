// The map: MapLibre over the style of the release, with the page's own lines and pins. Follows the signals of the
// session and reports to them what is pointed at and clicked. Starts on plain ground, so that a shared route is drawn
// before the style and its tiles have come.

import { effect } from '@preact/signals'
import {
  GeolocateControl,
  Map as LibreMap,
  NavigationControl,
  ScaleControl,
  addProtocol,
  prewarm,
  setWorkerUrl,
  Marker,
  type StyleSpecification,
  type RasterSourceSpecification,
  type RasterTileSource,
} from 'maplibre-gl'
import { Protocol } from 'pmtiles'
import { distanceM } from '../../geo/lon-lat.ts'
import { language, mapTheme } from '../i18n/preferences.ts'
import { libreMap, mapMenu, filePoints, styleSources } from '../state/map-content.ts'
import { sketch } from '../state/area-sketch.ts'
import { pointsOf } from '../plan/plan.ts'
import { measuring } from '../state/measure-session.ts'
import { areaWithMapHere } from '../offline/areas-here.ts'
import { isOffline, lookForService, returns } from '../offline/connection.ts'
import { camera, config, hoverM, mapTrouble, plan, viewBox, lines } from '../plan/session.ts'
import { boxOf, type LinePoint } from '../line/shown-line.ts'
import { say } from '../i18n/words.ts'
import { hiddenLayers, LAYER_GROUPS, LAYER_NAMES } from '../state/layer-choice.ts'
import type { MapSource } from '../state/attribution.ts'
import type { ShadeThread } from '../shade/shade-thread.ts'
import { shade, shadeZooms, sunAtMs } from '../state/shade-choice.ts'
import { followMenuPress } from './menu-press.ts'
import { blankStyle, findStyle, keepOwn, OWN } from './map-styles.ts'
import { drawEarly } from './early-line.ts'
import { followLineDrag } from './drag-line.ts'
import { followFit } from './fit-view.ts'
import { followLines, followPointer } from './follow-lines.ts'
import { followPins } from './follow-pins.ts'
import { followSigns } from './line-signs.ts'
import { withLine } from './own-layers.ts'
import { onMapClick, followMenuKeys } from './map-click.ts'
import { paintPageFirst } from './paint-first.ts'

// the worker starts while the page is still being drawn
setWorkerUrl(new URL(config.workerUrl, location.href).href)
prewarm()

const stillness = matchMedia('(prefers-reduced-motion: reduce)')

/** Puts the map into an element and lets it follow the session. Throws where the browser has no WebGL. */
export function startMap(container: HTMLElement): LibreMap {
  const protocol = new Protocol({ metadata: true })
  addProtocol('pmtiles', protocol.tile)
  const asked = camera.peek()
  const home = config.homeBox as [number, number, number, number] | null
  const box = boxOf(pointsOf(plan.peek().waypoints)) ?? home
  const map = new LibreMap({
    ...{ container, maxPitch: 60, attributionControl: false },
    style: withLine(blankStyle(mapTheme.peek())),
    validateStyle: false, // the release's and our own: the tests do
    trackResize: false, // paintPageFirst does
    fadeDuration: stillness.matches ? 0 : 200,
    ...(asked !== null
      ? { center: [asked.lon, asked.lat], zoom: asked.zoom }
      : box !== null
        ? { bounds: box }
        : { center: [0, 20], zoom: 1 }),
    locale: mapWords(),
  })
  paintPageFirst(map)
  map.addControl(new NavigationControl({ visualizePitch: false }), 'top-right')
  const locate = new GeolocateControl({ positionOptions: { enableHighAccuracy: true }, trackUserLocation: true })
  locate.on('error', () => (mapTrouble.value = 'map.noLocation'))
  map.addControl(locate, 'top-right')
  map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-left')

  followPins(map)
  followFit(
    map,
    asked !== null
      ? null
      : box === home && plan.peek().waypoints.length === 0
        ? home && { kind: 'box', box: home }
        : { kind: 'shown' },
  )
  const early = drawEarly(map)
  map.once('style.load', () => {
    // the ground comes after a shared line, which it would hold up
    const lineSeen = followLines(map, early)
    followPointer(map)
    effect(() => {
      const ground = mapTheme.value
      const spoken = language.value
      const kept = areaWithMapHere.value
      // an archive that could not be reached stays so for the protocol; with the connection it is looked for again
      if (returns.value > 0) protocol.tiles.clear()
      void Promise.all([findStyle(config, ground, spoken, kept), lineSeen]).then(([{ style, trouble }]) => {
        if (mapTheme.peek() !== ground || language.peek() !== spoken || areaWithMapHere.peek() !== kept) return
        if (trouble === null) mapTrouble.value = null
        else void tellTrouble(trouble)
        map.setStyle(withHidden(style), { transformStyle: (old, next) => keepOwn(old, next) })
      })
    })
  })
  map.on('error', ({ error }) => {
    if (/abort/i.test(error.message)) return
    void tellTrouble(error.message)
  })
  const menuPress = followMenuPress(map.getCanvasContainer(), mapMenu)
  map.on('click', (event) => menuPress.isUsed() || onMapClick(map, event))
  followLineDrag(map)
  effect(() => (sketch.value === null ? map.doubleClickZoom.enable() : map.doubleClickZoom.disable()))
  followMenuKeys(map)
  followChoices(map, protocol)
  map.on('movestart', ({ originalEvent }) => originalEvent !== undefined && (mapMenu.value = null))
  followView(map)
  followSources(map)
  followCanvas(map.getCanvas())
  return (libreMap.value = map)
}

/** What is drawn beside the plan. */
function followChoices(map: LibreMap, archives: Protocol): void {
  followSigns(map)
  followLayers(map)
  followShade(map, archives)
  followFilePoints(map)
  followFileEnds(map)
}

/** Its name, and the pointer by what a click does. */
function followCanvas(canvas: HTMLCanvasElement): void {
  effect(() => canvas.setAttribute('aria-label', say(language.value, 'map.label')))
  effect(() => {
    const { mode } = plan.value
    const isGrip = mode === 'route' && hoverM.value !== null
    canvas.style.cursor = measuring.value !== null ? 'crosshair' : mode === 'file' ? '' : isGrip ? 'grab' : 'crosshair'
  })
}

/** Without a connection just that; a piece that did not come while there is one is no more than a piece. */
async function tellTrouble(message: string): Promise<void> {
  const isUnreached = /failed to fetch|networkerror|load failed|could not be decoded/i.test(message)
  if (isUnreached && !isOffline.peek()) await lookForService()
  mapTrouble.value = isOffline.peek() ? 'offline.noMap' : isUnreached ? 'map.piece' : message
}

/** Tells the page what the map shows. */
function followView(map: LibreMap): void {
  const tell = () => {
    const center = map.getCenter().wrap()
    camera.value = { lon: center.lng, lat: center.lat, zoom: map.getZoom() }
    const bounds = map.getBounds()
    viewBox.value = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
  }
  tell()
  map.on('moveend', tell)
}

function mapWords(): Record<string, string> {
  const now = language.peek()
  return {
    'NavigationControl.ZoomIn': say(now, 'map.zoomIn'),
    'NavigationControl.ZoomOut': say(now, 'map.zoomOut'),
    'NavigationControl.ResetBearing': say(now, 'map.north'),
    'GeolocateControl.FindMyLocation': say(now, 'map.locate'),
    'GeolocateControl.LocationNotAvailable': say(now, 'map.noLocation'),
    'Map.Title': say(now, 'map.label'),
  }
}

/** A recording of a round comes back about so near to its start. */
const SAME_PLACE_M = 30

/**
 * Where the line of an open file begins and ends: A and B, as in a plan, but not to be moved. One mark where it ends
 * where it began.
 */
function followFileEnds(map: LibreMap): void {
  let markers: Marker[] = []
  effect(() => {
    const points = plan.value.mode === 'file' ? (lines.file.value?.points ?? []) : []
    for (const marker of markers) marker.remove()
    markers = []
    if (points.length === 0) return
    const [first, last] = [points[0], points[points.length - 1]]
    const isRound = distanceM(first[0], first[1], last[0], last[1]) < SAME_PLACE_M
    const mark = ([lon, lat]: LinePoint, letter: string, role: string, title: string) => {
      const element = document.createElement('div')
      element.className = `pin pin-fixed ${role}`
      element.role = 'img'
      element.title = title
      const circle = element.appendChild(document.createElement('span'))
      circle.append(letter)
      const marker = new Marker({ element, anchor: 'bottom' }).setLngLat([lon, lat]).addTo(map)
      element.setAttribute('aria-label', title)
      markers.push(marker)
    }
    const now = language.value
    if (!isRound) mark(last, 'B', 'pin-end', say(now, 'pin.lineEnd'))
    mark(first, 'A', 'pin-start', say(now, isRound ? 'pin.lineBoth' : 'pin.lineStart'))
  })
}

/** The waypoints of an open file, each with its name beside it. */
function followFilePoints(map: LibreMap): void {
  let markers: Marker[] = []
  effect(() => {
    const points = plan.value.mode === 'file' ? filePoints.value : []
    for (const marker of markers) marker.remove()
    markers = points.map(({ point, name }) => {
      const element = document.createElement('div')
      element.className = 'file-point'
      element.append(document.createElement('i'), name ?? '')
      return new Marker({ element, anchor: 'left', offset: [-6, 0] }).setLngLat([point[0], point[1]]).addTo(map)
    })
  })
}

/** A style with what is hidden taken as hidden from the start. */
function withHidden(style: StyleSpecification): StyleSpecification {
  const patterns = LAYER_NAMES.filter((name) => hiddenLayers.peek().has(name)).map((name) => LAYER_GROUPS[name])
  if (patterns.length === 0) return style
  const layers = style.layers.map((layer) =>
    patterns.some((pattern) => pattern.test(layer.id))
      ? ({ ...layer, layout: { ...layer.layout, visibility: 'none' } } as typeof layer)
      : layer,
  )
  return { ...style, layers }
}

/** Shows and hides the layers of the style as the visitor chose, also after another style came. */
function followLayers(map: LibreMap): void {
  effect(() => {
    const hidden = hiddenLayers.value
    for (const name of LAYER_NAMES)
      for (const id of map.getLayersOrder())
        if (LAYER_GROUPS[name].test(id)) {
          const visibility = hidden.has(name) ? 'none' : 'visible'
          if ((map.getLayoutProperty(id, 'visibility') ?? 'visible') !== visibility)
            map.setLayoutProperty(id, 'visibility', visibility)
        }
  })
}

/**
 * The sources that a style and its archives name, read from their HTML: texts and addresses, nothing else of it. Tells
 * `styleSources` whenever a source of the style has said what it is.
 */
function followSources(map: LibreMap): void {
  map.on('sourcedata', ({ sourceDataType }) => {
    if (sourceDataType !== 'metadata') return
    const found = Object.keys(map.getStyle().sources).flatMap((id) => readSources(map.getSource(id)?.attribution ?? ''))
    if (JSON.stringify(found) !== JSON.stringify(styleSources.peek())) styleSources.value = found
  })
}

function readSources(html: string): MapSource[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.childNodes].map((node) => ({
    text: (node.textContent ?? '').trim(),
    url: node instanceof HTMLAnchorElement && /^https?:$/.test(node.protocol) ? node.href : null,
  }))
}

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

/** Lays the chosen shade over the ground and under roads and names, after each style, and at each time of the sun. */
function followShade(map: LibreMap, archives: Protocol): void {
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
  const terrain = map.getSource<RasterTileSource>('terrain')?.url
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
function serveShades(): void {
  let thread: Promise<ShadeThread> | undefined
  const load = async () => {
    const { openShadeThread } = await import('../shade/shade-thread.ts')
    return openShadeThread(new URL(config.shadeWorkerUrl, location.href))
  }
  addProtocol('waypost-shade', async ({ url }, stop) => {
    // what could not be loaded is loaded again for the next tile
    thread ??= load().catch((error: unknown) => {
      thread = undefined
      throw error
    })
    const [, kind, terrain, ...place] = /^waypost-shade:\/\/([\w-]+)\/([^/]+)\/(\d+)\/(\d+)\/(\d+)$/.exec(url)!
    const [z, x, y] = place.map(Number)
    const asked = {
      archive: decodeURIComponent(terrain).replace(/^pmtiles:\/\//, ''),
      place: [z, x, y] as const,
      atMs: kind === 'slope' ? null : Number(kind.slice(4)),
    }
    return { data: await (await thread).draw(asked, stop.signal) }
  })
}
