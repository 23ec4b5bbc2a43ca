import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCoordinates } from '../../../src/web/state/read-coordinates.ts'
import { between } from '../../support/arbitraries.ts'

test.each([
  ['33.47111, -40.42889', -40.42889, 33.47111],
  ['33.47111 -40.42889', -40.42889, 33.47111],
  ['47,5; 11,25', 11.25, 47.5],
  ['47,5 11,25', 11.25, 47.5],
  ['N 47.5 E 11.25', 11.25, 47.5],
  ['47.5N 11.25O', 11.25, 47.5],
  ['11.25 E, 47.5 N', 11.25, 47.5],
  [`47°30'N 11°15'E`, 11.25, 47.5],
  [`47° 30' 36" N, 11° 15' 0" W`, -11.25, 47.51],
  [`0°59'59.9" N 0°59.9' E`, 59.9 / 60, 3599.9 / 3600],
  ['S 12° 34.5′ W 76° 30′', -76.5, -12.575],
  ['−12.5, 8', 8, -12.5],
])('%s is a point', (text, lon, lat) => {
  const found = readCoordinates(text)!
  expect(found[0]).toBeCloseTo(lon, 9)
  expect(found[1]).toBeCloseTo(lat, 9)
})

test.each([
  '',
  'Val',
  '12',
  '91, 0',
  '0, 181',
  'N 10 N 20',
  'N 10 20',
  `10°60' N 20° E`,
  `10°0'60" N 20° E`,
  'S -10 W 20',
  '1, 2, 3',
  '47.5.1, 3',
])('%j is none', (text) => expect(readCoordinates(text)).toBeNull())

test('what the page writes is read back', () => {
  const degrees = (most: number) => between(-most, most).map((value) => value.toFixed(5))
  fc.assert(
    fc.property(degrees(90), degrees(180), (lat, lon) => {
      expect(readCoordinates(`${lat}, ${lon}`)?.map((value) => value + 0)).toEqual([Number(lon) + 0, Number(lat) + 0])
    }),
  )
})
