// Tiles read back by @mapbox/vector-tile: values of every type, strings beyond U+1FFFF, ids, winding, holes, merging,
// and what a zoom leaves out.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LineJoiner, TileEncoder } from '../../../src/map/tiles/encode-tile.ts'
import { FeatureStore, SimplificationZooms } from '../../../src/map/tiles/feature-store.ts'
import { FeatureStack } from '../../../src/map/tiles/feature-stack.ts'
import { EXTENT, unitOf, WORLD_UNITS } from '../../../src/map/tiles/world-units.ts'
import { decode } from './read-tiles.ts'

const U = unitOf(14)
const tile = (units: readonly number[]) => Float64Array.from(units, (value) => value * U)
const newStore = () =>
  new FeatureStore({ path: '/nowhere', extent: { minX: 0, minY: 0, maxX: 4096 * U - 1, maxY: 4096 * U - 1 } })
function encode(store: FeatureStore, z = 14, mergesUpTo = 12) {
  for (const part of store.parts()) {
    if (z < part.root.z || z > part.root.lastZoom) continue
    const stack = new FeatureStack()
    stack.reserve(part.count)
    for (let feature = 0; feature < part.count; feature++) stack.pushWhole(feature)
    const bytes = new TileEncoder(store.attributes, mergesUpTo).encode(part, z, 0, 0, stack, 0, stack.length)
    return bytes === null ? [] : decode(bytes)
  }
  return []
}

describe('a tile', () => {
  test('gives back attributes of every type as they were', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => text !== ''),
      fc.constantFrom('𠀋𡈽𠮷', '🏔️ Zürich', 'Ñú'),
      fc.boolean(),
      fc.integer({ min: -100_000, max: 2 ** 31 }),
      fc.double({ noNaN: true }),
      fc.maxSafeNat(),
    )
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ minLength: 1, maxLength: 6 }).filter((key) => key !== '__proto__'),
          value,
          { minKeys: 1, maxKeys: 8 },
        ),
        (attributes) => {
          const store = newStore()
          store.addPoint(
            {
              layer: 'pois',
              minZoom: 0,
              sort: 0,
              id: 4 * 13_000_000_001 + 1,
              attributes: store.attributes.add(Object.entries(attributes)),
            },
            7 * U,
            9 * U,
          )
          const [{ properties, id, parts }] = encode(store)
          expect(Object.entries(properties).sort()).toEqual(
            Object.entries(attributes)
              .map(([key, v]) => [key, v === 0 ? 0 : v])
              .sort(),
          )
          expect([id, parts]).toEqual([4 * 13_000_000_001 + 1, [[[7, 9]]]])
        },
      ),
    )
  })

  test('leaves out attributes and features that come at a deeper zoom, and what is null', () => {
    const store = newStore()
    store.addLines(
      {
        layer: 'roads',
        minZoom: 12,
        sort: 0,
        attributes: store.attributes.add([
          ['kind', 'path'],
          ['name', 'Weg', 13],
          ['ref', null],
          ['surface', undefined],
        ]),
      },
      [tile([0, 0, 400, 400])],
    )
    expect(encode(store, 11)).toEqual([])
    expect(encode(store, 12).map(({ properties }) => properties)).toEqual([{ kind: 'path' }])
    expect(encode(store, 13).map(({ properties }) => properties)).toEqual([{ kind: 'path', name: 'Weg' }])
  })

  test('runs outer rings clockwise on the screen and inner ones the other way, whatever they came as', () => {
    const outer = [100, 100, 100, 900, 900, 900, 900, 100, 100, 100]
    const hole = [200, 200, 200, 300, 300, 300, 300, 200, 200, 200]
    for (const [a, b] of [
      [outer, hole],
      [outer.toReversed(), hole.toReversed()],
    ]) {
      const store = newStore()
      store.addArea({ layer: 'landuse', minZoom: 0, sort: 0, attributes: 0 }, [tile(a), tile(b)], [0, 1])
      const areas = encode(store)[0].parts.map((ring) =>
        ring.reduce((sum, [x, y], i) => {
          const [nx, ny] = ring[(i + 1) % ring.length]
          return sum + (x * ny - nx * y) / 2
        }, 0),
      )
      expect(areas).toEqual([640_000, -10_000])
    }
  })

  test('writes one feature for equal ones at zooms that merge, lines joined where two meet', () => {
    const store = newStore()
    const mark = { layer: 'roads', minZoom: 0, sort: 0, attributes: store.attributes.add([['kind', 'path']]) } as const
    for (const line of [
      [0, 0, 800, 0],
      [1600, 0, 800, 0],
      [1600, 0, 1600, 800],
      [0, 1600, 400, 1600],
    ])
      store.addLines(mark, [tile(line)])
    expect(encode(store, 14)).toHaveLength(4)
    const merged = encode(store, 12)
    expect(merged).toHaveLength(1)
    expect(merged[0].parts.map((part) => part.length).sort()).toEqual([2, 4])
  })

  test('is nothing where nothing is in it', () => {
    const store = newStore()
    store.addArea({ layer: 'landuse', minZoom: 0, sort: 0, attributes: 0 }, [tile([0, 0, 3, 0, 3, 3, 0, 0])], [0])
    expect(encode(store, 6)).toEqual([])
  })
})

