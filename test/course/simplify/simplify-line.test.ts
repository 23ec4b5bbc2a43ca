import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviationOf } from '../../../src/course/simplify/min-links.ts'
import { searchLong, simplifyToBudget, simplifyToTolerance } from '../../../src/course/simplify/simplify-line.ts'
import { splitToBudget } from '../../../src/course/simplify/split-line.ts'
import { farthestFromArc, toUnitVectors } from '../../../src/course/simplify/sphere-arc.ts'
import { EARTH_RADIUS_M } from '../../../src/geo/lon-lat.ts'
import { measureDeviationM, toArcM } from '../deviation-oracle.ts'
import { caseCount } from '../../support/case-count.ts'
import { between, longitude } from '../../support/arbitraries.ts'

type Point = [lon: number, lat: number]
const wander = fc
  .record({
    lon: fc.constantFrom<number>(7, 179.9995, -60),
    lat: fc.constantFrom<number>(46, 0, -75, 89.99),
    scale: fc.constantFrom(1e-5, 1e-4, 1e-2),
    steps: fc.array(fc.tuple(fc.integer({ min: -6, max: 10 }), fc.integer({ min: -8, max: 8 })), {
      minLength: 1,
      maxLength: 11,
    }),
  })
  .map(({ lon, lat, scale, steps }): Point[] => {
    const points: Point[] = [[lon, lat]]
    for (const [dx, dy] of steps) {
      lon += dx * scale
      lat = Math.min(90, lat + dy * scale)
      points.push([lon > 180 ? lon - 360 : lon, lat])
    }
    return points
  })
const vectorsOf = (points: Point[]) =>
  toUnitVectors(
    points.map((p) => p[0]),
    points.map((p) => p[1]),
  )
const ends = (points: Point[]): [number, number][] => [[0, points.length - 1]]

/** Every choice of inner points, smallest largest deviation among those of at most `keep` points. */
function bruteForce(points: Point[], keep: number): number {
  const inner = points.length - 2
  let best = Infinity
  for (let bits = 0; bits < 1 << Math.max(0, inner); bits++) {
    const kept = [0]
    for (let i = 0; i < inner; i++) if (bits & (1 << i)) kept.push(i + 1)
    kept.push(points.length - 1)
    if (kept.length <= keep) best = Math.min(best, measureDeviationM(points, kept))
  }
  return best
}

test('a budget gives the smallest possible largest deviation, as every choice tried shows', () => {
  fc.assert(
    fc.property(wander, fc.integer({ min: 2, max: 12 }), (points, keep) => {
      const choice = simplifyToBudget(vectorsOf(points), ends(points), keep - 1)
      const kept = [0, ...choice.inner, points.length - 1]
      expect(kept.length).toBeLessThanOrEqual(Math.max(2, keep))
      const best = bruteForce(points, keep)
      expect(Math.abs(measureDeviationM(points, kept) - choice.maxDeviationM)).toBeLessThan(1e-5)
      expect(choice.maxDeviationM).toBeLessThanOrEqual(best + 1e-5)
      expect(choice.provenBoundM).toBeLessThanOrEqual(best + 1e-5)
      expect(choice.maxDeviationM - choice.provenBoundM).toBeLessThanOrEqual(1e-5)
    }),
    { numRuns: caseCount(50, 120) },
  )
})

test('a tolerance is kept, with the fewest points that can keep it', () => {
  fc.assert(
    fc.property(wander, between(0.5, 1000), (points, toleranceM) => {
      const { inner, maxDeviationM } = simplifyToTolerance(vectorsOf(points), ends(points), toleranceM)
      const kept = [0, ...inner, points.length - 1]
      expect(measureDeviationM(points, kept)).toBeLessThanOrEqual(toleranceM + 1e-6)
      expect(Math.abs(measureDeviationM(points, kept) - maxDeviationM)).toBeLessThan(1e-5)
      if (kept.length > 2) expect(bruteForce(points, kept.length - 1)).toBeGreaterThan(toleranceM - 1e-5)
    }),
    { numRuns: caseCount(50, 120) },
  )
})

