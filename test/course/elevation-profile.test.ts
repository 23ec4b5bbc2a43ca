import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { english } from '../../src/language/catalogue-files.ts'
import { elevationProfile } from '../../src/course/elevation-profile.ts'
import { getHeightSeries, type HeightsAt } from '../../src/course/course-heights.ts'
import { readCourse } from '../../src/course/read-course.ts'
import { ServiceError } from '../../src/errors.ts'
import { climbOf } from '../../src/geo/climb.ts'
import { hasRealData, listGpxFiles, readText } from './gpx-files.ts'

const LIMITS = { points: 5000, lengthKm: 300 }
const M = 360 / (2 * Math.PI * 6_371_008.8) // degrees of a metre on the equator
const lineOf = (...parts: number[][][]) =>
  readCourse({ geometry: { type: 'MultiLineString', coordinates: parts } }, LIMITS)
const terrain =
  (height: (lon: number, lat: number) => number | null): HeightsAt =>
  async (points) =>
    points.map(([lon, lat]) => height(lon, lat))
/** A straight line along the equator with a point every `stepM`. */
const along = (lengthM: number, stepM: number, height?: (m: number) => number | null) =>
  Array.from(
    { length: Math.round(lengthM / stepM) + 1 },
    (_, i) => [i * stepM * M, 0, ...(height === undefined ? [] : [height(i * stepM)])] as number[],
  )

test('terrain between far points is sampled, and rows carry distance, height, grade and place', async () => {
  const { series, elevation, input, steepest } = await elevationProfile(
    lineOf(along(2000, 1000)),
    'auto',
    1000,
    terrain((lon) => 1000 + (lon / M) * 0.1),
  )
  expect(input).toEqual({ format: 'geojson', parts: 1, points: 3, lengthM: 2000 })
  expect(series.columns).toEqual(['distance_m', 'elevation_m', 'grade_pct', 'lon', 'lat'])
  expect(series.points.length).toBe(81)
  expect(series.points[40]).toEqual([1000, 1100, 10, Number((1000 * M).toFixed(6)), 0])
  expect(elevation).toMatchObject({
    source: 'terrain',
    ascentM: 200,
    descentM: 0,
    minM: 1000,
    maxM: 1200,
    unknownM: 0,
    check: null,
  })
  expect(steepest[0]).toMatchObject({ direction: 'up', gradePct: 10 })
  expect(series.parts).toEqual([{ fromM: 0, toM: 2000, first: 0, last: 80 }])
})

test('parts are runs of their own: no length, climb or grade between them', async () => {
  const { series, elevation, input } = await elevationProfile(
    lineOf(
      along(500, 50, () => 100),
      along(500, 50, () => 900),
    ),
    'recorded',
    1000,
    null,
  )
  expect(input.lengthM).toBe(1000)
  expect(elevation).toMatchObject({ ascentM: 0, descentM: 0, minM: 100, maxM: 900, source: 'recorded' })
  expect(series.parts).toEqual([
    { fromM: 0, toM: 500, first: 0, last: 10 },
    { fromM: 500, toM: 1000, first: 11, last: 21 },
  ])
  expect(series.points.every(([, , grade]) => grade === 0)).toBe(true)
})

test('a void is a null row with null grades around it, is reported, and is not climbed across', async () => {
  const { series, elevation, unknowns } = await elevationProfile(
    lineOf(along(3000, 25)),
    'terrain',
    20,
    terrain((lon) => (lon / M > 1400 && lon / M < 1500 ? null : lon / M < 1450 ? 500 : 900)),
  )
  const nulls = series.points.filter(([, height]) => height === null)
  expect(nulls.length).toBeGreaterThan(0)
  expect(elevation).toMatchObject({ ascentM: 0, unknownM: 100 })
  expect(unknowns.map(({ code, message }) => [code, english.render(message)])).toEqual([
    ['terrain_void', expect.stringContaining('100 m')],
  ])
  for (const [at, height, grade] of series.points)
    if (height === null || Math.abs((at as number) - 1450) < 90) expect(grade).toBeNull()
})

