import fc from 'fast-check'
import { PbfWriter } from 'pbf'
import { describe, expect, test } from 'vitest'
import { readTileContent } from '../../../src/map/picture/tile-content.ts'
import { TileFault, visitTile } from '../../../src/map/picture/vector-tile.ts'
import { worldX, worldY } from '../../../src/geo/web-mercator.ts'
import { encodeTile, SAMPLE_FEATURES } from './sample-map.ts'

function read(bytes: Uint8Array) {
  const found: { layer: string; kind: string; attributes: Record<string, unknown>; parts: number[][] }[] = []
  visitTile(bytes, ({ layer, kind, properties, readParts }) =>
    found.push({ layer, kind, attributes: { ...properties }, parts: readParts() }),
  )
  return found
}

/** A tile of one layer with one feature of this kind and these bytes of geometry. */
function tileWith(kind: number, geometry: number[], features = 1): Uint8Array {
  const tile = new PbfWriter()
  const writeFeature = (_: unknown, pbf: PbfWriter) => {
    pbf.writeVarintField(3, kind)
    pbf.writePackedVarint(4, geometry)
  }
  const writeLayer = (_: unknown, pbf: PbfWriter) => {
    pbf.writeStringField(1, 'earth')
    for (let i = 0; i < features; i++) pbf.writeMessage(2, writeFeature, null)
  }
  tile.writeMessage(3, writeLayer, null)
  return tile.finish()
}
const MOVE_TO_ORIGIN = [9, 0, 0]

const bytes = encodeTile(SAMPLE_FEATURES, 12, 2065, 1517)

describe('a vector tile', () => {
  test('has the features that were written', () => {
    const written = SAMPLE_FEATURES.map(({ layer, kind, places, attributes }) => ({ layer, kind, attributes, places }))
    const found = read(bytes)
    expect(found.map(({ parts: _, ...facts }) => facts)).toEqual(written.map(({ places: _, ...facts }) => facts))
    found.forEach(({ parts }, i) => {
      const inTile = ([lon, lat]: [number, number]) =>
        [worldX(lon) * 2 ** 12 - 2065, worldY(lat) * 2 ** 12 - 1517].map((value) => Math.round(value * 4096))
      const pairs = Array.from({ length: parts[0].length / 2 }, (_, at) => parts[0].slice(at * 2, at * 2 + 2))
      expect(parts).toHaveLength(1)
      // the encoder turns areas so that they run as tiles want them
      const order = (points: number[][]) => points.map((point) => point.join()).sort()
      expect(order(pairs)).toEqual(order(written[i].places.map(inTile)))
    })
  })

  test('has each point of a feature as a part, and coordinates far outside at the margin', () => {
    expect(read(tileWith(1, [17, 2, 4, 2, 4]))[0].parts).toEqual([
      [1, 2],
      [2, 4],
    ])
    expect(read(tileWith(2, [...MOVE_TO_ORIGIN, 10, 200_000, 1]))[0].parts).toEqual([[0, 0, 30_000, -1]])
  })

  test('leaves out a feature of an unknown kind', () => {
    expect(read(tileWith(0, MOVE_TO_ORIGIN))).toEqual([])
    expect(read(tileWith(7, MOVE_TO_ORIGIN))).toEqual([])
  })

  test.each<[string, Uint8Array]>([
    // the package would add 200 million points
    ['closes a ring 200 million times', tileWith(3, [...MOVE_TO_ORIGIN, 200_000_000 * 8 + 7])],
    ['claims more positions than it has bytes', tileWith(2, [...MOVE_TO_ORIGIN, 100_000_000 * 8 + 2, 2, 2])],
    ['has an unknown drawing command', tileWith(2, [...MOVE_TO_ORIGIN, 8 + 5])],
    ['has a layer longer than itself', Uint8Array.of(26, 255, 255, 255, 255, 7, 10, 0)],
    ['has a feature longer than its layer', Uint8Array.of(26, 4, 18, 120, 24, 1, ...new Uint8Array(200))],
    ['has attributes longer than their feature', Uint8Array.of(26, 6, 18, 4, 18, 120, 0, 0, ...new Uint8Array(200))],
    ['has a shape longer than its feature', Uint8Array.of(26, 6, 18, 4, 34, 120, 9, 0, ...new Uint8Array(200))],
    ['has a layer without extent', Uint8Array.of(26, 2, 40, 0)],
    ['is larger than any tile', new Uint8Array(16_000_001)],
  ])('that %s is a fault', (_, hostile) => {
    expect(() => readTileContent(hostile)).toThrow(TileFault)
  })

  test('with a hundred thousand empty shapes is read in one pass', () => {
    expect(read(tileWith(3, [...MOVE_TO_ORIGIN, 15], 100_000))).toHaveLength(100_000)
  })

  test('has its coordinates in 4096 units whatever its extent', () => {
    const [coarse, fine] = [read(encodeTile(SAMPLE_FEATURES, 12, 2065, 1517, 1024)), read(bytes)]
    coarse.forEach(({ parts }, i) =>
      parts.forEach((part, j) =>
        part.forEach((value, k) => expect(Math.abs(value - fine[i].parts[j][k])).toBeLessThanOrEqual(4)),
      ),
    )
  })

  test('that is damaged is a fault, never a crash or a hang', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        fc.nat(bytes.length),
        (changes, length) => {
          const damaged = bytes.slice(0, Math.max(1, length))
          for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value
          try {
            readTileContent(damaged)
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(TileFault)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  test('as the map keeps it: an untagged path is a class of its own, and names stay in all languages', () => {
    const content = readTileContent(bytes)
    expect([...content.buckets.keys()].sort()).toEqual(['earth', 'forest', 'major1', 'path0', 'path1', 'water'])
    expect(content.points.map(({ names, elevationM }) => [names, elevationM])).toEqual([
      [{ name: 'Vila', 'name:de': 'Dorf' }, null],
      [{ name: 'Pic' }, 2500],
    ])
    expect(content.lines.find(({ of }) => of === 'major1')?.ref).toBe('CG-1')
  })
})
