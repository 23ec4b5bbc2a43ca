import { expect, test } from 'vitest'
import { parseTrack } from '../../../src/web/embed/load-subject.ts'

const point = (lon: number, lat: number, heightM?: number) =>
  `<trkpt lat="${lat}" lon="${lon}">${heightM === undefined ? '' : `<ele>${heightM}</ele>`}</trkpt>`
const file = (...segments: string[]) =>
  `<gpx><trk>${segments.map((segment) => `<trkseg>${segment}</trkseg>`).join('')}</trk></gpx>`

test('segments are parts; a height that is missing is missing, never 0', () => {
  expect(parseTrack(file(point(1, 42, 900) + point(1.01, 42), point(2, 43) + point(2.01, 43, 0)))).toEqual({
    parts: [
      [
        [1, 42, 900],
        [1.01, 42],
      ],
      [
        [2, 43],
        [2.01, 43, 0],
      ],
    ],
    thinned: null,
  })
})

test('a part of one point is no line; a text without a line is no track', () => {
  expect(parseTrack(file(point(1, 42), point(2, 43) + point(2.01, 43)))!.parts).toHaveLength(1)
  for (const text of ['', 'body { margin: 0 }', file(), file(point(1, 42))]) expect(parseTrack(text)).toBeNull()
})

test('a long file is thinned to what a profile takes, and says by how much', () => {
  const track = parseTrack(
    file(Array.from({ length: 9000 }, (_, i) => point(1 + i * 1e-4, 42 + Math.sin(i) * 1e-4)).join('')),
  )!
  expect(track.parts[0].length).toBeLessThanOrEqual(5000)
  expect(track.thinned).toEqual({ points: track.parts[0].length, deviationM: expect.any(Number) })
  expect(track.thinned!.deviationM).toBeGreaterThan(0)
})
