// Rivers, streams and lakes, and their names; with them the names of ridges and valleys, which are set in the same way.

import type { MapColours } from './map-colours.ts'
import {
  both,
  byZoom,
  halo,
  isLine,
  isPoint,
  isPolygon,
  ITALIC,
  kindIs,
  LOCAL_NAME,
  not,
  type StyleLayer,
} from './style-expressions.ts'

const BASEMAP = 'basemap'

export function listWaterLayers(colours: MapColours): StyleLayer[] {
  return [
    // lines of rivers under their areas, since both may be mapped
    {
      id: 'river',
      type: 'line',
      source: BASEMAP,
      'source-layer': 'water',
      filter: both(isLine, kindIs('river', 'canal')),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colours.stream, 'line-width': byZoom([7, 0.6], [11, 1.3], [14, 2.8], [17, 7]) },
    },
    {
      id: 'stream',
      type: 'line',
      source: BASEMAP,
      'source-layer': 'water',
      minzoom: 11,
      filter: both(isLine, not(kindIs('river', 'canal'))),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colours.stream, 'line-width': byZoom([11, 0.5], [14, 1.2], [17, 2.6]) },
    },
    {
      id: 'water',
      type: 'fill',
      source: BASEMAP,
      'source-layer': 'water',
      filter: isPolygon,
      paint: { 'fill-color': colours.water },
    },
    {
      id: 'water-edge',
      type: 'line',
      source: BASEMAP,
      'source-layer': 'water',
      minzoom: 11,
      filter: isPolygon,
      paint: { 'line-color': colours.waterEdge, 'line-width': byZoom([11, 0.4], [15, 1]) },
    },
  ]
}

/** Names of lakes, rivers, streams, and of ridges and valleys. */
export function listWaterLabelLayers(colours: MapColours): StyleLayer[] {
  const paint = { 'text-color': colours.waterLabel, ...halo(colours.labelHalo, 1.2) }
  return [
    {
      id: 'ridge-label',
      type: 'symbol',
      source: BASEMAP,
      'source-layer': 'earth',
      minzoom: 12,
      filter: both(isLine, ['has', 'name'], kindIs('ridge', 'valley')),
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 500,
        'text-field': LOCAL_NAME,
        'text-font': ITALIC,
        'text-size': byZoom([12, 10], [16, 13]),
        'text-letter-spacing': 0.16,
        'text-max-angle': 30,
      },
      paint: { 'text-color': colours.peakLabel, ...halo(colours.labelHalo, 1.2) },
    },
    {
      id: 'water-line-label',
      type: 'symbol',
      source: BASEMAP,
      'source-layer': 'water',
      minzoom: 12,
      filter: both(isLine, ['has', 'name']),
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 400,
        'text-field': LOCAL_NAME,
        'text-font': ITALIC,
        'text-size': byZoom([12, 10], [16, 13]),
        'text-letter-spacing': 0.06,
        'text-max-angle': 32,
      },
      paint,
    },
    {
      id: 'water-label',
      type: 'symbol',
      source: BASEMAP,
      'source-layer': 'water',
      minzoom: 8,
      filter: both(isPoint, ['has', 'name']),
      layout: {
        'text-field': LOCAL_NAME,
        'text-font': ITALIC,
        'text-size': byZoom([8, 10], [16, 14]),
        'text-max-width': 7,
        'text-padding': 6,
      },
      paint,
    },
  ]
}
