// Draws what the session shows: the line by its legend, the other loops, hazards, the stretch that a list points at,
// and the point that chart and map share. Tells when the map has drawn the first line (performance mark `line-drawn`).

import { effect, signal, untracked } from '@preact/signals'
import type { Feature, Geometry } from 'geojson'
import { type Map as LibreMap, Marker } from 'maplibre-gl'
import { sketch } from '../state/area-sketch.ts'
import { closed } from '../plan/avoid.ts'
import { lineFeatures } from './line-features.ts'
import {
  hazardsShown,
  otherLoops,
  otherRoutes,
  pointedRoute,
  placesShown,
  reachedPlaces,
  reachShown,
  trailsShown,
} from '../state/map-content.ts'
import { measuring } from '../state/measure-session.ts'
import { markedHits, pointedHit } from '../state/search-hits.ts'
import { route, shownRoute } from '../state/route-session.ts'
import { config, hoverM, marked, plan, shown } from '../plan/session.ts'
import { isTrail } from '../plan/plan.ts'
import { type ShownLine, cutLine, nearestOnLine, pointAt } from '../line/shown-line.ts'
import type { EarlyLine } from './early-line.ts'
import { kilometreSign, numberSign } from './line-signs.ts'
import { ALTERNATIVE_COLOURS } from './palette.ts'
import { pointFeature, setOwnData } from './own-layers.ts'
import { selected } from '../state/stretch-session.ts'
import { OWN } from './map-styles.ts'

const NONE: typeof otherRoutes = signal([])
/** The ground does not wait longer for a line. */
const PATIENCE_MS = 3000
/** A stretch under the pointer changes with each of its steps. */
const REST_MS = 120
/** Nearer than this a waypoint lies on the way. */
const OFF_WAY_M = 10
const FOUND_COLOUR = '#b3261e'
/** Places of an alternative that are tried for its number. */
const MOST_TRIED = 60
/** How near the pointer must be to the line, pixels. */
const NEAR_PX = 14

/** Settles once the first line is on the screen, or at once without a line. `early` stands in for it until then. */
export function followLines(map: LibreMap, early: EarlyLine): Promise<void> {
  const first = Promise.withResolvers<void>()
  void early.seen.then(first.resolve)
  drawLine(map, () => {
    performance.mark('line-drawn')
    early.remove()
  })
  drawOnLine(map)
  drawDistances(map)
  drawBesideLine(map)
  drawAreas(map)
  drawRegion(map)
  drawMeasured(map)
  effect(() => {
    if (route.answer.value.state !== 'busy' && shown.value === null) first.resolve()
  })
  setTimeout(first.resolve, PATIENCE_MS)
  return first.promise
}

/** `onDrawn` is called when the first line is on the screen. */
function drawLine(map: LibreMap, onDrawn: () => void): void {
  let drawn = false
  effect(() => {
    const line = shown.value
    setOwnData(map, 'line', line === null ? [] : lineFeatures(line, plan.value.colouring))
    if (line === null || drawn) return
    drawn = true
    map.on('sourcedata', function onData(event) {
      if (event.sourceId !== `${OWN}line` || !map.isSourceLoaded(`${OWN}line`)) return
      map.off('sourcedata', onData)
      map.once('render', onDrawn)
      map.triggerRepaint()
    })
  })
}

/** The stretch that a list points at, the point that chart and map share, hazards. */
function drawOnLine(map: LibreMap): void {
  whenRested(() => {
    const line = shown.value
    const stretch = marked.value ?? selected.value
    return () =>
      setOwnData(
        map,
        'marked',
        line === null || stretch === null
          ? []
          : [
              {
                type: 'Feature',
                properties: {},
                geometry: {
                  type: 'MultiLineString',
                  coordinates: cutLine(line, stretch.fromM, Math.max(stretch.toM, stretch.fromM + 5)),
                },
              },
            ],
      )
  })
  showHover(map)
  effect(() => {
    const line = shown.value
    setOwnData(
      map,
      'hazards',
      line === null
        ? []
        : hazardsShown.value.map(({ fromM }, index) => {
            const [lon, lat] = pointAt(line, fromM)
            return pointFeature(lon, lat, { index })
          }),
    )
  })
}

