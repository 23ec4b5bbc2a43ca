// The law of reading: whatever a file holds is either in the course, or `notRead` names it. Elements with a text are
// put anywhere into files of each XML format, members anywhere into GeoJSON, messages into FIT.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { exportCourse } from '../../../src/course/files/export-course.ts'
import { readFile } from '../../../src/course/files/read-file.ts'
import { caseCount } from '../../support/case-count.ts'

const GPX = `<gpx version="1.1"><metadata><name>File</name></metadata><wpt lat="42.5" lon="1.5"><ele>5</ele><name>W</name></wpt>
<rte><type>cues</type><rtept lat="42.5" lon="1.5"><name>go</name><type>left</type></rtept></rte>
<trk><name>File</name><trkseg><trkpt lat="42.5" lon="1.5"><ele>1</ele><time>2026-06-01T08:00:00Z</time></trkpt><trkpt lat="42.6" lon="1.5"></trkpt></trkseg></trk></gpx>`
const ROUTE = `<gpx><rte><name>R</name><rtept lat="42.5" lon="1.5"><ele>1</ele></rtept><rtept lat="42.6" lon="1.5"></rtept></rte></gpx>`
const KML = `<kml><Document><name>File</name><Folder><Placemark><name>File</name><MultiGeometry><LineString><coordinates>1.5,42.5 1.5,42.6</coordinates></LineString></MultiGeometry></Placemark></Folder>
<Placemark><name>W</name><Point><coordinates>1.5,42.5,7</coordinates></Point></Placemark>
<Placemark><MultiTrack><Track><when>2026-06-01T08:00:00Z</when><coord>1.5 42.5 1</coord></Track></MultiTrack></Placemark>
<Folder><name>cues</name><Placemark><name>go</name><description>left</description><Point><coordinates>1.5,42.5</coordinates></Point></Placemark></Folder></Document></kml>`
const place = '<Position><LatitudeDegrees>42.5</LatitudeDegrees><LongitudeDegrees>1.5</LongitudeDegrees></Position>'
const ACTIVITY = `<TrainingCenterDatabase><Activities><Activity Sport="Other"><Id>2026</Id><Lap><TotalTimeSeconds>9</TotalTimeSeconds><Track><Trackpoint><Time>2026-06-01T08:00:00Z</Time>${place}<AltitudeMeters>4</AltitudeMeters></Trackpoint></Track></Lap></Activity></Activities></TrainingCenterDatabase>`
const COURSE = `<TrainingCenterDatabase><Courses><Course><Name>Round</Name><Track><Trackpoint>${place}</Trackpoint></Track><CoursePoint><Name>W</Name>${place}<PointType>Generic</PointType></CoursePoint></Course></Courses></TrainingCenterDatabase>`

/** Everything of a course that is not `notRead`. */
const courseOf = (file: string) => JSON.stringify(exportCourse({ file, format: 'geojson', madeMs: 0 }).text)
const lostOf = (file: string, format: 'gpx' | 'kml' = 'gpx') =>
  exportCourse({ file, format, madeMs: 0 }).lost.map(({ code, message }) => `${code}: ${english.render(message)}`)

/** Places just after an opening tag and before a closing one, where the element holds elements. */
const placesIn = (xml: string) =>
  [...xml.matchAll(/<(?!\/|rtept [^>]*\/)[A-Za-z][^>]*[^/]>(?=\s*<)|(?<=>)\s*(?=<\/)/g)]
    .map((match) => match.index + match[0].length)
    .filter(
      (at) => /<\/?(?!name|ele|time|type)[A-Za-z][^>]*>\s*$/.test(xml.slice(0, at)) && xml.slice(at).includes('</'),
    )

const KNOWN = ['name', 'ele', 'time', 'type', 'desc', 'when', 'coord', 'coordinates', 'Name', 'Notes', 'Time', 'Id']
const elementName = fc.oneof(
  fc.stringMatching(/^[a-z]{3,8}$/).filter((name) => !KNOWN.includes(name)),
  fc.constantFrom(
    'desc',
    'sym',
    'cmt',
    'keywords',
    'Style',
    'Snippet',
    'ExtendedData',
    'Cadence',
    'Extensions',
    'Sensor',
  ),
)

/** Elements that say something. */
const THINGS = [
  (name: string) => `<x:${name}>word</x:${name}>`,
  (name: string) => `<x:${name}><inner>word</inner></x:${name}>`,
  (name: string) => `<x:${name} value="1"/>`,
  (name: string) => `<x:${name} xmlns:y="z"><inner value="1"/></x:${name}>`,
]

