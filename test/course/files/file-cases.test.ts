// Files as people send them, each with the public report of the same. What each holds is made here.

import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { exportCourse } from '../../../src/course/files/export-course.ts'
import type { FileFormat } from '../../../src/course/files/file-content.ts'
import { readFile } from '../../../src/course/files/read-file.ts'
import { readCourse } from '../../../src/course/read-course.ts'
import { walkedFit, walkedPoints } from '../../support/recorded-walk.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const exported = (file: string, format: FileFormat) => exportCourse({ file, format, madeMs: Date.UTC(2026, 0, 1) })
const codesOf = (file: string, format: FileFormat) => exported(file, format).lost.map(({ code }) => code)
const again = (file: string, format: FileFormat) => {
  const { text, bytes } = exported(file, format)
  return readFile(text ?? bytes!, 1000)
}
const clock = (course: { timeMs: Float64Array }) =>
  Array.from(course.timeMs, (ms) => (Number.isNaN(ms) ? null : new Date(ms).toISOString().slice(11, 16)))

const tcxPlace = (lat: string | number, lon: string | number) =>
  `<Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>${lon}</LongitudeDegrees></Position>`
const tcxPoint = (...inside: string[]) => `<Trackpoint>${inside.join('')}</Trackpoint>`
const tcxTrack = (...points: string[]) => `<Lap><Track>${points.join('')}</Track></Lap>`
const activity = (...laps: string[]) =>
  `<TrainingCenterDatabase><Activities><Activity Sport="Other">${laps.join('')}</Activity></Activities></TrainingCenterDatabase>`
const kml = (body: string) => `<kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${body}</Document></kml>`
const track = (coords: (string | null)[], { empty = '<gx:coord/>', isMixed = false } = {}) => {
  const when = coords.map((_, i) => `<when>2024-05-01T${String(8 + i).padStart(2, '0')}:00:00Z</when>`)
  const at = coords.map((coord) => (coord === null ? empty : `<gx:coord>${coord}</gx:coord>`))
  return `<gx:Track>${isMixed ? when.map((one, i) => one + at[i]).join('') : [...when, ...at].join('')}</gx:Track>`
}

// OpenTracksApp/OpenTracks#639, OpenTracksApp/OpenTracks#790
describe('the i-th gx:coord has the i-th time', () => {
  const places = ['1 42 1', '1 43 2', '1 44 3', '1 45 4']
  const without = (...missing: number[]) => places.map((place, i) => (missing.includes(i) ? null : place))
  test.each([[[1]], [[0]], [[3]], [[0, 1]], [[1, 2]], [[0, 3]], [[]]])('where samples %j have no place', (missing) => {
    for (const empty of [
      '<gx:coord/>',
      '<gx:coord></gx:coord>',
      '<gx:coord> </gx:coord>',
      '<gx:coord><!-- no fix --></gx:coord>',
    ])
      for (const isMixed of [false, true])
        for (const wrap of ['', 'gx:MultiTrack']) {
          const one = track(without(...missing), { empty, isMixed })
          const course = readFile(kml(`<Placemark>${wrap && `<${wrap}>`}${one}${wrap && `</${wrap}>`}</Placemark>`), 9)
          const stay = [0, 1, 2, 3].filter((i) => !missing.includes(i))
          expect(clock(course)).toEqual(stay.map((i) => `${String(8 + i).padStart(2, '0')}:00`))
          expect([...course.lat]).toEqual(stay.map((i) => 42 + i))
          expect(course.notRead!.map(({ code }) => code)).toEqual(missing.length === 0 ? [] : ['points'])
        }
  })
})

