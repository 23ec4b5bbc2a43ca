// The map: MapLibre over the style of the release, with the page's own lines and pins. Follows the signals of the
// session and reports to them what is pointed at and clicked. Starts on plain ground, so that a shared route is drawn
// before the style and its tiles have come.

import { followMenuPress } from './menu-press.ts'
import { effect } from '@preact/signals'
import {
  GeolocateControl,
  Map as LibreMap,
  NavigationControl,
  ScaleControl,
  addProtocol,
  prewarm,
  setWorkerUrl,
} from 'maplibre-gl'
import { Protocol } from 'pmtiles'
import { language, mapTheme } from '../i18n/preferences.ts'
import { libreMap, mapMenu } from '../state/map-content.ts'
import { sketch } from '../state/area-sketch.ts'
import { pointsOf } from '../plan/plan.ts'
import { measuring } from '../state/measure-session.ts'
import { areaWithMapHere } from '../offline/areas-here.ts'
import { isOffline, lookForService, returns } from '../offline/connection.ts'
import { camera, config, hoverM, mapTrouble, plan, viewBox } from '../plan/session.ts'
import { boxOf } from '../line/shown-line.ts'
import { say } from '../i18n/words.ts'
import { blankStyle, findStyle, keepOwn } from './map-styles.ts'
import { drawEarly } from './early-line.ts'
import { followLineDrag } from './drag-line.ts'
import { followLayers, withHidden } from './follow-layers.ts'
import { followFileEnds } from './follow-file-ends.ts'
import { followFilePoints } from './follow-file-points.ts'
import { followShade } from './follow-shade.ts'
import { followFit } from './fit-view.ts'
import { followLines, followPointer } from './follow-lines.ts'
import { followPins } from './follow-pins.ts'
import { withLine } from './own-layers.ts'
import { onMapClick } from './map-click.ts'
import { followMenuKeys } from './open-menu.ts'
import { paintPageFirst } from './paint-first.ts'
import { followSources } from './style-sources.ts'

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
      const wished = mapTheme.value
      const spoken = language.value
      const kept = areaWithMapHere.value
      // an archive that could not be reached stays so for the protocol; with the connection it is looked for again
      if (returns.value > 0) protocol.tiles.clear()
      void Promise.all([findStyle(config, wished, spoken, kept), lineSeen]).then(([{ style, trouble }]) => {
        if (mapTheme.peek() !== wished || language.peek() !== spoken || areaWithMapHere.peek() !== kept) return
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
