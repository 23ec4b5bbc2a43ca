// Files of every kind as courses. Oracles: fast-xml-parser for the XML walk, fflate for archives.

import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readFile } from '../../../src/course/files/read-file.ts'
import { textOf, walkXml } from '../../../src/course/files/walk-xml.ts'
import { ServiceError } from '../../../src/errors.ts'
import { encodePolyline6 } from '../../../src/geo/polyline.ts'
import { Utf8Text } from '../../../src/wire/utf8-text.ts'
import { walkedFit, walkedGpx, walkedPoints, walkedTcx } from '../../support/recorded-walk.ts'

const walked = walkedPoints(1, 600)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const coordinates = walked.map(({ lon, lat, heightM }) => [lon, Number(lat.toFixed(6)), Number(heightM.toFixed(1))])
const kmlOf = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>Der Weg</name>${body}</Document></kml>`
const lineString = `<Placemark><name>A</name><LineString><coordinates>${coordinates.map((c) => c.join(',')).join(' ')}</coordinates></LineString></Placemark>`
const kml = kmlOf(lineString)
const geojson = JSON.stringify({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } })
const polyline6 = encodePolyline6(
  coordinates.map(([lon]) => Math.round(lon * 1e6)),
  coordinates.map(([, lat]) => Math.round(lat * 1e6)),
)
const kmz = base64(zipSync({ 'files/a.png': new Uint8Array(9), 'doc.kml': strToU8(kml) }))
const refusal = (file: string, limit = 1000): ServiceError => {
  try {
    readFile(file, limit)
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError)
    return error as ServiceError
  }
  throw new Error('it was read')
}

describe('a file is known by its content', () => {
  test.each([
    ['gpx', 'GPX', walkedGpx(walked)],
    ['gpx', 'GPX in base64', base64(Buffer.from(`<?xml version="1.0"?>${walkedGpx(walked)}`))],
    ['gpx', 'GPX in UTF-16', base64(Buffer.from(`\ufeff${walkedGpx(walked)}`, 'utf16le'))],
    ['tcx', 'TCX', walkedTcx(walked)],
    ['fit', 'FIT', base64(walkedFit(walked))],
    ['kml', 'KML', kml],
    ['kml', 'KML after a comment', kml.replace('<kml', '<!-- <gpx> -->\n<kml')],
    ['kml', 'KMZ', kmz],
    ['geojson', 'GeoJSON', geojson],
    ['geojson', 'GeoJSON in base64', base64(Buffer.from(geojson))],
    ['polyline6', 'a polyline', polyline6],
  ])('%s: %s gives the points', (format, _, file) => {
    const course = readFile(file, 1000)
    expect(course.format).toBe(format)
    expect(course.count).toBe(walked.length)
    const off = walked.filter(
      ({ lon, lat, heightM }, i) =>
        Math.abs(course.lon[i] - lon) > 1e-6 ||
        Math.abs(course.lat[i] - lat) > 1e-6 ||
        (format !== 'polyline6' && !(Math.abs(course.heightM[i] - heightM) <= 0.11)),
    )
    expect(off).toEqual([])
  })

  test('more points than allowed are refused, whatever the kind', () => {
    for (const file of [walkedGpx(walked), walkedTcx(walked), base64(walkedFit(walked)), kml, kmz, geojson, polyline6])
      expect(refusal(file, walked.length - 1).code).toBe('too_many_points')
  })

  test.each([
    ['nothing', '   '],
    ['a page', '<html><body/></html>'],
    ['a document type', '<!DOCTYPE kml [<!ENTITY a "b">]><kml>&a;</kml>'],
    ['half an archive', kmz.slice(0, kmz.length / 2)],
    ['half a FIT file', base64(walkedFit(walked).subarray(0, 300))],
    ['a KML cut off', kml.slice(0, -20)],
    ['JSON cut off', geojson.slice(0, -5)],
    ['a word', 'hello'],
    ['a JSON that nests deep', `{"type":${'['.repeat(100_000)}`],
    ['a picture', base64(Buffer.from('89504e470d0a1a0a0000000d49484452000001', 'hex'))],
  ])('%s is refused in words that name the field', (_, file) => {
    const { code, message, inputPath } = refusal(file)
    expect([code, inputPath]).toEqual(['invalid_input', 'file'])
    expect(message).toMatch(/^`file/)
  })

  test('a GPX that cannot be read keeps its code', () => {
    expect(refusal('<gpx><trk></gpx>')).toMatchObject({ code: 'invalid_gpx', inputPath: 'file' })
  })
})

