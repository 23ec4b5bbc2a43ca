// Recordings made ready for "my pace". The readers of the service are the oracle: what is kept says to them what the
// file itself says, at the moments that were kept.

import { describe, expect, test } from 'vitest'
import { readFile } from '../../../src/course/files/read-file.ts'
import { scanGpx } from '../../../src/web/files/gpx-scan.ts'
import { keepLatest, MAX_PACE_FILES, toPaceFile } from '../../../src/web/files/pace-files.ts'
import { walkedFit, walkedGpx, walkedPoints, walkedTcx, type WalkPoint } from '../../support/recorded-walk.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const walked = walkedPoints(1).slice(0, 300)

/** Points of a kept GPX. */
function pointsOf(gpx: string): WalkPoint[] {
  const { count, lon, lat, heightM, start, end } = scanGpx(gpx)
  return Array.from({ length: count }, (_, i) => ({
    timeS: Date.parse(/<time>(.*)<\/time>/.exec(gpx.slice(start[i], end[i]))![1]) / 1000,
    lon: lon[i],
    lat: lat[i],
    heightM: heightM[i],
  }))
}

describe('a recording', () => {
  test('of a GPX or TCX file is kept as GPX with its times, places and heights, whatever the file is called', () => {
    for (const text of [walkedGpx(walked), walkedTcx(walked)]) {
      const { name, gpx, fit } = toPaceFile('walk.bin', bytesOf(text))!
      expect([name, fit]).toEqual(['walk.bin', undefined])
      const points = pointsOf(gpx!)
      expect(points.map(({ timeS }) => timeS)).toEqual(walked.map(({ timeS }) => timeS))
      points.forEach((point, i) => {
        expect(point.lat).toBeCloseTo(walked[i].lat, 5)
        expect(point.lon).toBeCloseTo(walked[i].lon, 5)
        expect(Math.abs(point.heightM - walked[i].heightM)).toBeLessThan(0.06)
      })
    }
  })

  test('of a TCX file says what the service reads in it: no pauses without a place, no points in comments, no made-up heights', () => {
    const at = (second: number, rest: string) =>
      `<Trackpoint><Time>2026-06-01T08:00:${second}Z</Time>${rest}</Trackpoint>`
    const place = (lat: string) =>
      `<Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>8</LongitudeDegrees></Position>`
    const text = `<TrainingCenterDatabase>${[
      at(10, `${place('46')}<AltitudeMeters></AltitudeMeters>`),
      at(15, ''),
      `<!-- ${at(20, place('10'))} -->`,
      at(25, place('')),
      at(30, `${place('46.001')}<AltitudeMeters>612.25</AltitudeMeters>`),
      at(40, `${place('46.002')}<AltitudeMeters>many</AltitudeMeters>`),
    ].join('')}</TrainingCenterDatabase>`
    const oracle = readFile(text, 100)
    const points = pointsOf(toPaceFile('a.tcx', bytesOf(text))!.gpx!)
    expect(points.map(({ timeS }) => timeS)).toEqual(Array.from(oracle.timeMs, (ms) => ms / 1000))
    expect(points.map(({ lat }) => lat)).toEqual([...oracle.lat])
    expect(points.map(({ heightM }) => heightM)).toEqual([NaN, 612.3, NaN])
    expect([...oracle.heightM]).toEqual([NaN, 612.25, NaN])
  })

  test('of a FIT file is kept as it is', () => {
    const file = walkedFit(walked)
    const { fit, gpx } = toPaceFile('walk.fit', new Uint8Array(file))!
    expect(gpx).toBeUndefined()
    expect(Buffer.from(fit!, 'base64').equals(file)).toBe(true)
    expect([...readFile(fit!, 1000).timeMs]).toEqual(walked.map(({ timeS }) => timeS * 1000))
  })

  test('that is dense is thinned to a point every 5 s, and that is long to 2,001 points', () => {
    const every = (stepS: number, count: number): WalkPoint[] =>
      Array.from({ length: count }, (_, i) => ({
        timeS: 1_780_000_000 + i * stepS,
        lon: 8,
        lat: 46 + i * 1e-6,
        heightM: 500,
      }))
    const dense = pointsOf(toPaceFile('a', bytesOf(walkedTcx(every(1, 1000))))!.gpx!)
    for (let i = 1; i < dense.length; i++) expect(dense[i].timeS - dense[i - 1].timeS).toBe(5)
    expect(dense.length).toBe(200)
    expect(pointsOf(toPaceFile('a', bytesOf(walkedGpx(every(1, 40_000))))!.gpx!).length).toBeLessThanOrEqual(2001)
  })

  test.each([
    ['nothing', ''],
    ['a text', 'no recording'],
    ['a GPX without times', '<gpx><trk><trkseg><trkpt lat="1" lon="1"/><trkpt lat="2" lon="1"/></trkseg></trk></gpx>'],
    [
      'a planned course',
      `<TrainingCenterDatabase><Courses><Course>${walkedTcx(walked)}</Course></Courses></TrainingCenterDatabase>`,
    ],
    ['a TCX that is cut', '<TrainingCenterDatabase><Trackpoint><Time>2026-06-01T08:00:00Z</Time>'],
    ['a comment that does not end', '<TrainingCenterDatabase><!-- <Trackpoint>'],
  ])('is not found in %s', (_, text) => {
    expect(toPaceFile('a', bytesOf(text))).toBeNull()
  })

  test('keeps its points where the first time is wrong, which the service finds', () => {
    const wrong = walked.map((point, i) => (i === 0 ? { ...point, timeS: point.timeS + 6e8 } : point))
    expect(pointsOf(toPaceFile('a', bytesOf(walkedGpx(wrong)))!.gpx!).length).toBe(walked.length)
  })

  test('that is too large to keep is left out', () => {
    const file = new Uint8Array(4_000_000)
    file.set(bytesOf('.FIT'), 8)
    expect(toPaceFile('a.fit', file)).toBeNull()
  })
})

test('of many files the last are kept, as many as the storage holds', () => {
  const files = Array.from({ length: 30 }, (_, i) => ({ name: `${i}`, gpx: 'x' }))
  expect(keepLatest(files).map(({ name }) => name)).toEqual(files.slice(-MAX_PACE_FILES).map(({ name }) => name))
  const large = Array.from({ length: 5 }, (_, i) => ({ name: `${i}`, fit: 'x'.repeat(1_400_000) }))
  expect(keepLatest(large).map(({ name }) => name)).toEqual(['2', '3', '4'])
  expect(keepLatest([])).toEqual([])
})
