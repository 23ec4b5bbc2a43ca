import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceM, nearestOnSegment, wrapLon } from '../../src/geo/lon-lat.ts'
import { SnapIndex, type SnapHit } from '../../src/graph/snap-index.ts'
import { buildSnapColumns } from '../../src/graph/snap-tree.ts'
import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { graphFromEdges, withColumns, type NetworkSpec, type TestPoint } from '../support/graph-from-edges.ts'
import { plainColumns } from '../support/plain-columns.ts'
import { between } from '../support/arbitraries.ts'

/** Every edge within the radius by looking at every segment, nearest first. */
function bruteForce(
  graph: RoutingGraph,
  lon: number,
  lat: number,
  radiusM: number,
  isUsable: (edge: number) => boolean,
): { edge: number; distanceM: number }[] {
  const { shapeStart, shapeLonE7, shapeLatE7 } = plainColumns(graph)
  const found = []
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    if (!isUsable(edge)) continue
    let bestM = Infinity
    for (let p = shapeStart[edge]; p + 1 < shapeStart[edge + 1]; p++) {
      bestM = Math.min(
        bestM,
        nearestOnSegment(
          lon,
          lat,
          shapeLonE7[p] / 1e7,
          shapeLatE7[p] / 1e7,
          shapeLonE7[p + 1] / 1e7,
          shapeLatE7[p + 1] / 1e7,
        ).distanceM,
      )
    }
    if (bestM <= radiusM) found.push({ edge, distanceM: bestM })
  }
  return found.sort((a, b) => a.distanceM - b.distanceM || a.edge - b.edge)
}

const brief = (hits: SnapHit[]) => hits.map(({ edge, distanceM: d }) => ({ edge, distanceM: d }))

/** A tangle of lines around a place. */
const tangleArb = (centreLon: number, centreLat: number, spanDeg: number) =>
  fc
    .array(
      fc.array(fc.tuple(between(-spanDeg, spanDeg), between(-spanDeg, spanDeg)), { minLength: 2, maxLength: 14 }),
      { minLength: 1, maxLength: 15 },
    )
    .map((lines): NetworkSpec => {
      const nodes: TestPoint[] = []
      const edges = lines.map((line) => {
        const points = line.map(([x, y]): TestPoint => [wrapLon(centreLon + x), centreLat + y])
        nodes.push(points[0], points[points.length - 1])
        return { from: nodes.length - 2, to: nodes.length - 1, via: points.slice(1, -1) }
      })
      return { nodes, edges }
    })

