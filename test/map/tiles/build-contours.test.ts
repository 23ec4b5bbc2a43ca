// The contour tiles against the terrain they were made from: bilinear heights along the lines, voids, zooms, borders of
// tiles.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildContours } from '../../../src/map/tiles/build-contours.ts'
import { latOfWorldY, lonOfWorldX } from '../../../src/geo/web-mercator.ts'
import { openDem, type DemSource } from '../../../src/terrain/open-dem.ts'
import { writeSampleHeights } from '../../import/sample-input.ts'
import { readTiles, type TileReader } from './read-tiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-contours-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const DATA = resolve(process.env.REAL_DATA_DIR ?? join(import.meta.dirname, '../../../../shared/data'), 'andorra')

type Feature = Awaited<ReturnType<TileReader['all']>>[number]
const placeOf = ({ x, y }: Feature, [u, v]: readonly [number, number], z = 14): [lon: number, lat: number] => [
  lonOfWorldX((x + u / 4096) / 2 ** z),
  latOfWorldY((y + v / 4096) / 2 ** z),
]

/** Differences, in metres, between the lines of a zoom and the terrain at their vertices and half-way between. */
function missesOf(features: Feature[], dem: DemSource, z = 14): number[] {
  const misses: number[] = []
  for (const feature of features) {
    for (const part of feature.parts) {
      part.forEach((point, i) => {
        const points: [number, number][] =
          i === 0 ? [point] : [point, [(point[0] + part[i - 1][0]) / 2, (point[1] + part[i - 1][1]) / 2]]
        for (const [u, v] of points) {
          if (u < 0 || v < 0 || u > 4096 || v > 4096) continue
          misses.push(Math.abs(dem.heightOrNaN(...placeOf(feature, [u, v], z)) - Number(feature.properties.elevation)))
        }
      })
    }
  }
  return misses.sort((a, b) => a - b)
}

async function build(name: string, demPaths: string[], box: [number, number, number, number]) {
  const dem = await openDem(demPaths)
  const path = join(folder, `${name}.pmtiles`)
  const report = await buildContours(dem, box, path, { attribution: 'heights by us' })
  await dem.prepare(box)
  return { dem, path, report }
}

describe('contours of made ground', () => {
  test('of a slope are straight lines every 20 m, at the height of the ground', async () => {
    // rising to the north by 2 m a row, with a void of 2.3 by 5.6 km
    const heights = writeSampleHeights(folder, 'N42E001.hgt', (row, col) =>
      row > 590 && row < 620 && col > 600 && col < 662 ? -32_768 : 3000 - 2 * row,
    )
    const { dem, path, report } = await build('slope', [heights], [1.45, 42.35, 1.6, 42.6])
    expect(report).toMatchObject({ minZoom: 9, maxZoom: 14, lowestM: expect.any(Number) })
    const tiles = await readTiles(path)
    expect(tiles.metadata).toMatchObject({
      attribution: 'heights by us',
      vector_layers: [{ id: 'contours', fields: { elevation: 'Number', index: 'Boolean' } }],
    })
    const lines = await tiles.all(14)
    expect(new Set(lines.map(({ layer }) => layer))).toEqual(new Set(['contours']))
    const elevations = [...new Set(lines.map(({ properties }) => Number(properties.elevation)))].sort((a, b) => a - b)
    for (const [i, elevation] of elevations.entries()) expect(elevation).toBe(elevations[0] + 20 * i)
    expect(elevations.length).toBeGreaterThan(5)
    for (const { properties } of lines) expect(properties.index === true).toBe(Number(properties.elevation) % 100 === 0)
    // no line in a void as large as that: every height along the lines is known, and right
    const misses = missesOf(lines, dem)
    expect(misses.filter(Number.isNaN)).toEqual([])
    expect(misses[misses.length - 1]).toBeLessThan(0.5)
    await dem.close()
  })

  test('go through a small void as on the ground around it, on both sides of where tiles of z9 meet', async () => {
    // 1.40625 E is a side of tiles of z9: column 487.5
    const heightAt = (row: number, col: number) => 3000 - 2 * row + col / 2
    const isVoid = (row: number, col: number) => row > 590 && row < 605 && col > 482 && col < 497
    const whole = writeSampleHeights(folder, 'N42E001.hgt', heightAt)
    const box: [number, number, number, number] = [1.37, 42.47, 1.44, 42.53]
    const truth = await build('whole', [whole], box)
    const voids = mkdtempSync(join(folder, 'voids-'))
    const holed = writeSampleHeights(voids, 'N42E001.hgt', (row, col) =>
      isVoid(row, col) ? -32_768 : heightAt(row, col),
    )
    const { dem, path } = await build('bridged', [holed], box)
    const lines = await (await readTiles(path)).all(14)
    expect(missesOf(lines, dem).filter(Number.isNaN).length).toBeGreaterThan(10)
    const misses = missesOf(lines, truth.dem)
    expect(misses.filter(Number.isNaN)).toEqual([])
    expect(misses[misses.length - 1]).toBeLessThan(0.6)
    const length = (features: Feature[]) =>
      features
        .flatMap(({ parts }) => parts)
        .flatMap((part) => part.slice(1).map(([u, v], i) => Math.hypot(u - part[i][0], v - part[i][1])))
        .reduce((sum, one) => sum + one, 0)
    const all = await (await readTiles(truth.path)).all(14)
    expect(length(lines) / length(all)).toBeGreaterThan(0.97)
    await dem.close()
    await truth.dem.close()
  })

  test('are fewer at low zooms', async () => {
    const { dem, path } = await build(
      'zooms',
      [writeSampleHeights(folder, 'N42E001.hgt', (row) => 3000 - 2 * row)],
      [1.3, 42.1, 1.7, 42.9],
    )
    const tiles = await readTiles(path)
    const steps = async (z: number) => {
      const elevations = [...new Set((await tiles.all(z)).map(({ properties }) => Number(properties.elevation)))].sort(
        (a, b) => a - b,
      )
      const gaps = new Set(elevations.slice(1).map((elevation, i) => elevation - elevations[i]))
      return gaps.size === 1 ? [...gaps][0] : [...gaps]
    }
    expect([await steps(9), await steps(10), await steps(11), await steps(12), await steps(13)]).toEqual([
      400, 200, 100, 20, 20,
    ])
    await dem.close()
  })

  test('of a plain are none: there is no archive then', async () => {
    const { dem, path, report } = await build(
      'plain',
      [writeSampleHeights(folder, 'N42E001.hgt', () => 1000)],
      [1.4, 42.4, 1.5, 42.5],
    )
    expect([report, existsSync(path), existsSync(`${path}.tiles`)]).toEqual([null, false, false])
    await dem.close()
  })
})