/** Kilometres along the line, fewer on a long one; and from each waypoint that lies off the way, where it joins it. */
function drawDistances(map: LibreMap): void {
  effect(() => {
    const line = shown.value
    const km = (line?.lengthM ?? 0) / 1000
    const step = km <= 20 ? 1 : km <= 50 ? 5 : km <= 200 ? 10 : 50
    const count = line === null ? 0 : Math.ceil(km / step) - 1
    setOwnData(
      map,
      'distances',
      Array.from({ length: Math.max(0, count) }, (_, i) => {
        const [lon, lat] = pointAt(line!, (i + 1) * step * 1000)
        return pointFeature(lon, lat, { sign: kilometreSign((i + 1) * step) })
      }),
    )
  })
  effect(() => {
    const { mode, waypoints } = plan.value
    const snaps = mode === 'route' && shown.value !== null ? (shownRoute.value?.snaps ?? []) : []
    setOwnData(
      map,
      'snaps',
      snaps.flatMap(({ waypoint, offM, location: [lon, lat] }) => {
        const from = waypoints[waypoint]
        if (from === undefined || isTrail(from) || offM < OFF_WAY_M) return []
        const coordinates = [
          [from[0], from[1]],
          [lon, lat],
        ]
        return [shapeFeature({ type: 'LineString', coordinates })]
      }),
    )
  })
}

/** The place of a line that lies farthest from another. */
function farthestFrom(line: ShownLine | null, coordinates: readonly [number, number][]): [number, number] {
  const middle = coordinates[coordinates.length >> 1]
  if (line === null) return middle
  const step = Math.max(1, Math.floor(coordinates.length / MOST_TRIED))
  let best = { at: middle, awayM: 0 }
  for (let i = 0; i < coordinates.length; i += step) {
    const awayM = nearestOnLine(line, ...coordinates[i])?.distanceM ?? 0
    if (awayM > best.awayM) best = { at: coordinates[i], awayM }
  }
  return best.at
}

/** A piece of the page over the map, which need not be drawn again for it. */
function showHover(map: LibreMap): void {
  const element = document.createElement('div')
  element.className = 'hover-point'
  const marker = new Marker({ element })
  effect(() => {
    const line = shown.value
    const at = hoverM.value
    const point = line === null || at === null ? null : pointAt(line, at)
    if (point === null) marker.remove()
    else marker.setLngLat([point[0], point[1]]).addTo(map)
  })
}

/** `read` follows signals and gives what is done once they rest. */
function whenRested(read: () => () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  effect(() => {
    const act = read()
    clearTimeout(timer)
    timer = setTimeout(act, REST_MS)
  })
}

/** Other routes and loops, each with its number where it is farthest from the line; places, trails. */
function drawBesideLine(map: LibreMap): void {
  effect(() => {
    const others = (plan.value.mode === 'route' ? otherRoutes : plan.value.mode === 'loop' ? otherLoops : NONE).value
    const pointed = pointedRoute.value
    setOwnData(
      map,
      'others',
      others.flatMap(({ index, coordinates }) => {
        const colour = ALTERNATIVE_COLOURS[index % ALTERNATIVE_COLOURS.length]
        const properties = { index, colour, pointed: index === pointed }
        const [lon, lat] = farthestFrom(
          untracked(() => shown.value),
          coordinates,
        )
        const number = plan.value.mode === 'route' ? index : index + 1
        return [
          { type: 'Feature' as const, properties, geometry: { type: 'LineString' as const, coordinates } },
          ...(number === 0 ? [] : [pointFeature(lon, lat, { ...properties, sign: numberSign(number, colour) })]),
        ]
      }),
    )
  })
  effect(() =>
    setOwnData(map, 'places', [
      ...(plan.value.mode === 'reach' ? reachedPlaces : placesShown).value.map(({ id, lon, lat, colour, chosen }) =>
        pointFeature(lon, lat, { id, colour, chosen }),
      ),
      ...markedHits.value.map(({ location: [lon, lat] }, hit) =>
        pointFeature(lon, lat, { hit, colour: FOUND_COLOUR, chosen: hit === pointedHit.value }),
      ),
    ]),
  )
  effect(() =>
    setOwnData(
      map,
      'trails',
      trailsShown.value.map(({ id, colour, isFaded, lines }) => ({
        type: 'Feature',
        properties: { id, colour, isFaded },
        geometry: { type: 'MultiLineString', coordinates: lines },
      })),
    ),
  )
}

