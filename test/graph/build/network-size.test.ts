import { expect, test } from 'vitest'
import { requireNetworkSize } from '../../../src/graph/build/network-size.ts'

const alps = { edges: 17e6, points: 190e6 }

test('a network of the Alps, and one ten times as large, can be written', () => {
  for (const times of [1, 9])
    expect(() =>
      requireNetworkSize({
        edges: alps.edges * times,
        points: alps.points * times,
      }),
    ).not.toThrow()
})

test.each([
  [{ ...alps, edges: 2 ** 30 + 1 }, 'edges'],
  [{ ...alps, points: 2 ** 32 }, 'points of geometry'],
])('a network whose columns would wrap around is refused by name: %o', (size, words) => {
  expect(() => requireNetworkSize(size)).toThrow(
    new RegExp(
      `^The map files make a network of \\d+ ${words}, and one network holds \\d+: import smaller extracts\\.$`,
    ),
  )
})