// AnalyticalGraphicsInc/czml-writer#40
describe('heights above the ground are no heights', () => {
  test.each(['relativeToGround', 'relativeToSeaFloor'])('%s, of points, lines and tracks', (mode) => {
    for (const name of ['altitudeMode', 'gx:altitudeMode']) {
      const how = `<${name}>${mode}</${name}>`
      const point = `<Placemark><Point>${how}<coordinates>1,42,50</coordinates></Point></Placemark>`
      const line = `<Placemark><LineString>${how}<coordinates>1,42,50 1,43,60</coordinates></LineString></Placemark>`
      const both = `<Placemark><gx:MultiTrack>${how}${track(['1 42 50', '1 43 60'])}</gx:MultiTrack></Placemark>`
      const after = `<Placemark><gx:MultiTrack>${track(['1 42 50', '1 43 60'])}${how}</gx:MultiTrack></Placemark>`
      const course = readFile(kml(point + line + both + after), 99)
      expect(course.waypoints[0].heightM).toBeNull()
      expect([...course.heightM].every(Number.isNaN)).toBe(true)
      expect(course.notRead!.map(({ code }) => code)).toEqual(['heights'])
    }
  })

  test('a track of a gx:MultiTrack that says its own mode keeps it', () => {
    const own = track(['1 42 50', '1 43 60']).replace('<gx:Track>', '<gx:Track><altitudeMode>absolute</altitudeMode>')
    const other = track(['1 44 50', '1 45 60'])
    const course = readFile(
      kml(
        `<Placemark><gx:MultiTrack><altitudeMode>relativeToGround</altitudeMode>${own}${other}</gx:MultiTrack></Placemark>`,
      ),
      9,
    )
    expect([...course.heightM]).toEqual([50, 60, NaN, NaN])
  })

  test('every point of a placemark is a waypoint, with its own mode', () => {
    const point = (lat: number, mode = '') => `<Point>${mode}<coordinates>1,${lat},7</coordinates></Point>`
    const { waypoints } = readFile(
      kml(
        `<Placemark><name>P</name><MultiGeometry>${point(42)}${point(43, '<altitudeMode>relativeToGround</altitudeMode>')}${point(44)}<LineString><coordinates>1,42 1,43</coordinates></LineString></MultiGeometry></Placemark>`,
      ),
      9,
    )
    expect(waypoints.map(({ lat, heightM, name }) => [lat, heightM, name])).toEqual([
      [42, 7, 'P'],
      [43, null, 'P'],
      [44, 7, 'P'],
    ])
  })
})

// Runalyze/Runalyze#1445
describe('comments, CDATA and empty elements', () => {
  const say = [
    (word: string) => `<!-- a -->${word}`,
    (word: string) => `<![CDATA[${word}]]>`,
    (word: string) => `${word}<!-- b -->`,
  ]
  test.each([0, 1, 2])('are read through in coordinates, gx:coord, times and positions (%i)', (which) => {
    const as = say[which]
    const line = readFile(
      kml(`<Placemark><LineString><coordinates>${as('1,42,5 1,43,6')}</coordinates></LineString></Placemark>`),
      9,
    )
    expect([[...line.lat], [...line.heightM]]).toEqual([
      [42, 43],
      [5, 6],
    ])
    const timed = `<gx:Track><when>${as('2024-05-01T08:00:00Z')}</when><gx:coord>${as('1 42 5')}</gx:coord></gx:Track>`
    expect(clock(readFile(kml(`<Placemark>${timed}</Placemark>`), 9))).toEqual(['08:00'])
    const tcx = readFile(
      activity(
        tcxTrack(
          tcxPoint(
            `<Time>${as('2024-05-01T08:00:00Z')}</Time>`,
            tcxPlace(as('42'), as('1')),
            `<AltitudeMeters>${as('7')}</AltitudeMeters>`,
          ),
        ),
      ),
      9,
    )
    expect([tcx.lon[0], tcx.lat[0], tcx.heightM[0], clock(tcx)[0]]).toEqual([1, 42, 7, '08:00'])
  })

  test('a comment between the tuples, also one with numbers in it', () => {
    const course = readFile(
      kml(
        '<Placemark><LineString><coordinates>1,42,5 <!-- 9,9,9 -->\n1,43<![CDATA[ 1,44]]></coordinates></LineString></Placemark>',
      ),
      9,
    )
    expect([...course.lat]).toEqual([42, 43, 44])
  })

  test.each([
    '<Position/>',
    '<Position></Position>',
    '<Position><LatitudeDegrees/><LongitudeDegrees/></Position>',
    '<Position><LatitudeDegrees>1</LatitudeDegrees></Position>',
    '',
  ])('a position of TCX that is %s costs its point', (empty) => {
    const at = (lat: number) =>
      `<Trackpoint><Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>1</LongitudeDegrees></Position></Trackpoint>`
    const course = readFile(activity(tcxTrack(tcxPoint(empty), at(42), tcxPoint(empty), at(43))), 9)
    expect([...course.lat]).toEqual([42, 43])
    expect(course.notRead!.map(({ code }) => code)).toEqual(['points'])
  })
})

