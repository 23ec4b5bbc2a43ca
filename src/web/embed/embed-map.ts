// The map of a <waypost-map>: MapLibre over the style of the server, with the line, its ends and the point that chart
// and map share. MapLibre is the page's own, or comes from the server that the component comes from.

import type { GeoJSONSource, LayerSpecification, Map as LibreMap, StyleSpecification } from 'maplibre-gl'
import { Protocol } from 'pmtiles'
import { groundTile } from '../shade/ground-tile.ts'
import { terrainTiles, type TerrainTiles } from '../shade/terrain-tiles.ts'
import { serveGround, withFilledGround, type DrawGround } from '../map/filled-ground.ts'
import { blankStyle, keepOwn, OWN } from '../map/map-styles.ts'
import { boxOf, nearestOnLine, pointAt, type ShownLine } from '../line/shown-line.ts'
import { boxOnMap, runOn } from '../line/run-on.ts'
import type { EmbedServer } from './embed-server.ts'
import type { Language } from '../i18n/words.ts'
import { embedWord } from './embed-words.ts'
import type { Shown } from './load-subject.ts'

export type MapLibre = typeof import('maplibre-gl')
export type Theme = 'light' | 'dark'
/** Where a visitor moved the map to. */
export interface MapView {
  center: [number, number]
  zoom: number
}

/** How near the pointer must be to the line, pixels. */
const NEAR_PX = 14
/** Room for the controls. */
const PADDING_PX = { top: 30, bottom: 66, left: 36, right: 52 }
const MAX_ZOOM = 15.5
const LINE = `${OWN}line`
const POINT = `${OWN}point`

const stillness = matchMedia('(prefers-reduced-motion: reduce)')
const prepared = new WeakSet<MapLibre>()

/** Teaches it to read the tiles of the service; once. */
function prepare(mapLibre: MapLibre): void {
  if (prepared.has(mapLibre)) return
  prepared.add(mapLibre)
  const protocol = new Protocol({ metadata: true })
  mapLibre.addProtocol('pmtiles', protocol.tile)
  serveGround(mapLibre.addProtocol, protocol, groundOf(protocol))
}

/** Drawn in the page: a thread from another server is more than most pages allow, and few tiles have a void. */
function groundOf(archives: Protocol): DrawGround {
  const terrains = new Map<string, TerrainTiles>()
  const open = (archive: string): TerrainTiles => {
    const known = terrains.get(archive)
    if (known !== undefined) return known
    const tiles = terrainTiles(async (z, x, y) => {
      const found = await archives.tile({ url: `${archive}/${z}/${x}/${y}`, type: 'image' }, new AbortController())
      return new Uint8Array(found.data as ArrayBuffer)
    })
    terrains.set(archive, tiles)
    return tiles
  }
  return (archive, place, isWhole, stop) => groundTile(open(archive), place, isWhole, stop)
}

let library: Promise<MapLibre> | undefined

/** That of the server, one for all elements of a page; after a failure the next call tries again. */
export function loadLibrary({ mapLibre, worker }: EmbedServer): Promise<MapLibre> {
  library ??= (import(mapLibre) as Promise<MapLibre>).then((loaded) => {
    loaded.setWorkerUrl(worker)
    return loaded
  })
  library.catch(() => (library = undefined))
  return library
}

interface MapParts {
  mapLibre: MapLibre
  container: HTMLElement
  shown: Shown
  theme: Theme
  language: Language
  /** of the way */
  colour: string
  /** null: all of the way */
  view: MapView | null
  /** something of the map could not be had */
  onTrouble(why: string): void
  /** metres along the line that the pointer is near to; null: it is elsewhere */
  onPoint(atM: number | null): void
  /** the browser has taken its WebGL context away, or has given it back */
  onContext(isLost: boolean): void
}

export class EmbedMap {
  readonly #map: LibreMap
  readonly #line: ShownLine
  #hasMoved = false

