import { describe, expect, test } from 'vitest'
import { joinTiles } from '../../../src/web/shade/shade-tile.ts'
import { heightsOfPixels } from '../../../src/web/shade/terrain-tiles.ts'

const SIZE = 4
/** One plane over all tiles. */
const heightAt = (x: number, y: number) => 100 + 3 * x - 7 * y
const tile = (column: number, row: number) =>
  Float32Array.from({ length: SIZE * SIZE }, (_, at) =>
    heightAt(column * SIZE + (at % SIZE), row * SIZE + Math.floor(at / SIZE)),
  )

describe('a tile with what lies around it', () => {
  test('is one ground with its neighbours', () => {
    const joined = joinTiles(SIZE, { west: 1, east: SIZE, north: SIZE, south: 1 }, tile)
    const wide = 1 + SIZE + SIZE
    const wrong = Array.from(joined).flatMap((height, at) => {
      const [x, y] = [(at % wide) - 1, Math.floor(at / wide) - SIZE]
      return height === heightAt(x, y) ? [] : [[x, y, height]]
    })
    expect(wrong).toEqual([])
  })

  test('without neighbours goes on as it comes to the edge, for one cell', () => {
    const alone = (column: number, row: number) => (column === 0 && row === 0 ? tile(0, 0) : null)
    const joined = joinTiles(SIZE, { west: 1, east: 1, north: 2, south: 1 }, alone)
    const wide = SIZE + 2
    const at = (x: number, y: number) => joined[(y + 2) * wide + x + 1]
    for (let i = 0; i < SIZE; i++)
      for (const [x, y] of [
        [-1, i],
        [SIZE, i],
        [i, -1],
        [i, SIZE],
      ])
        expect(at(x, y)).toBe(heightAt(x, y))
    expect(at(1, -2)).toBeNaN()
    expect(at(-1, -1)).toBeNaN()
  })

  test('pixels of a terrain tile are heights to a 256th of a metre, and black ones are none', () => {
    expect([...heightsOfPixels(new Uint8ClampedArray([136, 184, 128, 255, 127, 255, 0, 255, 0, 0, 0, 255]))]).toEqual([
      2232.5,
      -1,
      Number.NaN,
    ])
  })
})
