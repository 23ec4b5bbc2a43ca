import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chartRuns, gapsOf, gradeAt, heightRange, linearScale, roundTicks } from '../../../src/web/line/chart-scale.ts'
import { pointAt, toShownLine } from '../../../src/web/line/shown-line.ts'
import { between } from '../../support/arbitraries.ts'

describe('ticks', () => {
  test('are round, ascending, inside, and not too many', () => {
    fc.assert(
      fc.property(between(-1e4, 1e4), between(0.01, 1e5), fc.integer({ min: 1, max: 12 }), (min, span, most) => {
        const ticks = roundTicks(min, min + span, most)
        expect(ticks.length).toBeLessThanOrEqual(most + 1)
        for (const tick of ticks) expect(tick >= min - span * 1e-6 && tick <= min + span * (1 + 1e-6)).toBe(true)
        for (let i = 1; i < ticks.length; i++) expect(ticks[i]).toBeGreaterThan(ticks[i - 1])
      }),
    )
    expect(roundTicks(0, 7.04, 6)).toEqual([0, 2, 4, 6])
    expect(roundTicks(-20, 1100, 4)).toEqual([0, 500, 1000])
  })
})

describe('the chart', () => {
  const x = linearScale(0, 400, 0, 4)
  const y = linearScale(0, 100, 100, 0)
  const line = (heights: (number | null)[]) =>
    toShownLine([heights.map((height, i) => [i * 0.001, 0, height] as const)], 400)

  test('a void is a gap: never bridged, never zero', () => {
    const runs = chartRuns(line([10, 20, null, 40, 50]), x, y)
    expect(runs).toHaveLength(2)
    expect(runs.flat().map(([, top]) => top)).toEqual([90, 80, 60, 50])
  })

  test('each gap is where no run is, wide enough to be seen; runs that touch have no gap', () => {
    const runs = (heights: (number | null)[]) => chartRuns(line(heights), x, y)
    expect(gapsOf(runs([10, 20, 30, 40, 50]), 0, 4, 0)).toEqual([])
    const [[, start], [end]] = runs([10, 20, null, 40, 50])
    expect(gapsOf(runs([10, 20, null, 40, 50]), 0, 4, 0)).toEqual([
      { fromPx: start[0], widthPx: expect.closeTo(end[0] - start[0]) },
    ])
    const wide = gapsOf(runs([10, 20, null, 40, 50]), 0, 4, 3)
    expect(wide).toEqual([{ fromPx: expect.closeTo((start[0] + end[0] - 3) / 2), widthPx: 3 }])
    expect(gapsOf([], 0, 4, 0)).toEqual([{ fromPx: 0, widthPx: 4 }])
    // at both ends, too
    expect(gapsOf(runs([null, 20, 30, null]), 0, 4, 0).length).toBe(2)
  })

  test('the end of a part ends a run', () => {
    expect(
      chartRuns(
        toShownLine(
          [
            [
              [0, 0, 1],
              [0.001, 0, 2],
            ],
            [
              [1, 1, 3],
              [1.001, 1, 4],
            ],
          ],
          400,
        ),
        x,
        y,
      ),
    ).toHaveLength(2)
  })

  test('every high and low of a pixel column stays however many points there are', () => {
    const heights = Array.from({ length: 4000 }, (_, i) => (i === 1234 ? 99 : i === 2345 ? 1 : 50))
    const tops = chartRuns(line(heights), x, y)
      .flat()
      .map(([, top]) => top)
    expect(Math.min(...tops)).toBe(1)
    expect(Math.max(...tops)).toBe(99)
    expect(tops.length).toBeLessThan(30)
  })

  test('without any height there is no range', () => expect(heightRange(line([null, null]))).toBeNull())

  test('level ground is not blown up', () => {
    const range = heightRange(line([100, 100.5]))!
    expect(range.max - range.min).toBeGreaterThanOrEqual(40)
    expect([range.lowM, range.highM]).toEqual([100, 100.5])
  })

  test('the grade is climb over distance, and unknown beside a void', () => {
    const slope = line([0, 10, 20, 30, 40])
    expect(gradeAt(slope, (at) => pointAt(slope, at)[2], 200)).toBeCloseTo(10, 6)
    const gap = line([0, 10, null, 30, 40])
    expect(gradeAt(gap, (at) => pointAt(gap, at)[2], 200)).toBeNull()
    // of less than 20 m it says nothing
    for (const [lengthM, grade] of [
      [19.9, null],
      [20.1, expect.closeTo((10 / 20.1) * 100, 6)],
    ] as const) {
      const short = toShownLine(
        [
          [
            [0, 0, 0],
            [0.001, 0, 10],
          ],
        ],
        lengthM,
      )
      expect(gradeAt(short, (at) => pointAt(short, at)[2], lengthM / 2)).toEqual(grade)
    }
  })
})
