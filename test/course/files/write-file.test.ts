// A course written in each format and read again, by ourselves and by gpsbabel: the same points, heights and names.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Course } from '../../../src/course/course.ts'
import type { Parts } from '../../../src/course/cut-line.ts'
import { cueOfManeuver } from '../../../src/course/files/cue-types.ts'
import { exportCourse } from '../../../src/course/files/export-course.ts'
import {
  FILE_FORMATS,
  type FileContent,
  type FileFormat,
  type FileLine,
  toFileLine,
} from '../../../src/course/files/file-content.ts'
import {
  FIELDS,
  type FitMessage,
  MESSAGES,
  readFitMessages,
  toDegrees,
} from '../../../src/course/files/fit-messages.ts'
import { readFile } from '../../../src/course/files/read-file.ts'
import { writeFile } from '../../../src/course/files/write-file.ts'
import { caseCount } from '../../support/case-count.ts'
import { walkedGpx, walkedPoints } from '../../support/recorded-walk.ts'
import { hasRealData, listGpxFiles, readText } from '../gpx-files.ts'
import { between, latitude, longitude } from '../../support/arbitraries.ts'

const MADE_MS = Date.UTC(2026, 10, 23, 8)
const OSM = {
  name: 'OpenStreetMap',
  text: '© OpenStreetMap contributors',
  licence: 'ODbL-1.0',
  url: 'https://www.openstreetmap.org/copyright',
}
const HEIGHTS = { name: 'Terrain model', text: 'Heights of A & B', licence: null, url: null }
const PARTS: Parts = [
  [
    [1.5, 42.5, 1000],
    [1.501234567, 42.501, 1001.26],
    [1.502, 42.502, null],
    [1.503, 42.5035, -0.4],
  ],
  [
    [1.6, 42.6, 2000],
    [1.61, 42.6, 2010.5],
  ],
]
const content: FileContent = {
  name: 'Über <den> Grat & mehr',
  line: toFileLine(PARTS),
  timeMs: null,
  waypoints: [
    { lon: 1.5, lat: 42.5, heightM: 1000, name: 'Refugi' },
    { lon: 1.61, lat: 42.6, heightM: null, name: 'Font <del> Llop' },
  ],
  cues: [
    { lon: 1.501234567, lat: 42.501, text: 'Links', type: 'left' },
    { lon: 1.502, lat: 42.502, text: 'Scharf', type: 'sharp_right' },
  ],
  sources: [OSM, HEIGHTS],
  profile: 'hike',
  movingS: 3600,
  madeMs: MADE_MS,
}
const onePart: FileContent = { ...content, line: toFileLine([PARTS[0]]) }

const asSent = (file: string | Uint8Array) => (typeof file === 'string' ? file : Buffer.from(file).toString('base64'))
const readBack = (format: FileFormat, from: FileContent) => readFile(asSent(writeFile(format, from).content), 50_000)

/** Where it differs by more than the law allows: 1e-6 degrees, 0.2 m. */
function offPoints({ lon, lat, heightM, count }: Course, { line }: { line: FileLine }): unknown[] {
  if (line.lon.length !== count) return [`${count} points of ${line.lon.length}`]
  const own = Array.from(line.lon, (ownLon, i) => [ownLon, line.lat[i], line.heightM[i]])
  return own.filter(
    ([ownLon, ownLat, ownHeight], i) =>
      !(Math.abs(lon[i] - ownLon) <= 1e-6 && Math.abs(lat[i] - ownLat) <= 1e-6) ||
      !(Number.isNaN(ownHeight) ? Number.isNaN(heightM[i]) : Math.abs(heightM[i] - ownHeight) <= 0.2),
  )
}