describe('nearest points of the network', () => {
  test.each([
    ['Andorra', 1.5, 42.5],
    ['the antimeridian', 180, -17],
    ['the equator', 0, 0],
    ['Svalbard', 16, 78],
  ])('are those that looking at every segment finds: %s', (_, lon0, lat0) => {
    fc.assert(
      fc.property(
        tangleArb(lon0, lat0, 0.01),
        between(-0.02, 0.02),
        between(-0.02, 0.02),
        fc.constantFrom(10, 100, 500, 5000),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(3),
        (spec, dx, dy, radiusM, max, skip) => {
          const graph = graphFromEdges(spec)
          const lon = wrapLon(lon0 + dx)
          const lat = lat0 + dy
          const isUsable = (edge: number) => skip === 0 || edge % skip !== 0
          const hits = SnapIndex.from(graph).findNearest(lon, lat, radiusM, isUsable, max)
          expect(brief(hits)).toEqual(bruteForce(graph, lon, lat, radiusM, isUsable).slice(0, max))
        },
      ),
      { numRuns: 150 },
    )
  })

  test('tells the place on the edge: segment, share, metres along it, coordinates', () => {
    const graph = graphFromEdges({
      nodes: [
        [1, 42],
        [1.002, 42],
      ],
      edges: [{ from: 0, to: 1, via: [[1.001, 42]] }],
    })
    const [hit] = SnapIndex.from(graph).findNearest(1.0015, 42.0001, 100, () => true, 1)
    expect(hit).toMatchObject({
      edge: 0,
      pointOfEdge: 1,
      shareOfSegment: expect.closeTo(0.5, 6),
      lon: expect.closeTo(1.0015, 7),
      lat: 42,
    })
    expect(Math.abs(hit.atMm - distanceM(1, 42, 1.0015, 42) * 1000)).toBeLessThan(3)
    expect(hit.distanceM).toBeCloseTo(11.12, 2)
  })
  test('beyond an end, the end itself is nearest', () => {
    const graph = graphFromEdges({
      nodes: [
        [1, 42],
        [1.002, 42],
      ],
      edges: [{ from: 0, to: 1 }],
    })
    const [hit] = SnapIndex.from(graph).findNearest(1.003, 42, 500, () => true, 1)
    expect(hit).toMatchObject({ pointOfEdge: 0, shareOfSegment: 1, atMm: graph.columns.edgeLengthMm[0], lon: 1.002 })
  })
  test('on a ferry only its landings are places, wherever on the water one asks', () => {
    // road 0-1, ferries 1-2 and 2-3 that meet in the water, and a quay 3 where nothing else ends
    const ferry = { flags: ['ferry' as const] }
    const graph = graphFromEdges({
      nodes: [
        [1, 42],
        [1.001, 42],
        [1.01, 42],
        [1.02, 42],
      ],
      edges: [
        { from: 0, to: 1 },
        { from: 1, to: 2, ...ferry, via: Array.from({ length: 9 }, (_, i): TestPoint => [1.002 + i * 0.0008, 42]) },
        { from: 2, to: 3, ...ferry },
      ],
    })
    const index = SnapIndex.from(graph)
    fc.assert(
      fc.property(between(1, 1.02), between(41.995, 42.005), fc.constantFrom(50, 500, 5000), (lon, lat, radiusM) => {
        for (const { edge, lon: atLon, distanceM: awayM } of index.findNearest(lon, lat, radiusM, () => true, 3)) {
          if (edge === 1) expect(atLon).toBeCloseTo(1.001, 7)
          if (edge === 2) expect(atLon).toBeCloseTo(1.02, 7)
          expect(awayM).toBeCloseTo(distanceM(lon, lat, atLon, 42), 0)
        }
      }),
    )
    expect(index.findNearest(1.01, 42, 100, () => true, 3)).toEqual([])
    expect(index.findNearest(1.0201, 42, 100, () => true, 3)).toHaveLength(1)
  })
  test('gives one place per edge, and never more than requested', () => {
    const via: TestPoint[] = Array.from({ length: 40 }, (_, i) => [
      1 + i * 0.0001,
      42.0001 * (i % 2) + 42 * ((i + 1) % 2),
    ])
    const graph = graphFromEdges({
      nodes: [
        [1, 42],
        [1.004, 42],
      ],
      edges: [
        { from: 0, to: 1, via },
        { from: 0, to: 1 },
      ],
    })
    const index = SnapIndex.from(graph)
    expect(
      index
        .findNearest(1.002, 42, 5000, () => true, 10)
        .map(({ edge }) => edge)
        .sort(),
    ).toEqual([0, 1])
    expect(index.findNearest(1.002, 42, 5000, () => true, 1).length).toBe(1)
    expect(index.findNearest(1.002, 42, 5000, () => true, 0)).toEqual([])
  })
  test('finds nothing beyond the radius, and nothing where nothing is usable', () => {
    const index = SnapIndex.from(
      graphFromEdges({
        nodes: [
          [1, 42],
          [1.002, 42],
        ],
        edges: [{ from: 0, to: 1 }],
      }),
    )
    expect(index.findNearest(1.001, 42.001, 111, () => true, 1)).toEqual([])
    expect(index.findNearest(1.001, 42.001, 112, () => true, 1).length).toBe(1)
    expect(index.findNearest(1.001, 42, 50_000, () => false, 1)).toEqual([])
  })
  test('a barrier is never snapped to, its ways are', () => {
    const graph = graphFromEdges({
      nodes: [
        [1, 42],
        [1.001, 42],
        [1.001, 42],
        [1.002, 42],
      ],
      edges: [
        { from: 0, to: 1 },
        { from: 1, to: 2, flags: ['barrier'], lengthMm: 0 },
        { from: 2, to: 3 },
      ],
    })
    expect(
      SnapIndex.from(graph)
        .findNearest(1.001, 42, 500, () => true, 9)
        .map(({ edge }) => edge),
    ).toEqual([0, 2])
  })
  test('a network of barriers only has nothing to snap to', () => {
    const graph = graphFromEdges({
      nodes: [
        [1, 42],
        [1, 42],
      ],
      edges: [{ from: 0, to: 1, flags: ['barrier'], lengthMm: 0 }],
    })
    expect(SnapIndex.from(graph).findNearest(1, 42, 500, () => true, 1)).toEqual([])
  })
  test('stored columns, also in shared memory, answer as those made on the spot', () => {
    const spec: NetworkSpec = {
      nodes: [
        [1, 42],
        [1.002, 42],
        [1.002, 42.003],
      ],
      edges: [
        { from: 0, to: 1 },
        { from: 1, to: 2 },
        { from: 0, to: 2 },
      ],
    }
    const plain = graphFromEdges(spec)
    const stored = withColumns(plain, { ...buildSnapColumns(plainColumns(plain)) })
    const shared = graphFromEdges({ ...spec, extra: { ...buildSnapColumns(plainColumns(plain)) } }, { shared: true })
    const expected = SnapIndex.from(plain).findNearest(1.001, 42.001, 500, () => true, 3)
    expect(expected.length).toBe(3)
    for (const graph of [stored, shared])
      expect(SnapIndex.from(graph).findNearest(1.001, 42.001, 500, () => true, 3)).toEqual(expected)
  })
})
