// The style of the ground, from bottom to top: which class is filled or stroked in which colour of
// src/map/style/map-colours.ts, its width by zoom, and its lowest zoom. Widths in CSS pixels, zoom as in MapLibre.
// Defines no colours itself.

import { PATH_UNKNOWN_DASH } from '../style/map-colours.ts'
import { COLOURS, type LineRule, type Rule, type Stops } from './layer-rule.ts'
import { pathRules, roadRules, trailRules } from './way-rules.ts'

const TRACK: Stops = [11, 0.6, 13, 1.1, 15, 1.8, 17, 2.6]
const FOOTWAY: Stops = [13, 0.6, 15, 1.2, 17, 2]

export const RULES: readonly Rule[] = [
  { kind: 'fill', classes: ['earth'], colour: COLOURS.earth },
  { kind: 'fill', classes: ['farmland'], colour: COLOURS.farmland },
  { kind: 'fill', classes: ['builtUp'], colour: COLOURS.builtUp },
  { kind: 'fill', classes: ['grass'], colour: COLOURS.grass },
  { kind: 'fill', classes: ['barren'], colour: COLOURS.barren },
  { kind: 'fill', classes: ['scrub'], colour: COLOURS.scrub },
  { kind: 'fill', classes: ['forest'], colour: COLOURS.forest },
  { kind: 'fill', classes: ['park'], colour: COLOURS.park },
  { kind: 'fill', classes: ['sand'], colour: COLOURS.sand },
  { kind: 'fill', classes: ['wetland'], colour: COLOURS.wetland },
  { kind: 'fill', classes: ['glacier'], colour: COLOURS.glacier },
  { kind: 'shade' },
  { kind: 'contours' },
  { kind: 'line', classes: ['cliff'], colour: COLOURS.rockStipple, width: [12, 0.6, 15, 1.4], minZoom: 12 },
  {
    kind: 'line',
    classes: ['river'],
    colour: COLOURS.stream,
    width: [7, 0.6, 10, 1.2, 13, 2.2, 16, 4.5],
    minZoom: 7,
    cap: 'round',
  },
  {
    kind: 'line',
    classes: ['stream'],
    colour: COLOURS.stream,
    width: [12, 0.5, 14, 1, 16, 1.8],
    minZoom: 12,
    cap: 'round',
  },
  {
    kind: 'line',
    classes: ['streamDry'],
    colour: COLOURS.stream,
    width: [12, 0.5, 14, 1, 16, 1.8],
    dash: [4, 2],
    minZoom: 12,
  },
  // lakes are drawn over the streams that run through them
  { kind: 'fill', classes: ['water'], colour: COLOURS.water },
  { kind: 'line', classes: ['water'], colour: COLOURS.waterEdge, width: [9, 0.4, 13, 0.8, 16, 1.2], minZoom: 9 },
  { kind: 'fill', classes: ['paved'], colour: COLOURS.builtUp, minZoom: 13 },
  { kind: 'fill', classes: ['runway'], colour: COLOURS.runway },
  { kind: 'line', classes: ['runwayLine'], colour: COLOURS.runway, width: [10, 1, 13, 6, 16, 24], minZoom: 10 },
  { kind: 'fill', classes: ['building'], colour: COLOURS.building, minZoom: 13 },
  { kind: 'line', classes: ['building'], colour: COLOURS.buildingEdge, width: [14.5, 0.4, 16, 0.8], minZoom: 14.5 },
  {
    kind: 'line',
    classes: ['protected'],
    colour: COLOURS.protectedEdge,
    width: [8, 0.8, 12, 1.6, 15, 2.4],
    dash: [5, 2.5],
    opacity: 0.55,
    minZoom: 9,
  },
  {
    kind: 'line',
    classes: ['region'],
    colour: COLOURS.regionBoundary,
    width: [4, 0.5, 10, 1, 14, 1.4],
    dash: [4, 2, 1, 2],
    opacity: 0.7,
    minZoom: 5,
  },
  {
    kind: 'line',
    classes: ['country'],
    colour: COLOURS.countryBoundary,
    width: [2, 0.8, 8, 1.5, 13, 2.4],
    dash: [6, 2, 1.2, 2],
    opacity: 0.85,
  },
  { kind: 'line', classes: ['ferry'], colour: COLOURS.ferry, width: [9, 0.7, 13, 1.3], dash: [5, 3], minZoom: 9 },
  ...trailRules,
  {
    kind: 'line',
    classes: ['footway'],
    colour: COLOURS.pathCasing,
    width: [13, 1.6, 15, 2.6, 17, 3.8],
    opacity: 0.7,
    minZoom: 13,
  },
  {
    kind: 'line',
    classes: ['footway'],
    colour: COLOURS.pathUnknown,
    width: FOOTWAY,
    dash: PATH_UNKNOWN_DASH,
    minZoom: 13,
  },
  {
    kind: 'line',
    classes: ['track'],
    colour: COLOURS.trackCasing,
    width: [12, 1.6, 13, 2.6, 15, 4, 17, 5],
    opacity: 0.8,
    minZoom: 12,
  },
  { kind: 'line', classes: ['track'], colour: COLOURS.track, width: TRACK, minZoom: 11, dash: [7, 1.6] },
  ...pathRules,
  ...roadRules,
  { kind: 'line', classes: ['rail'], colour: COLOURS.rail, width: [8, 0.6, 11, 1, 14, 1.8, 16, 2.6], minZoom: 8 },
  {
    kind: 'line',
    classes: ['rail'],
    colour: COLOURS.pathCasing,
    width: [12, 0.5, 14, 1, 16, 1.6],
    dash: [5, 5],
    minZoom: 12.5,
  },
  {
    kind: 'line',
    classes: ['aerialway'],
    colour: COLOURS.aerialway,
    width: [11, 0.6, 14, 1.1, 16, 1.5],
    minZoom: 11.5,
  },
]

/** Contours: lowest zoom and width; those of 20 m only close up. */
export const CONTOUR_RULES: readonly LineRule[] = [
  {
    kind: 'line',
    classes: ['contour'],
    colour: COLOURS.contour,
    width: [12, 0.35, 14, 0.55, 16, 0.7],
    opacity: 0.55,
    minZoom: 12.3,
  },
  {
    kind: 'line',
    classes: ['contourIndex'],
    colour: COLOURS.contourIndex,
    width: [9, 0.4, 12, 0.6, 14, 1, 16, 1.2],
    opacity: 0.7,
    minZoom: 10,
  },
]