describe('KML', () => {
  test('lines and tracks are parts, points are waypoints by name, and the rest is reported', () => {
    const course = readFile(
      kmlOf(`<Placemark><name>Hut &amp; <![CDATA[<well>]]></name><Point><coordinates> 8,46,1200 </coordinates></Point></Placemark>
        <Folder><name>x</name><Placemark><MultiGeometry><LineString><coordinates>8,46 8,46.1</coordinates></LineString>
        <LineString><coordinates>9,46,10\n9,46.1,20</coordinates></LineString></MultiGeometry></Placemark></Folder>
        <Placemark><gx:Track><when>2026-06-01T08:00:00Z</when><when>2026-06-01T08:01:00Z</when><gx:coord>7 45 100</gx:coord><gx:coord>7 45.1 110</gx:coord></gx:Track></Placemark>
        <Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>1,2 1,3 2,3 1,2</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
        <NetworkLink><Link><href>http://127.0.0.1/</href></Link></NetworkLink>`),
      100,
    )
    expect([...course.partStart]).toEqual([0, 2, 4, 6])
    expect([...course.heightM]).toEqual([NaN, NaN, 10, 20, 100, 110])
    expect(course.timeMs[5] - course.timeMs[4]).toBe(60_000)
    expect(course.waypoints).toEqual([{ lon: 8, lat: 46, heightM: 1200, name: 'Hut & <well>' }])
    expect(course.name).toBe('Der Weg')
    expect(course.notRead!.map(({ code }) => code)).toEqual(['areas', 'links', 'names'])
  })

  test('heights of 0 all along mean the ground, and heights above it are no heights', () => {
    const heights = (tuples: string, mode = '') => [
      ...readFile(
        kmlOf(`<Placemark><LineString>${mode}<coordinates>${tuples}</coordinates></LineString></Placemark>`),
        9,
      ).heightM,
    ]
    expect(heights('8,46,0 8,46.1,0')).toEqual([NaN, NaN])
    expect(heights('8,46,0 8,46.1,5')).toEqual([0, 5])
    expect(heights('8,46,0 8,46.1,0', '<altitudeMode>absolute</altitudeMode>')).toEqual([0, 0])
    expect(heights('8,46,7 8,46.1,5', '<altitudeMode>relativeToGround</altitudeMode>')).toEqual([NaN, NaN])
    const [plain, clamped, absolute] = ['', 'clampToGround', 'absolute'].map((mode) =>
      [0, 7].map((heightM) => {
        const point = `<Point><altitudeMode>${mode}</altitudeMode><coordinates>8,46,${heightM}</coordinates></Point>`
        return readFile(kmlOf(`${lineString}<Placemark>${point}</Placemark>`), 1000).waypoints[0].heightM
      }),
    )
    expect([plain, clamped, absolute]).toEqual([
      [null, 7],
      [null, 7],
      [0, 7],
    ])
  })

  test.each(['8', '8,95', '181,4', '8,46,x', '8,46,1,2', 'x,y'])('a coordinate of %s is refused', (tuple) => {
    expect(
      refusal(kmlOf(`<Placemark><LineString><coordinates>${tuple}</coordinates></LineString></Placemark>`)).message,
    ).toContain('coordinate')
  })
})

