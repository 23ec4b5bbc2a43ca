// Which map is shown where, of areas that were kept before and after an import.

import { expect, test } from 'vitest'
import { areaWithMapAt, type KeptArea } from '../../../src/web/offline/kept-area.ts'

const area = (id: string, map: string, box: KeptArea['box']): KeptArea => ({
  id,
  name: id,
  box,
  at: '2026-11-23T00:00:00Z',
  bytes: 1,
  mapVersion: map,
  archives: { [`/pmtiles/${map}/basemap.pmtiles`]: { etag: null, sizeBytes: null, pieces: [] } },
})
/** The newest first. */
const AREAS = [
  area('new', 'v2', [7, 46, 8, 47]),
  area('old and new', 'v2', [10.5, 46, 11, 47]),
  area('old', 'v1', [10, 46, 11, 47]),
]

test('a place in an area that was kept before an import has the map of that time', () => {
  expect(areaWithMapAt(AREAS, [10.2, 46.5])).toBe('old')
})
test('where an old and a new area overlap, the new map is shown', () => {
  expect(areaWithMapAt(AREAS, [10.7, 46.5])).toBe('new')
})
test('areas of one map are one, so that nothing is loaded again between them', () => {
  expect(areaWithMapAt(AREAS, [7.5, 46.5])).toBe(areaWithMapAt(AREAS, [10.7, 46.5]))
})
test('an area across the antimeridian has the places on both sides, however its longitudes are counted', () => {
  for (const [west, east] of [
    [179, -179],
    [179, 181],
    [-181, -179],
  ]) {
    const areas = [area('new', 'v2', [7, 46, 8, 47]), area('across', 'v1', [west, -17, east, -16])]
    for (const lon of [179.5, -179.5]) expect(areaWithMapAt(areas, [lon, -16.5]), `${west} to ${east}`).toBe('across')
    expect(areaWithMapAt(areas, [178, -16.5])).toBe('new')
    expect(areaWithMapAt(areas, [0, -16.5])).toBe('new')
  }
})
test('a place in no area has the newest map, and without areas null', () => {
  expect(areaWithMapAt(AREAS, [0, 0])).toBe('new')
  expect(areaWithMapAt([], [0, 0])).toBeNull()
})
