// <waypost-map>: a route, a signed trail or a GPX file with its map and chart, on any page. Everything is in its
// shadow, under style sheets that it adopts: no inline script or style. Events: `waypost-shown`, `waypost-failed`.

import { render } from 'preact'
import libreCss from 'maplibre-gl/dist/maplibre-gl.css'
import type { GeoJSONSource, LayerSpecification, Map as LibreMap, StyleSpecification } from 'maplibre-gl'
import { Protocol } from 'pmtiles'
import { blankStyle, keepOwn, OWN } from '../map/map-styles.ts'
import { boxOf, nearestOnLine, pointAt, type ShownLine } from '../line/shown-line.ts'
import ownCss from './embed.css'
import { EmbedFault, failureNotes, note } from './embed-notes.ts'
import { EmbedPanel, type EmbedState } from './embed-panel.tsx'
import type { EmbedServer } from './embed-server.ts'
import { embedWord, languageOf, type EmbedLanguage } from './embed-words.ts'
import { loadSubject, type Shown, readSubject, SUBJECTS } from './load-subject.ts'

type MapLibre = typeof import('maplibre-gl')
type Theme = 'light' | 'dark'

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
  mapLibre.addProtocol('pmtiles', new Protocol({ metadata: true }).tile)
}

export interface MapParts {
  mapLibre: MapLibre
  container: HTMLElement
  shown: Shown
  theme: Theme
  language: EmbedLanguage
  /** something of the map could not be had */
  onTrouble(why: string): void
  /** metres along the line that the pointer is near to; null: it is elsewhere */
  onPoint(atM: number | null): void
}

/**
 * The map of a <waypost-map>: MapLibre over the style of the server, with the line, its ends and the point that chart
 * and map share. MapLibre is the page's own, or comes from the server that the component comes from.
 */
class EmbedMap {
  readonly #map: LibreMap
  readonly #line: ShownLine
  #hasMoved = false

  /** Throws where the browser has no WebGL. */
  constructor({ mapLibre, container, shown, theme, language, onTrouble, onPoint }: MapParts) {
    prepare(mapLibre)
    const { parts, line } = shown
    const box = boxOf(parts.flat())!
    this.#line = line
    const map = new mapLibre.Map({
      container,
      style: withLine(blankStyle(theme), parts),
      bounds: box,
      fitBoundsOptions: { padding: PADDING_PX, maxZoom: MAX_ZOOM },
      cooperativeGestures: true,
      fadeDuration: stillness.matches ? 0 : 200,
      locale: mapWords(language),
    })
    this.#map = map
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
  }

  /** Never throws: without a style the line stays on plain ground. Returns null, or the reason for the failure. */
  async setStyle(apiUrl: string, theme: Theme, language: EmbedLanguage, signal: AbortSignal): Promise<string | null> {
    try {
      const { artifacts } = await readJson<{ artifacts: { styles: { url: string; dark_url: string } } }>(
        `${apiUrl}/pmtiles/current/manifest.json`,
        signal,
      )
      const address = theme === 'dark' ? artifacts.styles.dark_url : artifacts.styles.url
      const style = await readJson<StyleSpecification>(`${address}?language=${language}`, signal)
      signal.throwIfAborted()
      this.#map.setStyle(style, { transformStyle: (old, next) => keepOwn(old, next) })
      return null
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  point(atM: number | null): void {
    const place = atM === null ? null : pointAt(this.#line, atM)
    this.#map.getSource<GeoJSONSource>(POINT)?.setData(pointsOf(place === null ? [] : [[place[0], place[1]]]))
  }

  remove(): void {
    this.#map.remove()
  }
}

function withLine(style: StyleSpecification, parts: Shown['parts']): StyleSpecification {
  const ends = [parts[0][0], parts.at(-1)!.at(-1)!]
  const line = (id: string, colour: string, width: number): LayerSpecification => ({
    id: OWN + id,
    type: 'line',
    source: LINE,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': colour, 'line-width': width },
  })
  const circle = (id: string, source: string, colour: string): LayerSpecification => ({
    id: OWN + id,
    type: 'circle',
    source,
    paint: {
      'circle-radius': 6,
      'circle-color': colour,
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 2.5,
    },
  })
  return {
    ...style,
    sources: {
      ...style.sources,
      [LINE]: { type: 'geojson', data: { type: 'MultiLineString', coordinates: parts } },
      [`${OWN}ends`]: { type: 'geojson', data: pointsOf(ends) },
      [POINT]: { type: 'geojson', data: pointsOf([]) },
    },
    layers: [
      ...style.layers,
      line('casing', '#ffffff', 7),
      line('core', '#c2185b', 4),
      circle('ends', `${OWN}ends`, '#c2185b'),
      circle('point', POINT, '#0b57d0'),
    ],
  }
}

function pointsOf(coordinates: [number, number][]) {
  return { type: 'MultiPoint' as const, coordinates }
}

function mapWords(language: EmbedLanguage): Record<string, string> {
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

async function readJson<Value>(url: string, signal: AbortSignal): Promise<Value> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`${new URL(url).pathname}: HTTP ${response.status}`)
  return (await response.json()) as Value
}

const darkness = matchMedia('(prefers-color-scheme: dark)')
let sheets: CSSStyleSheet[] | undefined
let library: Promise<MapLibre> | undefined

export class WaypostMap extends HTMLElement {
  static readonly observedAttributes = [...SUBJECTS, 'key', 'api', 'language', 'theme']
  static server: EmbedServer
  /** MapLibre of the page, set before the element is connected or defined; left out: that of the server */
  declare mapLibre: MapLibre | undefined
  readonly #internals = this.attachInternals()
  readonly #place = document.createElement('div')
  readonly #panel = document.createElement('div')
  #state: EmbedState = { kind: 'loading' }
  #map: EmbedMap | null = null
  #running = new AbortController()
  #isAsked = false
  readonly #onDarkness = () => this.#followTheme()

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open' })
    sheets ??= [libreCss, ownCss].map((css) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      return sheet
    })
    root.adoptedStyleSheets = sheets
    this.#place.className = 'map'
    this.#panel.className = 'panel'
    root.append(this.#place, this.#panel)
    this.#internals.role = 'group'
  }

  connectedCallback(): void {
    darkness.addEventListener('change', this.#onDarkness)
    this.#askSoon()
  }

  disconnectedCallback(): void {
    darkness.removeEventListener('change', this.#onDarkness)
    this.#stop()
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected) return
    if (name === 'theme') this.#followTheme()
    else this.#askSoon()
  }

  get #language(): EmbedLanguage {
    const own = this.getAttribute('language') ?? this.closest<HTMLElement>('[lang]')?.lang
    return languageOf(own ?? navigator.language)
  }

  get #theme(): Theme {
    const own = this.getAttribute('theme')
    return own === 'dark' || own === 'light' ? own : darkness.matches ? 'dark' : 'light'
  }

