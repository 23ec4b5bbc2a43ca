// The time zone of a place: names that Intl knows everywhere on earth, and the right one well inside of countries.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findZone } from '../../src/geo/local-time.ts'
import { timeZoneAt } from '../../src/geo/time-zone-at.ts'
import { between, latitude } from '../support/arbitraries.ts'

test.each([
  [1.52, 42.51, 'Europe/Andorra'],
  [11.58, 49.94, 'Europe/Berlin'],
  [10.08, 40.07, 'Europe/Rome'],
  [-8.6, 41.15, 'Europe/Lisbon'],
  [85.32, 27.72, 'Asia/Kathmandu'],
  [-157.4, 1.87, 'Pacific/Kiritimati'],
  [179.3, -16.5, 'Pacific/Fiji'],
])('%d, %d lies in %s', (lon, lat, name) => {
  expect(timeZoneAt(lon, lat)).toBe(name)
})

test('every place has a zone that has clocks, poles and beyond the antimeridian too (law)', () => {
  fc.assert(
    fc.property(between(-360, 360), latitude, (lon, lat) => {
      expect(findZone(timeZoneAt(lon, lat))).not.toBeNull()
    }),
  )
})
