// Features as they are read back by tile, beside each one clipped by itself.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { clipLines, type Shape } from '../../../src/map/tiles/clip-shape.ts'
import { LAYERS } from '../../../src/map/tiles/feature-mapping.ts'
import { FeatureStore, ROOT_ZOOM } from '../../../src/map/tiles/feature-store.ts'
import { bufferedTile, tileBox, WORLD_UNITS } from '../../../src/map/tiles/world-units.ts'
import { heapHeldBytes } from '../../support/heap-held.ts'

const folder = mkdtempSync(join(tmpdir(), 'feature-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'features')

const SIDE = WORLD_UNITS / 2 ** ROOT_ZOOM
/** Three tiles in each direction. */
const FIRST = 200
const extent = { ...tileBox(ROOT_ZOOM, FIRST, FIRST), maxX: (FIRST + 3) * SIDE - 1, maxY: (FIRST + 3) * SIDE - 1 }
const coordinate = fc.integer({ min: FIRST * SIDE, max: (FIRST + 3) * SIDE - 1 })
const feature = fc.record({
  layer: fc.constantFrom(...LAYERS.slice(0, 3)),
  sort: fc.integer({ min: -1, max: 1 }),
  kind: fc.integer({ min: 0, max: 2 }),
  minZoom: fc.integer({ min: 0, max: 14 }),
  isPoint: fc.boolean(),
  line: fc.array(coordinate, { minLength: 4, maxLength: 12 }).map((all) => all.slice(0, all.length & ~1)),
})

/** Coordinates of the parts of a shape. */
function partsOf({ coords, partStart, first, last }: Shape): number[][] {
  const parts: number[][] = []
  for (let p = first; p < last; p++) parts.push([...coords.subarray(2 * partStart[p], 2 * partStart[p + 1])])
  return parts
}

test('each tile has the features that reach it, clipped to it where they go on, in the order of tiles', () => {
  fc.assert(
    fc.property(fc.array(feature, { maxLength: 25 }), fc.integer({ min: 8, max: 3000 }), (features, runBytes) => {
      const store = new FeatureStore({ path, extent, runBytes })
      try {
        const sets = [0, 1, 2].map((kind) => store.attributes.add([['kind', kind]]))
        features.forEach(({ isPoint, line, kind, ...mark }, i) => {
          const whole = { ...mark, attributes: sets[kind], id: i }
          if (isPoint) store.addPoint(whole, line[0], line[1])
          else store.addLines(whole, [line])
        })
        const ordered = features
          .map((one, id) => ({ ...one, id }))
          .sort(
            (a, b) =>
              LAYERS.indexOf(a.layer) - LAYERS.indexOf(b.layer) || a.sort - b.sort || a.kind - b.kind || a.id - b.id,
          )
        const expected = new Map<string, { id: number; parts: number[][] }[]>()
        for (let y = FIRST; y < FIRST + 3; y++)
          for (let x = FIRST; x < FIRST + 3; x++) {
            const list = ordered.flatMap(({ id, isPoint, line }) => {
              if (isPoint) {
                const isHere = Math.floor(line[0] / SIDE) === x && Math.floor(line[1] / SIDE) === y
                return isHere ? [{ id, parts: [line.slice(0, 2)] }] : []
              }
              const cut = clipLines(toShape(line), bufferedTile(ROOT_ZOOM, x, y))
              return cut === null ? [] : [{ id, parts: partsOf(cut) }]
            })
            if (list.length > 0) expected.set(`${x}/${y}`, list)
          }
        const found = new Map<string, { id: number; parts: number[][] }[]>()
        for (const part of store.parts()) {
          const { z, x, y, lastZoom } = part.root
          const list = Array.from({ length: part.count }, (_, f) => ({
            id: part.id.array[f],
            parts: partsOf(part.shapeOf(f)),
          }))
          if (z === ROOT_ZOOM) found.set(`${x}/${y}`, list)
          else {
            expect([z, lastZoom]).toEqual([0, ROOT_ZOOM - 1])
            expect(list.map(({ id }) => id)).toEqual(
              ordered.filter(({ minZoom }) => minZoom < ROOT_ZOOM).map(({ id }) => id),
            )
          }
        }
        expect(found).toEqual(expected)
      } finally {
        store.close()
      }
      expect(existsSync(path)).toBe(false)
    }),
  )
})

test('the zooms above have the vertices that they need, and features that end there are in no tile below', () => {
  const store = new FeatureStore({ path, extent })
  const x = (FIRST + 0.5) * SIDE
  const mark = { layer: 'roads', sort: 0, attributes: store.attributes.add([]) } as const
  // the vertex in the middle is a few units of z14 beside the line
  store.addLines({ ...mark, minZoom: 0, maxZoom: 7, id: 1 }, [[x, x, x + 10_000, x + 200, x + 20_000, x]])
  store.addLines({ ...mark, minZoom: 0, id: 2 }, [[x, x, x + 10_000, x + 200, x + 20_000, x]])
  const found = Array.from(store.parts(), (part) => ({
    z: part.root.z,
    ids: [...part.id.view()],
    vertices: partsOf(part.shapeOf(0))[0].length / 2,
  }))
  expect(found).toEqual([
    { z: 0, ids: [1, 2], vertices: 2 },
    { z: ROOT_ZOOM, ids: [2], vertices: 3 },
  ])
})

test('what lies outside the extent is left out, a line that comes from there is cut', () => {
  const store = new FeatureStore({ path, extent: tileBox(ROOT_ZOOM, FIRST, FIRST) })
  const mark = { layer: 'roads', minZoom: 9, sort: 0, attributes: store.attributes.add([]) } as const
  const y = (FIRST + 0.5) * SIDE
  store.addLines(mark, [[y, y, y + 100 * SIDE, y]])
  store.addLines(mark, [[y + 5 * SIDE, y, y + 6 * SIDE, y]])
  const found = Array.from(store.parts(), (part) => [part.root.x, part.root.y, partsOf(part.shapeOf(0))[0]])
  expect(found).toEqual([[FIRST, FIRST, [y, y, bufferedTile(ROOT_ZOOM, FIRST, FIRST).maxX, y]]])
})

/** Columns of them took 58 bytes each, and those of their vertices 9 more, in pages of a cache. */
test('memory does not grow with the features: they are on disk, and one tile of them at a time in memory', () => {
  const all = { minX: 0, minY: 0, maxX: WORLD_UNITS - 1, maxY: WORLD_UNITS - 1 }
  const store = new FeatureStore({ path, extent: all, runBytes: 1 << 20 })
  const mark = { layer: 'pois', minZoom: 12, sort: 0, attributes: store.attributes.add([]) } as const
  const held = () => heapHeldBytes() + process.memoryUsage().arrayBuffers
  const add = (from: number, to: number) => {
    for (let i = from; i < to; i++) store.addPoint(mark, (i % 64) * 8 * SIDE, i)
  }
  add(0, 50_000)
  const before = held()
  add(50_000, 450_000)
  expect(held() - before).toBeLessThan(4_000_000)
  let [count, most] = [0, 0]
  for (const part of store.parts()) {
    count += part.count
    most = Math.max(most, held() - before)
  }
  expect(count).toBe(450_000)
  expect(most).toBeLessThan(8_000_000)
  store.close()
})

function toShape(line: readonly number[]): Shape {
  const count = line.length / 2
  return {
    coords: Int32Array.from(line),
    zooms: new Uint8Array(count),
    partStart: Uint32Array.of(0, count),
    inner: new Uint8Array(1),
    first: 0,
    last: 1,
  }
}
