// The ground: land cover, relief, contours, water and buildings, from bottom to top. Relief is over the land and under
// the water, contours over both. Ground about which nothing is known has the colour of plain land.

import type { MapColours, MapMode } from './map-colours.ts'
import { toPictureName } from './sprite-icons.ts'
import {
  both,
  byZoom,
  choose,
  isLine,
  isPolygon,
  kindIs,
  type StyleLayer,
  halo,
  isPoint,
  ITALIC,
  LOCAL_NAME,
  not,
} from './style-expressions.ts'

/**
 * Rivers, streams and lakes, and their names; with them the names of ridges and valleys, which are set in the same way.
 */
function listWaterLayers(colours: MapColours): StyleLayer[] {
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

const BASEMAP = 'basemap'
/** Land use by colour, lowest first. */
const LAND_USE: readonly (readonly [id: string, colour: keyof MapColours, kinds: readonly string[]])[] = [
  [
    'built-up',
    'builtUp',
    [
      'residential',
      'commercial',
      'industrial',
      'railway',
      'hospital',
      'school',
      'kindergarten',
      'university',
      'college',
      'aerodrome',
      'pedestrian',
      'parking',
      'platform',
      'landfill',
      'construction',
      'stadium',
      'sports_centre',
    ],
  ],
  ['farmland', 'farmland', ['farmland', 'vineyard', 'allotments']],
  [
    'grass',
    'grass',
    [
      'grass',
      'grassland',
      'meadow',
      'village_green',
      'recreation_ground',
      'pitch',
      'golf_course',
      'garden',
      'cemetery',
      'zoo',
      'playground',
      'track',
    ],
  ],
  ['park', 'park', ['park']],
  ['scrub', 'scrub', ['scrub', 'heath']],
  ['forest', 'forest', ['forest', 'wood']],
  ['barren', 'barren', ['bare_rock', 'scree', 'shingle', 'quarry']],
  ['sand', 'sand', ['sand', 'beach']],
  ['wetland', 'wetland', ['wetland']],
  ['glacier', 'glacier', ['glacier']],
]

/** All layers under the lines. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list of map layers
export function listLandLayers(colours: MapColours, mode: MapMode): StyleLayer[] {
  const cover = {
    barren: colours.barren,
    farmland: colours.farmland,
    forest: colours.forest,
    glacier: colours.glacier,
    grassland: colours.grass,
    scrub: colours.scrub,
    urban_area: colours.builtUp,
  }
  return [
    { id: 'background', type: 'background', paint: { 'background-color': colours.background } },
    {
      id: 'earth',
      type: 'fill',
      source: BASEMAP,
      'source-layer': 'earth',
      filter: isPolygon,
      paint: { 'fill-color': colours.earth },
    },
    {
      id: 'landcover',
      type: 'fill',
      source: BASEMAP,
      'source-layer': 'landcover',
      paint: { 'fill-color': choose('kind', cover, colours.earth), 'fill-opacity': byZoom([5, 1], [9, 1], [11, 0.85]) },
    },
    ...LAND_USE.map(
      ([id, colour, kinds]): StyleLayer => ({
        id: `land-${id}`,
        type: 'fill',
        source: BASEMAP,
        'source-layer': 'landuse',
        filter: both(isPolygon, kindIs(...kinds)),
        paint: { 'fill-color': colours[colour] as string, 'fill-antialias': false },
      }),
    ),
    ...(['rock', 'wetland'] as const).map(
      (pattern): StyleLayer => ({
        id: `land-${pattern}-pattern`,
        type: 'fill',
        source: BASEMAP,
        'source-layer': 'landuse',
        minzoom: 12,
        filter: both(isPolygon, pattern === 'rock' ? kindIs('bare_rock', 'scree', 'shingle') : kindIs('wetland')),
        paint: { 'fill-pattern': toPictureName(pattern, mode), 'fill-opacity': byZoom([12, 0.25], [14, 0.6]) },
      }),
    ),
    {
      id: 'hillshade',
      type: 'hillshade',
      source: 'terrain',
      paint: {
        'hillshade-shadow-color': colours.shadeDark,
        'hillshade-highlight-color': colours.shadeLight,
        'hillshade-accent-color': colours.shadeAccent,
        'hillshade-illumination-direction': 315,
        'hillshade-exaggeration':
          mode === 'light'
            ? byZoom([6, 0.5], [10, 0.34], [12, 0.26], [13, 0.2], [14, 0.16], [16, 0.1])
            : byZoom([6, 0.55], [10, 0.45], [12, 0.38], [14, 0.28], [16, 0.18]),
      },
    },
    {
      id: 'edge',
      type: 'fill',
      source: 'edge',
      paint: { 'fill-color': colours.background, 'fill-opacity': ['get', 'opacity'], 'fill-antialias': false },
    },
    {
      id: 'glacier-edge',
      type: 'line',
      source: BASEMAP,
      'source-layer': 'landuse',
      minzoom: 10,
      filter: kindIs('glacier'),
      paint: { 'line-color': colours.glacierEdge, 'line-width': byZoom([10, 0.5], [14, 1.1]), 'line-opacity': 0.8 },
    },
    {
      id: 'protected-edge',
      type: 'line',
      source: BASEMAP,
      'source-layer': 'landuse',
      minzoom: 8,
      filter: kindIs('national_park', 'nature_reserve', 'protected_area'),
      paint: {
        'line-color': colours.protectedEdge,
        'line-width': byZoom([8, 0.8], [12, 2], [15, 3]),
        'line-opacity': 0.4,
        'line-offset': byZoom([8, 0.4], [12, 1], [15, 1.5]),
      },
    },
    {
      id: 'cliff',
      type: 'line',
      source: BASEMAP,
      'source-layer': 'earth',
      minzoom: 12.5,
      filter: both(isLine, kindIs('cliff')),
      paint: { 'line-color': colours.rockStipple, 'line-width': byZoom([12, 0.8], [15, 1.6]) },
    },
    {
      // teeth on the lower side, which is right of the line
      id: 'cliff-teeth',
      type: 'line',
      source: BASEMAP,
      'source-layer': 'earth',
      minzoom: 14,
      filter: both(isLine, kindIs('cliff')),
      paint: {
        'line-color': colours.rockStipple,
        'line-width': byZoom([14, 3], [17, 6]),
        'line-offset': byZoom([14, 1.8], [17, 3.6]),
        'line-dasharray': [0.35, 0.9],
      },
    },
    ...listWaterLayers(colours),
    {
      id: 'building',
      type: 'fill',
      source: BASEMAP,
      'source-layer': 'buildings',
      minzoom: 13,
      filter: isPolygon,
      paint: {
        'fill-color': colours.building,
        'fill-outline-color': colours.buildingEdge,
        'fill-opacity': byZoom([13, 0.6], [15, 1]),
      },
    },
  ]
}
