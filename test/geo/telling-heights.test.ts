import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLIMB_THRESHOLD_M, nextTurn, openExtreme, type TurnScan } from '../../src/geo/climb.ts'
import { tellingHeights } from '../../src/geo/telling-heights.ts'
import { between } from '../support/arbitraries.ts'

/** Whole and half metres and decimetres, so that equal heights and changes of just the threshold come often. */
const heights = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 30 }),
  fc.array(
    fc.integer({ min: 0, max: 300 }).map((dm) => dm / 10),
    { maxLength: 30 },
  ),
)

const keptOf = (heightM: number[]): number[] => {
  const kept = new Int32Array(heightM.length)
  return [...kept.subarray(0, tellingHeights(Float64Array.from(heightM), heightM.length, kept))]
}

/** The heights at which a line turns, and the state of a scan at its end. */
function scanned(heightM: number[]): unknown {
  const scan: TurnScan = { pivot: 0, low: 0, high: 0, direction: 0 }
  const turns: number[] = []
  for (let i = 1; i < heightM.length; i++) {
    const turn = nextTurn(scan, heightM, i, CLIMB_THRESHOLD_M)
    if (turn > 0) turns.push(heightM[turn])
  }
  const { pivot, low, high, direction } = scan
  const ends = direction === 0 ? [low, high] : [openExtreme(scan)]
  return { turns, pivotM: heightM[pivot], endsM: ends.map((i) => heightM[i]), direction }
}

test('whatever comes before and after, the heights that are kept turn where all of them do', () => {
  fc.assert(
    fc.property(heights, fc.tuple(between(0, 30), heights), heights, (before, part, after) => {
      const middle = [part[0], ...part[1]]
      const kept = keptOf(middle).map((i) => middle[i])
      expect(scanned([...before, ...kept, ...after])).toEqual(scanned([...before, ...middle, ...after]))
    }),
    { numRuns: 5000 },
  )
})

test('the first and the last height are kept, and what is between two others or a small ripple is not', () => {
  expect(keptOf([])).toEqual([])
  expect(keptOf([7])).toEqual([0])
  expect(keptOf([7, 7, 7])).toEqual([0, 2])
  expect(keptOf([1, 2, 3, 9, 20])).toEqual([0, 4])
  expect(keptOf([1, 8, 5, 20])).toEqual([0, 3])
  expect(keptOf([1, 8, 3, 20])).toEqual([0, 1, 2, 3])
  expect(keptOf([1, 8, 4, 7, 5, 20])).toEqual([0, 5])
})

test('a climb with noise of a metre is two heights, however many points it has', () => {
  const noisy = Array.from({ length: 500 }, (_, i) => i * 3 + (i % 2) * 4 * (i > 0 && i < 499 ? 1 : 0))
  expect(keptOf(noisy)).toEqual([0, 499])
})