describe.each([
  ['a GPX track', GPX],
  ['a GPX route', ROUTE],
  ['KML', KML],
  ['a TCX activity', ACTIVITY],
  ['a TCX course', COURSE],
])('%s', (_, xml) => {
  const known = new Set(lostOf(xml))

  test('an element that holds a text or a value, anywhere in it, is read or named', () => {
    const places = placesIn(xml)
    expect(places.length).toBeGreaterThan(5)
    fc.assert(
      fc.property(fc.nat(), elementName, fc.constantFrom(...THINGS), (pick, name, thing) => {
        const at = places[pick % places.length]
        const file = `${xml.slice(0, at)}${thing(name)}${xml.slice(at)}`
        const named = lostOf(file).filter((one) => !known.has(one))
        if (courseOf(file) === courseOf(xml) && named.length === 0)
          expect.fail(`<${name}> after ${xml.slice(Math.max(0, at - 30), at)} is nowhere`)
      }),
      { numRuns: caseCount(200, 3000) },
    )
  })

  test('an empty element loses nothing', () => {
    for (const at of placesIn(xml)) {
      const file = `${xml.slice(0, at)}<thing/><other xmlns:y="z"> <!-- nothing --> </other>${xml.slice(at)}`
      expect(lostOf(file)).toEqual([...known])
    }
  })
})

describe('GeoJSON', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [1.5, 42.5, 900],
      [1.5, 42.6, 910],
    ],
  }
  const document = () => ({
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', properties: { name: 'L' }, geometry: structuredClone(line) },
      { type: 'Feature', properties: { name: 'W' }, geometry: { type: 'Point', coordinates: [1.5, 42.5, 5] } },
      {
        type: 'Feature',
        properties: {},
        geometry: { type: 'GeometryCollection', geometries: [structuredClone(line)] },
      },
      { type: 'Feature', properties: null, geometry: null },
    ],
  })

  test('a member with a value, of any object of it, is named', () => {
    const value = fc.oneof(
      fc.string({ minLength: 1 }).filter((word) => word.trim() !== ''),
      fc.integer(),
      fc.constant([1, 2]),
    )
    fc.assert(
      fc.property(fc.nat(3), fc.nat(2), fc.stringMatching(/^[a-z]{5,9}$/), value, (f, level, name, given) => {
        const changed: any = document()
        const feature = changed.features[f]
        const owner = level === 0 ? changed : level === 1 ? feature : (feature.properties ??= {})
        owner[name] = given
        expect(lostOf(JSON.stringify(changed)).join()).toContain(name)
      }),
      { numRuns: caseCount(100, 1000) },
    )
  })

  test.each([
    ['numbers beyond the third', (d: any) => (d.features[0].geometry.coordinates[0] = [1.5, 42.5, 900, 7]), 'sensors'],
    ['the name of a further line', (d: any) => (d.features[2].properties.name = 'M'), 'names'],
    ['the name of a feature without geometry', (d: any) => (d.features[3].properties = { name: 'note' }), 'names'],
    ['whose data it is', (d: any) => (d.features[0].properties.sources = [{ name: 'me' }]), 'attribution'],
    ['an area', (d: any) => (d.features[3].geometry = { type: 'Polygon', coordinates: [] }), 'areas'],
    ['a point without a position', (d: any) => (d.features[1].geometry.coordinates = []), 'waypoints'],
    [
      'a kind of turn that is not known',
      (d: any) =>
        Object.assign(d.features[1], {
          properties: { cue: 'jump' },
          geometry: { type: 'Point', coordinates: [1.5, 42.5] },
        }),
      'properties',
    ],
  ])('%s is named', (_what, change, code) => {
    const changed = document()
    expect(lostOf(JSON.stringify(changed))).toEqual([])
    change(changed)
    expect(lostOf(JSON.stringify(changed)).map((one) => one.split(':')[0])).toEqual([code])
  })
})