describe.skipIf(!existsSync(DATA))('contours of Andorra (needs real data)', () => {
  let dem: DemSource
  let tiles: TileReader
  let lines: Feature[]
  beforeAll(async () => {
    const built = await build('andorra', [join(DATA, 'N42E001.hgt')], [1.5, 42.45, 1.62, 42.55])
    dem = built.dem
    tiles = await readTiles(built.path)
    lines = await tiles.all(14)
  })
  afterAll(() => dem?.close())

  test('lie at the height of the terrain, but for the smoothing', () => {
    const misses = missesOf(lines, dem)
      .filter((miss) => !Number.isNaN(miss))
      .sort((a, b) => a - b)
    expect(misses.length).toBeGreaterThan(20_000)
    expect(misses[Math.floor(misses.length * 0.5)]).toBeLessThan(1.2)
    expect(misses[Math.floor(misses.length * 0.95)]).toBeLessThan(5)
  })

  test('go on at the borders between tiles, those of z9 among them', async () => {
    for (const z of [12, 14]) {
      const crossings = new Map<string, [number[], number[]]>()
      for (const { x, y, parts, properties } of z === 14 ? lines : await tiles.all(z)) {
        for (const part of parts) {
          for (let i = 1; i < part.length; i++) {
            const [[ax, ay], [bx, by]] = [part[i - 1], part[i]]
            for (const edge of [0, 4096]) {
              if (ax < edge === bx < edge || ax === edge || bx === edge) continue
              const v = ay + ((edge - ax) / (bx - ax)) * (by - ay)
              if (v < 8 || v > 4088) continue
              const key = `${x + edge / 4096} ${y} ${properties.elevation}`
              if (!crossings.has(key)) crossings.set(key, [[], []])
              crossings.get(key)![edge === 0 ? 0 : 1].push(v)
            }
          }
        }
      }
      const inner = [...crossings.values()].filter(([east, west]) => east.length > 0 && west.length > 0)
      expect(inner.length).toBeGreaterThan(z === 14 ? 300 : 60)
      const meeting = inner.filter(([east, west]) => east.every((v) => west.some((other) => Math.abs(other - v) < 2)))
      expect(meeting.length / inner.length).toBeGreaterThan(0.99)
    }
  })
})
