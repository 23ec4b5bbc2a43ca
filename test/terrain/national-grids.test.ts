import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MapProjection, findProjection } from '../../src/terrain/map-projection.ts'
import { findGrid, gridOfKeys } from '../../src/terrain/read-geotiff.ts'
import { openDem } from '../../src/terrain/open-dem.ts'
import { makeFolder, writeTiff } from './make-terrain.ts'
import { between } from '../support/arbitraries.ts'

type Forward = (lon: number, lat: number) => [x: number, y: number]

/** LV95 by the approximation that swisstopo publishes ("Formulas and constants"), good to 1 m. */
const lv95: Forward = (lon, lat) => {
  const f = (lat * 3600 - 169_028.66) / 10_000
  const l = (lon * 3600 - 26_782.5) / 10_000
  return [
    2_600_072.37 + 211_455.93 * l - 10_938.51 * l * f - 0.36 * l * f * f - 44.54 * l ** 3,
    1_200_147.07 + 308_807.95 * f + 3745.25 * l * l + 76.63 * f * f - 194.56 * l * l * f + 119.79 * f ** 3,
  ]
}

/** Lambert-93 by the algorithm and the constants of IGN (NTG 71). */
const lambert93: Forward = (lon, lat) => {
  const e = 0.0818191910428
  const n = 0.725607765053267
  const sin = Math.sin((lat * Math.PI) / 180)
  const radius = 11_754_255.426096 * Math.exp(-n * (Math.atanh(sin) - e * Math.atanh(e * sin)))
  const angle = (n * (lon - 3) * Math.PI) / 180
  return [700_000 + radius * Math.sin(angle), 12_655_612.049876 - radius * Math.cos(angle)]
}

const COUNTRIES = [
  { name: 'Swiss LV95', epsg: 2056, oracle: lv95, within: 1.5, lon: [6.1, 10.3], lat: [45.9, 47.7] },
  { name: 'French Lambert-93', epsg: 2154, oracle: lambert93, within: 0.01, lon: [-4.5, 8], lat: [42.5, 51] },
] as const

const out = new Float64Array(2)
const inside = ({ lon, lat }: { lon: readonly [number, number]; lat: readonly [number, number] }) =>
  fc.tuple(between(lon[0], lon[1]), between(lat[0], lat[1]))

test.each(COUNTRIES)('$name lies where its published formulas put it', (country) => {
  const grid = findGrid(country.epsg)!
  fc.assert(
    fc.property(inside(country), ([lon, lat]) => {
      grid.forward(lon, lat, out)
      const [x, y] = country.oracle(lon, lat)
      expect(Math.hypot(out[0] - x, out[1] - y)).toBeLessThan(country.within)
      grid.inverse(out[0], out[1], out)
      expect(out[0]).toBeCloseTo(lon, 7)
      expect(out[1]).toBeCloseTo(lat, 7)
    }),
  )
})

test.each(COUNTRIES)('heights of a file in $name are those of its plane', async (country) => {
  const folder = makeFolder()
  const [lon, lat] = [(country.lon[0] + country.lon[1]) / 2, (country.lat[0] + country.lat[1]) / 2]
  const [x, y] = country.oracle(lon, lat).map(Math.round)
  const heightAt = (px: number, py: number) => 1000 + (px - x) / 20 + (py - y) / 10
  const stepM = 10
  const path = writeTiff(
    folder,
    'grid.tif',
    120,
    100,
    (col, row) => heightAt(x - 600 + (col + 0.5) * stepM, y + 500 - (row + 0.5) * stepM),
    {
      GTModelTypeGeoKey: 1,
      GTRasterTypeGeoKey: 1,
      ProjectedCSTypeGeoKey: country.epsg,
      ModelPixelScale: [stepM, stepM, 0],
      ModelTiepoint: [0, 0, 0, x - 600, y + 500, 0],
    },
  )
  const dem = await openDem([path])
  await dem.prepare(dem.bbox)
  for (const [east, north] of [
    [0, 0],
    [0.004, 0.003],
    [-0.005, -0.002],
  ]) {
    const expected = heightAt(...country.oracle(lon + east, lat + north))
    expect(dem.heightM(lon + east, lat + north)).toBeCloseTo(expected, country.within < 1 ? 1 : 0)
  }
  expect(dem.heightM(lon + 0.1, lat)).toBeNull()
})

test('UTM of the table is UTM of our own series', () => {
  const series = findProjection(32_633)!
  const sweden = findGrid(3006)!
  const own = new Float64Array(2)
  for (const [lon, lat] of [
    [12, 56],
    [15, 62],
    [20, 68],
  ]) {
    series.forward(lon, lat, own)
    sweden.forward(lon, lat, out)
    expect(Math.hypot(out[0] - own[0], out[1] - own[1])).toBeLessThan(0.01)
  }
})

test('a plane that the keys of a file spell out is the one of its code', () => {
  const spelled = gridOfKeys({
    GeographicTypeGeoKey: 4171,
    ProjCoordTransGeoKey: 8,
    ProjStdParallel1GeoKey: 49,
    ProjStdParallel2GeoKey: 44,
    ProjFalseOriginLatGeoKey: 46.5,
    ProjFalseOriginLongGeoKey: 3,
    ProjFalseOriginEastingGeoKey: 700_000,
    ProjFalseOriginNorthingGeoKey: 6_600_000,
  }) as MapProjection
  const [x, y] = lambert93(1.5, 42.6)
  spelled.forward(1.5, 42.6, out)
  expect(Math.hypot(out[0] - x, out[1] - y)).toBeLessThan(0.01)
})

test('what is not known, lacks a parameter or a shift of its datum is not guessed', () => {
  expect(findGrid(2055)).toBeNull()
  expect(findGrid(4326)).toBeNull()
  expect(gridOfKeys({ GeographicTypeGeoKey: 4326, ProjCoordTransGeoKey: 8, ProjStdParallel1GeoKey: 49 })).toBeNull()
  expect(gridOfKeys({ GeographicTypeGeoKey: 4326, ProjCoordTransGeoKey: 27 })).toBeNull()
  expect(
    gridOfKeys({
      GeographicTypeGeoKey: 4149,
      ProjCoordTransGeoKey: 1,
      ProjNatOriginLatGeoKey: 46,
      ProjNatOriginLongGeoKey: 7,
    }),
  ).toBeNull()
})

test('what has no place on a plane is NaN, not an exception', () => {
  for (const grid of [findGrid(2056)!, findGrid(2154)!, findGrid(28_992)!]) {
    grid.forward(Number.NaN, 0, out)
    expect(out[0]).toBeNaN()
    grid.inverse(Number.NaN, 0, out)
    expect(out[1]).toBeNaN()
  }
})