// OpenTracksApp/OpenTracks#1864, organicmaps/organicmaps#7398
describe('of a KMZ the map is read', () => {
  const named = (name: string) =>
    strToU8(
      kml(`<Placemark><name>${name}</name><LineString><coordinates>1,42 1,43</coordinates></LineString></Placemark>`),
    )
  const zip = (...names: string[]) => base64(zipSync(Object.fromEntries(names.map((name) => [name, named(name)]))))
  test.each([
    ['__MACOSX/._route.kml', 'route.kml'],
    ['._route.kml', 'route.kml'],
    ['maps/__MACOSX/._a.kml', 'maps/a.kml'],
    ['a.kml', 'doc.kml'],
    ['a.kml', 'files/doc.kml'],
    ['deep/er/doc.kml', 'files/Doc.KML'],
    ['files/a.kml', 'b.kml'],
  ])('%s is not, %s is', (other, map) => {
    for (const names of [
      [other, map],
      [map, other],
    ]) {
      const course = readFile(zip(...names), 9)
      expect(course.name).toBe(map)
      const isOfMacOs = other.includes('._')
      expect(course.notRead).toEqual(isOfMacOs ? [] : [{ code: 'documents', what: [other] }])
    }
  })
})

describe('FIT', () => {
  const day = (days: number) =>
    walkedFit(walkedPoints(1, 300).map((point) => ({ ...point, timeS: point.timeS + days * 86_400 })))
  test('files chained in one are parts one after another', () => {
    const count = walkedPoints(1, 300).length
    for (const files of [1, 2, 3]) {
      const course = readFile(base64(Buffer.concat(Array.from({ length: files }, (_, i) => day(i)))), 1000)
      expect([...course.partStart]).toEqual(Array.from({ length: files + 1 }, (_, i) => i * count))
      expect(course.timeMs[course.count - 1] - course.timeMs[0]).toBeGreaterThanOrEqual((files - 1) * 86_400_000)
    }
    expect(() => readFile(base64(Buffer.concat([day(0), day(1).subarray(0, 200)])), 1000)).toThrow('truncated')
    expect(readFile(base64(Buffer.concat([day(0), Buffer.alloc(20)])), 1000).count).toBe(count)
  })

  test('two courses chained keep their names, or name them', () => {
    const courses = ['A', 'B'].map((name) =>
      Buffer.from(exportCourse({ file: gpx(3), format: 'fit', name, madeMs: 9e11 }).bytes!, 'base64'),
    )
    const course = readFile(base64(Buffer.concat(courses)), 99)
    expect([course.name, [...course.partStart]]).toEqual(['A', [0, 3, 6]])
    expect(course.notRead!.map(({ code }) => code)).toContain('names')
  })

  test.each([
    ['none', [null, null, null], ['times_made']],
    ['some', ['2024-05-01T08:00:00Z', null, '2024-05-01T08:04:00Z'], ['times', 'times_made']],
    ['all early', [0, 1, 2].map((i) => `1970-01-01T00:0${i}:00Z`), ['times', 'times_made']],
    ['one early', ['1989-12-30T23:59:59Z', '2024-05-01T08:00:00Z', '2024-05-01T08:01:00Z'], ['times', 'times_made']],
    ['one late', ['2024-05-01T08:00:00Z', '2024-05-01T08:01:00Z', '2150-01-01T00:00:00Z'], ['times', 'times_made']],
    ['all', [0, 1, 2].map((i) => `2024-05-01T08:0${i}:00Z`), []],
  ])('of times that are known at %s of the points', (_, times, codes) => {
    expect(codesOf(gpx(3, times), 'fit')).toEqual(codes)
    const said = exported(gpx(3, times), 'fit')
      .lost.map(({ message }) => english.render(message))
      .join()
    expect(said.includes('the line has none')).toBe(times[0] === null)
  })
})

