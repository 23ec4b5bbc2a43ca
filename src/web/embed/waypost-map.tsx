// <waypost-map>: a route, a signed trail or a GPX file with its map and chart, on any page. Everything is in its
// shadow, under style sheets that it adopts: no inline script or style. Events: `waypost-shown`, `waypost-failed`.

import { render } from 'preact'
import libreCss from 'maplibre-gl/dist/maplibre-gl.css'
import ownCss from './embed.css'
import { EmbedMap, type MapLibre, type Theme } from './embed-map.ts'
import { EmbedFault, failureNotes, note } from './embed-notes.ts'
import { EmbedPanel, type EmbedState } from './embed-panel.tsx'
import type { EmbedServer } from './embed-server.ts'
import { embedWord, languageOf, type EmbedLanguage } from './embed-words.ts'
import { loadSubject, type Shown } from './load-subject.ts'
import { readSubject, SUBJECTS } from './read-subject.ts'

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
