// Colours as users write them: #rgb, #rrggbb, rgb(r, g, b) and the colour names of CSS that maps use. Anything else is
// null, and the caller refuses it. Pure.

import type { Rgb } from './rgb.ts'

/** The basic names of CSS, and those common in osmc:symbol and simplestyle. */
const NAMES: Readonly<Record<string, Rgb>> = {
  black: [0, 0, 0],
  silver: [192, 192, 192],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  white: [255, 255, 255],
  maroon: [128, 0, 0],
  red: [255, 0, 0],
  purple: [128, 0, 128],
  fuchsia: [255, 0, 255],
  magenta: [255, 0, 255],
  green: [0, 128, 0],
  lime: [0, 255, 0],
  olive: [128, 128, 0],
  yellow: [255, 255, 0],
  navy: [0, 0, 128],
  blue: [0, 0, 255],
  teal: [0, 128, 128],
  aqua: [0, 255, 255],
  cyan: [0, 255, 255],
  orange: [255, 165, 0],
  brown: [165, 42, 42],
  pink: [255, 192, 203],
  violet: [238, 130, 238],
  gold: [255, 215, 0],
  crimson: [220, 20, 60],
  darkgreen: [0, 100, 0],
  darkblue: [0, 0, 139],
  darkred: [139, 0, 0],
  lightblue: [173, 216, 230],
  lightgreen: [144, 238, 144],
  turquoise: [64, 224, 208],
  indigo: [75, 0, 130],
  coral: [255, 127, 80],
  tomato: [255, 99, 71],
  darkorange: [255, 140, 0],
  steelblue: [70, 130, 180],
  forestgreen: [34, 139, 34],
  royalblue: [65, 105, 225],
  dodgerblue: [30, 144, 255],
  firebrick: [178, 34, 34],
}

/** Null if the text is not a colour. */
export function findColour(text: string): Rgb | null {
  if (text.length > 40) return null
  const word = text.trim().toLowerCase()
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(word)
  if (short !== null) return [17 * parseInt(short[1], 16), 17 * parseInt(short[2], 16), 17 * parseInt(short[3], 16)]
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(word)
  if (long !== null) return [parseInt(long[1], 16), parseInt(long[2], 16), parseInt(long[3], 16)]
  const rgb = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(word)
  if (rgb !== null) {
    const parts = [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])] as const
    return parts.every((part) => part <= 255) ? parts : null
  }
  return Object.hasOwn(NAMES, word) ? NAMES[word] : null
}
