// What a rule of the style says, and values by zoom.

import { LANE_GAP_PX, LANE_SHARE } from '../style/style-trails.ts'
import { MAP_COLOURS, PATH_UNKNOWN_DASH, SAC_DASHES } from '../style/map-colours.ts'

export const COLOURS = MAP_COLOURS.light

/** zoom, value, zoom, value ...: linear in between, constant beyond. */
export type Stops = readonly number[]

export interface FillRule {
  kind: 'fill'
  classes: readonly string[]
  colour: string
  opacity?: number
  minZoom?: number
}

export interface LineRule {
  kind: 'line'
  classes: readonly string[]
  colour: string
  width: Stops
  /** CSS pixels on each side, painted before the line itself: the casing's width is that of the line plus twice this */
  casing?: number
  /** in line widths */
  dash?: readonly number[]
  opacity?: number
  minZoom?: number
  cap?: 'cut' | 'round'
  /** CSS pixels to the right of the line */
  offset?: Stops
}

export interface ShadeRule {
  kind: 'shade'
}
export interface FadeRule {
  kind: 'fade'
}
export interface ContourRule {
  kind: 'contours'
}

export type Rule = FillRule | LineRule | ShadeRule | FadeRule | ContourRule

/** The value of stops at a given zoom. */
export function atZoom(stops: Stops, zoom: number): number {
  const count = stops.length / 2
  if (zoom <= stops[0]) return stops[1]
  for (let i = 1; i < count; i++) {
    const to = stops[i * 2]
    if (zoom > to) continue
    const from = stops[i * 2 - 2]
    return stops[i * 2 - 1] + ((stops[i * 2 + 1] - stops[i * 2 - 1]) * (zoom - from)) / (to - from)
  }
  return stops[stops.length - 1]
}

const MOTORWAY: Stops = [5, 0.8, 8, 1.6, 11, 3.2, 13, 5, 16, 12]
const MAJOR1: Stops = [7, 0.7, 9, 1.3, 11, 2.4, 13, 4.4, 16, 10]
const MAJOR2: Stops = [9, 0.6, 11, 1.5, 13, 3.2, 16, 8]
const MINOR: Stops = [11, 0.5, 12, 0.9, 13, 1.7, 14, 2.8, 16, 6.5]
const SERVICE: Stops = [13, 0.7, 14, 1.4, 16, 4]
const PATH: Stops = [10.5, 0.6, 12, 0.95, 13, 1.25, 15, 1.9, 17, 2.8]
const TRAIL: Stops = [7, 0.8, 10, 1.3, 12, 2.3, 14, 3.6, 16, 5]

/** The style of roads, paths by grade, and signed trails. */
export const pathRules: Rule[] = [
  // one light casing under all paths, so that they are legible on forest and rock alike
  {
    kind: 'line',
    classes: ['path0', 'path1', 'path2', 'path3', 'path4', 'path5', 'path6', 'ferrata'],
    colour: COLOURS.pathCasing,
    width: [11.5, 1.4, 13, 2.8, 15, 4, 17, 5.4],
    opacity: 0.75,
    minZoom: 11.5,
  },
  { kind: 'line', classes: ['path0'], colour: COLOURS.pathUnknown, width: PATH, dash: PATH_UNKNOWN_DASH, minZoom: 11 },
  ...COLOURS.sac.map(
    (colour, i): Rule => ({
      kind: 'line',
      classes: [`path${i + 1}`],
      colour,
      width: PATH,
      minZoom: 10.5,
      ...(SAC_DASHES[i] === null ? {} : { dash: SAC_DASHES[i] }),
    }),
  ),
  // rungs across a line
  { kind: 'line', classes: ['ferrata'], colour: COLOURS.viaFerrata, width: [11, 0.7, 13, 1, 16, 1.5], minZoom: 11 },
  {
    kind: 'line',
    classes: ['ferrata'],
    colour: COLOURS.viaFerrata,
    width: [11, 3, 13, 4.6, 16, 7],
    dash: [0.24, 0.9],
    minZoom: 11.5,
  },
]

