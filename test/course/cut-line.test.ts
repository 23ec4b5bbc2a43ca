import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Parts, type Position, cutLine, measureLine, pointAlong } from '../../src/course/cut-line.ts'
import { distanceM } from '../../src/geo/lon-lat.ts'
import { between } from '../support/arbitraries.ts'

const apartM = ([lonA, latA]: Position, [lonB, latB]: Position) => distanceM(lonA, latA, lonB, latB)
const lengthOf = (parts: Parts) =>
  parts.reduce((sum, part) => sum + part.slice(1).reduce((own, to, i) => own + apartM(part[i], to), 0), 0)

/** Steps of up to a few hundred metres, some of none, from anywhere; heights with gaps. */
const part = fc
  .tuple(
    between(-179.9, 179.9),
    between(-70, 70),
    fc.array(
      fc.record({
        east: fc.oneof(
          fc.constant(0),
          fc.integer({ min: -400, max: 400 }).map((step) => step / 1e5),
        ),
        north: fc.oneof(
          fc.constant(0),
          fc.integer({ min: -400, max: 400 }).map((step) => step / 1e5),
        ),
        heightM: fc.option(fc.integer({ min: -100, max: 4000 }), { nil: null }),
      }),
      { minLength: 0, maxLength: 30 },
    ),
  )
  .map(([lon, lat, steps]) => {
    const points: Position[] = [[lon, lat, null]]
    for (const { east, north, heightM } of steps) {
      const [lonBefore, latBefore] = points.at(-1)!
      const next = lonBefore + east
      points.push([next > 180 ? next - 360 : next < -180 ? next + 360 : next, latBefore + north, heightM])
    }
    return points
  })
const line = fc.array(part, { minLength: 1, maxLength: 4 })
const share = fc.integer({ min: 0, max: 10_000 }).map((of) => of / 10_000)

/** The oracle: walks along all pieces and keeps of each what lies between, as pairs of points. */
function walk(parts: Parts, fromM: number, toM: number): [Position, Position][] {
  const kept: [Position, Position][] = []
  let atM = 0
  for (const one of parts)
    for (let i = 1; i < one.length; i++) {
      const a = one[i - 1]
      const b = one[i]
      const stepM = apartM(a, b)
      const low = Math.max(fromM, atM)
      const high = Math.min(toM, atM + stepM)
      const on = (m: number): Position => {
        const share = (m - atM) / stepM
        const turn = ((b[0] - a[0] + 540) % 360) - 180
        return [a[0] + turn * share, a[1] + (b[1] - a[1]) * share, null]
      }
      if (high > low) kept.push([on(low), on(high)])
      atM += stepM
    }
  return kept
}

test('a cut is what walking along the line finds between the two marks', () => {
  fc.assert(
    fc.property(line, share, share, (parts, a, b) => {
      const measured = measureLine(parts)
      const fromM = Math.min(a, b) * measured.lengthM
      const toM = Math.max(a, b) * measured.lengthM
      fc.pre(toM - fromM > 0.2)
      // at an end of a part both sides are right
      const ends = measured.atM.flatMap((column) => [column[0], column.at(-1)!])
      fc.pre(ends.every((end) => Math.abs(end - fromM) > 0.1 && Math.abs(end - toM) > 0.1))
      const walked = walk(parts, fromM, toM)
      const cut = cutLine(measured, fromM, toM)
      expect(lengthOf(cut)).toBeGreaterThan(toM - fromM - 0.3)
      expect(lengthOf(cut)).toBeLessThan(toM - fromM + 0.3)
      expect(apartM(cut[0][0], walked[0][0])).toBeLessThan(0.2)
      expect(apartM(cut.at(-1)!.at(-1)!, walked.at(-1)![1])).toBeLessThan(0.2)
      // its inner points are those of the line, in order, and nothing is bridged
      const inner = cut.flatMap((piece) => piece.slice(1, -1))
      const all = parts.flat()
      let next = 0
      for (const point of inner) {
        next = all.indexOf(point, next)
        expect(next).toBeGreaterThanOrEqual(0)
        next++
      }
      for (const piece of cut) expect(piece.length).toBeGreaterThan(1)
      for (const piece of cut.slice(1)) expect(parts.map((one) => one[0])).toContain(piece[0])
      expect(apartM(pointAlong(measured, fromM), cut[0][0])).toBeLessThan(0.2)
    }),
    { numRuns: 1000 },
  )
})