test('a budget is never worse than Douglas-Peucker, over several sections too', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 3, max: 60 }), (seed, links) => {
      const points = walk(seed, 400)
      const sections: [number, number][] = [
        [0, 150],
        [150, 250],
        [251, 399],
      ]
      const line = vectorsOf(points)
      const choice = simplifyToBudget(line, sections, links)
      expect(choice.inner.length + 3).toBeLessThanOrEqual(links)
      const split = splitToBudget(line, sections, links, { left: 1e9 })
      const worst = (inner: number[]) =>
        Math.max(
          ...sections.map(([from, to]) =>
            measureDeviationM(points, [from, ...inner.filter((i) => i > from && i < to), to]),
          ),
        )
      expect(worst(choice.inner)).toBeLessThanOrEqual(worst(split) + 1e-5)
      expect(choice.maxDeviationM - choice.provenBoundM).toBeLessThan(1e-5)
    }),
    { numRuns: 15 },
  )
})

test('beyond 5,000 points the answer stays within 1.05 of its proven bound', () => {
  const points = walk(7, 9000)
  const choice = simplifyToBudget(vectorsOf(points), ends(points), 400)
  expect(choice.maxDeviationM).toBeLessThanOrEqual(choice.provenBoundM * 1.05)
  expect(measureDeviationM(points, [0, ...choice.inner, points.length - 1])).toBeCloseTo(choice.maxDeviationM, 4)
})

const HARD: Record<string, (i: number, random: () => number) => Point> = {
  'straight with noise': (i, random) => [7 + i * 2e-5, 46 + (random() - 0.5) * 1e-4],
  'a circle': (i) => [7 + 0.1 * Math.cos((i / 12_000) * 2 * Math.PI), 46 + 0.07 * Math.sin((i / 12_000) * 2 * Math.PI)],
  'a circle walked twenty times': (i) => [
    7 + 0.1 * Math.cos((i / 600) * 2 * Math.PI),
    46 + 0.07 * Math.sin((i / 600) * 2 * Math.PI),
  ],
  'scattered points': (_, random) => [7 + random() * 0.1, 46 + random() * 0.07],
  'a stand with wandering positions': (_, random) => [
    7 + (random() + random() + random()) * 1e-4,
    46 + (random() + random() + random()) * 7e-5,
  ],
  'points all in one place': () => [7, 46],
}
test.each(Object.keys(HARD))(
  '%s: few points kept of 12,000 stay within 1.05 of the proven bound, never worse than Douglas-Peucker',
  (name) => {
    const random = randomFrom(3)
    const points = Array.from({ length: 12_000 }, (_, i) => HARD[name](i, random))
    const line = vectorsOf(points)
    for (const links of [1, 12, 150]) {
      const choice = simplifyToBudget(line, ends(points), links)
      const kept = [0, ...choice.inner, points.length - 1]
      expect(kept.length - 1).toBeLessThanOrEqual(links)
      expect(choice.maxDeviationM).toBeLessThanOrEqual(Math.max(1e-6, choice.provenBoundM * 1.05))
      expect(choice.maxDeviationM).toBeLessThanOrEqual(
        deviationOf(line, [0, ...splitToBudget(line, ends(points), links, { left: 1e9 }), points.length - 1]) *
          EARTH_RADIUS_M,
      )
      expect(choice.maxDeviationM).toBeCloseTo(deviationOf(line, kept) * EARTH_RADIUS_M, 6)
    }
  },
)

