import { expect, test } from 'vitest'
import { LinePoints } from '../../../src/routing/details/route-line.ts'
import { ArcShapes, tellingHeights } from '../../../src/routing/matrix/arc-shapes.ts'
import { turningPoints, CLIMB_THRESHOLD_M, nextTurn, openExtreme, type TurnScan } from '../../../src/geo/climb.ts'
import { randomGraph } from '../../support/random-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'
import fc from 'fast-check'
import { between } from '../../support/arbitraries.ts'

const turnsOf = (heightM: number[]): number[] => turningPoints(heightM, 0, heightM.length).map((i) => heightM[i])

test('the points of a whole arc are those that a line along it gets, all or those that turn, however often they are requested', () => {
  let points = 0
  let leftOut = 0
  for (const seed of runSeeds(40)) {
    const graph = randomGraph(seed, { columns: 4, rows: 4 })
    const shapes = new ArcShapes(graph)
    const line = new LinePoints(graph)
    line.reserve(1000)
    const { edgeLengthMm } = graph.columns
    for (let times = 0; times < 2; times++)
      for (let arc = 0; arc < 2 * graph.edgeCount; arc++) {
        const lengthMm = edgeLengthMm[arc >>> 1]
        const shape = shapes.find(arc, lengthMm)
        if (lengthMm === 0) {
          expect(shape).toBeNull()
          continue
        }
        line.count = 1
        line.atMm[0] = 5000
        line.pushArc(arc, 0, lengthMm, lengthMm, 7000)
        const { first, end, hasVoid, startM, lonE6, latE6 } = shape!
        const all = [...line.heightM.slice(1, line.count)]
        const allAt = [...line.atMm.slice(1, line.count)]
        const kept = [...shapes.heightM.slice(first, end)]
        const keptAt = [...shapes.atMm.slice(first, end)].map((atMm) => atMm + 7000)
        expect({ lonE6, latE6 }).toEqual({ lonE6: line.lonE6[line.count - 1], latE6: line.latE6[line.count - 1] })
        expect(hasVoid).toBe(all.some(Number.isNaN))
        if (Number.isNaN(startM)) {
          expect(kept).toEqual(all)
          expect(keptAt).toEqual(allAt)
        } else {
          expect(kept).toEqual(keptAt.map((atMm) => all[allAt.indexOf(atMm)]))
          expect(keptAt.at(-1)).toBe(allAt.at(-1))
          expect(turnsOf([startM, ...kept])).toEqual(turnsOf([startM, ...all]))
          leftOut += all.length - kept.length
        }
        points += end - first
      }
    shapes.clear()
  }
  expect(points).toBeGreaterThan(100)
  expect(leftOut).toBeGreaterThan(10)
})

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
