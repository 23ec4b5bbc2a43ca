// <waypost-map>: a route, a signed trail or a GPX file with its map and chart, on any page. Everything is in its
// shadow, under style sheets that it adopts: no inline script or style. It requests what it shows when it comes near
// the screen, and has a map, with a WebGL context of which a browser allows few, while it is there. Events:
// `waypost-shown`, `waypost-failed`.

import { render } from 'preact'
import libreCss from 'maplibre-gl/dist/maplibre-gl.css'
import ownCss from './embed.css'
import { trimSlashes } from '../../../clients/typescript/src/address.ts'
import { EmbedMap, loadLibrary, type MapLibre, type MapView, readManifest, type Theme } from './embed-map.ts'
import { EmbedFault, failureNotes, note } from './embed-notes.ts'
import { EmbedPanel, type EmbedState } from './embed-panel.tsx'
import type { EmbedServer } from './embed-server.ts'
import { isLearnt, type Language, preferredLanguage } from '../i18n/words.ts'
import { embedWord, type EmbedWord, loadWords } from './embed-words.ts'
import { loadSubject, type Shown, readSubject, SUBJECTS } from './load-subject.ts'

/** A lost context mostly comes back by itself; after this another map is made. */
const CONTEXT_WAIT_MS = 2000
/** So often in a row; a browser that takes every one away is left in peace. */
const MOST_MENDS = 3
const WAY_COLOUR = '#c2185b'

const darkness = matchMedia('(prefers-color-scheme: dark)')
let sheets: CSSStyleSheet[] | undefined

/** Calls back for elements that come within so much of the window, in per cent of it, and that leave it. */
function watch(margin: number, onChange: (element: WaypostMap, isInside: boolean) => void): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) onChange(target as WaypostMap, isIntersecting)
    },
    { rootMargin: `${margin}%` },
  )
}

export class WaypostMap extends HTMLElement {
  static readonly observedAttributes = [...SUBJECTS, 'api-key', 'key', 'api', 'language', 'lang', 'theme']
  static server: EmbedServer
  static readonly #nearness = watch(50, (element, isInside) => element.#comeNear(isInside))
  static readonly #sight = watch(5, (element, isInside) => element.#comeInSight(isInside))
  readonly #internals = this.attachInternals()
  readonly #place = document.createElement('div')
  readonly #panel = document.createElement('div')
  #mapLibre: MapLibre | undefined
  #state: EmbedState = { kind: 'loading' }
  #map: EmbedMap | null = null
  #view: MapView | null = null
  #running = new AbortController()
  /** the attributes that the state is of, as text; null: of none */
  #requested: string | null = null
  #isNear = false
  #isInSight = false
  #isCheckComing = false
  #mends = 0
  readonly #onDarkness = () => this.#followTheme()

  /** as the attributes; `apiKey` is `api-key` */
  declare route: string | null
  declare trail: string | null
  declare gpx: string | null
  declare apiKey: string | null
  declare api: string | null
  declare language: string | null
  declare theme: string | null

  static {
    reflectAttributes(WaypostMap.prototype, {
      ...{ route: 'route', trail: 'trail', gpx: 'gpx' },
      ...{ apiKey: 'api-key', api: 'api', language: 'language', theme: 'theme' },
    })
  }

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

  /** MapLibre of the page; undefined: that of the server. */
  get mapLibre(): MapLibre | undefined {
    return this.#mapLibre
  }

  set mapLibre(library: MapLibre | undefined) {
    if (library === this.#mapLibre) return
    this.#mapLibre = library
    this.#giveMapBack()
    this.#checkSoon()
  }

  connectedCallback(): void {
    takeOwnProperties(this)
    darkness.addEventListener('change', this.#onDarkness)
    WaypostMap.#nearness.observe(this)
    WaypostMap.#sight.observe(this)
    this.#show(this.#state)
  }

  disconnectedCallback(): void {
    darkness.removeEventListener('change', this.#onDarkness)
    WaypostMap.#nearness.unobserve(this)
    WaypostMap.#sight.unobserve(this)
    this.#isInSight = false
    this.#comeNear(false)
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (!this.isConnected || before === now) return
    if (name === 'theme') this.#followTheme()
    else this.#checkSoon()
  }

  /** English where the words of another have not come. */
  get #language(): Language {
    const wanted = this.#wantedLanguage
    return isLearnt(wanted) ? wanted : 'en'
  }

  get #wantedLanguage(): Language {
    const own = this.getAttribute('language') ?? this.closest<HTMLElement>('[lang]')?.lang
    return preferredLanguage(own === undefined ? navigator.languages : [own], Object.keys(WaypostMap.server.languages))
  }

  get #theme(): Theme {
    const own = this.getAttribute('theme')
    return own === 'dark' || own === 'light' ? own : darkness.matches ? 'dark' : 'light'
  }