const gpx = (points: number, times: (string | null)[] = [], name = '') =>
  `<gpx><trk>${name && `<name>${name}</name>`}<trkseg>${Array.from({ length: points }, (_, i) => `<trkpt lat="${42.5 + i * 1e-3}" lon="1.52">${times[i] == null ? '' : `<time>${times[i]}</time>`}</trkpt>`).join('')}</trkseg></trk></gpx>`

describe('stops of a recording', () => {
  const lap = (lat: number, hour: number, step = 0.001) =>
    tcxTrack(
      ...[0, 1].map((i) => {
        const time = `<Time>2024-05-01T${String(hour).padStart(2, '0')}:0${i * 2}:00Z</Time>`
        return tcxPoint(time, tcxPlace(lat + i * step, 1.52))
      }),
    )

  test('that went on elsewhere are ends of parts in TCX, and nothing is drawn across', () => {
    const course = readFile(activity(lap(42.5, 8), lap(42.551, 9)), 9)
    expect([...course.partStart]).toEqual([0, 2, 4])
    expect(course.lengthM).toBeCloseTo(222.4, 0)
    expect([...readFile(activity(lap(42.5, 8), lap(42.5015, 9)), 9).partStart]).toEqual([0, 4])
    expect([...readFile(activity(lap(42.5, 8), lap(42.503, 9), lap(42.6, 10)), 9).partStart]).toEqual([0, 2, 4, 6])
    for (const format of ['gpx', 'kml', 'geojson'] as const)
      expect(again(activity(lap(42.5, 8), lap(42.551, 9)), format).lengthM).toBeCloseTo(222.4, 0)
  })

  test('and in FIT, at stops of the timer', () => {
    const record = (timeS: number, lat: number) => {
      const bytes = Buffer.alloc(13)
      bytes.writeUInt32LE(timeS, 1)
      bytes.writeInt32LE(Math.round((lat * 2 ** 31) / 180), 5)
      return bytes
    }
    const event = (type: number) => Buffer.from([1, 0, type])
    const definitions = Buffer.from([
      0x40, 0, 0, 20, 0, 3, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 0x41, 0, 0, 21, 0, 2, 0, 1, 0, 1, 1, 0,
    ])
    const fitOf = (...messages: Buffer[]) => {
      const data = Buffer.concat([definitions, ...messages])
      const head = Buffer.from([14, 0, 0, 0, 0, 0, 0, 0, ...Buffer.from('.FIT'), 0, 0])
      head.writeUInt32LE(data.length, 4)
      return base64(Buffer.concat([head, data, Buffer.alloc(2)]))
    }
    const stopped = (lat: number) =>
      readFile(
        fitOf(
          record(1e9, 42),
          record(1e9 + 60, 42.001),
          event(4),
          event(0),
          record(1e9 + 3600, lat),
          record(1e9 + 3660, lat + 0.001),
        ),
        9,
      )
    expect([...stopped(42.05).partStart]).toEqual([0, 2, 4])
    expect([...stopped(42.0015).partStart]).toEqual([0, 4])
  })
})

