// Every picture of the sprite: signs for places, shields for trails and roads, ground patterns, and shapes that a style
// colours itself. Outlines come from Maki (CC0) or are drawn here on the same 15 x 15 field. Coloured pictures exist
// twice: `hut` for the light map and `hut-dark` for the dark one. A sign never claims more than the map data does.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { MAP_COLOURS, type MapColours, type MapMode } from './map-colours.ts'

/** A picture drawn as SVG. Sizes in pixels at scale 1. */
export interface DrawnPicture {
  name: string
  widthPx: number
  heightPx: number
  /** SVG markup on a field of widthPx x heightPx */
  markup: string
  /** stretches that may grow around a text, and the place for the text, as written in the sprite's JSON */
  stretch?: { stretchX: [number, number][]; stretchY: [number, number][]; content: [number, number, number, number] }
}

/** A shape in one colour that the style chooses: closed outlines x, y, x, y ... in pixels, y down. */
export interface ShapePicture {
  name: string
  outlines: number[][]
}

type ColourName = { [K in keyof MapColours]: MapColours[K] extends string ? K : never }[keyof MapColours]

/** Signs: outline (a Maki name, or path data of our own) and colour. */
const SIGNS: Record<string, { maki?: string; path?: string; colour: ColourName; sizePx?: number }> = {
  peak: { path: 'M7.5 2.5 13.5 12.5H1.5Z', colour: 'iconPeak', sizePx: 12 },
  volcano: { maki: 'volcano', colour: 'iconPeak' },
  pass: {
    path: 'M0.5 1.8C4.6 4.2 4.6 10.8 0.5 13.2L1.6 14.6C7.6 11 7.6 4 1.6 0.4ZM14.5 1.8C10.4 4.2 10.4 10.8 14.5 13.2L13.4 14.6C7.4 11 7.4 4 13.4 0.4Z',
    colour: 'iconPeak',
    sizePx: 12,
  },
  hut: { path: 'M7.5 1 15 7.6H13V14H9.3V9.6H5.7V14H2V7.6H0Z', colour: 'iconShelter', sizePx: 16 },
  'wilderness-hut': { path: 'M7.5 1 15 7.6H13V14H2V7.6H0ZM7.5 3.4 3.8 6.7V12.3H11.2V6.7Z', colour: 'iconShelter' },
  shelter: { maki: 'shelter', colour: 'iconShelter' },
  campsite: { maki: 'campsite', colour: 'iconShelter' },
  'drinking-water': { maki: 'drinking-water', colour: 'iconWater' },
  spring: { maki: 'water', colour: 'iconWater', sizePx: 13 },
  waterfall: { maki: 'waterfall', colour: 'iconWater' },
  viewpoint: { maki: 'viewpoint', colour: 'icon', sizePx: 17 },
  cave: {
    path: 'M1 13.5V8.2C1 4.4 3.8 1.5 7.5 1.5S14 4.4 14 8.2V13.5H11V9C11 6.8 9.5 5.2 7.5 5.2S4 6.8 4 9V13.5Z',
    colour: 'icon',
    sizePx: 13,
  },
  guidepost: {
    path: 'M6.6 1H8.4V2.4H12L14.4 4.4 12 6.4H8.4V7.4H3.4L1 9.4 3.4 11.4H6.6V14.5H8.4V7.4H6.6Z',
    colour: 'icon',
  },
  information: { maki: 'information', colour: 'icon', sizePx: 13 },
  'picnic-site': { maki: 'picnic-site', colour: 'icon' },
  restaurant: { maki: 'restaurant', colour: 'icon', sizePx: 14 },
  toilets: { maki: 'toilet', colour: 'icon', sizePx: 14 },
  castle: { maki: 'castle', colour: 'icon', sizePx: 14 },
  chapel: { maki: 'religious-christian', colour: 'icon', sizePx: 12 },
  parking: { maki: 'parking', colour: 'iconTransport', sizePx: 14 },
  'bus-stop': { maki: 'bus', colour: 'iconTransport', sizePx: 14 },
  station: { maki: 'rail', colour: 'iconTransport' },
  aerialway: { maki: 'aerialway', colour: 'iconTransport' },
  ferry: { maki: 'ferry', colour: 'iconTransport' },
  hazard: { maki: 'caution', colour: 'iconHazard' },
  ford: {
    path: 'M0.5 5.5C2.8 2.9 5.2 2.9 7.5 5.5S12.2 8.1 14.5 5.5V8C12.2 10.6 9.8 10.6 7.5 8S2.8 5.4 0.5 8ZM0.5 10.5C2.8 7.9 5.2 7.9 7.5 10.5S12.2 13.1 14.5 10.5V13C12.2 15.6 9.8 15.6 7.5 13S2.8 10.4 0.5 13Z',
    colour: 'iconHazard',
  },
  'via-ferrata': {
    path: 'M3 .5H5V3H10V.5H12V14.5H10V12H5V14.5H3ZM5 4.8V6.6H10V4.8ZM5 8.4V10.2H10V8.4Z',
    colour: 'iconHazard',
    sizePx: 14,
  },
}