  get #apiUrl(): string {
    return trimSlashes(this.getAttribute('api') ?? WaypostMap.server.apiUrl)
  }

  get #key(): string | null {
    return this.getAttribute('api-key') ?? this.getAttribute('key')
  }

  #comeNear(isNear: boolean): void {
    this.#isNear = isNear
    if (isNear) return this.#checkSoon()
    this.#giveMapBack()
    // what has not come is requested again
    if (this.#state.kind === 'loading') {
      this.#running.abort()
      this.#requested = null
    }
  }

  #comeInSight(isInSight: boolean): void {
    this.#isInSight = isInSight
    if (isInSight) this.#checkSoon()
  }

  /** Once for all attributes that change together. */
  #checkSoon(): void {
    if (this.#isCheckComing) return
    this.#isCheckComing = true
    queueMicrotask(() => {
      this.#isCheckComing = false
      if (this.isConnected && this.#isNear) void this.#check()
    })
  }

  /** Asks for what the attributes name, unless it is there; draws the map, unless it is out of sight. */
  async #check(): Promise<void> {
    const named = [...SUBJECTS, 'api'].map((name) => this.getAttribute(name))
    const wanted = JSON.stringify([...named, this.#key, this.#wantedLanguage])
    if (wanted !== this.#requested) {
      this.#requested = wanted
      return this.#ask()
    }
    if (this.#state.kind === 'shown') await this.#drawMap(this.#state.shown, this.#running.signal)
  }

  async #ask(): Promise<void> {
    this.#running.abort()
    this.#giveMapBack()
    this.#view = null
    this.#running = new AbortController()
    const { signal } = this.#running
    const language = await loadWords(this.#wantedLanguage, WaypostMap.server.languages)
    if (signal.aborted) return
    this.#show({ kind: 'loading' })
    try {
      const subject = readSubject((name) => this.getAttribute(name), document.baseURI)
      if (typeof subject === 'string') throw new EmbedFault([note(language, `fault.${subject}`)], false)
      // fetched beside the answer
      void this.#loadLibrary().catch(() => null)
      const shown = await loadSubject(subject, { apiUrl: this.#apiUrl, key: this.#key, language, signal })
      signal.throwIfAborted()
      this.#show({ kind: 'shown', shown, atM: null, mapTrouble: [], sources: [] })
      await this.#drawMap(shown, signal)
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
    return this.#mapLibre === undefined ? loadLibrary(WaypostMap.server) : Promise.resolve(this.#mapLibre)
  }

  async #drawMap(shown: Shown, signal: AbortSignal): Promise<void> {
    if (this.#map !== null || !this.#isInSight) return
    const mapLibre = await this.#loadLibrary().catch(() => null)
    signal.throwIfAborted()
    if (this.#map !== null || !this.#isInSight) return
    if (mapLibre === null) return this.#loseMap('map.library', signal)
    try {
      this.#place.hidden = false
      this.#map = new EmbedMap({
        ...{ mapLibre, shown, container: this.#place, theme: this.#theme, language: this.#language, view: this.#view },
        colour: getComputedStyle(this).getPropertyValue('--waypost-way').trim() || WAY_COLOUR,
        onTrouble: (why) => this.#tellTrouble('map.trouble', why),
        onPoint: (atM) => this.#point(atM),
        onContext: (isLost) => this.#followContext(isLost, signal),
      })
    } catch {
      return this.#loseMap('map.noWebgl', signal)
    }
    await this.#setStyle(signal)
  }

  #giveMapBack(): void {
    this.#view = this.#map?.view ?? this.#view
    this.#map?.remove()
    this.#map = null
  }

  async #setStyle(signal: AbortSignal): Promise<void> {
    const map = this.#map
    const why = await map?.setStyle(this.#apiUrl, this.#theme, this.#language, signal)
    if (why !== null && why !== undefined && !signal.aborted && map === this.#map) this.#tellTrouble('map.style', why)
  }

  /** MapLibre mends a map whose context comes back; one that does not is replaced by another map. */
  #followContext(isLost: boolean, signal: AbortSignal): void {
    const map = this.#map
    if (map === null || this.#state.kind !== 'shown') return
    this.#render({ ...this.#state, mapTrouble: isLost ? [note(this.#language, 'map.lost')] : [] })
    if (!isLost) {
      this.#mends = 0
      return
    }
    setTimeout(() => {
      const { kind } = this.#state
      const isMended = this.#map !== map || (kind === 'shown' && this.#state.mapTrouble.length === 0)
      if (signal.aborted || isMended || ++this.#mends > MOST_MENDS) return
      this.#giveMapBack()
      if (kind === 'shown') this.#render({ ...this.#state, mapTrouble: [] })
      this.#checkSoon()
    }, CONTEXT_WAIT_MS)
  }

  /** Whose data it is is then named below, where the map would name it. */
  async #loseMap(key: 'map.library' | 'map.noWebgl', signal: AbortSignal): Promise<void> {
    this.#place.hidden = true
    if (this.#state.kind === 'shown') this.#render({ ...this.#state, mapTrouble: [note(this.#language, key)] })
    const manifest = await readManifest(this.#apiUrl, signal).catch(() => null)
    if (this.#state.kind === 'shown' && manifest !== null && !signal.aborted)
      this.#render({ ...this.#state, sources: manifest.attribution.map(({ text }) => text) })
  }

  /** The first is reported: the rest mostly follows from it. */
  #tellTrouble(key: EmbedWord, why: string): void {
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

/** Properties that were set before the element was defined go through its accessors. */
function takeOwnProperties(element: WaypostMap): void {
  for (const name of Object.keys(element) as (keyof WaypostMap)[]) {
    const { value } = Object.getOwnPropertyDescriptor(element, name)!
    if (!(name in WaypostMap.prototype)) continue
    delete (element as unknown as Record<string, unknown>)[name]
    ;(element as unknown as Record<string, unknown>)[name] = value
  }
}

/**
 * Properties that are attributes: accessors on the prototype, which frameworks look for before they set a property.
 * `names`: the attribute of each property. Null and undefined take the attribute away.
 */
function reflectAttributes(prototype: HTMLElement, names: Readonly<Record<string, string>>): void {
  for (const [property, attribute] of Object.entries(names))
    Object.defineProperty(prototype, property, {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        return this.getAttribute(attribute)
      },
      set(this: HTMLElement, value: unknown) {
        if (value === null || value === undefined) this.removeAttribute(attribute)
        else this.setAttribute(attribute, String(value))
      },
    })
}
