// The outdoor style of a release as one MapLibre style document (version 8), light or dark: its sources are the
// release's own archives, each with the attribution of its content. Addresses are written with `{api}` and `{version}`,
// which style-archive.ts fills in when serving, since a release does not know the address it will be served from.
// Names a source or layer only if the release has it, and uses no other server's tiles, glyphs or pictures.

import type { SourceSpecification, StyleSpecification, ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec'
import { middleOfBox } from '../../geo/split-box.ts'
import type { Box } from '../../geo/lon-lat.ts'
import type { ArtifactInfo, ReleaseInfo } from '../../releases/release-info.ts'
import { roundTo } from '../../wire/numbers.ts'
import { escapeAttribute } from '../../wire/markup-text.ts'
import { MAP_COLOURS, type MapColours, type MapMode } from './map-colours.ts'
import {
  REGULAR,
  type StyleLayer,
  both,
  byZoom,
  halo,
  isLine,
  kindIs,
  choose,
  detailIs,
  isPoint,
  ITALIC,
  LOCAL_NAME,
  MEDIUM,
  not,
} from './style-expressions.ts'
import { edgeFrames } from './region-edge.ts'
import { listPoiLayers } from './style-pois.ts'
import { listLandLayers, listWaterLabelLayers } from './style-land.ts'
import { listPathLayers, listCycleTrailLayers, listTrailLabelLayers, listTrailLayers } from './style-trails.ts'
import { listAerialwayLayers, listRoadCoreLayers, listRoadLabelLayers, listRoadLayers } from './style-roads.ts'

/** Placeholder for the public address of the API in a stored document. */
export const API_ADDRESS = '{api}'
/** Placeholder for the version of the styles. */
export const STYLES_VERSION = '{version}'

type StyleAttribution = ReleaseInfo['attributions'][number]

export interface StyleParts {
  name: string
  bbox: Box
  /** of the same release; `basemap` and `terrain` are required, `contours` is optional */
  artifacts: readonly Pick<ArtifactInfo, 'name' | 'version'>[]
  /** layers in the basemap's archive; a client that knows them reports an error for any other. Undefined: all */
  basemapLayers?: readonly string[]
  /** attributions of the map data and of the heights */
  attributions: { map: readonly StyleAttribution[]; heights: readonly StyleAttribution[] }
}

/** Throws RangeError if basemap or terrain is missing. Pure. */
export function buildStyleDocument(parts: StyleParts, mode: MapMode): StyleSpecification {
  const colours = MAP_COLOURS[mode]
  const archive = (name: string) => {
    const artifact = parts.artifacts.find((one) => one.name === name)
    return artifact === undefined ? null : `pmtiles://${API_ADDRESS}/pmtiles/${artifact.version}/${name}.pmtiles`
  }
  const [basemap, terrain, contours] = ['basemap', 'terrain', 'contours'].map(archive)
  if (basemap === null || terrain === null) throw new RangeError('A style needs a basemap and terrain.')
  const map = toAttributionHtml(parts.attributions.map)
  const heights = toAttributionHtml(parts.attributions.heights)
  const sources: Record<string, SourceSpecification> = {
    basemap: { type: 'vector', url: basemap, attribution: map },
    terrain: { type: 'raster-dem', url: terrain, encoding: 'terrarium', tileSize: 512, attribution: heights },
    ...(contours === null
      ? {}
      : { contours: { type: 'vector', url: contours, attribution: heights } as SourceSpecification }),
    edge: { type: 'geojson', data: edgeFrames(parts.bbox) },
  }
  const [lon, lat] = middleOfBox(parts.bbox)
  const layers: StyleLayer[] = [
    ...listLandLayers(colours, mode),
    ...listContourLayers(colours),
    ...listBoundaryLayers(colours),
    ...listCycleTrailLayers(colours),
    ...listRoadLayers(colours),
    ...listTrailLayers(colours),
    ...listRoadCoreLayers(colours),
    ...listPathLayers(colours),
    ...listAerialwayLayers(colours),
    ...listContourLabelLayers(colours),
    ...listWaterLabelLayers(colours),
    ...listRoadLabelLayers(colours, mode),
    ...listTrailLabelLayers(colours, mode),
    ...listPoiLayers(colours, mode),
    ...listPlaceLayers(colours),
  ]
  return {
    version: 8,
    name: `${parts.name}: outdoor, ${mode}`,
    metadata: {
      'waypost:mode': mode,
      'waypost:bbox': parts.bbox,
      'waypost:fonts': 'Noto Sans, SIL Open Font License 1.1',
      'waypost:icons': 'Maki, CC0',
    },
    center: [roundTo(lon, 1e5), roundTo(lat, 1e5)],
    zoom: 11,
    glyphs: `${API_ADDRESS}/styles/${STYLES_VERSION}/glyphs/{fontstack}/{range}.pbf`,
    sprite: `${API_ADDRESS}/styles/${STYLES_VERSION}/sprite`,
    sources,
    layers: layers.filter((layer) => isThere(layer, sources, parts.basemapLayers)),
  }
}

function isThere(
  layer: StyleLayer,
  sources: Record<string, unknown>,
  basemapLayers: readonly string[] | undefined,
): boolean {
  if (!('source' in layer) || typeof layer.source !== 'string') return true
  if (layer.source === 'basemap') return basemapLayers === undefined || basemapLayers.includes(layer['source-layer']!)
  return layer.source in sources
}

/** The form that MapLibre shows: one line of HTML, with links for sources that have an address. */
export function toAttributionHtml(attributions: readonly StyleAttribution[]): string {
  return attributions
    .map(({ text, url }) =>
      url === null || !/^https?:\/\//.test(url)
        ? escapeAttribute(text)
        : `<a href="${escapeAttribute(url)}">${escapeAttribute(text)}</a>`,
    )
    .join(' ')
}

/** Boundaries of countries and of their parts. */
function listBoundaryLayers(colours: MapColours): StyleLayer[] {
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

/** Contours of the map styles: lines, and the heights written on them. Contour lines, finer with higher zoom. */
function listContourLayers(colours: MapColours): StyleLayer[] {
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
function listContourLabelLayers(colours: MapColours): StyleLayer[] {
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

const PLACES = { source: 'basemap', 'source-layer': 'places' } as const

/**
 * Names of settlements, regions and countries. Earlier layers in the list give way to later ones, as MapLibre places
 * the last layer first: countries win over towns, towns over hamlets.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list of map layers
function listPlaceLayers(colours: MapColours): StyleLayer[] {
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