test('rows never exceed the number requested and keep ends, highs and lows of every part', async () => {
  const shape = fc.array(fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 2, maxLength: 120 }), {
    minLength: 1,
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(shape, fc.integer({ min: 20, max: 100 }), async (parts, points) => {
      let lat = 0
      const course = lineOf(
        ...parts.map((steps) => {
          let height = 1000
          lat += 1
          return steps.map((step, i) => [i * 50 * M, lat, (height += step)])
        }),
      )
      const { series, elevation } = await elevationProfile(course, 'recorded', points, null)
      expect(series.points.length).toBeLessThanOrEqual(points)
      expect(series.points.length).toBe(Math.min(points, course.count))
      let ascentM = 0
      series.parts.forEach(({ first, last, fromM, toM }, p) => {
        const heights = [...course.heightM.subarray(course.partStart[p], course.partStart[p + 1])]
        const rows = series.points.slice(first, last + 1)
        expect(rows[0][0]).toBe(fromM)
        expect(rows[rows.length - 1][0]).toBe(toM)
        expect(Math.max(...rows.map((row) => row[1] as number))).toBe(Math.max(...heights))
        expect(Math.min(...rows.map((row) => row[1] as number))).toBe(Math.min(...heights))
        for (let i = 1; i < rows.length; i++) expect(rows[i][0]).toBeGreaterThan(rows[i - 1][0] as number)
        ascentM += climbOf(heights).ascentM
      })
      expect(elevation.ascentM).toBeCloseTo(ascentM, 1)
    }),
    { numRuns: 150 },
  )
})

test('a grade is the slope between the ends of its window, and null where the ground in it is unknown, up to the samples around it', async () => {
  // in threes: no sample is where a window of 50 m to either side ends
  const sample = fc.record({
    m: fc.integer({ min: 2, max: 8 }).map((threes) => threes * 3),
    height: fc.option(fc.integer({ min: 500, max: 560 }), { freq: 25 }),
  })
  const seen = { known: 0, unknown: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(sample, { minLength: 2, maxLength: 80 }), async (samples) => {
      fc.pre(samples.some(({ height }) => height !== null))
      let lengthM = 0
      const line = samples.map(({ m }, i) => [(lengthM += i === 0 ? 0 : m) * M, 0])
      const heights = samples.map(({ height }) => height)
      const { series } = await elevationProfile(lineOf(line), 'terrain', 1000, async () => heights)
      expect(series.points).toHaveLength(samples.length)
      const at = line.map(([lon]) => lon / M)
      const heightAt = (m: number) => {
        const next = Math.max(
          1,
          at.findIndex((placeM) => placeM >= m - 1e-6),
        )
        const share = (m - at[next - 1]) / (at[next] - at[next - 1])
        return heights[next - 1]! + (heights[next]! - heights[next - 1]!) * share
      }
      series.points.forEach(([, , grade], row) => {
        const [fromM, toM] = [Math.max(0, at[row] - 50), Math.min(lengthM, at[row] + 50)]
        const first = at.findLastIndex((m) => m <= fromM + 1e-6)
        const last = at.findIndex((m) => m >= toM - 1e-6)
        const isKnown = toM - fromM > 20 - 1e-6 && heights.slice(first, last + 1).every((height) => height !== null)
        seen[isKnown ? 'known' : 'unknown']++
        if (isKnown) expect(grade).toBeCloseTo(((heightAt(toM) - heightAt(fromM)) / (toM - fromM)) * 100, 0)
        else expect(grade).toBeNull()
      })
    }),
    { numRuns: 100 },
  )
  expect(Math.min(seen.known, seen.unknown)).toBeGreaterThan(100)
})

