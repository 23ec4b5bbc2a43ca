import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { readFile } from '../../src/course/files/read-file.ts'
import { ServiceError } from '../../src/errors.ts'
import { walkedFit, walkedPoints, walkedTcx } from '../support/recorded-walk.ts'
import { between } from '../support/arbitraries.ts'

const points = walkedPoints(1).slice(0, 200)
const readTcx = (text: string, maxPoints: number) => readFile(text, maxPoints)
const readFit = (bytes: Uint8Array, maxPoints: number) => readFile(Buffer.from(bytes).toString('base64'), maxPoints)

test.each([
  ['TCX', () => readTcx(walkedTcx(points), 1000)],
  ['FIT', () => readFit(walkedFit(points), 1000)],
])('%s gives back times, places and heights', (_, read) => {
  const { timeMs, lon, lat, heightM } = read()
  expect(timeMs.length).toBe(points.length)
  points.forEach((point, i) => {
    expect(timeMs[i]).toBe(point.timeS * 1000)
    expect(lon[i]).toBeCloseTo(point.lon, 5)
    expect(lat[i]).toBeCloseTo(point.lat, 5)
    expect(Math.abs(heightM[i] - point.heightM)).toBeLessThanOrEqual(0.11)
  })
})

test('more points than allowed are refused', () => {
  expect(() => readTcx(walkedTcx(points), 199)).toThrow(expect.objectContaining({ code: 'too_many_points' }))
  expect(() => readFit(walkedFit(points), 199)).toThrow(expect.objectContaining({ code: 'too_many_points' }))
})

test('a FIT file that is cut anywhere is refused in words, or read as far as its header says', () => {
  const file = walkedFit(points)
  for (let length = 0; length < file.length - 2; length += 7)
    expect(() => readFit(file.subarray(0, length), 1000)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

test('bytes and text that are anything else never do more than be refused', () => {
  const only = (run: () => unknown) => {
    try {
      run()
    } catch (error) {
      expect(error).toBeInstanceOf(ServiceError)
    }
  }
  const file = walkedFit(points.slice(0, 20))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { maxLength: 20 }), (changes) => {
      const broken = Uint8Array.from(file)
      for (const [at, byte] of changes) broken[at] = byte
      only(() => readFit(broken, 1000))
    }),
  )
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => only(() => readFit(bytes, 1000))))
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) =>
      only(() => readTcx(`<TrainingCenterDatabase><Trackpoint${text}</Trackpoint></TrainingCenterDatabase>`, 1000)),
    ),
  )
})

const tcxNumber = (most: number) =>
  fc.oneof(
    { weight: 5, arbitrary: between(-most, most).map(String) },
    fc.constantFrom('', ' ', 'INF', 'NaN', ' 7.5\n', '1e2'),
  )
const tcxElement = (name: string, value: fc.Arbitrary<string>) =>
  fc
    .option(value, { nil: null })
    .map((text) => (text === null ? '' : text === '' ? `<${name}/>` : `<${name}>${text}</${name}>`))
const tcxPoint = fc
  .tuple(
    tcxElement(
      'Time',
      fc.oneof(
        fc.constant('soon'),
        fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }).map((at) => at.toISOString()),
      ),
    ),
    tcxElement('LatitudeDegrees', tcxNumber(95)),
    tcxElement('LongitudeDegrees', tcxNumber(190)),
    tcxElement('AltitudeMeters', tcxNumber(9500)),
    fc.constantFrom('', '<Extensions><TPX><Speed>1.5</Speed></TPX></Extensions>', '<!-- paused -->'),
  )
  .map(
    ([time, lat, lon, height, other]) =>
      `<Trackpoint>${time}<Position>${lat}${lon}</Position>${height}${other}</Trackpoint>`,
  )
const tcxPiece = fc.oneof(
  { weight: 5, arbitrary: tcxPoint },
  tcxPoint.map((point) => `<!-- ${point.replace('<!-- paused -->', '')} -->`),
  fc.constantFrom('<Trackpoint/>', '<TrackpointCount>3</TrackpointCount>', '\n'),
)

