// Names of settlements, regions and countries. Earlier layers in the list give way to later ones, as MapLibre places
// the last layer first: countries win over towns, towns over hamlets.

import type { ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec'
import type { MapColours } from './map-colours.ts'
import {
  both,
  byZoom,
  choose,
  detailIs,
  halo,
  isPoint,
  ITALIC,
  kindIs,
  LOCAL_NAME,
  MEDIUM,
  not,
  REGULAR,
  type StyleLayer,
} from './style-expressions.ts'

const PLACES = { source: 'basemap', 'source-layer': 'places' } as const

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list of map layers
export function listPlaceLayers(colours: MapColours): StyleLayer[] {
  const isLocality = kindIs('locality')
  const isSmall = detailIs('hamlet', 'isolated_dwelling', 'farm', 'locality', 'allotments')
  const paint = { 'text-color': colours.placeLabel, ...halo(colours.labelHalo, 1.6) }
  const rank: ExpressionSpecification = ['-', ['coalesce', ['get', 'population_rank'], 0]]
  return [
    {
      id: 'place-island',
      type: 'symbol',
      source: 'basemap',
      'source-layer': 'earth',
      minzoom: 8,
      maxzoom: 12,
      filter: both(isPoint, ['has', 'name']),
      layout: {
        'text-field': LOCAL_NAME,
        'text-font': ITALIC,
        'text-size': byZoom([8, 12], [13, 15]),
        'text-letter-spacing': 0.12,
        'text-max-width': 8,
      },
      paint: { 'text-color': colours.labelMuted, ...halo(colours.labelHalo) },
    },
    {
      id: 'place-area',
      type: 'symbol',
      ...PLACES,
      minzoom: 12,
      filter: both(isPoint, kindIs('neighbourhood', 'macrohood')),
      layout: {
        'text-field': LOCAL_NAME,
        'text-font': ITALIC,
        'text-size': byZoom([12, 10], [16, 13]),
        'text-max-width': 7,
        'text-padding': 4,
      },
      paint: { ...paint, 'text-color': colours.labelMuted },
    },
    {
      id: 'place-hamlet',
      type: 'symbol',
      ...PLACES,
      minzoom: 11.5,
      filter: both(isPoint, isLocality, isSmall),
      layout: {
        'text-field': LOCAL_NAME,
        'text-font': REGULAR,
        'text-size': byZoom([11, 9.5], [16, 13]),
        'text-max-width': 7,
        'text-padding': 3,
      },
      paint: { ...paint, 'text-color': colours.label },
    },
    {
      id: 'place-settlement',
      type: 'symbol',
      ...PLACES,
      filter: both(isPoint, isLocality, not(isSmall)),
      layout: {
        'text-field': LOCAL_NAME,
        'text-font': MEDIUM,
        'text-max-width': 7,
        'text-padding': byZoom([7, 8], [12, 3]),
        'symbol-sort-key': rank,
        'text-size': byZoom(
          [6, choose('kind_detail', { city: 12, town: 10.5 }, 9.5)],
          [11, choose('kind_detail', { city: 18, town: 15 }, 12)],
          [16, choose('kind_detail', { city: 24, town: 20 }, 16)],
        ),
      },
      paint,
    },
    {
      id: 'place-region',
      type: 'symbol',
      ...PLACES,
      maxzoom: 9,
      filter: both(isPoint, kindIs('region')),
      layout: {
        'text-field': LOCAL_NAME,
        'text-font': REGULAR,
        'text-size': byZoom([5, 10], [8, 14]),
        'text-transform': 'uppercase',
        'text-letter-spacing': 0.15,
        'text-max-width': 8,
      },
      paint: { ...paint, 'text-color': colours.regionBoundary },
    },
    {
      id: 'place-country',
      type: 'symbol',
      ...PLACES,
      maxzoom: 8,
      filter: both(isPoint, kindIs('country')),
      layout: {
        'text-field': LOCAL_NAME,
        'text-font': MEDIUM,
        'text-size': byZoom([3, 11], [7, 18]),
        'text-transform': 'uppercase',
        'text-letter-spacing': 0.12,
        'text-max-width': 7,
      },
      paint: { ...paint, 'text-color': colours.countryBoundary },
    },
  ]
}
