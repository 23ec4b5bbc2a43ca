// Squares mapped as multipolygons are in the network as closed ways are: graphhopper/graphhopper#3104, #1266 and #371,
// abrensch/brouter#778, GIScience/openrouteservice#1944.

import { describe, expect, test } from 'vitest'
import { writeColumnFile } from '../../../src/storage/column-file.ts'
import { buildNetwork } from '../../../src/graph/build/graph-builder.ts'
import { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import { plainColumns } from '../../support/plain-columns.ts'
import { tinyOsm, type TinyMap } from '../../support/tiny-osm.ts'

type Tags = Record<string, string>

/** A square bcde with a hole wxyz; streets end at b and d, and one in the hole at x. */
const MAP = `
a  b        c
     w  x
     z  y  s
   e        d  f
`
const STREETS: TinyMap['ways'] = [
  ['ab', { highway: 'residential' }],
  ['df', { highway: 'residential' }],
]

async function network(map: Omit<TinyMap, 'map'>) {
  const osm = tinyOsm({ map: MAP, ...map })
  const { meta, columns, report } = await buildNetwork([osm.source], () => 100)
  const graph = RoutingGraph.from(writeColumnFile(meta, { ...columns }))
  const c = plainColumns(graph)
  /** letters of an edge in the order of the alphabet, and what the network knows of it */
  const edges = Array.from(c.edgeFrom, (_, e) => {
    const letters = [...c.shapeLonE7.subarray(c.shapeStart[e], c.shapeStart[e + 1])]
      .map((lon, i) => osm.letterAt(lon, c.shapeLatE7[c.shapeStart[e] + i]).replace('?', ''))
      .sort()
      .join('')
    const k = c.edgeClass[e]
    const facts = [graph.string(c.classHighway[k]), c.classFootForward[k], c.classBikeForward[k], c.classSurface[k]]
    return `${letters} ${facts.join(' ')} ${graph.string(c.edgeName[e])}`
  }).sort()
  const planner = new RoutePlanner(graph, {
    engine: { name: 'waypost', version: 'test', networkRelease: 'tiny', terrainRelease: null },
    metricCacheBytes: 1 << 20,
    maxSettled: 1000,
  })
  const route = (names: string, profile: 'hike' | 'bike' = 'hike') =>
    planner.planRoute({ waypoints: [...names].map((name) => osm.at.get(name)!), profile })
  return { edges, report, route, osm }
}
type Outline = [ways: string[], members: string[]]
const OUTLINES: Record<string, Outline> = {
  'one way': [['bcdeb'], ['outer:w:2']],
  'one way without a role': [['bcdeb'], [':w:2']],
  'two ways': [
    ['bcd', 'bed'],
    ['outer:w:2', 'outer:w:3'],
  ],
  'four ways, in any order and direction': [
    ['bc', 'ed', 'cd', 'be'],
    ['outer:w:4', 'outer:w:2', 'outer:w:5', 'outer:w:3'],
  ],
  'one way, with a hole': [
    ['bcdeb', 'wxyzw'],
    ['outer:w:2', 'inner:w:3'],
  ],
}
const TAGS: Tags[] = [
  { highway: 'pedestrian', area: 'yes', name: 'Market' },
  { highway: 'footway', area: 'yes', surface: 'paving_stones' },
  { highway: 'pedestrian', bicycle: 'yes' },
  { highway: 'pedestrian', access: 'destination' },
  { public_transport: 'platform' },
]

describe('a square mapped as a multipolygon', () => {
  for (const [shape, [ways, members]] of Object.entries(OUTLINES))
    test.each(TAGS)(`of ${shape} is in the network as a closed way is: %j`, async (tags) => {
      const outline = ways.map((letters): TinyMap['ways'][number] => [letters, {}])
      const area = await network({
        ways: [...STREETS, ...outline],
        relations: [[members, { type: 'multipolygon', ...tags }]],
      })
      const closed = await network({ ways: [...STREETS, ['bcdeb', tags]] })
      const split = (edges: string[]) => edges.flatMap((edge) => pieces(edge)).sort()
      expect(split(area.edges)).toEqual(split(closed.edges))
    })

  test('is crossed along its outline, on foot and pushing a bicycle', async () => {
    const { route } = await network({
      ways: [...STREETS, ['bcdeb', {}]],
      relations: [[['outer:w:2'], { type: 'multipolygon', highway: 'pedestrian', area: 'yes', name: 'Market' }]],
    })
    const closed = await network({ ways: [...STREETS, ['bcdeb', { highway: 'pedestrian', area: 'yes' }]] })
    for (const profile of ['hike', 'bike'] as const) {
      expect(route('af', profile).distanceM).toBeCloseTo(closed.route('af', profile).distanceM, 0)
      expect(route('af', profile).distanceM).toBeGreaterThan(600)
    }
  })

  test('has the outline of a hole where a way meets it, and counts one that none meets', async () => {
    const ways: TinyMap['ways'] = [...STREETS, ['bcdeb', {}], ['wx', {}], ['xyzw', {}]]
    const relations: TinyMap['relations'] = [
      [['outer:w:2', 'inner:w:3', 'inner:w:4'], { type: 'multipolygon', highway: 'pedestrian' }],
    ]
    const alone = await network({ ways, relations })
    expect(alone.edges.some((edge) => edge.startsWith('w'))).toBe(false)
    expect(alone.report.ignored).toContainEqual({
      what: 'way',
      reason: 'around a hole in a square, and met by no way',
      count: 2,
    })
    const met = await network({ ways: [...ways, ['ys', { highway: 'steps' }]], relations })
    expect(met.edges.map((edge) => edge.split(' ')[0]).join()).toMatch(/wx/)
  })

  test('leaves ways alone that are tagged themselves', async () => {
    const relations: TinyMap['relations'] = [
      [['outer:w:2', 'outer:w:3'], { type: 'multipolygon', highway: 'pedestrian', name: 'Market' }],
    ]
    const ways: TinyMap['ways'] = [
      ...STREETS,
      ['bcd', { highway: 'steps', name: 'Stairs' }],
      ['bed', { highway: 'construction' }],
    ]
    const { edges } = await network({ ways, relations })
    expect(edges.filter((edge) => edge.includes('Market'))).toEqual([])
    expect(edges.filter((edge) => edge.includes('Stairs'))).toHaveLength(1)
  })

  test('closed to everyone is none, nor is an area of another kind', async () => {
    const others: Tags[] = [{ highway: 'pedestrian', access: 'private' }, { landuse: 'forest' }, { route: 'ferry' }]
    for (const tags of others) {
      const relations: TinyMap['relations'] = [[['outer:w:2'], { type: 'multipolygon', ...tags }]]
      expect((await network({ ways: [...STREETS, ['bcdeb', {}]], relations })).edges).toHaveLength(2)
    }
  })
})

/** Each side of an edge by itself: a closed way is cut elsewhere than one of several pieces. */
function pieces(edge: string): string[] {
  const [letters, ...facts] = edge.split(' ')
  const sides = ['bc', 'cd', 'de', 'be', 'ab', 'df']
  return sides
    .filter((side) => [...side].every((letter) => letters.includes(letter)))
    .map((side) => `${side} ${facts.join(' ')}`)
}
