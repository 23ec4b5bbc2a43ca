import fc from 'fast-check'
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { cleanGpx, type CleanSettings } from '../../../src/course/gpx/clean-gpx.ts'
import { ServiceError } from '../../../src/errors.ts'
import { gpxText, hasRealData, listGpxFiles, readText } from '../gpx-files.ts'

const usual: CleanSettings = { dedupe: true, dropBad: true, stripTimes: false, stripExtensions: false }
const nothing: CleanSettings = { dedupe: false, dropBad: false, stripTimes: false, stripExtensions: false }
const everything: CleanSettings = { dedupe: true, dropBad: true, stripTimes: true, stripExtensions: true }
const settings = fc.record({
  dedupe: fc.boolean(),
  dropBad: fc.boolean(),
  stripTimes: fc.boolean(),
  stripExtensions: fc.boolean(),
})

const track = (inside: string) =>
  `<?xml version="1.0"?>\n<gpx version="1.1">\n  <trk><name>A &amp; B</name>\n    <trkseg>\n${inside}    </trkseg>\n  </trk>\n</gpx>\n`
const point = (lat: string, lon: string, inside = '') => `      <trkpt lat="${lat}" lon="${lon}">${inside}</trkpt>\n`

/** Whether `part` is `whole` with pieces taken out, nothing added or moved. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0
  for (let i = 0; i < part.length; i++) {
    at = whole.indexOf(part[i], at)
    if (at < 0) return false
    at++
  }
  return true
}

function checkLaws(text: string, chosen: CleanSettings): void {
  const { report, gpx } = cleanGpx(text, chosen)
  expect(report.pointsBefore).toBe(report.pointsAfter + report.duplicates + report.badCoordinates)
  expect(isSubsequence(gpx, text)).toBe(true)
  expect(report.changed).toBe(gpx !== text)
  expect(XMLValidator.validate(gpx.replace(/^\ufeff/, ''))).toBe(true)
  const times = (of: string) => of.match(/<(?:g:)?time>/g)?.length ?? 0
  const kept = cleanGpx(text, { ...chosen, stripTimes: false, stripExtensions: false }).gpx
  expect(report.times).toBe(chosen.stripTimes ? times(kept) - times(gpx) : 0)
  const again = cleanGpx(gpx, chosen)
  expect(again.gpx).toBe(gpx)
  expect(again.report).toMatchObject({
    changed: false,
    pointsBefore: report.pointsAfter,
    duplicates: 0,
    badCoordinates: 0,
  })
  // points outside comments and CDATA, counted by another reader
  const tags = (xml: string) =>
    xml.replace(/<!--.*?-->|<!\[CDATA\[.*?\]\]>/gs, '').match(/<(g:)?(trkpt|rtept|wpt)\b/g)?.length ?? 0
  expect(tags(gpx)).toBe(report.pointsAfter)
  expect(tags(text)).toBe(report.pointsBefore)
  if (chosen.stripTimes) expect(gpx.replace(/<!--.*?-->|<!\[CDATA\[.*?\]\]>/gs, '')).not.toMatch(/<(g:)?time[\s>/]/)
}

test('a repeated point goes with its line and the first one stays', () => {
  const text = track(point('1', '2') + point('1.0', '2.00') + point('1', '3'))
  const { report, gpx } = cleanGpx(text, usual)
  expect(gpx).toBe(track(point('1', '2') + point('1', '3')))
  expect(report).toEqual({
    changed: true,
    pointsBefore: 3,
    pointsAfter: 2,
    duplicates: 1,
    badCoordinates: 0,
    times: 0,
    extensions: 0,
  })
})

test.each(['\n', '\r\n', '\r'])('a point that goes takes its line with it, to the end of the line: %j', (end) => {
  const lines = (text: string) => text.replaceAll('\n', end)
  const text = lines(track(point('1', '2') + point('1', '2') + point('1', '3')))
  expect(cleanGpx(text, usual).gpx).toBe(lines(track(point('1', '2') + point('1', '3'))))
})

test('equal positions of different height are a stop, not a repetition', () => {
  const text = track(point('1', '2', '<ele>5</ele>') + point('1', '2', '<ele>6</ele>') + point('1', '2'))
  expect(cleanGpx(text, usual)).toEqual({
    gpx: text,
    report: expect.objectContaining({ changed: false, pointsAfter: 3 }),
  })
})

test('points of different segments do not repeat each other', () => {
  const text = track(`${point('1', '2')}    </trkseg>\n    <trkseg>\n${point('1', '2')}`)
  expect(cleanGpx(text, usual).gpx).toBe(text)
})

test.each([
  ['91', '0'],
  ['0', '180.5'],
  ['', '0'],
  ['abc', '0'],
  ['0x10', '0'],
  ['1,5', '0'],
  ['NaN', '0'],
  ['Infinity', '0'],
  ['1 2', '0'],
])('the coordinates %j, %j are broken', (lat, lon) => {
  const text = track(point('1', '2') + point(lat, lon) + point('1', '3'))
  expect(cleanGpx(text, usual)).toMatchObject({
    gpx: track(point('1', '2') + point('1', '3')),
    report: { badCoordinates: 1, duplicates: 0 },
  })
})

test.each([
  ['0', '0'],
  ['-90', '180'],
  ['+1.5', '-180'],
  [' 1 ', '1e1'],
  ['&#49;', '1'],
])('the coordinates %j, %j are a place', (lat, lon) => {
  expect(cleanGpx(track(point(lat, lon)), usual).report.changed).toBe(false)
})

test('broken waypoints and route points go too', () => {
  const text =
    '<gpx><wpt lat="99" lon="0"><name>x</name></wpt><rte><rtept lon="1"/><rtept lat="1" lon="1"/></rte></gpx>'
  expect(cleanGpx(text, usual)).toMatchObject({
    gpx: '<gpx><rte><rtept lat="1" lon="1"/></rte></gpx>',
    report: { badCoordinates: 2 },
  })
})

test('equal waypoints both stay', () => {
  const text = '<gpx><wpt lat="9" lon="0"><name>x</name></wpt><wpt lat="9" lon="0"><name>y</name></wpt></gpx>'
  expect(cleanGpx(text, usual).gpx).toBe(text)
})

test('times and extensions go on request only, those of the file too', () => {
  const text =
    '<gpx><metadata><time>t</time></metadata><trk><extensions><c/></extensions><trkseg><trkpt lat="1" lon="1"><time/><extensions><hr>1</hr></extensions></trkpt></trkseg></trk></gpx>'
  expect(cleanGpx(text, { ...nothing, stripTimes: true }).gpx).toBe(
    '<gpx><metadata></metadata><trk><extensions><c/></extensions><trkseg><trkpt lat="1" lon="1"><extensions><hr>1</hr></extensions></trkpt></trkseg></trk></gpx>',
  )
  expect(cleanGpx(text, { ...nothing, stripExtensions: true }).gpx).toBe(
    '<gpx><metadata><time>t</time></metadata><trk><extensions><c/></extensions><trkseg><trkpt lat="1" lon="1"><time/></trkpt></trkseg></trk></gpx>',
  )
  expect(cleanGpx(text, everything).report).toMatchObject({ times: 2, extensions: 1, changed: true })
})

test('the laws hold on generated files', () => {
  fc.assert(fc.property(gpxText, settings, checkLaws), { numRuns: 400 })
})

describe.skipIf(!hasRealData)('on real files (needs real data)', () => {
  const refused = ['gpx/odd/adrutas_170708_b_two_documents_midfile_BOM.gpx']
  test.each(listGpxFiles('gpx/odd', 'gpx/ordinary', 'andorra/gpx').filter(([name]) => !refused.includes(name)))(
    'the laws hold on %s',
    (_name, path) => {
      const text = readText(path)
      for (const chosen of [
        usual,
        nothing,
        everything,
        { ...usual, stripTimes: true },
        { ...usual, stripExtensions: true },
      ])
        checkLaws(text, chosen)
    },
  )

  test('two documents in one file are refused with the place of the second', () => {
    const text = readText(listGpxFiles('gpx/odd').find(([name]) => name.includes('two_documents'))![1])
    try {
      cleanGpx(text, usual)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(ServiceError)
      expect((error as ServiceError).code).toBe('invalid_gpx')
      expect((error as ServiceError).message).toContain(
        `a second document begins; send each in a file of its own (line ${text.slice(0, text.lastIndexOf('<?xml')).split('\n').length}, offset`,
      )
    }
  })
})
