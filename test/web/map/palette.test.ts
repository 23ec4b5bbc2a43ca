// Colours as three kinds of eyes see them: the matrices of Machado, Oliveira and Fernandes (2009) for vision without
// one cone, and distances in OKLab, where 2 is a difference that is just seen.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAP_COLOURS } from '../../../src/map/style/map-colours.ts'
import { KIND_COLOURS } from '../../../src/web/map/palette.ts'
import { REACH_COLOURS } from '../../../src/web/plan/reach-form.ts'

type Triple = readonly [number, number, number]

const VISIONS: Record<string, readonly [Triple, Triple, Triple]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
/** Percent of the way from black to white. */
const LEAST_APART = 8
/** A broken line differs by its dashes, too. */
const LEAST_FROM_BROKEN = 3
/** Below this a colour is a grey, and has no hue that anybody would name. */
const LEAST_CHROMA = 0.065
const LEAST_HUE_DEG = 25

const kinds = (names: readonly (keyof typeof KIND_COLOURS)[]) =>
  names.map((name) => [name, KIND_COLOURS[name]] as const)
const FAMILIES = {
  surface: kinds(['PAVED', 'GRAVEL', 'TRAIL', 'UNKNOWN']),
  grade: kinds(['NONE', 'T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'VIA_FERRATA', 'UNKNOWN']),
  'grade on the map': MAP_COLOURS.light.sac.map((one, i) => [`T${i + 1}`, one] as const),
  'grade on the map in the dark': MAP_COLOURS.dark.sac.map((one, i) => [`T${i + 1}`, one] as const),
  steepness: kinds(['G0', 'G5', 'G10', 'G20', 'G30', 'UNKNOWN']),
  networks: [...MAP_COLOURS.light.trailLevels, MAP_COLOURS.light.trailUnknown].map(
    (one, i) => [`${i + 1}`, one] as const,
  ),
  'networks in the dark': [...MAP_COLOURS.dark.trailLevels, MAP_COLOURS.dark.trailUnknown].map(
    (one, i) => [`${i + 1}`, one] as const,
  ),
}

function linear(colour: string): Triple {
  const part = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

const times = (rows: readonly Triple[], [a, b, c]: Triple) => rows.map(([x, y, z]) => x * a + y * b + z * c)

/** Lightness, green to red, blue to yellow. */
function oklab(rgb: Triple): Triple {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  ).map((value) => Math.cbrt(Math.max(0, value))) as unknown as Triple
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  ) as unknown as Triple
}

const seen = (colour: string, vision: string) => oklab(times(VISIONS[vision], linear(colour)) as unknown as Triple)

/** On a screen of its own. */
const REACH = { reach: REACH_COLOURS.map((one, i) => [`${i + 1}`, one] as const) }

test.each(Object.keys(VISIONS))('with %s the colours of each family differ', (vision) => {
  const close = Object.entries({ ...FAMILIES, ...REACH }).flatMap(([family, colours]) =>
    colours.flatMap(([name, colour], i) =>
      colours.slice(i + 1).flatMap(([other, otherColour]) => {
        const [one, two] = [seen(colour, vision), seen(otherColour, vision)]
        const apart = 100 * Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2])
        const least = other === 'UNKNOWN' ? LEAST_FROM_BROKEN : LEAST_APART
        return apart < least ? [`${family}: ${name} and ${other} are ${apart.toFixed(1)} apart`] : []
      }),
    ),
  )
  expect(close).toEqual([])
})

test('no two families share a hue', () => {
  const hues = Object.entries(FAMILIES).flatMap(([family, colours]) =>
    colours.flatMap(([name, colour]) => {
      const [, a, b] = seen(colour, 'usual')
      const isNamed = name !== 'UNKNOWN' && Math.hypot(a, b) >= LEAST_CHROMA
      return isNamed ? [{ family: family.split(' ')[0], name, deg: (Math.atan2(b, a) * 180) / Math.PI }] : []
    }),
  )
  expect(new Set(hues.map(({ family }) => family)).size).toBe(4)
  const shared = hues.flatMap((one, i) =>
    hues.slice(i + 1).flatMap((two) => {
      const turn = Math.abs(one.deg - two.deg)
      const apart = Math.min(turn, 360 - turn)
      return one.family !== two.family && apart < LEAST_HUE_DEG
        ? [`${one.family} ${one.name}, ${two.family} ${two.name}: ${apart.toFixed(0)} degrees`]
        : []
    }),
  )
  expect(shared).toEqual([])
})

const CSS = new URL('../../../src/web/css/', import.meta.url)
const style = (name: string) => readFileSync(new URL(`${name}.css`, CSS), 'utf8')

/** Of a theme of the page. */
function themeColours(selector: string): (name: string) => string {
  const rules = style('base').slice(style('base').indexOf(`${selector} {`))
  return (name) => new RegExp(`--${name}: (#[\\da-f]{6})`).exec(rules)![1]
}

/** As WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const light = (colour: string) => linear(colour).reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0)
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test.each([
  ['light', '.print-sheet'],
  ['dark', ':root[data-theme="dark"]'],
])('in the %s theme what is painted stands out by its rim from the ground, at 3:1 at least', (_, selector) => {
  const colour = themeColours(selector)
  for (const ground of ['ground', 'soft'])
    expect(contrast(colour('rim'), colour(ground)), ground).toBeGreaterThanOrEqual(3)
  expect(REACH_COLOURS.filter((one) => contrast(one, colour('ground')) < 3)).toEqual([])
  expect(style('facts')).toMatch(/\.swatch,\n\.bar \{\n {2}outline: 1px solid var\(--rim\)/)
  expect(style('chart')).toMatch(/\.kind-rim \{[^}]*stroke: var\(--rim\)/)
  expect(style('map')).toMatch(/ctrl-group button \+ button \{\n {2}border-top-color: var\(--rim\)/)
})
