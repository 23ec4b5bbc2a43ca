import fc from 'fast-check'
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { scanGpx } from '../../../src/course/gpx/gpx-text.ts'
import { plausibleHeights } from '../../../src/course/check-heights.ts'
import { readCourse } from '../../../src/course/read-course.ts'
import { simplifyCourse, type SimplifySettings } from '../../../src/course/simplify/simplify-course.ts'
import { climbOf } from '../../../src/geo/climb.ts'
import { measureDeviationM } from '../deviation-oracle.ts'
import { hasRealData, listGpxFiles, readText } from '../gpx-files.ts'

const plain: SimplifySettings = { keepClimb: false, keepStops: false, indices: true }
const lineString = (coordinates: number[][]) => ({ type: 'LineString', coordinates })
const gpxOf = (points: { lon: number; lat: number; ele?: number; time?: string }[], before = '') =>
  `<gpx>${before}<trk><trkseg>\n${points.map((p) => `  <trkpt lat="${p.lat}" lon="${p.lon}">${p.ele === undefined ? '' : `<ele>${p.ele}</ele>`}${p.time === undefined ? '' : `<time>${p.time}</time>`}</trkpt>\n`).join('')}</trkseg></trk></gpx>`
const clock = (s: number) => new Date(Date.UTC(2024, 0, 1) + s * 1000).toISOString()

test('a straight line keeps its ends and says what it lost', () => {
  const { input, result, geometry } = simplifyCourse(
    {
      geometry: lineString([
        [0, 0],
        [0.001, 0],
        [0.002, 0],
        [0.003, 0],
      ]),
    },
    plain,
  )
  expect(input).toEqual({ format: 'geojson', segments: 1, points: 4 })
  expect(geometry).toEqual(
    lineString([
      [0, 0],
      [0.003, 0],
    ]),
  )
  expect(result).toMatchObject({
    points: 2,
    removed: 2,
    maxDeviationM: 0,
    indices: [0, 3],
    ascentBeforeM: null,
    ascentAfterM: null,
    stops: 0,
    keptStops: 0,
    notKept: [],
  })
})

test('features keep their properties, collections their features, and ends of every part stay', () => {
  const feature = (coordinates: number[][][]) => ({
    type: 'Feature',
    id: 7,
    properties: { name: 'x' },
    geometry: { type: 'MultiLineString', coordinates },
  })
  const collection = {
    type: 'FeatureCollection',
    features: [
      feature([
        [
          [0, 0],
          [1e-5, 0],
          [2e-5, 0],
        ],
        [
          [1, 1],
          [1, 1.00001],
        ],
      ]),
      {
        type: 'Feature',
        properties: null,
        geometry: lineString([
          [5, 5],
          [5, 5.00001],
          [5, 5.1],
        ]),
      },
    ],
  }
  const before = structuredClone(collection)
  const { geometry, result } = simplifyCourse({ geometry: collection }, plain)
  expect(geometry).toEqual({
    type: 'FeatureCollection',
    features: [
      feature([
        [
          [0, 0],
          [2e-5, 0],
        ],
        [
          [1, 1],
          [1, 1.00001],
        ],
      ]),
      {
        type: 'Feature',
        properties: null,
        geometry: lineString([
          [5, 5],
          [5, 5.1],
        ]),
      },
    ],
  })
  expect(collection).toEqual(before)
  expect(result.indices).toEqual([0, 2, 3, 4, 5, 7])
})

test('kept points of a GPX stay byte for byte, removed ones go with their lines', () => {
  const text = gpxOf([
    { lon: 0, lat: 0 },
    { lon: 0.001, lat: 0 },
    { lon: 0.002, lat: 0 },
  ])
  expect(simplifyCourse({ gpx: text }, plain).gpx).toBe(text.replace('  <trkpt lat="0" lon="0.001"></trkpt>\n', ''))
})