/** The casings of all roads come before their fills, so that crossings stay open. */
export const roadRules: Rule[] = [
  { kind: 'line', classes: ['service'], colour: COLOURS.minorRoadCasing, width: [14, 2.2, 16, 5.2], minZoom: 14 },
  {
    kind: 'line',
    classes: ['minor'],
    colour: COLOURS.minorRoadCasing,
    width: [11.5, 1, 12.5, 1.6, 13, 2.6, 14, 3.9, 16, 7.9],
    minZoom: 11.5,
  },
  {
    kind: 'line',
    classes: ['motorwayTunnel', 'majorTunnel'],
    colour: COLOURS.majorRoadCasing,
    width: [10, 1.2, 13, 3, 16, 8],
    dash: [2, 1.4],
    opacity: 0.5,
    minZoom: 10,
  },
  {
    kind: 'line',
    classes: ['major2'],
    colour: COLOURS.majorRoadCasing,
    width: [9, 1, 11, 2.5, 13, 4.5, 16, 9.6],
    minZoom: 9,
  },
  {
    kind: 'line',
    classes: ['major1'],
    colour: COLOURS.majorRoadCasing,
    width: [7, 1.1, 9, 2.1, 11, 3.6, 13, 5.8, 16, 11.6],
    minZoom: 7,
  },
  {
    kind: 'line',
    classes: ['motorway'],
    colour: COLOURS.motorwayCasing,
    width: [5, 1.2, 8, 2.6, 11, 4.6, 13, 6.6, 16, 13.6],
    minZoom: 5,
  },
  { kind: 'line', classes: ['service'], colour: COLOURS.minorRoad, width: SERVICE, minZoom: 13.4, cap: 'round' },
  { kind: 'line', classes: ['minor'], colour: COLOURS.minorRoad, width: MINOR, minZoom: 12.2, cap: 'round' },
  { kind: 'line', classes: ['major2'], colour: COLOURS.majorRoad, width: MAJOR2, minZoom: 9.5, cap: 'round' },
  { kind: 'line', classes: ['major1'], colour: COLOURS.majorRoad, width: MAJOR1, minZoom: 7.5, cap: 'round' },
  { kind: 'line', classes: ['motorway'], colour: COLOURS.motorway, width: MOTORWAY, minZoom: 5, cap: 'round' },
]

/** Below a higher level a lower one is wider, so that trails that share a way show side by side (style-trails.ts). */
const TRAIL_WIDTHS: Record<string, number> = { trail1: 1, trail2: 1.5, trail3: 2, trail4: 2.5, trail0: 2.5 }

/** Where trails of one level lie that share a way, in halves of the distance between two; of the tiles (`lane`). */
const LANES = [0, -3, -2, -1, 1, 2, 3] as const

export const trailRules: Rule[] = (['cycleTrail', 'trail0', 'trail4', 'trail3', 'trail2', 'trail1'] as const).flatMap(
  (name) => (name === 'cycleTrail' ? [trailRule(name, 0)] : LANES.map((lane) => trailRule(name, lane))),
)

type TrailClass = 'cycleTrail' | `trail${0 | 1 | 2 | 3 | 4}`

function trailRule(name: TrailClass, lane: number): LineRule {
  const widths = (share: number, morePx = 0) =>
    TRAIL.map((value, i) => (i % 2 === 0 ? value : value * (TRAIL_WIDTHS[name] ?? 2.5) * share + morePx))
  const offset = widths(LANE_SHARE, LANE_GAP_PX).map((value, i) => (i % 2 === 0 ? value : (value * lane) / 2))
  return {
    kind: 'line',
    classes: [lane === 0 ? name : `${name}/${lane}`],
    width: widths(lane === 0 ? 1 : LANE_SHARE),
    ...(lane === 0 ? {} : { offset }),
    minZoom: name === 'trail1' || name === 'trail2' ? 8 : name === 'trail3' ? 9.5 : 11,
    colour:
      name === 'trail0'
        ? COLOURS.trailUnknown
        : name === 'cycleTrail'
          ? COLOURS.cycleBand
          : COLOURS.trailLevels[Number(name[5]) - 1],
  }
}
