import { VectorTile } from '@mapbox/vector-tile'
import fc from 'fast-check'
import { PbfReader } from 'pbf'
import { describe, expect, test } from 'vitest'
import { readTileContent } from '../../../src/map/picture/tile-content.ts'
import { TileFault, visitTile } from '../../../src/map/picture/vector-tile.ts'
import { encodeTile, SAMPLE_FEATURES } from './sample-map.ts'

interface Read {
  layer: string
  kind: string
  attributes: Record<string, unknown>
  parts: number[][]
}

function readOurs(bytes: Uint8Array): Read[] {
  const found: Read[] = []
  visitTile(
    bytes,
    () => true,
    (layer, feature) => {
      const attributes: Record<string, unknown> = {}
      feature.eachAttribute((name, value) => (attributes[name] = value))
      const parts: number[][] = []
      feature.eachPart((flat, from, to) => parts.push([...flat.slice(from, to)]))
      for (const name of Object.keys(attributes)) expect(feature.get(name)).toBe(attributes[name])
      found.push({ layer, kind: feature.kind, attributes, parts })
    },
  )
  return found
}

/** The same by Mapbox's reader. */
function readTheirs(bytes: Uint8Array): Read[] {
  const tile = new VectorTile(new PbfReader(bytes))
  return Object.entries(tile.layers).flatMap(([layer, content]) =>
    Array.from({ length: content.length }, (_, i) => {
      const feature = content.feature(i)
      const parts = feature
        .loadGeometry()
        .flatMap((part) => (feature.type === 1 ? part.map(({ x, y }) => [x, y]) : [part.flatMap(({ x, y }) => [x, y])]))
      // theirs repeats a ring's first point at its end
      return {
        layer,
        kind: ['', 'point', 'line', 'area'][feature.type],
        attributes: { ...feature.properties },
        parts: feature.type === 3 ? parts.map((ring) => ring.slice(0, -2)) : parts,
      }
    }),
  )
}

const bytes = encodeTile(SAMPLE_FEATURES, 12, 2065, 1517)

describe('a vector tile', () => {
  test("reads as Mapbox's own reader reads it", () => {
    const ours = readOurs(bytes)
    expect(ours).toHaveLength(SAMPLE_FEATURES.length)
    expect(ours).toEqual(readTheirs(bytes))
  })

  test('has its coordinates in 4096 units whatever its extent', () => {
    const [coarse, fine] = [readOurs(encodeTile(SAMPLE_FEATURES, 12, 2065, 1517, 1024)), readOurs(bytes)]
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
