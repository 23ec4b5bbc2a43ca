// Our own layers over the style: the line in the colours of its legend, other loops, hazards, places and trails.
// Unknown stretches are broken lines, assumed ones have dots. Data comes by `setData`; nothing is computed here.

import type { Feature, FeatureCollection } from 'geojson'
import type {
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as LibreMap,
  StyleSpecification,
} from 'maplibre-gl'
import { lineOnMap } from '../line/run-on.ts'
import { ARROW } from './line-signs.ts'
import { OWN } from './map-styles.ts'
import { HAZARD_DOT } from './palette.ts'

export type OwnSource =
  | 'line'
  | 'region'
  | 'others'
  | 'snaps'
  | 'distances'
  | 'marked'
  | 'hazards'
  | 'trails'
  | 'places'
  | 'reach'
  | 'avoided'
  | 'sketch'
  | 'measure'

const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] }
/** Of the line in pixels, from afar and from near. `dots` are on what is assumed. */
export const LINE_WIDTHS = [
  { zoom: 8, line: 3, casing: 6, dots: 1.5 },
  { zoom: 14, line: 6, casing: 10, dots: 3 },
] as const
export type LineWidth = 'line' | 'casing' | 'dots'
/** In widths of the line. */
export const ASSUMED_DASH = [0, 2.5]
export const UNKNOWN_DASH = [1.6, 1.1]
const AVOIDED = '#d3222a'
const round = { 'line-cap': 'round', 'line-join': 'round' } as const

const id = (name: string) => `${OWN}${name}`

function widthOf(name: LineWidth): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...LINE_WIDTHS.flatMap((one) => [one.zoom, one[name]])]
}

