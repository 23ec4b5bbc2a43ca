// Where waypoints and cues stand along lines that pass a place more than once.
// Sources: gimportexportdevs/gexporter#14, hishizuka/pizero_bikecomputer#44.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LinePlaces, type Mark, metresAlong, valueAt } from '../../../src/course/files/along-line.ts'
import { toFileLine } from '../../../src/course/files/file-content.ts'
import { distanceM } from '../../../src/geo/lon-lat.ts'
import { caseCount } from '../../support/case-count.ts'
import { between, latitude, longitude } from '../../support/arbitraries.ts'

type Part = [number, number][]
function placed(parts: Part[], marks: Mark[]): number[] {
  const line = toFileLine(parts.map((part) => part.map(([lon, lat]) => [lon, lat, null])))
  const atM = metresAlong(line)
  return new LinePlaces(line, atM).placeInOrder(marks).map((place) => valueAt(atM, place))
}
const at = ([lon, lat]: [number, number]): Mark => ({ lon, lat })
const rounded = (metres: number[]) => metres.map(Math.round)

test('out and back: go, left, turn round, right, arrive', () => {
  const line: Part = [42.5, 42.503, 42.51, 42.503, 42.5].map((lat) => [1.52, lat])
  expect(rounded(placed([line], line.map(at)))).toEqual([0, 334, 1112, 1890, 2224])
})

test('the same where the way back wanders, and with points between', () => {
  const out: Part = Array.from({ length: 101 }, (_, i) => [1.52, 42.5 + i * 1e-4])
  const back: Part = out.toReversed().map(([lon, lat], i) => [lon + 1e-4 * Math.sin(i), lat])
  const marks = [42.5, 42.503, 42.51, 42.503, 42.5].map((lat) => at([1.52, lat]))
  const metres = placed([[...out, ...back]], marks)
  expect(metres).toEqual(metres.toSorted((a, b) => a - b))
  expect(metres[1]).toBeCloseTo(334, -1)
  expect(metres[3]).toBeGreaterThan(1112)
})

test('laps: each lap has its cues, and a route that comes home has its goal at the end', () => {
  const round: Part = [
    [1.5, 42.5],
    [1.51, 42.5],
    [1.51, 42.51],
    [1.5, 42.51],
  ]
  const line: Part = [...round, ...round, ...round, [1.5, 42.5]]
  const metres = placed([line], line.map(at))
  const lapM = placed([[...round, [1.5, 42.5]]], [at([1.5, 42.5]), at([1.5, 42.5])])[1]
  expect(rounded(metres.filter((_, i) => i % 4 === 0))).toEqual([0, 1, 2, 3].map((lap) => Math.round(lap * lapM)))
  expect(metres).toEqual(metres.toSorted((a, b) => a - b))
})

test('a mark stands at the nearest place of the line in metres, at any latitude and over the antimeridian', () => {
  const far = placed(
    [
      [
        [20, 65],
        [20.01, 65.008],
        [20.05, 65.02],
      ],
    ],
    [at([20.01, 65])],
  )[0]
  expect(far).toBeGreaterThan(50)
  expect(far).toBeLessThan(250)
  const across: Part = [
    [179.9, 1],
    [-179.9, 1],
  ]
  expect(rounded(placed([across], [at([180, 1.001]), at([-179.95, 1])]))).toEqual([11118, 16677])
  const nearPole: Part = [
    [0, 89.9],
    [90, 89.9],
    [180, 89.9],
  ]
  expect(placed([nearPole], [at([90, 89.91]), at([180, 90])]).map((metres) => Math.round(metres / 1000))).toEqual([
    15, 24,
  ])
})

test('metres that a file has of a mark choose the passage, but not a place elsewhere', () => {
  const line: Part = [42.5, 42.51, 42.5].map((lat) => [1.52, lat])
  const twice = { lon: 1.52, lat: 42.503 }
  expect(rounded(placed([line], [{ ...twice, atM: 1890 }]))).toEqual([1890])
  expect(rounded(placed([line], [{ ...twice, atM: 334 }]))).toEqual([334])
  for (const atM of [1100, 1500, 900_000]) expect(rounded(placed([line], [{ ...twice, atM }]))).toEqual([334])
})

test('nothing is placed in the gap between parts, and a part of one point holds a mark', () => {
  const parts: Part[] = [
    [
      [1, 42],
      [1, 42.01],
    ],
    [[1.05, 42.005]],
    [
      [1.1, 42],
      [1.1, 42.01],
    ],
  ]
  const [between, lone] = placed(parts, [at([1.02, 42.005]), at([1.05, 42.005])])
  expect(between).toBeCloseTo(556, 0)
  expect(lone).toBeCloseTo(1112, 0)
})