test('a pause of ten minutes is kept, one of nine is not', () => {
  const walk = (pauseS: number) =>
    gpxOf(Array.from({ length: 9 }, (_, i) => ({ lon: i * 1e-4, lat: 0, time: clock(i * 10 + (i > 4 ? pauseS : 0)) })))
  const settings = { ...plain, keepStops: true }
  expect(simplifyCourse({ gpx: walk(600) }, settings).result).toMatchObject({
    indices: [0, 4, 5, 8],
    stops: 1,
    keptStops: 1,
  })
  expect(simplifyCourse({ gpx: walk(530) }, settings).result).toMatchObject({ indices: [0, 8], stops: 0, keptStops: 0 })
})

test('a rest recorded second by second is one stop', () => {
  const points = Array.from({ length: 1000 }, (_, i) => ({
    lon: i < 100 ? i * 2e-5 : i < 900 ? 2e-3 + (i % 3) * 1e-5 : (i - 800) * 2e-5,
    lat: 0,
    time: clock(i),
  }))
  const { result } = simplifyCourse({ gpx: gpxOf(points) }, { ...plain, keepStops: true })
  expect(result.stops).toBe(1)
  expect(result.keptStops).toBe(1)
  expect(result.indices!.length).toBe(4)
})

test('a rest in which the recorder falls asleep is two stops', () => {
  const restS = [0, 10, 20, 400, 640, 2000, 2010, 2020, 2030]
  const points = restS.map((s, i) => ({
    lon: i < 3 ? i * 1e-4 : i < 7 ? 3e-4 + i * 1e-5 : i * 1e-4,
    lat: 0,
    time: clock(s),
  }))
  const { result } = simplifyCourse({ gpx: gpxOf(points) }, { ...plain, keepStops: true })
  expect(result).toMatchObject({ stops: 2, keptStops: 2, indices: [0, 2, 4, 5, 8] })
})

test('a slow step between far points is no pause, and times that run backwards make none', () => {
  const far = gpxOf([
    { lon: 0, lat: 0, time: clock(0) },
    { lon: 0.01, lat: 0, time: clock(900) },
    { lon: 0.02, lat: 0, time: clock(1800) },
  ])
  expect(simplifyCourse({ gpx: far }, { ...plain, keepStops: true }).result.stops).toBe(0)
  const back = gpxOf([
    { lon: 0, lat: 0, time: clock(5000) },
    { lon: 1e-5, lat: 0, time: clock(0) },
    { lon: 2e-5, lat: 0 },
  ])
  expect(simplifyCourse({ gpx: back }, { ...plain, keepStops: true }).result.stops).toBe(0)
})

test('the point at a waypoint is kept', () => {
  const text = gpxOf(
    Array.from({ length: 9 }, (_, i) => ({
      lon: 179.9996 + i * 1e-4 > 180 ? i * 1e-4 - 180.0004 : 179.9996 + i * 1e-4,
      lat: 0,
    })),
    '<wpt lat="0.0001" lon="-179.99991"/><wpt lat="1" lon="0"/>',
  )
  expect(simplifyCourse({ gpx: text }, { ...plain, keepStops: true }).result).toMatchObject({
    indices: [0, 5, 8],
    stops: 1,
    keptStops: 1,
    maxDeviationM: 0,
  })
})

test('climb is held within one per cent, voids and all', () => {
  const points = Array.from({ length: 400 }, (_, i) => ({
    lon: i * 1e-4,
    lat: 0,
    ...(i % 97 < 3 ? {} : { ele: 500 + 60 * Math.sin(i / 9) + i }),
  }))
  const held = simplifyCourse({ gpx: gpxOf(points) }, { ...plain, keepClimb: true }).result
  const loose = simplifyCourse({ gpx: gpxOf(points) }, plain).result
  expect(Math.abs(held.ascentAfterM! - held.ascentBeforeM!)).toBeLessThanOrEqual(held.ascentBeforeM! * 0.01)
  expect(Math.abs(held.descentAfterM! - held.descentBeforeM!)).toBeLessThanOrEqual(held.descentBeforeM! * 0.01)
  expect(Math.abs(loose.ascentAfterM! - loose.ascentBeforeM!)).toBeGreaterThan(loose.ascentBeforeM! * 0.5)
})

