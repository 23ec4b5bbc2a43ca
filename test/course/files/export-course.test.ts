// What an export holds and says of itself, in every format: both sides of each bound of a format, what is requested in
// place of what a file has, and counts that are those of the file.

import { describe, expect, test } from 'vitest'
import { exportCourse, type ExportJob } from '../../../src/course/files/export-course.ts'
import { FILE_FORMATS } from '../../../src/course/files/file-content.ts'
import { readFile } from '../../../src/course/files/read-file.ts'

const madeMs = Date.UTC(2026, 0, 1)
const geometry = { type: 'LineString', coordinates: [8, 8.01, 8.02, 8.03].map((lon, i) => [lon, 46, 500 + i]) } as const
const marks = (count: number, what: string) =>
  Array.from({ length: count }, (_, i) => ({ lon: 8 + (0.03 * i) / Math.max(1, count), lat: 46, name: `${what} ${i}` }))
const cuesOf = (count: number) =>
  marks(count, 'cue').map(({ lon, lat, name }) => ({ lon, lat, text: name, type: 'left' as const }))

const exported = (job: Partial<ExportJob>) => exportCourse({ geometry, format: 'gpx', madeMs, ...job } as ExportJob)
const readBack = (job: Partial<ExportJob>) => {
  const { text, bytes } = exported(job)
  return readFile(text ?? bytes!, 50_000)
}

describe.each(FILE_FORMATS)('%s', (format) => {
  test('counts of waypoints and cues are those of the file, read again', () => {
    for (const [waypoints, cues] of [
      [0, 0],
      [3, 1],
      [0, 2],
    ]) {
      const job = { format, waypoints: marks(waypoints, 'place'), cues: cuesOf(cues) }
      const answer = exported(job)
      expect([answer.waypoints, answer.cues]).toEqual([waypoints, cues])
      const { text, bytes } = answer
      const again = exportCourse({ file: text ?? bytes!, format: 'geojson', madeMs })
      expect([again.waypoints, again.cues]).toEqual([waypoints, cues])
    }
  })

  test('what is requested stands in place of what the file has, and what is not stays', () => {
    const first = exported({ format: 'kml', name: 'Old', waypoints: marks(2, 'old'), cues: cuesOf(1) })
    const again = (job: Partial<ExportJob>) => exportCourse({ file: first.text!, format, madeMs, ...job } as ExportJob)
    expect(again({})).toMatchObject({ name: 'Old', waypoints: 2, cues: 1 })
    expect(again({ name: 'New' })).toMatchObject({ name: 'New', waypoints: 2, cues: 1 })
    expect(again({ waypoints: marks(3, 'new') })).toMatchObject({ name: 'Old', waypoints: 3, cues: 1 })
    expect(again({ cues: [] })).toMatchObject({ name: 'Old', waypoints: 2, cues: 0 })
    const { text, bytes } = again({ name: 'New' })
    expect(exportCourse({ file: text ?? bytes!, format: 'geojson', madeMs }).name).toBe('New')
  })

  test('a line to a pole or along the antimeridian is a line like others', () => {
    for (const coordinates of [
      [
        [12, 89.999],
        [12, 90],
      ],
      [
        [-180, 10],
        [-180, 10.01],
        [180, -90],
      ],
    ]) {
      const { lon, lat } = readBack({ format, geometry: { type: 'LineString', coordinates } as never })
      expect(Array.from(lat, (deg) => Number(deg.toFixed(5)))).toEqual(coordinates.map(([, deg]) => deg))
      expect(Array.from(lon, (deg) => Math.abs(Number(deg.toFixed(5))))).toEqual(
        coordinates.map(([deg]) => Math.abs(deg)),
      )
    }
  })
})

describe('course points', () => {
  test.each(['tcx', 'fit'] as const)('of %s are in the order of the line, on one piece of it, too', (format) => {
    const straight = { type: 'LineString', coordinates: [8, 8.03].map((lon) => [lon, 46]) } as never
    const places = [0.2, 0.6].map((share) => ({ lon: 8 + 0.03 * share, lat: 46, name: `p${share}` }))
    const cues = [0.1, 0.4, 0.9].map((share) => ({
      lon: 8 + 0.03 * share,
      lat: 46,
      text: `c${share}`,
      type: 'left' as const,
    }))
    const { text, bytes } = exported({ format, geometry: straight, waypoints: places, cues })
    const raw = text ?? Buffer.from(bytes!, 'base64').toString('latin1')
    const names = [...raw.matchAll(/[pc]0\.\d/g)].map(([name]) => name)
    expect([...new Set(names)]).toEqual(['c0.1', 'p0.2', 'c0.4', 'p0.6', 'c0.9'])
  })

  test.each(['tcx', 'fit'] as const)('of %s are at most 2,000, and those beyond are reported', (format) => {
    const held = (waypoints: number, cues: number) => {
      const job = { format, waypoints: marks(waypoints, 'w'), cues: cuesOf(cues) }
      const course = readBack(job)
      const lost = exported(job).lost.find(({ code }) => code === 'waypoints')
      return [
        course.waypoints.length + course.cues!.length,
        (lost?.message.values as { leftOut?: number })?.leftOut ?? 0,
      ]
    }
    expect(held(1200, 800)).toEqual([2000, 0])
    expect(held(1200, 801)).toEqual([2000, 1])
    expect(held(2001, 3)).toEqual([2000, 4])
  })
})

describe('KML', () => {
  const kml = (body: string) => `<kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${body}</Document></kml>`

  test('has a track where times and heights of all points are known, else a line, and says that times are lost', () => {
    const gpx = (heights: (number | null)[]) =>
      `<gpx version="1.1" creator="t"><trk><trkseg>${heights
        .map(
          (m, i) =>
            `<trkpt lat="46" lon="${8 + i / 100}">${m === null ? '' : `<ele>${m}</ele>`}<time>2026-01-01T08:0${i}:00Z</time></trkpt>`,
        )
        .join('')}</trkseg></trk></gpx>`
    const of = (heights: (number | null)[]) => {
      const { text, lost } = exportCourse({ gpx: gpx(heights), format: 'kml', madeMs } as ExportJob)
      return [text!.includes('<gx:Track>'), text!.includes('<LineString>'), lost.some(({ code }) => code === 'times')]
    }
    expect(of([500, 501, 502])).toEqual([true, false, false])
    expect(of([500, null, 502])).toEqual([false, true, true])
    expect(of([null, null, null])).toEqual([false, true, true])
  })

  test.each([
    ['8 46', true],
    ['8 46 500', true],
    ['8 46 500 1', false],
    ['8', false],
    ['8 91', false],
  ])('a gx:coord of %s is read: %s', (coord, isRead) => {
    const read = () =>
      readFile(
        kml(`<Placemark><gx:Track><gx:coord>${coord}</gx:coord><gx:coord>8 46</gx:coord></gx:Track></Placemark>`),
        9,
      )
    if (isRead) expect(read().count).toBe(2)
    else expect(read).toThrow()
  })
})

test.each([
  ['letters', 'a'],
  ['letters of two units', '🥾'],
])('a name of 200 %s is whole, a longer one is cut and named', (_, letter) => {
  const read = (count: number) => {
    const name = letter.repeat(count)
    const text = `<kml><Document><name>${name}</name><Placemark><LineString><coordinates>8,46 8,47</coordinates></LineString></Placemark></Document></kml>`
    const course = readFile(text, 9)
    return [[...course.name!].length, course.notRead!.some(({ code }) => code === 'names_cut')]
  }
  expect([199, 200, 201].map(read)).toEqual([
    [199, false],
    [200, false],
    [200, true],
  ])
})
