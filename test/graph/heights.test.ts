import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceM } from '../../src/geo/lon-lat.ts'
import { writeColumnFile } from '../../src/storage/column-file.ts'
import { ShapeWriter, structureHeights } from '../../src/graph/build/sample-heights.ts'
import { buildNetwork } from '../../src/graph/build/graph-builder.ts'
import { NO_CLIMB_DM, NO_HEIGHT_DM, RoutingGraph } from '../../src/graph/routing-graph.ts'
import { tinyOsm, type TinyMap, type TinyOsm } from '../support/tiny-osm.ts'
import { heightM, plainColumns } from '../support/plain-columns.ts'
import { between } from '../support/arbitraries.ts'

type Ground = (lon: number, lat: number) => number | null

interface Built {
  osm: TinyOsm
  graph: RoutingGraph
  /** heights in metres along the edge between two drawn nodes, null void */
  heights(from: string, to: string): (number | null)[]
  edge(from: string, to: string): number
}

async function build(
  map: TinyMap,
  ground: Ground,
  prepareHeights?: (box: readonly number[]) => Promise<unknown>,
): Promise<Built> {
  const osm = tinyOsm(map)
  const { meta, columns } = await buildNetwork([osm.source], ground, { prepareHeights })
  const graph = RoutingGraph.from(writeColumnFile(meta, { ...columns }))
  const c = plainColumns(graph)
  const nodeName = (node: number) => osm.letterAt(c.nodeLonE7[node], c.nodeLatE7[node])
  const edge = (from: string, to: string) =>
    Array.from(c.edgeFrom, (_, e) => e).find(
      (e) => nodeName(c.edgeFrom[e]) === from && nodeName(c.edgeTo[e]) === to && c.edgeLengthMm[e] > 0,
    )!
  return {
    osm,
    graph,
    edge,
    heights: (from, to) =>
      Array.from({ length: c.shapeStart[edge(from, to) + 1] - c.shapeStart[edge(from, to)] }, (_, i) =>
        heightM(c, c.shapeStart[edge(from, to)] + i),
      ),
  }
}

const PATH = { highway: 'path' }
/** Column of the drawing (0.0005 degrees) as a number. */
const column = (lon: number) => (lon - 1.5) / 0.0005

