import { expect, test } from 'vitest'
import { english } from '../../src/language/catalogue-files.ts'
import { signText } from '../../src/language/value-kinds.ts'
import { signInGerman } from '../../src/web/i18n/de-signs.ts'

test.each([
  ['red:white:red_bar', 'roter Balken auf Weiß'],
  ['blue:white:blue_triangle_line', 'blaues leeres Dreieck auf Weiß'],
  ['green:yellow:green_diamond', 'grüne Raute auf Gelb'],
  ['orange:white:orange_dot', 'oranger Punkt auf Weiß'],
  ['yellow:white:yellow_bar:7:black', 'gelber Balken auf Weiß mit 7'],
  ['red:white', 'Weiß'],
])('the painted sign %s is said in German: %s', (symbol, said) => {
  expect(signInGerman(signText({ symbol }, english))).toBe(said)
})

test('every colour and shape of the key has its words', () => {
  const colours = ['black', 'blue', 'brown', 'gray', 'green', 'orange', 'purple', 'red', 'white', 'yellow']
  const shapes =
    'backslash bar circle corner cross diamond diamond_line dot fork frame hexagon left_arrow left_pointer lower pointer rectangle rectangle_line right_arrow right_pointer shell slash stripe triangle triangle_line triangle_turned turned_T upper wheel x arrow'
  const left = colours.flatMap((colour) =>
    shapes.split(' ').flatMap((shape) => {
      const text = signText({ symbol: `${colour}:white:${colour}_${shape}` }, english)
      return signInGerman(text) === text || signInGerman(text).includes(' on ') ? [text] : []
    }),
  )
  expect(left).toEqual([])
})

test.each(['GR 11', 'Atlantikbogen', 'E5', 'red house on white', 'Weg on white'])('a name stays: %s', (name) => {
  expect(signInGerman(name)).toBe(name)
})