  get #apiUrl(): string {
    return (this.getAttribute('api') ?? WaypostMap.server.apiUrl).replace(/\/$/, '')
  }

  /** Once for all attributes that change together. */
  #askSoon(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    queueMicrotask(() => {
      this.#isAsked = false
      if (this.isConnected) void this.#ask()
    })
  }

  #stop(): void {
    this.#running.abort()
    this.#map?.remove()
    this.#map = null
  }

  async #ask(): Promise<void> {
    this.#stop()
    this.#running = new AbortController()
    const { signal } = this.#running
    const language = this.#language
    this.#show({ kind: 'loading' })
    try {
      const subject = readSubject((name) => this.getAttribute(name), document.baseURI)
      if (typeof subject === 'string') throw new EmbedFault([note(language, `fault.${subject}`)], false)
      const libraryComing = this.#loadLibrary().catch(() => null)
      const key = this.getAttribute('key')
      const shown = await loadSubject(subject, { apiUrl: this.#apiUrl, key, language, signal })
      signal.throwIfAborted()
      this.#show({ kind: 'shown', shown, atM: null, mapTrouble: [] })
      await this.#drawMap(shown, await libraryComing, signal)
      signal.throwIfAborted()
      this.dispatchEvent(new CustomEvent('waypost-shown', { bubbles: true }))
    } catch (thrown) {
      if (signal.aborted) return
      const fault = thrown instanceof EmbedFault ? thrown : new EmbedFault(failureNotes(language, thrown), false)
      this.#show({ kind: 'failed', fault })
      this.dispatchEvent(new CustomEvent('waypost-failed', { bubbles: true, detail: fault.message }))
    }
  }

  #loadLibrary(): Promise<MapLibre> {
    if (this.mapLibre !== undefined) return Promise.resolve(this.mapLibre)
    const { mapLibre, worker } = WaypostMap.server
    library ??= (import(mapLibre) as Promise<MapLibre>).then((loaded) => {
      loaded.setWorkerUrl(worker)
      return loaded
    })
    library.catch(() => (library = undefined)) // the next element tries again
    return library
  }

  async #drawMap(shown: Shown, mapLibre: MapLibre | null, signal: AbortSignal): Promise<void> {
    const language = this.#language
    signal.throwIfAborted()
    if (mapLibre === null) return this.#loseMap(language, 'map.library')
    try {
      this.#map = new EmbedMap({
        mapLibre,
        container: this.#place,
        shown,
        theme: this.#theme,
        language,
        onTrouble: (why) => this.#tellTrouble('map.trouble', why),
        onPoint: (atM) => this.#point(atM),
      })
    } catch {
      return this.#loseMap(language, 'map.noWebgl')
    }
    await this.#setStyle(signal)
  }

  async #setStyle(signal: AbortSignal): Promise<void> {
    const why = await this.#map?.setStyle(this.#apiUrl, this.#theme, this.#language, signal)
    if (why !== null && why !== undefined && !signal.aborted) this.#tellTrouble('map.style', why)
  }

  #loseMap(language: EmbedLanguage, key: 'map.library' | 'map.noWebgl'): void {
    this.#place.hidden = true
    if (this.#state.kind === 'shown') this.#render({ ...this.#state, mapTrouble: [note(language, key)] })
  }

  /** The first is reported: the rest mostly follows from it. */
  #tellTrouble(key: 'map.style' | 'map.trouble', why: string): void {
    if (this.#state.kind === 'shown' && this.#state.mapTrouble.length === 0)
      this.#render({ ...this.#state, mapTrouble: [note(this.#language, key, { why })] })
  }

  #point(atM: number | null): void {
    if (this.#state.kind !== 'shown' || this.#state.atM === atM) return
    this.#map?.point(atM)
    this.#render({ ...this.#state, atM })
  }

  #followTheme(): void {
    this.#render(this.#state)
    void this.#setStyle(this.#running.signal)
  }

  #show(state: EmbedState): void {
    this.#place.hidden = state.kind !== 'shown'
    this.#internals.ariaLabel = (state.kind === 'shown' ? state.shown.name : null) ?? embedWord(this.#language, 'label')
    this.#render(state)
  }

  #render(state: EmbedState): void {
    this.#state = state
    if (this.#theme === 'dark') this.#internals.states.add('dark')
    else this.#internals.states.delete('dark')
    const again = () => void this.#ask()
    render(
      <EmbedPanel state={state} language={this.#language} onPoint={(atM) => this.#point(atM)} onAgain={again} />,
      this.#panel,
    )
  }
}