describe('zooms of vertices', () => {
  test('every vertex left out lies within the tolerance of the line that is drawn', () => {
    const line = fc.array(fc.tuple(fc.integer({ min: 0, max: 1 << 22 }), fc.integer({ min: 0, max: 1 << 22 })), {
      minLength: 2,
      maxLength: 40,
    })
    fc.assert(
      fc.property(line, fc.integer({ min: 5, max: 13 }), (points, z) => {
        const zooms = new SimplificationZooms(false).rank(points.flat(), 0)
        const drawn = points.filter((_, i) => zooms[i] <= z)
        expect([drawn[0], drawn[drawn.length - 1]]).toEqual([points[0], points[points.length - 1]])
        for (const [x, y] of points) {
          const off = Math.min(
            ...drawn.slice(1).map(([bx, by], i) => {
              const [ax, ay] = drawn[i]
              const length2 = (bx - ax) ** 2 + (by - ay) ** 2
              const t =
                length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length2))
              return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay))
            }),
          )
          expect(off).toBeLessThanOrEqual(3 * (WORLD_UNITS / EXTENT / 2 ** z) + 1e-6)
        }
      }),
    )
  })

  test('at the deepest zoom nothing is left out, unless what never shows is pruned', () => {
    const line = [0, 0, 1000, 1, 2000, 0]
    expect([...new SimplificationZooms(false).rank(line, 0)]).toEqual([0, 14, 0])
    expect([...new SimplificationZooms(true).rank(line, 0)]).toEqual([0, 15, 0])
  })
})

describe('joined lines', () => {
  test('keep every piece once, whatever their order and direction', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc
            .tuple(
              fc.integer({ min: 0, max: 4 }),
              fc.integer({ min: 0, max: 4 }),
              fc.integer({ min: 0, max: 4 }),
              fc.integer({ min: 0, max: 4 }),
            )
            .filter(([a, b, c, d]) => a !== c || b !== d),
          { minLength: 1, maxLength: 15 },
        ),
        (pieces) => {
          const joiner = new LineJoiner()
          for (const [ax, ay, bx, by] of pieces) joiner.add(Int32Array.of(ax, bx), Int32Array.of(ay, by), 2)
          const nameOf = (a: string, b: string) => [a, b].sort().join(' - ')
          const found: string[] = []
          joiner.each((x, y, count) => {
            for (let i = 1; i < count; i++) found.push(nameOf(`${x[i - 1]},${y[i - 1]}`, `${x[i]},${y[i]}`))
          })
          expect(found.sort()).toEqual(pieces.map(([ax, ay, bx, by]) => nameOf(`${ax},${ay}`, `${bx},${by}`)).sort())
        },
      ),
    )
  })
})
