// What a click on the map means: the thing under it tells about itself; elsewhere it is a waypoint or the start of a
// loop, by what the visitor is doing.

import type { Map as LibreMap, MapGeoJSONFeature, MapMouseEvent, Point, LngLat } from 'maplibre-gl'
import type { LonLat } from '../../geo/lon-lat.ts'
import { addCorner, finishSketch, sketch, endSketch, takeCornerBack } from '../state/area-sketch.ts'
import { MIN_CORNERS } from '../plan/avoid.ts'
import { closeHere, tellHere, type HereTrail } from '../state/here-session.ts'
import { language } from '../i18n/preferences.ts'
import { addMeasured, closeMeasured, measuring } from '../state/measure-session.ts'
import { hazardsShown, picked, mapMenu } from '../state/map-content.ts'
import { announce, changePlan, hoverM, plan, shown } from '../plan/session.ts'
import { type Mode, roundPoint, withWaypoint } from '../plan/plan.ts'
import { pointAt } from '../line/shown-line.ts'
import { markedHits, showHit } from '../state/search-hits.ts'
import { refuseOutside } from '../state/region-edge.ts'
import { t } from '../i18n/t.ts'
import { FINGER_REACH_PX, REACH_PX as LINE_REACH_PX, type LineUnder, lineUnder } from './line-under.ts'
import { OWN } from './map-styles.ts'

/** Half the side of the square around a click in which things count as hit, pixels: a finger's width together. */
const REACH_PX = 10
const TRAIL_REACH_PX = 6
const MOST_TRAILS = 8
/** Layers of the page that a click takes, by what the visitor is doing. */
const DRAWN: Partial<Record<Mode, RegExp>> = {
  route: /^way-(hazards|others|numbers|places)$/,
  loop: /^way-(hazards|others|numbers|places)$/,
  reach: /^way-places$/,
  file: /^way-(hazards|places)$/,
  view: /^way-(hazards|places|trails)$/,
}

export function onMapClick(map: LibreMap, { lngLat, point, originalEvent }: MapMouseEvent): void {
  if (originalEvent.target instanceof Element && originalEvent.target.closest('.pin') !== null) return
  if (measuring.peek() !== null) return measureClick(map, point, [lngLat.lng, lngLat.lat])
  const { mode } = plan.peek()
  const at = roundPoint([lngLat.lng, lngLat.lat])
  if (sketch.peek() !== null) return sketchClick(map, point, at)
  if (pickOwn(map, point)) return
  const place = featuresAt(map, point, REACH_PX, /^poi-/)[0]
  const trails = trailsAt(map, point)
  if (place?.geometry.type === 'Point') {
    const [lon, lat] = place.geometry.coordinates
    return tellHere({ point: roundPoint([lon, lat]), name: nameOf(place), trails, isOffered: true })
  }
  const isTouch = originalEvent instanceof PointerEvent && originalEvent.pointerType === 'touch'
  const under = lineUnder(map, lngLat, isTouch ? FINGER_REACH_PX : LINE_REACH_PX)
  const isSet = mode === 'route' || mode === 'loop' || mode === 'reach'
  if (isSet && under === null && refuseOutside(at)) return
  if (under !== null) putIntoLine(under)
  else if (mode === 'route') changePlan((old) => withWaypoint(old, old.waypoints.length, at))
  if (mode === 'loop') changePlan((old) => ({ ...old, loop: { ...old.loop, start: at } }))
  if (mode === 'reach') changePlan((old) => ({ ...old, reach: { ...old.reach, from: at } }))
  if (trails.length === 0) closeHere()
  else tellHere({ point: at, name: null, trails, isOffered: !isSet })
}

/** On a trail that is followed nothing can be put between. */
function putIntoLine({ index, point }: LineUnder): void {
  if (index === null) return
  changePlan((old) => withWaypoint(old, index, point))
  announce(t('waypoints.inserted'))
}

/** A corner of the area that is being drawn; at the first one the area is closed. */
function sketchClick(map: LibreMap, point: Point, at: LonLat): void {
  const corners = sketch.peek()!
  const first = corners[0]
  if (corners.length >= MIN_CORNERS && map.project([first[0], first[1]]).dist(point) <= REACH_PX) finishSketch()
  else addCorner(at)
}

/** The first place again closes the shape. */
function measureClick(map: LibreMap, point: Point, at: LonLat): void {
  const { points } = measuring.peek()!
  const first = points.length > 2 ? map.project([points[0][0], points[0][1]]) : null
  if (first !== null && first.dist(point) <= REACH_PX) closeMeasured()
  else addMeasured(at)
}

