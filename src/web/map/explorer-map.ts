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
} from 'maplibre-gl'
import { Protocol } from 'pmtiles'
import { distanceM } from '../../geo/lon-lat.ts'
import { language, mapTheme } from '../i18n/preferences.ts'
import { libreMap, mapMenu, filePoints, styleSources } from '../state/map-content.ts'
import { sketch } from '../state/area-sketch.ts'
import { pointsOf } from '../plan/plan.ts'
import { measuring } from '../state/measure-session.ts'
import { areaWithMapHere } from '../offline/areas-here.ts'
import { returns } from '../offline/connection.ts'
import { followTrouble, tellTrouble } from './map-trouble.ts'
import { followRelief } from './relief.ts'
import { withFilledGround } from './filled-ground.ts'
import { followShade, serveShadedGround } from './shade-layers.ts'
import { camera, config, hoverM, mapTrouble, plan, viewBox, lines } from '../plan/session.ts'
import { boxOf, type LinePoint } from '../line/shown-line.ts'
import { boxOnMap } from '../line/run-on.ts'
import { say } from '../i18n/words.ts'
import { hiddenLayers, LAYER_GROUPS, LAYER_NAMES } from '../state/layer-choice.ts'
import { isSecondMap } from '../state/second-map.ts'
import type { MapSource } from '../state/attribution.ts'
import { followMenuPress } from './menu-press.ts'
import { blankStyle, findStyle, keepOwn } from './map-styles.ts'
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
  serveShadedGround(protocol)
  const requested = camera.peek()
  const home = config.homeBox as [number, number, number, number] | null
  const box = boxOf(pointsOf(plan.peek().waypoints)) ?? home
  const map = new LibreMap({
    ...{ container, maxPitch: 60, attributionControl: false },
    style: withLine(blankStyle(mapTheme.peek())),
    validateStyle: false, // the release's and our own: the tests do
    trackResize: false, // paintPageFirst does
    fadeDuration: stillness.matches ? 0 : 200,
    ...(requested !== null
      ? { center: [requested.lon, requested.lat], zoom: requested.zoom }
      : box !== null
        ? { bounds: boxOnMap(box) }
        : { center: [0, 20], zoom: 1 }),
    locale: mapWords(),
  })
  paintPageFirst(map)
  map.addControl(new NavigationControl({ visualizePitch: false }), 'top-right')
  const locate = new GeolocateControl({ positionOptions: { enableHighAccuracy: true }, trackUserLocation: true })
  locate.on('error', () => (mapTrouble.value = 'map.noLocation'))
  map.addControl(locate, 'top-right')
  giveKeys(map)
  map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-left')

  followPins(map)
  followFit(
    map,
    requested !== null
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
    followStyle(map, protocol, lineSeen)
  })
  followTrouble(map, protocol)
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

/** The style by theme, language, kept area and second map, each time that one of them changes. */
function followStyle(map: LibreMap, protocol: Protocol, lineSeen: Promise<unknown>): void {
  effect(() => {
    const ground = mapTheme.value
    const spoken = language.value
    const kept = areaWithMapHere.value
    const isSecond = isSecondMap.value
    // an archive that could not be reached stays so for the protocol; with the connection it is looked for again
    if (returns.value > 0) protocol.tiles.clear()
    void Promise.all([findStyle(config, ground, spoken, kept, isSecond), lineSeen]).then(([{ style, trouble }]) => {
      const isOld = mapTheme.peek() !== ground || language.peek() !== spoken || areaWithMapHere.peek() !== kept
      if (isOld || isSecondMap.peek() !== isSecond) return
      if (trouble === null) mapTrouble.value = null
      else void tellTrouble(trouble)
      map.setStyle(withHidden(withFilledGround(style)), { transformStyle: (old, next) => keepOwn(old, next) })
    })
  })
}

/** Of the library's own buttons; it has plus and minus itself, but only where the map has the focus. */
const KEYS = { 'zoom-in': '+', 'zoom-out': '-', compass: 'n', geolocate: 'g' } as const

function giveKeys(map: LibreMap): void {
  // the one for the place of the visitor comes when the browser has said whether it may
  map.once('idle', () => {
    for (const [name, key] of Object.entries(KEYS))
      map.getContainer().querySelector(`.maplibregl-ctrl-${name}`)?.setAttribute('aria-keyshortcuts', key)
  })
  map.getCanvas().addEventListener('keydown', (event) => /^[+-]$/.test(event.key) && event.preventDefault())
}

/** What is drawn beside the plan. */
function followChoices(map: LibreMap, archives: Protocol): void {
  followSigns(map)
  followLayers(map)
  followShade(map, archives)
  followRelief(map)
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