test('climb is held within one per cent on any heights, with voids and in several parts', () => {
  const step = fc.record({
    up: fc.integer({ min: -40, max: 40 }),
    isVoid: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
    run: fc.integer({ min: 1, max: 9 }),
  })
  fc.assert(
    fc.property(
      fc.array(fc.array(step, { minLength: 2, maxLength: 25 }), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(2, 50, 1000),
      (parts, toleranceM) => {
        let lon = 0
        let height = 1000
        const coordinates = parts
          .map((steps) =>
            steps.flatMap(({ up, isVoid, run }) =>
              Array.from({ length: run }, () => {
                lon += 1e-4
                height += up / run
                return isVoid ? [lon, 1e-5 * (run % 3)] : [lon, 1e-5 * (run % 3), height]
              }),
            ),
          )
          .filter((line) => line.length > 1)
        const { result } = simplifyCourse(
          { geometry: { type: 'MultiLineString', coordinates } },
          { toleranceM, keepClimb: true, keepStops: true, indices: false },
        )
        fc.pre(result.ascentBeforeM !== null)
        // answers are rounded to 0.1 m
        expect(Math.abs(result.ascentAfterM! - result.ascentBeforeM!)).toBeLessThanOrEqual(
          0.01 * result.ascentBeforeM! + 0.11,
        )
        expect(Math.abs(result.descentAfterM! - result.descentBeforeM!)).toBeLessThanOrEqual(
          0.01 * result.descentBeforeM! + 0.11,
        )
        expect(result.notKept).toEqual([])
      },
    ),
    { numRuns: 150 },
  )
})

test('a line over the antimeridian or a pole keeps the points that it keeps elsewhere', () => {
  const wave = Array.from({ length: 300 }, (_, i): [number, number] => [
    (i - 150) * 1e-3,
    2e-3 * Math.sin(i / 9) + 1e-3 * Math.sin(i / 2),
  ])
  const keptAt = (place: (x: number, y: number) => [number, number], settings: object) =>
    simplifyCourse(
      { geometry: { type: 'LineString', coordinates: wave.map(([x, y]) => place(x, y)) } },
      { keepClimb: false, keepStops: false, indices: true, ...settings },
    ).result
  const around = (x: number): number => (x > 180 ? x - 360 : x)
  // the same figure on the sphere, turned so that its middle lies on the north pole
  const overPole = (x: number, y: number): [number, number] => {
    const [lon, lat] = [(x * Math.PI) / 180, (y * Math.PI) / 180]
    const v = [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)]
    return [(Math.atan2(v[1], -v[2]) * 180) / Math.PI, (Math.asin(Math.min(1, v[0])) * 180) / Math.PI]
  }
  for (const settings of [{ toleranceM: 60 }, { maxPoints: 40 }]) {
    const plainly = keptAt((x, y) => [x, y], settings)
    expect(plainly.points).toBeGreaterThan(10)
    for (const place of [(x: number, y: number): [number, number] => [around(180 + x), y], overPole]) {
      const there = keptAt(place, settings)
      expect(there.points).toBe(plainly.points)
      expect(there.maxDeviationM).toBeCloseTo(plainly.maxDeviationM, 3)
      expect(there.distanceBeforeM).toBeCloseTo(plainly.distanceBeforeM, 0)
    }
  }
})

