// Boundaries of countries and of their parts.

import type { MapColours } from './map-colours.ts'
import { both, byZoom, isLine, kindIs, type StyleLayer } from './style-expressions.ts'

export function listBoundaryLayers(colours: MapColours): StyleLayer[] {
  const from = { source: 'basemap', 'source-layer': 'boundaries' } as const
  const country = {
    type: 'line',
    ...from,
    filter: both(isLine, kindIs('country')),
    layout: { 'line-join': 'round' },
  } as const
  return [
    {
      id: 'boundary-region',
      type: 'line',
      ...from,
      minzoom: 7,
      filter: both(isLine, kindIs('region', 'county')),
      paint: {
        'line-color': colours.regionBoundary,
        'line-width': byZoom([7, 0.6], [13, 1.2]),
        'line-dasharray': [4, 3],
        'line-opacity': 0.75,
      },
    },
    {
      id: 'boundary-country-glow',
      ...country,
      paint: {
        'line-color': colours.countryBoundary,
        'line-width': byZoom([5, 2.5], [10, 5], [14, 8]),
        'line-opacity': 0.16,
      },
    },
    {
      id: 'boundary-country',
      ...country,
      paint: {
        'line-color': colours.countryBoundary,
        'line-width': byZoom([5, 0.8], [10, 1.3], [14, 1.8]),
        'line-dasharray': [6, 2, 1.2, 2],
      },
    },
  ]
}
