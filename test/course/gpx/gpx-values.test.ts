import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTimeMs } from '../../../src/course/gpx/gpx-values.ts'

const read = (text: string) => {
  const bytes = Buffer.from(text)
  return readTimeMs(bytes, 0, bytes.length)
}
const two = (number: number) => String(number).padStart(2, '0')

test('a moment is read on any day that there is, leap days of every century included, and on no other', () => {
  const year = fc.oneof(fc.integer({ min: 1582, max: 2999 }), fc.constantFrom(1600, 1700, 1900, 2000, 2024, 2100))
  const day = fc.oneof(fc.integer({ min: 0, max: 32 }), fc.constantFrom(28, 29, 30, 31))
  let leapDays = 0
  fc.assert(
    fc.property(year, fc.integer({ min: 0, max: 13 }), day, fc.nat(23), fc.nat(59), (y, m, d, hour, minute) => {
      const ms = Date.UTC(y, m - 1, d, hour, minute, 7)
      const date = new Date(ms)
      const isDay = date.getUTCMonth() === m - 1 && date.getUTCDate() === d
      expect(read(`${y}-${two(m)}-${two(d)}T${two(hour)}:${two(minute)}:07Z`)).toBe(isDay ? ms : NaN)
      if (m === 2 && d === 29) leapDays++
    }),
    { numRuns: 3000 },
  )
  expect(leapDays).toBeGreaterThan(20)
})

test('a moment has the time of its zone: hours and minutes east or west of UTC, to 14 hours', () => {
  const minutes = fc.integer({ min: -14 * 60, max: 14 * 60 })
  fc.assert(
    fc.property(minutes, fc.constantFrom(':', ''), (zone, colon) => {
      const [hours, rest] = [Math.floor(Math.abs(zone) / 60), Math.abs(zone) % 60]
      const written = `2024-08-02T08:30:26${zone < 0 ? '-' : '+'}${two(hours)}${colon}${two(rest)}`
      expect(read(written)).toBe(Date.UTC(2024, 7, 2, 8, 30, 26) - zone * 60_000)
    }),
  )
  expect(read('2024-08-02T08:30:26-03')).toBe(Date.UTC(2024, 7, 2, 11, 30, 26))
  expect(read('2024-08-02T08:30:26')).toBe(read('2024-08-02T08:30:26Z'))
  expect(read('2024-08-02T08:30:26+15:00')).toBeNaN()
})
