// The outdoor style of a release as one MapLibre style document (version 8), light or dark: its sources are the
// release's own archives, each with the attribution of its content. Addresses are written with `{api}` and `{version}`,
// which style-archive.ts fills in when serving, since a release does not know the address it will be served from.
// Names a source or layer only if the release has it, and uses no other server's tiles, glyphs or pictures.

import type { SourceSpecification, StyleSpecification } from '@maplibre/maplibre-gl-style-spec'
import type { Box } from '../../geo/lon-lat.ts'
import type { ArtifactInfo, ReleaseInfo } from '../../releases/release-info.ts'
import { MAP_COLOURS, type MapMode } from './map-colours.ts'
import type { StyleLayer } from './style-expressions.ts'
import { listPlaceLayers } from './style-places.ts'
import { listPoiLayers } from './style-pois.ts'
import { listLandLayers } from './style-land.ts'
import { listWaterLabelLayers } from './style-water.ts'
import { listContourLabelLayers, listContourLayers } from './style-contours.ts'
import { listPathLayers } from './style-paths.ts'
import { listCycleTrailLayers, listTrailLabelLayers, listTrailLayers } from './style-trails.ts'
import { listBoundaryLayers } from './style-boundaries.ts'
import { listAerialwayLayers, listRoadLabelLayers, listRoadLayers } from './style-roads.ts'
import { roundTo } from '../../wire/round-to.ts'
import { escapeAttribute } from '../../wire/markup-text.ts'

/** Placeholder for the public address of the API in a stored document. */
export const API_ADDRESS = '{api}'
/** Placeholder for the version of the styles. */
export const STYLES_VERSION = '{version}'

export type StyleAttribution = ReleaseInfo['attributions'][number]

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
  }
  const [west, south, east, north] = parts.bbox
  const layers: StyleLayer[] = [
    ...listLandLayers(colours, mode),
    ...listContourLayers(colours),
    ...listBoundaryLayers(colours),
    ...listCycleTrailLayers(colours),
    ...listRoadLayers(colours),
    ...listTrailLayers(colours),
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
    center: [roundTo((west + east) / 2, 1e5), roundTo((south + north) / 2, 1e5)],
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
