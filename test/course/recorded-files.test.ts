import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFit } from '../../src/course/read-fit.ts'
import { readTcx } from '../../src/course/read-tcx.ts'
import { ServiceError } from '../../src/errors.ts'
import { walkedFit, walkedPoints, walkedTcx } from '../support/recorded-walk.ts'

const points = walkedPoints(1).slice(0, 200)

test.each([
  ['TCX', () => readTcx(walkedTcx(points), 1000)],
  ['FIT', () => readFit(walkedFit(points), 1000)],
])('%s gives back times, places and heights', (_, read) => {
  const { timeS, lon, lat, heightM } = read()
  expect(timeS.length).toBe(points.length)
  points.forEach((point, i) => {
    expect(timeS[i]).toBe(point.timeS)
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
    fc.property(fc.string({ maxLength: 300 }), (text) => only(() => readTcx(`<Trackpoint${text}</Trackpoint>`, 1000))),
  )
})

test('a compressed time stamp counts on from the last whole one', () => {
  const definition = [0x40, 0, 0, 20, 0, 3, 253, 4, 134, 0, 4, 133, 1, 4, 133]
  const short = [0x41, 0, 0, 20, 0, 2, 0, 4, 133, 1, 4, 133]
  const whole = Buffer.alloc(13)
  whole.writeUInt32LE(1_000_000_030, 1)
  whole.writeInt32LE(1000, 5)
  const packed = (offset: number) => Buffer.concat([Buffer.from([0x80 | (1 << 5) | offset]), Buffer.alloc(8, 1)])
  const data = Buffer.concat([
    Buffer.from(definition),
    Buffer.from(short),
    whole,
    packed((1_000_000_030 + 3) & 31),
    packed((1_000_000_030 + 9) & 31),
  ])
  const header = Buffer.alloc(12)
  header.writeUInt8(12, 0)
  header.writeUInt32LE(data.length, 4)
  header.write('.FIT', 8, 'latin1')
  const { timeS } = readFit(Buffer.concat([header, data]), 10)
  expect([...timeS].map((time) => time - timeS[0])).toEqual([0, 3, 9])
})
