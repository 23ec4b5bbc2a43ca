import { expression, latest } from '@maplibre/maplibre-gl-style-spec'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { ownLayers, type LineWidth } from '../../../src/web/map/own-layers.ts'
import { between } from '../../support/arbitraries.ts'
import { playPage } from '../../support/explorer-page.ts'

const page = playPage()
const { widthAt } = await import('../../../src/web/map/early-line.ts')
afterAll(() => page.close())

test('the line of the page is as wide as that of the map which takes its place, at every zoom', () => {
  const spec = (latest as Record<string, any>)['paint_line']['line-width']
  const onMap = new Map(
    (['line', 'casing'] as const).map((name) => {
      const layer = ownLayers().find(({ id }) => id === `way-${name}`)!
      const made = expression.createExpression((layer.paint as Record<string, unknown>)['line-width'] as never, spec)
      if (made.result === 'error') throw new Error(made.value.join())
      return [name, made.value] as const
    }),
  )
  fc.assert(
    fc.property(between(0, 24), fc.constantFrom<'line' | 'casing'>('line', 'casing'), (zoom, name: LineWidth) => {
      const drawn = onMap.get(name as 'line')!.evaluate({ zoom }, { type: 'LineString', properties: {} } as never)
      expect(widthAt(zoom, name)).toBeCloseTo(drawn, 9)
    }),
  )
})
