// Lists of features on top of each other: what was pushed comes back, whatever lay on top of it meanwhile.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Shape } from '../../../src/map/tiles/clip-shape.ts'
import { FeatureStack } from '../../../src/map/tiles/feature-stack.ts'
import { heapHeldBytes } from '../../support/heap-held.ts'

const shapeOf = (number: number): Shape => ({
  coords: Int32Array.of(number, number),
  zooms: new Uint8Array(1),
  partStart: Uint32Array.of(0, 1),
  inner: new Uint8Array(1),
  first: 0,
  last: 1,
})

/** A list as the branch of a tree of tiles makes it: what becomes of each feature of the list below. */
const aList = fc.array(fc.constantFrom('same', 'cut', 'gone'), { minLength: 60, maxLength: 60 })

test('a list is what was chosen from the one below, and that one is as it was once it is taken off', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.array(aList, { maxLength: 6 }), (count, lists) => {
      const stack = new FeatureStack()
      const shown = (from: number, to: number): [number, number | null][] =>
        Array.from({ length: to - from }, (_, i) => [
          stack.features[from + i],
          stack.cutAt(from + i)?.coords[0] ?? null,
        ])
      stack.reserve(count)
      for (let f = 0; f < count; f++) stack.pushWhole(f)
      let expected: [number, number | null][] = shown(0, count)
      expect(expected).toEqual(Array.from({ length: count }, (_, f) => [f, null]))
      const below: { from: number; to: number; list: typeof expected; mark: ReturnType<FeatureStack['mark']> }[] = []
      let [from, to, shapes] = [0, count, 0]
      for (const fates of lists) {
        const mark = stack.mark()
        below.push({ from, to, list: expected, mark })
        const next: typeof expected = []
        stack.reserve(to - from)
        for (let i = from; i < to; i++) {
          const [feature, shape] = expected[i - from]
          if (fates[i - from] === 'same') {
            stack.pushSame(i)
            next.push([feature, shape])
          } else if (fates[i - from] === 'cut') {
            stack.pushCut(feature, shapeOf(++shapes))
            next.push([feature, shapes])
          }
        }
        const isSame = fates.slice(0, to - from).every((fate) => fate === 'same')
        expect(stack.isSame(mark.length, from, to)).toBe(isSame)
        ;[from, to] = [mark.length, stack.length]
        expect(shown(from, to)).toEqual(next)
        expected = next
      }
      for (const level of below.reverse()) {
        stack.truncate(level.mark)
        expect(stack.length).toBe(level.to)
        expect(shown(level.from, level.to)).toEqual(level.list)
      }
    }),
  )
})

test('takes nothing of the heap for a feature that is whole, and for a cut one only while it is there', () => {
  const stack = new FeatureStack()
  const mark = stack.mark()
  const before = heapHeldBytes()
  stack.reserve(200_000)
  for (let f = 0; f < 100_000; f++) stack.pushWhole(f)
  for (let f = 0; f < 100_000; f++) stack.pushSame(f)
  expect((heapHeldBytes() - before) / 200_000).toBeLessThan(8)
  stack.truncate(mark)
  stack.reserve(20_000)
  for (let f = 0; f < 20_000; f++) stack.pushCut(f, shapeOf(f))
  expect(heapHeldBytes() - before).toBeGreaterThan(5_000_000)
  stack.truncate(mark)
  expect(heapHeldBytes() - before).toBeLessThan(2_000_000)
})

test('the box of a cut is that of its vertices, however many cuts there are', () => {
  const coordinate = fc.integer({ min: -1000, max: 2 ** 31 - 1 })
  const line = fc.array(coordinate, { minLength: 2, maxLength: 12 }).map((all) => all.slice(0, all.length & ~1))
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 400 }), (lines) => {
      const stack = new FeatureStack()
      stack.reserve(lines.length)
      for (const [f, coords] of lines.entries()) {
        const partStart = Uint32Array.of(0, coords.length / 2)
        stack.pushCut(f, { ...shapeOf(0), coords: Int32Array.from(coords), partStart })
      }
      for (const [place, coords] of lines.entries()) {
        const b = 4 * stack.cutNumberAt(place)
        const xs = coords.filter((_, i) => i % 2 === 0)
        const ys = coords.filter((_, i) => i % 2 === 1)
        const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
        expect([...stack.cutBoxes.subarray(b, b + 4)]).toEqual(box)
      }
    }),
  )
})