test('a number of points wins over stops and climb, and the report says so', () => {
  const points = Array.from({ length: 40 }, (_, i) => ({
    lon: i * 1e-3,
    lat: 0,
    ele: 100 + (i % 2) * 50,
    time: clock(i * 100 + (i > 20 ? 6000 : 0)),
  }))
  const { result } = simplifyCourse(
    { gpx: gpxOf(points, '<wpt lat="0" lon="0.005"/>') },
    { maxPoints: 3, keepClimb: true, keepStops: true, indices: false },
  )
  expect(result.points).toBeLessThanOrEqual(3)
  expect(result.stops).toBeGreaterThanOrEqual(1)
  expect(result.notKept.map((one) => one.what)).toEqual(['stops', 'climb'])
  expect(result).not.toHaveProperty('indices')
})

test.each([
  ['both ways of saying how many', { ...plain, toleranceM: 10, maxPoints: 5 }, 'invalid_input'],
  ['fewer points than ends', { ...plain, maxPoints: 3 }, 'invalid_input'],
])('%s is refused', (_what, settings, code) => {
  const geometry = {
    type: 'MultiLineString',
    coordinates: [
      [
        [0, 0],
        [1, 1],
      ],
      [
        [2, 2],
        [3, 3],
      ],
    ],
  }
  expect(() => simplifyCourse({ geometry }, settings)).toThrow(
    expect.objectContaining({ code, inputPath: 'maxPoints' }),
  )
})

describe.skipIf(!hasRealData)('on real files (needs real data)', () => {
  const files = listGpxFiles('gpx/ordinary', 'andorra/gpx').filter(([name]) => !name.includes('40wpt'))
  test.each(files)('%s: tolerance, budget, climb and stops hold', (_name, path) => {
    const text = readText(path)
    const course = readCourse({ gpx: text }, { points: 50_000 })
    const points = Array.from(course.lon, (lon, i): [number, number] => [lon, course.lat[i]])
    for (const settings of [
      { toleranceM: 5, keepClimb: true, keepStops: true, indices: true },
      { maxPoints: Math.max(12, Math.round(course.count / 15)), keepClimb: true, keepStops: true, indices: true },
    ]) {
      const { gpx, result } = simplifyCourse({ gpx: text }, settings)
      expect(XMLValidator.validate(gpx!.replace(/^\ufeff/, ''))).toBe(true)
      const ends = [...course.partStart].slice(1).map((end) => end - 1)
      for (const index of [...course.partStart].slice(0, -1).concat(ends)) expect(result.indices).toContain(index)
      for (let p = 0; p + 1 < course.partStart.length; p++) {
        const kept = result.indices!.filter((i) => i >= course.partStart[p] && i < course.partStart[p + 1])
        expect(measureDeviationM(points, kept)).toBeLessThanOrEqual(result.maxDeviationM + 1e-4)
      }
      const again = readCourse({ gpx: gpx! }, { points: 50_000 })
      expect(again.count).toBe(result.points)
      expect([...again.lon]).toEqual(result.indices!.map((i) => course.lon[i]))
      result.indices!.forEach((index, i) => {
        const from = course.source!,
          to = again.source!
        expect(to.text.slice(to.start[i], to.end[i])).toBe(from.text.slice(from.start[index], from.end[index]))
      })
      if ('toleranceM' in settings) {
        expect(result.maxDeviationM).toBeLessThanOrEqual(5)
        expect(result.keptStops).toBe(result.stops)
        if (course.partStart.length === 2 && result.ascentBeforeM !== null) {
          const right = plausibleHeights(course)
          const heights = result.indices!.map((i) => right[i]).filter((height) => !Number.isNaN(height))
          expect(climbOf(heights).ascentM).toBeCloseTo(result.ascentAfterM!, 0)
          expect(Math.abs(result.ascentAfterM! - result.ascentBeforeM!)).toBeLessThanOrEqual(
            0.01 * result.ascentBeforeM + 0.1,
          )
        }
      } else expect(result.points).toBeLessThanOrEqual(settings.maxPoints)
      expect(scanGpx(gpx!, 50_000).kind.length).toBe(scanGpx(text, 50_000).kind.length - result.removed)
    }
  })
})
