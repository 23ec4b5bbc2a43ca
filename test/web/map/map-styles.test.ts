import { describe, expect, test } from 'vitest'
import type { StyleSpecification } from 'maplibre-gl'
import { buildStyleDocument } from '../../../src/map/style/style-document.ts'
import { isRaster, withSecondMap } from '../../../src/web/map/map-styles.ts'

const attribution = { text: '© Survey', url: null }
const tiles = { name: 'Aerial', url: 'https://tiles.test/{z}/{x}/{y}.jpg', attribution }

describe('the second map', () => {
  const style = buildStyleDocument(
    {
      name: 'test',
      bbox: [1, 42, 2, 43],
      artifacts: ['basemap', 'terrain', 'contours'].map((name) => ({ name, version: 'v' })),
      attributions: { map: [], heights: [] },
    },
    'light',
  )

  test('of raster tiles lies over all ground of the release, and under its contours, ways, trails and names', () => {
    const { layers, sources } = withSecondMap(style as StyleSpecification, tiles)
    const ids = layers.map(({ id }) => id)
    const at = ids.indexOf('second-map')
    expect(ids.filter((id) => id !== 'second-map')).toEqual(style.layers.map(({ id }) => id))
    for (const below of ['background', 'earth', 'hillshade', 'edge', 'water', 'building'])
      expect(ids.indexOf(below)).toBeLessThan(at)
    for (const above of ['contour', 'trail', 'path-t1', 'path-unknown', 'place-settlement', 'poi-huts'])
      expect(ids.indexOf(above)).toBeGreaterThan(at)
    expect(sources['second-map']).toMatchObject({ type: 'raster', tiles: [tiles.url] })
  })

  test('is a style of its own where its address names no tile', () => {
    expect([isRaster(tiles), isRaster({ ...tiles, url: 'https://maps.test/style.json' })]).toEqual([true, false])
  })
})
