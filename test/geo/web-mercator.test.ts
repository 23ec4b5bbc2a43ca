import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { latOfWorldY, lonOfWorldX, MAX_MERCATOR_LAT, worldX, worldY } from '../../src/geo/web-mercator.ts'
import { between, longitude } from '../support/arbitraries.ts'

describe('Web Mercator', () => {
  test('has the corners of the square world at 180 and 85.0511 degrees', () => {
    expect([worldX(-180), worldX(0), worldX(180)]).toEqual([0, 0.5, 1])
    expect(worldY(MAX_MERCATOR_LAT)).toBeCloseTo(0, 12)
    expect(worldY(0)).toBe(0.5)
    expect(worldY(-MAX_MERCATOR_LAT)).toBeCloseTo(1, 12)
  })
  test('puts the Schrammsteine (14.21, 50.91) into tile 10/552/343', () => {
    expect([Math.floor(worldX(14.21) * 1024), Math.floor(worldY(50.91) * 1024)]).toEqual([552, 343])
  })
  test('comes back to the same place', () => {
    fc.assert(
      fc.property(longitude, between(-85, 85), (lon, lat) => {
        expect(lonOfWorldX(worldX(lon))).toBeCloseTo(lon, 9)
        expect(latOfWorldY(worldY(lat))).toBeCloseTo(lat, 9)
      }),
    )
  })
  test('keeps angles: a small step north is as long as one east', () => {
    fc.assert(
      fc.property(between(-80, 80), (lat) => {
        const step = 1e-4
        const north = worldY(lat) - worldY(lat + step)
        const east = worldX(step / Math.cos((lat * Math.PI) / 180)) - worldX(0)
        expect(north / east).toBeCloseTo(1, 3)
      }),
    )
  })
})