/** What is within reach, the largest contour below the others; what is avoided; the area that is being drawn. */
function drawAreas(map: LibreMap): void {
  effect(() =>
    setOwnData(
      map,
      'reach',
      plan.value.mode !== 'reach'
        ? []
        : reachShown.value
            .map(({ colour, polygons }) => ({ type: 'Feature' as const, properties: { colour }, geometry: polygons }))
            .reverse(),
    ),
  )
  effect(() => {
    const { mode, avoid } = plan.value
    const isBinding = mode === 'route' || mode === 'loop' || mode === 'reach'
    setOwnData(
      map,
      'avoided',
      !isBinding
        ? []
        : avoid.areas.map((area) => ({
            type: 'Feature',
            properties: {},
            geometry: { type: 'Polygon', coordinates: [closed(area)] },
          })),
    )
  })
  effect(() => {
    const corners = sketch.value ?? []
    const coordinates = corners.length < 2 ? [] : closed(corners)
    setOwnData(map, 'sketch', [
      ...(corners.length < 3 ? [] : [shapeFeature({ type: 'Polygon', coordinates: [coordinates] })]),
      ...(coordinates.length === 0
        ? []
        : [{ type: 'Feature' as const, properties: {}, geometry: { type: 'LineString' as const, coordinates } }]),
      ...corners.map(([lon, lat]) => pointFeature(lon, lat)),
    ])
  })
}

/** Beyond it nothing is known. */
function drawRegion(map: LibreMap): void {
  if (config.region === null) return
  const [west, south, east, north] = config.region.bbox
  const corners: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  setOwnData(map, 'region', [shapeFeature({ type: 'LineString', coordinates: corners })])
}

/** What is being measured: straight lines, drawn broken, and the area of a closed shape. */
function drawMeasured(map: LibreMap): void {
  effect(() => {
    if (measuring.value === null) return setOwnData(map, 'measure', [])
    const { points, closed } = measuring.value
    const places = points.map(([lon, lat]) => [lon, lat])
    const line = closed ? [...places, places[0]] : places
    setOwnData(map, 'measure', [
      ...(closed ? [shapeFeature({ type: 'Polygon', coordinates: [line] })] : []),
      ...(line.length > 1 ? [shapeFeature({ type: 'LineString', coordinates: line })] : []),
      ...points.map(([lon, lat]) => pointFeature(lon, lat)),
    ])
  })
}

function shapeFeature(geometry: Geometry): Feature {
  return { type: 'Feature', properties: {}, geometry }
}

/** At a latitude, at the zoom of now. */
export function metresPerPx(map: LibreMap, lat: number): number {
  return (40_075_016.7 * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** map.getZoom())
}

/** The pointer near the line points at its place in the chart. */
export function followPointer(map: LibreMap): void {
  map.on('mousemove', ({ lngLat }) => {
    const line = shown.peek()
    if (line === null) return
    const found = nearestOnLine(line, lngLat.lng, lngLat.lat)
    const isNear = found !== null && found.distanceM / metresPerPx(map, lngLat.lat) <= NEAR_PX
    const next = isNear ? found.atM : null
    if (next !== null || hoverM.peek() !== null) hoverM.value = next
  })
  map.on('mousemove', ({ point: { x, y } }) => {
    const layers = [`${OWN}others`, `${OWN}numbers`].filter((id) => map.getLayer(id) !== undefined)
    if (layers.length === 0 || (otherRoutes.peek().length === 0 && otherLoops.peek().length === 0)) return
    const [hit] = map.queryRenderedFeatures(
      [
        [x - 6, y - 6],
        [x + 6, y + 6],
      ],
      { layers },
    )
    const next = hit === undefined ? null : Number(hit.properties.index)
    if (next !== pointedRoute.peek()) pointedRoute.value = next
  })
  map.on('mouseout', () => (hoverM.value = null))
}
