// Signed trails: opaque bands under the paths, one shade per level of network. Trails that share a way are one band:
// the higher level lies over the lower, which is wider, so that both show side by side, and nothing is summed; those of
// one level are narrower bands beside each other (`lane`), with room for the path between them. Their
// reference is in a box of that colour, and a diamond shows the colour of the marks on the ground if it is known.

import type { ExpressionSpecification, DataDrivenPropertyValueSpecification } from '@maplibre/maplibre-gl-style-spec'
import { type MapColours, type MapMode, PATH_UNKNOWN_DASH, SAC_DASHES } from './map-colours.ts'
import { toPictureName } from './sprite-icons.ts'
import {
  both,
  byZoom,
  halo,
  isLine,
  LOCAL_NAME,
  MEDIUM,
  not,
  oneOf,
  REGULAR,
  type StyleLayer,
  choose,
  kindIs,
} from './style-expressions.ts'

const TRAILS = { source: 'basemap', 'source-layer': 'trails' } as const
const isCycle: ExpressionSpecification = oneOf('route', ['bicycle', 'mtb'])

/** Of a trail of the first level, pixels. */
const TRAIL_WIDTHS: [zoom: number, px: number][] = [
  [7, 0.8],
  [10, 1.2],
  [12, 2.2],
  [13, 3],
  [15, 4.6],
  [17, 7],
]
/** Trails of one level on one way: so much of the width of one alone, with so much between two. */
export const LANE_SHARE = 0.55
export const LANE_GAP_PX = 1.4
const LANES_FROM_ZOOM = 12

export function listTrailLayers(colours: MapColours): StyleLayer[] {
  const [international, national, regional, local] = colours.trailLevels
  const colour = [
    'match',
    ['get', 'level'],
    1,
    international,
    2,
    national,
    3,
    regional,
    4,
    local,
    colours.trailUnknown,
  ] as unknown as ExpressionSpecification
  const byLevel = (px: number) =>
    ['match', ['get', 'level'], 1, px, 2, px * 1.5, 3, px * 2, px * 2.5] as unknown as ExpressionSpecification
  const near = TRAIL_WIDTHS.filter(([zoom]) => zoom >= LANES_FROM_ZOOM)
  const expression = (parts: unknown) => parts as ExpressionSpecification
  const width = byZoom(
    ...TRAIL_WIDTHS.map(([zoom, px]): [number, ExpressionSpecification] => [
      zoom,
      zoom < LANES_FROM_ZOOM
        ? byLevel(px)
        : expression(['case', ['has', 'lane'], ['*', LANE_SHARE, byLevel(px)], byLevel(px)]),
    ]),
  )
  const lane = ['/', ['coalesce', ['get', 'lane'], 0], 2]
  const offset = byZoom(
    [LANES_FROM_ZOOM - 2, 0],
    ...near.map(([zoom, px]): [number, ExpressionSpecification] => [
      zoom,
      expression(['*', lane, ['+', ['*', LANE_SHARE, byLevel(px)], LANE_GAP_PX]]),
    ]),
  )
  const sort = ['-', 5, ['coalesce', ['get', 'level'], 5]] as ExpressionSpecification
  return [
    {
      id: 'trail',
      type: 'line',
      ...TRAILS,
      minzoom: 7,
      filter: both(isLine, not(isCycle)),
      layout: { ...JOINED, 'line-cap': 'round', 'line-sort-key': sort },
      paint: {
        'line-color': colour,
        'line-width': width,
        'line-offset': offset,
      },
    },
  ]
}

/** Cycle trails run mostly on roads: a band on both sides, drawn under them. */
export function listCycleTrailLayers(colours: MapColours): StyleLayer[] {
  return [
    {
      id: 'trail-cycle',
      type: 'line',
      ...TRAILS,
      minzoom: 8,
      filter: both(isLine, isCycle),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': colours.cycleBand,
        'line-width': byZoom([8, 1.6], [11, 4], [13, 8.5], [15, 13], [18, 30]),
      },
    },
  ]
}

/** References in boxes, marks in their colour, and names along the trail. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list of map layers
export function listTrailLabelLayers(colours: MapColours, mode: MapMode): StyleLayer[] {
  const picture = (name: string) => toPictureName(name, mode)
  const hasShortRef: ExpressionSpecification = [
    'all',
    ['has', 'ref'],
    ['<=', ['length', ['to-string', ['get', 'ref']]], 8],
  ]
  const shield = [
    'case',
    isCycle,
    picture('cycle-shield'),
    [
      'match',
      ['get', 'level'],
      1,
      picture('trail-shield-1'),
      2,
      picture('trail-shield-2'),
      3,
      picture('trail-shield-3'),
      4,
      picture('trail-shield-4'),
      picture('trail-shield-unknown'),
    ],
  ] as unknown as ExpressionSpecification
  return [
    {
      id: 'trail-shield',
      type: 'symbol',
      ...TRAILS,
      minzoom: 10,
      filter: both(isLine, hasShortRef),
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 300,
        'symbol-sort-key': ['coalesce', ['get', 'level'], 5],
        'text-field': ['get', 'ref'],
        'text-font': MEDIUM,
        'text-size': byZoom([10, 8.5], [14, 10]),
        'text-rotation-alignment': 'viewport',
        'icon-rotation-alignment': 'viewport',
        'icon-image': shield,
        'icon-text-fit': 'both',
        'icon-padding': 6,
      },
      paint: { 'text-color': colours.label },
    },
    {
      id: 'trail-mark',
      type: 'symbol',
      ...TRAILS,
      minzoom: 13,
      filter: both(isLine, ['has', 'colour']),
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 260,
        'icon-image': 'trail-mark',
        'icon-size': byZoom([13, 0.5], [16, 0.75]),
        'icon-padding': 8,
        'icon-rotation-alignment': 'viewport',
      },
      paint: {
        'icon-color': ['to-color', ['get', 'colour'], colours.trailUnknown],
        'icon-halo-color': mode === 'light' ? colours.labelHalo : colours.shieldEdge,
        'icon-halo-width': 2,
      },
    },
    {
      id: 'trail-label',
      type: 'symbol',
      ...TRAILS,
      minzoom: 13,
      filter: both(isLine, ['has', 'name']),
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 420,
        'text-field': LOCAL_NAME,
        'text-font': REGULAR,
        'text-size': byZoom([13, 9.5], [16, 11.5]),
        'text-offset': [0, 1],
        'text-max-angle': 30,
        'text-padding': 8,
      },
      paint: { 'text-color': colours.labelMuted, ...halo(colours.labelHalo) },
    },
    {
      id: 'path-label',
      type: 'symbol',
      ...ROADS,
      minzoom: 14.5,
      filter: both(isLine, isPath, ['has', 'name']),
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 420,
        'text-field': LOCAL_NAME,
        'text-font': REGULAR,
        'text-size': 10,
        'text-offset': [0, -0.9],
        'text-max-angle': 30,
        'text-padding': 6,
      },
      paint: { 'text-color': colours.roadLabel, ...halo(colours.labelHalo) },
    },
  ]
}

const JOINED = { 'line-cap': 'butt', 'line-join': 'round' } as const
const ROADS = { source: 'basemap', 'source-layer': 'roads' } as const

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
const isPath = kindIs('path')

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

/**
 * Footpaths. A path's SAC grade is shown by colour and by dash (src/map/style/map-colours.ts); a path without one has
 * its own look, grey and dotted, never that of T1. Paths that are hard to see on the ground are paler.
 */
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