test('a recorded height that is missing counts as on the straight line between those around it, by metres', async () => {
  const point = fc.record({ m: fc.integer({ min: 5, max: 60 }), climb: fc.integer({ min: -4, max: 4 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(point, { minLength: 40, maxLength: 60 }), fc.nat(1000), async (points, from) => {
      const [first, count] = [1 + (from % 30), 1 + (from % 3)]
      let [atM, height] = [0, 700]
      const all = points.map(({ m, climb }) => [(atM += m) * M, 0, (height += climb)])
      const given = all.map((position, i) => (i >= first && i < first + count ? position.slice(0, 2) : position))
      const { climbM, source } = await getHeightSeries(lineOf(given), 'recorded', null)
      expect(source).toBe('recorded')
      const [before, after] = [all[first - 1], all[first + count]]
      for (let i = 0; i < all.length; i++) {
        const share = (all[i][0] - before[0]) / (after[0] - before[0])
        const isMissing = i >= first && i < first + count
        expect(climbM[i]).toBeCloseTo(isMissing ? before[2] + (after[2] - before[2]) * share : all[i][2], 4)
      }
    }),
    { numRuns: 40 },
  )
})

test('no height is made between two parts, nor before the first and after the last of a part', async () => {
  const part = (lat: number, heights: (number | null)[]) =>
    heights.map((heightM, i) => [i * 10 * M, lat, ...(heightM === null ? [] : [heightM])])
  const rising = (from: number) => Array.from({ length: 40 }, (_, i) => from + i)
  const first = [null, ...rising(700), null]
  const second = [null, ...rising(900), null, 940]
  const coordinates = [part(0, first), part(1, second)]
  const course = readCourse({ geometry: { type: 'MultiLineString', coordinates } }, { points: 1000 })
  const { climbM } = await getHeightSeries(course, 'recorded', null)
  const bridged = [...second]
  bridged[41] = 939.5
  expect([...climbM].map((heightM) => (Number.isNaN(heightM) ? null : heightM))).toEqual([...first, ...bridged])
})

test('the steepest stretches of either direction are the steepest grades whose windows do not overlap, three at most', async () => {
  const shape = fc.array(fc.array(fc.integer({ min: -12, max: 12 }), { minLength: 2, maxLength: 60 }), {
    minLength: 1,
    maxLength: 3,
  })
  const seen = { up: 0, down: 0 }
  await fc.assert(
    fc.asyncProperty(shape, async (parts) => {
      // 30 m from point to point: no two windows of 100 m only touch
      const course = lineOf(
        ...parts.map((steps, lat) => {
          let height = 1000
          return [0, ...steps].map((step, i) => [i * 30 * M, lat, (height += step)])
        }),
      )
      const { series, steepest } = await elevationProfile(course, 'recorded', 1000, null)
      const half = series.gradeWindowM / 2
      const rows = series.parts.flatMap(({ first, last, fromM, toM }) =>
        (series.points.slice(first, last + 1) as [number, number, number | null][]).map(([at, , grade]) => ({
          ...{ gradePct: grade ?? 0, fromM: Math.max(fromM, at - half), toM: Math.min(toM, at + half) },
        })),
      )
      for (const [direction, sign] of [
        ['up', 1],
        ['down', -1],
      ] as const) {
        const left = rows.filter(({ gradePct }) => gradePct * sign > 0)
        const chosen: typeof left = []
        while (left.length > 0 && chosen.length < 3) {
          const best = left.reduce((a, b) => (b.gradePct * sign > a.gradePct * sign ? b : a))
          chosen.push(best)
          left.splice(0, left.length, ...left.filter((row) => row.toM <= best.fromM || row.fromM >= best.toM))
        }
        seen[direction] += chosen.length
        const reported = steepest.filter((one) => one.direction === direction)
        expect(reported.map(({ gradePct }) => gradePct)).toEqual(chosen.map(({ gradePct }) => gradePct))
        reported.forEach(({ fromM, toM }, k) => {
          expect(Math.abs(fromM - chosen[k].fromM)).toBeLessThan(0.2)
          expect(Math.abs(toM - chosen[k].toM)).toBeLessThan(0.2)
        })
      }
    }),
    { numRuns: 60 },
  )
  expect(Math.min(seen.up, seen.down)).toBeGreaterThan(60)
})

describe('recorded heights', () => {
  const ground = terrain((lon) => 500 + (lon / M) * 0.05)
  const good = (m: number) => 503 + m * 0.05
  const check = async (height: (m: number) => number | null, heightsAt: HeightsAt | null = ground) =>
    elevationProfile(lineOf(along(2000, 20, height)), 'auto', 500, heightsAt)

  test('near the terrain are used, and the check is reported', async () => {
    const { elevation, unknowns } = await check(good)
    expect(elevation).toMatchObject({
      source: 'recorded',
      ascentM: 100,
      check: { passed: true, reason: null, missingShare: 0, spikeShare: 0, offsetM: 3 },
    })
    expect(english.render(elevation.method)).toContain('recorded heights')
    // of an even number the middle two count
    const halves = lineOf(along(1980, 20, (m) => good(m) + (m < 990 ? 0 : 4)))
    expect((await elevationProfile(halves, 'auto', 500, ground)).elevation.check!.offsetM).toBe(5)
    expect(unknowns).toEqual([])
  })
  test.each([
    ['50 m off (ellipsoid heights)', (m: number) => good(m) + 50, '53 m above'],
    ['with a fifth missing', (m: number) => (m % 100 === 0 ? null : good(m)), '20.8 %'],
    ['with -9999 for missing', (m: number) => (m % 100 === 0 ? -9999 : good(m)), 'no usable height'],
    ['with spikes', (m: number) => good(m) + (m % 400 === 200 ? 80 : 0), 'spikes'],
    ['all the same', () => 550, 'all heights are 550 m'],
  ])('%s are not used, with the reason', async (_what, height, words) => {
    const { elevation, unknowns } = await check(height)
    expect(elevation.source).toBe('terrain')
    expect(elevation.check).toMatchObject({ passed: false })
    expect(unknowns.map(({ code, message }) => [code, english.render(message)])).toEqual([
      ['heights_recorded_rejected', expect.stringContaining(words)],
    ])
  })
  test('that fail are 422 when they were requested', async () => {
    await expect(elevationProfile(lineOf(along(2000, 20, () => 0)), 'recorded', 500, null)).rejects.toMatchObject({
      code: 'heights_unusable',
      status: 422,
    })
    await expect(elevationProfile(lineOf(along(2000, 20)), 'recorded', 500, null)).rejects.toMatchObject({
      code: 'no_heights',
      status: 422,
    })
  })
  test('are used without terrain when they pass by themselves', async () => {
    expect((await check(good, null)).elevation).toMatchObject({
      source: 'recorded',
      check: { offsetM: null, passed: true },
    })
    const down: HeightsAt = () => Promise.reject(new ServiceError('terrain_unavailable', 'none'))
    expect((await check(good, down)).elevation.source).toBe('recorded')
    await expect(elevationProfile(lineOf(along(2000, 20)), 'auto', 500, down)).rejects.toMatchObject({
      code: 'terrain_unavailable',
      status: 503,
    })
  })
})

test('terrain that is void everywhere is 422, and too few rows for the parts are 400', async () => {
  await expect(
    elevationProfile(
      lineOf(along(200, 20)),
      'auto',
      100,
      terrain(() => null),
    ),
  ).rejects.toMatchObject({ code: 'no_heights' })
  await expect(
    elevationProfile(
      lineOf(along(100, 20), along(100, 20)),
      'auto',
      3,
      terrain(() => 1),
    ),
  ).rejects.toMatchObject({ code: 'invalid_input', inputPath: 'points' })
})

test('terrain over the antimeridian is asked on the short way', async () => {
  const seen: number[] = []
  await elevationProfile(
    lineOf([
      [179.99, 10],
      [-179.99, 10],
    ]),
    'terrain',
    100,
    async (points) => points.map(([lon]) => (seen.push(lon), 5)),
  )
  expect(seen.length).toBeGreaterThan(50)
  expect(seen.every((lon) => Math.abs(lon) > 179.98 && Math.abs(lon) <= 180)).toBe(true)
})

describe.skipIf(!hasRealData)('on real files (needs real data)', () => {
  test.each(listGpxFiles('andorra/gpx').filter(([name]) => !name.includes('40wpt')))(
    '%s: rows, parts and climb agree',
    async (_name, path) => {
      const course = readCourse({ gpx: readText(path) }, LIMITS)
      const profile = await elevationProfile(
        course,
        'auto',
        200,
        terrain(() => 1500),
      )
      expect(profile.series.points.length).toBeLessThanOrEqual(200)
      expect(profile.series.parts[profile.series.parts.length - 1].toM).toBeCloseTo(course.lengthM, 0)
      expect(profile.elevation.maxM).toBe(Math.max(...profile.series.points.map((row) => row[1] ?? -Infinity)))
    },
  )
})