test('the pieces of a partition join to the whole line', () => {
  fc.assert(
    fc.property(line, fc.array(share, { maxLength: 12 }), (parts, marks) => {
      const measured = measureLine(parts)
      // as metres are reported: to a tenth
      const reported = (m: number) => Math.round(m * 10) / 10
      const cuts = [
        ...new Set([0, ...marks.map((share) => reported(share * measured.lengthM)), reported(measured.lengthM)]),
      ].sort((a, b) => a - b)
      const joined: Position[][] = []
      for (let i = 1; i < cuts.length; i++)
        for (const piece of cutLine(measured, cuts[i - 1], cuts[i])) {
          const end = joined.at(-1)?.at(-1)
          if (end !== undefined && end[0] === piece[0][0] && end[1] === piece[0][1])
            joined.at(-1)!.push(...piece.slice(1))
          else joined.push([...piece])
        }
      const whole = parts.filter((one) => lengthOf([one]) > 0.2)
      const drawn = joined.filter((one) => lengthOf([one]) > 0.2)
      // parts that touch by chance are joined by the test itself
      fc.pre(parts.every((one, i) => i === 0 || apartM(parts[i - 1].at(-1)!, one[0]) > 1))
      expect(drawn).toHaveLength(whole.length)
      for (const [i, one] of whole.entries()) {
        expect(Math.abs(lengthOf([one]) - lengthOf([drawn[i]]))).toBeLessThan(0.3)
        const places = new Set(drawn[i].map(([lon, lat]) => `${lon} ${lat}`))
        // points that lie in one place, to a rounding, are one
        const missing = one.filter(([lon, lat]) => !places.has(`${lon} ${lat}`))
        for (const point of missing) expect(Math.min(...drawn[i].map((own) => apartM(own, point)))).toBeLessThan(0.11)
      }
    }),
    { numRuns: 1000 },
  )
})

test('an end between two points has their heights in proportion, and none where one has none', () => {
  const M = 360 / (2 * Math.PI * 6_371_008.8)
  const measured = measureLine([
    [
      [0, 0, 100],
      [100 * M, 0, 200],
      [200 * M, 0, null],
      [300 * M, 0, 80],
    ],
  ])
  expect(cutLine(measured, 225, 300)[0][0][2]).toBeNull()
  expect(cutLine(measured, 25, 150)).toEqual([
    [
      [Number((25 * M).toFixed(7)), 0, 125],
      [100 * M, 0, 200],
      [Number((150 * M).toFixed(7)), 0, null],
    ],
  ])
})

test('a stretch without length, and one beyond the line, has no line', () => {
  const M = 360 / (2 * Math.PI * 6_371_008.8)
  const measured = measureLine([
    [
      [0, 0, null],
      [100 * M, 0, null],
    ],
  ])
  expect(cutLine(measured, 50, 50)).toEqual([])
  expect(cutLine(measured, 100, 130)).toEqual([])
  expect(cutLine(measureLine([[[5, 5, null]]]), 0, 0)).toEqual([])
  expect(pointAlong(measured, 130)).toEqual([100 * M, 0, null])
})

test('a piece across the antimeridian stays there', () => {
  const measured = measureLine([
    [
      [179.999, 10, null],
      [-179.999, 10, null],
    ],
  ])
  const [[from, to]] = cutLine(measured, measured.lengthM * 0.25, measured.lengthM * 0.75)
  expect(from[0]).toBeCloseTo(179.9995, 5)
  expect(to[0]).toBeCloseTo(-179.9995, 5)
})

test('where one part ends and the next begins, a stretch starts on the next', () => {
  const M = 360 / (2 * Math.PI * 6_371_008.8)
  const measured = measureLine([
    [
      [0, 0, null],
      [100 * M, 0, null],
    ],
    [
      [1, 1, null],
      [1, 1 + 100 * M, null],
    ],
  ])
  expect(pointAlong(measured, 100)).toEqual([1, 1, null])
  expect(cutLine(measured, 50, 150).map((piece) => piece.length)).toEqual([2, 2])
  expect(cutLine(measured, 100, 150)).toHaveLength(1)
  expect(cutLine(measured, 50, 100)).toHaveLength(1)
})
