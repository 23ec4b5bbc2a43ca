import { expression, latest } from '@maplibre/maplibre-gl-style-spec'
import { expect, test } from 'vitest'
import { ownLayers } from '../../../src/web/map/own-layers.ts'

/** What a layer of the page paints with, for a feature at a zoom. */
function painted(name: string, key: string, zoom: number, properties: Record<string, unknown> = {}): number {
  const layer = ownLayers().find(({ id }) => id === `way-${name}`)!
  const spec = (latest as Record<string, any>)[`paint_${layer.type}`][key]
  const value = (layer.paint as Record<string, unknown> | undefined)?.[key] ?? spec.default
  if (typeof value === 'number') return value
  const made = expression.createExpression(value as never, spec)
  if (made.result === 'error') throw new Error(made.value.join())
  return made.value.evaluate({ zoom }, { type: 'Unknown', properties } as never)
}

test('beside a chosen trail the others are thin and pale; the chosen one is drawn as a line of its own', () => {
  const look = (isFaded: boolean) =>
    ['line-width', 'line-opacity'].map((key) => painted('trails', key, 12, { isFaded }))
  expect(look(false)).toEqual([2, 1])
  const [width, opacity] = look(true)
  expect(width).toBeLessThan(painted('line', 'line-width', 12) / 3)
  expect(opacity).toBeLessThan(0.5)
})

test('the dot of a danger hides no more of the line than the line is wide below zoom 13, and is large from near', () => {
  const radius = (zoom: number) =>
    painted('hazards', 'circle-radius', zoom) + painted('hazards', 'circle-stroke-width', zoom)
  for (const zoom of [8, 9, 10, 11, 12, 13])
    expect(radius(zoom), `zoom ${zoom}`).toBeLessThanOrEqual(painted('casing', 'line-width', zoom) / 2 + 1)
  expect(radius(15)).toBeGreaterThan(9)
})
