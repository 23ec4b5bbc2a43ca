import { expect, test } from 'vitest'
import { openDem } from '../../src/terrain/open-dem.ts'
import { makeFolder, seeded, writeHgt } from './make-terrain.ts'

const folder = makeFolder()

test('heights of a grid are those of its crossings one by one, across files and beside voids, however fine it is', async () => {
  const random = seeded(11)
  const hilly = (lon: number, lat: number): number | null =>
    random() < 0.0005 ? null : Math.round(1000 + 300 * Math.sin(lon * 40) * Math.cos(lat * 55))
  const dem = await openDem([
    writeHgt(folder, 'N10E020.hgt', 1201, 20, 10, hilly),
    writeHgt(folder, 'N10E021.hgt', 1201, 21, 10, hilly),
    writeHgt(folder, 'N09E021.hgt', 1201, 21, 9, hilly),
  ])
  await dem.prepare([20.9, 9.9, 21.1, 10.1])
  let unknown = 0
  for (const perPixel of [0.7, 1, 3.5, 12]) {
    const step = 1 / 1200 / perPixel
    const lon = Float64Array.from({ length: 150 }, (_, i) => 21 + (i - 75 + random() / 2) * step)
    const lat = Float64Array.from({ length: 150 }, (_, i) => 10 - (i - 75 + random() / 2) * step)
    const grid = new Float64Array(150 * 150)
    dem.fillGrid(lon, lat, grid)
    const oneByOne = grid.map((_, i) => dem.heightOrNaN(lon[i % 150], lat[Math.floor(i / 150)]))
    expect(grid).toEqual(oneByOne)
    unknown += oneByOne.filter((heightM) => Number.isNaN(heightM)).length
  }
  expect(unknown).toBeGreaterThan(10_000)
})