const step = fc.integer({ min: -5, max: 5 })
const walk = fc
  .array(fc.tuple(step, step), { minLength: 2, maxLength: 40 })
  .map((steps): Part => {
    let [x, y] = [0, 0]
    return steps.map(([dx, dy]) => [8 + (x += dx) * 1e-3, 46 + (y += dy) * 1e-3])
  })
  .filter((line) => line.some(([lon, lat]) => lon !== line[0][0] || lat !== line[0][1]))

// the law: marks in the order of the line keep it, whatever the line does, and each is where it lies
test('marks that were taken from a line in order stand in that order, each at a place where the line passes it', () => {
  fc.assert(
    fc.property(walk, fc.array(fc.nat(1000), { minLength: 1, maxLength: 12 }), (line, picks) => {
      const indexes = picks.map((pick) => pick % line.length).sort((a, b) => a - b)
      const fileLine = toFileLine([line.map(([lon, lat]) => [lon, lat, null])])
      const places = new LinePlaces(fileLine, metresAlong(fileLine)).placeInOrder(indexes.map((i) => at(line[i])))
      const along = places.map(({ index, share }) => index + share)
      expect(along).toEqual(along.toSorted((a, b) => a - b))
      places.forEach(({ index, share }, m) => {
        const [lonA, latA] = line[index]
        const [lonB, latB] = line[Math.min(line.length - 1, index + 1)]
        const [lon, lat] = line[indexes[m]]
        const away = distanceM(lon, lat, lonA + (lonB - lonA) * share, latA + (latB - latA) * share)
        expect(away).toBeLessThanOrEqual(50.01)
      })
    }),
    { numRuns: caseCount(300, 5000) },
  )
})

// the oracle tries every piece
test('a single mark stands as near as the line comes', () => {
  fc.assert(
    fc.property(
      walk,
      fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 40 })),
      (line, [x, y]) => {
        const mark = at([8 + x * 1e-3, 46 + y * 1e-3])
        const fileLine = toFileLine([line.map(([lon, lat]) => [lon, lat, null])])
        const [{ index, share }] = new LinePlaces(fileLine, metresAlong(fileLine)).placeInOrder([mark])
        const awayFrom = (i: number, part: number) => {
          const [lonA, latA] = line[i]
          const [lonB, latB] = line[Math.min(line.length - 1, i + 1)]
          return distanceM(mark.lon, mark.lat, lonA + (lonB - lonA) * part, latA + (latB - latA) * part)
        }
        let least = Infinity
        for (let i = 0; i + 1 < line.length; i++)
          for (let k = 0; k <= 50; k++) least = Math.min(least, awayFrom(i, k / 50))
        expect(awayFrom(index, share)).toBeLessThanOrEqual(least + 0.1)
      },
    ),
    { numRuns: caseCount(100, 2000) },
  )
})

test('a mark has a place on lines of any doubles, of points that all but coincide', () => {
  const tiny = fc.oneof(between(-1e-6, 1e-6), fc.constantFrom(0, 180, -180), longitude)
  const lat = fc.oneof(between(-1e-6, 1e-6), fc.constantFrom(0, 90, -90), latitude)
  fc.assert(
    fc.property(fc.array(fc.tuple(tiny, lat), { minLength: 1, maxLength: 6 }), fc.tuple(tiny, lat), (line, mark) => {
      const [first, second] = placed([line], [at(mark), at(mark)])
      expect(first).toBeGreaterThanOrEqual(0)
      expect(second).toBeGreaterThanOrEqual(first)
    }),
    { numRuns: caseCount(500, 20_000) },
  )
})

test('thousands of marks on a line that is everywhere at once end soon, and lie where they are', () => {
  const line: Part = Array.from({ length: 50_000 }, (_, i) => [
    8 + 5e-4 * Math.sin(i * 1.7),
    46 + 5e-4 * Math.cos(i * 2.3),
  ])
  const fileLine = toFileLine([line.map(([lon, lat]) => [lon, lat, null])])
  const marks = Array.from({ length: 2000 }, (_, i) => at(line[i * 25]))
  const places = new LinePlaces(fileLine, metresAlong(fileLine)).placeInOrder(marks)
  const far = places.filter(({ index }, m) => distanceM(marks[m].lon, marks[m].lat, ...line[index]) > 150)
  expect([places.length, far]).toEqual([2000, []])
})
