import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { elapsedS, sampleRoute } from '../../src/weather/route-samples.ts'
import { between } from '../support/arbitraries.ts'

/** Due east along the equator, a point each 50 m. */
function line(lengthM: number, heightAt: (atM: number) => number) {
  const count = Math.floor(lengthM / 50) + 1
  const atM = Float64Array.from({ length: count }, (_, i) => i * 50)
  return { atM, lon: atM.map((at) => at / 111_195), lat: new Float64Array(count), heightM: atM.map(heightAt) }
}
const pace = (atM: Float64Array) => atM.map((at) => at / 2)

describe('samples of a line', () => {
  test('are start, end and every 2 km, in order', () => {
    const own = line(7000, () => 100)
    expect(sampleRoute(own, pace(own.atM)).map(({ kind, atM, movingS }) => [kind, atM, movingS])).toEqual([
      ['start', 0, 0],
      ['along', 2000, 1000],
      ['along', 4000, 2000],
      ['along', 6000, 3000],
      ['end', 7000, 3500],
    ])
  })
  test('are every 2 km whatever highs and lows lie near', () => {
    const turn = fc.record({ stepM: fc.integer({ min: 2, max: 90 }), up: fc.boolean() })
    fc.assert(
      fc.property(fc.array(turn, { minLength: 2, maxLength: 30 }), (turns) => {
        const knots = [{ atM: 0, heightM: 300 }]
        for (const { stepM, up } of turns)
          knots.push({ atM: knots[knots.length - 1].atM + stepM * 50, heightM: up ? 600 : 100 + knots.length })
        const lengthM = knots[knots.length - 1].atM
        const own = line(lengthM, (at) => {
          const next = knots.findIndex(({ atM }) => atM >= at && atM > 0)
          const [a, b] = [knots[next - 1], knots[next]]
          return a.heightM + ((b.heightM - a.heightM) * (at - a.atM)) / (b.atM - a.atM)
        })
        const taken = sampleRoute(own, pace(own.atM)).map(({ atM }) => atM)
        for (let atM = 0; atM < lengthM; atM += 2000) expect(taken).toContain(atM)
        expect(new Set(taken).size).toBe(taken.length)
      }),
      { numRuns: 200 },
    )
  })
  test('mark highs and lows with 100 m on both sides, not ripples, and none at a void', () => {
    const own = line(
      9000,
      (at) =>
        (at >= 8000 ? NaN : at <= 3000 ? at / 10 : at <= 5000 ? 300 - (at - 3000) / 10 : 100 + (at - 5000) / 10) +
        3 * Math.sin(at),
    )
    expect(
      sampleRoute(own, pace(own.atM))
        .filter(({ kind }) => kind === 'high' || kind === 'low')
        .map(({ kind, atM }) => [kind, Math.round(atM / 500) * 500]),
    ).toEqual([
      ['high', 3000],
      ['low', 5000],
    ])
    expect(sampleRoute(own, pace(own.atM)).at(-1)).toMatchObject({ kind: 'end', heightM: null })
  })
  test('have the place, height and time of the line between its points, however densely it is drawn', () => {
    const knot = fc.record({
      lengthM: fc.integer({ min: 300, max: 5000 }),
      turns: between(-1, 1),
      heightM: between(200, 2500),
      seconds: between(100, 4000),
      between: fc.array(between(0.05, 0.95), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(knot, { minLength: 1, maxLength: 8 }), (knots) => {
        // atM, lon, lat, height, seconds
        const columns = [[0, 1.5, 42.5, 1000, 0]]
        const dense = [columns[0]]
        for (const { lengthM, turns, heightM, seconds, between: shares } of knots) {
          const last = columns.at(-1)!
          const next = [
            last[0] + lengthM,
            last[1] + lengthM * 1e-5,
            last[2] + turns * lengthM * 5e-6,
            heightM,
            last[4] + seconds,
          ]
          for (const share of shares.toSorted((a, b) => a - b))
            dense.push(last.map((value, i) => value + (next[i] - value) * share))
          columns.push(next)
          dense.push(next)
        }
        const samplesOf = (points: number[][]) => {
          const [atM, lon, lat, heightM, atS] = points[0].map((_, i) => Float64Array.from(points, (point) => point[i]))
          return sampleRoute({ atM, lon, lat, heightM }, atS)
        }
        const [own, same] = [samplesOf(columns), samplesOf(dense)]
        expect(same.map(({ kind }) => kind)).toEqual(own.map(({ kind }) => kind))
        own.forEach((sample, i) => {
          for (const name of ['atM', 'lon', 'lat', 'heightM', 'bearingDeg', 'movingS'] as const)
            expect(same[i][name], name).toBeCloseTo(sample[name]!, 3)
        })
      }),
      { numRuns: 60 },
    )
  })
  test('know the direction of travel', () => {
    const own = line(3000, () => 0)
    for (const sample of sampleRoute(own, pace(own.atM))) expect(sample.bearingDeg).toBeCloseTo(90, 3)
  })
  test('are never more than a line of 120 km of saw teeth allows', () => {
    const own = line(120_000, (at) => 400 * Math.abs(((at / 1000) % 2) - 1))
    const samples = sampleRoute(own, pace(own.atM))
    expect(samples.length).toBeLessThan(110)
    expect(samples.map(({ atM }) => atM)).toEqual([...samples.map(({ atM }) => atM)].sort((a, b) => a - b))
  })
  test('are reached after the stops before them, not at them', () => {
    const own = line(4000, () => 0)
    expect(sampleRoute(own, pace(own.atM)).map((sample) => elapsedS(sample, [{ atM: 2000, seconds: 600 }]))).toEqual([
      0, 1000, 2600,
    ])
  })
})
