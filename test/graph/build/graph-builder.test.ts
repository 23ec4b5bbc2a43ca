import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../../src/errors.ts'
import { distanceM } from '../../../src/geo/lon-lat.ts'
import { ACCESS, FLAG_BARRIER, HAZARD_KINDS, TRAIL_LEVELS, WAY_KINDS } from '../../../src/osm/edge-facts.ts'
import { writeColumnFile } from '../../../src/storage/column-file.ts'
import { buildNetwork, type BuildReport, requireNetworkSize } from '../../../src/graph/build/graph-builder.ts'
import type { NetworkColumns } from '../../../src/graph/network-columns.ts'
import { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { writePbf } from '../../../src/demo/write-pbf.ts'
import { pbfFromBytes } from '../../support/pbf-from-bytes.ts'
import { tinyOsm, type TinyMap, type TinyOsm } from '../../support/tiny-osm.ts'
import { plainColumns } from '../../support/plain-columns.ts'
import { SURFACE_KINDS } from '../../../src/travel/surfaces.ts'

interface Built {
  osm: TinyOsm
  graph: RoutingGraph
  c: NetworkColumns
  report: BuildReport
  /** `ab` for each edge, letters of all its drawn points, sorted; a barrier is `[b]` */
  edges: string[]
  name(edge: number): string
  nodeName(node: number): string
}

async function build(map: TinyMap, heightAt: (lon: number, lat: number) => number | null = () => 100): Promise<Built> {
  return inspect(tinyOsm(map), await buildNetwork([tinyOsm(map).source], heightAt))
}

function inspect(osm: TinyOsm, { meta, columns, report }: Awaited<ReturnType<typeof buildNetwork>>): Built {
  const graph = RoutingGraph.from(writeColumnFile(meta, { ...columns }))
  const c = plainColumns(graph)
  const isBarrier = (edge: number) => (c.classFlags[c.edgeClass[edge]] & FLAG_BARRIER) !== 0
  const name = (edge: number) => {
    if (isBarrier(edge)) return `[${osm.letterAt(c.shapeLonE7[c.shapeStart[edge]], c.shapeLatE7[c.shapeStart[edge]])}]`
    let letters = ''
    for (let p = c.shapeStart[edge]; p < c.shapeStart[edge + 1]; p++)
      letters += osm.letterAt(c.shapeLonE7[p], c.shapeLatE7[p]).replace('?', '')
    return letters
  }
  const nodeName = (node: number) => osm.letterAt(c.nodeLonE7[node], c.nodeLatE7[node])
  return { osm, graph, c, report, edges: Array.from(c.edgeFrom, (_, e) => name(e)).sort(), name, nodeName }
}

const PATH = { highway: 'path' }

describe('cutting ways at junctions', () => {
  test('a way alone is one edge; where another meets it, both are cut', async () => {
    expect((await build({ map: 'abc', ways: [['abc', PATH]] })).edges).toEqual(['abc'])
    expect(
      (
        await build({
          map: 'abc\n d ',
          ways: [
            ['abc', PATH],
            ['bd', PATH],
          ],
        })
      ).edges,
    ).toEqual(['ab', 'bc', 'bd'])
  })
  test('ways that continue one another are joined at their common end', async () => {
    const { edges, c } = await build({
      map: 'abcd',
      ways: [
        ['abc', PATH],
        ['cd', PATH],
      ],
    })
    expect(edges).toEqual(['abc', 'cd'])
    expect(c.nodeLonE7.length).toBe(3)
  })
  test('ways that cross without a common node stay apart', async () => {
    expect(
      (
        await build({
          map: ' a \nb c\n d ',
          ways: [
            ['ad', PATH],
            ['bc', PATH],
          ],
        })
      ).edges,
    ).toEqual(['ad', 'bc'])
  })
  test('a ring with one junction is two edges, and no edge ends where it starts', async () => {
    const { edges, c } = await build({ map: 'ab \ndc ', ways: [['abcda', PATH]] })
    expect(edges).toEqual(['abc', 'cda'])
    c.edgeFrom.forEach((from, e) => expect(from).not.toBe(c.edgeTo[e]))
  })
  test('a lasso and a way out and back over the same nodes have no loops', async () => {
    const lasso = await build({ map: 'abc\n ed', ways: [['abcdeb', PATH]] })
    expect(lasso.edges).toEqual(['ab', 'bcd', 'deb'])
    const back = await build({ map: 'abc', ways: [['abcba', PATH]] })
    for (const { c } of [lasso, back]) c.edgeFrom.forEach((from, e) => expect(from).not.toBe(c.edgeTo[e]))
    expect(back.edges).toEqual(['ab', 'ba', 'bc', 'cb'])
  })
  test('parallel edges are all kept', async () => {
    expect(
      (
        await build({
          map: 'a b\n c ',
          ways: [
            ['ab', PATH],
            ['acb', PATH],
            ['ab', { highway: 'track' }],
          ],
        })
      ).edges,
    ).toEqual(['ab', 'ab', 'acb'])
  })
  test('a node twice in a row makes no edge', async () => {
    expect((await build({ map: 'abc', ways: [['abbc', PATH]] })).edges).toEqual(['ab', 'bc'])
  })
  test('where a node is missing the way ends, and it is counted', async () => {
    const { edges, report } = await build({
      map: 'abcdef',
      ways: [
        ['abcdef', PATH],
        ['cd', PATH],
      ],
      missing: 'c',
    })
    expect(edges).toEqual(['ab', 'def'])
    expect(report.ignored).toContainEqual({
      what: 'node',
      reason: 'used by a way of the network but in none of the files',
      count: 2,
    })
    expect(report.ignored).toContainEqual({
      what: 'way',
      reason: 'fewer than two of its nodes are in the files',
      count: 1,
    })
  })
  test('every arc leaves the node it is listed at, and there are two per edge', async () => {
    const { c, graph } = await build({
      map: 'abc\n de',
      ways: [
        ['abc', PATH],
        ['bde', PATH],
        ['ce', PATH],
      ],
    })
    const seen = new Set<number>()
    for (let n = 0; n < graph.nodeCount; n++) {
      for (let a = c.firstArc[n]; a < c.firstArc[n + 1]; a++) {
        expect(graph.arcTail(c.arcId[a])).toBe(n)
        expect(graph.arcTarget(c.arcId[a])).toBe(c.arcHead[a])
        seen.add(c.arcId[a])
      }
    }
    expect(seen.size).toBe(graph.edgeCount * 2)
  })
})

describe('what is kept and what is left out', () => {
  test('closed ways and ways of no use are left out and counted by reason', async () => {
    const { edges, report } = await build({
      map: 'abcdefgh',
      ways: [
        ['ab', PATH],
        ['cd', { highway: 'service', access: 'private' }],
        ['ef', { highway: 'construction' }],
        ['gh', { building: 'yes' }],
      ],
    })
    expect(edges).toEqual(['ab'])
    expect(report.ignored).toEqual([
      { what: 'way', reason: 'closed on foot and by bicycle', count: 1 },
      { what: 'way', reason: 'highway=construction', count: 1 },
      { what: 'way', reason: 'nothing to travel on', count: 1 },
    ])
    expect(report.read).toEqual({ nodes: 8, ways: 4, relations: 0 })
    expect(report.kept).toMatchObject({ ways: 1, nodes: 2, edges: 1 })
  })
  test('a file without roads is an error, one with roads but without their nodes too', async () => {
    await expect(build({ map: 'ab', ways: [['ab', { building: 'yes' }]] })).rejects.toThrow(
      new ServiceError('invalid_input', 'There are no roads or paths inside tiny.osm.pbf.'),
    )
    await expect(build({ map: 'abc', ways: [['ab', PATH]], missing: 'ab' })).rejects.toThrow(
      /nodes of the roads and paths are missing/,
    )
  })
  test('two extracts that overlap are one network: each way once, joined at common nodes', async () => {
    const map = 'abcd'
    const west = tinyOsm({
      map,
      ways: [
        ['ab', PATH],
        ['bc', PATH],
      ],
      missing: 'd',
    })
    const east = tinyOsm({
      map,
      ways: [
        ['bc', PATH],
        ['cd', PATH],
      ],
      wayIds: [2, 3],
      missing: 'a',
      timestampS: 1700000000,
    })
    const built = inspect(west, await buildNetwork([west.source, east.source], () => 0))
    expect(built.edges).toEqual(['ab', 'bc', 'cd'])
    expect(built.c.nodeLonE7.length).toBe(4)
    expect(built.report.ignored).toContainEqual({ what: 'way', reason: 'given more than once', count: 1 })
    // as old as the older of the two; the box covers both
    expect(built.graph.meta.sourceTs).toBe('2023-11-14T22:13:20.000Z')
    expect(built.graph.meta.bbox).toEqual([1.5, 42.5005, 1.5015, 42.5005])
  })
  test('a date that one file does not tell is not told', async () => {
    const known = tinyOsm({ map: 'ab', ways: [['ab', PATH]] })
    const unknown = tinyOsm({ map: 'ab', ways: [['ab', PATH]], timestampS: 0 })
    expect((await buildNetwork([known.source, unknown.source], () => 0)).meta.sourceTs).toBeNull()
  })
  test('the same input gives the same columns, whatever the order of its files', async () => {
    const a = tinyOsm({ map: 'abc\n d ', ways: [['abc', PATH]] })
    const b = tinyOsm({ map: 'abc\n d ', ways: [['bd', { highway: 'track', name: 'x' }]], wayIds: [9] })
    const one = await buildNetwork([a.source, b.source], (lon, lat) => lon * 100 + lat)
    const two = await buildNetwork([a.source, b.source], (lon, lat) => lon * 100 + lat)
    expect(one.columns).toEqual(two.columns)
    const swapped = inspect(a, await buildNetwork([b.source, a.source], (lon, lat) => lon * 100 + lat))
    expect(swapped.edges).toEqual(inspect(a, one).edges)
  })
})

describe('facts of edges', () => {
  test('class, surface, names, way id and lengths', async () => {
    const { c, graph, osm } = await build({
      map: 'abc',
      ways: [['abc', { highway: 'track', tracktype: 'grade2', name: 'Alpweg', ref: '7', sac_scale: 'hiking' }]],
      wayIds: [4711],
    })
    const k = c.edgeClass[0]
    expect(graph.string(c.classHighway[k])).toBe('track')
    expect(WAY_KINDS[c.classWayKind[k]]).toBe('track')
    expect(SURFACE_KINDS[c.classSurface[k]]).toBe('gravel')
    expect(graph.string(c.classSurfaceTag[k])).toBe('grade2')
    expect(graph.string(c.edgeName[0])).toBe('Alpweg')
    expect(graph.string(c.edgeRef[0])).toBe('7')
    expect(c.edgeWayId[0]).toBe(4711)
    expect(c.classSac[k]).toBe(1)
    const [a, b, d] = ['a', 'b', 'c'].map((letter) => osm.at.get(letter)!)
    const sumM = distanceM(a[0], a[1], b[0], b[1]) + distanceM(b[0], b[1], d[0], d[1])
    expect(c.edgeLengthMm[0]).toBe(Math.ceil(sumM * 1000))
    expect(c.shapeAtMm[c.shapeStart[1] - 1]).toBe(c.edgeLengthMm[0])
  })
  test('a one-way street is closed to bicycles in the direction against the drawing of the way, and open on foot', async () => {
    const { c, nodeName } = await build({ map: 'ab', ways: [['ba', { highway: 'residential', oneway: 'yes' }]] })
    const k = c.edgeClass[0]
    expect([nodeName(c.edgeFrom[0]), nodeName(c.edgeTo[0])]).toEqual(['b', 'a'])
    expect([c.classBikeForward[k], c.classBikeBackward[k]].map((i) => ACCESS[i])).toEqual(['open', 'closed'])
    expect([c.classFootForward[k], c.classFootBackward[k]].map((i) => ACCESS[i])).toEqual(['open', 'open'])
  })
  test('a ferry keeps its time, shared out over its edges by length; without a tag it is unknown', async () => {
    const { c, name } = await build({
      map: 'a  b   c\n   d',
      ways: [
        ['abc', { route: 'ferry', duration: '00:07' }],
        ['bd', { route: 'ferry' }],
      ],
    })
    const seconds = new Map(Array.from(c.ferryEdge, (edge, i) => [name(edge), c.ferryDurationS[i]]))
    expect(seconds).toEqual(
      new Map([
        ['ab', 180],
        ['bc', 240],
        ['bd', 0],
      ]),
    )
  })
  test('names of all scripts survive', async () => {
    const { c, graph } = await build({
      map: 'abc',
      ways: [
        ['ab', { highway: 'path', name: 'Hütteweg ß' }],
        ['bc', { highway: 'path', name: '富士山 🏔' }],
      ],
    })
    expect([graph.string(c.edgeName[0]), graph.string(c.edgeName[1])].sort()).toEqual(['Hütteweg ß', '富士山 🏔'])
  })
})

describe('barriers', () => {
  test('a gate nobody closed is no barrier', async () => {
    const { edges } = await build({ map: 'abc', ways: [['abc', PATH]], nodes: { b: { barrier: 'gate' } } })
    expect(edges).toEqual(['abc'])
  })
  test('a closed one is an edge 0 mm long between two copies of its node, of its own access', async () => {
    const { edges, c, name, graph } = await build({
      map: 'abcd',
      ways: [
        ['abc', { highway: 'track', name: 'Weg', bridge: 'yes' }],
        ['cd', PATH],
      ],
      nodes: { b: { barrier: 'gate', access: 'private', bicycle: 'yes' } },
    })
    expect(edges).toEqual(['[b]', 'ab', 'bc', 'cd'])
    expect(graph.nodeCount).toBe(5)
    const barrier = Array.from(c.edgeFrom, (_, e) => e).find((e) => name(e) === '[b]')!
    const k = c.edgeClass[barrier]
    expect(c.edgeLengthMm[barrier]).toBe(0)
    expect(
      [c.classFootForward[k], c.classFootBackward[k], c.classBikeForward[k], c.classBikeBackward[k]].map(
        (i) => ACCESS[i],
      ),
    ).toEqual(['closed', 'closed', 'open', 'open'])
    expect(c.classFlags[k]).toBe(FLAG_BARRIER)
    expect(graph.string(c.edgeName[barrier])).toBe('Weg')
    expect([c.edgeAscentDm[barrier], c.edgeDescentDm[barrier]]).toEqual([0, 0])
  })
  test('on a junction every arm is apart from every other, at a dead end nothing is', async () => {
    const junction = await build({
      map: ' a \nbcd\n e ',
      ways: [
        ['ace', PATH],
        ['bcd', PATH],
      ],
      nodes: { c: { barrier: 'gate', access: 'no' } },
    })
    expect(junction.edges).toEqual(['[c]', '[c]', '[c]', 'ac', 'bc', 'cd', 'ce'])
    const around = (node: number) =>
      Array.from(junction.c.arcId.subarray(junction.c.firstArc[node], junction.c.firstArc[node + 1])).filter(
        (arc) => junction.name(arc >>> 1) !== '[c]',
      ).length
    const copies = Array.from(junction.c.nodeLonE7, (_, n) => n).filter((n) => junction.nodeName(n) === 'c')
    expect(copies.map(around)).toEqual([1, 1, 1, 1])
    expect(
      (await build({ map: 'ab', ways: [['ab', PATH]], nodes: { b: { barrier: 'gate', access: 'no' } } })).edges,
    ).toEqual(['ab'])
  })
  test.each([
    [{ access: 'no' }, ['closed', 'closed']],
    [{ foot: 'no' }, ['closed', 'open']],
    [{ bicycle: 'no' }, ['open', 'closed']],
    [{ barrier: 'wall' }, ['closed', 'closed']],
  ])('a node with %o closes the way as a barrier does', async (tags, [foot, bike]) => {
    const { edges, c, name } = await build({ map: 'abc', ways: [['abc', PATH]], nodes: { b: tags } })
    expect(edges).toEqual(['[b]', 'ab', 'bc'])
    const k = c.edgeClass[Array.from(c.edgeFrom, (_, e) => e).find((e) => name(e) === '[b]')!]
    expect([c.classFootForward[k], c.classBikeForward[k]].map((i) => ACCESS[i])).toEqual([foot, bike])
  })
  test('access tags of a crossing cut no way', async () => {
    const nodes = { b: { highway: 'crossing', bicycle: 'no', foot: 'yes' } }
    expect((await build({ map: 'abc', ways: [['abc', PATH]], nodes })).edges).toEqual(['abc'])
  })
  test('a ring with a gate on it has no loop', async () => {
    const { c, edges } = await build({
      map: 'ab \ndc ',
      ways: [['abcda', PATH]],
      nodes: { a: { barrier: 'gate', access: 'no' } },
    })
    expect(edges).toEqual(['[a]', 'abc', 'cda'])
    c.edgeFrom.forEach((from, e) => expect(from).not.toBe(c.edgeTo[e]))
  })
  test('keeps the signed route of its way, so that strict marking does not end at a gate', async () => {
    const { c, name } = await build({
      map: 'abc',
      ways: [['abc', PATH]],
      nodes: { b: { barrier: 'stile' } },
      relations: [[[':w:0'], { type: 'route', route: 'hiking', network: 'lwn' }]],
    })
    const barrier = Array.from(c.edgeFrom, (_, e) => e).find((e) => name(e) === '[b]')!
    expect(TRAIL_LEVELS[c.classSignedFoot[c.edgeClass[barrier]]]).toBe('local')
  })
})

describe('hazards', () => {
  const hazardsOf = ({ c, name }: Built) =>
    Array.from(
      c.hazardEdge,
      (edge, h) =>
        `${name(edge)} ${HAZARD_KINDS[c.hazardKind[h]]} ${c.hazardFromMm[h]}..${c.hazardToMm[h]} of ${c.edgeLengthMm[edge]}, way ${c.hazardWayId[h]}`,
    )
  test('a ford on a node is a point on its edge; on a junction it is on every edge there', async () => {
    const inside = await build({ map: 'abc', ways: [['abc', PATH]], nodes: { b: { ford: 'yes' } } })
    const atMm = inside.c.shapeAtMm[1]
    expect(atMm).toBeGreaterThan(0)
    expect(hazardsOf(inside)).toEqual([`abc ford ${atMm}..${atMm} of ${inside.c.edgeLengthMm[0]}, way 1`])
    const junction = await build({
      map: 'abc\n d ',
      ways: [
        ['abc', PATH],
        ['bd', PATH],
      ],
      nodes: { b: { ford: 'yes' } },
    })
    expect(
      hazardsOf(junction)
        .map((text) => text.split(' ').slice(0, 2).join(' '))
        .sort(),
    ).toEqual(['ab ford', 'bc ford', 'bd ford'])
  })
  test('a ford, aided passage or via ferrata of a way covers its edges', async () => {
    const built = await build({
      map: 'abcd\n f  ',
      ways: [
        ['abc', { highway: 'path', assisted_trail: 'yes', ford: 'yes' }],
        ['bf', PATH],
        ['cd', { highway: 'via_ferrata' }],
      ],
    })
    const found = hazardsOf(built)
    expect(found.map((text) => text.split(' ').slice(0, 2).join(' ')).sort()).toEqual([
      'ab aid',
      'ab ford',
      'bc aid',
      'bc ford',
      'cd via_ferrata',
    ])
    for (const text of found) expect(text).toMatch(/ 0\.\.(\d+) of \1, /)
  })
  test('hazards stand in order of edge', async () => {
    const { c } = await build({
      map: 'abcdefgh',
      ways: ['ab', 'bc', 'cd', 'de', 'ef', 'fg'].map((letters) => [letters, { highway: 'track', ford: 'yes' }]),
    })
    expect([...c.hazardEdge]).toEqual([...c.hazardEdge].sort((a, b) => a - b))
    expect(c.hazardEdge.length).toBe(6)
  })
})

describe('around the build', () => {
  test('progress never runs backwards within a stage and ends at its total', async () => {
    const seen: { stage: string; done: number; total: number }[] = []
    const map = { map: 'abc', ways: [['abc', PATH]] as [string, Record<string, string>][] }
    await buildNetwork([tinyOsm(map).source, tinyOsm({ ...map, wayIds: [2] }).source], () => 0, {
      onProgress: (progress) => void seen.push(progress),
    })
    expect([...new Set(seen.map(({ stage }) => stage))]).toEqual(['ways', 'nodes', 'heights'])
    for (const stage of ['ways', 'nodes', 'heights']) {
      const dones = seen.filter((progress) => progress.stage === stage)
      expect(dones.map(({ done }) => done)).toEqual(dones.map(({ done }) => done).sort((a, b) => a - b))
      expect(dones[dones.length - 1].done).toBe(dones[0].total)
    }
  })
  test('a way across the antimeridian is short, and its heights are requested on both sides', async () => {
    const boxes: (readonly number[])[] = []
    const requested: number[] = []
    // the writer of the drawing knows degrees up to 180 only: the western half is written as it is in the map
    const osm = tinyOsm({ map: 'ab  cd', ways: [['abcd', PATH]], lon: 179.999 })
    for (const node of osm.file.nodes) if (node.lonE7 > 1_800_000_000) node.lonE7 -= 3_600_000_000
    const { columns: c } = await buildNetwork(
      [pbfFromBytes('east.pbf', writePbf(osm.file))],
      (lon) => {
        requested.push(lon)
        return 1000 + Math.abs(lon) * 10
      },
      { prepareHeights: async (box) => void boxes.push(box) },
    )
    expect(c.edgeLengthMm[0] / 1000).toBeCloseTo(distanceM(0, 42.5005, 0.0025, 42.5005), 1)
    expect(boxes.length).toBeGreaterThan(0)
    for (const [west, , east] of boxes) {
      expect(west).toBe(179.999)
      expect(east).toBe(-179.9985)
    }
    for (const lon of requested) expect(Math.abs(lon)).toBeGreaterThanOrEqual(179.998)
  })
  test('says whether the data is made up', async () => {
    const { source } = tinyOsm({ map: 'ab', ways: [['ab', PATH]] })
    expect((await buildNetwork([source], () => 0, { synthetic: true })).meta.synthetic).toBe(true)
    expect((await buildNetwork([source], () => 0)).meta.synthetic).toBe(false)
  })
})

const alps = { edges: 17e6, points: 190e6 }

test('a network of the Alps, and one ten times as large, can be written', () => {
  for (const times of [1, 9])
    expect(() =>
      requireNetworkSize({
        edges: alps.edges * times,
        points: alps.points * times,
      }),
    ).not.toThrow()
})

test.each([
  [{ ...alps, edges: 2 ** 30 + 1 }, 'edges'],
  [{ ...alps, points: 2 ** 32 }, 'points of geometry'],
])('a network whose columns would wrap around is refused by name: %o', (size, words) => {
  expect(() => requireNetworkSize(size)).toThrow(
    new RegExp(
      `^The map files make a network of \\d+ ${words}, and one network holds \\d+: import smaller extracts\\.$`,
    ),
  )
})
