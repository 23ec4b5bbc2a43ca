import { expect, test } from 'vitest'
import { terrainTiles } from '../../../src/web/shade/terrain-tiles.ts'

test('a tile that two pictures want at once is read once; one that could not be read is requested again', async () => {
  let reads = 0
  let fails = false
  const tiles = terrainTiles(async () => {
    reads++
    if (fails) throw new Error('no connection')
    return null
  })
  expect(await Promise.all([tiles.heightsOf(9, 1, 2), tiles.heightsOf(9, 1, 2)])).toEqual([null, null])
  expect(reads).toBe(1)
  fails = true
  await expect(tiles.heightsOf(9, 3, 2)).rejects.toThrow('no connection')
  fails = false
  expect(await tiles.heightsOf(9, 3, 2)).toBeNull()
  expect(reads).toBe(3)
})

test('beyond the poles there is no tile, and around the world it goes on', async () => {
  const requested: string[] = []
  const tiles = terrainTiles(async (...place) => {
    requested.push(place.join('/'))
    return null
  })
  for (const [x, y] of [
    [0, -1],
    [0, 4],
    [-1, 0],
    [4, 3],
  ])
    expect(await tiles.heightsOf(2, x, y)).toBeNull()
  expect(requested).toEqual(['2/3/0', '2/0/3'])
})