describe('names', () => {
  const long = 'Ñ'.repeat(260)
  const place = '<Position><LatitudeDegrees>42.5</LatitudeDegrees><LongitudeDegrees>1.52</LongitudeDegrees></Position>'
  test.each([
    ['a line of GPX', gpx(2, [], long)],
    ['a waypoint of GPX', gpx(2).replace('<trk>', `<wpt lat="42" lon="1"><name>${long}</name></wpt><trk>`)],
    [
      'a cue of GPX',
      gpx(2).replace('<trk>', `<rte><type>cues</type><rtept lat="42" lon="1"><name>${long}</name></rtept></rte><trk>`),
    ],
    [
      'a line of KML',
      kml(`<Placemark><name>${long}</name><LineString><coordinates>1,42 1,43</coordinates></LineString></Placemark>`),
    ],
    [
      'a course of TCX',
      `<TrainingCenterDatabase><Courses><Course><Name>${long}</Name><Track><Trackpoint>${place}</Trackpoint></Track></Course></Courses></TrainingCenterDatabase>`,
    ],
    [
      'GeoJSON',
      JSON.stringify({
        type: 'Feature',
        properties: { name: long },
        geometry: {
          type: 'LineString',
          coordinates: [
            [1, 2],
            [1, 3],
          ],
        },
      }),
    ],
  ])('of %s that are longer than 200 characters are cut, and that is said', (_, file) => {
    expect(codesOf(file, 'gpx')).toEqual(['names_cut'])
    expect(codesOf(file.replace(long, long.slice(0, 200)), 'gpx')).toEqual([])
  })

  test('are not made up: a nameless line stays nameless through TCX, and one called Course keeps that', () => {
    expect(again(gpx(3), 'tcx').name).toBeNull()
    for (const name of ['Course', 'Course of the river', 'C']) expect(again(gpx(3, [], name), 'tcx').name).toBe(name)
  })

  test('of a route that is the line are its name', () => {
    const route = '<gpx><rte><name>Over the pass</name><rtept lat="42" lon="1"/><rtept lat="43" lon="1"/></rte></gpx>'
    expect(exported(route, 'tcx').name).toBe('Over the pass')
  })
})

// archesproject/arches#11084
describe('GeoJSON', () => {
  const line = (lat: number) => ({
    type: 'LineString',
    coordinates: [
      [1.52, lat],
      [1.52, lat + 0.01],
    ],
  })
  const feature = (geometry: unknown, properties: unknown = {}) => ({ type: 'Feature', properties, geometry })
  const collection = (...geometries: unknown[]) => ({ type: 'GeometryCollection', geometries })
  const point = { type: 'Point', coordinates: [1.52, 42.515] }
  const points = {
    type: 'MultiPoint',
    coordinates: [
      [1, 42],
      [1, 43, 7],
    ],
  }
  test.each([
    ['a collection alone', collection(line(42.5)), 1, 0],
    ['a feature of one', feature(collection(line(42.5), point)), 1, 1],
    [
      'collections in collections',
      feature(collection(collection(line(42.5)), collection(collection(line(42.6), points)))),
      2,
      2,
    ],
    [
      'a collection beside a line',
      { type: 'FeatureCollection', features: [feature(line(42.5)), feature(collection(line(42.6), point))] },
      2,
      1,
    ],
    [
      'points beside a line',
      { type: 'FeatureCollection', features: [feature(points, { name: 'P' }), feature(line(42.5))] },
      1,
      2,
    ],
    ['no geometry before', { type: 'FeatureCollection', features: [feature(null), feature(line(42.5))] }, 1, 0],
    ['no geometry behind', { type: 'FeatureCollection', features: [feature(line(42.5)), feature(null)] }, 1, 0],
  ])('%s is read, as a file and as geometry alike', (_, document, lines, waypoints) => {
    for (const course of [readFile(JSON.stringify(document), 99), readCourse({ geometry: document }, { points: 99 })]) {
      expect([course.partStart.length - 1, course.waypoints.length]).toEqual([lines, waypoints])
      expect(course.notRead).toEqual([])
    }
  })

  test('collections nested without end are refused', () => {
    let deep: unknown = line(42)
    for (let i = 0; i < 10_000; i++) deep = collection(deep)
    expect(() => readCourse({ geometry: deep }, { points: 99 })).toThrow('nested at most 50 deep')
  })
})

