// Footpaths. A path's SAC grade is shown by colour and by dash (src/map/style/map-colours.ts); a path without one has
// its own look, grey and dotted, never that of T1. Paths that are hard to see on the ground are paler.

import type { DataDrivenPropertyValueSpecification, ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec'
import { PATH_UNKNOWN_DASH, SAC_DASHES, type MapColours } from './map-colours.ts'
import { both, byZoom, choose, isLine, kindIs, not, type StyleLayer } from './style-expressions.ts'

export const JOINED = { 'line-cap': 'butt', 'line-join': 'round' } as const
export const ROADS = { source: 'basemap', 'source-layer': 'roads' } as const

const isTrack: ExpressionSpecification = ['==', ['coalesce', ['get', 'highway'], ['get', 'kind_detail'], ''], 'track']
/** Paths in towns, where a SAC grade is not expected. */
const isTownWay: ExpressionSpecification = [
  'match',
  ['coalesce', ['get', 'highway'], ['get', 'kind_detail'], ''],
  ['steps', 'pedestrian', 'cycleway', 'corridor', 'sidewalk', 'crossing', 'footway'],
  true,
  false,
]
const isViaFerrata: ExpressionSpecification = ['==', ['get', 'via_ferrata'], true]
const isUngraded: ExpressionSpecification = not(['has', 'sac_scale'])
export const isPath = kindIs('path')

const PATH_WIDTHS: [number, number][] = [
  [11, 0.9],
  [13, 1.4],
  [15, 2.1],
  [17, 3.2],
]
/** Paths hard to see on the ground are paler on the map. */
const byVisibility: DataDrivenPropertyValueSpecification<number> = choose(
  'trail_visibility',
  { no: 0.55, horrible: 0.55, bad: 0.75 },
  1,
)

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list of map layers
export function listPathLayers(colours: MapColours): StyleLayer[] {
  const casing: StyleLayer = {
    id: 'path-casing',
    type: 'line',
    ...ROADS,
    minzoom: 12,
    filter: both(isLine, isPath, not(isTownWay)),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': colours.pathCasing,
      'line-width': byZoom(...PATH_WIDTHS.map(([zoom, px]): [number, number] => [zoom, px + 1.8])),
      'line-opacity': byZoom([12, 0.35], [14, 0.6]),
    },
  }
  const graded = colours.sac.map((colour, index): StyleLayer => {
    const dash = SAC_DASHES[index]
    return {
      id: `path-t${index + 1}`,
      type: 'line',
      ...ROADS,
      minzoom: 10.5,
      filter: both(isLine, isPath, ['==', ['get', 'sac_scale'], index + 1]),
      layout: JOINED,
      paint: {
        'line-color': colour,
        'line-width': byZoom(...PATH_WIDTHS),
        'line-opacity': byVisibility,
        ...(dash === null ? {} : { 'line-dasharray': [...dash] }),
      },
    }
  })
  return [
    {
      id: 'town-way',
      type: 'line',
      ...ROADS,
      minzoom: 14,
      filter: both(isLine, isPath, isTownWay, isUngraded),
      layout: JOINED,
      paint: {
        'line-color': colours.pathUnknown,
        'line-width': byZoom([14, 0.7], [17, 2]),
        'line-dasharray': [1.2, 1.2],
        'line-opacity': 0.7,
      },
    },
    casing,
    {
      id: 'track',
      type: 'line',
      ...ROADS,
      minzoom: 11,
      filter: both(isLine, isPath, isTrack, isUngraded),
      layout: JOINED,
      paint: {
        'line-color': colours.track,
        'line-width': byZoom([11, 0.6], [13, 1.5], [15, 2.4], [17, 4]),
        'line-dasharray': [7, 1.6],
      },
    },
    {
      id: 'path-unknown',
      type: 'line',
      ...ROADS,
      minzoom: 11.5,
      filter: both(isLine, isPath, not(isTrack), not(isTownWay), not(isViaFerrata), isUngraded),
      layout: JOINED,
      paint: {
        'line-color': colours.pathUnknown,
        'line-width': byZoom(...PATH_WIDTHS),
        'line-dasharray': [...PATH_UNKNOWN_DASH],
        'line-opacity': byVisibility,
      },
    },
    ...graded,
    // a wire with rungs
    {
      id: 'via-ferrata',
      type: 'line',
      ...ROADS,
      minzoom: 11,
      filter: both(isLine, isViaFerrata),
      layout: JOINED,
      paint: { 'line-color': colours.viaFerrata, 'line-width': byZoom([11, 0.8], [15, 1.3]) },
    },
    {
      id: 'via-ferrata-rungs',
      type: 'line',
      ...ROADS,
      minzoom: 11,
      filter: both(isLine, isViaFerrata),
      layout: JOINED,
      paint: {
        'line-color': colours.viaFerrata,
        'line-width': byZoom([11, 4], [15, 8]),
        'line-dasharray': [0.22, 0.9],
      },
    },
    {
      id: 'assisted',
      type: 'line',
      ...ROADS,
      minzoom: 13,
      filter: both(isLine, ['==', ['get', 'assisted'], true], not(isViaFerrata)),
      layout: JOINED,
      paint: {
        'line-color': colours.viaFerrata,
        'line-width': byZoom([13, 3.6], [16, 6]),
        'line-dasharray': [0.22, 2.6],
      },
    },
  ]
}