type OwnLayer = Extract<LayerSpecification, { source: string }>

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list of map layers
export function ownLayers(): OwnLayer[] {
  return [
    {
      id: id('region'),
      type: 'line',
      source: id('region'),
      paint: { 'line-color': '#6b7480', 'line-width': 1.5, 'line-dasharray': [4, 3] },
    },
    {
      id: id('reach'),
      type: 'fill',
      source: id('reach'),
      paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.3 },
    },
    {
      id: id('reach-edge'),
      type: 'line',
      source: id('reach'),
      layout: round,
      paint: { 'line-color': ['get', 'colour'], 'line-width': 2 },
    },
    {
      id: id('avoided'),
      type: 'fill',
      source: id('avoided'),
      paint: { 'fill-color': AVOIDED, 'fill-opacity': 0.22 },
    },
    {
      id: id('avoided-edge'),
      type: 'line',
      source: id('avoided'),
      layout: round,
      paint: { 'line-color': AVOIDED, 'line-width': 2, 'line-dasharray': [2, 2] },
    },
    {
      id: id('trails'),
      type: 'line',
      source: id('trails'),
      layout: round,
      // a rim on both sides: the way itself stays visible, and several trails on it are no darker than one
      paint: {
        'line-color': ['get', 'colour'],
        'line-width': ['case', ['get', 'isFaded'], 1, 2],
        'line-gap-width': 4,
        'line-opacity': ['case', ['get', 'isFaded'], 0.35, 1],
      },
    },
    {
      id: id('others-casing'),
      type: 'line',
      source: id('others'),
      layout: round,
      paint: { 'line-color': '#ffffff', 'line-width': ['case', ['get', 'pointed'], 9, 6], 'line-opacity': 0.8 },
    },
    {
      id: id('others'),
      type: 'line',
      source: id('others'),
      layout: round,
      paint: { 'line-color': ['get', 'colour'], 'line-width': ['case', ['get', 'pointed'], 6, 3.5] },
    },
    {
      id: id('snaps'),
      type: 'line',
      source: id('snaps'),
      paint: { 'line-color': '#1b1b1b', 'line-width': 2.5, 'line-dasharray': [1.5, 1.5] },
    },
    {
      id: id('marked'),
      type: 'line',
      source: id('marked'),
      layout: round,
      paint: { 'line-color': '#ffd500', 'line-width': 18, 'line-opacity': 0.75 },
    },
    {
      id: id('casing'),
      type: 'line',
      source: id('line'),
      layout: round,
      paint: { 'line-color': '#ffffff', 'line-width': widthOf('casing') },
    },
    {
      id: id('line'),
      type: 'line',
      source: id('line'),
      filter: ['get', 'known'],
      layout: round,
      paint: { 'line-color': ['get', 'colour'], 'line-width': widthOf('line') },
    },
    {
      id: id('assumed'),
      type: 'line',
      source: id('line'),
      filter: ['get', 'assumed'],
      layout: round,
      paint: { 'line-color': '#ffffff', 'line-width': widthOf('dots'), 'line-dasharray': ASSUMED_DASH },
    },
    {
      id: id('unknown'),
      type: 'line',
      source: id('line'),
      filter: ['!', ['get', 'known']],
      layout: { 'line-cap': 'butt', 'line-join': 'round' },
      paint: { 'line-color': ['get', 'colour'], 'line-width': widthOf('line'), 'line-dasharray': UNKNOWN_DASH },
    },
    {
      id: id('arrows'),
      type: 'symbol',
      source: id('line'),
      minzoom: 10,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 110,
        'icon-image': ARROW,
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    },
    {
      id: id('distances'),
      type: 'symbol',
      source: id('distances'),
      layout: { 'icon-image': ['get', 'sign'], 'icon-padding': 8 },
    },
    {
      id: id('numbers'),
      type: 'symbol',
      source: id('others'),
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { 'icon-image': ['get', 'sign'], 'icon-allow-overlap': true },
    },
    {
      id: id('hazards'),
      type: 'circle',
      source: id('hazards'),
      paint: {
        // from afar no wider than the line, which it would hide
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 2.5, 13, 4, 15, 7],
        'circle-color': HAZARD_DOT.fill,
        'circle-stroke-color': HAZARD_DOT.rim,
        'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 8, 1, 13, 1.5, 15, 2.5],
      },
    },
    {
      id: id('places'),
      type: 'circle',
      source: id('places'),
      paint: {
        'circle-radius': ['case', ['get', 'chosen'], 10, 6],
        'circle-color': ['get', 'colour'],
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 2,
      },
    },
    {
      id: id('sketch-area'),
      type: 'fill',
      source: id('sketch'),
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': AVOIDED, 'fill-opacity': 0.22 },
    },
    {
      id: id('sketch'),
      type: 'line',
      source: id('sketch'),
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: round,
      paint: { 'line-color': AVOIDED, 'line-width': 3 },
    },
    {
      id: id('sketch-corners'),
      type: 'circle',
      source: id('sketch'),
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 6,
        'circle-color': '#ffffff',
        'circle-stroke-color': AVOIDED,
        'circle-stroke-width': 3,
      },
    },
    {
      id: id('measure-area'),
      type: 'fill',
      source: id('measure'),
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': '#7b1fa2', 'fill-opacity': 0.2 },
    },
    {
      id: id('measure-casing'),
      type: 'line',
      source: id('measure'),
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: round,
      paint: { 'line-color': '#ffffff', 'line-width': 6 },
    },
    {
      id: id('measure'),
      type: 'line',
      source: id('measure'),
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': '#7b1fa2', 'line-width': 3, 'line-dasharray': [2, 1.5] },
    },
    {
      id: id('measure-points'),
      type: 'circle',
      source: id('measure'),
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 5,
        'circle-color': '#ffffff',
        'circle-stroke-color': '#7b1fa2',
        'circle-stroke-width': 2.5,
      },
    },
  ]
}

/**
 * A style with the line of the page on top of it. The other sources come when there is something to draw: each costs
 * tiles of its own.
 */
export function withLine(style: StyleSpecification): StyleSpecification {
  return {
    ...style,
    sources: { ...style.sources, [id('line')]: { type: 'geojson', data: EMPTY } },
    layers: [...style.layers, ...ownLayers().filter(({ source }) => source === id('line'))],
  }
}

export function setOwnData(map: LibreMap, name: OwnSource, features: Feature[]): void {
  const source = map.getSource<GeoJSONSource>(id(name))
  // the region may be as wide as the earth
  const drawn = name === 'region' ? features : features.map(lineOnMap)
  if (source !== undefined) void source.setData({ type: 'FeatureCollection', features: drawn })
  else if (features.length > 0) addOwn(map, name, drawn)
}

/** Adds a source and its layers, each below the next of our own that is there. */
function addOwn(map: LibreMap, name: OwnSource, features: Feature[]): void {
  map.addSource(id(name), { type: 'geojson', data: { type: 'FeatureCollection', features } })
  const layers = ownLayers()
  layers.forEach((layer, i) => {
    if (layer.source === id(name))
      map.addLayer(
        layer,
        layers.slice(i + 1).find((above) => above.source !== id(name) && map.getLayer(above.id) !== undefined)?.id,
      )
  })
}

export function pointFeature(lon: number, lat: number, properties: Record<string, unknown> = {}): Feature {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [lon, lat] } }
}
