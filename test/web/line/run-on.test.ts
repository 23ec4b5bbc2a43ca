import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxOnMap, lineOnMap, runOn } from '../../../src/web/line/run-on.ts'
import { between, latitude, longitude, wrapped } from '../../support/arbitraries.ts'

test('a line for a map goes from each place to the next by the shorter way round, and each place is where it was', () => {
  const line = fc.array(fc.tuple(longitude, latitude, between(0, 3000)), { maxLength: 8 })
  fc.assert(
    fc.property(line, (places) => {
      const drawn = runOn(places)
      expect(drawn).toHaveLength(places.length)
      drawn.forEach(([lon, ...rest], i) => {
        expect((((lon - places[i][0]) % 360) + 540) % 360).toBeCloseTo(180, 9)
        expect(rest).toEqual(places[i].slice(1))
        if (i > 0) expect(Math.abs(lon - drawn[i - 1][0])).toBeLessThanOrEqual(180 + 1e-9)
      })
    }),
  )
})

test('of what is drawn only lines run on', () => {
  const line = [
    [179.9, 1],
    [-179.9, 2],
  ]
  const east = [
    [179.9, 1],
    [expect.closeTo(180.1, 9), 2],
  ]
  const drawn = (geometry: object) =>
    lineOnMap({ type: 'Feature', properties: { kind: 'PAVED' }, geometry: geometry as never })
  expect(drawn({ type: 'LineString', coordinates: line })).toEqual({
    type: 'Feature',
    properties: { kind: 'PAVED' },
    geometry: { type: 'LineString', coordinates: east },
  })
  expect(drawn({ type: 'MultiLineString', coordinates: [line, line] }).geometry).toEqual({
    type: 'MultiLineString',
    coordinates: [east, east],
  })
  expect(drawn({ type: 'Point', coordinates: [-179.9, 2] }).geometry).toEqual({
    type: 'Point',
    coordinates: [-179.9, 2],
  })
})

test('a box for a map has its east above its west', () => {
  fc.assert(
    fc.property(longitude, between(0.001, 350), (west, wideDeg) => {
      const [from, south, to, north] = boxOnMap([west, 1, wrapped(west + wideDeg), 2])
      expect([from, south, north]).toEqual([west, 1, 2])
      expect(to - from).toBeCloseTo(wideDeg, 9)
    }),
  )
})