/** A hit of the search, or a place, trail, loop or alternative that the panel drew. */
function pickOwn(map: LibreMap, point: Point): boolean {
  const { mode } = plan.peek()
  const drawn = DRAWN[mode]
  const hit = drawn === undefined ? undefined : featuresAt(map, point, REACH_PX, drawn)[0]
  if (hit === undefined) return false
  closeHere()
  const marked = markedHits.peek()[hit.properties.hit ?? -1]
  if (marked !== undefined) showHit(marked)
  else if (hit.layer.id === `${OWN}hazards`) tellHazard(Number(hit.properties.index))
  else if (mode === 'route') changePlan((old) => ({ ...old, alternative: Number(hit.properties.index) }))
  else if (mode === 'reach') tellPlace(hit)
  else if (mode === 'loop') picked.value = { kind: 'loop', id: Number(hit.properties.index) }
  else if (hit.layer.id === `${OWN}places`) picked.value = { kind: 'place', id: String(hit.properties.id) }
  else picked.value = { kind: 'trail', id: Number(hit.properties.id) }
  return true
}

/** What is dangerous there, and where along the line. */
function tellHazard(index: number): void {
  const hazard = hazardsShown.peek()[index]
  const line = shown.peek()
  if (hazard === undefined || line === null) return
  const [lon, lat] = pointAt(line, hazard.fromM)
  hoverM.value = hazard.fromM
  tellHere({ point: roundPoint([lon, lat]), name: null, trails: [], isOffered: false, hazard })
}

function tellPlace({ geometry }: MapGeoJSONFeature): void {
  if (geometry.type !== 'Point') return
  const [lon, lat] = geometry.coordinates
  tellHere({ point: roundPoint([lon, lat]), name: null, trails: [], isOffered: true })
}

function trailsAt(map: LibreMap, point: Point): HereTrail[] {
  const found = new Map<number, HereTrail>()
  for (const feature of featuresAt(map, point, TRAIL_REACH_PX, /^trail/)) {
    const osmRelation = Number(feature.properties.relation_id)
    if (Number.isSafeInteger(osmRelation) && osmRelation > 0 && !found.has(osmRelation))
      found.set(osmRelation, { osmRelation, name: nameOf(feature) ?? feature.properties.ref ?? null })
  }
  return [...found.values()].slice(0, MOST_TRAILS)
}

function nameOf({ properties }: MapGeoJSONFeature): string | null {
  return properties[`name:${language.peek()}`] ?? properties.name ?? null
}

function featuresAt(map: LibreMap, { x, y }: Point, reachPx: number, layers: RegExp): MapGeoJSONFeature[] {
  const ids = map.getLayersOrder().filter((id) => layers.test(id))
  if (ids.length === 0) return []
  return map.queryRenderedFeatures(
    [
      [x - reachPx, y - reachPx],
      [x + reachPx, y + reachPx],
    ],
    { layers: ids },
  )
}

/** Opens the menu of the map at a place: by the right button, a finger that rests, or the menu key at the middle. */
export function openMenu(map: LibreMap, { x, y }: Pick<Point, 'x' | 'y'>, { lng, lat }: LngLat): void {
  if (sketch.peek() !== null) return
  const { clientWidth, clientHeight } = map.getContainer()
  mapMenu.value = { point: roundPoint([lng, lat]), x, y, width: clientWidth, height: clientHeight }
}

/**
 * The menu key, Shift+F10 or Enter on the map open it at its middle. While one measures Enter sets a place there;
 * while an area is drawn Space sets a corner, Enter does until there are three and then closes the area, Backspace
 * takes the last corner back, and Escape ends it.
 */
export function followMenuKeys(map: LibreMap): void {
  // both clicks of it came before, the second at the corner of the first
  map.on('dblclick', (event) => {
    if (sketch.peek() === null) return
    // else the map zooms in: without a sketch a double click does
    event.preventDefault()
    finishSketch()
  })
  map.getCanvas().addEventListener('keydown', (event) => {
    if (sketch.peek() !== null) return sketchKey(map, event)
    if (event.key !== 'ContextMenu' && event.key !== 'Enter' && !(event.key === 'F10' && event.shiftKey)) return
    event.preventDefault()
    const center = map.getCenter()
    if (event.key === 'Enter' && measuring.peek() !== null) return addMeasured([center.lng, center.lat])
    openMenu(map, map.project(center), center)
  })
}

function sketchKey(map: LibreMap, event: KeyboardEvent): void {
  const { lng, lat } = map.getCenter()
  if (event.key === 'Enter' && sketch.peek()!.length >= MIN_CORNERS) finishSketch()
  else if (event.key === 'Enter' || event.key === ' ') addCorner([lng, lat])
  else if (event.key === 'Backspace') takeCornerBack()
  else if (event.key === 'Escape') endSketch()
  else return
  event.preventDefault()
}
