// Ways that are closed to everyone are known to matching: a line over one is not allowed, rather than near no path
// (decision: matching). Routing does not know them.

import { describe, expect, test } from 'vitest'
import { buildNetwork } from '../../../src/graph/build/graph-builder.ts'
import { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { writeNetworkFile } from '../../../src/graph/network-file.ts'
import { buildHierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { createLineReader } from '../../../src/routing/matching/line-reader.ts'
import { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import type { Columns } from '../../../src/storage/column-file.ts'
import { TEST_ENGINE, walk } from '../../support/line-network.ts'
import { tinyOsm, type TinyMap } from '../../support/tiny-osm.ts'

type Tags = Record<string, string>
/** From a to b open, from b to c closed, from c to d open; 410 m each. */
const MAP = 'a         b         c         d'

async function read(ways: TinyMap['ways'], rest: Partial<TinyMap> = {}) {
  const tiny = tinyOsm({ map: MAP, ways, ...rest })
  const { meta, columns } = await buildNetwork([tiny.source], () => 100)
  const built = RoutingGraph.of(meta, columns as unknown as Columns)
  const graph = RoutingGraph.from(writeNetworkFile(meta, { ...built.extra, ...buildHierarchy(built) }))
  const planner = new RoutePlanner(graph, { engine: TEST_ENGINE, metricCacheBytes: 1 << 20, maxSettled: 10_000 })
  return { tiny, graph, reader: createLineReader(planner.parts) }
}

async function unmatched(tags: Tags, mode: 'foot' | 'bike', noiseM = 0, relations?: TinyMap['relations']) {
  const { tiny, reader } = await read(
    [
      ['ab', { highway: 'path' }],
      ['bc', tags],
      ['cd', { highway: 'path' }],
    ],
    { relations },
  )
  const trace = walk([tiny.at.get('a')!, tiny.at.get('d')!], 20, noiseM)
  const matched = reader.match(trace, { mode, searchRadiusM: 40, accuracyM: 5 })
  expect(matched.segments).toHaveLength(2)
  return matched.unmatched.map(({ reason }) => reason)
}

const CLOSED: Tags[] = [
  ...['no', 'private', 'military', 'permit', 'emergency', 'residents'].map((access) => ({ highway: 'path', access })),
  { highway: 'path', foot: 'no', bicycle: 'no' },
  { highway: 'track', foot: 'private', vehicle: 'private' },
  { highway: 'service', access: 'private', service: 'driveway' },
  { highway: 'steps', access: 'private' },
  { highway: 'motorway' },
  { highway: 'trunk', motorroad: 'yes', bicycle: 'no' },
  { highway: 'path', access: 'private', tunnel: 'yes' },
]

describe('a line over a way that is closed to everyone', () => {
  for (const mode of ['foot', 'bike'] as const)
    test.each(CLOSED)(`by ${mode} is not allowed there: %j`, async (tags) => {
      expect(await unmatched(tags, mode)).toEqual(['not_allowed'])
      expect(new Set(await unmatched(tags, mode, 3))).toEqual(new Set(['not_allowed']))
    })
  test('is not allowed along the outline of a closed square, too', async () => {
    const square: TinyMap['relations'] = [
      [['outer:w:1'], { type: 'multipolygon', highway: 'pedestrian', access: 'private' }],
    ]
    expect(await unmatched({}, 'foot', 0, square)).toEqual(['not_allowed'])
  })
  test('has no path nearby where there is no way at all, or one that is no way', async () => {
    expect(await unmatched({ barrier: 'fence' }, 'foot')).toEqual(['no_path_nearby'])
    expect(await unmatched({ highway: 'construction' }, 'foot')).toEqual(['no_path_nearby'])
  })
})

test('closed ways change nothing that is searched in: all other columns are the same', async () => {
  const open: TinyMap['ways'] = [
    ['ab', { highway: 'path' }],
    ['cd', { highway: 'path' }],
  ]
  const without = (await read(open)).graph.extra
  const withClosed = (await read([...open, ['bc', { highway: 'path', access: 'no' }]])).graph.extra
  for (const name of Object.keys(without).filter((one) => !one.startsWith('closed')))
    expect(withClosed[name], name).toEqual(without[name])
})