const HALO_PX = 1.5

/** Every drawn picture, light ones first. */
export function listDrawnPictures(): DrawnPicture[] {
  return (['light', 'dark'] as const).flatMap((mode) => {
    const colours = MAP_COLOURS[mode]
    const signs = Object.entries(SIGNS).map(([name, sign]) =>
      drawSign(
        toPictureName(name, mode),
        sign.path ?? readMakiPath(sign.maki!),
        colours[sign.colour],
        colours.labelHalo,
        sign.sizePx ?? 15,
      ),
    )
    return [...signs, ...drawShields(colours, mode), ...drawPatterns(colours, mode)]
  })
}

/** The name of a sign, shield or pattern in the given mode. */
export function toPictureName(name: string, mode: MapMode): string {
  return mode === 'light' ? name : `${name}-dark`
}

/** Shapes for `icon-color`: a trail's marking, and an arrow that points along a line. */
export const SHAPE_PICTURES: readonly ShapePicture[] = [
  { name: 'trail-mark', outlines: [[6, 0, 12, 6, 6, 12, 0, 6]] },
  { name: 'line-arrow', outlines: [[0, 2, 7, 2, 7, -1, 13, 5, 7, 11, 7, 8, 0, 8]] },
]

function drawSign(name: string, path: string, colour: string, halo: string, sizePx: number): DrawnPicture {
  const edgePx = Math.ceil(sizePx + 2 * HALO_PX)
  const scale = sizePx / 15
  const shift = (edgePx - sizePx) / 2
  const markup = `<g transform="translate(${shift} ${shift}) scale(${scale})"><path d="${path}" fill="${halo}" stroke="${halo}" stroke-width="${(2 * HALO_PX) / scale}" stroke-linejoin="round" opacity="0.9"/><path d="${path}" fill="${colour}" fill-rule="evenodd"/></g>`
  return { name, widthPx: edgePx, heightPx: edgePx, markup }
}

/** Boxes that grow around a reference: one per trail level, for unknown levels, for cycle trails and for roads. */
function drawShields(colours: MapColours, mode: MapMode): DrawnPicture[] {
  const edges: [string, string][] = [
    ...colours.trailLevels.map((colour, index): [string, string] => [`trail-shield-${index + 1}`, colour]),
    ['trail-shield-unknown', colours.trailUnknown],
    ['cycle-shield', colours.cycleTrail],
    ['road-shield', colours.shieldEdge],
  ]
  return edges.map(([name, edge]) => ({
    name: toPictureName(name, mode),
    widthPx: 18,
    heightPx: 16,
    markup: `<rect x="1" y="1" width="16" height="14" rx="3" fill="${colours.shield}" stroke="${edge}" stroke-width="${name === 'road-shield' ? 1 : 1.8}"/>`,
    stretch: { stretchX: [[5, 13]], stretchY: [[5, 11]], content: [4, 3, 14, 13] },
  }))
}

/** Patterns that tile seamlessly. */
function drawPatterns(colours: MapColours, mode: MapMode): DrawnPicture[] {
  const dots = (edge: number, seed: readonly (readonly [number, number, number])[], colour: string) =>
    seed.map(([x, y, radius]) => `<circle cx="${x * edge}" cy="${y * edge}" r="${radius}" fill="${colour}"/>`).join('')
  const rock = dots(
    24,
    [
      [0.12, 0.15, 0.9],
      [0.45, 0.08, 0.6],
      [0.78, 0.2, 0.9],
      [0.3, 0.38, 0.6],
      [0.62, 0.45, 1],
      [0.9, 0.55, 0.6],
      [0.14, 0.62, 1],
      [0.42, 0.72, 0.7],
      [0.72, 0.8, 0.9],
      [0.22, 0.9, 0.6],
      [0.92, 0.9, 0.7],
    ],
    colours.rockStipple,
  )
  const reeds = [
    [3, 6],
    [15, 18],
  ]
    .map(
      ([x, y]) =>
        `<path d="M${x} ${y}h8M${x + 2} ${y}v-3M${x + 4} ${y}v-4M${x + 6} ${y}v-3" fill="none" stroke="${colours.stream}" stroke-width="0.9"/>`,
    )
    .join('')
  return [
    { name: toPictureName('rock', mode), widthPx: 24, heightPx: 24, markup: rock },
    { name: toPictureName('wetland', mode), widthPx: 24, heightPx: 24, markup: reeds },
  ]
}

/** The outline of a Maki icon, with all its paths joined. */
function readMakiPath(name: string): string {
  const svg = readFileSync(createRequire(import.meta.url).resolve(`@mapbox/maki/icons/${name}.svg`), 'utf8')
  return [...svg.matchAll(/\sd="([^"]+)"/g)]
    .map(([, path]) => path.replaceAll('&#xA;', ' ').replaceAll('&#x9;', ' '))
    .join(' ')
}
