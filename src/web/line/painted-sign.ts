// The painted sign of a trail (`osmc:symbol`, e.g. `red:white:red_bar:7:black`) as shapes on a square of 20 by 20. A
// sign of which a colour or a shape is not known is not drawn at all: half a sign is a wrong one. Pure.

export interface SignShape {
  /** of an SVG path */
  path: string
  colour: string
  isOutline: boolean
}

export interface PaintedSign {
  shapes: SignShape[]
  /** what is written on it; null: nothing */
  text: { text: string; colour: string } | null
}

const SIDE = 20
/** Longer ones would not be read. */
const MOST_LETTERS = 5
const COLOURS: Readonly<Record<string, string>> = {
  black: '#000000',
  blue: '#1550b5',
  brown: '#7a4b23',
  gray: '#808080',
  grey: '#808080',
  green: '#12803c',
  orange: '#f08000',
  purple: '#8a2ba0',
  red: '#d3222a',
  white: '#ffffff',
  yellow: '#ffd500',
}

const circle = (r: number) => `M${10 - r} 10a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
const DIAMOND = 'M10 3l7 7l-7 7l-7 -7z'
const TRIANGLE = 'M10 3l7.5 13h-15z'
const RECTANGLE = 'M4 6h12v8h-12z'
const SHAPES: Readonly<Record<string, string>> = {
  backslash: 'M0 0h5l15 15v5h-5l-15 -15z',
  bar: 'M0 7h20v6h-20z',
  cross: 'M8 2h4v6h6v4h-6v6h-4v-6h-6v-4h6z',
  diamond: DIAMOND,
  dot: circle(5),
  hexagon: 'M3 10l3.5 -6h7l3.5 6l-3.5 6h-7z',
  left_arrow: 'M2 10l7 -6v4h9v4h-9v4z',
  left_pointer: 'M3 10l14 -7v14z',
  lower: 'M0 10h20v10h-20z',
  pointer: 'M17 10l-14 -7v14z',
  rectangle: RECTANGLE,
  right_arrow: 'M18 10l-7 -6v4h-9v4h9v4z',
  right_pointer: 'M17 10l-14 -7v14z',
  slash: 'M20 0h-5l-15 15v5h5l15 -15z',
  stripe: 'M7 0h6v20h-6z',
  triangle: TRIANGLE,
  triangle_turned: 'M10 17l7.5 -13h-15z',
  turned_T: 'M8 2h4v12h6v4h-16v-4h6z',
  upper: 'M0 0h20v10h-20z',
  x: 'M3 5l2 -2l5 5l5 -5l2 2l-5 5l5 5l-2 2l-5 -5l-5 5l-2 -2l5 -5z',
}
const OUTLINES: Readonly<Record<string, string>> = {
  circle: circle(6),
  diamond_line: DIAMOND,
  frame: 'M1.5 1.5h17v17h-17z',
  rectangle_line: RECTANGLE,
  triangle_line: TRIANGLE,
}
const GROUND = `M0 0h${SIDE}v${SIDE}h-${SIDE}z`
/** Ground, one or two shapes on it, and the text with its colour: two, or none, of these last. */
const PARTS = { most: 6, withText: 5 }

/** What a symbol looks like; null if it is none, or any of it is not known. */
export function paintedSign(symbol: string): PaintedSign | null {
  const [, ground, ...rest] = symbol.split(':')
  if (ground === undefined || rest.length > PARTS.most - 2) return null
  const hasText = rest.length >= PARTS.withText - 2
  const painted = (hasText ? rest.slice(0, -2) : rest).filter((look) => look !== '')
  const drawn = [groundOf(ground), ...painted.map((look) => onTop(look))]
  const text = hasText && rest.at(-2) !== '' ? written(rest.at(-2)!, rest.at(-1)!) : null
  if (drawn.includes(null) || text === undefined) return null
  return { shapes: drawn.flatMap((shapes) => shapes ?? []), text }
}

/** Red, or a shape of it on white; nothing painted is the wood or the rock. */
function groundOf(look: string): SignShape[] | null {
  if (look === '') return []
  const [name, shape] = look.split('_', 2)
  if (shape === undefined) return Object.hasOwn(COLOURS, name) ? [filled(GROUND, name)] : null
  // a round ground, or one in a frame
  if (shape === 'round') return Object.hasOwn(COLOURS, name) ? [filled(circle(10), name)] : null
  const edge = shape === 'circle' || shape === 'frame' ? onTop(look) : null
  return edge === null ? null : [filled(GROUND, 'white'), ...edge]
}

function onTop(look: string): SignShape[] | null {
  const [name, ...words] = look.split('_')
  const shape = words.join('_')
  if (!Object.hasOwn(COLOURS, name)) return null
  if (Object.hasOwn(SHAPES, shape)) return [filled(SHAPES[shape], name)]
  return Object.hasOwn(OUTLINES, shape) ? [{ path: OUTLINES[shape], colour: COLOURS[name], isOutline: true }] : null
}

const filled = (path: string, name: string): SignShape => ({ path, colour: COLOURS[name], isOutline: false })

/** Undefined: it cannot be written. */
function written(text: string, name: string): PaintedSign['text'] | undefined {
  if (!Object.hasOwn(COLOURS, name) || text.length > MOST_LETTERS) return undefined
  return { text, colour: COLOURS[name] }
}