test('the bound of long lines is never above the best there is, as the exact search shows', () => {
  for (const [seed, make] of [
    [1, HARD['straight with noise']],
    [2, HARD['scattered points']],
    [3, HARD['a stand with wandering positions']],
  ] as const) {
    const random = randomFrom(seed)
    const points = Array.from({ length: 1500 }, (_, i) => make(i, random))
    const line = vectorsOf(points)
    for (const links of [2, 9, 60, 400]) {
      const exact = simplifyToBudget(line, ends(points), links)
      expect(exact.maxDeviationM - exact.provenBoundM).toBeLessThan(1e-5)
      const long = {
        inner: [] as number[],
        maxDeviationM: deviationOf(line, [0, points.length - 1]) * EARTH_RADIUS_M,
        provenBoundM: 0,
      }
      searchLong(line, ends(points), links, long, 1e9)
      expect(long.provenBoundM).toBeLessThanOrEqual(exact.maxDeviationM + 1e-5)
      expect(long.maxDeviationM).toBeGreaterThanOrEqual(exact.maxDeviationM - 1e-5)
      expect(long.maxDeviationM).toBeLessThanOrEqual(long.provenBoundM * 1.05)
    }
  }
})

test('with next to no work the answer is still no worse than Douglas-Peucker, and its bound no more than it', () => {
  const random = randomFrom(5)
  const points = Array.from({ length: 6000 }, (_, i) => HARD['straight with noise'](i, random))
  const line = vectorsOf(points)
  const choice = simplifyToBudget(line, ends(points), 20, 50_000)
  expect(choice.inner.length).toBeLessThan(20)
  expect(choice.maxDeviationM).toBeLessThanOrEqual(
    deviationOf(line, [0, ...splitToBudget(line, ends(points), 20, { left: 50_000 }), points.length - 1]) *
      EARTH_RADIUS_M,
  )
  expect(choice.provenBoundM).toBeLessThanOrEqual(choice.maxDeviationM)
})

test('a line that would take quadratic time is still answered within its tolerance', () => {
  const points = Array.from(
    { length: 3000 },
    (_, i): Point => [7 + Math.cos(i * 0.5) * i * 1e-6, 46 + Math.sin(i * 0.5) * i * 1e-6],
  )
  const { inner } = simplifyToTolerance(vectorsOf(points), ends(points), 2, 5000)
  expect(measureDeviationM(points, [0, ...inner, points.length - 1])).toBeLessThanOrEqual(2 + 1e-6)
})

test('points more than a quarter of the globe apart are kept and measured', () => {
  const points: Point[] = [
    [0, 0],
    [100, 0],
    [-120, 10],
    [-20, -5],
  ]
  const choice = simplifyToBudget(vectorsOf(points), ends(points), 3)
  expect(choice).toMatchObject({ inner: [1, 2], maxDeviationM: 0 })
})

test('the distance to an arc is the one an independent search along the arc finds', () => {
  const place = fc.tuple(longitude, between(-89, 89))
  fc.assert(
    fc.property(place, place, fc.tuple(between(-1, 1), between(-1, 1)), (a, p, [dx, dy]) => {
      const b: Point = [Math.max(-180, Math.min(180, a[0] + dx)), Math.max(-90, Math.min(90, a[1] + dy))]
      const near: Point = [
        Math.max(-180, Math.min(180, a[0] + dx * dy + p[0] / 500)),
        Math.max(-90, Math.min(90, a[1] + dy / 2 + p[1] / 200)),
      ]
      const { angle } = farthestFromArc(vectorsOf([a, near, b]), 0, 2)
      expect(Math.abs(angle * 6_371_008.8 - toArcM(near, a, b))).toBeLessThan(1e-3)
    }),
    { numRuns: 300 },
  )
})

/** A walk of one-second steps that turns as walkers do. */
function walk(seed: number, count: number): Point[] {
  const random = randomFrom(seed)
  const points: Point[] = []
  let lon = 7,
    lat = 46,
    heading = 0,
    turn = 0
  for (let i = 0; i < count; i++) {
    points.push([lon, lat])
    turn = turn * 0.95 + (random() - 0.5) * 0.15
    heading += turn
    lon += Math.cos(heading) * 2e-5
    lat += Math.sin(heading) * 1.4e-5
  }
  return points
}

function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32
}