describe('heights over the ground', () => {
  test('a straight slope needs no further points', async () => {
    const { heights } = await build({ map: 'a         b', ways: [['ab', PATH]] }, (lon) => 1000 + column(lon) * 7)
    expect(heights('a', 'b')).toEqual([1000, 1070])
  })
  test('a hill between two distant nodes is not lost', async () => {
    const { heights, graph } = await build(
      { map: 'a         b', ways: [['ab', PATH]] },
      (lon) => 1000 + 50 * Math.max(0, 1 - Math.abs(column(lon) - 5) / 2),
    )
    expect(Math.max(...heights('a', 'b').map(Number))).toBeGreaterThan(1040)
    expect(graph.columns.edgeAscentDm[0]).toBeGreaterThan(400)
    expect(graph.columns.edgeDescentDm[0]).toBe(graph.columns.edgeAscentDm[0])
  })
  test('ripples of 2 m add no points, and a short segment none at all', async () => {
    const ripples = await build(
      { map: 'a         b', ways: [['ab', PATH]] },
      (lon) => 1000 + Math.sin(column(lon) * 9) * 0.9,
    )
    expect(ripples.heights('a', 'b').length).toBe(2)
    const short = await build(
      { map: 'ab', ways: [['ab', PATH]], stepDeg: 0.0004 },
      (lon) => 1000 + Math.abs(Math.sin((lon - 1.5) / 0.0001)) * 100,
    )
    expect(short.heights('a', 'b').length).toBe(2)
  })
  test('the line between two points never leaves the sampled ground by more than 2 m', () => {
    const noiseArb = fc.array(between(0, 60), { minLength: 3, maxLength: 12 })
    fc.assert(
      fc.property(noiseArb, fc.integer({ min: 50, max: 3000 }), (knots, lengthM) => {
        const spanDeg = lengthM / 111_195.08
        const ground = (_: number, lat: number) => {
          const at = Math.max(0, Math.min(knots.length - 1.000001, (lat / spanDeg) * (knots.length - 1)))
          const i = Math.floor(at)
          return knots[i] + (knots[i + 1] - knots[i]) * (at - i)
        }
        const writer = new ShapeWriter(ground)
        writer.begin(0, 0, ground(0, 0))
        writer.drapeTo(0, Math.round(spanDeg * 1e7))
        const lats = [...writer.latE7.view()]
        const heightsDm = [...writer.heightDm.view()]
        expect(lats[lats.length - 1]).toBe(Math.round(spanDeg * 1e7))
        const endE7 = lats[lats.length - 1]
        const parts = Math.ceil(distanceM(0, 0, 0, endE7 / 1e7) / 20)
        for (let s = 0; s <= parts; s++) {
          const lat = (endE7 * s) / parts
          const i = Math.max(
            1,
            lats.findIndex((x) => x >= lat - 1e-6),
          )
          const between =
            heightsDm[i - 1] + ((heightsDm[i] - heightsDm[i - 1]) * (lat - lats[i - 1])) / (lats[i] - lats[i - 1])
          expect(Math.abs(between / 10 - ground(0, lat / 1e7))).toBeLessThan(2.2)
        }
      }),
      { numRuns: 100 },
    )
  })
  test('lengths add up: every point lies at the sum of the distances before it, rounded up', async () => {
    const { graph } = await build(
      {
        map: 'a   b   c\n    d    ',
        ways: [
          ['abc', PATH],
          ['bd', PATH],
        ],
      },
      (lon, lat) => Math.sin(lon * 4000) * 40 + Math.cos(lat * 5000) * 40,
    )
    const c = plainColumns(graph)
    expect(c.shapeLonE7.length).toBeGreaterThan(10)
    for (let e = 0; e < graph.edgeCount; e++) {
      let sumM = 0
      for (let p = c.shapeStart[e]; p < c.shapeStart[e + 1]; p++) {
        if (p > c.shapeStart[e])
          sumM += distanceM(
            c.shapeLonE7[p - 1] / 1e7,
            c.shapeLatE7[p - 1] / 1e7,
            c.shapeLonE7[p] / 1e7,
            c.shapeLatE7[p] / 1e7,
          )
        expect(c.shapeAtMm[p]).toBe(Math.ceil(sumM * 1000))
      }
      expect(c.edgeLengthMm[e]).toBe(Math.ceil(sumM * 1000))
    }
  })
  test('a flat canal in whole metres with noise climbs about nothing', async () => {
    const { graph } = await build(
      { map: 'a                                        b', ways: [['ab', { highway: 'cycleway' }]] },
      (lon) => 120 + Math.round(Math.sin(lon * 70_000) * 1.4),
    )
    expect(graph.columns.edgeAscentDm[0] + graph.columns.edgeDescentDm[0]).toBeLessThanOrEqual(20)
  })
  test('ascent - descent is the net climb of every edge, exactly', async () => {
    const { graph } = await build(
      {
        map: 'a  b  c  d\n e  f  g  ',
        ways: [
          ['abcd', PATH],
          ['aebf', PATH],
          ['cgd', PATH],
        ],
      },
      (lon, lat) => 900 + Math.sin(lon * 9000) * 80 + Math.cos(lat * 7000) * 60,
    )
    const c = plainColumns(graph)
    for (let e = 0; e < graph.edgeCount; e++)
      expect(c.edgeAscentDm[e] - c.edgeDescentDm[e]).toBe(
        c.shapeHeightDm[c.shapeStart[e + 1] - 1] - c.shapeHeightDm[c.shapeStart[e]],
      )
  })
})

describe('void ground', () => {
  test('is never guessed: its points have no height, and the climb of the edge is unknown', async () => {
    const { heights, graph, edge } = await build(
      {
        map: 'abcd',
        ways: [
          ['abc', PATH],
          ['cd', PATH],
        ],
      },
      (lon) => (Math.abs(column(lon) - 1) < 0.5 ? null : 700),
    )
    expect(heights('a', 'c')).toContain(null)
    expect(graph.columns.edgeAscentDm[edge('a', 'c')]).toBe(NO_CLIMB_DM)
    expect(graph.columns.edgeDescentDm[edge('a', 'c')]).toBe(NO_CLIMB_DM)
    expect(graph.columns.edgeAscentDm[edge('c', 'd')]).toBe(0)
  })
  test('between two known nodes it is marked where it begins and ends', async () => {
    const { heights } = await build({ map: 'a         b', ways: [['ab', PATH]] }, (lon) =>
      column(lon) > 3 && column(lon) < 6 ? null : 700,
    )
    expect(heights('a', 'b')).toEqual([700, 700, null, null, 700, 700])
  })
  test('not a number is void too, and a network without any height has none', async () => {
    const { graph } = await build({ map: 'a         b', ways: [['ab', PATH]] }, () => NaN)
    expect([...plainColumns(graph).shapeHeightDm].every((h) => h === NO_HEIGHT_DM)).toBe(true)
  })
})

