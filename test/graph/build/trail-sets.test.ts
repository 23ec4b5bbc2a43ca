import { describe, expect, test } from 'vitest'
import { writeColumnFile } from '../../../src/storage/column-file.ts'
import { TRAIL_KINDS, TRAIL_LEVELS } from '../../../src/osm/edge-facts.ts'
import { buildNetwork } from '../../../src/graph/build/graph-builder.ts'
import { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { tinyOsm, type TinyMap } from '../../support/tiny-osm.ts'
import { plainColumns } from '../../support/plain-columns.ts'

const PATH = { highway: 'path' }
const hiking = (more: Record<string, string> = {}) => ({ type: 'route', route: 'hiking', ...more })

/** By edge, e.g. `ab: 1,2 foot local bike none`: relation ids, best levels. */
async function build(map: TinyMap): Promise<{ signed: string[]; graph: RoutingGraph; ignored: string[] }> {
  const osm = tinyOsm(map)
  const { meta, columns, report } = await buildNetwork([osm.source], () => 0)
  const graph = RoutingGraph.from(writeColumnFile(meta, { ...columns }))
  const c = plainColumns(graph)
  const nodeName = (node: number) => osm.letterAt(c.nodeLonE7[node], c.nodeLatE7[node])
  const signed = Array.from(c.edgeClass, (k, e) => {
    const ids = [...graph.trailIndexes(e)].map((t) => c.trailRelationId[t])
    return `${nodeName(c.edgeFrom[e])}${nodeName(c.edgeTo[e])}: ${ids.join()} foot ${TRAIL_LEVELS[c.classSignedFoot[k]]} bike ${TRAIL_LEVELS[c.classSignedBike[k]]}`
  })
  return {
    signed: signed.sort(),
    graph,
    ignored: report.ignored.filter(({ what }) => what === 'relation').map(({ reason, count }) => `${count} ${reason}`),
  }
}

describe('signed routes', () => {
  test('a way has the routes it is a member of, with the best level of each mode', async () => {
    const { signed, graph } = await build({
      map: 'abcd',
      ways: [
        ['ab', PATH],
        ['bc', PATH],
        ['cd', PATH],
      ],
      relations: [
        [[':w:0', ':w:1'], hiking({ network: 'lwn', name: 'Round', ref: '12', 'osmc:symbol': 'red:white:red_bar' })],
        [[':w:1'], { type: 'route', route: 'foot', network: 'iwn' }],
        [[':w:1'], { type: 'route', route: 'mtb' }],
        [['forward:w:2'], { type: 'route', route: 'bicycle', network: 'ncn' }],
      ],
    })
    expect(signed).toEqual([
      'ab: 1 foot local bike none',
      'bc: 1,2,3 foot international bike unknown',
      'cd: 4 foot none bike national',
    ])
    const c = plainColumns(graph)
    expect([graph.string(c.trailName[0]), graph.string(c.trailRef[0]), graph.string(c.trailSymbol[0])]).toEqual([
      'Round',
      '12',
      'red:white:red_bar',
    ])
    expect([...c.trailKind].map((k) => TRAIL_KINDS[k])).toEqual(['hiking', 'hiking', 'mtb', 'bicycle'])
    expect([...c.trailLevel].map((l) => TRAIL_LEVELS[l])).toEqual(['local', 'international', 'unknown', 'national'])
  })
  test('a way of a stage is a way of the route made of stages, and of the route made of those', async () => {
    const { signed } = await build({
      map: 'abc',
      ways: [
        ['ab', PATH],
        ['bc', PATH],
      ],
      relations: [
        [[':w:0'], hiking({ network: 'lwn' })],
        [[':r:0'], { type: 'superroute', route: 'hiking', network: 'nwn' }],
        [[':r:1', ':w:1'], hiking({ network: 'iwn' })],
      ],
    })
    expect(signed).toEqual(['ab: 1,2,3 foot international bike none', 'bc: 3 foot international bike none'])
  })
  test('routes that contain one another do not turn in circles', async () => {
    const { signed } = await build({
      map: 'ab',
      ways: [['ab', PATH]],
      relations: [
        [[':w:0', ':r:1'], hiking()],
        [[':r:0', ':r:1'], hiking({ network: 'rwn' })],
      ],
    })
    expect(signed).toEqual(['ab: 1,2 foot regional bike none'])
  })
  test('an unknown network is the level unknown, which any known one beats', async () => {
    const { signed } = await build({
      map: 'abc',
      ways: [
        ['ab', PATH],
        ['bc', PATH],
      ],
      relations: [
        [[':w:0', ':w:1'], hiking()],
        [[':w:1'], hiking({ network: 'lwn' })],
      ],
    })
    expect(signed).toEqual(['ab: 1 foot unknown bike none', 'bc: 1,2 foot local bike none'])
  })
  test('routes without a way inside, proposed ones and other routes are counted, not kept', async () => {
    const { graph, ignored } = await build({
      map: 'ab',
      ways: [['ab', PATH]],
      relations: [
        [['x:n:a'], hiking()],
        [[':w:0'], hiking({ state: 'proposed' })],
        [[':w:0'], { type: 'route', route: 'bus' }],
        [[':w:0'], { type: 'multipolygon' }],
      ],
    })
    expect(graph.columns.trailRelationId.length).toBe(0)
    expect(ignored.sort()).toEqual([
      '1 signed route only proposed',
      '1 signed route without a way of the network',
      '2 neither a signed route nor a turn restriction',
    ])
  })
  test('the same set of routes is stored once, and no route is set 0', async () => {
    const { graph } = await build({
      map: 'abcd',
      ways: [
        ['ab', PATH],
        ['bc', PATH],
        ['cd', PATH],
      ],
      relations: [[[':w:0', ':w:1', ':w:0'], hiking()]],
    })
    expect([...graph.columns.trailSetStart]).toEqual([0, 0, 1])
    expect([...plainColumns(graph).edgeTrailSet].sort()).toEqual([0, 1, 1])
  })
})