describe('archives', () => {
  const bomb = (bytes: number) => base64(zipSync({ 'doc.kml': new Uint8Array(bytes).fill(32) }, { level: 9 }))

  test('a document larger than its bound is refused before it is whole', () => {
    expect(refusal(bomb(20_000_000)).message).toContain('larger than 1048576 bytes')
  })

  test('a size that the archive makes up changes nothing', () => {
    const archive = Buffer.from(bomb(5_000_000), 'base64')
    const central = archive.indexOf(Buffer.from('504b0102', 'hex'))
    archive.writeUInt32LE(10, central + 24)
    expect(refusal(base64(archive)).message).toContain('larger than')
  })

  test('the document is found by its name, packed or stored; null without one', () => {
    const inside = (files: Record<string, Uint8Array>, level: 0 | 6) => base64(zipSync(files, { level }))
    for (const level of [0, 6] as const)
      expect(readFile(inside({ 'a.kml': strToU8('<kml/>'), 'doc.kml': strToU8(kml) }, level), 1000).count).toBe(
        walked.length,
      )
    expect(refusal(inside({ 'a.txt': strToU8(kml) }, 6)).message).toContain('no file that ends with .kml')
  })

  test('any change of bytes is refused or read, and nothing else', () => {
    const bytes = Buffer.from(kmz, 'base64')
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 8 }), (changes) => {
        const broken = Buffer.from(bytes)
        for (const [at, byte] of changes) broken[at] = byte
        try {
          readFile(base64(broken), 1000)
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('TCX and FIT', () => {
  test('tracks of a course are parts, laps of an activity are not; times of a course are a plan', () => {
    const point = (lat: number) =>
      `<Trackpoint><Time>2026-06-01T08:00:00Z</Time><Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>8</LongitudeDegrees></Position></Trackpoint>`
    const two = `<Track>${point(46)}${point(46.1)}</Track>`
    const course = readFile(
      `<TrainingCenterDatabase><Courses><Course><Name>Rundweg</Name>${two}${two}<CoursePoint><Name>Links</Name><Position><LatitudeDegrees>46</LatitudeDegrees><LongitudeDegrees>8</LongitudeDegrees></Position><PointType>Left</PointType></CoursePoint></Course></Courses></TrainingCenterDatabase>`,
      100,
    )
    expect([...course.partStart]).toEqual([0, 2, 4])
    expect([...course.timeMs]).toEqual([NaN, NaN, NaN, NaN])
    expect([course.name, course.cues]).toEqual(['Rundweg', [{ lon: 8, lat: 46, text: 'Links', type: 'left' }]])
    const activity = readFile(
      `<TrainingCenterDatabase><Activities><Activity><Lap>${two}</Lap><Lap>${two}</Lap></Activity></Activities></TrainingCenterDatabase>`,
      100,
    )
    expect([...activity.partStart]).toEqual([0, 4])
    expect(activity.timeMs[0]).toBe(Date.UTC(2026, 5, 1, 8))
  })

  test('other measurements of a recorder are reported', () => {
    expect(readFile(base64(walkedFit(walked)), 1000).notRead).toEqual([{ code: 'sensors', what: [] }])
  })

  test('fields of no length in a definition of FIT hold nothing and hide nothing', () => {
    const definition = Buffer.from([0x40, 0, 0, 20, 0, 4, 0, 4, 0x85, 0, 0, 0x85, 1, 4, 0x85, 1, 0, 7])
    const message = Buffer.alloc(9)
    message.writeInt32LE(2 ** 29, 1)
    message.writeInt32LE(2 ** 28, 5)
    const head = Buffer.concat([Buffer.from([14, 0, 0, 0, 27, 0, 0, 0]), Buffer.from('.FIT'), Buffer.alloc(2)])
    const course = readFile(base64(Buffer.concat([head, definition, message])), 10)
    expect([course.count, course.lat[0], course.lon[0]]).toEqual([1, 45, 22.5])
  })
})

const xmlName = fc.constantFrom('a', 'b', 'k:c', 'name')
const xmlText = fc.constantFrom('x', ' y ', '&amp;', '<![CDATA[<z>]]>', '<!-- c -->', '&#65;', '')
const xmlTree: fc.Memo<string> = fc.memo((depth) =>
  fc
    .tuple(
      xmlName,
      depth <= 1 ? fc.array(xmlText, { maxLength: 3 }) : fc.array(fc.oneof(xmlText, xmlTree()), { maxLength: 4 }),
    )
    .map(([name, inside]) => (inside.length === 0 ? `<${name} q="1"/>` : `<${name}>${inside.join('')}</${name}>`)),
)

test('the walk meets the elements and texts that an XML parser finds, in their order', () => {
  const parser = new XMLParser({
    preserveOrder: true,
    removeNSPrefix: true,
    parseTagValue: false,
    trimValues: false,
    ignoreAttributes: true,
    htmlEntities: true,
    cdataPropName: '#cdata',
  })
  const leaves = (nodes: any[], path: string[]): [string, string | null][] =>
    nodes.flatMap((node) => {
      const name = Object.keys(node)[0]
      if (name.startsWith('#')) return []
      const inside = node[name] as any[]
      const own = [...path, name]
      const isLeaf = inside.every((child) => Object.keys(child)[0].startsWith('#'))
      const text = inside
        .map((child) => child['#text'] ?? child['#cdata']?.[0]?.['#text'] ?? '')
        .join('')
        .trim()
      return [...leaves(inside, own), [own.join('/'), isLeaf && text !== '' ? text : null] as [string, string | null]]
    })
  fc.assert(
    fc.property(xmlTree(4), (tree) => {
      const xml = `<r xmlns:k="k">${tree}</r>`
      const text = Utf8Text.of(xml)
      const met: [string, string | null][] = []
      walkXml(text, {
        close: (path, from, to, isLeaf) => met.push([path.join('/'), isLeaf ? textOf(text, from, to, 1000) : null]),
      })
      expect(met).toEqual(leaves(parser.parse(xml), []))
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['elements nested without end', '<a>'.repeat(300_000)],
  ['an element that never closes', `<kml>${'<a/>'.repeat(100_000)}`],
  ['a tag that never ends', `<kml ${'a'.repeat(500_000)}`],
  ['entities that grow', `<kml><name>${'&a;'.repeat(1000)}</name></kml>`],
  ['comments that never close', `<kml>${'<!--'.repeat(100_000)}`],
  [
    'a million tuples of nothing',
    kmlOf(`<Placemark><LineString><coordinates>${', '.repeat(400_000)}</coordinates></LineString></Placemark>`),
  ],
])('%s is refused in words', (_, file) => {
  expect(refusal(file, 50_000).code).toBe('invalid_input')
})