// sources: decision `files`, organicmaps/organicmaps#8579, tkrajina/gpxpy#17, AnalyticalGraphicsInc/czml-writer#40
test.each([
  ['gpx', 'a second track', GPX.replace('</gpx>', '<trk><name>B</name><trkseg/></trk></gpx>'), 'names'],
  ['gpx', 'the author', GPX.replace('</metadata>', '<author><name>Me</name></author></metadata>'), 'attribution'],
  ['gpx', 'a copyright', GPX.replace('</metadata>', '<copyright author="Me"/></metadata>'), 'attribution'],
  ['gpx', 'a link', GPX.replace('</metadata>', '<link href="http://a.b"/></metadata>'), 'properties'],
  ['gpx', 'speed of GPX 1.0', GPX.replace('</trkpt>', '<speed>1.2</speed></trkpt>'), 'sensors'],
  ['gpx', 'a waypoint nowhere', GPX.replace('<wpt lat="42.5"', '<wpt lat="x"'), 'waypoints'],
  ['gpx', 'a time that is none', GPX.replace('2026-06-01T08:00:00Z', 'yesterday'), 'times'],
  ['gpx', 'another route', GPX.replace('<trk>', '<rte><rtept lat="1" lon="1"/></rte><trk>'), 'routes'],
  [
    'gpx',
    'shaping points',
    ROUTE.replace('</rtept>', '<extensions><x:rpt lat="42.55" lon="1.7"/></extensions></rtept>'),
    'shape',
  ],
  ['gpx', 'names of route points', ROUTE.replace('</rtept>', '<name>Bridge</name></rtept>'), 'names'],
  ['kml', 'a folder', KML.replace('<Folder>', '<Folder><name>F</name>'), 'names'],
  [
    'kml',
    'a link',
    KML.replace('</Document>', '<NetworkLink><Link><href>http://a.b</href></Link></NetworkLink></Document>'),
    'links',
  ],
  [
    'kml',
    'a height above the ground',
    KML.replace('<Point>', '<Point><gx:altitudeMode>relativeToSeaFloor</gx:altitudeMode>'),
    'heights',
  ],
  [
    'kml',
    'an empty sample',
    KML.replace('<when>', '<when>2026-06-01T07:00:00Z</when><when>').replace('<coord>', '<coord/><coord>'),
    'points',
  ],
  [
    'tcx',
    'a heart rate',
    ACTIVITY.replace('</Trackpoint>', '<HeartRateBpm><Value>9</Value></HeartRateBpm></Trackpoint>'),
    'sensors',
  ],
  [
    'tcx',
    'times of a course',
    COURSE.replace('<Trackpoint>', '<Trackpoint><Time>2026-06-01T08:00:00Z</Time>'),
    'times',
  ],
  ['tcx', 'notes of a course', COURSE.replace('</Course>', '<Notes>Closed in winter</Notes></Course>'), 'properties'],
  ['tcx', 'a kind of place', COURSE.replace('Generic', 'Summit'), 'properties'],
  ['tcx', 'a sport', ACTIVITY.replace('Other', 'Biking'), 'properties'],
  [
    'tcx',
    'a point without a position',
    ACTIVITY.replace('<Track>', '<Track><Trackpoint><Time>2026-06-01T07:59:00Z</Time></Trackpoint>'),
    'points',
  ],
])('%s: %s is named', (_format, _what, file, code) => {
  for (const format of ['gpx', 'kml'] as const)
    expect(lostOf(file, format).map((one) => one.split(':')[0])).toContain(code)
})

test('what is named is bounded, in number and length', () => {
  const many = Array.from({ length: 5000 }, (_, i) => `<a${i}${'b'.repeat(100)}>x</a${i}${'b'.repeat(100)}>`).join('')
  const [lost] = exportCourse({ file: GPX.replace('</metadata>', `${many}</metadata>`), format: 'gpx', madeMs: 0 }).lost
  const message = english.render(lost.message)
  expect(message.length).toBeLessThan(1000)
  expect(message).toContain('and others')
})

test('a message of FIT that is not read is named', () => {
  const message = (number: number) => Buffer.from([0x42, 0, 0, number & 255, number >> 8, 1, 0, 1, 0, 0x02, 1])
  const definition = Buffer.from([0x40, 0, 0, 20, 0, 2, 0, 4, 0x85, 1, 4, 0x85])
  const fitOf = (...more: Buffer[]) => {
    const data = Buffer.concat([definition, Buffer.from([0, 0, 0, 0, 32, 0, 0, 0, 16]), ...more])
    const head = Buffer.from([14, 0, 0, 0, 0, 0, 0, 0, ...Buffer.from('.FIT'), 0, 0])
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(2)]).toString('base64')
  }
  expect(readFile(fitOf(), 9).notRead).toEqual([])
  expect(readFile(fitOf(message(18)), 9).notRead).toEqual([{ code: 'properties', what: ['session'] }])
  expect(readFile(fitOf(message(999)), 9).notRead).toEqual([{ code: 'properties', what: ['message 999'] }])
})
