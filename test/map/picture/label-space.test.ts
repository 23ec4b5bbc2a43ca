import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LabelBox, LabelSpace } from '../../../src/map/picture/label-space.ts'
import { between } from '../../support/arbitraries.ts'

const coordinate = between(-20, 420)
const box = fc
  .tuple(coordinate, coordinate, between(0.5, 120), between(0.5, 60))
  .map(([left, top, wide, high]): LabelBox => ({ left, top, right: left + wide, bottom: top + high }))
const boxesUpTo = (maxLength: number) => fc.array(box, { maxLength })
const overlap = (a: LabelBox, b: LabelBox) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

test('no two boxes that found a place share a pixel or what is reserved around them, and all lie in the picture', () => {
  fc.assert(
    fc.property(boxesUpTo(60), between(0, 5), (boxes, reserve) => {
      const space = new LabelSpace(400, 300)
      const placed = boxes.filter((one) => space.place([one], reserve))
      for (const one of placed) {
        expect(one.left >= 0 && one.top >= 0 && one.right <= 400 && one.bottom <= 300).toBe(true)
        const { left, top, right, bottom } = one
        const wide = { left: left - reserve, top: top - reserve, right: right + reserve, bottom: bottom + reserve }
        for (const other of placed) if (one !== other) expect(overlap(wide, other)).toBe(false)
      }
    }),
  )
})

test('a box is refused only where it lies outside or meets another', () => {
  fc.assert(
    fc.property(boxesUpTo(40), between(0, 8), (boxes, reserve) => {
      const space = new LabelSpace(400, 300)
      const placed: LabelBox[] = []
      for (const one of boxes) {
        const { left, top, right, bottom } = one
        const wide = { left: left - reserve, top: top - reserve, right: right + reserve, bottom: bottom + reserve }
        const isFree =
          one.left >= 0 &&
          one.top >= 0 &&
          one.right <= 400 &&
          one.bottom <= 300 &&
          !placed.some((other) => overlap(wide, other))
        expect(space.place([one], reserve)).toBe(isFree)
        if (isFree) placed.push(one)
      }
    }),
  )
})

test('several boxes are placed together or not at all', () => {
  const space = new LabelSpace(100, 100)
  space.take({ left: 50, top: 50, right: 60, bottom: 60 })
  expect(
    space.place([
      { left: 0, top: 0, right: 10, bottom: 10 },
      { left: 55, top: 55, right: 70, bottom: 70 },
    ]),
  ).toBe(false)
  expect(space.place([{ left: 0, top: 0, right: 10, bottom: 10 }])).toBe(true)
})
