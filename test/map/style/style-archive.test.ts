import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { listDrawnPictures } from '../../../src/map/style/sprite-icons.ts'
import { buildSpriteSheet } from '../../../src/map/style/style-archive.ts'
import { POI_PICTURES } from '../../../src/map/style/style-pois.ts'

describe.each([1, 2] as const)('the sprite at scale %i', (scale) => {
  test('holds every picture inside the sheet, none over another, each with something drawn', async () => {
    const { png, index } = await buildSpriteSheet(scale)
    const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const taken = new Int32Array(info.width * info.height).fill(-1)
    Object.entries(index).forEach(([name, { x, y, width, height }], number) => {
      expect(x >= 0 && y >= 0 && x + width <= info.width && y + height <= info.height, name).toBe(true)
      let seen = 0
      for (let row = y; row < y + height; row++) {
        for (let column = x; column < x + width; column++) {
          expect(taken[row * info.width + column], name).toBe(-1)
          taken[row * info.width + column] = number
          if (data[(row * info.width + column) * info.channels + 3] > 100) seen++
        }
      }
      expect(seen, name).toBeGreaterThan(5)
    })
    expect(Object.keys(index).length).toBeGreaterThan(60)
  })

  test('is the same bytes every time', async () => {
    const [a, b] = [await buildSpriteSheet(scale), await buildSpriteSheet(scale)]
    expect(a.png.equals(b.png)).toBe(true)
    expect(a.index).toEqual(b.index)
  })

  test('says its pixel ratio, and where a shield may grow inside the shield', async () => {
    const { index } = await buildSpriteSheet(scale)
    expect(index.hut.pixelRatio).toBe(scale)
    for (const [name, { width, height, stretchX, stretchY, content }] of Object.entries(index)) {
      if (!name.includes('shield')) continue
      for (const [from, to] of stretchX!) expect(0 < from && from < to && to < width, name).toBe(true)
      for (const [from, to] of stretchY!) expect(0 < from && from < to && to < height, name).toBe(true)
      expect(content![0] < content![2] && content![2] <= width && content![3] <= height, name).toBe(true)
    }
    expect(index['trail-mark']).toMatchObject({ sdf: true, pixelRatio: 1 })
  })
})

describe('pictures', () => {
  test('are there for both modes, under names that no other has', () => {
    const names = listDrawnPictures().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(
      names
        .filter((name) => !name.endsWith('-dark'))
        .map((name) => `${name}-dark`)
        .filter((name) => !names.includes(name)),
    ).toEqual([])
  })

  test('every kind of place on the map has one', () => {
    const names = new Set(listDrawnPictures().map(({ name }) => name))
    expect(
      Object.values(POI_PICTURES)
        .flatMap((group) => Object.values(group))
        .filter((name) => !names.has(name)),
    ).toEqual([])
  })
})
