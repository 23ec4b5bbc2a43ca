// What is in view is requested on both sides of the antimeridian, and nowhere else.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxesInView, joinLists } from '../../../src/web/state/view-boxes.ts'

test.each([
  ['away from it', [1, 42, 2, 43], [[1, 42, 2, 43]]],
  [
    'a map that runs on beyond 180',
    [179.5, -17, 180.5, -16],
    [
      [179.5, -17, 180, -16],
      [-180, -17, -179.5, -16],
    ],
  ],
  [
    'a map that runs on beyond -180',
    [-180.5, -17, -179.5, -16],
    [
      [179.5, -17, 180, -16],
      [-180, -17, -179.5, -16],
    ],
  ],
  ['a region across it', [179, -17, -180, -16], [[179, -17, 180, -16]]],
  ['its edge', [179, -17, 180, -16], [[179, -17, 180, -16]]],
  ['at a pole', [0, 89, 1, 91], [[0, 89, 1, 90]]],
  ['too wide', [179, -17, 182, -16], null],
  ['too high', [1, 42, 2, 45], null],
])('%s', (_name, view, boxes) => {
  expect(boxesInView(view)).toEqual(boxes)
})

test('every place in view lies in one of the boxes, and no other', () => {
  const cells = (min: number, max: number) => fc.noBias(fc.integer({ min, max }))
  fc.assert(
    fc.property(cells(-18_100, 18_100), cells(1, 200), cells(-200, 399), (west, width, at) => {
      const lon = (west + at + 0.5) / 100
      const wrapped = lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon
      const boxes = boxesInView([west / 100, 10, (west + width) / 100, 11])!
      expect(boxes.some(([from, , to]) => from <= wrapped && wrapped <= to)).toBe(at >= 0 && at < width)
    }),
  )
})

test('what lies in both is listed once; the list is cut if one of them is', () => {
  const list = (ids: number[], isCut = false) => ({
    truncated: isCut,
    pageInfo: { hasNextPage: isCut },
    edges: ids.map((id) => ({ node: { id } })),
  })
  const joined = joinLists([list([1, 2]), list([2, 3], true)], ({ node }) => node.id)
  expect(joined).toEqual(list([1, 2, 3], true))
})
