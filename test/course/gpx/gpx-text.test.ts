import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { ROUTE_POINT, TRACK_POINT, WAYPOINT } from '../../../src/course/gpx/gpx-points.ts'
import { scanGpx } from '../../../src/course/gpx/gpx-text.ts'
import { readDecimal, readTimeMs } from '../../../src/course/gpx/gpx-values.ts'
import { ServiceError } from '../../../src/errors.ts'
import { gpxText, hasRealData, listGpxFiles, readText } from '../gpx-files.ts'
import { between, longitude } from '../../support/arbitraries.ts'

const point = '<trkpt lat="1" lon="2"/>'
const track = (inside: string) => `<gpx><trk><trkseg>${inside}</trkseg></trk></gpx>`

function refusalOf(text: string, maxPoints = 50_000): ServiceError {
  try {
    scanGpx(text, maxPoints)
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('was not refused')
}

test('every point is found with its span, values and part', () => {
  const text =
    '<gpx><wpt lat="1" lon="2"/><trk><trkseg><trkpt lon="4" lat="3"><ele>5.5</ele><time>1970-01-01T00:00:01Z</time></trkpt></trkseg></trk><rte><rtept lat="6" lon="7"></rtept></rte></gpx>'
  const gpx = scanGpx(text, 10)
  expect([...gpx.kind]).toEqual([WAYPOINT, TRACK_POINT, ROUTE_POINT])
  expect([...gpx.lat]).toEqual([1, 3, 6])
  expect([...gpx.lon]).toEqual([2, 4, 7])
  expect([...gpx.heightM]).toEqual([NaN, 5.5, NaN])
  expect([...gpx.timeMs]).toEqual([NaN, 1000, NaN])
  expect([...gpx.part]).toEqual([-1, 0, 1])
  expect([...gpx.start].map((from, i) => gpx.text.slice(from, gpx.end[i]))).toEqual([
    '<wpt lat="1" lon="2"/>',
    '<trkpt lon="4" lat="3"><ele>5.5</ele><time>1970-01-01T00:00:01Z</time></trkpt>',
    '<rtept lat="6" lon="7"></rtept>',
  ])
})

test('points in comments, CDATA and foreign extensions are not points', () => {
  const text = `<gpx><!-- ${point} --><metadata><name><![CDATA[${point}]]></name><extensions>${point}</extensions></metadata></gpx>`
  expect(scanGpx(text, 10).kind.length).toBe(0)
})

test.each([
  [
    'an entity bomb',
    '<!DOCTYPE lolz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><gpx><name>&b;</name></gpx>',
    'document type',
  ],
  ['an external entity', '<?xml version="1.0"?><!DOCTYPE gpx SYSTEM "file:///etc/passwd"><gpx/>', 'document type'],
  ['an entity without a type', track(`<trkpt lat="&x;" lon="2"/>`), 'entity'],
  ['NUL', track('\0'), 'U+0000'],
  ['a lone surrogate', track('\ud800'), 'surrogate'],
  ['a reference to NUL', track('<name>&#0;</name>'), 'does not allow'],
  ['a million levels', track('<a>'.repeat(1_000_000)), 'deeper'],
  ['a million attributes', `<gpx ${Array.from({ length: 300_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`, 'attributes'],
  ['an attribute twice', '<gpx a="1" a="2"/>', 'twice'],
  ['tags that cross', '<gpx><trk><trkseg></trk></trkseg></gpx>', 'expected </trkseg>'],
  ['a file cut short', '<gpx><trk><trkseg><trkpt lat="1" lon="1">', 'ends inside'],
  ['a file cut in a tag', '<gpx><trk', 'ends inside'],
  ['a file cut in a value', '<gpx><trk a="', 'ends inside'],
  ['text after the end', '<gpx/>x', 'after the end'],
  ['two documents', '<gpx/><gpx/>', 'second document'],
  ['two documents with a byte order mark between', '<gpx/>\r\n\ufeff<?xml version="1.0"?><gpx/>', 'second document'],
  ['a late declaration', ' <?xml version="1.0"?><gpx/>', 'very beginning'],
  ['an empty text', '', 'no document'],
  ['JSON', '{"gpx":1}', 'begin with'],
  ['HTML', '<html></html>', 'root is <html>'],
  ['KML in a wrong case', '<GPX/>', 'root is <GPX>'],
  ['a value without quotes', '<gpx a=1/>', 'quotes'],
  ['"<" in a value', '<gpx a="<"/>', 'inside an attribute value'],
  ['an open comment', '<gpx><!-- </gpx>', 'comment'],
  ['"--" in a comment', '<gpx><!-- a--b --></gpx>', '--'],
  ['an open CDATA', '<gpx><![CDATA[ </gpx>', 'CDATA'],
  ['"]]>" in text', '<gpx>]]></gpx>', ']]>'],
  ['a bare "&"', '<gpx>a & b</gpx>', '&'],
  ['a track point outside its segment', '<gpx><trk><trkpt lat="1" lon="1"/></trk></gpx>', 'outside <trkseg>'],
])('%s is refused with its place', (_what, text, words) => {
  const refusal = refusalOf(text)
  expect(refusal.code).toBe('invalid_gpx')
  expect(refusal.message).toContain(words)
  expect(refusal.message).toMatch(/\(line \d+, offset \d+\)\.$/)
})

test('the line of a fault is counted from one', () => {
  expect(refusalOf('<gpx>\n<a>\n</b></gpx>').message).toContain('(line 3, offset 10)')
  // characters, not bytes
  expect(refusalOf('<gpx>\n<é>😀\n</b></gpx>').message).toContain('(line 3, offset 12)')
})

test('points beyond the limit stop the reading before the rest is looked at', () => {
  expect(refusalOf(`<gpx><trk><trkseg>${point.repeat(11)}<not well formed`, 10)).toMatchObject({
    code: 'too_many_points',
    status: 413,
  })
})

test('what the scanner takes an independent validator takes too, and both count the same points', () => {
  fc.assert(
    fc.property(gpxText, (text) => {
      expect(XMLValidator.validate(text.replace(/^\ufeff/, ''))).toBe(true)
      const gpx = scanGpx(text, 1000)
      const parser = new XMLParser({ ignoreAttributes: false, removeNSPrefix: true, isArray: () => true })
      const found = JSON.stringify(parser.parse(text)).match(/"@_lat"/g)?.length ?? 0
      expect(gpx.kind.length).toBe(found)
      for (let i = 0; i < gpx.kind.length; i++)
        expect(gpx.text.slice(gpx.start[i], gpx.end[i])).toMatch(/^<(g:)?(wpt|rtept|trkpt)[\s\S]*>$/)
    }),
    { numRuns: 200 },
  )
})

test('a text damaged anywhere is refused or read, never a crash', () => {
  const damage = fc.record({
    at: fc.nat(2000),
    drop: fc.nat(20),
    put: fc.constantFrom('', '<', '>', '&', '"', '/', '\0', ']]>', '<!', '<?', 'é', '\ud800'),
  })
  fc.assert(
    fc.property(gpxText, damage, (text, { at, drop, put }) => {
      const damaged = text.slice(0, at) + put + text.slice(at + drop)
      try {
        scanGpx(damaged, 1000)
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError)
        return
      }
      expect(XMLValidator.validate(damaged.replace(/^\ufeff/, ''))).toBe(true)
    }),
    { numRuns: 600 },
  )
})