describe.each(FILE_FORMATS)('%s', (format) => {
  test('read again, it has the same points, parts, name, waypoints and cues', () => {
    const course = readBack(format, content)
    expect(course.format).toBe(format)
    expect(offPoints(course, content)).toEqual([])
    expect([...course.partStart]).toEqual([0, 4, 6])
    const { name, waypoints, cues } =
      format === 'gpx' ? namesOfGpx(writeFile('gpx', content).content as string) : course
    expect(name).toBe(content.name)
    expect(waypoints!.map((waypoint) => waypoint.name)).toEqual(['Refugi', 'Font <del> Llop'])
    const turns = format === 'tcx' ? ['left', 'right'] : ['left', 'sharp_right']
    expect(cues!.map(({ text, type }) => [text, type])).toEqual([
      ['Links', turns[0]],
      ['Scharf', turns[1]],
    ])
    const places = [...waypoints!, ...cues!].filter(({ lon, lat }, i) => {
      const given = [...content.waypoints, ...content.cues][i]
      return Math.abs(lon - given.lon) > 1e-6 || Math.abs(lat - given.lat) > 1e-6
    })
    expect(places).toEqual([])
  })

  test('any line comes back within a millionth of a degree and 0.2 m', () => {
    const position = fc.tuple(longitude, latitude, fc.option(between(-400, 8800), { nil: null }))
    const parts = fc.array(fc.array(position, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(parts, fc.string({ maxLength: 30, unit: 'binary' }), (given, word) => {
        const from = {
          ...content,
          line: toFileLine(given),
          name: word,
          waypoints: [{ lon: 1, lat: 2, name: word }],
          cues: [],
        }
        expect(offPoints(readBack(format, from), from)).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('recorded times stay, or are reported as lost', () => {
    const timed = { ...onePart, timeMs: Float64Array.from([0, 1, 2, 3], (i) => MADE_MS + i * 10_000) }
    const codes = writeFile(format, timed).lost.map(({ code }) => code)
    // of a course they are a plan: ours to write, and not to be read as a recording
    if (format === 'gpx') expect([...readBack(format, timed).timeMs]).toEqual([...timed.timeMs])
    else if (format === 'fit' || format === 'tcx') expect(codes).not.toContain('times_made')
    else expect(codes).toContain('times')
  })
})

/** Of the lap and of the points: place in degrees, seconds, metres from the start; `NaN` where not stated. */
interface Laps {
  lap: { start: number[]; end: number[]; seconds: number; metres: number }
  points: { at: number[]; timeS: number; metres: number }[]
}

function lapsOfTcx(text: string): Laps {
  const parser = new XMLParser({ isArray: (name) => name === 'Track' || name === 'Trackpoint' })
  const { Lap, Track } = parser.parse(text).TrainingCenterDatabase.Courses.Course
  const place = (at: any) => [at.LongitudeDegrees, at.LatitudeDegrees]
  return {
    lap: {
      ...{ start: place(Lap.BeginPosition), end: place(Lap.EndPosition) },
      ...{ seconds: Lap.TotalTimeSeconds, metres: Lap.DistanceMeters },
    },
    points: Track.flatMap((track: any) =>
      track.Trackpoint.map((point: any) => ({
        ...{ at: place(point.Position), timeS: Date.parse(point.Time) / 1000, metres: point.DistanceMeters },
      })),
    ),
  }
}

function lapsOfFit(bytes: Uint8Array): Laps {
  const messages: FitMessage[] = []
  readFitMessages(
    bytes,
    (message) => messages.push(message),
    () => expect.unreachable(),
  )
  const of = (number: number) => messages.filter((message) => message.number === number)
  const { lap, record } = FIELDS
  const [{ values }] = of(MESSAGES.lap)
  const place = (from: FitMessage['values'], lon: number, lat: number) =>
    [lon, lat].map((key) => toDegrees(from.get(key)!))
  return {
    lap: {
      ...{ start: place(values, lap.startLon, lap.startLat), end: place(values, lap.endLon, lap.endLat) },
      ...{ seconds: values.get(lap.elapsedMs)! / 1000, metres: values.get(lap.distanceCm)! / 100 },
    },
    points: of(MESSAGES.record).map(({ values: own, timeS }) => ({
      ...{ at: place(own, record.lon, record.lat), timeS, metres: own.get(record.distanceCm)! / 100 },
    })),
  }
}

test.each(['tcx', 'fit'] as const)(
  'the lap of a %s file begins and ends as its points do, and lasts as long',
  (format) => {
    const position = fc.tuple(between(1, 1.1), between(42, 42.1), fc.constant(null))
    const parts = fc.array(fc.array(position, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(parts, fc.option(fc.integer({ min: 1, max: 30_000 })), (given, movingS) => {
        const { content: file } = writeFile(format, {
          ...content,
          line: toFileLine(given),
          movingS,
          waypoints: [],
          cues: [],
        })
        const { lap, points } = format === 'tcx' ? lapsOfTcx(file as string) : lapsOfFit(file as Uint8Array)
        const [first, last] = [points[0], points.at(-1)!]
        expect(points).toHaveLength(given.flat().length)
        expect([lap.start, lap.end]).toEqual([first.at, last.at])
        expect(Math.abs(lap.metres - last.metres)).toBeLessThan(0.11)
        expect(Math.abs(lap.seconds - (last.timeS - first.timeS))).toBeLessThanOrEqual(1)
        points.forEach(({ at }, i) => {
          expect(Math.abs(at[0] - given.flat()[i][0]) + Math.abs(at[1] - given.flat()[i][1])).toBeLessThan(1e-5)
        })
      }),
      { numRuns: 40 },
    )
  },
)

const namesOfGpx = (gpx: string) => {
  const json = JSON.parse(exportCourse({ gpx, format: 'geojson', madeMs: MADE_MS }).text!)
  const points = json.features.filter((feature: any) => feature.geometry.type === 'Point')
  const at = ({ geometry: { coordinates } }: any) => ({ lon: coordinates[0] as number, lat: coordinates[1] as number })
  return {
    name: json.features[0].properties.name as string,
    waypoints: points
      .filter((point: any) => point.properties.cue === undefined)
      .map((point: any) => ({ ...at(point), name: point.properties.name as string })) as Course['waypoints'],
    cues: points
      .filter((point: any) => point.properties.cue !== undefined)
      .map((point: any) => ({
        ...at(point),
        text: point.properties.name,
        type: point.properties.cue,
      })) as Course['cues'],
  }
}

describe('what a format cannot carry is reported', () => {
  test.each([
    ['gpx', []],
    ['kml', []],
    ['geojson', []],
    ['tcx', ['times_made', 'waypoint_heights', 'names_cut', 'cue_types']],
    ['fit', ['times_made', 'waypoint_heights', 'parts', 'attribution']],
  ] as const)('%s', (format, codes) => {
    expect(writeFile(format, content).lost.map(({ code }) => code)).toEqual(codes)
  })

  test('heights that FIT has no place for are unknown in it, and told', () => {
    const line = toFileLine([
      [
        [1, 2, -700],
        [1, 2.1, 13_000],
      ],
    ])
    const deep = { ...onePart, line, waypoints: [], cues: [] }
    expect(writeFile('fit', deep).lost.map(({ code }) => code)).toContain('heights')
    expect([...readBack('fit', deep).heightM]).toEqual([NaN, NaN])
  })

  test('the parts of a file that were not read are reported with its conversion', () => {
    const gpx = walkedGpx(walkedPoints(1, 600)).replace('</trkpt>', '<extensions><hr>9</hr></extensions></trkpt>')
    const { lost } = exportCourse({ gpx, format: 'kml', madeMs: MADE_MS })
    expect(lost.map(({ code }) => code)).toEqual(['sensors'])
  })
})

test.each(['fit', 'tcx'] as const)(
  '%s: points of the course stand in the order of the line, 2,000 at most',
  (format) => {
    const places = (course: Course) => [...course.waypoints, ...(course.cues ?? [])]
    const long = { ...onePart, line: toFileLine([[1, 2, 3].map((lat) => [1, lat, null])]) }
    const waypoint = (lat: number) => ({ lon: 1, lat, name: `w${lat}` })
    const among = { ...long, waypoints: [1.9, 1.1, 2.5, 1.4].map(waypoint), cues: [] }
    expect(readBack(format, among).waypoints.map(({ name }) => name)).toEqual(['w1.1', 'w1.4', 'w1.9', 'w2.5'])
    const many = {
      ...long,
      waypoints: Array.from({ length: 1200 }, (_, i) => waypoint(1 + i / 1200)),
      cues: Array.from({ length: 1000 }, (_, i) => ({ ...content.cues[0], lon: 1, lat: 2 + i / 1000 })),
    }
    expect(places(readBack(format, many))).toHaveLength(2000)
    const lost = writeFile(format, many).lost.find(({ code }) => code === 'waypoints')
    expect(lost?.message.values).toMatchObject({ maxMarks: 2000, leftOut: 200 })
  },
)

test('the metadata of a GPX has name, time, bounds, licence and every source', () => {
  const gpx = writeFile('gpx', content).content as string
  expect(XMLValidator.validate(gpx)).toBe(true)
  const { metadata } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(gpx).gpx
  expect(metadata).toMatchObject({
    name: content.name,
    desc: '© OpenStreetMap contributors (ODbL-1.0); Heights of A & B',
    copyright: { author: OSM.text, license: 'https://spdx.org/licenses/ODbL-1.0' },
    link: { href: OSM.url, text: 'OpenStreetMap' },
    time: '2026-11-23T08:00:00Z',
    bounds: { minlat: '42.5', minlon: '1.5', maxlat: '42.6', maxlon: '1.61' },
  })
  // in the order of the schema
  expect(Object.keys(metadata)).toEqual(['name', 'desc', 'copyright', 'link', 'time', 'bounds'])
  const across = {
    ...content,
    line: toFileLine([
      [
        [179.9, 1, null],
        [-179.9, 1, null],
      ],
    ]),
  }
  expect(writeFile('gpx', across).content).not.toContain('<bounds')
})

test('a maneuver comes down to a turn that every format knows', () => {
  expect(
    ['turn_left', 'sharp_right', 'keep_left', 'slight_right', 'u_turn', 'continue', 'ferry', 'arrive'].map(
      cueOfManeuver,
    ),
  ).toEqual(['left', 'sharp_right', 'slight_left', 'slight_right', 'u_turn', 'straight', 'other', 'other'])
})

test.skipIf(!hasRealData)('real recordings come back from every format (skipped without the real data)', () => {
  const off: unknown[] = []
  const files = listGpxFiles('gpx/ordinary').slice(0, caseCount(4, 1000))
  expect(files.length).toBeGreaterThan(0)
  for (const [name, path] of files) {
    const gpx = readText(path)
    for (const format of FILE_FORMATS) {
      const { text, bytes, input } = exportCourse({ gpx, format, madeMs: MADE_MS })
      const course = readFile(text ?? bytes!, 50_000, 20_000_000)
      const sent = readFile(gpx, 50_000)
      const differing = offPoints(course, { line: sent })
      if (differing.length > 0 || course.partStart.length - 1 !== input.parts) off.push([name, format, differing[0]])
    }
  }
  expect(off).toEqual([])
})

const hasGpsbabel = (() => {
  try {
    execFileSync('gpsbabel', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe.skipIf(!hasGpsbabel)('gpsbabel (skipped where it is not installed)', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-files-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const NAMES: Record<FileFormat, string> = {
    gpx: 'gpx',
    kml: 'kml',
    tcx: 'gtrnctr',
    fit: 'garmin_fit',
    geojson: 'geojson',
  }

  test.each(FILE_FORMATS)('reads the same points and names from %s', (format) => {
    const file = join(folder, `course.${format}`)
    const out = join(folder, `${format}.gpx`)
    writeFileSync(file, writeFile(format, onePart).content)
    execFileSync('gpsbabel', ['-t', '-r', '-w', '-i', NAMES[format], '-f', file, '-o', 'gpx', '-F', out], {
      stdio: 'pipe',
    })
    const gpx = readFileSync(out, 'utf8')
    const course = readFile(gpx, 1000)
    // gpsbabel 1.8 reads every height of a GeoJSON line as 0
    if (format === 'geojson') course.heightM.set(onePart.line.heightM)
    expect(offPoints(course, onePart)).toEqual([])
    // and no course points of FIT
    if (format === 'fit') return
    const parser = new XMLParser({ isArray: (name) => name === 'wpt' || name === 'rtept' })
    const { wpt = [], rte } = parser.parse(gpx).gpx
    const names = [...wpt, ...(rte?.rtept ?? [])].map(({ name, cmt, desc }: any) => [name, cmt, desc].join('|'))
    for (const word of ['Refugi', 'Font <del> Llop', 'Links', 'Scharf'])
      expect(
        names.some((name) => name.includes(word)),
        `${word} in ${names.join(', ')}`,
      ).toBe(true)
  })

  test.each(['kml', 'gtrnctr', 'gtrnctr,course=0', 'garmin_fit', 'geojson'])(
    'writes %s, and the points are read that it was given',
    (format) => {
      const gpx = join(folder, 'walk.gpx')
      const out = join(folder, 'walk.out')
      writeFileSync(gpx, walkedGpx(walkedPoints(1, 1000)))
      execFileSync('gpsbabel', ['-t', '-i', 'gpx', '-f', gpx, '-o', format, '-F', out], { stdio: 'pipe' })
      const sent = readFile(readFileSync(gpx, 'utf8'), 1000)
      const bytes = readFileSync(out)
      const course = readFile(format === 'garmin_fit' ? bytes.toString('base64') : bytes.toString('utf8'), 1000)
      expect(offPoints(course, { line: sent })).toEqual([])
    },
  )
})
