// Contours of the map styles: lines, and the heights written on them.

import type { MapColours } from './map-colours.ts'
import { byZoom, halo, REGULAR, type StyleLayer } from './style-expressions.ts'

/** Contour lines, finer with higher zoom. */
export function listContourLayers(colours: MapColours): StyleLayer[] {
  return [
    {
      id: 'contour',
      type: 'line',
      source: 'contours',
      'source-layer': 'contours',
      minzoom: 12,
      filter: ['!=', ['get', 'index'], true],
      paint: {
        'line-color': colours.contour,
        'line-width': byZoom([12, 0.35], [14, 0.6], [17, 1]),
        'line-opacity': byZoom([12, 0.35], [14, 0.6]),
      },
    },
    {
      id: 'contour-index',
      type: 'line',
      source: 'contours',
      'source-layer': 'contours',
      minzoom: 10,
      filter: ['==', ['get', 'index'], true],
      paint: {
        'line-color': colours.contourIndex,
        'line-width': byZoom([10, 0.4], [13, 0.8], [17, 1.6]),
        'line-opacity': byZoom([10, 0.25], [12, 0.5], [14, 0.75]),
      },
    },
  ]
}

/** Heights along every hundred-metre contour, upright. */
export function listContourLabelLayers(colours: MapColours): StyleLayer[] {
  return [
    {
      id: 'contour-label',
      type: 'symbol',
      source: 'contours',
      'source-layer': 'contours',
      minzoom: 12.5,
      filter: ['==', ['get', 'index'], true],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        'text-field': ['to-string', ['get', 'elevation']],
        'text-font': REGULAR,
        'text-size': byZoom([12, 8.5], [15, 10.5]),
        'text-padding': 4,
        'text-max-angle': 28,
      },
      paint: { 'text-color': colours.contourLabel, ...halo(colours.labelHalo, 1.2) },
    },
  ]
}