// gimportexportdevs/gexporter#14, hishizuka/pizero_bikecomputer#44
describe('cues of a way out and back', () => {
  const lats = [42.5, 42.503, 42.51, 42.503, 42.5]
  const words = ['go', 'left', 'turn round', 'right', 'arrive']
  const types = ['straight', 'left', 'u_turn', 'right', 'other'] as const
  const geometry = { type: 'LineString', coordinates: lats.map((lat) => [1.52, lat]) }
  const cues = lats.map((lat, i) => ({ lon: 1.52, lat, text: words[i], type: types[i] }))
  const lineGpx = gpx(0).replace(
    '<trkseg>',
    `<trkseg>${lats.map((lat) => `<trkpt lat="${lat}" lon="1.52"/>`).join('')}`,
  )
  const kmlCue = ({ lat, text, type }: (typeof cues)[number]) =>
    `<Placemark><name>${text}</name><description>${type}</description><Point><coordinates>1.52,${lat}</coordinates></Point></Placemark>`
  const asFiles = {
    gpx: lineGpx.replace(
      '<trk>',
      `<rte><type>cues</type>${cues.map(({ lat, text, type }) => `<rtept lat="${lat}" lon="1.52"><name>${text}</name><type>${type}</type></rtept>`).join('')}</rte><trk>`,
    ),
    kml: kml(
      `<Placemark><LineString><coordinates>${lats.map((lat) => `1.52,${lat}`).join(' ')}</coordinates></LineString></Placemark>` +
        `<Folder><name>cues</name>${cues.map(kmlCue).join('')}</Folder>`,
    ),
    geojson: JSON.stringify({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: {}, geometry },
        ...cues.map(({ lat, text, type }) => ({
          type: 'Feature',
          properties: { name: text, cue: type },
          geometry: { type: 'Point', coordinates: [1.52, lat] },
        })),
      ],
    }),
  }
  const marksIn = (file: string) => {
    const { cues: turns = [], waypoints } = readFile(file, 99)
    return [
      ...turns.map(({ text, atM }) => [text, atM] as const),
      ...waypoints.map(({ name, atM }) => [name, atM] as const),
    ]
      .sort((a, b) => a[1]! - b[1]!)
      .map(([text, atM]) => [text, Math.round(atM!)])
  }
  const right = [
    ['go', 0],
    ['left', 334],
    ['turn round', 1112],
    ['right', 1890],
    ['arrive', 2224],
  ]

  test.each(['tcx', 'fit'] as const)(
    'stand in their order in %s, from geometry and from every kind of file',
    (format) => {
      const near = (marks: unknown[][]) => marks.map(([word, metres]) => [word, Math.round((metres as number) / 3)])
      const files = [
        exportCourse({ geometry, cues, format, madeMs: 9e11 }),
        ...Object.values(asFiles).map((file) => exported(file, format)),
      ]
      for (const { text, bytes } of files) expect(near(marksIn(text ?? bytes!))).toEqual(near(right))
      // and through the other format
      const other = exported(files[0].text ?? files[0].bytes!, format === 'tcx' ? 'fit' : 'tcx')
      expect(near(marksIn(other.text ?? other.bytes!))).toEqual(near(right))
    },
  )

  test('so do waypoints of a line that starts and ends in one place', () => {
    const waypoints = lats.map((lat, i) => ({ lon: 1.52, lat, name: words[i] }))
    const { text } = exportCourse({ geometry, waypoints, format: 'tcx', madeMs: 9e11 })
    expect(marksIn(text!)).toEqual(right)
  })
})