test('a TCX gives the points that an XML parser finds in it, and none whose place is empty', () => {
  const parser = new XMLParser({
    parseTagValue: false,
    processEntities: false,
    isArray: (name) => name === 'Trackpoint',
  })
  const toNumber = (text: string | undefined) => (text === undefined || text.trim() === '' ? NaN : Number(text))
  fc.assert(
    fc.property(fc.array(tcxPiece, { minLength: 1, maxLength: 12 }), (pieces) => {
      const text = `<?xml version="1.0"?><TrainingCenterDatabase><Track>${pieces.join('')}</Track></TrainingCenterDatabase>`
      const isEmpty = (word: string | undefined) => word === undefined || word.trim() === ''
      const track = parser.parse(text).TrainingCenterDatabase.Track
      const placed = ((track.Trackpoint ?? []) as any[]).filter(
        ({ Position: at }) => !isEmpty(at?.LatitudeDegrees) && !isEmpty(at?.LongitudeDegrees),
      )
      const expected = placed.map((point) => [
        Date.parse(point.Time ?? ''),
        toNumber(point.Position.LongitudeDegrees),
        toNumber(point.Position.LatitudeDegrees),
        // no ground is lower or higher
        toNumber(point.AltitudeMeters) >= -500 && toNumber(point.AltitudeMeters) <= 9000
          ? toNumber(point.AltitudeMeters)
          : NaN,
      ])
      const isBroken = expected.some(([, lon, lat]) => !(Math.abs(lon) <= 180 && Math.abs(lat) <= 90))
      if (expected.length === 0 || isBroken) {
        expect(() => readTcx(text, 100)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
        return
      }
      const { timeMs, lon, lat, heightM } = readTcx(text, 100)
      expect(Array.from(timeMs, (time, i) => [time, lon[i], lat[i], heightM[i]])).toEqual(expected)
    }),
  )
})

test.each([
  ['a tag that never closes', '<TrainingCenterDatabase>' + '<'.repeat(1_000_000)],
  ['comments that never close', '<TrainingCenterDatabase>' + '<!--'.repeat(250_000)],
  ['points that never close', '<TrainingCenterDatabase>' + '<Trackpoint>'.repeat(80_000)],
  ['points nested without end, closed once', `<TrainingCenterDatabase>${'<Trackpoint>'.repeat(80_000)}</Trackpoint>`],
  ['elements nested without end', '<TrainingCenterDatabase>' + '<a>'.repeat(330_000)],
  [
    'entities that grow',
    `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(1000)}">]><Trackpoint>${'&a;'.repeat(9999)}</Trackpoint>`,
  ],
  [
    'an entity for a file',
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><Trackpoint><Time>&a;</Time></Trackpoint>',
  ],
])('a TCX of %s is refused in words', (_, text) => {
  expect(() => readTcx(text, 1000)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

test('a TCX that is cut anywhere is refused in words', () => {
  const file = walkedTcx(points.slice(0, 5))
  for (let length = 1; length < file.length; length += 7)
    expect(() => readTcx(file.slice(0, length), 1000)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

/** A FIT file of these messages. */
function fitOf(...messages: Uint8Array[]): Buffer {
  const data = Buffer.concat(messages)
  const header = Buffer.alloc(12)
  header.writeUInt8(12, 0)
  header.writeUInt32LE(data.length, 4)
  header.write('.FIT', 8, 'latin1')
  return Buffer.concat([header, data])
}

test('a compressed time stamp counts on from the last whole one, by up to 31 seconds', () => {
  const definition = [0x40, 0, 0, 20, 0, 3, 253, 4, 134, 0, 4, 133, 1, 4, 133]
  const short = [0x41, 0, 0, 20, 0, 2, 0, 4, 133, 1, 4, 133]
  const whole = Buffer.alloc(13)
  whole.writeUInt32LE(1_000_000_030, 1)
  whole.writeInt32LE(1000, 5)
  const packed = (seconds: number) =>
    Buffer.concat([Buffer.from([0x80 | (1 << 5) | ((1_000_000_030 + seconds) & 31)]), Buffer.alloc(8, 1)])
  const seconds = [3, 9, 29, 60, 60, 76]
  const { timeMs } = readFit(fitOf(Buffer.from(definition), Buffer.from(short), whole, ...seconds.map(packed)), 10)
  expect([...timeMs].map((time) => (time - timeMs[0]) / 1000)).toEqual([0, ...seconds])
})

test('a FIT file of a big-endian device says the same, and of two heights the finer one counts', () => {
  const read = (isBig: boolean, fields: (readonly [field: number, type: number, value: number])[]) => {
    const size = (type: number) => (type === 0x84 ? 2 : 4)
    const layout = fields.flatMap(([field, type]) => [field, size(type), type])
    const definition = Buffer.from([0x40, 0, isBig ? 1 : 0, ...(isBig ? [0, 20] : [20, 0]), fields.length, ...layout])
    const values = fields.map(([, type, value]) => {
      const bytes = Buffer.alloc(size(type))
      if (type === 0x84) bytes.writeUInt16LE(value)
      else bytes.writeInt32LE(value)
      return isBig ? bytes.reverse() : bytes
    })
    const { lon, lat, heightM, timeMs } = readFit(fitOf(definition, Buffer.concat([Buffer.of(0), ...values])), 10)
    return [lon[0], lat[0], heightM[0], timeMs[0]]
  }
  const place = [
    [253, 0x86, 1_000_000_030],
    [0, 0x85, 507_000_000],
    [1, 0x85, -18_000_000],
  ] as const
  const [rough, fine] = [
    [2, 0x84, (1000 + 500) * 5],
    [78, 0x86, (1000.4 + 500) * 5],
  ] as const
  expect(read(true, [...place, rough])).toEqual(read(false, [...place, rough]))
  expect(read(true, [...place, rough])[2]).toBe(1000)
  for (const heights of [
    [rough, fine],
    [fine, rough],
  ])
    expect(read(false, [...place, ...heights])[2]).toBeCloseTo(1000.4, 6)
})