test('a point says the same however its tag is written', () => {
  const number = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789.+-'), maxLength: 18 }),
    between(-200, 200).map((value) => value.toFixed(7)),
    fc.constantFrom('1e1', '1,5', '1/2', '', ' 1', '&#49;'),
  )
  fc.assert(
    fc.property(number, number, (lat, lon) => {
      const read = (tag: string) => {
        const gpx = scanGpx(track(`${tag}<ele>5</ele></trkpt>`), 10)
        return { lat: gpx.lat[0], lon: gpx.lon[0], heightM: gpx.heightM[0], part: gpx.part[0] }
      }
      const usual = read(`<trkpt lat="${lat}" lon="${lon}">`)
      expect(usual).toEqual(read(`<trkpt lon='${lon}' lat='${lat}'>`))
      expect(usual).toEqual(read(`<trkpt lat="${lat}" lon="${lon}" >`))
      expect(usual.heightM).toBe(5)
    }),
    { numRuns: 300 },
  )
})

test('decimals are read as the engine reads them', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
        longitude.map((n) => n.toFixed(9)),
        fc.integer().map((n) => ` ${n} `),
      ),
      (word) => {
        const value = readDecimal(Buffer.from(`x${word}x`), 1, word.length + 1)
        // -0 is 0
        expect(value + 0).toBe(Number(word) + 0)
      },
    ),
    { numRuns: 1000 },
  )
})

