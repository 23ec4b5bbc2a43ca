// What is done to columns of a whole network must not copy them into V8's heap, which ends long before memory does.

import { afterEach, expect, test, vi } from 'vitest'
import { buildNetwork } from '../../src/graph/build/graph-builder.ts'
import { tinyOsm } from '../support/tiny-osm.ts'

afterEach(() => vi.restoreAllMocks())

test('no column is made by TypedArray.from with a function, or by filter: they take 40 bytes an element', async () => {
  const calls: string[] = []
  for (const kind of [Uint8Array, Int32Array, Uint32Array, Float64Array]) {
    const plainFrom = kind.from.bind(kind) as (...given: unknown[]) => unknown
    vi.spyOn(kind as { from(...given: unknown[]): unknown }, 'from').mockImplementation((...given) => {
      if (ArrayBuffer.isView(given[0]) && given.length > 1) calls.push(`${kind.name}.from`)
      return plainFrom(...given)
    })
    vi.spyOn(kind.prototype, 'filter').mockImplementation(() => {
      throw new Error(`${kind.name}.prototype.filter`)
    })
  }
  const osm = tinyOsm({
    map: `
ab.c
.d.e`,
    ways: [
      ['abc', { highway: 'path', name: 'Weg' }],
      ['bd', { highway: 'track' }],
      ['ce', { highway: 'path' }],
    ],
    nodes: { b: { barrier: 'wall' } },
    relations: [[[':w:0', ':w:1'], { type: 'route', route: 'hiking' }]],
  })
  const { report } = await buildNetwork([osm.source], () => 0)
  expect(report.kept).toMatchObject({ ways: 3, barriers: 2, trails: 1 })
  expect(calls).toEqual([])
})
