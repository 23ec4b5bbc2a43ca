// Expressions shared by the style's layers: widths by zoom, tests on a feature's kind, names and heights as text.
// An unknown height is left out of a label; no number replaces it.

import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from '@maplibre/maplibre-gl-style-spec'

export type StyleLayer = LayerSpecification
type Value = string | number | ExpressionSpecification

/** Names as used locally; a served style may put another language first (style-archive.ts). */
export const LOCAL_NAME: ExpressionSpecification = ['get', 'name']

export const REGULAR = ['Noto Sans Regular']
export const MEDIUM = ['Noto Sans Medium']
export const ITALIC = ['Noto Sans Italic']

/** Interpolates smoothly between (zoom, value) pairs. */
export function byZoom(...stops: [zoom: number, value: number | ExpressionSpecification][]): ExpressionSpecification {
  return ['interpolate', ['exponential', 1.4], ['zoom'], ...stops.flat()] as ExpressionSpecification
}

/** Steps at each zoom and stays constant between. */
export function stepsByZoom(first: Value, ...steps: [zoom: number, value: Value][]): ExpressionSpecification {
  return ['step', ['zoom'], first, ...steps.flat()] as ExpressionSpecification
}

export function kindIs(...kinds: string[]): ExpressionSpecification {
  return oneOf('kind', kinds)
}

export function detailIs(...details: string[]): ExpressionSpecification {
  return oneOf('kind_detail', details)
}

/** Tests whether an attribute has one of these values. */
export function oneOf(attribute: string, values: readonly string[]): ExpressionSpecification {
  return ['match', ['get', attribute], values as string[], true, false] as unknown as ExpressionSpecification
}

export const isPolygon: ExpressionSpecification = ['match', ['geometry-type'], ['Polygon', 'MultiPolygon'], true, false]
export const isLine: ExpressionSpecification = [
  'match',
  ['geometry-type'],
  ['LineString', 'MultiLineString'],
  true,
  false,
]
export const isPoint: ExpressionSpecification = ['match', ['geometry-type'], ['Point', 'MultiPoint'], true, false]

export function both(...tests: (ExpressionSpecification | boolean)[]): FilterSpecification {
  return ['all', ...tests] as FilterSpecification
}

export function not(test: ExpressionSpecification): ExpressionSpecification {
  return ['!', test]
}

/** One value per case of an attribute, otherwise the last. */
export function choose(attribute: string, cases: Record<string, Value>, otherwise: Value): ExpressionSpecification {
  return ['match', ['get', attribute], ...Object.entries(cases).flat(), otherwise] as unknown as ExpressionSpecification
}

/** `Name` and below it `2345 m`; only one of them if the other is unknown. */
export const NAME_AND_HEIGHT: ExpressionSpecification = [
  'case',
  ['all', ['has', 'name'], ['has', 'elevation']],
  ['format', LOCAL_NAME, {}, '\n', {}, heightText(), { 'font-scale': 0.86 }],
  ['has', 'elevation'],
  ['format', heightText(), { 'font-scale': 0.9 }],
  ['format', ['coalesce', LOCAL_NAME, ''], {}],
]

function heightText(): ExpressionSpecification {
  return ['concat', ['to-string', ['round', ['get', 'elevation']]], ' m']
}

/** A soft edge around text, so that it is legible over lines. */
export function halo(
  colour: string,
  widthPx = 1.4,
): { 'text-halo-color': string; 'text-halo-width': number; 'text-halo-blur': number } {
  return { 'text-halo-color': colour, 'text-halo-width': widthPx, 'text-halo-blur': 0.4 }
}
