// What a feature of the map tiles is, before its position is known: its layer, its kind of geometry, its zooms.

export const LAYERS = [
  'earth',
  'landcover',
  'landuse',
  'water',
  'buildings',
  'roads',
  'boundaries',
  'trails',
  'places',
  'pois',
  'contours',
] as const
export type LayerName = (typeof LAYERS)[number]

export const POINT = 1
export const LINE = 2
export const AREA = 3
export type GeometryType = typeof POINT | typeof LINE | typeof AREA

/** How a feature is drawn. */
export interface Mark {
  layer: LayerName
  minZoom: number
  /** inclusive; if absent, the deepest */
  maxZoom?: number
  attributes: number
  /** order inside the layer of a tile: smaller values are written first */
  sort: number
  /** OSM id of points, written as id * 4 + type; 0: none */
  id?: number
}
