// Roads, railways, ropeways and ferries. Road casings are drawn first, minor roads under major ones;
// tunnels are pale. Paths and tracks are in style-trails.ts.

import type { MapColours, MapMode } from './map-colours.ts'
import { toPictureName } from './sprite-icons.ts'
import {
  both,
  byZoom,
  halo,
  isLine,
  kindIs,
  detailIs,
  LOCAL_NAME,
  MEDIUM,
  not,
  REGULAR,
  type StyleLayer,
} from './style-expressions.ts'
import type { ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec'

const FROM = { source: 'basemap', 'source-layer': 'roads' } as const
const ROUND = { 'line-cap': 'round', 'line-join': 'round' } as const
const opacity: ExpressionSpecification = ['case', ['==', ['get', 'is_tunnel'], true], 0.35, 1]

interface RoadClass {
  id: string
  test: ExpressionSpecification
  fill: keyof MapColours
  casing: keyof MapColours
  minzoom: number
  /** width in pixels by zoom */
  widths: [zoom: number, px: number][]
}

const isService = detailIs('service', 'driveway', 'parking_aisle', 'alley')

const CLASSES: readonly RoadClass[] = [
  {
    id: 'service',
    test: ['all', kindIs('minor_road'), isService],
    fill: 'minorRoad',
    casing: 'minorRoadCasing',
    minzoom: 14,
    widths: [
      [14, 0.8],
      [16, 3],
      [18, 9],
    ],
  },
  {
    id: 'minor',
    test: ['all', kindIs('minor_road', 'other'), not(isService)],
    fill: 'minorRoad',
    casing: 'minorRoadCasing',
    minzoom: 11,
    widths: [
      [11, 0.5],
      [13, 1.6],
      [15, 4],
      [18, 15],
    ],
  },
  {
    id: 'major',
    test: kindIs('major_road'),
    fill: 'majorRoad',
    casing: 'majorRoadCasing',
    minzoom: 7,
    widths: [
      [7, 0.7],
      [10, 1.4],
      [13, 3.4],
      [15, 6],
      [18, 20],
    ],
  },
  {
    id: 'motorway',
    test: kindIs('highway'),
    fill: 'motorway',
    casing: 'motorwayCasing',
    minzoom: 5,
    widths: [
      [5, 0.8],
      [9, 1.8],
      [13, 4.4],
      [15, 8],
      [18, 24],
    ],
  },
]

/** Along the middle of roads, over the trails that would hide them; in their colour, so not seen anywhere else. */
export function listRoadCoreLayers(colours: MapColours): StyleLayer[] {
  return CLASSES.filter(({ id }) => id === 'minor' || id === 'major').map(
    ({ id, test, fill, minzoom }): StyleLayer => ({
      id: `road-${id}-core`,
      type: 'line',
      ...FROM,
      minzoom: Math.max(minzoom, 11),
      filter: both(isLine, test, ['!=', ['get', 'is_tunnel'], true]),
      layout: ROUND,
      paint: { 'line-color': colours[fill] as string, 'line-width': byZoom([11, 0.5], [13, 1.1], [15, 2], [18, 6]) },
    }),
  )
}

export function listRoadLayers(colours: MapColours): StyleLayer[] {
  const casings = CLASSES.map(
    ({ id, test, casing, minzoom, widths }): StyleLayer => ({
      id: `road-${id}-casing`,
      type: 'line',
      ...FROM,
      minzoom: Math.max(minzoom, 9),
      filter: both(isLine, test),
      layout: ROUND,
      paint: {
        'line-color': colours[casing] as string,
        'line-width': byZoom(...widths.map(([zoom, px]): [number, number] => [zoom, px + (zoom < 12 ? 0.8 : 1.5)])),
        'line-opacity': opacity,
      },
    }),
  )
  const fills = CLASSES.map(
    ({ id, test, fill, minzoom, widths }): StyleLayer => ({
      id: `road-${id}`,
      type: 'line',
      ...FROM,
      minzoom,
      filter: both(isLine, test),
      layout: ROUND,
      paint: { 'line-color': colours[fill] as string, 'line-width': byZoom(...widths), 'line-opacity': opacity },
    }),
  )
  return [
    {
      id: 'runway',
      type: 'line',
      ...FROM,
      minzoom: 11,
      filter: both(isLine, kindIs('aeroway')),
      paint: { 'line-color': colours.runway, 'line-width': byZoom([11, 2], [15, 14]) },
    },
    ...casings,
    ...fills,
    {
      id: 'rail',
      type: 'line',
      ...FROM,
      minzoom: 9,
      filter: both(isLine, kindIs('rail')),
      paint: {
        'line-color': colours.rail,
        'line-width': byZoom([9, 0.6], [13, 1.4], [17, 2.4]),
        'line-opacity': opacity,
      },
    },
    {
      id: 'rail-ties',
      type: 'line',
      ...FROM,
      minzoom: 13,
      filter: both(isLine, kindIs('rail')),
      paint: {
        'line-color': colours.rail,
        'line-width': byZoom([13, 4], [17, 8]),
        'line-dasharray': [0.25, 2.4],
        'line-opacity': opacity,
      },
    },
    {
      id: 'ferry',
      type: 'line',
      ...FROM,
      minzoom: 8,
      filter: both(isLine, kindIs('ferry')),
      paint: { 'line-color': colours.ferry, 'line-width': byZoom([8, 0.8], [14, 1.4]), 'line-dasharray': [5, 3] },
    },
  ]
}

/** Ropeways and lifts: a line with beads at regular intervals, above everything else. */
export function listAerialwayLayers(colours: MapColours): StyleLayer[] {
  const filter = both(isLine, kindIs('aerialway'))
  return [
    {
      id: 'aerialway',
      type: 'line',
      ...FROM,
      minzoom: 11,
      filter,
      paint: { 'line-color': colours.aerialway, 'line-width': byZoom([11, 0.7], [15, 1.3]) },
    },
    {
      id: 'aerialway-beads',
      type: 'line',
      ...FROM,
      minzoom: 12,
      filter,
      paint: {
        'line-color': colours.aerialway,
        'line-width': byZoom([12, 3.4], [15, 5.5]),
        'line-dasharray': [0.5, 6],
      },
    },
  ]
}

/** Road numbers in boxes, and names along the road. */
export function listRoadLabelLayers(colours: MapColours, mode: MapMode): StyleLayer[] {
  return [
    {
      id: 'road-label',
      type: 'symbol',
      ...FROM,
      minzoom: 13.5,
      filter: both(isLine, ['has', 'name'], kindIs('highway', 'major_road', 'minor_road')),
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 360,
        'text-field': LOCAL_NAME,
        'text-font': REGULAR,
        'text-size': byZoom([13, 9.5], [17, 13]),
        'text-max-angle': 30,
        'text-padding': 3,
      },
      paint: { 'text-color': colours.roadLabel, ...halo(colours.labelHalo, 1.3) },
    },
    {
      id: 'road-shield',
      type: 'symbol',
      ...FROM,
      minzoom: 10,
      filter: both(isLine, ['has', 'ref'], kindIs('highway', 'major_road'), [
        '<=',
        ['length', ['to-string', ['get', 'ref']]],
        8,
      ]),
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 420,
        'text-field': ['get', 'ref'],
        'text-font': MEDIUM,
        'text-size': 9,
        'text-rotation-alignment': 'viewport',
        'icon-image': toPictureName('road-shield', mode),
        'icon-text-fit': 'both',
        'icon-rotation-alignment': 'viewport',
        'text-padding': 12,
      },
      paint: { 'text-color': colours.roadLabel },
    },
  ]
}