  /** Throws where the browser has no WebGL. */
  constructor(given: MapParts) {
    const { mapLibre, container, shown, theme, language, view, onTrouble, onPoint, onContext } = given
    prepare(mapLibre)
    const { parts, line } = shown
    const box = boxOnMap(boxOf(parts.flat())!)
    this.#line = line
    const map = new mapLibre.Map({
      container,
      style: withLine(blankStyle(theme), parts, given.colour),
      ...(view ?? { bounds: box, fitBoundsOptions: { padding: PADDING_PX, maxZoom: MAX_ZOOM } }),
      cooperativeGestures: true,
      fadeDuration: stillness.matches ? 0 : 200,
      locale: mapWords(language),
    })
    this.#map = map
    this.#hasMoved = view !== null
    map.addControl(new mapLibre.NavigationControl({ showCompass: false }), 'top-right')
    map.addControl(new mapLibre.ScaleControl({ maxWidth: 100 }), 'bottom-left')
    map.on('error', ({ error }) => /abort/i.test(error.message) || onTrouble(error.message))
    map.on('movestart', ({ originalEvent }) => (this.#hasMoved ||= originalEvent !== undefined))
    map.on('resize', () => {
      if (!this.#hasMoved) map.fitBounds(box, { padding: PADDING_PX, maxZoom: MAX_ZOOM, animate: false })
    })
    map.on('mousemove', ({ lngLat, point }) => {
      const near = nearestOnLine(line, lngLat.lng, lngLat.lat)
      const [lon, lat] = near === null ? [lngLat.lng, lngLat.lat] : pointAt(line, near.atM)
      onPoint(near !== null && map.project([lon, lat]).dist(point) <= NEAR_PX ? near.atM : null)
    })
    map.on('mouseout', () => onPoint(null))
    map.on('webglcontextlost', () => onContext(true))
    map.on('webglcontextrestored', () => onContext(false))
  }

  /** Never throws: without a style the line stays on plain ground. Returns null, or the reason for the failure. */
  async setStyle(apiUrl: string, theme: Theme, language: Language, signal: AbortSignal): Promise<string | null> {
    try {
      const { artifacts } = await readManifest(apiUrl, signal)
      const address = theme === 'dark' ? artifacts.styles.dark_url : artifacts.styles.url
      const style = await readJson<StyleSpecification>(`${address}?language=${language}`, signal)
      signal.throwIfAborted()
      this.#map.setStyle(withFilledGround(style), { transformStyle: (old, next) => keepOwn(old, next) })
      return null
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  point(atM: number | null): void {
    const place = atM === null ? null : pointAt(this.#line, atM)
    this.#map.getSource<GeoJSONSource>(POINT)?.setData(pointsOf(place === null ? [] : [[place[0], place[1]]]))
  }

  /** Null: nobody has moved it. */
  get view(): MapView | null {
    if (!this.#hasMoved) return null
    const { lng, lat } = this.#map.getCenter()
    return { center: [lng, lat], zoom: this.#map.getZoom() }
  }

  /** Gives its WebGL context back at once. */
  remove(): void {
    this.#map.remove()
  }
}

function withLine(style: StyleSpecification, parts: Shown['parts'], colour: string): StyleSpecification {
  const ends = [parts[0][0], parts.at(-1)!.at(-1)!]
  const line = (id: string, ink: string, width: number): LayerSpecification => ({
    id: OWN + id,
    type: 'line',
    source: LINE,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': ink, 'line-width': width },
  })
  const circle = (id: string, source: string, ink: string): LayerSpecification => ({
    id: OWN + id,
    type: 'circle',
    source,
    paint: {
      'circle-radius': 6,
      'circle-color': ink,
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 2.5,
    },
  })
  return {
    ...style,
    sources: {
      ...style.sources,
      [LINE]: { type: 'geojson', data: { type: 'MultiLineString', coordinates: parts.map(runOn) } },
      [`${OWN}ends`]: { type: 'geojson', data: pointsOf(ends) },
      [POINT]: { type: 'geojson', data: pointsOf([]) },
    },
    layers: [
      ...style.layers,
      line('casing', '#ffffff', 7),
      line('core', colour, 4),
      circle('ends', `${OWN}ends`, colour),
      circle('point', POINT, '#0b57d0'),
    ],
  }
}

function pointsOf(coordinates: [number, number][]) {
  return { type: 'MultiPoint' as const, coordinates }
}

function mapWords(language: Language): Record<string, string> {
  return {
    'Map.Title': embedWord(language, 'label'),
    'NavigationControl.ZoomIn': embedWord(language, 'zoomIn'),
    'NavigationControl.ZoomOut': embedWord(language, 'zoomOut'),
    'AttributionControl.ToggleAttribution': embedWord(language, 'sources'),
    'CooperativeGesturesHandler.WindowsHelpText': embedWord(language, 'scrollWindows'),
    'CooperativeGesturesHandler.MacHelpText': embedWord(language, 'scrollMac'),
    'CooperativeGesturesHandler.MobileHelpText': embedWord(language, 'scrollTouch'),
  }
}

/** As far as it is looked at. */
interface Manifest {
  artifacts: { styles: { url: string; dark_url: string } }
  attribution: { text: string }[]
}

export const readManifest = (apiUrl: string, signal: AbortSignal): Promise<Manifest> =>
  readJson(`${apiUrl}/pmtiles/current/manifest.json`, signal)

async function readJson<Value>(url: string, signal: AbortSignal): Promise<Value> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`${new URL(url).pathname}: HTTP ${response.status}`)
  return (await response.json()) as Value
}
