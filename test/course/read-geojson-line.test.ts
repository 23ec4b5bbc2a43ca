import { expect, test } from 'vitest'
import { readGeoJsonLine } from '../../src/course/read-geojson-line.ts'

test('a height that is null or left out is unknown, of the line and of its waypoints, and 0 is a height', () => {
  const heights = [7, null, undefined, 0]
  const places = heights.map((heightM, i) => [1, 42 + i / 1000, ...(heightM === undefined ? [] : [heightM])])
  const feature = (geometry: object) => ({ type: 'Feature', properties: {}, geometry })
  const course = readGeoJsonLine(
    {
      type: 'FeatureCollection',
      features: [
        feature({ type: 'LineString', coordinates: places }),
        ...places.map((coordinates) => feature({ type: 'Point', coordinates })),
      ],
    },
    9,
  )
  expect([...course.heightM]).toEqual([7, NaN, NaN, 0])
  expect(course.waypoints.map(({ heightM }) => heightM)).toEqual([7, null, null, 0])
})
