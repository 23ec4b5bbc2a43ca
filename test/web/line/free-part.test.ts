import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PixelBox, freePart } from '../../../src/web/line/free-part.ts'

const WHOLE = { left: 0, top: 0, right: 6, bottom: 5 }
const someBox = fc
  .tuple(
    fc.integer({ min: -1, max: 6 }),
    fc.integer({ min: -1, max: 5 }),
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 1, max: 4 }),
  )
  .map(([left, top, width, height]): PixelBox => ({ left, top, right: left + width, bottom: top + height }))

/** Every rectangle of the grid that covers no obstacle, by looking at each. */
function bestScale(obstacles: readonly PixelBox[], width: number, height: number): number {
  let best = 0
  for (let left = 0; left < 6; left++)
    for (let right = left + 1; right <= 6; right++)
      for (let top = 0; top < 5; top++)
        for (let bottom = top + 1; bottom <= 5; bottom++)
          if (!obstacles.some((one) => one.left < right && one.right > left && one.top < bottom && one.bottom > top))
            best = Math.max(best, Math.min((right - left) / width, (bottom - top) / height))
  return best
}

test('the free part covers no obstacle, and no other part of the map shows the shape larger', () => {
  fc.assert(
    fc.property(
      fc.array(someBox, { maxLength: 4 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      (obstacles, width, height) => {
        const { left, top, right, bottom } = freePart(WHOLE, obstacles, { width, height })
        if (right > left && bottom > top)
          expect(
            obstacles.filter((one) => one.left < right && one.right > left && one.top < bottom && one.bottom > top),
          ).toEqual([])
        expect(Math.min((right - left) / width, (bottom - top) / height)).toBeCloseTo(
          bestScale(obstacles, width, height),
        )
      },
    ),
  )
})

test('without obstacles all of the map is free', () => {
  expect(freePart(WHOLE, [], { width: 1, height: 3 })).toEqual(WHOLE)
})
