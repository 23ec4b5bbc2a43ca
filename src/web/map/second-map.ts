// The second map, where the operator has set one: raster tiles lie over the ground of the release and under its
// contours, ways and names; a style takes the place of the release's.

import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { SecondMap } from '../plan/explorer-config.ts'

const SECOND = 'second-map'
const TILE_PX = 256
/** Deeper ones are drawn from these. */
const MAX_ZOOM = 19

const isGround = ({ type }: LayerSpecification) => type === 'background' || type === 'fill' || type === 'hillshade'

export function withSecondMap(style: StyleSpecification, { url }: SecondMap): StyleSpecification {
  const above = style.layers.findLastIndex(isGround) + 1
  return {
    ...style,
    sources: { ...style.sources, [SECOND]: { type: 'raster', tiles: [url], tileSize: TILE_PX, maxzoom: MAX_ZOOM } },
    layers: [
      ...style.layers.slice(0, above),
      { id: SECOND, type: 'raster', source: SECOND },
      ...style.layers.slice(above),
    ],
  }
}

/** Raster tiles, or else the address of a style. */
export const isRaster = ({ url }: SecondMap): boolean => url.includes('{z}')
