import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FitMessage, MESSAGES, readFitMessages } from '../../../src/course/files/fit-messages.ts'
import { readFile } from '../../../src/course/files/read-file.ts'

interface Field {
  number: number
  type: number
  bytes: Buffer
}
interface Message {
  number: number
  fields: Field[]
  /** developer fields, each `[number, size]` of the number of its developer data index */
  own: [number: number, size: number, index: number][]
}

const uint = (number: number, size: 1 | 2 | 4, value: number): Field => {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntLE(value, 0, size)
  return { number, type: { 1: 0x02, 2: 0x84, 4: 0x86 }[size], bytes }
}
const place = (number: number, degrees: number): Field => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(Math.round((degrees * 2 ** 31) / 180))
  return { number, type: 0x85, bytes }
}

/** A file of messages, each after a definition of its own. */
function fitOf(messages: readonly Message[]): Buffer {
  const data = Buffer.concat(
    messages.flatMap(({ number, fields, own }) => [
      Buffer.from([own.length > 0 ? 0x60 : 0x40, 0, 0, number & 255, number >> 8, fields.length]),
      ...fields.map((field) => Buffer.from([field.number, field.bytes.length, field.type])),
      own.length > 0 ? Buffer.from([own.length, ...own.flat()]) : Buffer.alloc(0),
      Buffer.from([0]),
      ...fields.map(({ bytes }) => bytes),
      ...own.map(([, size]) => Buffer.alloc(size, 0x55)),
    ]),
  )
  const head = Buffer.from([14, 32, 0, 0, 0, 0, 0, 0, ...Buffer.from('.FIT'), 0, 0])
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(2)])
}

test('a message has its own values, whatever fields of developers and other messages stand before it', () => {
  const small = fc.integer({ min: 0, max: 9 })
  const own = fc.array(fc.tuple(fc.nat(255), small, fc.nat(7)), { maxLength: 3 })
  const value = fc.integer({ min: 0, max: 2 ** 31 - 2 })
  const message = fc.record({ metres: value, seconds: value, own, isOther: fc.boolean() })
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 5 }), (given) => {
      const bytes = fitOf(
        given.map(({ metres, seconds, own: more, isOther }) => ({
          number: isOther ? 0x1234 : MESSAGES.record,
          fields: [uint(5, 4, metres), uint(200, 1, 7), uint(253, 4, seconds)],
          own: more,
        })),
      )
      const found: FitMessage[] = []
      readFitMessages(
        bytes,
        (one) => found.push(one),
        () => expect.unreachable(),
      )
      expect(found.map(({ number, values, timeS }) => [number, values.get(5), timeS])).toEqual(
        given.map(({ metres, seconds, isOther }) =>
          isOther ? [0x1234, undefined, seconds] : [MESSAGES.record, metres, seconds],
        ),
      )
      expect(found.every(({ hasOtherFields }) => hasOtherFields)).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('the enhanced altitude of a record comes before the plain one, and each is a height alone', () => {
  const altitude = (number: number, size: 2 | 4, metres: number) => uint(number, size, (metres + 500) * 5)
  const record = (...heights: Field[]): Message => ({
    number: MESSAGES.record,
    fields: [place(0, 42), place(1, 1), ...heights],
    own: [],
  })
  const [plain, enhanced] = [altitude(2, 2, 1000), altitude(78, 4, 1010.2)]
  const file = fitOf([record(plain), record(enhanced), record(plain, enhanced), record(enhanced, plain), record()])
  expect([...readFile(file.toString('base64'), 9).heightM].map((heightM) => Math.round(heightM * 10) / 10)).toEqual([
    1000,
    1010.2,
    1010.2,
    1010.2,
    NaN,
  ])
})
