import { describe, expect, test } from 'vitest'
import { paintedSign } from '../../../src/web/line/painted-sign.ts'

const look = (symbol: string) => {
  const sign = paintedSign(symbol)
  if (sign === null) return null
  return [...sign.shapes.map(({ colour, isOutline }) => `${colour}${isOutline ? ' line' : ''}`), sign.text?.text ?? '-']
}
const RED = '#d3222a'
const WHITE = '#ffffff'

describe('a painted sign is drawn', () => {
  test.each([
    ['red:white:red_bar', [WHITE, RED, '-']],
    ['red:white', [WHITE, '-']],
    ['red::red_dot', [RED, '-']],
    ['red:white:red_bar:blue_dot', [WHITE, RED, '#1550b5', '-']],
    ['red:white:red_lower:11:black', [WHITE, RED, '11']],
    ['blue:blue::E7:yellow', ['#1550b5', 'E7']],
    ['red:white:red_bar:blue_dot:7:black', [WHITE, RED, '#1550b5', '7']],
    ['red:white_frame:red_bar', [WHITE, '#ffffff line', RED, '-']],
    ['red:yellow_round:red_triangle_line', ['#ffd500', `${RED} line`, '-']],
  ])('%s', (symbol, expected) => {
    expect(look(symbol)).toEqual(expected)
  })

  test('with each shape inside its square', () => {
    const { shapes } = paintedSign('red:white:red_hexagon')!
    expect(shapes.map(({ path }) => /^M[-\d. lhvaz]+$/.test(path))).toEqual([true, true])
  })
})

test.each([
  'a red bar',
  '',
  'red',
  'red:pink:red_bar',
  'red:white:red_dragon',
  'red:white:red',
  'red:white:pink_bar',
  'red:white_dragon:red_bar',
  'red:white:red_bar:7:pink',
  'red:white:red_bar:Sentier:black',
  'red:white:red_bar:blue_dot:7:black:more',
  'red:constructor:toString_bar',
  'red:white:red_toString',
])('%s, of which something is not known, is not drawn at all', (symbol) => {
  expect(paintedSign(symbol)).toBeNull()
})
