import { expect, test } from 'vitest'
import { outsideShare } from '../../../src/web/api/outside-region.ts'

const BOX = [0, 40, 2, 43]
test('the share of a line outside a box is that of its points; those on the edge are inside', () => {
  expect(
    outsideShare(
      [
        [
          [1, 41],
          [2, 43],
        ],
        [[0, 40]],
      ],
      BOX,
    ),
  ).toBe(0)
  expect(
    outsideShare(
      [
        [
          [1, 41],
          [3, 41],
        ],
        [
          [1, 39.9],
          [-1, 41],
        ],
      ],
      BOX,
    ),
  ).toBe(0.75)
  expect(outsideShare([[[8, 50]]], BOX)).toBe(1)
})
test('is null without points', () => expect(outsideShare([[]], BOX)).toBeNull())

test('a box across the antimeridian ends beyond 180 degrees', () => {
  const fiji = [177, -20, 182, -15]
  expect(
    outsideShare(
      [
        [
          [179, -17],
          [-179, -17],
          [176, -17],
          [-177, -17],
        ],
      ],
      fiji,
    ),
  ).toBe(0.5)
})
