import { expect, test } from 'vitest'
import { buildStyleDocument } from '../../../src/map/style/style-document.ts'
import { LAYER_GROUPS, LAYER_NAMES } from '../../../src/web/state/layer-choice.ts'

const SOURCES = ['basemap', 'terrain', 'contours'] as const
const STYLES = (['light', 'dark'] as const).map((mode) =>
  buildStyleDocument(
    {
      name: 'test',
      bbox: [1, 42, 2, 43],
      artifacts: SOURCES.map((name) => ({ name, version: 'v1' })),
      attributions: { map: [], heights: [] },
    },
    mode,
  ),
)

test('each switch has layers of its own in both styles, and no layer two switches', () => {
  for (const { layers } of STYLES) {
    for (const name of LAYER_NAMES)
      expect(
        layers.filter(({ id }) => LAYER_GROUPS[name].test(id)),
        name,
      ).not.toEqual([])
    expect(layers.filter(({ id }) => LAYER_NAMES.filter((name) => LAYER_GROUPS[name].test(id)).length > 1)).toEqual([])
  }
})

test('all that draws trails, contours or hills can be switched off', () => {
  const kept = STYLES.flatMap(({ layers }) =>
    layers.filter(({ id }) => !LAYER_NAMES.some((name) => LAYER_GROUPS[name].test(id))),
  )
  const sourceLayer = (layer: object) => ('source-layer' in layer ? String(layer['source-layer']) : '')
  expect(kept.filter(({ type }) => type === 'hillshade')).toEqual([])
  expect(kept.filter((layer) => /trail|contour/.test(sourceLayer(layer))).map(({ id }) => id)).toEqual([])
})