test.each([
  ['2024-08-02T08:30:26Z', Date.UTC(2024, 7, 2, 8, 30, 26)],
  ['2015-12-11T15:43:13.000+01:00', Date.UTC(2015, 11, 11, 14, 43, 13)],
  ['1901-12-13T20:45:52.2073437Z', Date.UTC(1901, 11, 13, 20, 45, 52, 207)],
  ['2013-01-01T12:00:00', Date.UTC(2013, 0, 1, 12)],
  [' 2024-02-29T00:00:00-0530 ', Date.UTC(2024, 1, 29, 5, 30)],
  ['2023-02-29T00:00:00Z', NaN],
  ['2024-01-01', NaN],
  ['yesterday', NaN],
  ['', NaN],
  ['2024-01-01T00:00:00Zx', NaN],
  ['2024-13-01T00:00:00Z', NaN],
])('the time %j is %d', (word, timeMs) => {
  expect(readTimeMs(Buffer.from(word), 0, word.length)).toBe(timeMs)
})

describe.skipIf(!hasRealData)('on real files (needs real data)', () => {
  const files = listGpxFiles('gpx/odd', 'gpx/ordinary', 'andorra/gpx').filter(
    ([name]) => !name.includes('two_documents'),
  )
  test.each(files)('%s gives the points another parser finds', (_name, path) => {
    const text = readText(path)
    const parser = new XMLParser({
      ignoreAttributes: false,
      parseTagValue: false,
      isArray: (name) => ['trk', 'trkseg', 'trkpt', 'rte', 'rtept', 'wpt', 'time'].includes(name),
    })
    const root = parser.parse(text.replace(/^\ufeff/, ''))['gpx']
    type Node = Record<string, string> & { time?: string[] }
    const points: Node[] =
      root === ''
        ? []
        : [
            ...(root.wpt ?? []),
            ...(root.rte ?? []).flatMap((r: { rtept?: Node[] }) => r.rtept ?? []),
            ...(root.trk ?? []).flatMap((t: { trkseg?: { trkpt?: Node[] }[] }) =>
              (t.trkseg ?? []).flatMap((s) => s.trkpt ?? []),
            ),
          ]
    const gpx = scanGpx(text, 50_000)
    const order = [...gpx.kind.keys()].sort((a, b) => gpx.kind[a] - gpx.kind[b] || a - b)
    expect(order.map((i) => [gpx.lat[i], gpx.lon[i], gpx.heightM[i]])).toEqual(
      points.map((p) => [Number(p['@_lat']), Number(p['@_lon']), p['ele'] === undefined ? NaN : Number(p['ele'])]),
    )
    const times = points.map((p) => (p.time === undefined ? NaN : Date.parse(p.time[0].replace(/(\.\d{3})\d+/, '$1'))))
    expect(order.map((i) => gpx.timeMs[i]).filter((_, k) => !(times[k] !== times[k]))).toEqual(
      times.filter((t) => t === t),
    )
  })
})