describe('bridges, tunnels and ferries', () => {
  const gorge: Ground = (lon) => (column(lon) > 0.9 && column(lon) < 5.1 ? 500 : 1000 + column(lon))
  test('a bridge runs straight between its ends, not down into the gorge', async () => {
    // ground: a 1000, c 1006; the gorge lies between
    const { heights, graph, edge } = await build(
      {
        map: 'a     c\nx     y',
        ways: [
          ['ac', { ...PATH, bridge: 'yes' }],
          ['ax', PATH],
          ['cy', PATH],
        ],
      },
      gorge,
    )
    expect(heights('a', 'c')).toEqual([1000, 1006])
    expect(graph.columns.edgeAscentDm[edge('a', 'c')]).toBe(60)
  })
  test('nodes between its ends lie on the straight, by distance', async () => {
    const { heights } = await build(
      {
        map: 'a b   c\nx     y',
        ways: [
          ['abc', { ...PATH, tunnel: 'yes' }],
          ['ax', PATH],
          ['cy', PATH],
        ],
      },
      gorge,
    )
    expect(heights('a', 'c')).toEqual([1000, 1002, 1006])
  })
  test('a bridge of several ways is one bridge', async () => {
    const { heights } = await build(
      {
        map: 'xa b c dy',
        ways: [
          ['xa', PATH],
          ['ab', { ...PATH, bridge: 'yes' }],
          ['bc', { highway: 'steps', bridge: 'yes' }],
          ['cd', { ...PATH, bridge: 'yes' }],
          ['dy', PATH],
        ],
      },
      (lon) => (column(lon) > 1.5 && column(lon) < 6.5 ? 0 : 300 + column(lon)),
    )
    expect(heights('a', 'b')).toEqual([301, 303])
    expect(heights('b', 'c')).toEqual([303, 305])
    expect(heights('c', 'd')).toEqual([305, 307])
  })
  test('a tunnel that forks lies smoothly between all its portals', async () => {
    const { heights } = await build(
      {
        map: 'a b c\nx d y\n  z  ',
        ways: [
          ['ab', { ...PATH, tunnel: 'yes' }],
          ['bc', { ...PATH, tunnel: 'yes' }],
          ['bd', { ...PATH, tunnel: 'yes' }],
          ['ax', PATH],
          ['cy', PATH],
          ['dz', PATH],
        ],
      },
      (lon, lat) => (column(lon) === 2 && lat > 42.5007 ? 9999 : 600 + column(lon)),
    )
    const fork = heights('a', 'b')[1]!
    expect(fork).toBeGreaterThan(600)
    expect(fork).toBeLessThan(604)
    expect(heights('b', 'c')).toEqual([fork, 604])
  })
  test('a bridge whose end lies in a void has no height beyond the end that is known', async () => {
    const { heights, graph, edge } = await build(
      {
        map: 'a b c\nx   y',
        ways: [
          ['ab', { ...PATH, bridge: 'yes' }],
          ['bc', { ...PATH, bridge: 'yes' }],
          ['ax', PATH],
          ['cy', PATH],
        ],
      },
      (lon) => (column(lon) > 3 ? null : 400),
    )
    expect(heights('a', 'b')).toEqual([400, null])
    expect(heights('b', 'c')).toEqual([null, null])
    for (const name of [edge('a', 'b'), edge('b', 'c')]) expect(graph.columns.edgeAscentDm[name]).toBe(NO_CLIMB_DM)
  })
  test('a gate on a bridge does not bring the bridge down', async () => {
    const { heights, graph } = await build(
      {
        map: 'a b c\nx   y',
        ways: [
          ['abc', { ...PATH, bridge: 'yes' }],
          ['ax', PATH],
          ['cy', PATH],
        ],
        nodes: { b: { barrier: 'gate', access: 'private' } },
      },
      (lon) => (column(lon) === 2 ? 0 : 800),
    )
    expect(heights('a', 'b')).toEqual([800, 800])
    expect(heights('b', 'c')).toEqual([800, 800])
    expect([...plainColumns(graph).shapeHeightDm].every((h) => h === 8000)).toBe(true)
  })
  // graphhopper/graphhopper#713, graphhopper/graphhopper#1363, GIScience/openrouteservice#685, abrensch/brouter#560
  test.each(['tunnel', 'bridge'])('the blind end of a branch does not lift or lower a %s', async (kind) => {
    const { heights } = await build(
      {
        map: 'xa b cy\n   d   ',
        ways: [
          ['xa', PATH],
          ['abc', { ...PATH, [kind]: 'yes' }],
          ['bd', { ...PATH, [kind]: 'yes' }],
          ['cy', PATH],
        ],
      },
      (lon) => (column(lon) > 1.5 && column(lon) < 4.5 ? (kind === 'tunnel' ? 900 : 0) : 300),
    )
    expect(heights('a', 'b')).toEqual([300, 300])
    expect(heights('b', 'c')).toEqual([300, 300])
    expect(heights('b', 'd')).toEqual([300, 300])
  })
  test('an adit with one mouth is level, and a structure that joins the surface nowhere has no heights', async () => {
    const { heights } = await build(
      {
        map: 'xab\n   \nc d',
        ways: [
          ['xa', PATH],
          ['ab', { ...PATH, tunnel: 'yes' }],
          ['cd', { ...PATH, bridge: 'yes' }],
        ],
      },
      (lon) => 100 + 200 * column(lon),
    )
    expect(heights('a', 'b')).toEqual([300, 300])
    expect(heights('c', 'd')).toEqual([null, null])
  })
  test('a ferry lands at the height of the ground, even where no way goes on', async () => {
    const { heights } = await build(
      {
        map: 'xa  b',
        ways: [
          ['xa', PATH],
          ['ab', { route: 'ferry', foot: 'yes' }],
        ],
      },
      (lon) => 100 + column(lon),
    )
    expect(heights('a', 'b')).toEqual([101, 104])
  })
  test('blind branches, however many and wherever they branch off, change no height of what they branch off from', () => {
    const branches = fc.array(fc.record({ at: fc.nat(11), ground: fc.integer({ min: -400, max: 8000 }) }), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 12 }),
        branches,
        (own, blind) => {
          const n = own.length
          // a branch begins at any place of the chain, or at the end of the branch before it
          const tails = blind.map(({ at }, b) => (at % 4 === 3 && b > 0 ? n + b : 1 + (at % (n - 1))))
          const solve = (count: number) =>
            structureHeights(
              {
                fromSite: Uint32Array.from([...own.map((_, i) => i), ...tails.slice(0, count)]),
                toSite: Uint32Array.from([
                  ...own.map((_, i) => i + 1),
                  ...tails.slice(0, count).map((_, b) => n + 1 + b),
                ]),
                lengthM: Float64Array.from([...own, ...tails.slice(0, count).map(() => 30)]),
              },
              (site) => site === 0 || site === n,
              (site) => (site === 0 ? 100 : site === n ? 250 : blind[site - n - 1].ground),
            )
          const [plain, branched] = [solve(0), solve(blind.length)]
          for (let site = 1; site < n; site++) expect(branched.get(site)).toBeCloseTo(plain.get(site)!, 0)
          tails.forEach((tail, b) => expect(branched.get(n + 1 + b)).toBeCloseTo(branched.get(tail)!, 0))
        },
      ),
      { numRuns: 100 },
    )
  })
  test('nodes have one height, whichever edge tells it', async () => {
    const { graph } = await build(
      {
        map: 'abcd\n  e ',
        ways: [
          ['ab', PATH],
          ['bc', { ...PATH, bridge: 'yes' }],
          ['cd', PATH],
          ['ce', PATH],
        ],
      },
      (lon, lat) => 500 + Math.sin(lon * 1e4) * 50 + Math.sin(lat * 1e4) * 50,
    )
    const c = plainColumns(graph)
    const known = new Map<number, number>()
    for (let e = 0; e < graph.edgeCount; e++) {
      for (const [node, point] of [
        [c.edgeFrom[e], c.shapeStart[e]],
        [c.edgeTo[e], c.shapeStart[e + 1] - 1],
      ]) {
        expect(c.shapeHeightDm[point]).toBe(known.get(node) ?? c.shapeHeightDm[point])
        known.set(node, c.shapeHeightDm[point])
      }
    }
  })
  test('along a chain of any lengths the heights are the straight line', () => {
    fc.assert(
      fc.property(fc.array(between(1, 500), { minLength: 2, maxLength: 25 }), (lengths) => {
        const n = lengths.length
        const heights = structureHeights(
          {
            fromSite: Uint32Array.from({ length: n }, (_, i) => i),
            toSite: Uint32Array.from({ length: n }, (_, i) => i + 1),
            lengthM: Float64Array.from(lengths),
          },
          (site) => site === 0 || site === n,
          (site) => (site === 0 ? 100 : 250),
        )
        const total = lengths.reduce((sum, l) => sum + l, 0)
        let at = 0
        for (let site = 1; site < n; site++) {
          at += lengths[site - 1]
          expect(Math.abs(heights.get(site)! - (100 + (150 * at) / total))).toBeLessThan(0.5)
        }
      }),
      { numRuns: 100 },
    )
  })
})

test('heights are requested inside prepared boxes only', async () => {
  const boxes: (readonly number[])[] = []
  let current: readonly number[] = [0, 0, 0, 0]
  const { graph } = await build(
    {
      map: 'a   b   c',
      ways: [
        ['ab', PATH],
        ['bc', { ...PATH, bridge: 'yes' }],
      ],
    },
    (lon, lat) => {
      expect(
        lon >= current[0] - 1e-9 && lon <= current[2] + 1e-9 && lat >= current[1] - 1e-9 && lat <= current[3] + 1e-9,
      ).toBe(true)
      return 1
    },
    async (box) => {
      boxes.push(box)
      current = box
    },
  )
  expect(boxes.length).toBeGreaterThan(0)
  expect(graph.edgeCount).toBe(2)
})
